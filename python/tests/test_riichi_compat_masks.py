"""Masks of samples with `compat="riichienv-0.4.11"` beside that package following the same games
by MJAI; and what its replays make of indicators."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from facedown.riichi import samples, to_mjai
from riichi_mjai_tables import LOGS, following, key_of, real_games

theirs = pytest.importorskip("riichienv", reason="the package to compare with")
NAME = "riichienv-0.4.11"
RIICHI = 37


def compared(log: Path) -> int:
    """Compares the mask of every sample of a game; how many there are."""
    known = following(to_mjai(log), theirs)
    data = samples(log, "furiten", compat=NAME, batch=100_000)
    batch = next(data)
    info, action = batch.info, batch.action
    for row in range(len(action)):
        obs = data.observation(row)
        melds = [len(tiles) for own in obs.melds for _, tiles, _ in own]
        turn = (int(info.round[row]), int(info.seat[row]))
        same_turn = row > 0 and (info.round[row - 1], info.seat[row - 1]) == turn
        declared = same_turn and action[row - 1] == RIICHI
        key = key_of(*turn, obs, melds)
        other = known[(*key, 1) if declared else key]
        their = np.frombuffer(other.mask(), np.uint8).astype(bool)
        differ = np.flatnonzero(batch.mask[row] != their).tolist()
        assert not differ, (log.name, row, differ, obs.record())
    return len(action)


@pytest.mark.parametrize("name", ["tonpu.mjlog", "hanchan.json"])
def test_masks_of_our_own_logs_are_those_of_its_tables(
    name: str, summarise: Callable[[str], None]
) -> None:
    masks = compared(LOGS / name)
    assert masks > 100
    summarise(f"riichienv 0.4.11, following MJAI, {name}: {masks} masks, 0 differences")


def check_real_games(most: int, summarise: Callable[[str], None]) -> int:
    masks = sum(compared(log) for log in real_games(most))
    summarise(f"riichienv 0.4.11, following MJAI, {most} real games: {masks} masks, 0 differences")
    return masks


def test_masks_of_a_few_real_games_are_those_of_its_tables(
    summarise: Callable[[str], None],
) -> None:
    assert check_real_games(4, summarise) > 1_000


@pytest.mark.conformance
def test_masks_of_real_games_are_those_of_its_tables(summarise: Callable[[str], None]) -> None:
    assert check_real_games(40, summarise) > 20_000


def test_its_replays_show_indicators_before_they_are_turned(
    tmp_path: Path, summarise: Callable[[str], None]
) -> None:
    """Why `Kyoku.steps()` is not reproduced: docs/reference/riichi-features.md."""
    counts: Counter[str] = Counter()
    for log in real_games(12):
        path = tmp_path / "log.jsonl"
        path.write_text(to_mjai(log))
        events = [json.loads(line) for line in path.read_text().splitlines()]
        starts = [at for at, event in enumerate(events) if event["type"] == "start_kyoku"]
        rounds = [events[at:end] for at, end in zip(starts, [*starts[1:], None], strict=True)]
        replay = theirs.MjaiReplay.from_jsonl(str(path))
        for events, kyoku in zip(rounds, replay.take_kyokus(), strict=True):
            turned = sum(event["type"] == "dora" for event in events)
            shown = [len(obs.dora_indicators) for _, obs, _ in kyoku.steps()]
            if not shown:
                continue
            counts["rounds with kans" if turned else "rounds without"] += 1
            assert shown[0] == 1 + turned, "all of the round from the first observation on"
            assert (shown[-1] > 1 + turned) == (turned > 0), "and each once more at its kan"
    assert counts["rounds with kans"] > 0
    summarise(f"riichienv 0.4.11, indicators of Kyoku.steps(): {dict(counts)}, as described")
