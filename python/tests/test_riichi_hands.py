import threading
from typing import Any

import facedown as fd
import numpy as np
import numpy.typing as npt
import pytest
from facedown import _native
from facedown.riichi import discards, format, format_ids, forms, parse, shanten, ukeire

Counts = npt.NDArray[np.uint8]


def random_hands(n: int, tiles: int, seed: int = 1, kinds: int = 34) -> Counts:
    """Hands of so many tiles from a pack of so many kinds: the fewer, the nearer to complete."""
    rng = np.random.default_rng(seed)
    packs = rng.permuted(np.tile(np.arange(4 * kinds), (n, 1)), axis=1)[:, :tiles] // 4
    hands = np.zeros((n, 34), np.uint8)
    np.add.at(hands, (np.arange(n)[:, None], packs), 1)
    return hands


def all_hands(n: int) -> Counts:
    """Hands of all sizes, far from complete and near."""
    sizes = [s for s in range(1, 15) if s % 3]
    parts = [
        random_hands(n, size, seed=size, kinds=kinds) for size in sizes for kinds in (7, 11, 34)
    ]
    return np.concatenate(parts)


@pytest.mark.parametrize("n", [300, pytest.param(20_000, marks=pytest.mark.conformance)])
def test_shanten_equals_that_of_pypi_mahjong(n: int) -> None:
    module = pytest.importorskip("mahjong.shanten", reason="mahjong is not installed")
    hands = all_hands(n)
    assert (hands == 4).any(axis=1).sum() > n // 2  # no hand may count on a fifth copy
    found = shanten(hands).tolist()
    calculate = module.Shanten.calculate_shanten
    for hand, mine in zip(hands.tolist(), found, strict=True):
        assert mine == calculate(hand), format(hand)


def brute_ukeire(hand: list[int], seen: list[int]) -> tuple[list[bool], int]:
    """The kinds that lower the shanten, by trying them all."""
    before = int(shanten(np.array(hand, np.uint8)))
    lower = []
    for kind in range(34):
        after = list(hand)
        after[kind] += 1
        held_four = hand[kind] == 4
        lower.append(not held_four and int(shanten(np.array(after, np.uint8))) < before)
    return lower, sum(4 - seen[k] for k in range(34) if lower[k])


@pytest.mark.parametrize("tiles", [13, 10, 4])
def test_ukeire_of_hands_before_a_draw_is_what_trying_every_tile_gives(tiles: int) -> None:
    hands = np.concatenate([random_hands(60, tiles, kinds=kinds) for kinds in (9, 34)])
    seen = np.minimum(hands + random_hands(len(hands), 40, seed=2), 4).astype(np.uint8)
    for visible in (None, seen):
        kinds, left = ukeire(hands, visible)
        assert kinds.shape == (120, 34)
        assert kinds.dtype == np.bool_
        assert left.dtype == np.uint8
        for i, hand in enumerate(hands.tolist()):
            lower, count = brute_ukeire(hand, (hands if visible is None else seen)[i].tolist())
            assert (kinds[i].tolist(), int(left[i])) == (lower, count), format(hand)


@pytest.mark.parametrize("tiles", [14, 8])
def test_ukeire_of_hands_after_a_draw_is_that_after_each_discard(tiles: int) -> None:
    hands = random_hands(200, tiles, kinds=12).reshape(4, 50, 34)
    seen = np.minimum(hands + parse("19m19p1234z"), 4).astype(np.uint8)
    kinds, left = ukeire(hands, seen)
    assert kinds.shape == (4, 50, 34, 34)
    assert left.shape == (4, 50, 34)
    assert not kinds[hands == 0].any()
    assert not left[hands == 0].any()
    rows = np.argwhere(hands > 0)
    after = hands[rows[:, 0], rows[:, 1]] - np.eye(34, dtype=np.uint8)[rows[:, 2]]
    expected, count = ukeire(after, seen[rows[:, 0], rows[:, 1]])
    # A tile that was discarded is still one of the four seen.
    assert (kinds[hands > 0] == expected).all()
    assert (left[hands > 0] == count).all()


