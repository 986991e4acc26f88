"""Random games of gin rummy from Python: vectorised here, one by one in OpenSpiel.

One process measures everything in turns, so that a slow moment of the machine meets all alike; each
figure is the median of the turns. Both sides choose uniformly among legal actions and play by
OpenSpiel's rules; ours also fills masks and observations.

    python research/bench/python_games.py [--json] [--seconds S] [--envs N]
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import facedown as fd
import numpy as np

try:
    import pyspiel
except ImportError:
    pyspiel = None


class Played(NamedTuple):
    """The work of a turn."""

    decisions: int
    games: int


class Task:
    """Something to time: a call plays for a while and says how much it has played."""

    def __init__(self, call: Callable[[], Played]) -> None:
        self.call = call
        self.decisions: list[float] = []
        self.games: list[float] = []

    def turn(self, seconds: float) -> None:
        start = now = time.perf_counter()
        decisions = games = 0
        while now < start + seconds:
            played = self.call()
            decisions += played.decisions
            games += played.games
            now = time.perf_counter()
        self.decisions.append(decisions / (now - start))
        self.games.append(games / (now - start))

    def rates(self) -> dict[str, float]:
        return {
            "decisions": statistics.median(self.decisions),
            "games": statistics.median(self.games),
        }


def ours(envs: int, threads: int, dtype: Any = np.uint8) -> Task:
    env = fd.make_vec("gin", envs, seed=7, threads=threads, dtype=dtype, rules="openspiel", hand=0)
    env.reset()
    steps = max(1, 16_384 // envs)
    # Environments begin together; hands that end at different times make the games per second even.
    while env.episodes < 2 * envs:
        env.step(env.sample_actions())

    def call() -> Played:
        before = env.episodes
        for _ in range(steps):
            batch = env.step(env.sample_actions())
        assert batch.mask[0].any()
        return Played(steps * envs, env.episodes - before)

    return Task(call)


def openspiel() -> Task:
    game = pyspiel.load_game("gin_rummy")
    chance = random.Random(7)

    def call() -> Played:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        assert sum(state.returns()) == 0
        return Played(decisions, 1)

    return Task(call)


def ratios(rates: dict[str, dict[str, float]]) -> list[dict[str, Any]]:
    """The goals of the figures: name, value, bound, and whether it holds."""
    rows = []

    def add(name: str, value: float, bound: float) -> None:
        rows.append({"name": name, "value": value, "bound": bound, "holds": value >= bound})

    best = max(rates["uint8, 1 thread"]["decisions"], rates["uint8, 2 threads"]["decisions"])
    add("decisions a second, uint8, 1 or 2 threads", best, 3e6)
    if (peer := rates.get("OpenSpiel")) is not None:
        for threads in ("1 thread", "2 threads"):
            value = rates[f"uint8, {threads}"]["games"] / peer["games"]
            add(f"games a second: ours, {threads} / OpenSpiel", value, 100)
    return rows


# The exit code if a bound is missed; an error has another.
MISSED = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure in all")
    parser.add_argument("--envs", type=int, default=1024, help="games side by side")
    options = parser.parse_args()

    tasks = {
        "uint8, 1 thread": ours(options.envs, 1),
        "uint8, 2 threads": ours(options.envs, 2),
        "float32, 2 threads": ours(options.envs, 2, np.float32),
    }
    missing = []
    if pyspiel is not None:
        tasks["OpenSpiel"] = openspiel()
    else:
        missing.append("open_spiel")
    turns = 15
    for _ in range(turns):
        for task in tasks.values():
            task.turn(options.seconds / turns / len(tasks))

    rates = {name: task.rates() for name, task in tasks.items()}
    rows = ratios(rates)
    if options.json:
        report = {"environments": options.envs, "rates": rates, "ratios": rows, "missing": missing}
        print(json.dumps(report, indent=2))
    else:
        for name, rate in rates.items():
            decisions, games = rate["decisions"], rate["games"]
            print(f"{name:20} {decisions:14,.0f} decisions/s {games:12,.1f} games/s")
        print()
        for row in rows:
            verdict = "holds" if row["holds"] else "FAILS"
            print(f"{row['name']:45} {row['value']:12,.0f}    >= {row['bound']:9,.0f} {verdict}")
        for package in missing:
            print(f"{package} is not installed: its comparison was left out")
    return 0 if all(row["holds"] for row in rows) else MISSED


if __name__ == "__main__":
    sys.exit(main())
