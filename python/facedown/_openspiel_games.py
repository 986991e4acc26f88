"""The games as games of OpenSpiel: Python `Game`, `State` and `Observer` classes.

Chance deals. With the parameter `deals=0` every card of the deal is a chance node of its own: cards
that come to lie in one hand come in ascending order, with the probabilities that make every set of
cards equally likely, so that no deal is met twice in the tree; what is drawn later, the stock or
the wall, comes in its own order. With `deals=n` the deal is one chance node with n equally likely
outcomes, the seeds `seed` to `seed + n - 1`: shorter and faster, but a sample of the deals.

Dealer, hand number and scores are not dealt by chance: they are those of one hand of a match, the
parameter `hand`, from an even score.
"""

import json
from functools import cache
from hashlib import blake2b
from math import comb
from typing import Any

import numpy as np
import pyspiel

from facedown import _native
from facedown._output import shown
from facedown.game import TableInfo, games, make

__all__ = ["NAMES", "FacedownGame", "FacedownState", "register", "short_name"]

_PREFIX = "facedown_"
_MOST_DEALS = 1 << 20
_PARAMETERS: dict[str, Any] = {
    "rules": "",
    "options": "",
    "players": 0,
    "deals": 0,
    "seed": 0,
    "hand": 0,
}


def short_name(name: str) -> str:
    """Returns OpenSpiel's name of a game.

    >>> short_name("oh-hell")
    'facedown_oh_hell'
    """
    if not isinstance(name, str):
        raise TypeError(f"name is {shown(name)}: expected a text")
    return _PREFIX + name.replace("-", "_")


NAMES = {short_name(name): name for name in games()}
"""Names in OpenSpiel, and ours."""


