#!/usr/bin/env bash
# Builds the wheel (abi3: one for every Python from 3.11 on) and runs the Python tests with it in an
# empty virtual environment, which has NumPy and pytest and nothing else. Tests of optional packages
# skip there; `make test` runs them.
#
# Usage: scripts/wheel.sh [PYTEST ARGUMENTS]     PYTHON=python3.12 picks the interpreter of the test.
# The wheel is in target/wheels.
set -euo pipefail
cd "$(dirname "$0")/.."

wheels=target/wheels
empty=target/wheel-venv

scripts/venv.sh
rm -rf "$wheels" "$empty"
.venv/bin/maturin build --release --out "$wheels"
wheel=("$wheels"/facedown-*-abi3-*.whl)

"${PYTHON:-python3}" -m venv "$empty"
"$empty/bin/python" -m pip install --quiet --disable-pip-version-check "${wheel[0]}" pytest
"$empty/bin/python" - <<'PROGRAM'
import sys
from pathlib import Path
import facedown

assert Path(facedown.__file__).is_relative_to(sys.prefix), facedown.__file__
PROGRAM
"$empty/bin/facedown" --version
"$empty/bin/python" -m pytest -q python/tests "$@"
echo "${wheel[0]}: $(stat -c %s "${wheel[0]}" | awk '{ printf "%.1f MB", $1 / 1e6 }')"
