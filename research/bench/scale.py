"""Throughput of `facedown.scale`: two processes beside Ray with two cores, in one sitting.

    python research/bench/scale.py [--rounds 10] [--games 48000] [--shard 2000]

Rounds alternate between plain processes and Ray, which stays up, so that whatever else the machine
does meets both; each asserts that both write the same bytes. Throughput is counted without the
first quarter of a run's shards, in which workers start. Beside it stands the processor time of all
processes, less that of a job without work: on a busy machine it is the steadier figure. The cost of
a task is that of a job whose shards are empty.
"""

import argparse
import resource
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import ray
from facedown import scale
from facedown.scale.cluster import _connect

WORKERS = 2


def empty(tasks: int) -> scale.Job:
    """Returns a job whose shards have hardly any work: a hand of gin each."""
    return scale.Dataset("gin-deadwood", rows=tasks, shard=1)


@dataclass(frozen=True)
class Timing:
    """The times of a run."""

    start: float
    """Seconds to the first finished shard."""
    rate: float
    """Shards a second after the first quarter of them."""
    files: dict[str, bytes]
    """The files written."""
    cpu: float
    """Processor seconds of the driver and all its processes."""


def cpu_seconds() -> float:
    """Returns the processor time of this process and of all below it, ended ones included."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time() + ended.ru_utime + ended.ru_stime
    for child in psutil.Process().children(recursive=True):
        try:
            total += sum(child.cpu_times()[:4])
        except psutil.Error:
            continue
    return total


def timed(job: scale.Job, address: str | None) -> Timing:
    """Runs a job with two workers."""
    times: list[float] = []
    begin, cpu = time.perf_counter(), cpu_seconds()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        scale.run(
            job,
            out,
            workers=WORKERS,
            address=address,
            progress=lambda done, _all: times.append(time.perf_counter()) if done else None,
        )
        files = {path.name: path.read_bytes() for path in out.iterdir()}
    # The first quarter warms up: Ray's second worker may start seconds after the first.
    warm = len(times) // 4
    rate = (len(times) - 1 - warm) / (times[-1] - times[warm])
    return Timing(times[0] - begin, rate, files, cpu_seconds() - cpu)


def main() -> None:
    """Prints the measurements."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=48_000)
    parser.add_argument("--shard", type=int, default=2000)
    parser.add_argument("--tasks", type=int, default=400)
    given = parser.parse_args()
    job = scale.SelfPlay("gin", bots=["greedy"], games=given.games, seed=1, shard=given.shard)
    begin = time.perf_counter()
    _connect(ray, WORKERS, "local")
    first = timed(job, "local")
    print(f"Ray: {time.perf_counter() - begin:.1f} s to start and run once")
    size = sum(map(len, first.files.values())) / given.games
    pairs: list[tuple[float, float]] = []
    cpus: list[tuple[float, float]] = []
    few = empty(8)
    idle = {a: statistics.median(timed(few, a).cpu for _ in range(3)) for a in (None, "local")}
    for number in range(given.rounds):
        # Each comes first in every second round.
        order = [None, "local"] if number % 2 else ["local", None]
        found = {address: timed(job, address) for address in order}
        assert found[None].files == found["local"].files
        pairs.append((found[None].rate * given.shard, found["local"].rate * given.shard))
        cpus.append((found[None].cpu - idle[None], found["local"].cpu - idle["local"]))
        print(
            f"round {number}: processes {pairs[-1][0]:,.0f} games/s, {cpus[-1][0]:.2f} CPU s; "
            f"Ray {pairs[-1][1]:,.0f} games/s, {cpus[-1][1]:.2f} CPU s",
            flush=True,
        )
    plain, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(other / plain for plain, other in pairs)
    print(f"medians: processes {plain:,.0f}, Ray {other:,.0f} games/s; of ratios {ratio:.3f}")
    used = statistics.median(plain / other for plain, other in cpus)
    print(f"games per CPU second, Ray to processes, median of ratios {used:.3f}")
    print(f"{size:.0f} bytes a game")
    seconds = WORKERS * given.shard / plain
    for name, address in (("processes", None), ("Ray", "local")):
        cost = statistics.median(1 / timed(empty(given.tasks), address).rate for _ in range(3))
        share = 100 * cost * WORKERS / seconds
        print(
            f"{name}: {1000 * cost:.2f} ms for an empty task, {share:.2f} % of the time of both "
            f"cores for shards of {seconds:.2f} s"
        )
    ray.shutdown()


if __name__ == "__main__":
    main()
