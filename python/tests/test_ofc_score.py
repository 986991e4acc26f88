import pickle
import signal
import threading
from itertools import combinations
from typing import Any, Literal

import facedown as fd
import numpy as np
import numpy.typing as npt
import pytest
from ofc_slow import evaluate

MINE = "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h"
THEIRS = "As Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d"
FOURTEEN = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc"
FIRST = fd.ofc.Position("As Ad Kc 7h 2s")
STREET_3 = fd.ofc.Position("Qd 8s 4c", board="Qs / 7c 7d 2h / 9s Ts Js")


def boards(count: int, cards: int, seed: int) -> npt.NDArray[np.uint8]:
    """Returns boards of which many are legal: stronger cards below."""
    rng = np.random.default_rng(seed)
    dealt = np.array([rng.permutation(cards)[:13] for _ in range(count)], np.uint8)
    for board in dealt:
        ranks = np.where(board < 52, (board.astype(int) + 12) % 13, 20)
        order = np.argsort(ranks, kind="stable")
        board[:] = board[order]
        # Some pairs, so that there are royalties.
        if rng.random() < 0.5:
            board[[7, 12]] = board[[12, 7]]
    return dealt


evaluate_placement: Any = fd.ofc.evaluate_placement


def rows(dealt: npt.NDArray[np.uint8]) -> Any:
    return [dealt[..., :3], dealt[..., 3:8], dealt[..., 8:]]


def made(count: int, seed: int) -> npt.NDArray[np.uint8]:
    """Returns boards that are set well, by taking those of Fantasyland apart."""
    rng = np.random.default_rng(seed)
    hands = np.array([rng.permutation(52)[:14] for _ in range(count)], np.uint8)
    found = fd.ofc.solve_fantasy_batch(hands, stay_value=12)
    out = np.empty((count, 13), np.uint8)
    for i in range(count):
        parts = [hands[i][found.rows[i] == row] for row in range(3)]
        out[i] = np.concatenate(parts)
    return out


def check(dealt: npt.NDArray[np.uint8], found: fd.ofc.Evaluations, foul_cost: float = 6) -> None:
    for i, board in enumerate(dealt):
        top, middle, bottom = (part.tolist() for part in rows(board))
        slow = evaluate(top, middle, bottom)
        if slow is None:
            assert found.foul[i]
            assert (found.royalties[i], found.fantasy[i], found.stays[i]) == (0, 0, False)
            assert found.values[i] == -foul_cost
            continue
        royalties, queens, _, stays = slow
        assert not found.foul[i]
        assert (found.royalties[i], found.fantasy[i]) == (royalties, 14 if queens else 0), board
        assert found.stays[i] == stays
        assert found.values[i] == royalties + (12.5 if stays else 0)


def test_arrays_equal_a_slow_evaluator() -> None:
    dealt = np.concatenate([boards(400, 52, 1), made(400, 2)])
    found = evaluate_placement(*rows(dealt), stay_value=12.5, threads=3)
    check(dealt, found)
    assert 100 < found.foul.sum() < 700
    assert found.stays.any()
    assert found.fantasy.any()
    one = evaluate_placement(*rows(dealt), stay_value=12.5, threads=1)
    assert all((a == b).all() for a, b in zip(found, one, strict=True))


def test_any_leading_shape_is_taken() -> None:
    dealt = made(24, 3).reshape(2, 3, 4, 13)
    found = evaluate_placement(*rows(dealt))
    assert found.values.shape == (2, 3, 4)
    flat = evaluate_placement(*rows(dealt.reshape(24, 13)))
    assert (found.values.reshape(-1) == flat.values).all()
    empty = evaluate_placement(*rows(np.empty((0, 13), np.uint8)))
    assert empty.values.shape == (0,)


def test_jokers_equal_a_slow_evaluator() -> None:
    rng = np.random.default_rng(4)
    dealt: list[npt.NDArray[np.uint8]] = []
    while len(dealt) < 12:
        board = boards(1, 52, int(rng.integers(1 << 30)))[0]
        board[rng.integers(13)] = 52
        dealt.append(board)
    given = np.array(dealt)
    rules = {"rules": "joker-ultimate", "stay_value": 12.5}
    found = evaluate_placement(*rows(given), **rules)
    for i, board in enumerate(given):
        slow = evaluate(*(part.tolist() for part in rows(board)))
        assert found.foul[i] == (slow is None), board
        if slow is not None:
            assert found.royalties[i] == slow[0], board


def test_a_placement_has_the_value_of_the_solver() -> None:
    for rules, cards in [("standard", 14), ("ultimate", 14), ("progressive", 14)]:
        setting = fd.ofc.solve_fantasy(FOURTEEN, rules)
        value = evaluate_placement(setting.top, setting.middle, setting.bottom, rules, cards=cards)
        assert value == setting.value
        assert (value.royalties, value.stays) == (setting.royalties, setting.stays)
        assert pickle.loads(pickle.dumps(value)) == value
        assert pickle.loads(pickle.dumps(value)).royalties == value.royalties


