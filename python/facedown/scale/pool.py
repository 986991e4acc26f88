"""Shards in processes of this machine.

A worker is `python -m facedown.scale.worker`: it reads the job and numbers of shards from its
standard input and writes finished shards to its standard output. Scripts need no `if __name__ ==
"__main__"`, and a worker whose driver dies ends with its input.
"""

import contextlib
import os
import pickle
import selectors
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

from facedown.scale.jobs import Job
from facedown.scale.store import versions

__all__ = ["Lost", "in_process", "in_processes"]

AHEAD = 2
"""Shards that a worker has before it: one in work, one waiting, so that it never idles."""


class Lost(RuntimeError):  # noqa: N818
    """A shard whose workers died too often, or whose work raised an exception."""

    def __init__(self, shard: int, reason: str) -> None:
        super().__init__(reason)
        self.shard = shard
        self.reason = reason


def in_process(job: Job, shards: list[int]) -> Iterator[tuple[int, bytes, int]]:
    """Computes shards one after the other, here."""
    from facedown.scale.store import encode

    for shard in shards:
        try:
            data, rows = encode(job, shard)
        except Exception as error:
            raise Lost(shard, f"{type(error).__name__}: {error}") from error
        yield shard, data, rows


class _Worker:
    def __init__(self, hello: bytes) -> None:
        self.shards: deque[int] = deque()
        # One worker, one core: the kernels inside must not start threads of their own.
        environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "facedown.scale.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        self._send(hello)

    def give(self, shard: int) -> None:
        self.shards.append(shard)
        self._send(pickle.dumps(shard))

    def _send(self, message: bytes) -> None:
        # If it has died, its output reports that.
        with contextlib.suppress(BrokenPipeError):
            self.input.write(len(message).to_bytes(8, "little") + message)
            self.input.flush()

    def receive(self) -> Any | None:
        """Returns a message; `None` if the worker has died."""
        head = self._read(8)
        body = None if head is None else self._read(int.from_bytes(head, "little"))
        return None if body is None else pickle.loads(body)

    def _read(self, size: int) -> bytes | None:
        # Past the buffer of the file, in which a second message would not wake the selector.
        parts = []
        while size:
            part = os.read(self.output.fileno(), min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.input, self.output):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def in_processes(
    job: Job, shards: list[int], count: int, retries: int
) -> Iterator[tuple[int, bytes, int]]:
    """Computes shards in `count` processes; a shard whose worker dies is given to another."""
    hello = pickle.dumps((list(sys.path), pickle.dumps(job), versions()))
    todo = deque(shards)
    deaths = dict.fromkeys(shards, 0)
    workers: set[_Worker] = set()
    with selectors.DefaultSelector() as ready:

        def start() -> _Worker:
            worker = _Worker(hello)
            workers.add(worker)
            ready.register(worker.output, selectors.EVENT_READ, worker)
            return worker

        def refill(worker: _Worker) -> None:
            while todo and len(worker.shards) < AHEAD:
                worker.give(todo.popleft())

        try:
            # One shard each before anyone has a second: nobody is left without.
            for _ in range(min(count, len(shards))):
                start().give(todo.popleft())
            for worker in workers:
                refill(worker)
            while workers:
                for key, _ in ready.select():
                    worker = key.data
                    message = worker.receive()
                    if message is None:
                        ready.unregister(worker.output)
                        workers.discard(worker)
                        worker.end()
                        if worker.shards:
                            _count(worker, deaths, retries)
                            todo.extendleft(reversed(worker.shards))
                            refill(start())
                        continue
                    shard, data, rows, error = message
                    if error is not None:
                        raise Lost(shard, error)
                    worker.shards.remove(shard)
                    refill(worker)
                    yield shard, data, rows
                    if not worker.shards:
                        ready.unregister(worker.output)
                        workers.discard(worker)
                        worker.end()
        finally:
            for worker in workers:
                worker.end()


def _count(worker: _Worker, deaths: dict[int, int], retries: int) -> None:
    """Counts a death for the shard that was in work."""
    shard = worker.shards[0]
    deaths[shard] += 1
    if deaths[shard] > retries:
        code = worker.process.returncode
        raise Lost(shard, f"its worker died {deaths[shard]} times, at last with status {code}")
