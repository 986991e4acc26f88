"""The bots as `pyspiel.Bot`s: in the games of this package, and in OpenSpiel's own.

A bot gets the view of its seat. In OpenSpiel's games the history is replayed on a state of this
package by the rules `openspiel`, of which only the view is given away.
"""

from functools import cache
from operator import index
from typing import Any, NamedTuple, Protocol

import pyspiel

from facedown import _native, _openspiel, _openspiel_tricks
from facedown._openspiel_games import NAMES, FacedownState
from facedown._output import shown
from facedown.game import make

__all__ = ["PEER_GAMES", "FacedownBot", "mirror"]

_CARDS = range(52)
_PASSED = 3


class Mirror(NamedTuple):
    """A state of OpenSpiel on our side."""

    table: _native.State
    """The state; before the pass of the player who is passing."""
    seat: int
    """The seat of the player to act."""
    passed: frozenset[int]
    """The cards that the player to act has passed already, of those it must choose."""


class _Peer(Protocol):
    """One of OpenSpiel's games, on our side."""

    def mirror(self, state: Any) -> Mirror: ...

    def action_to_openspiel(self, action: int) -> int: ...


class FacedownBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of this package that plays a seat of a game of OpenSpiel.

    `game` is a game of this package that OpenSpiel has loaded, or OpenSpiel's own `gin_rummy`,
    `hearts`, `spades` or `oh_hell`; `name`, `seed` and `params` are those of `Game.bot`.
    """

    def __init__(self, game: Any, player: int, name: str, seed: int = 0, **params: Any) -> None:
        pyspiel.Bot.__init__(self)
        if not isinstance(game, pyspiel.Game):
            raise TypeError(f"game is {shown(game)}: expected a game of OpenSpiel")
        player = index(player)
        short = game.get_type().short_name
        if not 0 <= player < game.num_players():
            last = game.num_players() - 1
            raise ValueError(f"player is {player}: expected 0 to {last}")
        self._peer: _Peer | None = None if short in NAMES else peer(game)
        self._player = player
        self._plan: tuple[tuple[int, ...], list[int]] | None = None
        ours = game.game if short in NAMES else _rules_of(game)
        self._options = (name, seed, params)
        self._bots = [(ours.rules, self._made(ours))]

    def _made(self, game: _native.Game) -> _native.Bot:
        name, seed, params = self._options
        return game.bot(name, seed, **params)

    def player_id(self) -> int:
        return self._player

    def restart(self) -> None:
        self._plan = None
        for _, bot in self._bots:
            bot.new_hand()

    def restart_at(self, state: Any) -> None:
        self.restart()

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Does nothing: a view holds all that has happened."""

    def step(self, state: Any) -> int:
        """Returns the bot's action."""
        if state.current_player() != self._player:
            raise ValueError(f"player {self._player} is not to act in this state")
        if self._peer is None:
            return self._choose(state.view(self._player))
        found = self._peer.mirror(state)
        if found.table.view(found.seat).to_dict().get("now", {}).get("phase") == "pass":
            card = self._passes(found, tuple(state.history()))
        else:
            card = self._choose(found.table.view(found.seat))
        return self._peer.action_to_openspiel(card)

    def _choose(self, view: _native.View) -> int:
        """Asks the bot of the view's rules: OpenSpiel's chance decides on some of them, such as who
        passes to whom."""
        rules = view.game.rules
        bot = next((bot for known, bot in self._bots if known == rules), None)
        if bot is None:
            bot = self._made(view.game)
            self._bots.append((rules, bot))
        return bot.choose(view)

    def _passes(self, found: Mirror, history: tuple[int, ...]) -> int:
        """Returns the next card to pass. OpenSpiel asks for them one by one in any order, we in
        ascending order: the bot chooses all of them at once."""
        start = history[: len(history) - len(found.passed)]
        if self._plan is None or self._plan[0] != start:
            table, chosen = found.table.copy(), []
            for _ in range(_PASSED):
                chosen.append(self._choose(table.view(found.seat)))
                table.apply(chosen[-1])
            self._plan = start, chosen
        return next(card for card in self._plan[1] if card not in found.passed)


