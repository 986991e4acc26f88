"""The scripts that prepare the pages of the documentation's site."""

import runpy
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
