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
from facedown.cards import parse
from facedown.game import games, make

__all__ = ["NAMES", "FacedownGame", "FacedownState", "register", "short_name"]

_PREFIX = "facedown_"
_MOST_DEALS = 1 << 20
# Games in which a hand's scores always sum to zero.
_ZERO_SUM = ("gin", "ofc")
_TRICKS = ("hearts", "spades", "oh-hell", "el-dorado")
_SEATS = {"gin": (2, 2), "riichi": (3, 4), "ofc": (2, 4)}
_SEATS |= dict.fromkeys(_TRICKS, (2, 10))
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
    fewest, most = _SEATS[name]
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"facedown: {games()[name].about}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if name in _ZERO_SUM else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
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
        self.deal_plan = _deal_plan(self.game, self.hand)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=self.deals or max(self.deal_plan.pack) + 1,
            num_players=self.game.seats,
            min_utility=-_most_points(self.game),
            max_utility=_most_points(self.game),
            utility_sum=0.0 if name in _ZERO_SUM else None,
            max_game_length=_most_decisions(self.game),
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
        """Keeps what the seat to act knew and did: a record of a trick-taking game has it all, but
        those of other games forget the order of some draws."""
        table = self._playing()
        if table.game.name in _TRICKS:
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
        self.pack = sorted(pack)
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


def _deal_plan(game: _native.Game, hand: int) -> _DealPlan:
    rules = game.rules
    if game.name == "gin":
        size = rules["hand_size"]
        return _DealPlan(list(range(52)), [size, size], 52 - 2 * size)
    if game.name == "riichi":
        tiles = _riichi_tiles(game)
        return _DealPlan(tiles, [], len(tiles))
    if game.name == "ofc":
        cards = list(range(52 + rules["jokers"]))
        return _DealPlan(cards, [], len(cards))
    removed = parse(rules["pack"]["removed"])
    kept = [card for card in range(52) if not removed >> card & 1]
    pack = kept * rules["pack"]["packs"]
    upcard, draws = rules["deal"]["upcard"], rules["deal"]["draw"]
    hands = game.deal(0, hand).view(0).to_dict()["now"]["cards"]
    left = len(pack) - sum(hands)
    if upcard == "dealer" or rules["pack"]["packs"] > 1:
        # The dealer's last card is turned up; equal cards of two packs are the same.
        return _DealPlan(pack, [], len(pack))
    if draws:
        return _DealPlan(pack, hands, left)
    return _DealPlan(pack, hands, min(left, upcard != "none"))


def _riichi_tiles(game: _native.Game) -> list[int]:
    """Returns the tile ids of a wall; three seats play without 2 to 8 of characters."""
    return [tile for tile in range(136) if game.seats == 4 or not 4 <= tile < 32]


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


def _most_points(game: _native.Game) -> float:
    """Returns a bound on what a seat wins or loses in a hand."""
    rules = game.rules
    if game.name == "gin":
        bonuses = [rules["gin_bonus"], rules["undercut_bonus"], rules["big_gin_bonus"] or 0]
        most = 10 * (rules["hand_size"] + 1) + max(bonuses)
        return float(most * (2 if rules["spades_double"] else 1))
    if game.name == "ofc":
        royalties = rules["royalties"]
        rows = [royalties["top"]["threes"], royalties["middle"].values()]
        rows += [royalties["bottom"].values(), royalties["low"].values()]
        most = 3 * rules["row"] + rules["scoop"] + sum(max(row) for row in rows)
        return float(most * (game.seats - 1))
    if game.name == "riichi":
        # Three wins of eight yakuman each, the sticks and the payments of a draw.
        return float(3 * 8 * 48_000 + 4 * rules["riichi_points"] + rules["noten_points"])
    pack, score = rules["pack"], rules["score"]
    tricks = max(rules["deal"]["cards"])
    if "penalty" in score:
        points = sum(abs(p["points"]) * len(p["cards"].split()) for p in pack["points"])
        return float(2 * points * pack["packs"] + abs(score["penalty"]["no_trick_bonus"]))
    if "exact" in score:
        lines = [score["exact"][kind] for kind in ("hit", "miss")]
        most = max(
            abs(line["base"]) + tricks * sum(abs(line[part]) for part in ("bid", "off", "trick"))
            for line in lines
        )
        return float(most)
    if "contract" in score:
        contract = score["contract"]
        tricks_bid = 2 * tricks * abs(contract["trick"])
        nils = 2 * max(abs(contract["nil"]), abs(contract["blind_nil"]))
        penalties = 1 + tricks // (contract["bag_limit"] or tricks)
        bags = tricks * abs(contract["bag"]) + penalties * abs(contract["bag_penalty"])
        return float(tricks_bid + nils + bags + _sum_of_numbers(contract["big_bid"]))
    return float(2 * (tricks + 1) * _sum_of_numbers(score) + 1)


def _sum_of_numbers(value: Any) -> float:
    if isinstance(value, dict):
        return sum(map(_sum_of_numbers, value.values()))
    if isinstance(value, list):
        return sum(map(_sum_of_numbers, value))
    return abs(value) if isinstance(value, int | float) else 0


def _most_decisions(game: _native.Game) -> int:
    """Returns a bound on the number of decisions of a hand."""
    rules = game.rules
    if game.name == "gin":
        # A draw and a discard for every card of the stock and every take; melds and layoffs.
        return int(2 * (52 + rules["max_upcard_takes"]) + 64)
    if game.name == "ofc":
        return 2 * 17 * game.seats + 8
    if game.name == "riichi":
        # A draw, its discard and every other seat's answers, twice for calls and kans.
        return 136 * 2 * (1 + game.seats)
    tricks = max(rules["deal"]["cards"])
    passes = 4 if rules["passing"] else 0
    return int(game.seats * (2 * tricks + passes + 8))


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