def test_the_search_of_the_specification_finds_the_best_placement() -> None:
    # The innermost loops of `solve_with_policy_network`, for one top row.
    hand = ["As", "Ks", "Qs", "Js", "Ts", "9h", "9d", "9c", "2h", "2d", "5c", "5d", "7h"]
    top = ["5c", "5d", "7h"]
    remaining = [card for card in hand if card not in top]
    best_score, best_placement = -float("inf"), None
    for middle in combinations(remaining, 5):
        bottom = [card for card in remaining if card not in middle]
        score = evaluate_placement(top, middle, bottom)
        if score > best_score:
            best_score, best_placement = score, (top, list(middle), bottom)
    assert best_placement is not None
    assert set(best_placement[2]) == {"As", "Ks", "Qs", "Js", "Ts"}
    assert best_score == fd.ofc.solve_fantasy(" ".join(hand)).value


def test_placements_are_texts_or_ids() -> None:
    text = evaluate_placement("Qs Qd 7c", "9c 9d 9h 2s 3s", "4h 5h 6h 7h 8h")
    lists = evaluate_placement(
        ["Qs", "Qd", "7c"], ["9c", "9d", "9h", "2s", "3s"], ["4h", "5h", "6h", "7h", "8h"]
    )
    ids = evaluate_placement([50, 24, 6], [8, 21, 34, 40, 41], [29, 30, 31, 32, 33])
    assert text == lists == ids
    assert (text.royalties, text.foul, text.fantasy, text.stays) == (24, False, 14, True)
    rows = ("Qs Qd 7c", "9c 9d 9h 2s 3s", "4h 5h 6h 7h 8h")
    assert evaluate_placement(*rows, stay_value=0) == 24
    assert repr(text) == repr(ids)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (("Qs Qd", "9c 9d 9h 2s 3s", "4h 5h 6h 7h 8h"), "top has 2 cards: expected 3"),
        (("Qs Qd 9c", "9c 9d 9h 2s 3s", "4h 5h 6h 7h 8h"), "9c is there twice"),
        (("Qs Qd Zc", "9c 9d 9h 2s 3s", "4h 5h 6h 7h 8h"), "Zc"),
        (("Qs Qd X", "9c 9d 9h 2s 3s", "4h 5h 6h 7h 8h"), "X is not in the pack"),
        (([50, 24, 99], [8, 21, 34, 40, 41], [29, 30, 31, 32, 33]), "top holds 99"),
        (([50, 24, -1], [8, 21, 34, 40, 41], [29, 30, 31, 32, 33]), "top holds -1"),
        (([50, 24, 52], [8, 21, 34, 40, 41], [29, 30, 31, 32, 33]), "no card 52, expected 0 to 51"),
        (([50, 24, 8], [8, 21, 34, 40, 41], [29, 30, 31, 32, 33]), r"middle\[0, 0\]: 9c is there"),
        (([50, 24], [8, 21, 34, 40, 41], [29, 30, 31, 32, 33]), r"top has shape \(2,\)"),
    ],
)
def test_placements_that_cannot_be_are_named(given: tuple[str, str, str], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        evaluate_placement(*given)


def test_arrays_that_cannot_be_are_named() -> None:
    good = rows(made(5, 6))
    with pytest.raises(ValueError, match=r"middle has shape \(4, 5\): expected \(5, 5\)"):
        evaluate_placement(good[0], good[1][:4], good[2])
    bad = [part.copy() for part in good]
    bad[2][3, 4] = bad[0][3, 0]
    with pytest.raises(ValueError, match=r"bottom\[3, 4\]: \w\w is there twice"):
        evaluate_placement(*bad, threads=2)
    with pytest.raises(ValueError, match="bottom has dtype float64"):
        evaluate_placement(good[0], good[1], good[2].astype(float))
    for options, named in [
        ({"stay_value": -1.0}, "stay_value is -1"),
        ({"stay_value": float("nan")}, "stay_value is NaN"),
        ({"cards": 12}, "cards is 12"),
        ({"threads": 0}, "threads is 0"),
        ({"rules": "none"}, "'none'"),
    ]:
        with pytest.raises(ValueError, match=named):
            evaluate_placement(*good, **options)  # type: ignore[arg-type]


def test_boards_are_scored_with_hands_and_points() -> None:
    found = fd.ofc.score([MINE, THEIRS])
    first, second = found.boards
    assert [row.hand for row in first.rows] == [
        "pair of queens (7)",
        "three nines (3 2)",
        "straight flush to the eight",
    ]
    assert (first.foul, first.royalties, first.fantasy, first.stays) == (False, 24, 14, True)
    assert (first.points, second.points) == (24, -24)
    (pair,) = found.pairs
    assert pair == fd.ofc.PairScore((0, 1), (1, 1, 1), 3, 18, 24)
    assert fd.ofc.score(MINE).boards[0].points is None
    open_board = fd.ofc.score(["Qs Qd 7c / 9c 9d / ", THEIRS])
    assert open_board.pairs == ()
    assert not open_board.boards[0].complete
    assert open_board.boards[0].rows[0].royalties == 7
    assert open_board.boards[0].rows[1].hand is None


def test_boards_that_cannot_be_scored_are_named() -> None:
    for given, named in [
        ([MINE, "7c / /"], "7c is there twice, on board 1 and on board 2"),
        (["2c 3c 4c 5c / /"], r"boards\[0\] '2c 3c 4c 5c / /': 4 cards in the top row"),
        ([MINE, "2c 3c"], r"boards\[1\] '2c 3c': 1 rows"),
        ([], "0 boards"),
    ]:
        with pytest.raises(ValueError, match=named):
            fd.ofc.score(given)
    with pytest.raises(ValueError, match="'none'"):
        fd.ofc.score(MINE, rules="none")


def test_progress_gets_the_answer_so_far_and_can_end_the_search() -> None:
    seen: list[fd.ofc.Advice] = []

    def report(advice: fd.ofc.Advice) -> bool:
        seen.append(advice)
        return len(seen) < 3

    advice = fd.ofc.solve(FIRST, iterations=10**9, threads=1, progress=report, every=0.001)
    assert advice.stop == "cancelled"
    assert len(seen) == 3
    assert all(len(report.placements) == 232 and report.solved is None for report in seen)
    assert seen[0].stop == "still running"


def test_an_exact_street_reports_its_share_and_keeps_an_answer() -> None:
    shares: list[float] = []

    def report(advice: fd.ofc.Advice) -> bool:
        assert advice.placements == ()
        assert advice.solved is not None
        shares.append(advice.solved)
        return False

    advice = fd.ofc.solve(STREET_3, exact=True, threads=1, progress=report, every=0.001)
    assert len(shares) == 1
    assert 0 <= shares[0] < 1
    assert advice.stop == "cancelled"
    assert not advice.exact
    assert advice.placements[0].visits == 1


def test_an_event_ends_the_search() -> None:
    event = threading.Event()
    event.set()
    advice = fd.ofc.solve(FIRST, iterations=10**9, threads=1, cancel=event)
    assert advice.stop == "cancelled"
    assert len(advice.placements) == 232


def test_an_error_in_progress_is_raised() -> None:
    def report(advice: fd.ofc.Advice) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        fd.ofc.solve(FIRST, iterations=10**9, threads=1, progress=report, every=0.001)


@pytest.mark.usefixtures("given_up_only")
def test_ctrl_c_keeps_the_answer() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored

    def interrupted(interrupt: Literal["raise", "answer"]) -> fd.ofc.Advice:
        begin = threading.Event()

        def send() -> None:
            begin.wait()
            signal.raise_signal(signal.SIGINT)

        other = threading.Thread(target=send)
        other.start()
        begin.set()
        # The other thread has its turn when the search gives up the interpreter.
        try:
            return fd.ofc.solve(FIRST, iterations=10**9, threads=1, interrupt=interrupt)
        finally:
            other.join()

    with pytest.raises(KeyboardInterrupt) as caught:
        interrupted("raise")
    answer = caught.value.answer  # type: ignore[attr-defined]
    assert answer.stop == "cancelled"
    assert len(answer.placements) == 232
    assert interrupted("answer").stop == "cancelled"
    with pytest.raises(ValueError, match="interrupt is 'no'"):
        fd.ofc.solve(FIRST, seconds=1, interrupt="no")  # type: ignore[arg-type]


def test_search_parameters_are_options() -> None:
    plain = fd.ofc.solve(FIRST, iterations=300, threads=1)
    leaf = fd.ofc.solve(FIRST, iterations=300, threads=2, parallel="leaf")
    assert leaf.placements == plain.placements
    few = fd.ofc.solve(FIRST, iterations=300, threads=1, candidates=5)
    assert sum(placement.visits > 0 for placement in few.placements) == 5
    small = fd.ofc.solve(FIRST, iterations=100_000, threads=1, memory=1 << 20)
    assert small.stop == "the memory was used up"
    for options, named in [
        ({"candidates": 0}, "candidates is 0"),
        ({"candidates": -1}, "candidates is -1"),
        ({"memory": 5}, "memory is 5"),
        ({"memory": 1 << 70}, "memory is"),
        ({"parallel": "tree"}, "parallel is 'tree'"),
        ({"pruning_margin": -1.0}, "pruning_margin is -1"),
        ({"confidence_margin": float("nan")}, "confidence_margin is nan"),
        ({"pruning_visits": -1}, "pruning_visits is -1"),
        ({"every": 0}, "every is 0"),
    ]:
        with pytest.raises(ValueError, match=named):
            fd.ofc.solve(FIRST, iterations=100, **options)  # type: ignore[arg-type]


def test_classic_dealing_is_solved() -> None:
    late = fd.ofc.Position("2d", board="Qs Qd / Kc Kh 4d 4c / 9s 9d 9h 2c", rules="classic")
    advice = fd.ofc.solve(late)
    assert advice.exact
    assert advice.street == 7
    assert advice.placements[0].placed == (("2d", "bottom"),)
    assert advice.placements[0].discard is None
    first = fd.ofc.Position("As Ad Kc 7h 2s", rules="classic")
    advice = fd.ofc.solve(first, iterations=500, threads=1)
    assert (advice.street, advice.exact, len(advice.placements)) == (1, False, 232)
