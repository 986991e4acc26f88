"""Replays of real games: `riichi.replay`."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from os import PathLike, fspath
from typing import Any, NamedTuple, TypeAlias

from facedown import _native

Path: TypeAlias = str | PathLike[str]


class Disagreement(NamedTuple):
    """The first difference between a log and the engine."""

    log: str
    """The file."""
    round: int
    """The round, counted from 0."""
    round_name: str
    """Its name, `South 2-1`."""
    step: int
    """The step of the round, counted from 0."""
    matter: str
    """The matter compared: `move`, `step`, `win`, ..."""
    expected: str
    """The value in the log."""
    got: str
    """The value of the engine."""


class Unreadable(NamedTuple):
    """A log that cannot be read."""

    log: str
    """The file."""
    error: str
    """Where, and why."""


@dataclass(frozen=True, slots=True)
class RoundLuck:
    """The points of one round of a game, divided into luck and play."""

    round: str
    """The name of the round, `South 2-1`."""
    points: list[int]
    """The points that each seat won or lost."""
    luck: list[float]
    """The part that the deal, draws and indicators gave."""
    play: list[float]
    """The rest: the decisions of all seats."""


@dataclass(frozen=True, slots=True)
class GameLuck:
    """The points of a game, divided into luck and play: sums over its finished rounds."""

    log: str
    """The name of the log."""
    rounds: tuple[RoundLuck, ...]
    """The finished rounds."""
    points: list[int]
    """The points that each seat won or lost."""
    luck: list[float]
    """The luck of each seat."""
    play: list[float]
    """The play of each seat."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The report of replayed logs."""

    logs: int
    """The number of logs."""
    agreed: int
    """The number of logs that agree with the engine at every step."""
    disagreements: tuple[Disagreement, ...]
    """The others, each with its first difference."""
    unreadable: tuple[Unreadable, ...]
    """The logs that cannot be read; see `replay`."""
    counts: dict[str, int]
    """The number of events of each kind in the logs that agree."""
    luck: tuple[GameLuck, ...] = ()
    """Luck and play of each game, with `luck=True`."""

    def __str__(self) -> str:
        lines = [f"{log}: {error}" for log, error in self.unreadable]
        lines += [
            f"{d.log}: round {d.round} ({d.round_name}) step {d.step}, {d.matter}: "
            f"expected {d.expected}, got {d.got}"
            for d in self.disagreements
        ]
        lines.append(f"{self.agreed} of {self.logs} logs agree at every step")
        lines += [f"{times:>10}  {name}" for name, times in self.counts.items() if times]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Returns a record of dicts, lists, texts and numbers."""
        record: dict[str, Any] = {
            "logs": self.logs,
            "agreed": self.agreed,
            "disagreements": [item._asdict() for item in self.disagreements],
            "unreadable": [item._asdict() for item in self.unreadable],
            "counts": dict(self.counts),
        }
        if self.luck:
            record["luck"] = [asdict(game) for game in self.luck]
        return record


def replay(
    paths: Path | Iterable[Path],
    threads: int | None = None,
    *,
    rules: str | None = None,
    skip_unreadable: bool = False,
    luck: bool = False,
) -> Replay:
    """Replays logs of real games through the engine and checks every step.

    Logs are Tenhou's (mjlog, packed or plain; tenhou/6 JSON) and MJAI's, recognised by their
    content; of a folder, all logs and zip archives in it and in the folders below; of an archive,
    every file in it, named `archive.zip/member`. Each is replayed by the rules it names, by default
    Tenhou's, or by `rules`: `tenhou` or `mjsoul`. Tenhou's results are those of the game's day.

    Raises `ValueError` for a log that cannot be read, with the place and the reason; with
    `skip_unreadable` such logs are listed in the report instead.

    With `luck`, the points of each seat are divided into luck (the deal, draws and indicators) and
    play, by round and game.
    """
    given = [paths] if isinstance(paths, (str, PathLike)) else list(paths)
    found = _native.riichi_replay([fspath(path) for path in given], threads, rules, luck)
    unreadable = tuple(Unreadable(**item) for item in found["unreadable"])
    if unreadable and not skip_unreadable:
        first, more = unreadable[0], len(unreadable) - 1
        also = f" (and {more} more cannot be read)" if more else ""
        raise ValueError(f"'{first.log}': {first.error}{also}")
    return Replay(
        logs=found["logs"],
        agreed=found["agreed"],
        disagreements=tuple(Disagreement(**item) for item in found["disagreements"]),
        unreadable=unreadable,
        counts=found["counts"],
        luck=tuple(
            GameLuck(
                log=game["log"],
                rounds=tuple(RoundLuck(**each) for each in game["rounds"]),
                points=game["points"],
                luck=game["luck"],
                play=game["play"],
            )
            for game in found.get("luck", ())
        ),
    )
