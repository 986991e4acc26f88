"""The command line of `facedown.suites`.

python -m facedown.suites                         the suites
python -m facedown.suites score SUITE BOT…        points lost by bots
python -m facedown.suites make [SUITE…]           compute the suites again, into --out
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from facedown.suites import load, names, score

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m facedown.suites", description="Positions with known values."
    )
    commands = parser.add_subparsers(dest="command")
    scoring = commands.add_parser("score", help="points lost by bots")
    scoring.add_argument("suite")
    scoring.add_argument("bots", nargs="+", metavar="BOT")
    scoring.add_argument("--seed", type=int, default=0)
    making = commands.add_parser("make", help="compute suites")
    making.add_argument("suites", nargs="*", metavar="SUITE")
    making.add_argument("--out", type=Path, default=Path(__file__).parent / "data")
    given = parser.parse_args(arguments)
    try:
        if given.command == "score":
            for bot in given.bots:
                print(score(bot, given.suite, given.seed), flush=True)
        elif given.command == "make":
            _make(given.suites, given.out)
        else:
            for name in names():
                suite = load(name)
                print(f"{name}: {len(suite)} positions, in {suite.unit}. {suite.about}")
    except (ValueError, TypeError, OSError) as error:
        print(f"suites: {error}", file=sys.stderr)
        return 2
    return 0


def _make(wanted: list[str], out: Path) -> None:
    from facedown.suites.build import SUITES, make_suite, write

    for name in wanted:
        if name not in SUITES:
            raise ValueError(f"no suite {name!r}, expected one of {', '.join(SUITES)}")
    for name in wanted or SUITES:
        print(write(make_suite(name), out), flush=True)


if __name__ == "__main__":
    sys.exit(main())
