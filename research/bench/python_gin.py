"""Gin rummy's kernel from Python, side by side with OpenSpiel and with JAX.

One process measures everything in turns, so that a slow moment of the machine meets all alike; each
figure is the median of the turns. Answers are compared before anything is timed.

    python research/bench/python_gin.py [--json] [--hands N] [--turns N]
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import facedown as fd
import numpy as np
import numpy.typing as npt

try:
    import pyspiel
except ImportError:
    pyspiel = None
try:
    import jax
    import jax.numpy as jnp

    HAS_JAX = True
except ImportError:
    HAS_JAX = False


class Task:
    """Something to time: a turn makes `repeat` calls, each of which treats `items` hands."""

    def __init__(self, call: Callable[[], Any], items: int, repeat: int) -> None:
        self.call, self.items, self.repeat = call, items, repeat
        self.turns: list[float] = []

    def turn(self) -> None:
        start = time.perf_counter()
        for _ in range(self.repeat):
            self.call()
        self.turns.append((time.perf_counter() - start) / self.repeat / self.items)

    @property
    def nanoseconds(self) -> float:
        return statistics.median(self.turns) * 1e9


def deal(n: int, cards: int, seed: int = 7) -> npt.NDArray[np.uint64]:
    dealt = np.random.default_rng(seed).random((n, 52)).argsort(axis=1)[:, :cards]
    bits = np.uint64(1) << dealt.astype(np.uint64)
    hands: npt.NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
    return hands


def flags(hands: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    return (hands[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)


def numpy_tasks(hands: npt.NDArray[np.uint64]) -> dict[str, Task]:
    n = len(hands)
    eleven, planes = deal(n, 11), flags(hands)
    out, after = np.empty(n, np.uint8), np.empty((n, 52), np.uint8)
    one = int(hands[0])
    return {
        "min_deadwood, 1 thread": Task(lambda: fd.gin.min_deadwood(hands, threads=1), n, 20),
        "min_deadwood, 2 threads": Task(lambda: fd.gin.min_deadwood(hands, threads=2), n, 20),
        "min_deadwood into out, 1 thread": Task(
            lambda: fd.gin.min_deadwood(hands, out=out, threads=1), n, 20
        ),
        "min_deadwood of bool[..., 52], 1 thread": Task(
            lambda: fd.gin.min_deadwood(planes, threads=1), n, 20
        ),
        "deadwood_after_discards, 1 thread": Task(
            lambda: fd.gin.deadwood_after_discards(eleven, out=after, threads=1), n, 2
        ),
        "deadwood_after_discards, 2 threads": Task(
            lambda: fd.gin.deadwood_after_discards(eleven, out=after, threads=2), n, 2
        ),
        "min_deadwood, one call of one hand": Task(lambda: fd.gin.min_deadwood(one), 1, 2000),
        "best_melds, one call of one hand": Task(lambda: fd.gin.best_melds(one), 1, 2000),
    }


def openspiel_tasks(hands: npt.NDArray[np.uint64]) -> dict[str, Task]:
    # OpenSpiel's suits are in the order s c d h.
    number = [(13 * (card // 13 + 1) + card % 13) % 52 for card in range(52)]
    lists = [[number[card] for card in np.flatnonzero(row)] for row in flags(hands)]
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    answers = [utils.min_deadwood(hand) for hand in lists]
    assert fd.gin.min_deadwood(hands).tolist() == answers
    some = lists[: max(1, len(lists) // 10)]

    def call() -> None:
        for hand in some:
            utils.min_deadwood(hand)

    return {"OpenSpiel min_deadwood": Task(call, len(some), 1)}


def jax_tasks(hands: npt.NDArray[np.uint64]) -> dict[str, Task]:
    n = len(hands)
    words, planes = jnp.asarray(fd.jax.words(hands)), jnp.asarray(flags(hands))
    one = words[0]
    kernel = jax.jit(fd.jax.min_deadwood)
    mapped = jax.jit(jax.vmap(fd.jax.min_deadwood))
    plain = jax.jit(fd.jax.min_deadwood_plain)
    operation = jax.jit(lambda hand: hand + 1)
    expected = fd.gin.min_deadwood(hands)
    for function in (kernel, mapped, plain):
        for given in (words, planes):
            assert (np.asarray(function(given)) == expected).all()
    kernel(one), operation(one)

    def timed(function: Any, given: Any, items: int, repeat: int) -> Task:
        return Task(lambda: function(given).block_until_ready(), items, repeat)

    return {
        "jax kernel, uint32[n, 2]": timed(kernel, words, n, 20),
        "jax kernel under vmap, uint32[n, 2]": timed(mapped, words, n, 20),
        "jax kernel, bool[n, 52]": timed(kernel, planes, n, 20),
        "jax plain, uint32[n, 2]": timed(plain, words, n, 2),
        "jax plain, bool[n, 52]": timed(plain, planes, n, 2),
        "jax kernel, one call of one hand": timed(kernel, one, 1, 1000),
        "jnp x + 1, one call of one hand": timed(operation, one, 1, 1000),
    }


def ratios(times: dict[str, float]) -> list[dict[str, Any]]:
    """The goals of the figures: name, value, bound, and whether it holds."""
    rows = []

    def add(name: str, above: str, below: str, sense: str, bound: float) -> None:
        if above in times and below in times:
            value = times[above] / times[below]
            holds = value >= bound if sense == ">=" else value <= bound
            rows.append(
                {"name": name, "value": value, "bound": f"{sense} {bound:g}", "holds": holds}
            )

    for threads in ("1 thread", "2 threads"):
        add(f"OpenSpiel / ours, {threads}", "OpenSpiel min_deadwood",
            f"min_deadwood, {threads}", ">=", 500)  # fmt: skip
    add("one hand: jax kernel / jnp x + 1", "jax kernel, one call of one hand",
        "jnp x + 1, one call of one hand", "<=", 3)  # fmt: skip
    for form in ("uint32[n, 2]", "bool[n, 52]"):
        if (plain := times.get(f"jax plain, {form}")) is not None:
            rows.append({"name": f"jax plain, {form}: microseconds a hand", "value": plain / 1e3,
                         "bound": "<= 4", "holds": plain <= 4000})  # fmt: skip
    return rows


# The exit code if a bound is missed; an error has another.
MISSED = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--hands", type=int, default=100_000, help="hands in a batch")
    parser.add_argument("--turns", type=int, default=15, help="turns of all tasks")
    options = parser.parse_args()

    hands = deal(options.hands, 10)
    tasks = numpy_tasks(hands)
    missing = []
    if pyspiel is not None:
        tasks |= openspiel_tasks(hands)
    else:
        missing.append("open_spiel")
    if HAS_JAX:
        tasks |= jax_tasks(hands)
    else:
        missing.append("jax")
    for task in tasks.values():
        task.turn()
        task.turns.clear()
    for _ in range(options.turns):
        for task in tasks.values():
            task.turn()

    times = {name: task.nanoseconds for name, task in tasks.items()}
    rows = ratios(times)
    if options.json:
        report = {"hands": options.hands, "nanoseconds": times, "ratios": rows, "missing": missing}
        print(json.dumps(report, indent=2))
    else:
        for name, value in times.items():
            print(f"{name:42} {value:12,.1f} ns")
        print()
        for row in rows:
            verdict = "holds" if row["holds"] else "FAILS"
            print(f"{row['name']:42} {row['value']:12,.2f}    {row['bound']:7} {verdict}")
        for package in missing:
            print(f"{package} is not installed: its comparisons were left out")
    return 0 if all(row["holds"] for row in rows) else MISSED


if __name__ == "__main__":
    sys.exit(main())
