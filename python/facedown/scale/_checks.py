"""Checks of arguments, and the optional packages."""

from collections.abc import Iterable
from importlib import import_module
from operator import index
from types import ModuleType
from typing import Any

from facedown._output import shown

__all__ = ["address_text", "integer", "parquet", "pyarrow", "ray", "texts"]

_SEEDS = 1 << 64


def integer(name: str, value: Any, low: int = 0, below: int = _SEEDS) -> int:
    """Returns an integer of a range; raises `TypeError` or `ValueError` with its name."""
    if isinstance(value, bool):
        raise TypeError(f"{name} is {shown(value)}: expected an integer")
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} is {shown(value)}: expected an integer") from None
    if not low <= number < below:
        most = "2**64 - 1" if below == _SEEDS else below - 1
        raise ValueError(f"{name} is {number}: expected {low} to {most}")
    return number


def texts(name: str, value: Any) -> tuple[str, ...]:
    """Returns a tuple of texts; a single text is an error, not a list of letters."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{name} is {shown(value)}: expected a list of texts")
    found = tuple(value)
    for item in found:
        if not isinstance(item, str):
            raise TypeError(f"{name} holds {shown(item)}: expected texts")
    return found


def address_text(value: Any) -> str | None:
    """Returns an address, or `None`."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"address is {shown(value)}: expected a text")
    return value


def pyarrow() -> ModuleType:
    """Imports pyarrow, which writes and reads Parquet."""
    return _optional("pyarrow", "parquet")


def parquet() -> ModuleType:
    """Imports `pyarrow.parquet`."""
    pyarrow()
    return import_module("pyarrow.parquet")


def ray() -> ModuleType:
    """Imports Ray."""
    return _optional("ray", "ray")


def _optional(module: str, extra: str) -> ModuleType:
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{module} is not installed: pip install 'facedown[{extra}]' ({error})"
        ) from error
