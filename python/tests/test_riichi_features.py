"""The five encodings beside a slow encoder written from the specification's tables."""

import json
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
import riichi_slow as slow
from facedown.riichi import Observation, RiichiEnv, encoder
from riichi_play import choose, scenario

METHODS = {
    "encode": slow.encode,
    "encode_discard_history_decay": slow.discard_history_decay,
    "encode_yaku_possibility": slow.yaku_possibility,
    "encode_furiten_ron_possibility": slow.furiten_ron_possibility,
    "encode_shanten_efficiency": slow.shanten_efficiency,
}


def decisions(mode: str, rounds: int, seed: int) -> Iterator[tuple[Observation, slow.Facts]]:
    """What is decided on in some rounds with melds, riichi, kans and wins; and the facts, kept by
    the events that each seat observes."""
    rng = Random(seed)
    seats = int(mode[0])
    for _ in range(rounds):
        env = RiichiEnv(mode, seed=rng.randrange(2**32))
        observations = env.reset(**scenario(rng, seats))
        facts = [slow.Facts(seat) for seat in range(seats)]
        skill = rng.choice([0.4, 0.8, 1.0])
        while not env.done():
            for seat, obs in observations.items():
                for line in obs.new_events():
                    facts[seat].hear(json.loads(line))
                yield obs, facts[seat]
            answers = {seat: choose(obs, rng, skill) for seat, obs in observations.items()}
            observations = env.step(answers)


@pytest.mark.parametrize(("mode", "rounds"), [("4p-red-single", 118), ("3p-red-single", 30)])
def test_every_encoding_is_that_of_the_tables(
    mode: str, rounds: int, summarise: Callable[[str], None]
) -> None:
    count, filled = 0, dict.fromkeys(METHODS, np.zeros(0, np.bool_))
    for obs, facts in decisions(mode, rounds, 5):
        count += 1
        for name, reference in METHODS.items():
            mine, expected = getattr(obs, name)(), reference(facts)
            same = mine == expected
            if name == "encode_discard_history_decay":
                same = np.abs(mine - expected) <= 1e-6
            places = np.argwhere(~same)[:5].tolist()
            assert same.all(), (name, places, obs.record())
            nonzero = mine != 0
            if name in ("encode_yaku_possibility", "encode_furiten_ron_possibility"):
                nonzero = mine == 0  # they mark what is impossible
            filled[name] = filled[name] | nonzero if filled[name].size else nonzero
    if mode == "4p-red-single":
        assert count >= 10_000
        check_filled(filled)
    summarise(f"{mode}: {count} observations equal the slow encoder's, all five encodings")


def check_filled(filled: dict[str, npt.NDArray[np.bool_]]) -> None:
    """Every channel was seen with something in it."""
    names = encoder("riichi-base-1").channel_names
    empty = [names[i] for i in np.flatnonzero(~filled["encode"].any(1))]
    assert not empty, empty
    assert filled["encode_discard_history_decay"].all()
    assert filled["encode_shanten_efficiency"].all()
    assert filled["encode_furiten_ron_possibility"].all()
    both = filled["encode_yaku_possibility"]
    seen = both[:, :, 0] & both[:, :, 1]
    never = {18, 20}  # sanshoku and ittsu are never ruled out
    assert set(np.flatnonzero(~seen.any(0))) == never
    assert not seen[:, sorted(never)].any()


def test_the_worked_example_of_the_decay() -> None:
    """A seat that discarded 1m 2m 1m 3m has 1.368 at 1m."""
    hidden = ["?"] * 13
    hand = ["1m", "2m", "1m", "3m", "5p", "5p", "7p", "8s", "9s", "E", "S", "P", "C"]
    env = RiichiEnv("4p-red-single", seed=0)
    lines: list[dict[str, object]] = [
        {"type": "start_game", "id": 0},
        {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0,
         "dora_marker": "9p", "scores": [25000] * 4, "tehais": [hand, hidden, hidden, hidden]},
    ]  # fmt: skip
    for turn, tile in enumerate(["1m", "2m", "1m", "3m"]):
        for seat in range(4):
            drawn = ["4s", "6s", "2p", "9m"][turn] if seat == 0 else "?"
            lines.append({"type": "tsumo", "actor": seat, "pai": drawn})
            pai = tile if seat == 0 else "NFW"[seat - 1]
            lines.append({"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": seat != 0})
    for line in lines:
        env.observe_event(line, 0)
    row = env.get_observation(0).encode_discard_history_decay()[0]
    assert row[:3] == pytest.approx([0.549 + 0.819, 0.670, 1.000], abs=1e-3)
    assert row[0] == pytest.approx(1.368, abs=5e-4)
    assert not row[3:].any()


@pytest.mark.parametrize("rate", [-0.1, float("nan"), float("inf")])
def test_a_rate_that_makes_no_weights_is_named(rate: float) -> None:
    obs = RiichiEnv(seed=1).reset()[0]
    with pytest.raises(ValueError, match="decay rate of"):
        obs.encode_discard_history_decay(rate)


def test_every_encoder_has_names_for_its_channels() -> None:
    for name in ("base", "decay", "yaku", "furiten", "shanten"):
        for seats in (3, 4):
            found = encoder(f"riichi-{name}-1", seats)
            assert len(found.channel_names) == found.shape[0] == len(found.scales)
            assert all(found.channel_names)
            assert len(set(found.channel_names)) == len(found.channel_names)
    with pytest.raises(ValueError, match="no encoder 'riichi-base-9'"):
        encoder("riichi-base-9")
    with pytest.raises(ValueError, match="seats is 5"):
        encoder("riichi-base-1", 5)
