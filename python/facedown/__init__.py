"""Card games of hidden information: exact kernels and rules, from Python.

- `facedown.cards` reads and writes cards.
- `facedown.gin` is gin rummy's arithmetic: deadwood, melds, layoffs.
- `facedown.jax` is the same arithmetic inside JAX programs. It is imported when it is first used,
  and needs the extra `facedown[jax]`.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from facedown import cards, gin
from facedown._native import __version__

if TYPE_CHECKING:
    from facedown import jax

__all__ = ["__version__", "cards", "gin", "jax"]


def __getattr__(name: str) -> ModuleType:
    # JAX takes a second to import and is optional; whoever does not use it need not notice.
    if name == "jax":
        return import_module("facedown.jax")
    raise AttributeError(f"module 'facedown' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