@cache
def _game_type(name: str) -> Any:
    info = games()[name]
    tables = [table for preset in info.rules.values() for table in preset.tables]
    zero_sum = all(table.zero_sum for table in tables)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"facedown: {info.about}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(table.seats for table in tables),
        min_num_players=min(table.seats for table in tables),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class FacedownGame(pyspiel.Game):  # type: ignore[misc]
    """A game of this package in OpenSpiel; the parameters are in docs/guide/openspiel.md."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.game = _make(name, given)
        """The game."""
        self.deals, self.first_seed = _deals(given)
        self.hand = _hand(self.game, given)
        """The place of the hand in a match."""
        self.deal_plan = _DealPlan(*self.game.deal_plan(self.hand))
        table = TableInfo(**self.game.table)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=self.deals or max(self.deal_plan.pack) + 1,
            num_players=self.game.seats,
            min_utility=table.least_score,
            max_utility=table.most_score,
            utility_sum=0.0 if table.zero_sum else None,
            max_game_length=table.most_decisions,
        )
        kept = dict(params or {})
        if kept.get("options"):
            # Without commas the game's text can be loaded again.
            kept["options"] = json.dumps(_read_options(kept["options"]), separators=(";", ":"))
        super().__init__(_game_type(name), info, kept)

    def new_initial_state(self) -> "FacedownState":
        return FacedownState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1 if self.deals else self.deal_plan.nodes

    def __reduce__(self) -> tuple[Any, tuple[str, dict[str, Any]]]:
        return _load, (self.get_type().short_name, self.get_parameters())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer":
        return _Observer(self.game, iig_obs_type, params)


class FacedownState(pyspiel.State):  # type: ignore[misc]
    """A state of a hand. `table` is our state, `None` until the deal is complete."""

    def __init__(self, game: FacedownGame) -> None:
        if not isinstance(game, FacedownGame):  # OpenSpiel would read through a null pointer
            raise TypeError(f"game is {shown(game)}: expected a game of facedown.openspiel")
        super().__init__(game)
        # Clones and pickles copy every attribute: bytes are immutable.
        self.dealt = b""
        self.table: _native.State | None = None
        self.recall: tuple[str, ...] = ("",) * game.game.seats

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.current_seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.is_over

    def returns(self) -> list[float]:
        """Returns the scores of the hand; 0 until it is over."""
        if self.table is None or not self.table.is_over:
            return [0.0] * self.num_players()
        return [float(score) for score in self.table.scores()]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._playing().legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game = self.get_game()
        if game.deals:
            return [(deal, 1 / game.deals) for deal in range(game.deals)]
        outcomes: list[tuple[int, float]] = game.deal_plan.outcomes(self.dealt)
        return outcomes

    def _apply_action(self, action: int) -> None:
        if self.table is not None:
            self._remember(action)
            self.table.apply(action)
            return
        game = self.get_game()
        if game.deals:
            self.table = game.game.deal(game.first_seed + action, game.hand)
            return
        self.dealt += bytes((action,))
        if len(self.dealt) == game.deal_plan.nodes:
            self.table = game.game.deal(hand=game.hand, pack=game.deal_plan.whole(self.dealt))

    def _remember(self, action: int) -> None:
        """Keeps what the seat to act knew and did: a record of some games has it all, but those of
        others forget the order of some draws."""
        table = self._playing()
        if games()[table.game.name].records_remember:
            return
        seat = self.current_player()
        seen = f"{self.recall[seat]} {_record(table.view(seat))} {action}"
        digest = blake2b(seen.encode(), digest_size=12).hexdigest()
        self.recall = (*self.recall[:seat], digest, *self.recall[seat + 1 :])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player != pyspiel.PlayerId.CHANCE:
            text: str = game.game.action_text(action)
            return text
        return f"deal {game.first_seed + action}" if game.deals else f"deal card {action}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "FacedownState":
        """Returns a state that the player cannot distinguish from this one: uniform over the deals
        consistent with its view. `sampler` is a function that returns uniform floats."""
        table = self._playing()
        seed = int(sampler() * (1 << 52))
        world: FacedownState = self.clone()
        world.table = _native.world(table.view(player), seed)
        # What the others recall belongs to the cards that they really had.
        world.recall = tuple(
            recall if seat == player else "" for seat, recall in enumerate(self.recall)
        )
        return world

    def view(self, player: int | None = None) -> _native.View:
        """Returns a player's view, by default that of the player to act."""
        return self._playing().view(player)

    def knowledge(self, player: int) -> str:
        """Returns all that a player knows and has known: OpenSpiel's information state string."""
        if self.table is None:
            return f"seat {player}, before the deal"
        return " ".join([_record(self.table.view(player)), self.recall[player]]).rstrip()

    def _playing(self) -> _native.State:
        if self.table is None:
            raise ValueError(
                "the deal is not complete: apply the outcomes of its chance nodes first"
            )
        return self.table

    def __str__(self) -> str:
        if self.table is None:
            return f"deal {' '.join(map(str, self.dealt))}".rstrip()
        views = [_record(self.table.view(seat)) for seat in range(self.num_players())]
        return "\n".join([*views, *filter(None, self.recall)])


