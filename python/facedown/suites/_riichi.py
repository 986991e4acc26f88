"""Riichi: the chance to complete a closed hand by the seat's own draws."""

import itertools
from functools import lru_cache
from typing import Any

import numpy as np

from facedown import riichi
from facedown._native import State
from facedown.suites._common import Found

__all__ = ["Draws", "riichi_draws"]


def riichi_draws(state: State) -> Found | None:
    """A closed hand with three draws to come: the chance to complete it, in percent."""
    view = state.view()
    record, game = view.to_dict(), state.game
    now = record["now"]
    if record["drawn"] is None or now["riichi"] or now["left"] // 4 != 3:
        return None
    if now["melds"][view.seat] or now["shanten"] != 1:
        return None
    kinds = {}
    for action in view.legal_actions():
        text = game.action_text(action).rstrip("*").replace("0", "5")
        if len(text) != 2:
            return None  # A kan, a riichi or a win is another question.
        kinds[action] = int(np.flatnonzero(riichi.parse(text))[0])
    hand = riichi.parse(record["hand"])
    seen = hand.copy()
    # A discard in brackets was called, and is counted with the meld.
    rivers = [tile for river in now["rivers"] for tile in river.split() if tile[0] != "("]
    for text in (*rivers, record["dora"], *itertools.chain(*now["melds"])):
        seen = seen + riichi.parse(_plain(text))
    if seen.max() > 4:
        raise ValueError(f"tiles seen more than four times: {riichi.format(seen)}")
    pool = tuple((4 - seen).tolist())
    chances = {kind: Draws(pool).chance(_without(hand, kind), 3) for kind in set(kinds.values())}
    values = {action: 100 * chances[kind] for action, kind in kinds.items()}
    return values, f"three draws from {sum(pool)} unseen tiles"


def _plain(text: str) -> str:
    """Returns tiles without the marks of calls and of tsumogiri."""
    return "".join(letter for letter in text if letter.isalnum())


def _without(hand: Any, kind: int) -> tuple[int, ...]:
    counts = hand.tolist()
    counts[kind] -= 1
    return tuple(counts)


class Draws:
    """Draws without replacement from a pool of unseen tiles, a discard after each."""

    def __init__(self, pool: tuple[int, ...]) -> None:
        self.pool = list(pool)
        self.left = sum(pool)
        self._known: dict[Any, float] = {}

    def chance(self, hand: tuple[int, ...], draws: int) -> float:
        """Returns the greatest chance to complete a hand of 13 tiles within so many draws."""
        away = _shanten(hand)
        if away >= draws:
            return 0.0
        if draws == 1:
            return sum(self.pool[kind] for kind in _waits(hand)) / self.left
        key = (hand, draws, tuple(self.pool))
        if key in self._known:
            return self._known[key]
        total = 0.0
        for kind in range(34):
            left = self.pool[kind]
            if left:
                total += left * self._drawn(hand, kind, draws)
        self._known[key] = total / self.left
        return self._known[key]

    def _drawn(self, hand: tuple[int, ...], kind: int, draws: int) -> float:
        full = list(hand)
        full[kind] += 1
        if _shanten(tuple(full)) == -1:
            return 1.0
        self.pool[kind] -= 1
        self.left -= 1
        best = 0.0
        for out in range(34):
            if full[out]:
                full[out] -= 1
                best = max(best, self.chance(tuple(full), draws - 1))
                full[out] += 1
        self.pool[kind] += 1
        self.left += 1
        return best


@lru_cache(maxsize=1 << 20)
def _shanten(hand: tuple[int, ...]) -> int:
    return int(riichi.shanten(np.array(hand, np.uint8)))


@lru_cache(maxsize=1 << 20)
def _waits(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the kinds that complete a tenpai hand."""
    kinds, _ = riichi.ukeire(np.array(hand, np.uint8))
    return tuple(np.flatnonzero(kinds).tolist())
