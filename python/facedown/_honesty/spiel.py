"""OpenSpiel's games. The checker draws chance, from the seed."""

import re
import zlib
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown._honesty.subject import Subject, Table, UnsupportedError, flat
from facedown._output import shown

__all__ = ["subject"]

_ATTEMPTS = 40
_WORDS = 128  # features of a text


class Deal(NamedTuple):
    """How one of OpenSpiel's card games deals."""

    owner: Callable[[int, int, int], int | None]
    """The player that gets the i-th outcome of chance, of so many players and outcomes; `None` if
    all see it, `DRAWN` if the player does who acted last."""
    private: Callable[[list[tuple[int, int]]], bool]
    """Whether, after these players' actions, cards that were not played are still hidden."""
    card: Callable[[int], int | None]
    """The card that an action shows."""


DRAWN = -2


def _own_card(action: int) -> int | None:
    return action if action < 52 else None


def _nothing(action: int) -> int | None:
    return None


DEALS: dict[str, Deal] = {
    "kuhn_poker": Deal(lambda i, n, of: i, lambda acts: True, _nothing),
    "leduc_poker": Deal(lambda i, n, of: i if i < n else None, lambda acts: True, _nothing),
    "liars_dice": Deal(lambda i, n, of: i, lambda acts: True, _nothing),
    # Ten cards each, the upcard; a knock (55) shows the hand.
    "gin_rummy": Deal(
        lambda i, n, of: i // 10 if i < 20 else (None if i == 20 else DRAWN),
        lambda acts: all(action != 55 for _, action in acts),
        _own_card,
    ),
    "hearts": Deal(lambda i, n, of: None if i == 0 else (i - 1) % 4, lambda acts: True, _own_card),
    "spades": Deal(lambda i, n, of: i % 4, lambda acts: True, _own_card),
    # The number of tricks, the dealer, the hands; the trump card last.
    "oh_hell": Deal(
        lambda i, n, of: None if i < 2 or i == of - 1 else (i - 2) % n, lambda acts: True, _own_card
    ),
    # Once a card is played, dummy's hand is public.
    "bridge": Deal(
        lambda i, n, of: i % 4, lambda acts: all(action >= 52 for _, action in acts), _own_card
    ),
}
"""Games whose hidden cards the checker exchanges by itself, as they cannot be resampled."""


def subject(game: Any) -> Subject:
    """Returns a game of OpenSpiel; `game` is the game or its text."""
    import pyspiel

    try:
        loaded = pyspiel.load_game(game) if isinstance(game, str) else game
    except pyspiel.SpielError as error:  # it lists all games
        raise ValueError(f"OpenSpiel does not load {shown(game)}: {str(error)[:200]}") from None
    kind = loaded.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(f"{kind.short_name} is not a sequential game: {kind.dynamics}")
    utility = pyspiel.GameType.Utility
    declared: float | None = None
    if kind.utility in (utility.ZERO_SUM, utility.CONSTANT_SUM):
        declared = loaded.utility_sum() or 0.0
    explicit = kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    return Subject(
        name=f"openspiel:{loaded}",
        interface="OpenSpiel",
        table=lambda: SpielTable(loaded),
        reward_sum=declared,
        rewards_declared=str(kind.utility).rsplit(".", 1)[-1].lower().replace("_", "-"),
        caller_draws=explicit,
    )


def _seeded(game: Any, seed: int) -> Any:
    """Returns a game that draws chance itself, from this seed; another game as it is."""
    import pyspiel

    parameters = game.get_parameters()
    if "rng_seed" not in parameters:
        return game
    return pyspiel.load_game(game.get_type().short_name, {**parameters, "rng_seed": seed})


def _words(text: str) -> npt.NDArray[np.float64]:
    """Returns a text as an array: how often each word comes, words by their hashes."""
    found = np.zeros(_WORDS)
    for word in re.findall(r"\w+", text):
        found[zlib.crc32(word.encode()) % _WORDS] += 1
    return found


