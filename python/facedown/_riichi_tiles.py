"""Riichi tiles as text, ids and counts by kind: `riichi.parse`, `riichi.format`."""

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._output import shown

KINDS = 34

Hands: TypeAlias = npt.NDArray[Any] | Sequence[Any]
"""Many hands: counts with a last axis of 34, or a list of texts."""

Tiles: TypeAlias = str | Iterable[str | int]
"""Tiles as text, or one by one: texts and ids."""


def parse(text: str) -> npt.NDArray[np.uint8]:
    """Counts the tiles of each kind in a text: `uint8[34]`. Red fives count as fives.

    >>> np.flatnonzero(parse("406p1z")).tolist()
    [12, 13, 14, 27]
    """
    return np.frombuffer(_native.riichi_counts(text), np.uint8).copy()


def format(counts: npt.NDArray[Any] | Sequence[int]) -> str:
    """Returns the notation of counts by kind.

    >>> format(parse("1z 645p"))
    '456p1z'
    """
    array = hand_counts(counts)
    if array.ndim != 1:
        raise ValueError(f"counts of shape {array.shape}: expected (34,)")
    return _native.riichi_format_counts(array.tolist())


def format_ids(ids: Iterable[int]) -> str:
    """Returns the notation of tile ids, in their order.

    >>> format_ids([16, 17, 108])
    '05m1z'
    """
    return _native.riichi_format_ids([index(number) for number in ids])


def tiles_text(tiles: Tiles) -> str:
    """Joins tiles to one text."""
    if isinstance(tiles, str):
        return tiles
    return " ".join(tile if isinstance(tile, str) else format_ids([tile]) for tile in tiles)


HAND_NAMES = {"tiles": "hand", "win.tile": "win_tile", "win": "", "ev": ""}
"""The arguments of functions of a hand, by the fields of `riichi/hand`."""

_WINDS = {
    name: wind
    for wind, names in {
        "E": "e east 1z",
        "S": "s south 2z",
        "W": "w west 3z",
        "N": "n north 4z",
    }.items()
    for name in names.split()
}


def wind(name: str, text: str) -> str:
    """Returns the letter of a wind."""
    found = _WINDS.get(text.lower()) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f"{name} is {shown(text)}: expected E, S, W or N")
    return found


def hand_counts(hands: str | Hands, name: str = "counts") -> npt.NDArray[np.uint8]:
    """Converts hands to an aligned array in C order: `uint8[..., 34]`."""
    if isinstance(hands, str):
        return parse(hands)
    if isinstance(hands, (list, tuple)) and _has_text(hands):
        return _from_texts(hands, name)
    array = np.asarray(hands)
    if array.dtype != np.uint8:
        array = _narrowed(array, name)
    if array.shape[-1:] != (KINDS,):
        raise ValueError(f"{name} of shape {array.shape}: expected a last axis of 34")
    return np.require(array, requirements=["C", "A"])


def _has_text(items: Any) -> bool:
    """Returns whether the first leaf of a nested list is a text."""
    while isinstance(items, (list, tuple)) and items:
        items = items[0]
    return isinstance(items, str)


def _from_texts(hands: Sequence[Any], name: str) -> npt.NDArray[np.uint8]:
    items = np.asarray(hands, dtype=object)
    counts = np.empty((*items.shape, KINDS), np.uint8)
    for place, item in np.ndenumerate(items):
        try:
            counts[place] = np.frombuffer(_native.riichi_counts(item), np.uint8)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{name}[{', '.join(map(str, place))}]: {error}") from None
    return counts


def _narrowed(array: npt.NDArray[Any], name: str) -> npt.NDArray[np.uint8]:
    """Converts integers of another type; raises `ValueError` for anything that is not a count."""
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} of dtype {array.dtype}: expected uint8[..., 34]")
    wrong = np.argwhere((array < 0) | (array > 255))
    if len(wrong):
        place = tuple(wrong[0].tolist())
        raise ValueError(f"{name}[{', '.join(map(str, place))}] is {array[place]}: expected 0 to 4")
    return array.astype(np.uint8)


NAMES = [format_ids([4 * kind + 1]) for kind in range(KINDS)]
"""The names of the kinds."""
