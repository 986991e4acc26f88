"""The mode `riichienv-0.4.11` beside the package itself: bit for bit, the decay to 1e-6."""

import base64
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from facedown.riichi import Action, ActionType, Observation, RiichiEnv
from riichi_play import choose, scenario

theirs = pytest.importorskip("riichienv", reason="the package to compare with")
NAME = "riichienv-0.4.11"
ENCODINGS = [
    "encode",
    "encode_discard_history_decay",
    "encode_yaku_possibility",
    "encode_furiten_ron_possibility",
    "encode_shanten_efficiency",
]
RENAMED = {"nukidora": "kita"}
MODES = {4: "4p-red-single", 3: "3p-red-single"}


def differences(ours: Observation, other: Any) -> list[str]:
    """Where the five encodings of two observations differ."""
    found = []
    for method in ENCODINGS:
        mine = getattr(ours, method)()
        their = np.frombuffer(getattr(other, method)(), np.float32).reshape(mine.shape)
        if method == "encode_discard_history_decay":
            same = np.abs(mine - their) <= 1e-6
        else:
            same = mine.view(np.uint32) == their.view(np.uint32)
        if not same.all():
            places = np.argwhere(~same)[:4].tolist()
            values = [(mine[tuple(p)].item(), their[tuple(p)].item()) for p in places]
            found.append(f"{method} at {places}: ours and theirs {values}")
    return found


def counterpart(action: Action, other: Any) -> Any:
    """Their action for ours: of equal discards the one drawn, or one from the hand."""
    kind = int(action.action_type)
    same = [a for a in other.legal_actions() if int(a.action_type) == kind]
    if kind == int(ActionType.DISCARD):
        assert action.tile is not None
        red = action.tile in (16, 52, 88)
        same = [a for a in same if a.tile // 4 == action.tile // 4]
        same = [a for a in same if (a.tile in (16, 52, 88)) == red]
        drawn = [a for a in same if a.tile == other.drawn_tile]
        kept = [a for a in same if a.tile != other.drawn_tile]
        same = (drawn or same) if action.tsumogiri else (kept or same)
    elif kind in (int(ActionType.ANKAN), int(ActionType.KAKAN)):
        assert action.tile is not None
        tile = action.tile
        same = [a for a in same if (a.consume_tiles[0] if kind == 8 else a.tile) // 4 == tile // 4]
    elif action.consume_tiles:

        def shape(ids: list[int]) -> list[tuple[int, bool]]:
            return sorted((i // 4, i in (16, 52, 88)) for i in ids)

        same = [a for a in same if shape(a.consume_tiles) == shape(action.consume_tiles)]
    assert same, f"they have no {action!r}"
    return same[0]


def play(seats: int, rounds: int, seed: int, look: Callable[..., None]) -> None:
    """Rounds on the same walls with the same actions at both tables."""
    rng = Random(seed)
    for _ in range(rounds):
        start = scenario(rng, seats)
        mine = RiichiEnv(MODES[seats], compat=NAME, seed=0)
        other = theirs.RiichiEnv(MODES[seats])
        ours, their = mine.reset(**start), other.reset(**start)
        skill = rng.choice([0.3, 0.7, 0.95])
        while not mine.done():
            assert sorted(their) == list(ours)
            if seats == 3 and len(mine.get_observation(0).dora_indicators) > 3:
                break  # the package's list of a wall has the later indicators elsewhere
            look(mine, other, ours, their)
            answers = {seat: choose(obs, rng, skill) for seat, obs in ours.items()}
            counted = {seat: counterpart(a, their[seat]) for seat, a in answers.items()}
            ours, their = mine.step(answers), other.step(counted)
        assert other.done() == mine.done()


@pytest.mark.parametrize(("seats", "rounds"), [(4, 32), (3, 60)])
def test_all_five_equal_those_of_its_own_tables(
    seats: int, rounds: int, summarise: Callable[[str], None]
) -> None:
    counts: Counter[str] = Counter()

    def look(mine: RiichiEnv, other: Any, ours: Any, their: Any) -> None:
        for seat in range(seats):
            obs = mine.get_observation(seat)
            asked = their.get(seat)
            peer = asked if asked is not None else other.get_observation(seat)
            found = differences(obs, peer)
            assert not found, (seat, obs.record(), found)
            counts["observations"] += 1
            counts["asked"] += seat in ours
        for seat, obs in ours.items():
            assert obs.mask() == their[seat].mask(), (obs.record(), obs.action_ids())

    play(seats, rounds, 11, look)
    assert counts["observations"] >= 10_000
    summarise(f"riichienv 0.4.11, {seats} seats, its own tables: {dict(counts)}, 0 differences")


def test_its_flags_of_discards_just_drawn_make_the_same_difference(
    summarise: Callable[[str], None],
) -> None:
    counts: Counter[str] = Counter()

    def look(mine: RiichiEnv, other: Any, ours: Any, their: Any) -> None:
        if counts["observations"] >= 1_500:
            return
        for seat, obs in ours.items():
            record = json.loads(base64.b64decode(their[seat].serialize_to_base64()))
            record["tsumogiri_flags"] = obs.tsumogiri_flags
            text = base64.b64encode(json.dumps(record).encode()).decode()
            flagged = theirs.Observation.deserialize_from_base64(text)
            found = differences(obs.with_compat(NAME + "+flags"), flagged)
            assert not found, (seat, obs.record(), found)
            counts["observations"] += 1
            counts["flags in encode()"] += bool(
                obs.with_compat(NAME + "+flags").encode()[70:].any()
            )
            furiten = obs.with_compat(NAME + "+flags").encode_furiten_ron_possibility()
            counts["seats that only draw and discard"] += int((furiten == 0).all(1).any())

    play(4, 40, 12, look)
    assert counts["observations"] >= 1_000
    assert min(counts.values()) > 50
    summarise(f"riichienv 0.4.11 with tsumogiri flags: {dict(counts)}, 0 differences")


@pytest.mark.parametrize(("seats", "rounds"), [(4, 30), (3, 20)])
def test_all_five_equal_those_of_tables_that_follow_mjai(
    seats: int, rounds: int, summarise: Callable[[str], None]
) -> None:
    counts: Counter[str] = Counter()
    rng = Random(13)
    for _ in range(rounds):
        source = RiichiEnv(MODES[seats], seed=rng.randrange(2**32))
        observations = source.reset(**scenario(rng, seats))
        while not source.done():
            answers = {seat: choose(obs, rng) for seat, obs in observations.items()}
            observations = source.step(answers)
        mine = RiichiEnv(MODES[seats], compat=NAME, seed=0)
        other = theirs.RiichiEnv(MODES[seats])
        for event in source.mjai_log:
            if event["type"] in ("hora", "ryukyoku", "end_kyoku", "end_game"):
                break
            mine.apply_event(event)
            other.apply_event({**event, "type": RENAMED.get(event["type"], event["type"])})
            if event["type"] in ("start_game", "start_kyoku", "reach"):
                continue
            for seat in range(seats):
                obs, peer = mine.get_observation(seat), other.get_observation(seat)
                found = differences(obs, peer)
                assert not found, (seat, event, obs.record(), found)
                counts["observations"] += 1
                counts[event["type"]] += 1
    assert counts["observations"] >= 4_000
    summarise(f"riichienv 0.4.11, {seats} seats, following MJAI: {dict(counts)}, 0 differences")