def mirror(state: Any) -> _native.State:
    """Returns a state of OpenSpiel's `gin_rummy`, `hearts`, `spades` or `oh_hell` as one of ours.

    Cards that are not dealt yet are in any order: give bots views of it, not the state.
    """
    if isinstance(state, FacedownState):
        return state._playing()
    if not isinstance(state, pyspiel.State):
        raise TypeError(f"state is {shown(state)}: expected a state of OpenSpiel")
    return peer(state.get_game()).mirror(state).table


def peer(game: Any) -> _Peer:
    """Returns the translation of one of OpenSpiel's games."""
    short = game.get_type().short_name
    if short not in PEER_GAMES:
        known = ", ".join([*NAMES, *PEER_GAMES])
        raise ValueError(f"no game {shown(short)}, expected one of {known}")
    found: _Peer = PEER_GAMES[short](game)
    return found


def _rules_of(game: Any) -> _native.Game:
    ours: _native.Game = PEER_GAMES[game.get_type().short_name](game).game
    return ours


def _parameters(game: Any) -> dict[str, Any]:
    return {**game.get_type().parameter_specification, **game.get_parameters()}


def _expect(game: str, given: dict[str, Any], only: dict[str, Any]) -> None:
    for key, value in only.items():
        if given[key] != value:
            raise ValueError(f"{game}: {key} is {given[key]}: expected {value}")


def _split(state: Any) -> tuple[list[int], list[int]]:
    """Returns the outcomes of chance and the actions of players."""
    history = [(event.player, event.action) for event in state.full_history()]
    chance = [action for player, action in history if player < 0]
    return chance, [action for player, action in history if player >= 0]


def _pack(known: list[int]) -> list[int]:
    """Returns a pack that begins with these cards."""
    return known + [card for card in _CARDS if card not in known]


class _Gin:
    def __init__(self, game: Any) -> None:
        given = _parameters(game)
        _expect("gin_rummy", given, {"num_ranks": 13, "num_suits": 4})
        limit: Any = {"fixed": given["knock_card"]}
        if given["oklahoma"]:
            limit = {"upcard": {"ace_needs_gin": True}}
        names = ("hand_size", "gin_bonus", "undercut_bonus")
        kept = {name: given[name] for name in names}
        self.game = make("gin", rules="openspiel", knock_limit=limit, **kept)

    def action_to_openspiel(self, action: int) -> int:
        return _openspiel.action_to_openspiel(action)

    def mirror(self, state: Any) -> Mirror:
        chance, actions = _split(state)
        pack = _pack([_openspiel.card_from_openspiel(card) for card in chance])
        table = self.game.deal(pack=pack)
        for action in actions:
            table.apply(_openspiel.action_from_openspiel(action))
        return Mirror(table, state.current_player(), frozenset())


class _Tricks:
    """What OpenSpiel's trick-taking games share: who holds what, and the actions since."""

    short: str

    def __init__(self, game: Any) -> None:
        self.given = _parameters(game)
        self.seats = game.num_players()
        self.game = self.rules({})

    def rules(self, more: dict[str, Any]) -> _native.Game:
        raise NotImplementedError

    def action_to_openspiel(self, action: int) -> int:
        return _openspiel_tricks.action_to_openspiel(self.short, action)

    def card(self, action: int) -> int:
        return _openspiel_tricks.action_from_openspiel(self.short, action)

    def deal(self, game: _native.Game, cards: list[int], each: int, shift: int) -> _native.State:
        """Deals cards that were dealt one by one, the first to our seat `-shift`."""
        hands: list[list[int]] = [[] for _ in range(self.seats)]
        dealt = each * self.seats
        for place, card in enumerate(cards[:dealt]):
            hands[(place - shift) % self.seats].append(card)
        return game.deal(pack=_pack([card for hand in hands for card in hand] + cards[dealt:]))


