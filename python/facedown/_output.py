"""Checks of the caller's output arrays."""

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["check_output"]


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
