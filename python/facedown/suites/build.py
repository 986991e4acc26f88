"""Computes the suites: positions from play between bots, values by enumeration.

Every value is exact for the question that the suite asks; `SUITES` says which. Deals come from
seeds 1, 2, … in order, one position at most from each, those in which it matters what one does.
"""

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from facedown._native import Game, State
from facedown.game import make
from facedown.suites import Position, Suite, to_record
from facedown.suites._common import Found
from facedown.suites._gin import gin_knock, gin_layoff
from facedown.suites._ofc import ofc_ending
from facedown.suites._riichi import riichi_draws
from facedown.suites._tricks import trick_ending

__all__ = ["SUITES", "make_suite", "write"]


@dataclass(frozen=True)
class Recipe:
    """How a suite is made."""

    about: str
    unit: str
    count: int
    games: tuple[tuple[str, dict[str, Any]], ...]
    bot: str
    values: Callable[[State], Found | None]
    """Returns the values of a decision and what it is about; `None` if it is not of the kind."""


def make_suite(name: str, count: int | None = None) -> Suite:
    """Computes a suite, or its first positions."""
    recipe = SUITES[name]
    wanted = recipe.count if count is None else count
    found: list[Position] = []
    for number in itertools.count(1):
        if len(found) == wanted:
            break
        kind, rules = recipe.games[len(found) % len(recipe.games)]
        position = _first(make(kind, **rules), number, recipe)
        if position is not None:
            found.append(position)
    return Suite(name, recipe.about, recipe.unit, tuple(found))


def write(suite: Suite, folder: Path) -> Path:
    """Writes a suite as JSON, a position to a line; equal rules are written once."""
    record = to_record(suite)
    positions = record.pop("positions")
    rules: list[Any] = []
    for item in positions:
        if item["rules"] not in rules:
            rules.append(item["rules"])
        item["rules"] = rules.index(item["rules"])
    record["rules"] = rules
    lines = [json.dumps(item, separators=(",", ":")) for item in positions]
    head = json.dumps(record)[:-1]
    path = folder / f"{suite.name}.json"
    path.write_text(f'{head}, "positions": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")
    return path


def _first(game: Game, seed: int, recipe: Recipe) -> Position | None:
    """Plays a deal; returns its first decision of the kind whose values differ."""
    state = game.deal(seed, 0)
    bots = [game.bot(recipe.bot, seed * game.seats + seat) for seat in range(game.seats)]
    while (seat := state.current_seat) is not None:
        if len(state.legal_actions()) > 1:
            found = recipe.values(state)
            if found is not None:
                values, about = found
                rounded = {action: round(value, 9) for action, value in sorted(values.items())}
                if max(rounded.values()) - min(rounded.values()) > 1e-6:
                    return Position(game, seed, tuple(state.history), rounded, about)
        state.apply(bots[seat].choose(state.view()))
    return None


_SPADES = {"rules": "standard"}
_OH_HELL = {"seats": 2, "deal": {"cards": [4], "draw": False, "upcard": "stock"}}

SUITES: dict[str, Recipe] = {
    "gin-knocks": Recipe(
        "Which discard to knock with, or on the last turn whether to knock. Values are the mean "
        "score over every hand that the opponent may hold, all equally likely, laid off best.",
        "points", 60, (("gin", {}),), "simple", gin_knock,
    ),
    "gin-layoffs": Recipe(
        "What the defender lays off and melds against a knock. Values are the score of the best "
        "way to end the hand; nothing that is hidden counts.",
        "points", 60, (("gin", {"rules": "openspiel"}),), "simple", gin_layoff,
    ),
    "ofc-endings": Recipe(
        "The last placement, or the last but one, of two seats. Values are points and the value of "
        "Fantasyland on both sides, over every deal to the opponent, who places best.",
        "points", 60, (("ofc", {}),), "steady", ofc_ending,
    ),
    "riichi-draws": Recipe(
        "Discards of closed hands, one from tenpai, with three draws to come and nobody in riichi. "
        "Values are the greatest chance to complete the hand by own draws, all unseen tiles "
        "equally likely; wins on discards and dangers are not counted.",
        "percent", 40, (("riichi", {}),), "efficient", riichi_draws,
    ),
    "spades-endings": Recipe(
        "Three cards left. Values are the mean over every deal that the play so far allows, each "
        "solved double dummy: the score of the seat's side less that of the other.",
        "points", 40, (("spades", _SPADES),), "rule", trick_ending(3),
    ),
    "oh-hell-endings": Recipe(
        "Oh Hell of two seats and four cards, two cards left. Values are the mean over every deal "
        "that the play so far allows, each solved double dummy: score less that of the other.",
        "points", 40, (("oh-hell", _OH_HELL),), "rule", trick_ending(2),
    ),
    "hearts-endings": Recipe(
        "Hearts without passing, three cards left. Values are the mean over every deal that the "
        "play so far allows of the score that the seat can secure with open cards, the others "
        "playing together.",
        "points", 40, (("hearts", {"passing": None}),), "rule", trick_ending(3),
    ),
}  # fmt: skip
"""How the suites are made."""
