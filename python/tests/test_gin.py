import threading
from typing import Any

import facedown as fd
import numpy as np
import numpy.typing as npt
import pytest
from deals import ALL_MELDS, brute_force, flags, meld_rich_hands, points, random_hands
from facedown import _native

TWELVE = (1 << 12) - 1


def test_min_deadwood_equals_brute_force() -> None:
    for hands in (random_hands(300, 10), random_hands(100, 11), meld_rich_hands(300)):
        expected = [brute_force(hand) for hand in hands.tolist()]
        assert fd.gin.min_deadwood(hands).tolist() == expected


@pytest.mark.parametrize("n", [100_000, pytest.param(1_000_000, marks=pytest.mark.conformance)])
def test_min_deadwood_equals_openspiel(n: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    openspiel = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    # OpenSpiel's suits are in the order s c d h.
    number = [(13 * (card // 13 + 1) + card % 13) % 52 for card in range(52)]
    hands = np.concatenate([random_hands(n), meld_rich_hands(n // 10, most=10)])
    cards = [[number[card] for card in np.flatnonzero(row)] for row in flags(hands)]
    expected = [openspiel.min_deadwood(hand) for hand in cards]
    assert fd.gin.min_deadwood(hands).tolist() == expected


@pytest.mark.parametrize("shape", [(), (0,), (24,), (2, 12), (2, 3, 4), (3, 0, 2), (1, 1, 1, 24)])
def test_arrays_of_any_shape_have_results_of_that_shape(shape: tuple[int, ...]) -> None:
    hands = random_hands(int(np.prod(shape))).reshape(shape)
    expected = [brute_force(hand) for hand in hands.ravel().tolist()]
    for given in (hands, flags(hands)):
        found = fd.gin.min_deadwood(given)
        assert found.dtype == np.uint8
        assert found.shape == shape
        assert found.ravel().tolist() == expected


def test_one_hand_may_be_text_or_a_number() -> None:
    for hand in ("As 2s 3s Kd", fd.cards.parse("As 2s 3s Kd")):
        found = fd.gin.min_deadwood(hand)
        assert found == 10
        assert type(found) is int
        assert fd.gin.hand_points(hand) == 16


def test_lists_are_hands_too() -> None:
    hands = [["As 2s 3s", "Kd"], [0, 0b1011]]
    assert fd.gin.min_deadwood(hands).tolist() == [[0, 10], [0, 7]]
    assert fd.gin.min_deadwood([[True] * 3 + [False] * 49]).tolist() == [0]
    assert fd.gin.min_deadwood([]).shape == (0,)


def test_arrays_in_any_layout_are_read() -> None:
    hands = random_hands(600).reshape(20, 30)
    expected = fd.gin.min_deadwood(hands)
    unaligned = np.frombuffer(b"x" + hands.tobytes(), np.uint8)[1:].view(np.uint64)
    assert not unaligned.flags.aligned
    assert (fd.gin.min_deadwood(hands.T) == expected.T).all()
    assert (fd.gin.min_deadwood(hands[::-2, ::3]) == expected[::-2, ::3]).all()
    assert (fd.gin.min_deadwood(np.asfortranarray(hands)) == expected).all()
    assert (fd.gin.min_deadwood(unaligned) == expected.ravel()).all()
    assert (fd.gin.min_deadwood(flags(hands)[:, ::2]) == expected[:, ::2]).all()
    frozen = hands.copy()
    frozen.flags.writeable = False
    assert (fd.gin.min_deadwood(frozen) == expected).all()


def test_bytes_that_are_no_booleans_are_named() -> None:
    hands = flags(random_hands(50))
    hands.view(np.uint8)[7, 3] = 255
    with pytest.raises(ValueError, match=r"hands\[7\].*255"):
        fd.gin.min_deadwood(hands)


def test_contiguous_arrays_are_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[npt.NDArray[Any]] = []
    monkeypatch.setattr(_native, "gin_min_deadwood", lambda h, o, t: seen.append(h))
    monkeypatch.setattr(_native, "gin_min_deadwood_flags", lambda h, o, t: seen.append(h))
    for hands in (random_hands(10), flags(random_hands(10))):
        fd.gin.min_deadwood(hands)
        assert np.shares_memory(seen.pop(), hands)


def test_results_do_not_depend_on_threads() -> None:
    hands = random_hands(100_000, 11)
    expected = fd.gin.min_deadwood(hands, threads=1)
    for threads in (None, 2, 3, 64):
        assert (fd.gin.min_deadwood(hands, threads=threads) == expected).all()
        assert (fd.gin.min_deadwood(flags(hands), threads=threads) == expected).all()
    after = fd.gin.deadwood_after_discards(hands, threads=1)
    for threads in (None, 2, 64):
        assert (fd.gin.deadwood_after_discards(hands, threads=threads) == after).all()


def test_many_callers_at_once_get_their_own_answers() -> None:
    batches = [random_hands(20_000, seed=seed) for seed in range(4)]
    expected = [fd.gin.min_deadwood(hands, threads=1) for hands in batches]
    found: list[npt.NDArray[np.uint8] | None] = [None] * 4

    def work(i: int) -> None:
        for _ in range(20):
            found[i] = fd.gin.min_deadwood(batches[i])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for got, wanted in zip(found, expected, strict=True):
        assert got is not None
        assert (got == wanted).all()


def test_out_is_filled_and_returned() -> None:
    hands = random_hands(100).reshape(4, 25)
    out = np.zeros((4, 25), np.uint8)
    assert fd.gin.min_deadwood(hands, out=out) is out
    assert (out == fd.gin.min_deadwood(hands)).all()
    assert fd.gin.min_deadwood(flags(hands), out) is out
    after = np.zeros((4, 25, 52), np.uint8)
    assert fd.gin.deadwood_after_discards(hands, out=after) is after
    assert (after == fd.gin.deadwood_after_discards(hands)).all()
    one = np.zeros((), np.uint8)
    assert fd.gin.min_deadwood(np.uint64(0b1011), out=one) is one
    assert one == 7


def bad_outputs() -> list[tuple[Any, str]]:
    frozen = np.zeros(6, np.uint8)
    frozen.flags.writeable = False
    return [
        (np.zeros(6, np.int8), "int8"),
        (np.zeros(6, np.uint64), "uint64"),
        (np.zeros(5, np.uint8), r"\(5,\)"),
        (np.zeros((6, 1), np.uint8), r"\(6, 1\)"),
        (np.zeros(12, np.uint8)[::2], "contiguous"),
        (frozen, "read-only"),
    ]


@pytest.mark.parametrize(("out", "named"), bad_outputs())
def test_a_bad_out_is_refused(out: Any, named: str) -> None:
    before = out.copy()
    with pytest.raises(ValueError, match=named):
        fd.gin.min_deadwood(random_hands(6), out=out)
    assert (out == before).all()


def test_out_may_not_be_the_memory_of_the_hands() -> None:
    memory = np.zeros(60, np.uint8)
    hand, out = memory[:8].view(np.uint64)[0:1], memory[8 - 1 : 59].reshape(1, 52)
    with pytest.raises(ValueError, match="shares its memory"):
        fd.gin.deadwood_after_discards(hand, out=out)
    assert not memory.any()


def test_out_must_be_an_array() -> None:
    with pytest.raises(TypeError, match="list"):
        fd.gin.min_deadwood(random_hands(1), out=[0])  # type: ignore[call-overload]


@pytest.mark.parametrize("bad", [TWELVE, 1 << 52, (1 << 64) - 1])
@pytest.mark.parametrize("place", [0, 1, 77_777, 99_999])
def test_a_bad_hand_is_named_and_nothing_is_written(bad: int, place: int) -> None:
    hands = random_hands(100_000)
    hands[place] = bad
    hands = hands.reshape(1000, 100)
    named = rf"hands\[{place // 100}, {place % 100}\].*({bad:#x}|12 cards)"
    out = np.full(hands.shape, 42, np.uint8)
    with pytest.raises(ValueError, match=named):
        fd.gin.min_deadwood(hands, out=out)
    with pytest.raises(ValueError, match=named):
        fd.gin.min_deadwood(hands, out=out, threads=1)
    assert (out == 42).all()
    after = np.full((*hands.shape, 52), 42, np.uint8)
    with pytest.raises(ValueError, match=named):
        fd.gin.deadwood_after_discards(hands, out=after)
    assert (after == 42).all()
    with pytest.raises(ValueError, match=named):
        fd.gin.hand_points(hands)
    with pytest.raises(ValueError, match=named):
        fd.gin.valid_melds(hands)


def test_a_bad_hand_of_flags_is_named() -> None:
    hands = flags(random_hands(12).reshape(3, 4))
    hands[2, 1] = True
    out = np.full((3, 4), 42, np.uint8)
    with pytest.raises(ValueError, match=r"hands\[2, 1\].*52 cards"):
        fd.gin.min_deadwood(hands, out=out)
    assert (out == 42).all()


@pytest.mark.parametrize(
    ("hands", "named"),
    [
        (np.zeros(3, np.int64), "int64"),
        (np.zeros(3, np.uint32), "uint32"),
        (np.zeros((3, 52), np.uint8), "uint8"),
        (np.zeros(3, np.float64), "float64"),
        (np.zeros(3, ">u8"), ">u8"),
        (np.zeros(3, np.bool_), r"\(3,\)"),
        (np.zeros((52, 3), np.bool_), r"\(52, 3\)"),
        (np.zeros((), np.bool_), r"\(\)"),
        (None, "object"),
        (1.5, "float64"),
        (["As", "9x"], r"hands\[1\].*9x"),
        ([0, -1], r"hands\[1\].*-0x1"),
        ([[1, 2], [3, 1 << 70]], r"hands\[1, 1\]"),
        ([[1, 2], [3]], r"hands\[0\]"),
        ([0, 1.5], r"hands\[1\].*float"),
        ("As As", "As is there twice"),
        ("Zs", "Zs"),
        (-1, "-0x1"),
        (1 << 52, "0x10000000000000"),
        (TWELVE, "12 cards"),
        ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", "12 cards"),
    ],
)
def test_what_is_not_hands_is_a_value_error(hands: Any, named: str) -> None:
    for function in (fd.gin.min_deadwood, fd.gin.deadwood_after_discards, fd.gin.hand_points):
        with pytest.raises(ValueError, match=named):
            function(hands)


@pytest.mark.parametrize("threads", [0, -1])
def test_a_bad_number_of_threads_is_named(threads: int) -> None:
    with pytest.raises(ValueError, match=str(threads)):
        fd.gin.min_deadwood(random_hands(2), threads=threads)


def test_deadwood_after_discards_equals_each_discard() -> None:
    hands = np.concatenate([random_hands(200, 11), meld_rich_hands(300)])
    after = fd.gin.deadwood_after_discards(hands)
    assert after.shape == (500, 52)
    assert after.dtype == np.uint8
    left = hands[:, None] & ~(np.uint64(1) << np.arange(52, dtype=np.uint64))
    expected = np.where(flags(hands), fd.gin.min_deadwood(left), fd.gin.NOT_HELD)
    assert (after == expected).all()
    assert (fd.gin.deadwood_after_discards(flags(hands)) == expected).all()
    assert fd.gin.deadwood_after_discards(int(hands[0])).tolist() == expected[0].tolist()


def test_best_melds_group_the_hand() -> None:
    for hand in meld_rich_hands(300).tolist() + random_hands(100, 11).tolist():
        best = fd.gin.best_melds(hand)
        deadwood, melds, loose = best
        assert deadwood == brute_force(hand) == points(loose.mask)
        assert all(meld.mask in ALL_MELDS for meld in melds)
        assert sum(meld.mask for meld in melds) + loose.mask == hand
        every = fd.gin.all_best_melds(hand)
        assert every[0] == best
        assert len(set(every)) == len(every)
        assert all(points(found.loose.mask) == deadwood for found in every)


def test_melds_print_as_cards() -> None:
    best = fd.gin.best_melds("3s 4s 5s Kd")
    assert best.deadwood == 10
    assert [str(meld) for meld in best.melds] == ["3s 4s 5s"]
    assert str(best.loose) == "Kd"
    assert repr(best) == "Melds(deadwood=10, melds=('3s 4s 5s',), loose='Kd')"
    assert fd.gin.best_melds("") == fd.gin.Melds(0, (), fd.cards.Cards())


@pytest.mark.parametrize("function", [fd.gin.best_melds, fd.gin.all_best_melds])
@pytest.mark.parametrize(
    ("hand", "named"),
    [(TWELVE, "12 cards"), (1 << 52, "0x1"), (-1, "-0x1"), ("As As", "twice"), ("9x", "9x")],
)
def test_a_bad_single_hand_is_named(function: Any, hand: str | int, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        function(hand)


def test_a_number_that_is_no_integer_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        fd.gin.best_melds(1.5)  # type: ignore[arg-type]


def test_best_defence_lays_off_on_growing_runs() -> None:
    knocker = ["5s 6s 7s", "Kc Kd Kh"]
    answer = fd.gin.best_defence("8s 9s Ts, Ks, Tc Td, 4s, 2c 2d 9h", knocker)
    assert answer.deadwood == 13
    assert {(layoff.card, layoff.onto) for layoff in answer.layoffs} == {
        ("8s", 0), ("9s", 0), ("4s", 0), ("Ks", 1)
    }  # fmt: skip
    assert answer.melds == ("Tc Td Ts",)
    assert answer.loose == "2c 2d 9h"
    nothing = fd.gin.best_defence("Kd", [])
    assert nothing.layoffs == ()
    assert nothing.deadwood == 10


@pytest.mark.parametrize(
    ("hand", "melds", "named"),
    [
        ("As", ["5s 6s"], r"knocker_melds\[0\].*5s 6s"),
        ("As", [""], r"knocker_melds\[0\]"),
        ("As", ["5s 6s 7s", "7c 7d 8h"], r"knocker_melds\[1\].*7c 7d 8h"),
        ("5s", ["5s 6s 7s"], "5s is in the hand"),
        ("As", ["5s 6s 7s", "7c 7d 7s"], "7s is in the hand or in another meld"),
        ("As", ["Qs Ks As"], r"knocker_melds\[0\].*As Qs Ks"),
        ("As", ["Kc Ad 2d"], r"knocker_melds\[0\]"),
        ("As", [(1 << 13) - 1], "13 cards"),
        ("9x", [], "9x"),
    ],
)
def test_melds_that_are_none_are_named(hand: str, melds: list[str | int], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        fd.gin.best_defence(hand, melds)


def test_the_tables_describe_185_melds() -> None:
    gin = fd.gin
    assert gin.MELD_MASKS.shape == (185, 52)
    assert gin.MELD_MASKS.dtype == np.uint8
    assert gin.MELD_POINTS.shape == gin.MELD_SIZES.shape == (185,)
    assert gin.MELD_COMPAT.shape == (185, 185)
    assert gin.MELD_COMPAT.dtype == np.bool_
    masks = [sum(1 << card for card in np.flatnonzero(row).tolist()) for row in gin.MELD_MASKS]
    assert set(masks) == {meld for meld in ALL_MELDS if meld.bit_count() <= 5}
    assert gin.MELD_SIZES.tolist() == [mask.bit_count() for mask in masks]
    assert gin.MELD_POINTS.tolist() == [points(mask) for mask in masks]
    assert gin.MELD_COMPAT.tolist() == [[not a & b for b in masks] for a in masks]
    with pytest.raises(ValueError, match="read-only"):
        gin.MELD_POINTS[0] = 1


def test_valid_melds_and_hand_points_follow_the_spec() -> None:
    hands = np.concatenate([random_hands(200, 11), meld_rich_hands(300)]).reshape(5, 100)
    held = flags(hands)
    expected = (held[..., None, :] >= fd.gin.MELD_MASKS).all(axis=-1)
    for given in (hands, held):
        assert (fd.gin.valid_melds(given) == expected).all()
        found = fd.gin.hand_points(given)
        assert found.dtype == np.uint8
        assert found.tolist() == [[points(hand) for hand in row] for row in hands.tolist()]
    assert fd.gin.valid_melds("5s 6s 7s 8s, 8c 8d").sum() == 4
