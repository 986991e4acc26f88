"""Shards on Ray."""

import math
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from facedown.scale._checks import ray as import_ray
from facedown.scale.jobs import Job
from facedown.scale.pool import Lost
from facedown.scale.store import versions
from facedown.scale.worker import compute

__all__ = ["on_ray"]

OBJECT_STORE = 256 << 20
"""Bytes of Ray's object store on one machine; finished shards pass through it."""

AHEAD = 3
"""Tasks for each core that are submitted before the first ends, so that no core waits."""

EVERY = 2.0
"""Seconds after which the number of cores is asked for again."""


def on_ray(
    job: Job, shards: list[int], workers: int, address: str, retries: int
) -> Iterator[tuple[int, bytes, int]]:
    """Computes shards as tasks of Ray, which gives those of a lost worker to another."""
    ray = import_ray()
    own = not ray.is_initialized()
    if own:
        _connect(ray, workers, address)
    try:
        yield from _tasks(ray, job, shards, retries)
    finally:
        if own:
            ray.shutdown()


def _connect(ray: Any, workers: int, address: str) -> None:
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    # One task, one core: the kernels inside must not start threads of their own.
    variables = {"RAYON_NUM_THREADS": "1"}
    options["runtime_env"] = {"env_vars": variables}
    if address == "local":
        # Workers find what this process can import, a job of one's own for example.
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        options |= {"num_cpus": workers, "include_dashboard": False}
        options["object_store_memory"] = OBJECT_STORE
        # Ray's workers have a niceness of 15 by default and starve beside any other program.
        options["_system_config"] = {"worker_niceness": 0}
    try:
        ray.init(address=address, **options)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise ConnectionError(f"no Ray cluster at {address!r}: {error}") from error


def _tasks(ray: Any, job: Job, shards: list[int], retries: int) -> Iterator[tuple[int, bytes, int]]:
    task = ray.remote(compute).options(num_cpus=1, max_retries=retries)
    packed, expected = ray.put(job), versions()
    todo = iter(shards)
    running: dict[Any, int] = {}
    window, asked = 0, -math.inf
    while True:
        # Nodes come and go, but asking costs as much as a task.
        if time.monotonic() - asked > EVERY:
            window = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            asked = time.monotonic()
        while len(running) < window and (shard := next(todo, None)) is not None:
            running[task.remote(packed, shard, expected)] = shard
        if not running:
            return
        ready, _ = ray.wait(list(running), num_returns=1)
        for reference in ready:
            shard = running.pop(reference)
            try:
                data, rows = ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                cause = error.cause if isinstance(error.cause, Exception) else error
                raise Lost(shard, f"{type(cause).__name__}: {cause}") from error
            except ray.exceptions.RayError as error:
                reason = f"its workers died {retries + 1} times: {error}"
                raise Lost(shard, reason) from error
            yield shard, data, rows
