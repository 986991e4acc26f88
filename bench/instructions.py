"""Instruction counts of the hot paths, checked against bench/instructions.json.

Runs the example `instructions` of facedown-catalog under callgrind, which counts the same number
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

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "bench" / "instructions.json"
BINARY = ROOT / "target" / "release" / "examples" / "instructions"

# The work, how many units it is made of, and which SIMD level is forced.
CASES = [
    ("deadwood, avx2", "deadwood", 20_000, "avx2"),
    ("deadwood, portable", "deadwood", 20_000, "portable"),
    ("discards", "discards", 5_000, "portable"),
    ("melds", "melds", 5_000, "portable"),
    ("greedy decision", "greedy", 200, "portable"),
    ("gin step", "step", 64 * 200, "portable"),
]


def count(work: str, level: str) -> int | None:
    """Instructions inside the measured functions, or None where the CPU lacks the level."""
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        "--toggle-collect=*measured_*",
        str(BINARY),
        work,
    ]
    environment = {**os.environ, "FACEDOWN_SIMD": level, "RAYON_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{work} ({level}): {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    found = re.search(r"Collected : (\d+)", done.stderr)
    return int(found[1]) if found else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bless", action="store_true", help="record what was counted")
    parser.add_argument("--tolerance", type=float, default=0.05, help="allowed rise (0.05)")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("valgrind is not installed (Debian: valgrind): instruction counts are skipped")
        return 0
    build = ["cargo", "build", "--release", "--locked", "-p", "facedown-catalog"]
    subprocess.run([*build, "--example", "instructions"], cwd=ROOT, check=True)
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    counted: dict[str, float] = {}
    failed = False
    print(f"{'work':<22}{'now':>10}{'recorded':>10}  instructions a unit")
    for name, work, units, level in CASES:
        total = count(work, level)
        if total is None:
            continue
        counted[name] = round(total / units, 1)
        before = recorded.get(name)
        verdict = ""
        if before is not None and counted[name] > before * (1 + options.tolerance):
            verdict, failed = "  SLOWER", True
        print(f"{name:<22}{counted[name]:>10}{before if before is not None else '-':>10}{verdict}")
    if options.bless:
        RECORD.write_text(json.dumps({**recorded, **counted}, indent=2) + "\n")
        return 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
