"""Jobs of the tests: workers that die, fail, and print."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pyarrow as pa
from facedown import scale
from facedown.scale.jobs import child_seed


@scale.register
@dataclass(frozen=True)
class Fragile(scale.Job):
    """Numbers; the worker of one shard dies `deaths` times, counted by files in a folder."""

    kind: ClassVar[str] = "fragile"
    count: int
    folder: str
    deaths: int = 1
    at: int = 2
    shard: int = 1

    @property
    def items(self) -> int:
        return self.count

    def table(self, start: int, stop: int) -> Any:
        print("a job may print")
        if start == self.at:
            for death in range(self.deaths):
                path = Path(self.folder, f"death-{death}")
                if not path.exists():
                    path.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
        numbers = [child_seed(1, n) for n in range(start, stop)]
        return pa.table({"number": pa.array(numbers, pa.uint64())})


@scale.register
@dataclass(frozen=True)
class Failing(scale.Job):
    """Numbers; one shard raises an exception."""

    kind: ClassVar[str] = "failing"
    count: int
    at: int
    shard: int = 1

    @property
    def items(self) -> int:
        return self.count

    def table(self, start: int, stop: int) -> Any:
        if start == self.at:
            raise ArithmeticError(f"no number {start}")
        return pa.table({"number": list(range(start, stop))})
