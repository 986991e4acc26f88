import os
import threading
from pathlib import Path

import facedown as fd
import numpy as np
import pytest

FOURTEEN = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc"
BOARD = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c"
OTHER = "Ah Ac 2h / 5c 5d 5h 8c 8h / Tc Td Th Js Jd"


def numbers(text: str) -> list[int]:
    return [13 * "cdhs".index(card[1]) + "A23456789TJQK".index(card[0]) for card in text.split()]


def test_fantasyland_is_set_with_rows_royalties_and_value() -> None:
    setting = fd.ofc.solve_fantasy(FOURTEEN, stay_value=10)
    cards = " ".join([setting.top, setting.middle, setting.bottom, setting.discards]).split()
    assert sorted(cards) == sorted(FOURTEEN.split())
    assert setting.stays
    assert setting.value == setting.royalties + 10
    jokers = fd.ofc.solve_fantasy("X X " + FOURTEEN, rules="joker-ultimate")
    assert jokers.royalties > setting.royalties


def test_a_batch_equals_single_hands() -> None:
    rng = np.random.default_rng(1)
    hands = np.array([rng.permutation(54)[:15] for _ in range(40)], np.uint8)
    found = fd.ofc.solve_fantasy_batch(hands, rules="joker-ultimate", stay_value=12, threads=2)
    assert found.rows.shape == hands.shape
    for row, size in enumerate([3, 5, 5, 2]):
        assert ((found.rows == row).sum(axis=1) == size).all()
    for hand, value, royalties in zip(hands, found.values, found.royalties, strict=True):
        names = [
            "X" if card > 51 else "A23456789TJQK"[card % 13] + "cdhs"[card // 13] for card in hand
        ]
        one = fd.ofc.solve_fantasy(" ".join(names), rules="joker-ultimate", stay_value=12)
        assert (one.value, one.royalties) == (value, royalties)
    assert fd.ofc.solve_fantasy_batch(np.empty((0, 14), np.uint8)).values.shape == (0,)


def test_street_four_is_exact() -> None:
    advice = fd.ofc.solve(fd.ofc.Position("Kd 2d 7s", board=BOARD))
    assert advice.exact
    assert advice.street == 4
    assert advice.placements[0].discard == "7s"
    values = [placement.ev for placement in advice.placements]
    assert values == sorted(values, reverse=True)
    assert advice.placements[0].rows is None
    against = fd.ofc.solve(fd.ofc.Position("Kd 2d 7s", board=BOARD, opponents=[OTHER]))
    assert against.exact
    assert against.placements[0].rows is not None


def test_the_first_street_is_searched() -> None:
    position = fd.ofc.Position("As Ad Kc 7h 2s")
    advice = fd.ofc.solve(position, iterations=1000, seed=3, threads=2)
    again = fd.ofc.solve(position, iterations=1000, seed=3, threads=1)
    assert advice.placements == again.placements
    assert not advice.exact
    assert len(advice.placements) == 232
    best = advice.placements[0]
    for ci, value in (
        (best.ci, best.ev),
        (best.foul_ci, best.foul),
        (best.fantasy_ci, best.fantasy),
        (best.royalties_ci, best.royalties),
    ):
        assert ci is not None
        assert ci[0] <= value <= ci[1]


@pytest.mark.usefixtures("given_up_only")
def test_the_interpreter_is_free_while_a_position_is_searched() -> None:
    begin, cancel = threading.Event(), threading.Event()

    def end() -> None:
        begin.wait()
        cancel.set()

    other = threading.Thread(target=end)
    other.start()
    position = fd.ofc.Position("As Ad Kc 7h 2s")
    begin.set()
    # The other thread has its turn only if the search gives up the interpreter.
    advice = fd.ofc.solve(position, iterations=10**5, threads=1, cancel=cancel)
    other.join()
    assert advice.stop == "cancelled"


def test_styles_of_opponents_are_inferred_on_request() -> None:
    theirs = "Ah / Kd Kc / 6h 6c > / 5d / 3h"
    position = fd.ofc.Position("Qd 8s 4c", board="Qs / 7c 7d 2h / 9s Ts Js", opponents=[theirs])
    plain = fd.ofc.solve(position, iterations=100, threads=1)
    assert plain.styles is None
    unordered = fd.ofc.Position(
        position.deal, board=position.board, opponents=["Ah / Kd Kc 5d / 6h 6c 3h"]
    )
    # Without the option the streets of cards change nothing.
    assert fd.ofc.solve(unordered, iterations=100, threads=1).placements == plain.placements
    # Aces on top over nothing: not what a cautious player does.
    past = [["Ad Ac / 2d / Js 9c > 7s / Th / > / 4s / 6d"]]
    styled = fd.ofc.solve(position, iterations=100, threads=1, infer_styles=True, past=past)
    assert styled.styles is not None
    (odds,) = styled.styles
    assert sorted(odds) == ["balanced", "bold", "careless", "cautious"]
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["cautious"] < 0.2
    with pytest.raises(ValueError, match=r"past\[0\]\[0\] 'Ad': 1 rows"):
        fd.ofc.solve(position, iterations=100, styles=True, past=[["Ad"]])
    with pytest.raises(ValueError, match="boards of 2 opponents: there are 1"):
        fd.ofc.solve(position, iterations=100, styles=True, past=[[past[0][0]], [past[0][0]]])


@pytest.mark.parametrize(
    ("position", "named"),
    [
        (fd.ofc.Position("Kc 2d 7s", board=BOARD), "Kc is there twice"),
        (fd.ofc.Position("Kd 2d 7s", board=BOARD, dead="9h"), "9h is there twice"),
        (fd.ofc.Position("K 2d 7s", board=BOARD), "in the deal, 'K': a card is a rank and a suit"),
        (fd.ofc.Position("Kd 2d 7s", board="Q / 8 / T"), "on the board, top row: 'Q'"),
        (fd.ofc.Position("Kd 2d 7s", board="Qs Qd 2s 3s / Kc / 9s 9d 9h 2c"), "top"),
        (
            fd.ofc.Position("Kd 3d 7s", board="Qs Qd 2s / Kc Kh 4d 4c 3s / 9s 9d 9h 2c 2d"),
            "finished",
        ),
        (fd.ofc.Position("X X X 2c 3c", rules="joker-ultimate"), "joker|X"),
        (fd.ofc.Position("2c 3c 4c 5c 6c", rules="deuce"), "'deuce'"),
        (fd.ofc.Position("2c 3c 4c 5c"), "4 cards dealt"),
    ],
)
def test_positions_that_cannot_be_are_named(position: fd.ofc.Position, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        fd.ofc.solve(position)


def test_hands_that_cannot_be_set_are_named() -> None:
    with pytest.raises(ValueError, match="12 cards"):
        fd.ofc.solve_fantasy("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h")
    with pytest.raises(ValueError, match="18 cards"):
        fd.ofc.solve_fantasy(FOURTEEN + " 4c 4d 4h 4s")
    with pytest.raises(ValueError, match="'ultimat'"):
        fd.ofc.solve_fantasy(FOURTEEN, rules="ultimat")
    with pytest.raises(ValueError, match="expected 0 to 53"):
        fd.ofc.solve_fantasy_batch(np.full((1, 14), 99, np.uint8))
    twice = np.array([numbers(FOURTEEN), [*numbers(FOURTEEN)[:13], numbers(FOURTEEN)[0]]], np.uint8)
    with pytest.raises(ValueError, match=r"cards\[1\]: Ah is there twice"):
        fd.ofc.solve_fantasy_batch(twice)
    with pytest.raises(ValueError, match="two axes"):
        fd.ofc.solve_fantasy_batch(np.zeros(14, np.uint8))
    with pytest.raises(ValueError, match="seconds"):
        fd.ofc.solve(fd.ofc.Position("2c 3c 4c 5c 6c"), seconds=0)


@pytest.mark.parametrize("cards", ["", "Ah", "Ah Ad Zz", "ah ad ac 1h", "X X X"])
def test_texts_that_are_no_cards_are_named(cards: str) -> None:
    with pytest.raises(ValueError, match=r"cards|card|rank|suit|joker|X"):
        fd.ofc.solve_fantasy(cards, rules="joker-ultimate")


def test_lower_case_cards_are_read() -> None:
    assert fd.ofc.solve_fantasy(FOURTEEN.lower()) == fd.ofc.solve_fantasy(FOURTEEN)
    lower = fd.ofc.Position("kd 2d 7s", board=BOARD.lower())
    placements = fd.ofc.solve(fd.ofc.Position("Kd 2d 7s", board=BOARD)).placements
    assert fd.ofc.solve(lower).placements == placements


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"seconds": -1.0}, "-1"),
        ({"seconds": float("nan")}, "nan"),
        ({"seconds": float("inf")}, "inf"),
        ({"iterations": 0}, "iterations is 0"),
        ({"iterations": -5}, "-5"),
        ({"iterations": 100, "threads": 100_000}, "100000"),
        ({"iterations": 100, "threads": -1}, "-1"),
        ({"iterations": 100, "fantasy_worth": [1.0]}, "fantasy_worth has 1 numbers"),
        ({"iterations": 100, "fantasyland_values": [1.0] * 6}, "fantasyland_values has 6 numbers"),
        ({"iterations": 100, "fantasy_worth": [float("nan")] * 5}, "nan|NaN"),
    ],
)
def test_absurd_options_are_named(options: dict[str, float], named: str) -> None:
    with pytest.raises((ValueError, OverflowError), match=named):
        fd.ofc.solve(fd.ofc.Position("2c 3c 4c 5c 6c"), **options)  # type: ignore[arg-type]


