"""Reviews of riichi logs."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, ClassVar

from facedown import riichi
from facedown._output import shown
from facedown.scale._checks import integer, pyarrow
from facedown.scale.jobs import Job, register, set_fields

__all__ = ["Review"]


@register
@dataclass(frozen=True)
class Review(Job):
    """Reviews of riichi logs, as by `facedown.riichi.review`; workers must find the files.

    One row for each log: `log`, `decisions`, `loss` (points of match equity lost by all seats that
    were reviewed) and the whole `review` as JSON.
    """

    kind: ClassVar[str] = "review"
    logs: Sequence[str]
    """The files."""
    seat: int | None = None
    """The seat that is reviewed; all by default."""
    worlds: int = 1_000
    """The number of worlds in which options are compared."""
    seed: int = 0
    shard: int = 1

    def __post_init__(self) -> None:
        if isinstance(self.logs, (str, PathLike)):
            raise TypeError(f"logs is {shown(self.logs)}: expected a list of paths")
        set_fields(self, logs=[fspath(log) for log in self.logs], seed=integer("seed", self.seed))
        set_fields(self, worlds=integer("worlds", self.worlds, 2, 100_001))
        set_fields(self, shard=integer("shard", self.shard, 1))
        if self.seat is not None:
            set_fields(self, seat=integer("seat", self.seat, 0, 4))
        self.check()

    @property
    def items(self) -> int:
        return len(self.logs)

    def about(self) -> dict[str, Any]:
        return {"game": "riichi"}

    def table(self, start: int, stop: int) -> Any:
        self.check_items(start, stop)
        pa = pyarrow()
        rows = []
        for log in self.logs[start:stop]:
            found = riichi.review(log, self.seat, worlds=self.worlds, seed=self.seed, threads=1)
            loss = sum(total.loss for total in found.totals)
            record = json.dumps(found.record, sort_keys=True)
            rows.append((log, len(found.decisions), loss, record))
        schema = pa.schema(
            [
                ("log", pa.string()),
                ("decisions", pa.uint32()),
                ("loss", pa.float64()),
                ("review", pa.string()),
            ]
        )
        columns = zip(*rows, strict=True)
        return pa.table(dict(zip(schema.names, map(list, columns), strict=True)), schema)

    def summary(self, table: Any) -> dict[str, Any]:
        """Returns the points lost per decision over all logs."""
        decisions = sum(table["decisions"].to_pylist())
        loss = sum(table["loss"].to_pylist())
        per_decision = loss / decisions if decisions else None
        return {"rows": table.num_rows, "decisions": decisions, "loss_per_decision": per_decision}
