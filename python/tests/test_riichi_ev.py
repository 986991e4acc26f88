import doctest
from typing import Any

import facedown as fd
import numpy as np
import pytest

HAND = "123m406p7789s1122z"


def test_each_discard_has_arrays_by_turn() -> None:
    ev = fd.riichi.hand_ev(HAND, turn=6, dora="4s")
    assert (ev.shanten, ev.draws, ev.unseen, ev.complete) == (0, 12, 121, None)
    assert [discard.points[0] for discard in ev.discards] == sorted(
        (discard.points[0] for discard in ev.discards), reverse=True
    )
    best = ev.best
    assert best.points_riichi is not None
    assert best.points_riichi > best.points_silent
    for discard in ev.discards:
        for array in (discard.win, discard.tenpai, discard.points):
            assert array.shape == (13,)
            assert array.dtype == np.float32
        assert ((discard.win >= 0) & (discard.win + discard.tenpai <= 1 + 1e-5)).all()
    # Four tiles win in 12 draws of 121.
    chance = 1 - np.prod([(117 - i) / (121 - i) for i in range(12)])
    assert best.win[0] == pytest.approx(chance, abs=0.02)


def test_the_situation_counts() -> None:
    def points(**facts: Any) -> float:
        return float(fd.riichi.hand_ev(HAND, turn=6, **facts).best.points[0])

    base = points()
    assert points(seat_wind="E") > base
    assert points(honba=3, sticks=1) > base
    assert points(ron_rate=1.0) > points(ron=1.0, discarded="1z") >= base
    assert points(riichi=False) < base
    assert points(others=0.1) < base
    assert points(visible="1z2z") < base
    assert points(draws=3) < base
    assert fd.riichi.hand_ev("406p7789s1122z", melds=["777=z"]).best.points_riichi is None
    assert fd.riichi.hand_ev("19m406p7789s11122z", seats=3, nuki=1).draws == 17
    assert fd.riichi.hand_ev("123m406p778s1122z").best.tile is None
    assert not fd.riichi.hand_ev(HAND, reshape=False).reshapes


@pytest.mark.parametrize(
    ("hand", "facts", "message"),
    [
        ("123m406p778s112z", {}, "12 tiles"),
        ("11111m06p778s1122z", {}, "1m"),
        (HAND, {"visible": "1112z"}, "visible '1112z': a fifth 1z"),
        (HAND, {"turn": 99}, "99"),
        (HAND, {"turn": 18, "seat_wind": "N"}, "turn 18, expected 1 to 17"),
        (HAND, {"draws": 71}, "71"),
        (HAND, {"ron": -1.0}, "ron -1, expected 0 to 10"),
        (HAND, {"tenpai": float("nan")}, "tenpai_rate is nan"),
        (HAND, {"others": 2.0}, "others 2, expected 0 to 1"),
        (HAND, {"seats": 5}, "seats is 5"),
        (HAND, {"rules": "chess"}, "chess"),
        (HAND, {"seat_wind": "X"}, "seat_wind is 'X'"),
        (HAND, {"melds": ["123p"]}, "123p"),
        (HAND, {"seats": 3}, "2m"),
    ],
)
def test_bad_input_is_named(hand: str, facts: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        fd.riichi.hand_ev(hand, **facts)


def test_the_example_holds() -> None:
    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner()
    for test in finder.find(fd.riichi.hand_ev, globs={"hand_ev": fd.riichi.hand_ev}):
        runner.run(test)
    assert runner.tries > 0
    assert runner.failures == 0
