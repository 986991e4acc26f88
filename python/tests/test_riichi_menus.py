"""Menus of riichi beside those of PyPI `riichienv`: `research/bench/riichi_vs_riichienv.py`."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "research" / "bench" / "riichi_vs_riichienv.py"


@pytest.fixture(scope="module")
def menus() -> str:
    """The program that plays rounds and writes their menus."""
    pytest.importorskip("riichienv", reason="riichienv is not installed")
    cargo = shutil.which("cargo")
    if cargo is None:
        pytest.skip("cargo is not on the path, and the program is built with it")
    build = [cargo, "build", "--release", "--locked", "-p", "facedown-riichi", "--example", "menus"]
    lines = subprocess.run(
        [*build, "--message-format", "json"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    made: list[str | None] = [json.loads(line).get("executable") for line in lines]
    return [path for path in made if path][-1]


def compare(menus: str, rounds: int) -> str:
    command = [sys.executable, str(SCRIPT), menus, "--rounds", str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_menus_and_points_agree_with_riichienv(menus: str) -> None:
    assert "0 of 384 rounds differ" in compare(menus, 96)


@pytest.mark.conformance
def test_menus_and_points_agree_with_riichienv_in_thousands_of_rounds(
    menus: str, summarise: Callable[[str], None]
) -> None:
    output = compare(menus, 1008)
    assert "0 of 4032 rounds differ" in output
    summarise("riichi menus beside riichienv:\n" + output)
