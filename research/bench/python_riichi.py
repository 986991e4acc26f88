"""Riichi for learning beside PyPI `riichienv` 0.4.11, in one run and by turns.

    python research/bench/python_riichi.py [SECONDS]

Each line is the best of three turns of so many seconds (default 2): decisions a
second by them, by us, and the ratio; where it says hanchan, whole matches a second. Both sides
choose uniformly among the legal actions of the seat to act. Tables side by side
use all cores; riichienv has one thread.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import facedown as fd
import numpy as np
from facedown.riichi import RiichiEnv

try:
    import riichienv
except ImportError:
    sys.exit("riichienv is not installed: pip install riichienv==0.4.11")

ENVS = 4096
TURNS = 3
LOGS = 40
BATCH = 256  # samples; as float32 they fit the caches
ROOT = Path(__file__).parents[2]


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


def vectorised(
    encoder: str | None, dtype: str = "uint8", envs: int = ENVS, threads: int | None = None
) -> Callable[[], int]:
    """One step of many tables, each with a random legal action."""
    kind = np.dtype(dtype)
    env = fd.make_vec(
        "riichi", envs, seed=1, encoder=encoder, dtype=kind, length="hanchan", threads=threads
    )
    env.reset()

    def step() -> int:
        env.step(env.sample_actions())
        return envs

    return step


def whole(play: Callable[[], int]) -> Callable[[], int]:
    """Counts matches instead of decisions."""

    def one() -> int:
        play()
        return 1

    return one


def matches() -> Callable[[], int]:
    """Steps of many tables without observations: how many hanchan ended in them."""
    env = fd.make_vec("riichi", ENVS, seed=1, encoder=None, length="hanchan")
    env.reset()
    # Environments begin and end together at first; after so many steps they have drifted apart.
    for _ in range(3000):
        env.step(env.sample_actions())

    def steps() -> int:
        before = env.episodes
        for _ in range(50):
            env.step(env.sample_actions())
        return env.episodes - before

    return steps


def logs(folder: Path) -> list[Path]:
    """Games of four as MJAI, the same files for both: real ones where there are, else our own."""
    data = Path(os.environ.get("FACEDOWN_DATA", ROOT.parent / "shared" / "data")) / "tenhou"
    own = [ROOT / "testdata" / "riichi" / name for name in ("tonpu.mjlog", "hanchan.json")]
    found: list[Path] = []
    for source in sorted(data.glob("*.gz")) or own:
        text = fd.riichi.to_mjai(source)
        if len(json.loads(text.splitlines()[1])["scores"]) == 4 and len(found) < LOGS:
            found.append(folder / f"{len(found)}.jsonl")
            found[-1].write_text(text)
    return found


def their_samples(paths: list[Path]) -> Callable[[], int]:
    """Their replays: an observation and an action for each decision, passes included."""

    def read() -> int:
        count = 0
        for path in paths:
            for kyoku in riichienv.MjaiReplay.from_jsonl(str(path)).take_kyokus():
                for _, obs, action in kyoku.steps():
                    obs.encode(), obs.mask(), action.encode()
                    count += 1
        return count

    return read


def our_samples(
    paths: list[Path], dtype: str = "float32", encoder: str = "base"
) -> Callable[[], int]:
    def read() -> int:
        data = fd.riichi.samples(paths, encoder, dtype=np.dtype(dtype), batch=BATCH)
        return sum(len(batch.action) for batch in data)

    return read


def theirs(seed: int) -> RiichiEnv:
    env: RiichiEnv = riichienv.RiichiEnv("4p-red-half", skip_mjai_logging=True, seed=seed)
    return env


def ours(seed: int) -> RiichiEnv:
    return RiichiEnv("4p-red-half", skip_mjai_logging=True, seed=seed)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=float, nargs="?", default=2.0)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    out = sys.stderr if options.json else sys.stdout
    with tempfile.TemporaryDirectory() as folder:
        rates = compare(options.seconds, logs(Path(folder)), out)
    if options.json:
        ratios = {name: own / other for name, (other, own) in rates.items()}
        print(json.dumps({"rates": rates, "ratios": ratios}, indent=2))


def compare(seconds: float, paths: list[Path], out: TextIO) -> dict[str, tuple[float, float]]:
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
        ("hanchan, no observations", whole(plain), matches()),
        (f"{ENVS} tables, no observations", plain, vectorised(None)),
        (f"{ENVS} tables, the same, 1 thread", plain, vectorised(None, threads=1)),
        ("256 tables, encode() float32", encoded, vectorised("riichi-base-1", "float32", 256)),
        (f"{ENVS} tables, encode() float32", encoded, vectorised("riichi-base-1", "float32")),
        (f"{ENVS} tables, encode() float16", encoded, vectorised("riichi-base-1", "float16")),
        (f"{ENVS} tables, encode() uint8", encoded, vectorised("riichi-base-1", "uint8")),
        (
            f"{ENVS} tables, efficiency float32",
            efficiency,
            vectorised("riichi-shanten-1", "float32"),
        ),
        ("MJAI files to samples, encode()", their_samples(paths), our_samples(paths)),
        ("MJAI files to samples, uint8", their_samples(paths), our_samples(paths, "uint8")),
    ]
    rates = {}
    print(f"{'decisions a second':<36}{'riichienv':>14}{'facedown':>14}{'ratio':>9}", file=out)
    for name, other, own in pairs:
        best = [0.0, 0.0]
        for _ in range(TURNS):
            best = [max(best[0], rate(other, seconds)), max(best[1], rate(own, seconds))]
        line = f"{name:<36}{best[0]:>14,.0f}{best[1]:>14,.0f}{best[1] / best[0]:>8.1f}x"
        print(line, file=out, flush=True)
        rates[name] = (best[0], best[1])
    return rates


if __name__ == "__main__":
    main()
