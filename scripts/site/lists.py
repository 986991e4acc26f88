"""A hook of mkdocs: lists that follow a line of text.

GitHub begins a list there; Python-Markdown wants an empty line before it and would make one
paragraph of all.
"""

import re
from typing import Any

_ITEM = re.compile(r"([-*]|\d+\.) ")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Puts an empty line before every list that has none."""
    lines: list[str] = []
    is_code = False
    for line in markdown.split("\n"):
        before = lines[-1] if lines else ""
        is_text = before.strip() and not _ITEM.match(before) and not before.startswith(" ")
        if not is_code and _ITEM.match(line) and is_text:
            lines.append("")
        if line.startswith("```"):
            is_code = not is_code
        lines.append(line)
    return "\n".join(lines)
