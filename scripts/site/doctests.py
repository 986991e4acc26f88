"""An extension of griffe: doctests in docstrings as code.

Markdown takes `>>>` for three quotations.
"""

from typing import Any

import griffe


class Doctests(griffe.Extension):
    """Fences the doctests of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Returns a text whose doctests, up to the next empty line, are blocks of code."""
    lines: list[str] = []
    is_code = is_test = False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        if not is_code and not is_test and line.startswith(">>> "):
            is_test = True
            lines += ["", "```pycon"]
        if is_test and not line.strip():
            is_test = False
            lines.append("```")
        lines.append(line)
    if is_test:
        lines.append("```")
    return "\n".join(lines)
