"""What is examined: a table at which one game is played, and a batch of environments.

An adapter for each interface presents its environment so; the laws know nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Batch", "Subject", "Table", "UnsupportedError", "flat"]


class UnsupportedError(Exception):
    """The interface does not offer what a law needs; the message says what."""


class Table(ABC):
    """One game in progress."""

    seats: int

    @abstractmethod
    def reset(self, seed: int | None) -> None:
        """Begins a game: with a seed, or the next one without."""

    @abstractmethod
    def seat(self) -> int | None:
        """Returns the seat to act; `None` when the game is over."""

    @abstractmethod
    def legal(self) -> list[int]:
        """Returns the legal actions of the seat to act."""

    @abstractmethod
    def step(self, action: int) -> None:
        """Applies an action of the seat to act."""

    @abstractmethod
    def sight(self, seat: int) -> npt.NDArray[np.float64]:
        """Returns what a seat observes, as a flat array."""

    @abstractmethod
    def rewards(self) -> list[float]:
        """Returns each seat's sum of rewards so far."""

    def text(self, seat: int) -> str:
        """Returns what else a seat observes: masks, texts, records."""
        return ""

    def resample(self, seat: int, chance: Random) -> "Table":
        """Returns a table that this seat should not be able to distinguish from this one."""
        raise UnsupportedError("the interface gives no other state with the same information")

    def draw_world(self, seat: int, chance: Random) -> "Table":
        """Returns a table drawn from all those that are consistent with what a seat knows."""
        raise UnsupportedError("the interface draws no worlds")

    def world(self, seat: int) -> str:
        """Returns all that is hidden from a seat, as a text that names it."""
        raise UnsupportedError("the interface does not show hidden information")

    def worlds(self, seat: int) -> int | None:
        """Returns how many worlds are consistent with what a seat knows, if it is known."""
        return None

    def unseen(self, seat: int) -> list[str]:
        """Returns the cards that a seat has not seen, wherever they lie."""
        raise UnsupportedError("the interface does not show which cards a seat has not seen")

    def holdings(self) -> list[list[str]]:
        """Returns the cards that each seat holds."""
        raise UnsupportedError("the interface does not show the cards of other seats")


class Batch(ABC):
    """Environments that are stepped together and begin again by themselves."""

    n: int

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Begins again with the deals of a seed."""

    @abstractmethod
    def legal(self) -> npt.NDArray[np.bool_]:
        """Returns the masks of legal actions, `[n, actions]`."""

    @abstractmethod
    def sight(self) -> npt.NDArray[np.float64]:
        """Returns the observations, `[n, features]`."""

    @abstractmethod
    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Applies an action in every environment."""

    @abstractmethod
    def begun(self) -> npt.NDArray[np.bool_]:
        """Returns where the last step ended an episode and `sight` shows the next one."""

    @abstractmethod
    def rewards(self) -> npt.NDArray[np.float64]:
        """Returns the sum over seats of the rewards of the last step, `[n]`."""


@dataclass
class Subject:
    """An environment by name, with what it declares."""

    name: str
    interface: str
    table: Callable[[], Table] | None = None
    batch: Callable[[int], Batch] | None = None
    reward_sum: float | None = None
    """The declared sum of all seats' rewards over a game; `None` if none is declared."""
    rewards_declared: str = "not declared"
    caller_draws: bool = False
    """Whether chance is explicit: the caller draws its outcomes."""
    reseeds: bool = True
    """Whether a game without a seed may follow one with a seed."""


def flat(value: Any) -> npt.NDArray[np.float64]:
    """Returns an observation as a flat array: arrays, numbers, and tuples, lists and dictionaries
    of them, in the order of their keys."""
    if isinstance(value, dict):
        value = [value[key] for key in sorted(value)]
    if isinstance(value, list | tuple):
        parts = [flat(part) for part in value]
        return np.concatenate(parts) if parts else np.zeros(0)
    return np.asarray(value, np.float64).ravel()
