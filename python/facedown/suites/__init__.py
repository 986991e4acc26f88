"""Positions with known values: how many points does a bot lose?

>>> import facedown as fd
>>> suite = fd.suites.load("gin-layoffs")
>>> position = suite[0]
>>> view = position.view()                       # all that a bot gets
>>> sorted(position.values) == view.legal_actions()
True
>>> score = fd.suites.score("random", suite, seed=1)
>>> score.loss > fd.suites.score("greedy", suite).loss
True

A position is a deal by its seed and the actions up to the decision; it has the value of every legal
action. `names()` lists the suites; docs/guide/suites.md says what their values are, and
`python -m facedown.suites make` computed them (`facedown.suites.build`).
"""

import json
import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from operator import index
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from facedown._native import Game, State, View
from facedown._output import shown
from facedown.game import make

__all__ = [
    "Answer",
    "Bot",
    "Position",
    "Score",
    "Suite",
    "answer",
    "load",
    "names",
    "score",
    "summary",
]

FORMAT = 1

Bot: TypeAlias = str | Callable[[View], int | str]
"""A bot by its name, or a function from a view to an action's id or text."""


@dataclass(frozen=True)
class Position:
    """A decision with the value of every legal action."""

    game: Game
    """The game, with its rules."""
    seed: int
    """The seed of the deal, of the first hand of a match."""
    actions: tuple[int, ...]
    """The actions before the decision."""
    values: dict[int, float]
    """The value of every legal action by its id."""
    about: str
    """What is to be decided."""

    def view(self) -> View:
        """Returns what the seat to act knows."""
        return self.state().view()

    def state(self) -> State:
        """Returns the full state, hidden cards included: not for bots."""
        state = self.game.deal(self.seed, 0)
        for action in self.actions:
            state.apply(action)
        return state

    @property
    def best(self) -> float:
        """The greatest value."""
        return max(self.values.values())

    def loss(self, action: int | str) -> float:
        """Returns the points that an action, an id or a text, loses against the best."""
        return self.best - self.values[self.action(action)]

    def action(self, action: int | str) -> int:
        """Returns the id of a legal action; raises `ValueError` for any other."""
        if isinstance(action, str):
            for number in self.values:
                if self.game.action_text(number) == action:
                    return number
        else:
            try:
                number = index(action)
            except TypeError:
                number = -1
            if number in self.values:
                return number
        legal = ", ".join(map(self.game.action_text, self.values))
        raise ValueError(f"action {shown(action)} is not legal here, expected one of {legal}")


@dataclass(frozen=True)
class Suite:
    """Positions of one kind."""

    name: str
    """The name."""
    about: str
    """What its positions are, and what their values are."""
    unit: str
    """The unit of the values."""
    positions: tuple[Position, ...]
    """The positions."""

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, number: int) -> Position:
        return self.positions[number]

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __repr__(self) -> str:
        return f"<Suite {self.name}, {len(self)} positions, in {self.unit}>"


class Answer(NamedTuple):
    """A bot's answer in a position."""

    action: int
    """The action's id."""
    text: str
    """Its notation."""
    value: float
    """Its value."""
    best: float
    """The value of the best action."""
    loss: float
    """The difference."""


class Summary(NamedTuple):
    """Losses over a suite."""

    positions: int
    """The number of positions."""
    loss: float
    """The mean loss."""
    standard_error: float | None
    """Its standard error over positions; `None` for a single one."""
    worst: float
    """The greatest loss."""
    best_share: float
    """The share of positions in which nothing was lost."""


@dataclass(frozen=True)
class Score:
    """The losses of a bot over a suite. It prints as one line."""

    suite: str
    """The name of the suite."""
    bot: str
    """The name of the bot."""
    unit: str
    """The unit of losses."""
    positions: int
    """The number of positions."""
    loss: float
    """The mean loss."""
    standard_error: float | None
    """Its standard error over positions."""
    worst: float
    """The greatest loss."""
    best_share: float
    """The share of positions in which nothing was lost."""
    answers: tuple[Answer, ...]
    """The answers in order."""

    def __str__(self) -> str:
        error = "" if self.standard_error is None else f" ± {self.standard_error:.3f}"
        return (
            f"{self.bot} on {self.suite}: {self.loss:.3f}{error} {self.unit} lost per decision, "
            f"best in {self.best_share:.0%} of {self.positions}, worst {self.worst:.2f}"
        )


EXACT = 1e-9
"""Losses up to this are rounding."""


def names() -> list[str]:
    """Returns the names of the suites.

    >>> "ofc-endings" in names()
    True
    """
    found = (item.name for item in (files(__package__) / "data").iterdir())
    return sorted(name.removesuffix(".json") for name in found if name.endswith(".json"))


