"""The command line of `facedown.scale`.

    python -m facedown.scale selfplay game=gin bots=greedy,simple games=10000 --out DIR --workers 2
    python -m facedown.scale match game=hearts bots=search,rule deals=1000 --out DIR --ray auto
    python -m facedown.scale dataset name=ofc-fantasy rows=1000000 --out DIR

Options of a job are `name=value`, values JSON or text, lists with commas. It prints the summary as
JSON. Exit 0 done, 1 a shard failed, 2 bad input.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from facedown.scale.jobs import job, jobs
from facedown.scale.runner import ShardError, run

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a job; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m facedown.scale", description="Large jobs in shards, to Parquet files."
    )
    parser.add_argument("kind", help=", ".join(sorted(jobs())))
    parser.add_argument("options", nargs="*", metavar="name=value", help="options of the job")
    parser.add_argument("--out", required=True, help="the folder; resumed if it was begun")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0 computes here")
    parser.add_argument("--ray", metavar="ADDRESS", help="run on Ray: local, auto, ray://…")
    parser.add_argument("--retries", type=int, default=3, help="of a shard whose worker died")
    parser.add_argument("--repair", action="store_true", help="make damaged files again")
    given = parser.parse_args(arguments)
    try:
        work = job(given.kind, **dict(map(_option, given.options)))
        done = run(
            work,
            given.out,
            workers=given.workers,
            address=given.ray,
            retries=given.retries,
            repair=given.repair,
        )
        print(json.dumps({"files": len(done.parts), **done.summary()}, indent=1))
    except ShardError as error:
        print(f"scale: {error}", file=sys.stderr)
        return 1
    except (ValueError, TypeError, OSError, ImportError) as error:
        print(f"scale: {error}", file=sys.stderr)
        return 2
    return 0


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"option {text!r}: expected name=value")
    if name == "bots":
        return name, value.split(",")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


if __name__ == "__main__":
    sys.exit(main())