def test_discards_are_sorted_best_first() -> None:
    found = discards("123m406p7789s1122z", visible="123m406p7789s1122z1z")
    assert found[0] == ("7s", 0, ("1z", "2z"), 3)
    assert len(found) == 11
    assert found == sorted(found, key=lambda d: (d.shanten, -d.left))
    with pytest.raises(ValueError, match="13 tiles"):
        discards("123m406p778s1122z")


@pytest.mark.parametrize("shape", [(), (0,), (24,), (2, 12), (2, 3, 4), (3, 0, 2)])
def test_arrays_of_any_shape_have_results_of_that_shape(shape: tuple[int, ...]) -> None:
    hands = random_hands(max(int(np.prod(shape)), 0), 13).reshape(*shape, 34)
    found = shanten(hands)
    assert found.shape == shape
    assert found.dtype == np.int8
    assert found.ravel().tolist() == [shanten(format(hand)) for hand in hands.reshape(-1, 34)]
    kinds, left = ukeire(hands)
    assert (kinds.shape, left.shape) == ((*shape, 34), shape)


def test_arrays_in_any_layout_and_of_any_whole_numbers_are_read() -> None:
    hands = random_hands(600, 13).reshape(20, 30, 34)
    expected = shanten(hands)
    assert (shanten(hands[::-2, ::3]) == expected[::-2, ::3]).all()
    assert (shanten(np.asfortranarray(hands)) == expected).all()
    assert (shanten(hands.astype(np.int64)) == expected).all()
    assert (shanten(hands.tolist()) == expected).all()
    frozen = hands.copy()
    frozen.flags.writeable = False
    assert (shanten(frozen) == expected).all()


def test_contiguous_arrays_are_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[npt.NDArray[Any]] = []
    monkeypatch.setattr(_native, "riichi_shanten", lambda c, o, s, t: seen.append(c))
    hands = random_hands(10, 13)
    shanten(hands)
    assert np.shares_memory(seen.pop(), hands)


def test_results_do_not_depend_on_threads() -> None:
    hands = random_hands(20_000, 13)
    expected, (kinds, left) = shanten(hands, threads=1), ukeire(hands, threads=1)
    for threads in (None, 2, 3, 64):
        assert (shanten(hands, threads=threads) == expected).all()
        again = ukeire(hands, threads=threads)
        assert (again[0] == kinds).all()
        assert (again[1] == left).all()


def test_many_callers_at_once_get_their_own_answers() -> None:
    batches = [random_hands(9_000, 13, seed=seed) for seed in range(4)]
    expected = [shanten(hands, threads=1) for hands in batches]
    found: list[npt.NDArray[np.int8] | None] = [None] * 4

    def work(i: int) -> None:
        for _ in range(10):
            found[i] = shanten(batches[i])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for got, wanted in zip(found, expected, strict=True):
        assert got is not None
        assert (got == wanted).all()


def test_out_is_filled_and_returned() -> None:
    hands = random_hands(100, 13).reshape(4, 25, 34)
    out = np.zeros((4, 25), np.int8)
    assert shanten(hands, out=out) is out
    assert (out == shanten(hands)).all()


def bad_outputs() -> list[tuple[Any, str]]:
    frozen = np.zeros(6, np.int8)
    frozen.flags.writeable = False
    return [
        (np.zeros(6, np.uint8), "uint8"),
        (np.zeros(5, np.int8), r"\(5,\)"),
        (np.zeros(12, np.int8)[::2], "contiguous"),
        (frozen, "read-only"),
    ]


@pytest.mark.parametrize(("out", "named"), bad_outputs())
def test_a_bad_out_is_refused(out: Any, named: str) -> None:
    before = out.copy()
    with pytest.raises(ValueError, match=named):
        shanten(random_hands(6, 13), out=out)
    assert (out == before).all()


@pytest.mark.parametrize("place", [0, 1, 15_555, 19_999])
@pytest.mark.parametrize("threads", [None, 1, 3])
def test_a_bad_hand_is_named_and_nothing_is_written(place: int, threads: int | None) -> None:
    hands = random_hands(20_000, 13)
    hands[place] = parse("1111m")
    hands[place, 0] = 5
    hands = hands.reshape(200, 100, 34)
    named = rf"counts\[{place // 100}, {place % 100}\].*5 tiles 1m"
    out = np.full(hands.shape[:-1], 42, np.int8)
    with pytest.raises(ValueError, match=named):
        shanten(hands, out=out, threads=threads)
    assert (out == 42).all()
    with pytest.raises(ValueError, match=named):
        ukeire(hands, threads=threads)


