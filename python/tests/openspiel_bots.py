"""Players of OpenSpiel's gin rummy, simple ones that between them reach every corner of the game.

A player is a function of a state, of its legal actions and of a source of chance. It may look at
both hands: nobody is to win here.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import facedown as fd
from facedown.gin import openspiel

UPCARD, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56

Player = Callable[[Any, list[int], Random], int]


@cache
def bit(card: int) -> int:
    return 1 << openspiel.card_from_openspiel(card)


@cache
def meld_points(action: int) -> int:
    return int(fd.gin.MELD_POINTS[openspiel.action_from_openspiel(action) - MELDS])


def hand(state: Any) -> int:
    """The cards of the seat to act, as a number here."""
    return sum(map(bit, state.hands()[state.current_player()]))


def at_random(state: Any, legal: list[int], chance: Random) -> int:
    return chance.choice(legal)


def takes_upcards(state: Any, legal: list[int], chance: Random) -> int:
    """Takes every upcard and discards another card, which the bound on takes must end."""
    if UPCARD in legal:
        return UPCARD
    other = [action for action in legal if action not in (KNOCK, state.prev_upcard())]
    return chance.choice(other or legal)


def returns_upcards(state: Any, legal: list[int], chance: Random) -> int:
    """Takes most upcards and discards them again, which is a draw when both do."""
    if UPCARD in legal:
        return UPCARD if chance.random() < 0.9 else legal[-1]
    back = state.prev_upcard()
    return back if back in legal else chance.choice(legal)


def player(
    *, knocks: float = 1.0, only_gin: bool = False, lays_off: float = 1.0, blunders: float = 0.0
) -> Player:
    """A player that collects melds, and with these chances knocks, lays off and plays at random."""

    def choose(state: Any, legal: list[int], chance: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        if chance.random() < blunders:
            return chance.choice(legal)
        if UPCARD in legal:
            return draw(state, legal)
        enough = not only_gin or fd.gin.deadwood_after_discards(hand(state)).min() == 0
        if KNOCK in legal and enough and chance.random() < knocks:
            return KNOCK
        legal = [action for action in legal if action != KNOCK]
        if melds := [action for action in legal if action >= MELDS]:
            return max(melds, key=meld_points)
        cards = [action for action in legal if action < UPCARD]
        if not cards:
            return legal[0]
        if PASS in legal:
            return chance.choice(cards) if chance.random() < lays_off else PASS
        after = fd.gin.deadwood_after_discards(hand(state))
        least = min(after[openspiel.card_from_openspiel(card)] for card in cards)
        best = [c for c in cards if after[openspiel.card_from_openspiel(c)] == least]
        return chance.choice(best)

    return choose


def draw(state: Any, legal: list[int]) -> int:
    """Takes the upcard where it comes to lie in a meld."""
    held = hand(state)
    with_upcard = held | bit(state.upcard())
    gains = fd.gin.deadwood_after_discards(with_upcard).min() < fd.gin.min_deadwood(held)
    melds = fd.gin.valid_melds(with_upcard).sum() > fd.gin.valid_melds(held).sum()
    return UPCARD if gains and melds else legal[-1]
