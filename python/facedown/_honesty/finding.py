"""Findings, how much is examined, and random play that reports what must not happen."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown._honesty.subject import Batch, Subject, Table, UnsupportedError

__all__ = [
    "BROKEN",
    "HOLDS",
    "UNCHECKED",
    "CrashError",
    "Finding",
    "Settings",
    "decisions",
    "guarded",
    "need_batch",
    "need_table",
    "sights",
]

HOLDS, BROKEN, UNCHECKED = "holds", "broken", "not checked"


@dataclass(frozen=True)
class Settings:
    """How much is examined."""

    seed: int = 0
    """The first seed."""
    starts: int = 300
    """Deals compared with each other."""
    games: int = 20
    """Games played at random."""
    worlds: int = 2000
    """Resampled worlds."""
    steps: int = 20_000
    """Decisions after which a game that is not over does not end."""
    deals: int | None = None
    """How many different first observations there are, if they are few."""
    level: float = 1e-6
    """The p-value below which a law is broken."""


@dataclass
class Finding:
    """What was found about one law."""

    law: str
    verdict: str
    detail: str
    numbers: dict[str, Any] = field(default_factory=dict)


class CrashError(Exception):
    """The environment raised an exception where it must not."""


def guarded(what: str, call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (UnsupportedError, CrashError):
        raise
    except Exception as error:
        raise CrashError(f"{what}: {type(error).__name__}: {str(error)[:300]}") from error


def decisions(table: Table, chance: Random, settings: Settings) -> Iterator[int]:
    """Plays at random; yields the seat at every decision before it acts."""
    for _ in range(settings.steps):
        seat = table.seat()
        if seat is None:
            return
        legal = table.legal()
        if not legal:
            raise CrashError(f"seat {seat} is to act and has no legal action")
        yield seat
        action = chance.choice(legal)
        guarded(f"the legal action {action} was refused", partial(table.step, action))
    raise CrashError(f"a game was not over after {settings.steps:,} decisions of random play")


def need_table(subject: Subject) -> Table:
    if subject.table is None:
        raise UnsupportedError("the interface has no single table")
    return subject.table()


def need_batch(subject: Subject, n: int) -> Batch:
    if subject.batch is None:
        raise UnsupportedError("the interface has no batches")
    return subject.batch(n)


def sights(table: Table) -> npt.NDArray[np.float64]:
    """Returns what every seat observes, one after the other."""
    return np.concatenate([table.sight(seat) for seat in range(table.seats)])
