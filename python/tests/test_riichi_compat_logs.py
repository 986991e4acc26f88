"""Samples with `compat="riichienv-0.4.11"` beside that package following the same games by MJAI.

Its tables that follow events are compared, not its `Kyoku.steps()`, whose lists of indicators
differ from those of the same game after kans.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from facedown.riichi import samples, to_mjai
from riichi_mjai_tables import LOGS, following, key_of, real_games

theirs = pytest.importorskip("riichienv", reason="the package to compare with")
NAME = "riichienv-0.4.11"
ENCODINGS = {
    "base": "encode",
    "decay": "encode_discard_history_decay",
    "yaku": "encode_yaku_possibility",
    "furiten": "encode_furiten_ron_possibility",
    "shanten": "encode_shanten_efficiency",
}


def compared(log: Path) -> Counter[str]:
    """Compares all five encodings of every sample of a game."""
    known = following(to_mjai(log), theirs)
    data = {name: samples(log, name, compat=NAME, batch=100_000) for name in ENCODINGS}
    batches = {name: next(one) for name, one in data.items()}
    info, counts = batches["base"].info, Counter[str]()
    for row in range(len(info.seat)):
        obs = data["base"].observation(row)
        melds = [len(tiles) for own in obs.melds for _, tiles, _ in own]
        other = known[key_of(int(info.round[row]), int(info.seat[row]), obs, melds)]
        for name, method in ENCODINGS.items():
            mine = batches[name].observation[row]
            their = np.frombuffer(getattr(other, method)(), np.float32).reshape(mine.shape)
            same = np.abs(mine - their) <= 1e-6 if name == "decay" else mine == their
            places = np.argwhere(~same)[:4].tolist()
            assert same.all(), (log.name, row, name, places, obs.record())
        counts["observations"] += 1
    return counts


@pytest.mark.parametrize("name", ["tonpu.mjlog", "hanchan.json"])
def test_our_own_logs_encode_as_at_its_tables(name: str, summarise: Callable[[str], None]) -> None:
    counts = compared(LOGS / name)
    assert counts["observations"] > 100
    summarise(
        f"riichienv 0.4.11, following MJAI, {name}: {dict(counts)}, 0 differences in encodings"
    )


def check_real_games(most: int, summarise: Callable[[str], None]) -> int:
    counts: Counter[str] = Counter()
    for log in real_games(most):
        counts += compared(log)
    summarise(f"riichienv 0.4.11, following MJAI, {most} real games: {dict(counts)}, 0 differences")
    return counts["observations"]


def test_a_few_real_games_encode_as_at_its_tables(
    summarise: Callable[[str], None],
) -> None:
    assert check_real_games(4, summarise) > 1_000


@pytest.mark.conformance
def test_real_games_encode_as_at_its_tables(summarise: Callable[[str], None]) -> None:
    assert check_real_games(24, summarise) > 10_000