class _Observer:
    """OpenSpiel's interface of observers: planes as the tensor, records as the string."""

    def __init__(self, game: _native.Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters {shown(params)}: expected none")
        if kind is not None and not isinstance(kind, pyspiel.IIGObservationType):
            raise TypeError(f"observation type {shown(kind)}: expected one of OpenSpiel")
        if kind is not None and not (
            kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            raise ValueError(f"observation type {kind}: expected public and single-player private")
        self.recalls = kind is not None and kind.perfect_recall
        # The planes forget, so there is no information state tensor.
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        if not self.recalls:
            self.tensor = np.zeros(int(np.prod(game.observation_shape)), np.float32)
            self.dict["observation"] = self.tensor.reshape(game.observation_shape)

    def set_from(self, state: FacedownState, player: int) -> None:
        """Writes the planes of a player's view, 0 before the deal."""
        if self.tensor is None:
            return
        if state.table is None:
            self.tensor.fill(0)
        else:
            self.dict["observation"][...] = state.table.view(player).observation(np.float32)

    def string_from(self, state: FacedownState, player: int) -> str:
        """Returns the record of a player's view; with perfect recall all that it has known."""
        if self.recalls or state.table is None:
            return state.knowledge(player)
        return _record(state.table.view(player))


def _record(view: _native.View) -> str:
    return json.dumps(view.to_dict(), separators=(",", ":"))


class _DealPlan:
    """How a pack is drawn: hands in ascending order, then single cards, then what nobody sees."""

    def __init__(self, pack: list[int], hands: list[int], ordered: int) -> None:
        self.pack = pack
        self.hands = hands
        self.nodes = sum(hands) + ordered

    def outcomes(self, dealt: bytes) -> list[tuple[int, float]]:
        """Returns the cards that may come next with their probabilities."""
        left = self._left(dealt)
        start = 0
        for size in self.hands:
            if len(dealt) < start + size:
                break
            start += size
        else:
            return [(card, left.count(card) / len(left)) for card in sorted(set(left))]
        # The next card of a hand in ascending order: as many sets as can be completed above it.
        last = dealt[-1] if len(dealt) > start else -1
        above = [card for card in left if card > last]
        more = size - (len(dealt) - start)
        sets = comb(len(above), more)
        return [
            (card, comb(len(above) - place - 1, more - 1) / sets)
            for place, card in enumerate(above[: len(above) - more + 1])
        ]

    def whole(self, dealt: bytes) -> list[int]:
        return [*dealt, *self._left(dealt)]

    def _left(self, dealt: bytes) -> list[int]:
        left = self.pack.copy()
        for card in dealt:
            left.remove(card)
        return left


def _make(name: str, params: dict[str, Any]) -> _native.Game:
    rules: dict[str, Any] = {}
    if params["options"]:
        rules = _read_options(params["options"])
        if not isinstance(rules, dict):
            raise ValueError(
                f"options is {shown(params['options'])}: expected a JSON object of rules"
            )
    if params["rules"]:
        rules["rules"] = params["rules"]
    if params["players"]:
        rules["seats"] = params["players"]
    return make(name, **rules)


def _read_options(text: str) -> Any:
    """Reads rules as JSON. A semicolon may stand for a comma, which would end the parameter in the
    text of a game, as in `load_game("facedown_gin(options={"gin_bonus":30;"tie":"none"})")`."""
    for candidate in (text, text.replace(";", ",")):
        try:
            return json.loads(candidate)
        except json.JSONDecodeError as error:
            reason = error
    raise ValueError(f"options is {shown(text)}: expected a JSON object of rules: {reason}")


def _deals(params: dict[str, Any]) -> tuple[int, int]:
    deals, seed = params["deals"], params["seed"]
    if not 0 <= deals <= _MOST_DEALS:
        raise ValueError(f"deals is {deals}: expected 0 to {_MOST_DEALS}")
    if seed < 0:
        raise ValueError(f"seed is {seed}: expected at least 0")
    return deals, seed


def _hand(game: _native.Game, params: dict[str, Any]) -> int:
    hand: int = params["hand"]
    game.deal(0, hand)
    return hand


def register() -> tuple[str, ...]:
    """Registers every game with OpenSpiel; games that are registered stay as they are.

    Returns their names in OpenSpiel.
    """
    known = set(pyspiel.registered_names())
    for short, name in NAMES.items():
        if short not in known:
            pyspiel.register_game(_game_type(name), _CLASSES[name])
    return tuple(NAMES)


def _load(short: str, params: dict[str, Any]) -> FacedownGame:
    """Loads a pickled game."""
    register()
    game: FacedownGame = pyspiel.load_game(short, params)
    return game


def _class_of(name: str) -> type[FacedownGame]:
    def init(self: FacedownGame, params: dict[str, Any] | None = None) -> None:
        FacedownGame.__init__(self, name, params)

    return type(f"Facedown{name.title().replace('-', '')}", (FacedownGame,), {"__init__": init})


# OpenSpiel's registry outlives the interpreter, so it must hold what is never freed: classes.
_CLASSES = {name: _class_of(name) for name in NAMES.values()}
