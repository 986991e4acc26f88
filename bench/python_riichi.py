"""Riichi for learning beside PyPI `riichienv` 0.4.11, in one run and by turns.

    python bench/python_riichi.py [SECONDS]

Each line is the best of three turns of so many seconds (2 where nothing is said): decisions a
second by them, by us, and the ratio. Both play at random.
"""

import random
import sys
import time
from collections.abc import Callable

import facedown as fd
import numpy as np
from facedown.riichi import RiichiEnv

try:
    import riichienv
except ImportError:
    sys.exit("riichienv is not installed: pip install riichienv==0.4.11")

LANES = 4096
TURNS = 3


def rate(work: Callable[[], int], seconds: float) -> float:
    """Decisions a second."""
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        count += work()
    return count / spent


def hanchan(
    make: Callable[[int], RiichiEnv], each: Callable[[object], object] | None = None
) -> Callable[[], int]:
    """A whole hanchan of random play, stepped from Python."""
    rng, seeds = random.Random(1), iter(range(10**9))

    def play() -> int:
        env = make(next(seeds))
        observations, decisions = env.reset(), 0
        while not env.done():
            actions = {}
            for seat, obs in observations.items():
                if each is not None:
                    each(obs)
                actions[seat] = rng.choice(obs.legal_actions())
            decisions += len(actions)
            observations = env.step(actions)
        return decisions

    return play


def vectorised(encoder: str, dtype: str) -> Callable[[], int]:
    """One step of many tables, each with a random legal action."""
    env = fd.make_vec("riichi", LANES, seed=1, encoder=encoder, dtype=np.dtype(dtype))
    env.reset()

    def step() -> int:
        env.step(env.sample_actions())
        return LANES

    return step


def theirs(seed: int) -> RiichiEnv:
    env: RiichiEnv = riichienv.RiichiEnv("4p-red-half", skip_mjai_logging=True, seed=seed)
    return env


def ours(seed: int) -> RiichiEnv:
    return RiichiEnv("4p-red-half", skip_mjai_logging=True, seed=seed)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    plain = hanchan(theirs)
    encoded = hanchan(theirs, lambda obs: obs.encode())  # type: ignore[attr-defined]
    efficiency = hanchan(theirs, lambda obs: obs.encode_shanten_efficiency())  # type: ignore[attr-defined]
    pairs = [
        ("RiichiEnv from Python", plain, hanchan(ours)),
        (
            "RiichiEnv from Python, encode()",
            encoded,
            hanchan(ours, lambda obs: obs.encode()),  # type: ignore[attr-defined]
        ),
        (f"{LANES} tables, 84 bytes each", plain, vectorised("riichi-furiten-1", "uint8")),
        (f"{LANES} tables, encode() float32", encoded, vectorised("riichi-base-1", "float32")),
        (f"{LANES} tables, encode() float16", encoded, vectorised("riichi-base-1", "float16")),
        (f"{LANES} tables, encode() uint8", encoded, vectorised("riichi-base-1", "uint8")),
        (
            f"{LANES} tables, efficiency float32",
            efficiency,
            vectorised("riichi-shanten-1", "float32"),
        ),
    ]
    print(f"{'decisions a second':<36}{'riichienv':>14}{'facedown':>14}{'ratio':>9}")
    for name, other, own in pairs:
        best = [0.0, 0.0]
        for _ in range(TURNS):
            best = [max(best[0], rate(other, seconds)), max(best[1], rate(own, seconds))]
        print(f"{name:<36}{best[0]:>14,.0f}{best[1]:>14,.0f}{best[1] / best[0]:>8.1f}x", flush=True)


if __name__ == "__main__":
    main()
