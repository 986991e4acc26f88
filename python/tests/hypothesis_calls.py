"""What a call may do: return, or raise an exception of Python's own kinds with a short message."""

import contextlib
import importlib
import inspect
from collections.abc import Callable
from typing import Any

from facedown._output import shown

ALLOWED = (ValueError, TypeError, LookupError, OverflowError, OSError, ImportError, RuntimeError)
MOST = 1500
"""The most characters of a message: what is wrong is repeated in part."""


class Misbehaviour(AssertionError):  # noqa: N818
    """A call that ended in another way than documented."""


def check(name: str, function: Callable[..., Any], args: list[Any], more: dict[str, Any]) -> Any:
    """Makes a call and returns its result, or the exception if it is of the expected kind."""
    try:
        return function(*args, **more)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        called = ", ".join([*map(shown, args), *(f"{key}={shown(v)}" for key, v in more.items())])
        call = f"{name}({called})"
        # A package that the call needs may be missing, its own exceptions are its own affair.
        if not isinstance(error, ALLOWED) or isinstance(error, RecursionError):
            raise Misbehaviour(f"{call}: {type(error).__name__}: {shown(str(error))}") from error
        if not str(error).strip():
            raise Misbehaviour(f"{call}: {type(error).__name__} without a message") from error
        if len(str(error)) > MOST:
            raise Misbehaviour(f"{call}: a message of {len(str(error))} characters") from error
        return error


def public_functions(module: str) -> dict[str, Callable[..., Any]]:
    """Returns the functions of a module that users may call, by name."""
    found = importlib.import_module(module)
    names = getattr(found, "__all__", None) or []
    every = {}
    for name in names:
        # A module whose package is not installed is imported on use; its tests skip.
        with contextlib.suppress(ImportError):
            every[name] = getattr(found, name)
    return {
        name: value
        for name, value in every.items()
        if callable(value) and not inspect.ismodule(value) and not hasattr(value, "__origin__")
    }
