"""Instruction counts of the hot paths, checked against research/bench/instructions.json.

Runs the research program `instructions` under callgrind, which counts the same number
for the same binary and input whatever else the machine does. A count more than the tolerance above
the recorded one fails; `--bless` records what was counted.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "research" / "bench" / "instructions.json"
BINARY = ROOT / "target" / "research" / "release" / "instructions"

GAMES = ["gin", "ofc", "riichi", "hearts", "spades", "oh-hell"]
KINDS = ["step", "encoding", "playout", "iteration", "decision"]

# The work, and the SIMD level that is forced.
CASES = [
    ("deadwood, avx2", ["deadwood"], "avx2"),
    ("deadwood, portable", ["deadwood"], "portable"),
    ("discards", ["discards"], "portable"),
    ("melds", ["melds"], "portable"),
    *((f"{game} {kind}", [game, kind], "portable") for game in GAMES for kind in KINDS),
]


def count(work: list[str], level: str, binary: Path) -> float | None:
    """Instructions a unit inside the measured functions, or None where the CPU lacks the level."""
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        "--toggle-collect=*measured_*",
        str(binary),
        *work,
    ]
    environment = {**os.environ, "FACEDOWN_SIMD": level, "RAYON_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{work} ({level}): {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    found = re.search(r"Collected : (\d+)", done.stderr)
    return round(int(found[1]) / int(done.stdout), 1) if found else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bless", action="store_true", help="record what was counted")
    parser.add_argument("--tolerance", type=float, default=0.05, help="allowed rise (0.05)")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--binary", type=Path, help="count a build of another commit")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("valgrind is not installed (Debian: valgrind): instruction counts are skipped")
        return 0
    if options.binary is None:
        build = ["cargo", "build", "--release", "--locked", "--bin", "instructions"]
        subprocess.run(build, cwd=ROOT / "research", check=True)
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    counted: dict[str, float] = {}
    failed = False
    print(f"{'work':<22}{'now':>12}{'recorded':>12}  instructions a unit")
    for name, work, level in CASES:
        if options.only not in name:
            continue
        each = count(work, level, options.binary or BINARY)
        if each is None:
            continue
        counted[name] = each
        before = recorded.get(name)
        verdict = ""
        if before is not None and each > before * (1 + options.tolerance):
            verdict, failed = "  SLOWER", True
        print(
            f"{name:<22}{each:>12}{before if before is not None else '-':>12}{verdict}", flush=True
        )
    if options.bless:
        RECORD.write_text(json.dumps({**recorded, **counted}, indent=2) + "\n")
        return 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
