"""Checks of arguments, and of the caller's output arrays."""

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["check_output", "dtype_of", "length", "real", "shown"]

_MOST = 80


def shown(value: object) -> str:
    """Returns the beginning of a value's `repr` on one line, for messages."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no integers of more than 4,300 digits
        text = f"<{type(value).__name__}>"
    text = " ".join(text.split("\n"))
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"


def real(name: str, value: Any) -> float:
    """Returns a number as a float; a `ValueError` names one that is too large, or a text that is
    none."""
    try:
        return float(value)
    except (OverflowError, ValueError):
        raise ValueError(
            f"{name} is {shown(value)}: expected a number that float64 can hold"
        ) from None


def dtype_of(given: Any) -> np.dtype[Any]:
    """Returns a data type; what NumPy cannot understand is a `TypeError` that names it."""
    try:
        found: np.dtype[Any] = np.dtype(given)
    except TypeError:
        raise TypeError(f"dtype is {shown(given)}: not a data type of NumPy") from None
    return found


def length(name: str, value: Any) -> int:
    """Returns the length of an array; one that no array can have is a `ValueError`."""
    count = index(value)
    if not 0 <= count < 2**48:
        raise ValueError(f"{name} is {shown(value)}: expected at least 0 and fewer than 2**48")
    return count


def check_output(
    out: npt.NDArray[Any] | None, shape: tuple[int, ...], dtype: npt.DTypeLike
) -> None:
    """Raises an error unless `out` is `None` or an array that can be written to."""
    if out is None:
        return
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is a {type(out).__name__}: expected a NumPy array")
    if out.dtype != dtype:
        raise ValueError(f"out has dtype {out.dtype}: expected {np.dtype(dtype)}")
    if out.shape != shape:
        raise ValueError(f"out has shape {out.shape}: expected {shape}")
    if not out.flags.c_contiguous:
        raise ValueError("out is not C-contiguous")
    if not out.flags.writeable:
        raise ValueError("out is read-only")
