"""The extended planes beside a slow encoder written from the tables of the documentation."""

import json
from collections.abc import Callable, Iterator
from random import Random

import facedown as fd
import numpy as np
import pytest
import riichi_slow_extended as slow
from facedown.riichi import Observation, RiichiEnv, encoder
from riichi_play import choose, scenario

ID = "riichi-extended-1"


def decisions(mode: str, rounds: int, seed: int) -> Iterator[tuple[Observation, slow.Facts]]:
    rng = Random(seed)
    seats = int(mode[0])
    for number in range(rounds):
        env = RiichiEnv(mode, seed=rng.randrange(2**32))
        start = scenario(rng, seats)
        if number % 8 == 0:
            deal_tenpai(start["wall"], number // 8 % seats, seats)
            start["scores"] = [25_000] * seats
        observations = env.reset(**start)
        facts = [slow.Facts(seat) for seat in range(seats)]
        skill = rng.choice([0.4, 0.8, 1.0])
        while not env.done():
            for seat, obs in observations.items():
                for line in obs.new_events():
                    facts[seat].hear(json.loads(line))
                yield obs, facts[seat]
            answers = {seat: choose(obs, rng, skill) for seat, obs in observations.items()}
            observations = env.step(answers)


def deal_tenpai(wall: list[int], place: int, seats: int) -> None:
    """Gives the seat so many places after the dealer a hand that is tenpai: for a double riichi."""
    blocks = [4 * seats * block + 4 * place for block in range(3)]
    slots = [start + i for start in blocks for i in range(4)] + [12 * seats + place]
    for slot, tile in zip(slots, [*range(37, 73, 4), 73, 74, 77, 81], strict=True):
        other = wall.index(tile)
        wall[slot], wall[other] = wall[other], wall[slot]


@pytest.mark.parametrize(("mode", "rounds"), [("4p-red-single", 70), ("3p-red-single", 55)])
def test_every_plane_is_that_of_the_tables(
    mode: str, rounds: int, summarise: Callable[[str], None]
) -> None:
    seats = int(mode[0])
    names = encoder(ID, seats).channel_names
    count, filled = 0, np.zeros(len(names), np.bool_)
    for obs, facts in decisions(mode, rounds, 21):
        count += 1
        mine, expected = obs.encode_extended(), slow.encode_extended(facts)
        wrong = np.argwhere(np.abs(mine - expected) > 1e-6)
        differing = [(names[p], k, mine[p, k].item(), expected[p, k].item()) for p, k in wrong[:4]]
        assert not differing, (differing, obs.record())
        filled |= mine.any(1)
    empty = {names[i] for i in np.flatnonzero(~filled)}
    fourth = {name for name in names if seats == 3 and "meld 4" in name}  # rare with three seats
    assert empty - fourth == never_filled(seats) - fourth
    assert count >= 3_000
    summarise(f"{mode}: {count} observations equal the slow encoder's, all {len(names)} planes")


def never_filled(seats: int) -> set[str]:
    """What has nothing in it by the rules: norths with four seats; with three the fourth seat, chi,
    and red fives of characters."""
    names = encoder(ID, seats).channel_names
    if seats == 4:
        return {name for name in names if "norths" in name}
    fourth = {name for name in names if "left's" in name or name.endswith(("of left", "by left"))}
    fourth |= {name for name in names if name in ("rank: fourth", "left deals")}
    fourth |= {name for name in names if name.endswith(("against left", "of left / 64"))}
    return fourth | {name for name in names if name.endswith("calls from the left")}


def test_its_id_shape_and_scales() -> None:
    four, three = encoder(ID), encoder(ID, 3)
    assert (four.shape, three.shape) == ((204, 34), (204, 27))
    assert four.channel_names[:74] == encoder("riichi-base-1").channel_names
    assert len(set(four.channel_names)) == 204
    assert all(0 < scale <= 1 for scale in four.scales)
    with pytest.raises(ValueError, match=r"no encoder 'riichienv-0.4.11-extended'"):
        encoder("riichienv-0.4.11-extended")


@pytest.mark.parametrize("rules", ["tenhou", "mjsoul3"])
def test_tables_side_by_side_show_it_in_all_types_of_numbers(rules: str) -> None:
    kinds = [np.float32, np.float16, np.uint8]
    envs = [fd.make_vec("riichi", 8, seed=3, encoder=ID, dtype=k, rules=rules) for k in kinds]
    form = encoder(ID, envs[0].seats)
    shown = [env.reset().observation for env in envs]
    for _ in range(60):
        exact, half, raw = shown
        assert exact.shape == (8, *form.shape)
        assert (half == exact.astype(np.float16)).all()
        scales = np.array(form.scales, np.float32)[:, None]
        assert (np.abs(raw * scales - exact) <= 0.501 * scales).all()
        actions = envs[0].sample_actions()
        shown = [env.step(actions).observation for env in envs]


def test_the_base_planes_come_first() -> None:
    obs = RiichiEnv(seed=4).reset()[0]
    assert (obs.encode_extended()[:74] == obs.encode()).all()
    assert (obs.encode_as(ID) == obs.encode_extended()).all()
    assert (obs.with_compat("riichienv-0.4.11").encode_extended() == obs.encode_extended()).all()
