"""Card games of hidden information: exact kernels and rules, from Python.

- `facedown.cards` reads and writes cards.
- `facedown.gin` is gin rummy's arithmetic: deadwood, melds, layoffs.
- `facedown.jax` is the same arithmetic inside JAX programs. It is imported when it is first used,
  and needs the extra `facedown[jax]`.
"""

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from facedown import _native, cards, gin
from facedown._native import __version__

if TYPE_CHECKING:
    from facedown import jax

__all__ = ["__version__", "cards", "gin", "jax"]

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_native.after_fork)


def __getattr__(name: str) -> ModuleType:
    # JAX takes a second to import and is optional; whoever does not use it need not notice.
    if name == "jax":
        return import_module("facedown.jax")
    raise AttributeError(f"module 'facedown' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
