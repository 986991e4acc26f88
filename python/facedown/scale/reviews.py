"""Reviews of riichi logs, and of recorded games of any kind."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, ClassVar

from facedown import _review, riichi
from facedown._output import shown
from facedown.scale._checks import integer, pyarrow
from facedown.scale.jobs import Job, register, set_fields

__all__ = ["RecordReview", "Review"]


def _paths(name: str, value: Any) -> list[str]:
    if isinstance(value, (str, PathLike)):
        raise TypeError(f"{name} is {shown(value)}: expected a list of paths")
    return [fspath(path) for path in value]


class _Reviews(Job):
    """One row for each file: its path, `decisions`, `loss` and the whole `review` as JSON."""

    column: ClassVar[str]

    def paths(self) -> Sequence[str]:
        """Returns the files."""
        raise NotImplementedError

    def review(self, path: str) -> Any:
        """Returns the review of a file."""
        raise NotImplementedError

    @property
    def items(self) -> int:
        return len(self.paths())

    def table(self, start: int, stop: int) -> Any:
        self.check_items(start, stop)
        pa = pyarrow()
        rows = []
        for path in self.paths()[start:stop]:
            found = self.review(path)
            loss = sum(total.loss for total in found.totals)
            record = json.dumps(found.record, sort_keys=True)
            rows.append((path, len(found.decisions), loss, record))
        schema = pa.schema(
            [
                (self.column, pa.string()),
                ("decisions", pa.uint32()),
                ("loss", pa.float64()),
                ("review", pa.string()),
            ]
        )
        columns = zip(*rows, strict=True)
        return pa.table(dict(zip(schema.names, map(list, columns), strict=True)), schema)

    def summary(self, table: Any) -> dict[str, Any]:
        """Returns the points lost per decision over all files."""
        decisions = sum(table["decisions"].to_pylist())
        loss = sum(table["loss"].to_pylist())
        per_decision = loss / decisions if decisions else None
        return {"rows": table.num_rows, "decisions": decisions, "loss_per_decision": per_decision}


@register
@dataclass(frozen=True)
class Review(_Reviews):
    """Reviews of riichi logs, as by `facedown.riichi.review`; workers must find the files.

    One row for each log: `log`, `decisions`, `loss` (points of match equity lost by all seats that
    were reviewed) and the whole `review` as JSON.
    """

    kind: ClassVar[str] = "review"
    column: ClassVar[str] = "log"
    logs: Sequence[str]
    """The files."""
    seat: int | None = None
    """The seat that is reviewed; all by default."""
    worlds: int = 1_000
    """The number of worlds in which options are compared."""
    seed: int = 0
    shard: int = 1

    def __post_init__(self) -> None:
        set_fields(self, logs=_paths("logs", self.logs), seed=integer("seed", self.seed))
        set_fields(self, worlds=integer("worlds", self.worlds, 2, 100_001))
        set_fields(self, shard=integer("shard", self.shard, 1))
        if self.seat is not None:
            set_fields(self, seat=integer("seat", self.seat, 0, 4))
        self.check()

    def paths(self) -> Sequence[str]:
        return self.logs

    def about(self) -> dict[str, Any]:
        return {"game": "riichi"}

    def review(self, path: str) -> Any:
        return riichi.review(path, self.seat, worlds=self.worlds, seed=self.seed, threads=1)


@register
@dataclass(frozen=True)
class RecordReview(_Reviews):
    """Reviews of recorded games of any kind, as by `facedown.review`; workers must find the files.

    A record is what `facedown play --record FILE` and the service write. One row for each:
    `record`, `decisions`, `loss` (points lost by all seats that were reviewed) and the whole
    `review` as JSON.
    """

    kind: ClassVar[str] = "record-review"
    column: ClassVar[str] = "record"
    records: Sequence[str]
    """The files."""
    bot: str = "search"
    """The bot whose opinion it is."""
    seat: int | None = None
    """The seat that is reviewed; all by default."""
    iterations: int = 2_000
    """The iterations of each decision."""
    worlds: int = 400
    """The number of worlds in which the move played and the one advised are compared."""
    seed: int = 0
    shard: int = 1

    def __post_init__(self) -> None:
        set_fields(self, records=_paths("records", self.records), seed=integer("seed", self.seed))
        set_fields(self, iterations=integer("iterations", self.iterations, 1))
        set_fields(self, worlds=integer("worlds", self.worlds, 2))
        set_fields(self, shard=integer("shard", self.shard, 1))
        if self.seat is not None:
            set_fields(self, seat=integer("seat", self.seat, 0, 10))
        if not isinstance(self.bot, str):
            raise TypeError(f"bot is {shown(self.bot)}: expected a name")
        self.check()

    def paths(self) -> Sequence[str]:
        return self.records

    def review(self, path: str) -> Any:
        return _review.review(
            path,
            self.seat,
            bot=self.bot,
            iterations=self.iterations,
            worlds=self.worlds,
            seed=self.seed,
        )
