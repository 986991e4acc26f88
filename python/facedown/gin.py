"""Gin rummy's arithmetic: deadwood, melds and layoffs, exact and fast.

A hand is at most eleven cards. Functions of one hand take it as text or as a number (see
`facedown.cards`). Functions of many hands take an array of any shape as well: `uint64` with one
number for each hand, or `bool` with a last axis of 52; contiguous arrays are read where they are.

>>> best_melds("5s 6s 7s, 7c 7d 7h, Kd, 2c").melds
('7c 7d 7h', '5s 6s 7s')
>>> import numpy as np
>>> min_deadwood(np.array([0b111, 0b1011], dtype=np.uint64))
array([0, 7], dtype=uint8)

Melds also have ids, for programs that search over them: the 65 sets and the 120 runs of
three to five cards; a longer run is two of them side by side. `MELD_MASKS`, `MELD_POINTS`,
`MELD_SIZES` and `MELD_COMPAT` describe them, `valid_melds` says which of them a hand holds.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown import _openspiel as openspiel
from facedown._hands import Hands, to_array, to_masks
from facedown._output import check_output, length
from facedown.cards import Cards, to_mask

__all__ = [
    "MAX_CARDS",
    "MELD_COMPAT",
    "MELD_MASKS",
    "MELD_POINTS",
    "MELD_SIZES",
    "NOT_HELD",
    "Defence",
    "Layoff",
    "Melds",
    "all_best_melds",
    "best_defence",
    "best_melds",
    "deadwood_after_discards",
    "hand_points",
    "min_deadwood",
    "openspiel",
    "random_hands",
    "valid_melds",
]

MAX_CARDS: int = _native.GIN_MAX_CARDS
"""The most cards a hand has: ten and the one just drawn."""

NOT_HELD: int = _native.GIN_NOT_HELD
"""The value of cards that are not held in `deadwood_after_discards`."""


class Melds(NamedTuple):
    """A hand grouped into melds and loose cards."""

    deadwood: int
    """The points of the loose cards."""
    melds: tuple[Cards, ...]
    """Sets and runs, ascending as numbers."""
    loose: Cards
    """The cards in no meld."""


class Layoff(NamedTuple):
    """A card laid off on a meld of the knocker."""

    card: Cards
    """The card."""
    onto: int
    """The index of the meld among the knocker's melds."""


class Defence(NamedTuple):
    """A defender's answer to a knock."""

    deadwood: int
    """The points that remain."""
    melds: tuple[Cards, ...]
    """The defender's own melds."""
    layoffs: tuple[Layoff, ...]
    """The cards laid off, in an order in which they can be laid off one by one."""
    loose: Cards
    """The cards neither melded nor laid off."""


@overload
def min_deadwood(hands: str | int, out: None = None, threads: int | None = None) -> int: ...
@overload
def min_deadwood(
    hands: Hands, out: npt.NDArray[np.uint8] | None = None, threads: int | None = None
) -> npt.NDArray[np.uint8]: ...
def min_deadwood(
    hands: str | int | Hands,
    out: npt.NDArray[np.uint8] | None = None,
    threads: int | None = None,
) -> int | npt.NDArray[np.uint8]:
    """Returns the least deadwood of each hand: the points outside melds, melded best.

    All cards count, also the eleventh; `deadwood_after_discards` has the deadwood after a discard.

    >>> min_deadwood("5s 6s 7s, 7c 7d, Kd")
    21
    >>> min_deadwood(["As 2s 3s", "Kd"])
    array([ 0, 10], dtype=uint8)

    `out` is a C-contiguous `uint8` array of the hands' shape to write to; it is returned.
    `threads` limits the number of threads; by default the library chooses it.
    Raises `ValueError` that names an invalid hand, and leaves `out` unchanged.
    """
    array = to_array(hands)
    is_flags = array.dtype == np.bool_
    shape = array.shape[:-1] if is_flags else array.shape
    check_output(out, shape, np.uint8)
    # The kernel finds a bad hand while it writes, so the caller's array is filled last.
    result = np.empty(shape, np.uint8)
    if is_flags:
        _native.gin_min_deadwood_flags(array.view(np.uint8), result, threads)
    else:
        _native.gin_min_deadwood(array, result, threads)
    if out is None:
        return _unwrapped(hands, result)
    np.copyto(out, result)
    return out


def deadwood_after_discards(
    hands: str | int | Hands,
    out: npt.NDArray[np.uint8] | None = None,
    threads: int | None = None,
) -> npt.NDArray[np.uint8]:
    """Returns the least deadwood after each possible discard, by card: `uint8[..., 52]`.

    Cards that are not held have `NOT_HELD`, 255. `out` and `threads` are as in `min_deadwood`.

    >>> after = deadwood_after_discards("As 2s 3s Kd 9c")
    >>> held = np.flatnonzero(after != NOT_HELD).tolist()
    >>> {str(Cards(1 << card)): int(after[card]) for card in held}
    {'9c': 10, 'Kd': 9, 'As': 24, '2s': 23, '3s': 22}
    """
    masks = to_masks(hands)
    shape = (*masks.shape, 52)
    check_output(out, shape, np.uint8)
    result = np.empty(shape, np.uint8) if out is None else out
    _native.gin_deadwood_after_discards(masks, result, threads)
    return result


