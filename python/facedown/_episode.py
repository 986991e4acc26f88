"""What the environments of `facedown.pettingzoo` and `facedown.gym` share: an episode."""

from collections.abc import Mapping
from operator import index
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown._native import Game, Match, State, View, world
from facedown._output import dtype_of, shown
from facedown.game import games, make
from facedown.vec import NoSuchActionError

__all__ = [
    "ENTRIES",
    "FORMER_ENTRIES",
    "RENDER_MODES",
    "Entry",
    "Episode",
    "action_id",
    "check_illegal",
    "check_render_mode",
    "check_seed",
    "checked_hand",
    "first_hands",
    "illegal_action",
    "number",
    "observation_bounds",
    "scope",
]

ILLEGAL = ("terminate", "raise", "random")
"""What an illegal action does: it ends the episode, is an error, or is replaced by a legal one."""

RENDER_MODES = ("ansi", "human")

_DTYPES = (np.dtype(np.uint8), np.dtype(np.float32))
_LENGTHS = ("hand", "match")


class Entry(NamedTuple):
    """A game under the name by which the registries of Gymnasium and PettingZoo know it."""

    id: str
    name: str
    rules: dict[str, Any]
    """The preset of its rules, if it is not the default."""
    version: int = 1
    """1, or 0 where every single hand is the first of a match."""

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of its environments."""
        return {"name": self.name, **self.rules}


_REGISTERED = {
    id: (name, {} if preset == info.presets[0] else {"rules": preset})
    for name, info in games().items()
    for id, preset in info.environments.items()
}

ENTRIES = tuple(Entry(f"facedown/{id}-v1", *game) for id, game in _REGISTERED.items())
"""The environments, whose single hands are drawn as the hands of matches come."""

FORMER_ENTRIES = tuple(Entry(f"facedown/{id}-v0", *game, 0) for id, game in _REGISTERED.items())
"""Version 0: every single hand is the first of a match. One seat always deals, Hearts passes to the
left, Oh Hell and El Dorado have ten cards, riichi is East 1 with even scores."""


def first_hands(options: dict[str, Any]) -> dict[str, Any]:
    """Returns the options of an environment of version 0; whole matches are as in version 1."""
    return {"hand": 0, **options} if options.get("length", "hand") == "hand" else options


class Episode:
    """A hand or a match in progress."""

    def __init__(
        self,
        name: str,
        rules: Mapping[str, Any],
        *,
        length: str,
        reward_scale: float,
        dtype: npt.DTypeLike,
        hand: int | None = None,
    ) -> None:
        if not isinstance(name, str):
            raise TypeError(f"name is a {type(name).__name__}: expected the name of a game")
        self.game: Game = make(name, **rules)
        if length not in _LENGTHS:
            raise ValueError(f"length is {shown(length)}: expected one of {', '.join(_LENGTHS)}")
        self.length = length
        self.hand = checked_hand(self.game, length, hand)
        """The place of single hands in a match; `None` if they are drawn."""
        self.reward_scale = number("reward_scale", reward_scale)
        self.dtype: np.dtype[Any] = dtype_of(dtype)
        if self.dtype not in _DTYPES:
            raise ValueError(f"dtype is {self.dtype}: expected uint8 or float32")
        self.hands = 0
        """The number of hands that have been dealt."""
        self._match: Match | None = None
        self._state: State | None = None
        self._setup: dict[str, Any] = {}

    @property
    def entry_id(self) -> str:
        """The id of the game in the registries."""
        entries = FORMER_ENTRIES if self.hand == 0 else ENTRIES
        of_game = [entry for entry in entries if entry.name == self.game.name]
        for entry in of_game:
            if make(entry.name, **entry.rules).seats == self.game.seats:
                return entry.id
        return of_game[0].id

    @property
    def illegal_reward(self) -> float:
        """The default reward of an illegal action that ends the episode: about the worst result of
        a hand, so that no illegal action is better than a lost hand."""
        return games()[self.game.name].bad_result * self.reward_scale

    @property
    def state(self) -> State:
        """The hand in progress, or the last one."""
        if self._state is None:
            raise RuntimeError("there is no episode yet: call reset first")
        return self._state

    @property
    def is_over(self) -> bool:
        """Whether the episode is over."""
        return self.state.is_over

    @property
    def seat(self) -> int | None:
        """The seat to act; `None` if the episode is over."""
        return self.state.current_seat

    def reset(self, seed: int) -> None:
        """Begins the episode of a seed: `game.deal(seed, hand)`, or `game.match(seed)`."""
        self.hands = 1
        if self.length == "hand":
            self._state = self.game.deal(seed, self.hand)
        else:
            self._match = self.game.match(seed)
            self._state = self._match.next_hand()
        self._setup = self.state.setup

    @property
    def setup(self) -> dict[str, Any]:
        """Which hand of a match is in progress, as in `State.setup`."""
        return {**self._setup}

    def view(self, seat: int) -> View:
        """Returns the view of a seat."""
        return self.state.view(seat)

    def resample(self, seat: int, seed: int) -> None:
        """Replaces the state by one of those that are consistent with a seat's view."""
        if self.length != "hand":
            raise ValueError(f"length is {shown(self.length)}: only a hand can be resampled")
        if not self.is_over:
            self._state = world(self.view(seat), seed)

    def play(self, action: int | str) -> list[float]:
        """Applies an action; returns the reward of each seat."""
        state = self.state
        state.apply(action)
        if not state.is_over:
            return [0.0] * self.game.seats
        if self._match is None:
            return [score * self.reward_scale for score in state.scores()]
        self._match.finish(state)
        following = self._match.next_hand()
        if following is None:
            return [score * self.reward_scale for score in self._match.scores()]
        self._state = following
        self._setup = following.setup
        self.hands += 1
        return [0.0] * self.game.seats

    def observation(self, seat: int) -> npt.NDArray[Any]:
        """Returns the observation of a seat."""
        return self.view(seat).observation(self.dtype)

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Returns the action mask of a seat, of the dtype that Gymnasium's spaces take."""
        return self.view(seat).mask().view(np.int8)

    def bounds(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Returns the least and greatest values of observations."""
        return observation_bounds(
            self.game.observation_shape, self.game.observation_scales, self.dtype
        )

    def text(self) -> str:
        """Returns the view of the seat to act as text; of seat 0 when the episode is over."""
        seat = self.seat
        if seat is None:
            scores = ", ".join(f"{score:+d}" for score in self.state.scores())
            return f"{self.view(0).text()}\nover: {scores}\n"
        return f"{self.view(seat).text()}\nseat {seat} to act\n"


def scope(length: str, hand: int | None) -> str:
    """Returns what episodes of this kind are, for the metadata of environments."""
    if length != "hand":
        return "whole matches"
    if hand is None:
        return "single hands, drawn as the hands of matches come"
    return f"hand {hand} of a match alone, from an even score"


def observation_bounds(
    shape: tuple[int, ...], scales: tuple[float, ...], dtype: np.dtype[Any]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Returns the least and greatest values of observations."""
    high = np.full(shape, 255, np.float64)
    if dtype != np.uint8:
        high *= np.asarray(scales, np.float64).reshape(-1, *[1] * (len(shape) - 1))
    return np.zeros(shape, dtype), high.astype(dtype)


def number(name: str, value: Any) -> float:
    """Returns an option that is a finite number."""
    if isinstance(value, bool | str) or not np.isscalar(value):
        raise TypeError(f"{name} is {shown(value)}: expected a number")
    if not np.isfinite(value):
        raise ValueError(f"{name} is {shown(value)}: expected a finite number")
    return float(value)  # type: ignore[arg-type]


def action_id(given: Any, num_actions: int) -> int:
    """Returns an action of the caller's as an id."""
    try:
        action = index(given)
    except TypeError:
        kind = type(given).__name__
        raise TypeError(
            f"the action {shown(given)} is of type {kind}: expected an integer"
        ) from None
    if not 0 <= action < num_actions:
        raise NoSuchActionError(f"no action {action}, expected 0 to {num_actions - 1}")
    return action


def illegal_action(episode: Episode, seat: int, action: int) -> ValueError:
    """Returns the error for an action that a seat cannot take, with those that it can."""
    game = episode.game
    text = game.action_text(action) if action < game.num_actions else "no-op"
    legal = ", ".join(f"{a} {game.action_text(a)}" for a in episode.state.legal_actions())
    return ValueError(f"seat {seat}: action {action} {text} is not legal, expected one of {legal}")


def checked_hand(game: Game, length: str, hand: Any) -> int | None:
    """Returns the place of single hands in a match; raises `ValueError` if there is no such one."""
    if hand is None:
        return None
    if length != "hand":
        raise ValueError(f"hand: {shown(hand)}, expected none where whole matches are played")
    game.deal(0, hand)
    return index(hand)


def check_illegal(illegal: Any) -> None:
    """Raises `ValueError` unless this is a known way to treat illegal actions."""
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal is {shown(illegal)}: expected one of {', '.join(ILLEGAL)}")


def check_render_mode(mode: Any) -> None:
    """Raises `ValueError` unless this is `None` or a known render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {shown(mode)}: expected one of {', '.join(RENDER_MODES)}")


def check_seed(seed: Any) -> int | None:
    """Returns a seed of the caller's."""
    if seed is None:
        return None
    try:
        given = index(seed)
    except TypeError:
        raise TypeError(f"seed is {shown(seed)}: expected an integer") from None
    if not 0 <= given < 1 << 64:
        raise ValueError(f"seed is {given}: expected 0 to 2**64 - 1")
    return given
