"""Tables of the package `riichienv` that follow games by MJAI, to compare with."""

import json
import os
import re
from gzip import decompress
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "testdata" / "riichi"
DATA = Path(os.environ.get("FACEDOWN_DATA", ROOT.parent / "shared" / "data"))


def following(text: str, theirs: Any) -> dict[tuple[int, ...], Any]:
    """What each seat knows after each event, by round, seat and how many tiles lie where; of equal
    situations the first, before a riichi is accepted. What a seat knows between its declaration and
    its discard has a key with one number more, 1."""
    env = theirs.RiichiEnv("4p-red-half")
    known: dict[tuple[int, ...], Any] = {}
    number = -1
    for line in text.splitlines():
        event = json.loads(line)
        number += event["type"] == "start_kyoku"
        if event["type"] in ("hora", "ryukyoku", "end_kyoku", "end_game"):
            continue
        env.apply_event({key: event[key] for key in event if key not in ("rules", "shuffle")})
        if event["type"] in ("start_game", "start_kyoku"):
            continue
        declared = event["type"] == "reach"
        for seat in [event["actor"]] if declared else range(4):
            obs = env.get_observation(seat)
            melds = [len(meld.tiles) for own in obs.melds for meld in own]
            key = key_of(number, seat, obs, melds)
            known.setdefault((*key, 1) if declared else key, obs)
    return known


def key_of(number: int, seat: int, obs: Any, melds: list[int]) -> tuple[int, ...]:
    discards, doras = sum(map(len, obs.discards)), len(obs.dora_indicators)
    return number, seat, discards, len(obs.hand), sum(melds), doras


def real_games(most: int) -> list[Path]:
    """Real games of four, if they are at hand."""
    found = sorted((DATA / "tenhou").glob("*.gz")) if (DATA / "tenhou").is_dir() else []
    if not found:
        pytest.skip(f"no real games in {DATA / 'tenhou'} (set FACEDOWN_DATA)")
    mode = re.compile(rb'<GO type="(\d+)"')
    four = [p for p in found if not int(mode.search(decompress(p.read_bytes()))[1]) & 16]  # type: ignore[index]
    return four[:most]
