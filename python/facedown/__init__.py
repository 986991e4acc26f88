"""Card games of hidden information: exact kernels, rules, bots and environments, from Python.

- `facedown.cards` reads and writes cards.
- `facedown.gin`: gin rummy's deadwood, melds and layoffs.
- `facedown.ofc`: open-face Chinese poker's Fantasyland, and the EV of every placement.
- `facedown.riichi`: riichi mahjong's shanten, acceptance and scores, an environment, and logs of
  real games.
- `facedown.tricks`: the deals that are consistent with a view of a trick-taking game.
- `facedown.make` makes a game by name: states, views, bots, matches (`facedown.game`); `games`
  lists them, and `match` plays duplicate matches between bots.
- `facedown.advise` returns every legal action of a view with its value; `search_config` lists the
  parameters of searches.
- `facedown.make_vec` makes vectorised environments (`facedown.vec`).
- `facedown.jax`: gin rummy's kernel inside JAX programs. It is imported on first use, and needs the
  extra `facedown[jax]`.
- `facedown.openspiel`: the games and bots in OpenSpiel. Imported on first use; needs the extra
  `facedown[openspiel]`.
"""

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from facedown import _native, cards, gin, ofc, riichi, tricks
from facedown._advise import ActionReport, Answer, Totals, advise, search, search_config
from facedown._native import __version__
from facedown.game import Bot, Game, GameInfo, Match, State, View, duel, games, make, match
from facedown.vec import Batch, Decisions, VecEnv, make_vec

if TYPE_CHECKING:
    from facedown import jax, openspiel

__all__ = [
    "ActionReport",
    "Answer",
    "Batch",
    "Bot",
    "Decisions",
    "Game",
    "GameInfo",
    "Match",
    "State",
    "Totals",
    "VecEnv",
    "View",
    "__version__",
    "advise",
    "cards",
    "duel",
    "games",
    "gin",
    "jax",
    "make",
    "make_vec",
    "match",
    "ofc",
    "openspiel",
    "riichi",
    "search",
    "search_config",
    "tricks",
]

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_native.after_fork)


def __getattr__(name: str) -> ModuleType:
    # Optional packages take time to import; importing facedown must not require them.
    if name in ("jax", "openspiel"):
        return import_module(f"facedown.{name}")
    raise AttributeError(f"module 'facedown' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
