"""The tables of docs/reference/encodings.md are those of the code."""

import re
from fractions import Fraction
from pathlib import Path

import facedown as fd
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "encodings.md"


def section(encoder: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    (found,) = re.findall(rf"^## {encoder}\n(.*?)(?=^## |\Z)", text, re.S | re.M)
    return str(found)


def numbers(text: str) -> list[int]:
    """The numbers of a cell such as `3`, `8-17` or `13, 14`."""
    found: list[int] = []
    for part in text.split(", "):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def rows(table: str) -> list[list[str]]:
    lines = [line for line in table.splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("name", sorted(fd.games()))
def test_channels_and_action_ids_are_those_of_the_page(name: str) -> None:
    game = fd.make(name)
    channels, slots, actions = re.split(
        r"\| (?:numbers, slots|action ids) \|", section(game.encoder)
    )
    covered = []
    for place, title, _, scale in rows(channels):
        for channel in numbers(place):
            assert game.observation_channels[channel].startswith(title)
            assert game.observation_scales[channel] == pytest.approx(float(Fraction(scale)))
            covered.append(channel)
    assert covered == list(range(game.observation_shape[0]))
    listed = [slot for place, _ in rows(slots) for slot in numbers(place)]
    assert listed == list(range(len(listed)))
    assert len(listed) <= game.observation_shape[1]
    ids = [action for place, _ in rows(actions) for action in numbers(place)]
    assert ids == list(range(game.num_actions))
    assert f"({game.observation_shape[0]}, {game.observation_shape[1]})" in channels


@pytest.mark.parametrize(
    ("name", "action", "text"),
    [
        ("gin", 0, "Ac"), ("gin", 52, "upcard"), ("gin", 55, "knock"), ("gin", 241, "big gin"),
        ("hearts", 1, "2c"), ("oh-hell", 55, "3"), ("spades", 115, "blind nil"),
        ("riichi", 74, "riichi"), ("riichi", 149, "pass"), ("riichi", 248, "ron"),
    ],
)  # fmt: skip
def test_some_ids_have_the_texts_that_the_page_says(name: str, action: int, text: str) -> None:
    assert fd.make(name).action_text(action) == text
