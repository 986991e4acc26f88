"""Runs a job: here, in processes, or on Ray."""

import sys
import time
from collections.abc import Callable, Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from facedown._output import shown
from facedown.scale._checks import address_text, integer, pyarrow
from facedown.scale.jobs import Job, jobs
from facedown.scale.pool import Lost, in_process, in_processes
from facedown.scale.store import Run, Store

__all__ = ["ShardError", "run"]

Progress = Callable[[int, int], object]
"""Is called with the number of finished shards and that of all."""


class ShardError(RuntimeError):
    """A shard could not be computed. Those that were finished stay, and a new run resumes."""


def run(
    job: Job,
    out: str | PathLike[str],
    *,
    workers: int = 0,
    address: str | None = None,
    retries: int = 3,
    repair: bool = False,
    progress: bool | Progress | None = None,
) -> Run:
    """Runs a job, or what is missing of it, and returns the finished run.

    `out` is a new folder, or one that the same job has begun. `workers=0` computes here,
    `workers=n` in n processes of this machine. With `address` it runs on Ray: `"local"` starts Ray
    here with `workers` cores (default 2), otherwise it is the address of a cluster (`"auto"`,
    `"ray://head:10001"`), all of whose cores are used; a Ray that the program has initialised is
    used as it is. Files do not depend on any of this.

    A shard whose worker dies is computed again, at most `retries` times. A damaged file of an
    earlier run is an error, and is made again with `repair`. `progress` is called with the numbers
    of finished and of all shards; by default there is a bar if standard error is a terminal.

    Raises `ValueError` if the folder holds anything else, `ShardError` if a shard fails.
    """
    given: Any = job
    if not isinstance(given, Job):
        names = ", ".join(sorted(jobs()))
        raise TypeError(f"job is {shown(job)}: expected a job, one of {names}")
    count = integer("workers", workers, 0, 4096)
    attempts = integer("retries", retries, 0, 1000)
    cluster = address_text(address)
    pyarrow()
    folder = Path(fspath(out))
    with Store.opened(folder, job, repair) as store:
        missing = store.missing()
        report = _reporter(progress, job, len(missing))
        report(job.shards - len(missing), job.shards)
        if missing:
            try:
                for shard, data, rows in _shards(job, missing, count, cluster, attempts):
                    store.add(shard, data, rows)
                    report(len(store.parts), job.shards)
            except Lost as lost:
                raise ShardError(
                    f"shard {lost.shard} of {job.shards}: {lost.reason}; {len(store.parts)} are "
                    f"finished in '{folder}'"
                ) from lost
        store.finish()
        parts = [store.parts[shard] for shard in range(job.shards)]
    return Run(folder, job, parts)


def _shards(
    job: Job, missing: list[int], workers: int, address: str | None, retries: int
) -> Iterator[tuple[int, bytes, int]]:
    if address is not None:
        from facedown.scale.cluster import on_ray

        return on_ray(job, missing, workers or 2, address, retries)
    if workers == 0:
        return in_process(job, missing)
    return in_processes(job, missing, workers, retries)


def _reporter(progress: bool | Progress | None, job: Job, missing: int) -> Progress:
    if callable(progress):
        return progress
    if progress is None:
        progress = sys.stderr.isatty()
    return _Bar(job, missing) if progress and missing else lambda _done, _all: None


class _Bar:
    """A bar on standard error, with the rate and the time left."""

    WIDTH = 30

    def __init__(self, job: Job, missing: int) -> None:
        self.kind = job.kind
        self.items = job.shard
        self.before: int | None = None
        self.start = time.monotonic()

    def __call__(self, done: int, shards: int) -> None:
        if self.before is None:
            self.before = done
        passed = time.monotonic() - self.start
        made = done - self.before
        filled = self.WIDTH * done // shards
        bar = "█" * filled + "░" * (self.WIDTH - filled)
        text = f"\r{self.kind} {bar} {done}/{shards}"
        if made:
            left = int(passed / made * (shards - done))
            text += (
                f"  {made * self.items / passed:,.0f} items/s  {left // 60}:{left % 60:02} left "
            )
        end = "\n" if done == shards else ""
        print(text, end=end, file=sys.stderr, flush=True)
