"""Samples with `compat="riichienv-0.4.11"` beside that package, told the same games by MJAI.

Its tables that are told events are compared, not its `Kyoku.steps()`, whose lists of indicators
differ from those of the same game after kans.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable
from gzip import decompress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from facedown.riichi import samples, to_mjai

theirs = pytest.importorskip("riichienv", reason="the package to compare with")
NAME = "riichienv-0.4.11"
ROOT = Path(__file__).parents[2]
LOGS = ROOT / "testdata" / "riichi"
DATA = Path(os.environ.get("FACEDOWN_DATA", ROOT.parent / "shared" / "data"))
ENCODINGS = {
    "base": "encode",
    "decay": "encode_discard_history_decay",
    "yaku": "encode_yaku_possibility",
    "furiten": "encode_furiten_ron_possibility",
    "shanten": "encode_shanten_efficiency",
}


def told(text: str) -> dict[tuple[int, ...], Any]:
    """What each seat knows after each event, by round, seat and how many tiles lie where; of equal
    situations the first, before a riichi is accepted."""
    env = theirs.RiichiEnv("4p-red-half")
    known: dict[tuple[int, ...], Any] = {}
    number = -1
    for line in text.splitlines():
        event = json.loads(line)
        number += event["type"] == "start_kyoku"
        if event["type"] in ("hora", "ryukyoku", "end_kyoku", "end_game"):
            continue
        env.apply_event({key: event[key] for key in event if key not in ("rules", "shuffle")})
        if event["type"] in ("start_game", "start_kyoku", "reach"):
            continue
        for seat in range(4):
            obs = env.get_observation(seat)
            melds = [len(meld.tiles) for own in obs.melds for meld in own]
            known.setdefault(key_of(number, seat, obs, melds), obs)
    return known


def key_of(number: int, seat: int, obs: Any, melds: list[int]) -> tuple[int, ...]:
    discards, doras = sum(map(len, obs.discards)), len(obs.dora_indicators)
    return number, seat, discards, len(obs.hand), sum(melds), doras


def compared(log: Path) -> Counter[str]:
    """Compares all five encodings of every sample of a game."""
    known = told(to_mjai(log))
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
def test_our_own_logs_encode_as_at_its_tables(name: str, tell: Callable[[str], None]) -> None:
    counts = compared(LOGS / name)
    assert counts["observations"] > 100
    tell(f"riichienv 0.4.11, told by MJAI, {name}: {dict(counts)}, 0 differences in encodings")


def real_games(most: int) -> list[Path]:
    found = sorted((DATA / "tenhou").glob("*.gz")) if (DATA / "tenhou").is_dir() else []
    if not found:
        pytest.skip(f"no real games in {DATA / 'tenhou'} (set FACEDOWN_DATA)")
    mode = re.compile(rb'<GO type="(\d+)"')
    four = [p for p in found if not int(mode.search(decompress(p.read_bytes()))[1]) & 16]  # type: ignore[index]
    return four[:most]


def check_real_games(most: int, tell: Callable[[str], None]) -> int:
    counts: Counter[str] = Counter()
    for log in real_games(most):
        counts += compared(log)
    tell(f"riichienv 0.4.11, told by MJAI, {most} real games: {dict(counts)}, 0 differences")
    return counts["observations"]


def test_a_few_real_games_encode_as_at_its_tables(
    tell: Callable[[str], None],
) -> None:
    assert check_real_games(4, tell) > 1_000


@pytest.mark.conformance
def test_real_games_encode_as_at_its_tables(tell: Callable[[str], None]) -> None:
    assert check_real_games(24, tell) > 10_000
