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
- `facedown.review` reviews a recorded game: the bot's opinion at every decision.
- `facedown.make_vec` makes vectorised environments (`facedown.vec`).
- `facedown.jax`: games and gin rummy's kernel inside JAX programs. It is imported on first use, and
  needs the extra `facedown[jax]`. `facedown.torch`: batches as PyTorch tensors without a copy;
  likewise, `facedown[torch]`.
- `facedown.env` and `facedown.parallel_env` make PettingZoo environments (`facedown.pettingzoo`);
  `gymnasium.make("facedown/Gin-v1")` and its like make Gymnasium's (`facedown.gym`). Both need the
  extra `facedown[gym]`.
- `facedown.openspiel`: the games and bots in OpenSpiel. Imported on first use; needs the extra
  `facedown[openspiel]`.
- `facedown.nets`: networks on arrays, the Fantasyland policy networks, the deadwood estimator.
  Imported on first use.
- `facedown.scale` runs large jobs in shards, here or on a cluster; `facedown.suites` has positions
  with known values; `facedown.honesty` checks environments, ours and others'. They are imported on
  first use.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from facedown import _native, _registries, cards, gin, ofc, riichi, tricks
from facedown._advise import ActionReport, Answer, Totals, advise, search, search_config
from facedown._native import __version__
from facedown._players import Batched, batched
from facedown._review import Review, review
from facedown.game import (
    Bot,
    Game,
    GameInfo,
    Match,
    MatchError,
    State,
    View,
    duel,
    games,
    make,
    match,
)
from facedown.vec import Batch, Decisions, VecEnv, make_vec

if TYPE_CHECKING:
    from facedown import gym, honesty, jax, nets, openspiel, pettingzoo, scale, suites, torch
    from facedown.pettingzoo import env, parallel_env

__all__ = [
    "ActionReport",
    "Answer",
    "Batch",
    "Batched",
    "Bot",
    "Decisions",
    "Game",
    "GameInfo",
    "Match",
    "MatchError",
    "Review",
    "State",
    "Totals",
    "VecEnv",
    "View",
    "__version__",
    "advise",
    "batched",
    "cards",
    "duel",
    "env",
    "games",
    "gin",
    "gym",
    "honesty",
    "jax",
    "make",
    "make_vec",
    "match",
    "nets",
    "ofc",
    "openspiel",
    "parallel_env",
    "pettingzoo",
    "review",
    "riichi",
    "scale",
    "search",
    "search_config",
    "suites",
    "torch",
    "tricks",
]

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_native.after_fork)


_registries.register()

_ON_FIRST_USE = {
    "gym", "honesty", "jax", "nets", "openspiel", "pettingzoo", "scale", "suites", "torch",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    # Optional packages take time to import; importing facedown must not require them.
    if name in ("env", "parallel_env"):
        return getattr(import_module("facedown.pettingzoo"), name)
    if name in _ON_FIRST_USE:
        return import_module(f"facedown.{name}")
    raise AttributeError(f"module 'facedown' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
