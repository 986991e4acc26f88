"""Policies of one's own: callables, batched policies and networks wherever a bot's name stands."""

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from os import PathLike, fspath
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._native import View
from facedown._output import shown

__all__ = ["Batched", "Player", "batched", "is_name", "resolve"]

ViewPolicy: TypeAlias = Callable[[View], SupportsIndex | str]
"""A policy that takes a view and returns an action, by its id or its text."""

ArrayPolicy: TypeAlias = Callable[[npt.NDArray[Any], npt.NDArray[np.uint8]], npt.ArrayLike]
"""A policy that takes observations and action masks of many decisions and returns action ids."""

_IMPORTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")

# Name, form, object, encoder and dtype.
_Resolved = tuple[str, str, Any, str | None, Any]


@dataclass(frozen=True)
class Batched:
    """A policy that decides by arrays, for many seats at once; `batched` makes one."""

    function: ArrayPolicy
    encoder: str | None = None
    dtype: Any = np.uint8
    name: str | None = None

    def __call__(
        self, observations: npt.NDArray[Any], masks: npt.NDArray[np.uint8]
    ) -> npt.NDArray[np.int64]:
        """Returns the ids of the actions, checked."""
        ids = np.asarray(self.function(observations, masks))
        if ids.ndim != 1 or (ids.dtype.kind not in "iu" and len(ids) > 0):
            raise ValueError(
                f"it returned {ids.dtype}{list(ids.shape)}: expected {len(masks)} integers"
            )
        return np.ascontiguousarray(ids, dtype=np.int64)


Player: TypeAlias = str | PathLike[str] | ViewPolicy | ArrayPolicy | Batched | Any
"""A bot: a name, a callable, a batched policy, a network or the path of its file."""


def batched(
    function: ArrayPolicy,
    *,
    encoder: str | None = None,
    dtype: npt.DTypeLike = np.uint8,
    name: str | None = None,
) -> Batched:
    """Returns a policy for many seats at once, `f(observations, masks) -> ids`, as a bot.

    `observations` are `[n, *observation_shape]` of an `encoder`, by default the game's, and of a
    `dtype`: `uint8` for raw counts, `float32` or `float16` for scaled values. `masks` are
    `uint8[n, num_actions]`, 1 for the ids of legal actions. The policy returns n ids. The answer to
    one decision must not depend on those beside it: how many come together is not fixed.

    A plain function of two parameters is taken for one with the defaults.

    >>> import facedown as fd
    >>> first = fd.batched(lambda observations, masks: masks.argmax(axis=1), name="first")
    >>> result = fd.match("gin", [first, "random"], deals=20, seed=1)
    >>> [bot["name"] for bot in result["report"]["bots"]]
    ['first', 'random']
    """
    if not callable(function):
        raise TypeError(f"function is {shown(function)}: expected a callable")
    return Batched(function, encoder, dtype, name)


def resolve(given: Iterable[Any], known: Sequence[str]) -> list[_Resolved]:
    """Returns name, form, object, encoder and dtype of each bot. Different objects of one name get
    names that differ."""
    found: list[_Resolved] = []
    owners: dict[str, Any] = {}
    for one in given:
        name, form, target, encoder, dtype = _resolved(one, known)
        key = None if form == "bot" else one
        unique, number = name, 1
        while unique in owners and not _same(owners[unique], key):
            number += 1
            unique = f"{name} {number}"
        owners[unique] = key
        found.append((unique, form, target, encoder, dtype))
    return found


def is_name(given: Any) -> bool:
    """Returns whether a bot is given by the name of one of the game's."""
    return (
        isinstance(given, str)
        and not given.endswith(".safetensors")
        and not _IMPORTED.fullmatch(given)
    )


def _same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, str) and one == other)


def _resolved(given: Any, known: Sequence[str]) -> _Resolved:
    if isinstance(given, str) and not given.endswith(".safetensors"):
        if given.split(":")[0] in known or not _IMPORTED.fullmatch(given):
            return given, "bot", None, None, None
        _, *rest = _resolved(imported(given), known)
        return given, *rest
    if isinstance(given, str | PathLike):
        from facedown.nets import load

        return fspath(given), "network", load(given)._native, None, None
    native = getattr(given, "_native", None)
    if isinstance(native, _native.Network):
        return _name(given, "network"), "network", native, None, None
    if isinstance(given, Batched):
        name = given.name or _name(given.function, "batched")
        return name, "arrays", given, given.encoder, given.dtype
    if not callable(given):
        raise TypeError(
            f"a bot is {shown(given)}: expected a name, a callable, a batched policy or a network"
        )
    if _parameters(given) == 2:
        return _name(given, "policy"), "arrays", Batched(given), None, np.uint8
    return _name(given, "policy"), "view", given, None, None


def _name(given: Any, otherwise: str) -> str:
    name = getattr(given, "name", None) or getattr(given, "__name__", None)
    name = name if isinstance(name, str) and name else type(given).__name__
    return otherwise if name in ("<lambda>", "Network", "function") else name


def _parameters(given: Callable[..., Any]) -> int:
    """Returns the number of positional parameters without a default; 1 if they cannot be known."""
    try:
        parameters = inspect.signature(given).parameters.values()
    except (TypeError, ValueError):
        return 1
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [p for p in parameters if p.kind in kinds and p.default is inspect.Parameter.empty]
    return len(needed)


def imported(path: str) -> Any:
    """Returns what `module:attribute` names."""
    module, _, attribute = path.partition(":")
    try:
        target: Any = import_module(module)
    except ImportError as error:
        raise ValueError(f"no bot {shown(path)}: {error}") from error
    for part in attribute.split("."):
        if not hasattr(target, part):
            raise ValueError(f"no bot {shown(path)}: {shown(module)} has no {shown(attribute)}")
        target = getattr(target, part)
    return target