def test_of_several_bad_hands_the_first_is_named() -> None:
    hands = random_hands(20_000, 13)
    hands[[7_000, 12_000, 19_999]] = 0
    with pytest.raises(ValueError, match=r"counts\[7000\]: 0 tiles"):
        shanten(hands, threads=4)


@pytest.mark.parametrize(
    ("hands", "named"),
    [
        (np.zeros(34, np.float64), "float64"),
        (np.zeros((3, 33), np.uint8), r"\(3, 33\)"),
        (np.zeros((), np.uint8), r"\(\)"),
        (np.full((2, 34), -1), r"counts\[0, 0\] is -1"),
        (np.full((2, 34), 256), r"counts\[0, 0\] is 256"),
        (np.zeros(34, np.uint8), "counts: 0 tiles"),
        ("123m456p789s112233z", "15 tiles"),
        ("11111m", "'11111m': 5 tiles 1m"),
        ("1x", "'1x'"),
        (["123m4z", "12345m9x"], r"counts\[1\]: '12345m9x'"),
        (["123m4z", 3], r"counts\[1\]"),
        (None, "object"),
    ],
)
def test_what_is_not_hands_is_a_value_error(hands: Any, named: str) -> None:
    for function in (shanten, ukeire):
        with pytest.raises(ValueError, match=named):
            function(hands)


def test_hands_before_and_after_a_draw_do_not_mix() -> None:
    hands = np.stack([parse("123m456p789s1122z"), parse("123m456p789s11222z")])
    with pytest.raises(ValueError, match=r"counts\[1\]: 14 tiles"):
        ukeire(hands)
    with pytest.raises(ValueError, match=r"counts\[1\]: 13 tiles"):
        ukeire(hands[::-1])


def test_bad_visible_tiles_are_named() -> None:
    hand = "123m456p789s1122z"
    with pytest.raises(ValueError, match=r"1m.*include the hand"):
        ukeire(hand, visible="9m")
    with pytest.raises(ValueError, match=r"visible has shape \(3, 34\)"):
        ukeire(hand, visible=np.zeros((3, 34), np.uint8))
    five = parse(hand)
    five[33] = 5
    with pytest.raises(ValueError, match="5 tiles 7z"):
        ukeire(hand, visible=five)


def test_three_seats_have_no_middle_characters() -> None:
    assert shanten("19m123p456p789s11z", seats=4) == shanten("19m123p456p789s11z", seats=3) == 1
    kinds, left = ukeire("19m123p456p789s11z", seats=3)
    assert np.flatnonzero(kinds).tolist() == [0, 8, 27]
    assert left == 8
    assert ukeire("19m123p456p789s11z")[1] > left
    with pytest.raises(ValueError, match="2m"):
        shanten("22m123p456p789s11z", seats=3)
    with pytest.raises(ValueError, match="seats is 5"):
        shanten("1z", seats=5)


@pytest.mark.parametrize("threads", [0, -1])
def test_a_bad_number_of_threads_is_named(threads: int) -> None:
    with pytest.raises(ValueError, match=str(threads)):
        shanten(random_hands(2, 13), threads=threads)


def test_one_hand_may_be_text() -> None:
    found = shanten("123m456p789s11222z")
    assert found == -1
    assert type(found) is int
    assert forms("19m19p19s1234567z") == (8, 6, 0)
    assert forms("1z") == (0, None, None)
    with pytest.raises(ValueError, match="shape"):
        forms(random_hands(2, 13))


def test_tiles_are_read_and_written() -> None:
    for hand in random_hands(100, 13):
        assert (parse(format(hand)) == hand).all()
    assert parse("5mr5p E").nonzero()[0].tolist() == [4, 13, 27]
    assert parse("1z").flags.writeable
    assert format_ids(range(4)) == "1111m"
    assert format_ids([16, 52, 88, 135]) == "0m0p0s7z"
    with pytest.raises(ValueError, match="136"):
        format_ids([136])
    with pytest.raises(ValueError, match="-1"):
        format_ids([-1])
    with pytest.raises(ValueError, match="shape"):
        format(random_hands(2, 13))
    assert fd.riichi.__name__ == "facedown.riichi"
