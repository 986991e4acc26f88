"""Views as text, against `data/view-texts.txt`.

After a change that is meant, in `python/tests`: `python test_texts.py > data/view-texts.txt`.
"""

from pathlib import Path

import facedown as fd
from facedown._episode import ENTRIES, Entry

GOLDEN = Path(__file__).parent / "data" / "view-texts.txt"

POSITIONS = (0, 9, 30)
"""Numbers of actions after which the views of all seats are written."""


def positions(entry: Entry) -> list[fd.State]:
    """Returns states of a hand that a quick bot plays in all seats."""
    game = fd.make(entry.name, **entry.rules)
    quick = {"gin": "greedy", "riichi": "efficient", "ofc": "greedy"}.get(entry.name, "rule")
    bot = game.bot(quick, seed=1)
    state, found = game.deal(7, 0), []
    while not state.is_over:
        if len(state.history) in POSITIONS:
            found.append(state.copy())
        state.apply(bot.choose(state.view()))
    return [*found, state]


def texts(entry: Entry) -> str:
    """Returns the texts of all seats' views in several positions of a hand."""
    lines = []
    for state in positions(entry):
        for seat in range(state.game.seats):
            lines.append(f"=== {entry.id}, {len(state.history)} actions, seat {seat}")
            lines.append(state.view(seat).text())
    return "\n".join(lines) + "\n"


def test_texts_are_as_they_were() -> None:
    assert "".join(map(texts, ENTRIES)) == GOLDEN.read_text(encoding="utf-8")


def test_the_text_is_what_prints_and_has_no_trailing_space() -> None:
    for entry in ENTRIES:
        for state in positions(entry):
            view = state.view(0)
            assert view.text() == str(view)
            assert view.text() == view.text().strip("\n")
            assert not any(line != line.rstrip() for line in view.text().splitlines())


def test_equal_views_have_equal_texts() -> None:
    for entry in ENTRIES:
        for state in positions(entry):
            for seat in range(state.game.seats):
                view = state.view(seat)
                again = view.game.view_from_dict(view.to_dict())
                assert again.text() == view.text()


if __name__ == "__main__":
    print("".join(map(texts, ENTRIES)), end="")
