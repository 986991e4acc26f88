"""Open-face Chinese poker: the last street. Who acts last knows all that counts; who acts before
has one deal and one best reply to come.
"""

import itertools
import math

from facedown import ofc
from facedown._native import State
from facedown.suites._common import PACK, Found

__all__ = ["ofc_ending"]


def ofc_ending(state: State) -> Found | None:
    """The last street with two seats: points of the hand and the value of Fantasyland."""
    view = state.view()
    record, game, seat = view.to_dict(), state.game, view.seat
    if len(record["streets"][seat]) != 4 or any(record["fantasy"]):
        return None
    mine, theirs = record["boards"][seat], record["boards"][1 - seat]
    dealt, dead = record["hand"].split(), record["discards"]
    texts = {action: game.action_text(action) for action in view.legal_actions()}
    boards = {action: _placed(mine, dealt, text) for action, text in texts.items()}
    if _size(theirs) == 13:
        position = ofc.Position(" ".join(dealt), mine, [theirs], dead)
        found = {
            _rows(item.board): item.value for item in ofc.solve(position, threads=1).placements
        }
        values = {action: found[_rows(board)] for action, board in boards.items()}
        return values, "the last placement"
    # Two thousand deals take a while, so only some deals ask for the last placement but one.
    if _size(theirs) != 11 or state.origin["seed"] % _EARLIER:
        return None
    alone = ofc.solve(ofc.Position(" ".join(dealt), mine, dead=dead), threads=1)
    entry = {
        _rows(item.board): item.fantasyland * alone.fantasyland_values[1]
        for item in alone.placements
    }
    unseen = sorted(PACK - _seen(mine, theirs, dead) - set(dealt))
    replies = {
        _rows(board): _mean_reply(board, theirs, unseen) for board in sorted(set(boards.values()))
    }
    values = {
        action: entry[_rows(board)] - replies[_rows(board)] for action, board in boards.items()
    }
    deals = math.comb(len(unseen), 3)
    return values, f"the last placement but one, {deals} deals to the opponent"


_EARLIER = 6


def _mean_reply(board: str, theirs: str, unseen: list[str]) -> float:
    """Returns the opponent's mean over all deals, each placed best against a complete board."""
    total, deals = 0.0, 0
    for dealt in itertools.combinations(unseen, 3):
        position = ofc.Position(" ".join(dealt), theirs, [board])
        total += ofc.solve(position, threads=1).placements[0].value
        deals += 1
    return total / deals


def _placed(board: str, dealt: list[str], text: str) -> str:
    rows = dict(zip("tmb", (row.split() for row in board.split("/")), strict=True))
    for card, row in zip(dealt, text, strict=True):
        if row != "x":
            rows[row].append(card)
    return " / ".join(" ".join(sorted(cards)) for cards in rows.values())


def _rows(board: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(row.split())) for row in board.split("/"))


def _size(board: str) -> int:
    return len(board.replace("/", " ").split())


def _seen(*texts: str) -> set[str]:
    return {card for text in texts for card in text.replace("/", " ").split()}