def load(name: str | PathLike[str]) -> Suite:
    """Returns a suite by its name, or from a file (a path, or a text that ends in `.json`).

    Raises `ValueError` for an unknown name and for a file that is not a suite.
    """
    if isinstance(name, PathLike) or (isinstance(name, str) and name.endswith(".json")):
        return _parse(Path(name).read_bytes(), str(name))
    if not isinstance(name, str):
        raise TypeError(f"suite is {shown(name)}: expected a name")
    return _load(name)


@lru_cache(maxsize=32)
def _load(name: str) -> Suite:
    if name not in names():
        raise ValueError(f"no suite {shown(name)}, expected one of {', '.join(names())}")
    return _parse((files(__package__) / "data" / f"{name}.json").read_bytes(), name)


def answer(bot: Bot, position: Position, seed: int = 0) -> Answer:
    """Returns what a bot does in a position, and what it loses."""
    if not isinstance(position, Position):
        raise TypeError(f"position is {shown(position)}: expected one of a suite")
    if callable(bot):
        action = position.action(bot(position.view()))
    elif isinstance(bot, str):
        action = position.game.bot(bot, seed).choose(position.view())
    else:
        raise TypeError(f"bot is {shown(bot)}: expected a name or a function of a view")
    value, best = position.values[action], position.best
    loss = 0.0 if best - value <= EXACT else best - value
    return Answer(action, position.game.action_text(action), value, best, loss)


def score(bot: Bot, suite: str | Suite, seed: int = 0) -> Score:
    """Returns how many points a bot loses per decision of a suite.

    `bot` is a name, with a budget as everywhere (`"ismcts:2000"`), or a function from a view to an
    action. Equal seeds give equal scores unless the bot's budget is a time.
    """
    found = suite if isinstance(suite, Suite) else load(suite)
    if not isinstance(bot, str) and not callable(bot):
        raise TypeError(f"bot is {shown(bot)}: expected a name or a function of a view")
    answers = tuple(answer(bot, position, seed) for position in found)
    name = bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
    losses = [item.loss for item in answers]
    return Score(found.name, name, found.unit, *summary(losses), answers)


def summary(losses: Sequence[float]) -> Summary:
    """Summarises losses.

    >>> summary([0.0, 2.0]).loss
    1.0
    """
    count = len(losses)
    if count == 0:
        raise ValueError("no losses: expected at least one")
    mean = math.fsum(losses) / count
    squares = math.fsum((loss - mean) ** 2 for loss in losses)
    error = math.sqrt(squares / (count * (count - 1))) if count > 1 else None
    share = sum(loss <= EXACT for loss in losses) / count
    return Summary(count, mean, error, max(losses), share)


def to_record(suite: Suite) -> dict[str, Any]:
    """Returns a suite as JSON values."""
    return {
        "format": FORMAT,
        "name": suite.name,
        "about": suite.about,
        "unit": suite.unit,
        "positions": [
            {
                "game": position.game.name,
                "rules": position.game.rules,
                "seed": position.seed,
                "actions": list(position.actions),
                "values": {str(action): value for action, value in position.values.items()},
                "about": position.about,
                "check": _check(position),
            }
            for position in suite
        ],
    }


def _check(position: Position) -> int:
    """Returns a checksum of the view, so that a deal that changes is noticed."""
    record = json.dumps(position.view().to_dict(), sort_keys=True)
    return zlib.crc32(record.encode())


def _parse(data: bytes, name: str) -> Suite:
    try:
        record = json.loads(data)
        if record["format"] != FORMAT:
            raise ValueError(f"format {shown(record['format'])}, expected {FORMAT}")
        games: dict[str, Game] = {}
        positions = tuple(_position(item, games, record) for item in record["positions"])
        if not positions:
            raise ValueError("no positions")
        return Suite(record["name"], record["about"], record["unit"], positions)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        reason = f"no field {error}" if isinstance(error, KeyError) else error
        raise ValueError(f"'{name}' is not a suite: {reason}") from error


def _position(item: dict[str, Any], games: dict[str, Game], record: dict[str, Any]) -> Position:
    rules = item["rules"]
    if isinstance(rules, int):
        rules = record["rules"][rules]
    key = json.dumps([item["game"], rules], sort_keys=True)
    if key not in games:
        games[key] = make(item["game"], **rules)
    values = {int(action): float(value) for action, value in item["values"].items()}
    position = Position(games[key], item["seed"], tuple(item["actions"]), values, item["about"])
    if _check(position) != item["check"]:
        raise ValueError(f"the deal of seed {position.seed} is another than it was")
    legal = position.view().legal_actions()
    if sorted(values) != sorted(legal):
        raise ValueError(f"seed {position.seed} has values of {sorted(values)}: expected {legal}")
    return position