def test_the_book_of_the_package_is_there() -> None:
    book = fd.ofc.Book()
    assert book.info["rules"] == "standard"
    assert book.info["classes"] == 134_459
    assert "standard" in repr(book)


@pytest.mark.parametrize("pair", "A3456789TJQK")
def test_a_book_says_where_five_cards_go(pair: str) -> None:
    book = fd.ofc.Book()
    cards = f"{pair}c {pair}d 2h 2s 2c"
    found = book.lookup(cards)
    other = book.lookup(cards.translate(str.maketrans("cdhs", "shdc")))
    if found is None or other is None:
        assert found == other
        assert book.info["classes_done"] < book.info["classes"]
        return
    assert [card for card, _ in found.placed] == cards.split()
    assert {row for _, row in found.placed} <= {"top", "middle", "bottom"}
    assert sorted(found.board.replace("/", "").split()) == sorted(cards.split())
    assert (found.ev, found.behind) == (other.ev, other.behind)


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        ("", "0 cards"),
        ("As Kd 7h 7c", "4 cards, an opening has 5"),
        ("As Kd 7h 7c 2s 3s", "6 cards"),
        ("As Kd 7h 7c As", "As"),
        ("As Kd 7h 7c X", "X is not in the pack"),
        ("As Kd 7h 7c 1x", "'1x'"),
    ],
)
def test_openings_that_cannot_be_are_named(cards: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        fd.ofc.Book().lookup(cards)


def test_files_that_are_no_books_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        fd.ofc.Book(tmp_path / "nothing")
    other = tmp_path / "other"
    other.write_bytes(b"something else")
    with pytest.raises(ValueError, match="no opening book"):
        fd.ofc.Book(os.fspath(other))
