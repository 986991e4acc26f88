"""A worker process: reads numbers of shards, writes finished shards. See `facedown.scale.pool`."""

import os
import pickle
import sys
from typing import Any, BinaryIO

__all__ = ["compute", "main"]


def compute(job: Any, shard: int, expected: dict[str, str]) -> tuple[bytes, int]:
    """Computes a shard, if this worker has the driver's versions."""
    from facedown.scale.store import encode, versions

    here = versions()
    if here != expected:
        raise RuntimeError(f"the worker has the versions {here}, the driver {expected}")
    return encode(job, shard)


def main() -> None:
    """Serves until the input ends."""
    output = os.fdopen(os.dup(1), "wb")
    # Nothing that a job prints may get between the messages.
    os.dup2(2, 1)
    hello = _read(sys.stdin.buffer)
    if hello is None:
        return
    path, packed, expected = pickle.loads(hello)
    sys.path[:] = path
    job, fault = None, None
    try:
        job = pickle.loads(packed)
    except Exception as error:
        fault = f"the job cannot be read by a worker: {type(error).__name__}: {error}"
    while (message := _read(sys.stdin.buffer)) is not None:
        shard = pickle.loads(message)
        answer: tuple[int, bytes, int, str | None]
        try:
            data, rows = compute(job, shard, expected) if fault is None else (b"", 0)
            answer = (shard, data, rows, fault)
        except Exception as error:
            answer = (shard, b"", 0, f"{type(error).__name__}: {error}")
        body = pickle.dumps(answer)
        output.write(len(body).to_bytes(8, "little") + body)
        output.flush()


def _read(file: BinaryIO) -> bytes | None:
    head = file.read(8)
    return file.read(int.from_bytes(head, "little")) if len(head) == 8 else None


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(1)
