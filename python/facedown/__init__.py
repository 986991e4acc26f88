"""Card games of hidden information: exact kernels, rules, bots and environments, from Python.

- `facedown.cards` reads and writes cards.
- `facedown.gin` is gin rummy's arithmetic: deadwood, melds, layoffs.
- `facedown.ofc` is open-face Chinese poker's: Fantasyland, and what every placement is worth.
- `facedown.riichi` is riichi mahjong's: shanten, acceptance, scores, and replays of real games.
- `facedown.tricks` draws the deals that a view of a trick-taking game allows.
- `facedown.make` gives a game by name: states, views, bots, matches (`facedown.game`). `games` has
  a list of games, and `duel` lets bots play.
- `facedown.search` tells what every action of a view is worth, by a search; `search_config` has its
  knobs.
- `facedown.make_vec` plays many games at once on arrays (`facedown.vec`).
- `facedown.jax` is the same arithmetic inside JAX programs. It is imported when it is first used,
  and needs the extra `facedown[jax]`.
"""

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from facedown import _native, cards, gin, ofc, riichi, tricks
from facedown._native import __version__
from facedown._search import ActionReport, Answer, Totals, search, search_config
from facedown.game import Bot, Game, GameInfo, Match, State, View, duel, games, make
from facedown.vec import Batch, Decisions, VecEnv, make_vec

if TYPE_CHECKING:
    from facedown import jax

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
    "cards",
    "duel",
    "games",
    "gin",
    "jax",
    "make",
    "make_vec",
    "ofc",
    "riichi",
    "search",
    "search_config",
    "tricks",
]

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_native.after_fork)


def __getattr__(name: str) -> ModuleType:
    # JAX takes a second to import and is optional; whoever does not use it need not notice.
    if name == "jax":
        return import_module("facedown.jax")
    raise AttributeError(f"module 'facedown' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
