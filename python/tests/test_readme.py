"""The Python examples of the README and of the guides run as they are printed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("number", range(len(blocks("README.md"))))
def test_the_examples_of_the_readme_run(number: int) -> None:
    exec(compile(blocks("README.md")[number], "README.md", "exec"), {})


def test_the_readme_has_an_example_for_researchers() -> None:
    assert blocks("README.md")
