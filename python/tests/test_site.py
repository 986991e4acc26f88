"""The scripts that prepare the pages of the documentation's site."""

import importlib.util
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts" / "site"


def function(script: str, name: str) -> Any:
    return runpy.run_path(str(SCRIPTS / script))[name]


def test_a_list_after_a_line_of_text_gets_an_empty_line() -> None:
    prepared = function("lists.py", "on_page_markdown")
    assert prepared("Both:\n- one\n- two\n") == "Both:\n\n- one\n- two\n"
    assert prepared("Steps:\n1. one\n   more\n2. two") == "Steps:\n\n1. one\n   more\n2. two"
    for same in ("Both:\n\n- one\n  more\n- two", "```\ntext\n- code\n```", "a - b\n"):
        assert prepared(same) == same


def test_doctests_become_blocks_of_code() -> None:
    pytest.importorskip("griffe", reason="griffe is not installed: scripts/docs.sh has it")
    fenced = function("doctests.py", "fenced")
    assert fenced("Text.\n\n>>> 1 + 1\n2\n\nMore.") == (
        "Text.\n\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."
    )
    assert fenced("```\n>>> 1\n```") == "```\n>>> 1\n```"


CHARTS = Path(__file__).parents[2] / "research" / "bench" / "charts.py"


def charts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module that draws, with folders of its own."""
    spec = importlib.util.spec_from_file_location("charts", CHARTS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    data = tmp_path / "data"
    shutil.copytree(module.DATA, data)
    monkeypatch.setattr(module, "DATA", data)
    monkeypatch.setattr(module, "PICTURES", tmp_path / "pictures")
    return module


def test_every_picture_of_measurements_is_drawn_from_its_numbers() -> None:
    module = runpy.run_path(str(CHARTS))
    assert len(module["names"]()) > 10
    assert module["check"]() == 0


def test_what_commands_print_becomes_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = charts(tmp_path, monkeypatch)
    line = "street 1, 0.1 s: 30 positions, 1498 iterations, loss 0.0590 ± 0.0220, worst 0.413\n"
    assert module.losses("ofc-loss", line + line.replace("0.1 s", "1 s")) == 2
    (series,) = module.read("ofc-loss")["series"]
    assert series["points"][0] == [0.1, 0.059, 0.0159, 0.1021]

    rows = "| iterations | 10 | 100 |\n|---|---|---|\n| ismcts | 2 | 1 |\n"
    table = f"1 seeds\n\n## Leduc poker\n\n{rows}"
    assert module.distance("equilibrium-leduc", "Leduc poker", table) == 1
    assert module.read("equilibrium-leduc")["series"][0]["points"] == [[10, 2], [100, 1]]

    report = {"ratios": [{"name": "OpenSpiel / ours, 1 thread", "value": 1234.5}]}
    assert module.speed("python_gin", report) == 1
    assert module.read("speed")["bars"][0]["value"] == 1234.5

    won = {"mean": 70, "low": 60, "high": 80, "deals": 9, "seed": 1, "commit": "0"}
    assert module.matches("gin", {"gin-greedy-simple": won}) == 1
    assert "70 (60 to 80)" in (tmp_path / "pictures" / "strength-gin.svg").read_text("utf-8")
