"""OpenSpiel: our games among its games, and our bots at its tables.

>>> import facedown as fd
>>> import pyspiel
>>> fd.openspiel.register()[0]  # importing the module has registered them already
'facedown_gin'
>>> game = pyspiel.load_game("facedown_hearts(deals=100)")
>>> bots = [fd.openspiel.bot(game, player, "rule") for player in range(4)]
>>> fd.openspiel.play(game, bots, seed=7)
[-18.0, -8.0, 0.0, 0.0]

The same bots play OpenSpiel's own `gin_rummy`, `hearts`, `spades` and `oh_hell`. Needs the extra
`facedown[openspiel]`; docs/guide/openspiel.md describes parameters and chance nodes.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        "facedown.openspiel needs OpenSpiel: pip install 'facedown[openspiel]'"
    ) from error

from facedown._openspiel_bots import PEER_GAMES, FacedownBot, mirror
from facedown._openspiel_games import NAMES, FacedownGame, FacedownState, register, short_name
from facedown._output import shown

__all__ = [
    "NAMES",
    "PEER_GAMES",
    "FacedownBot",
    "FacedownGame",
    "FacedownState",
    "bot",
    "load",
    "mirror",
    "play",
    "register",
    "short_name",
]

register()


def load(name: str, **params: Any) -> FacedownGame:
    """Loads a game by our name: `load("oh-hell", players=3)`; `params` are those of the game in
    OpenSpiel.

    >>> load("gin", deals=10).num_distinct_actions()
    242
    """
    short = short_name(name) if isinstance(name, str) else ""
    if short not in NAMES:
        raise ValueError(f"no game {shown(name)}, expected one of {', '.join(NAMES.values())}")
    game: FacedownGame = pyspiel.load_game(short, params)
    return game


def bot(game: Any, player: int, name: str, seed: int = 0, **params: Any) -> FacedownBot:
    """Returns a bot as a `pyspiel.Bot` of a player; `game` is a game of OpenSpiel or its text.

    >>> bot("gin_rummy", 0, "greedy").player_id()
    0
    """
    loaded = pyspiel.load_game(game) if isinstance(game, str) else game
    return FacedownBot(loaded, player, name, seed, **params)


def play(game: Any, bots: Sequence[Any], seed: int = 0) -> list[float]:
    """Plays a game with a bot for each player, and returns its returns. Equal seeds give equal
    chance."""
    if not isinstance(game, pyspiel.Game):
        raise TypeError(f"game is {shown(game)}: expected a game of OpenSpiel")
    for player in (bots := list(bots)):
        if not isinstance(player, pyspiel.Bot):
            raise TypeError(f"bots holds {shown(player)}: expected bots of OpenSpiel")
    if len(bots) != game.num_players():
        raise ValueError(f"{len(bots)} bots: expected {game.num_players()}")
    state, chance = game.new_initial_state(), Random(seed)
    for player in bots:
        player.restart_at(state)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
            continue
        actor = state.current_player()
        action = bots[actor].step(state)
        for player, other in enumerate(bots):
            if player != actor:
                other.inform_action(state, actor, action)
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns
