"""Shanten and acceptance: `riichi.shanten`, `riichi.ukeire`, `riichi.discards`."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._output import check_output
from facedown._riichi_tiles import KINDS, NAMES, Hands, hand_counts


class Forms(NamedTuple):
    """Shanten by the three forms of a complete hand; `None` if melds rule a form out."""

    standard: int
    """Four groups and a pair, melds counted as groups."""
    seven_pairs: int | None
    """Seven different pairs."""
    thirteen_orphans: int | None
    """The thirteen terminals and honours, one of them twice."""


class Discard(NamedTuple):
    """A discard, and the acceptance of the hand after it."""

    tile: str
    """The kind that is discarded."""
    shanten: int
    """The shanten after it."""
    accepts: tuple[str, ...]
    """The kinds that lower the shanten, including those with no tile left."""
    left: int
    """The number of tiles left of them."""


@overload
def shanten(
    counts: str, seats: int = 4, *, out: None = None, threads: int | None = None
) -> int: ...
@overload
def shanten(
    counts: Hands,
    seats: int = 4,
    *,
    out: npt.NDArray[np.int8] | None = None,
    threads: int | None = None,
) -> npt.NDArray[np.int8]: ...
def shanten(
    counts: str | Hands,
    seats: int = 4,
    *,
    out: npt.NDArray[np.int8] | None = None,
    threads: int | None = None,
) -> int | npt.NDArray[np.int8]:
    """Returns the shanten number of each hand: -1 complete, 0 tenpai; `int8[...]`.

    It is the least over the standard form, seven pairs and thirteen orphans; `forms` returns each.
    With three `seats` there are no 2m-8m.

    >>> shanten("123m456p789s11122z")
    -1
    >>> shanten(["147m147p147s1234z", "1z"])
    array([6, 0], dtype=int8)

    `out` is a C-contiguous `int8` array of the hands' shape to write to; it is returned.
    `threads` limits the number of threads; by default the library chooses it.
    Raises `ValueError` that names an invalid hand, and leaves `out` unchanged.
    """
    array = hand_counts(counts)
    check_output(out, array.shape[:-1], np.int8)
    result = np.empty(array.shape[:-1], np.int8)
    _native.riichi_shanten(array, result, seats, threads)
    if out is not None:
        np.copyto(out, result)
        return out
    if isinstance(counts, str):
        return int(result)
    return result if result.ndim else result[()]


def forms(hand: str | npt.NDArray[Any] | Sequence[int], seats: int = 4) -> Forms:
    """Returns the shanten of one hand by form.

    >>> forms("1122m3344p5566s7z")
    Forms(standard=3, seven_pairs=0, thirteen_orphans=10)
    """
    array = hand_counts(hand)
    if array.ndim != 1:
        raise ValueError(f"a hand of shape {array.shape}: expected (34,)")
    return Forms(*_native.riichi_forms(array.tolist(), seats))


def ukeire(
    counts: str | Hands,
    visible: str | Hands | None = None,
    seats: int = 4,
    *,
    threads: int | None = None,
) -> tuple[npt.NDArray[np.bool_], Any]:
    """Returns the acceptance (*ukeire*) of each hand: improving kinds and tiles left.

    For hands before a draw (13 tiles, and 3 fewer for each meld): `bool[..., 34]`, the kinds that
    lower the shanten, and `uint8[...]`, the number of tiles left of them. For hands after a draw
    (14 tiles) the same for each discard, compared with the shanten after it: `bool[..., 34, 34]`
    and `uint8[..., 34]`, by kind of the discard; kinds that are not held have no draws.

    `visible` counts all tiles that the seat sees, *its own hand included*, in the shape of
    `counts` or one that is broadcast to it; without it only the hand is seen. A kind that is seen
    four times still counts as accepted.

    >>> kinds, left = ukeire("123m406p789s1122z")
    >>> np.flatnonzero(kinds).tolist(), int(left)
    ([27, 28], 4)
    >>> int(ukeire("123m406p789s1122z", visible="123m406p789s1122z 1z")[1])
    3
    """
    array = hand_counts(counts)
    seen = None if visible is None else _visible(visible, array.shape)
    shape = array.shape[:-1]
    first = array.reshape(-1, KINDS)[:1].sum(dtype=np.int64)
    if int(first) % 3 == 2:
        kinds = np.zeros((*shape, KINDS, KINDS), np.uint8)
        left = np.zeros((*shape, KINDS), np.uint8)
        _native.riichi_discards(array, seen, kinds, left, seats, threads)
    else:
        kinds = np.zeros((*shape, KINDS), np.uint8)
        left = np.zeros(shape, np.uint8)
        _native.riichi_acceptance(array, seen, kinds, left, seats, threads)
    return kinds.view(np.bool_), left if left.ndim else left[()]


def discards(
    hand: str | npt.NDArray[Any] | Sequence[int],
    visible: str | Hands | None = None,
    seats: int = 4,
) -> list[Discard]:
    """Returns every discard of a hand of 14 tiles (3 fewer for each meld), the best first.

    The best has the lowest shanten, then the most tiles left; `visible` is as in `ukeire`.

    >>> discards("123m406p7789s1122z")[0]
    Discard(tile='7s', shanten=0, accepts=('1z', '2z'), left=4)
    """
    array = hand_counts(hand)
    if array.ndim != 1:
        raise ValueError(f"a hand of shape {array.shape}: expected (34,)")
    if int(array.sum(dtype=np.int64)) % 3 != 2:
        tiles = int(array.sum(dtype=np.int64))
        raise ValueError(f"{tiles} tiles: after a draw a hand has 14, and 3 fewer for each meld")
    kinds, left = ukeire(array, visible, seats)
    held = np.flatnonzero(array)
    after = shanten(array - np.eye(KINDS, dtype=np.uint8)[held], seats)
    found = [
        Discard(NAMES[kind], int(away), tuple(NAMES[k] for k in np.flatnonzero(kinds[kind])), n)
        for kind, away, n in zip(held.tolist(), after, left[held].tolist(), strict=True)
    ]
    return sorted(found, key=lambda discard: (discard.shanten, -discard.left))


def _visible(visible: str | Hands, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    array = hand_counts(visible, "visible")
    try:
        return np.require(np.broadcast_to(array, shape), requirements=["C"])
    except ValueError:
        text = f"visible has shape {array.shape}: expected {shape} or one that fits it"
        raise ValueError(text) from None