def best_melds(hand: str | int) -> Melds:
    """Returns the best grouping of a hand.

    Of several with the least deadwood it is the first of `all_best_melds`.

    >>> best_melds("5s 6s 7s, 7c 7d 7h, Kd")
    Melds(deadwood=10, melds=('7c 7d 7h', '5s 6s 7s'), loose='Kd')
    """
    return _melds(_native.gin_best_melds(to_mask(hand)))


def all_best_melds(hand: str | int) -> list[Melds]:
    """Returns all groupings of a hand with the least deadwood, best first.

    A long run counts whole and in its parts. First comes the grouping on which the fewest cards
    outside the hand could be laid off directly, then the fewest melds, then the smallest melds as
    numbers.

    >>> [grouping.melds for grouping in all_best_melds("2h 3h 4h 5h 6h 7h")]
    [('2h 3h 4h 5h 6h 7h',), ('2h 3h 4h', '5h 6h 7h')]
    """
    return [_melds(found) for found in _native.gin_all_best_melds(to_mask(hand))]


def best_defence(hand: str | int, knocker_melds: Iterable[str | int]) -> Defence:
    """Returns the defender's best answer to a knock: own melds and layoffs chosen together.

    Runs grow as cards are laid off. Of equal answers it is the one with the fewest layoffs.

    >>> answer = best_defence("8s 9s Kc", ["5s 6s 7s"])
    >>> answer.deadwood
    10
    >>> answer.layoffs
    (Layoff(card='8s', onto=0), Layoff(card='9s', onto=0))
    """
    knocker = [to_mask(meld) for meld in knocker_melds]
    own, layoffs = _native.gin_best_defence(to_mask(hand), knocker)
    melds = _melds(own)
    laid = tuple(Layoff(Cards(1 << card), onto) for card, onto in layoffs)
    return Defence(melds.deadwood, melds.melds, laid, melds.loose)


@overload
def hand_points(hands: str | int) -> int: ...
@overload
def hand_points(hands: Hands) -> npt.NDArray[np.uint8]: ...
def hand_points(hands: str | int | Hands) -> int | npt.NDArray[np.uint8]:
    """Returns the points of all cards of each hand, melded or not.

    >>> hand_points("As 9c Td Kh")
    30
    """
    masks = to_masks(hands)
    result = np.empty(masks.shape, np.uint8)
    _native.gin_hand_points(masks, result)
    return _unwrapped(hands, result)


def valid_melds(hands: str | int | Hands) -> npt.NDArray[np.bool_]:
    """Returns which of the 185 melds each hand holds: `bool[..., 185]`.

    >>> held = valid_melds("5s 6s 7s 8s, 8c 8d")
    >>> [str(Cards(int(mask))) for mask in _MELDS[held]]
    ['8c 8d 8s', '5s 6s 7s', '6s 7s 8s', '5s 6s 7s 8s']
    """
    masks = to_masks(hands)
    result = np.empty((*masks.shape, len(_MELDS)), np.uint8)
    _native.gin_valid_melds(masks, result)
    return result.view(np.bool_)


def random_hands(n: int, seed: int, cards: int = 10) -> npt.NDArray[np.uint64]:
    """Deals n hands of `cards` cards, each from a full pack: `uint64[n]`.

    A seed deals the same hands on every machine; the first of n hands are those of a smaller n.
    It runs without the GIL; Ctrl-C ends it within milliseconds.

    >>> hands = random_hands(1000, seed=1)
    >>> int(min_deadwood(hands).min()), int(min_deadwood(hands).max())
    (15, 88)
    """
    hands = np.empty(length("n", n), np.uint64)
    _native.gin_random_hands(seed, cards, hands)
    return hands


def _unwrapped(
    hands: str | int | Hands, result: npt.NDArray[np.uint8]
) -> int | npt.NDArray[np.uint8]:
    """Returns one number for one hand: Python's for text and numbers, NumPy's for arrays."""
    if isinstance(hands, (str, int)):
        return int(result)
    return result if result.ndim else result[()]


def _melds(found: tuple[int, list[int], int]) -> Melds:
    deadwood, melds, loose = found
    return Melds(deadwood, tuple(map(Cards, melds)), Cards(loose))


def _constant(values: Any, dtype: type) -> npt.NDArray[Any]:
    array: npt.NDArray[Any] = np.array(values, dtype=dtype)
    array.flags.writeable = False
    return array


_MELDS = _constant([mask for mask, _ in _native.gin_melds()], np.uint64)

MELD_MASKS: npt.NDArray[np.uint8] = _constant(
    _MELDS[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1), np.uint8
)
"""The cards of each meld as 0 and 1: (185, 52)."""

MELD_POINTS: npt.NDArray[np.uint8] = _constant([p for _, p in _native.gin_melds()], np.uint8)
"""The points of each meld: (185,)."""

MELD_SIZES: npt.NDArray[np.uint8] = _constant(MELD_MASKS.sum(axis=1), np.uint8)
"""The number of cards of each meld: (185,)."""

MELD_COMPAT: npt.NDArray[np.bool_] = _constant(_MELDS[:, None] & _MELDS == 0, np.bool_)
"""Whether two melds share no card: (185, 185)."""