class SpielTable(Table):
    """A state of a game of OpenSpiel."""

    def __init__(self, game: Any, state: Any = None) -> None:
        self.game, self.seats = game, game.num_players()
        self.chance = Random(0)
        self.state = game.new_initial_state() if state is None else state
        self._draw()

    def reset(self, seed: int | None) -> None:
        if seed is not None:
            self.chance = Random(seed)
            self.game = _seeded(self.game, seed)
        self.state = self.game.new_initial_state()
        self._draw()

    def _draw(self) -> None:
        while self.state.is_chance_node():
            outcomes, weights = zip(*self.state.chance_outcomes(), strict=True)
            self.state.apply_action(self.chance.choices(outcomes, weights)[0])

    def seat(self) -> int | None:
        return None if self.state.is_terminal() else int(self.state.current_player())

    def legal(self) -> list[int]:
        return list(self.state.legal_actions())

    def step(self, action: int) -> None:
        self.state.apply_action(action)
        self._draw()

    def sight(self, seat: int) -> npt.NDArray[np.float64]:
        kind, tensors = self.game.get_type(), []
        if kind.provides_observation_tensor:
            tensors.append(self.state.observation_tensor(seat))
        if kind.provides_information_state_tensor:
            tensors.append(self.state.information_state_tensor(seat))
        return flat(tensors) if tensors else _words(self.text(seat))

    def text(self, seat: int) -> str:
        kind, texts = self.game.get_type(), []
        if kind.provides_observation_string:
            texts.append(self.state.observation_string(seat))
        if kind.provides_information_state_string:
            texts.append(self.state.information_state_string(seat))
        return "\n".join(texts)

    def rewards(self) -> list[float]:
        return list(self.state.returns())

    def resample(self, seat: int, chance: Random) -> Table:
        short = self.game.get_type().short_name
        if short in DEALS:
            return self._exchange(DEALS[short], seat, chance)
        return self.draw_world(seat, chance)

    def draw_world(self, seat: int, chance: Random) -> Table:
        try:
            state = self.state.resample_from_infostate(seat, chance.random)
        except Exception as error:
            if "implemented" in str(error):
                raise UnsupportedError("the game has no resample_from_infostate") from error
            raise
        return SpielTable(self.game, state)

    def world(self, seat: int) -> str:
        others = [other for other in range(self.seats) if other != seat]
        if not self.game.get_type().provides_information_state_string:
            return str(self.state)
        return "|".join(self.state.information_state_string(other) for other in others)

    def _exchange(self, deal: Deal, seat: int, chance: Random) -> Table:
        """Returns the state after the same actions with other hidden cards."""
        history = [(event.player, event.action) for event in self.state.full_history()]
        players = [(player, action) for player, action in history if player >= 0]
        if not deal.private(players):
            raise LookupError("the cards are shown")
        shown = {deal.card(action) for _, action in players}
        dealt = [place for place, (player, _) in enumerate(history) if player < 0]
        places = [
            place
            for index, place in enumerate(dealt)
            if self._hidden_from(deal.owner(index, self.seats, len(dealt)), seat, history, place)
            and history[place][1] not in shown
        ]
        chance.shuffle(places)
        for place in places[:_ATTEMPTS]:
            other = self._replace(history, places, place, chance)
            if other is not None:
                return SpielTable(self.game, other)
        raise LookupError("no other cards fit the actions")

    @staticmethod
    def _hidden_from(
        owner: int | None, seat: int, history: list[tuple[int, int]], place: int
    ) -> bool:
        if owner == DRAWN:
            owner = history[place - 1][0]
        return owner is not None and owner != seat

    def _replace(
        self, history: list[tuple[int, int]], places: list[int], place: int, chance: Random
    ) -> Any:
        """Replaces a hidden outcome by one that chance has not given, or exchanges it with another
        hidden one; `None` if the actions are not possible then."""
        before = self._replay(history[:place])
        used = {action for player, action in history if player < 0}
        free = [action for action in before.legal_actions() if action not in used]
        changed = history.copy()
        others = [other for other in places if other != place]
        if free and (not others or chance.random() < 0.5):
            changed[place] = (history[place][0], chance.choice(free))
        elif others:
            other = chance.choice(others)
            changed[place], changed[other] = history[other], history[place]
        else:
            return None
        return self._replay(changed)

    def _replay(self, history: list[tuple[int, int]]) -> Any:
        state = self.game.new_initial_state()
        for player, action in history:
            if state.current_player() != player or action not in state.legal_actions():
                return None
            state.apply_action(action)
        return state