class _Hearts(_Tricks):
    short = "hearts"

    def rules(self, more: dict[str, Any]) -> _native.Game:
        given = self.given
        _expect("hearts", given, {"can_lead_hearts_instead_of_qs": False})
        return _hearts_game(
            tuple(given[key] for key in ("jd_bonus", "avoid_all_tricks_bonus")),
            tuple(given[key] for key in ("must_break_hearts", "qs_breaks_hearts")),
            tuple(given[key] for key in ("no_pts_on_first_trick", "can_lead_any_club")),
            more.get("places", 0),
        )

    def mirror(self, state: Any) -> Mirror:
        chance, actions = _split(state)
        direction = chance.pop(0)
        game = self.rules({"places": {0: 0, 1: 1, 2: 2, 3: -1}[direction]})
        table = self.deal(game, [self.card(card) for card in chance], 13, 0)
        ours = [self.card(action) for action in actions]
        passing = ours[: _PASSED * self.seats] if direction else []
        for start in range(0, len(passing), _PASSED):
            chosen = passing[start : start + _PASSED]
            if len(chosen) < _PASSED:
                return Mirror(table, state.current_player(), frozenset(chosen))
            for card in sorted(chosen):
                table.apply(card)
        for action in ours[len(passing) :]:
            table.apply(action)
        return Mirror(table, state.current_player(), frozenset())


@cache
def _hearts_game(
    bonuses: tuple[bool, ...], breaking: tuple[bool, ...], first: tuple[bool, ...], places: int
) -> _native.Game:
    """Makes Hearts by OpenSpiel's parameters."""
    base = make("hearts", rules="openspiel").rules
    points, play = base["pack"]["points"], base["play"]
    options: dict[str, Any] = {"passing": {"count": _PASSED, "cycle": [places]} if places else None}
    if bonuses[0]:
        options["pack"] = {"points": [*points, {"cards": "Jd", "points": -10}]}
    if bonuses[1]:
        options["score"] = {"penalty": {"moon": "others_pay", "no_trick_bonus": 5}}
    changed: dict[str, Any] = {}
    if not breaking[0]:
        changed["breaking"] = None
    elif not breaking[1]:
        changed["breaking"] = {**play["breaking"], "by_cards": ""}
    if not first[0]:
        changed["first_trick_bars"] = ""
    if first[1]:
        changed["first_lead"] = {"holder": {"card": "2c", "opening": "suit"}}
    return make("hearts", rules="openspiel", **options, **({"play": changed} if changed else {}))


class _Spades(_Tricks):
    short = "spades"

    def rules(self, more: dict[str, Any]) -> _native.Game:
        return make("spades", rules="openspiel")

    def mirror(self, state: Any) -> Mirror:
        chance, actions = _split(state)
        table = self.deal(self.game, [self.card(card) for card in chance], 13, 0)
        for action in actions:
            table.apply(self.card(action))
        return Mirror(table, state.current_player(), frozenset())


class _OhHell(_Tricks):
    short = "oh_hell"

    def rules(self, more: dict[str, Any]) -> _native.Game:
        given = self.given
        _expect("oh_hell", given, {"num_suits": 4, "num_cards_per_suit": 13})
        return _oh_hell_game(
            self.seats, more.get("tricks", 1), given["points_per_trick"], given["off_bid_penalty"]
        )

    def mirror(self, state: Any) -> Mirror:
        chance, actions = _split(state)
        tricks = chance.pop(0)
        # Our seat 0 acts first; theirs is the one after its dealer.
        shift = chance.pop(0) + 1
        game = self.rules({"tricks": tricks})
        table = self.deal(game, [self.card(card) for card in chance], tricks, shift)
        for action in actions:
            table.apply(self.card(action))
        return Mirror(table, (state.current_player() - shift) % self.seats, frozenset())


@cache
def _oh_hell_game(seats: int, tricks: int, each: int, penalty: bool) -> _native.Game:
    """Makes Oh Hell by OpenSpiel's parameters."""
    zero = {"base": 0, "bid": 0, "trick": 0, "off": 0}
    hit = {**zero, "base": 10, "trick": each}
    miss = {**zero, "off": -each} if penalty else {**zero, "trick": each}
    score, deal = {"exact": {"hit": hit, "miss": miss}}, {"cards": [tricks]}
    return make("oh-hell", rules="openspiel", seats=seats, deal=deal, score=score)


PEER_GAMES: dict[str, Any] = {
    "gin_rummy": _Gin,
    "hearts": _Hearts,
    "spades": _Spades,
    "oh_hell": _OhHell,
}
"""OpenSpiel's games that the bots play."""
