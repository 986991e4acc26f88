"""Conversion of hands to arrays for the kernel."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from facedown.cards import to_mask

Hands: TypeAlias = npt.NDArray[np.uint64] | npt.NDArray[np.bool_] | np.uint64 | Sequence[Any]
"""Many hands: an array, or a list of single hands."""


def to_array(hands: str | int | Hands) -> npt.NDArray[Any]:
    """Converts hands to an aligned array in C order: `uint64`, or `bool` with a last axis of 52."""
    if isinstance(hands, (str, int)):
        return np.array(to_mask(hands), np.uint64)
    if isinstance(hands, (list, tuple)):
        array = _from_list(hands)
    else:
        array = np.require(hands, requirements=["C", "A", "E"])
    if array.dtype == np.uint64:
        return array
    if array.dtype != np.bool_:
        raise ValueError(f"hands of dtype {array.dtype}: expected uint64, or bool[..., 52]")
    if array.shape[-1:] != (52,):
        raise ValueError(f"bool hands of shape {array.shape}: expected a last axis of 52")
    return array


def _from_list(hands: list[Any] | tuple[Any, ...]) -> npt.NDArray[Any]:
    """Converts a list of hands, each as text or as a number, or of 52 booleans."""
    items = np.asarray(hands, dtype=object)
    if items.size and all(isinstance(item, (bool, np.bool_)) for item in items.flat):
        return items.astype(np.bool_)
    masks = np.empty(items.shape, np.uint64)
    for place, item in np.ndenumerate(items):
        try:
            masks[place] = to_mask(item)
        except (TypeError, ValueError) as error:
            raise ValueError(f"hands[{', '.join(map(str, place))}]: {error}") from None
    return masks


def to_masks(hands: str | int | Hands) -> npt.NDArray[np.uint64]:
    """Returns the hands as numbers."""
    array = to_array(hands)
    if array.dtype == np.bool_:
        return np.asarray(array.dot(np.uint64(1) << np.arange(52, dtype=np.uint64)))
    return array
