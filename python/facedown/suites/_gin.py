"""Gin: a knock is settled by the opponent's hand, and late in the hand few are possible."""

import itertools
import math

from facedown import gin
from facedown._native import Game, State, View
from facedown.cards import to_mask
from facedown.suites._common import Found, after

__all__ = ["gin_knock", "gin_layoff", "knock_value", "opponent_hands"]


_MOST_HANDS = 12_000


def gin_knock(state: State) -> Found | None:
    """Which discard to knock with, or at the wall whether to knock: the mean over all hands."""
    view = state.view()
    record, game = view.to_dict(), state.game
    actions = {action: game.action_text(action) for action in view.legal_actions()}
    hand = to_mask(" ".join(record["hand"]))
    if record["phase"] == "knock_discard":
        discards, plain = list(actions), False
    elif record["phase"] == "discard" and record["stock"] == 2 and "knock" in actions.values():
        # A discard would leave two cards in the stock, which ends the hand without a score.
        plain = True
    else:
        return None
    hands = opponent_hands(view)
    if hands is None:
        return None
    if not plain:
        found = {a: knock_value(game, hand & ~to_mask(actions[a]), hands) for a in discards}
        return found, f"which discard to knock with, {len(hands)} hands of the opponent"
    limit = record["knock_limit"]
    drawn = record["taken"]
    best = max(
        knock_value(game, hand & ~card, hands)
        for card in _cards(hand)
        if gin.min_deadwood(hand & ~card) <= limit and (drawn is None or card != to_mask(drawn))
    )
    values = {action: best if text == "knock" else 0.0 for action, text in actions.items()}
    return values, f"the last turn: knock or not, {len(hands)} hands of the opponent"


def opponent_hands(view: View) -> list[int] | None:
    """Returns all hands that the opponent may hold, as numbers; `None` if they are too many."""
    record = view.to_dict()
    known = to_mask(" ".join(record["opponent_known"]))
    seen = known | to_mask(" ".join(record["hand"]))
    for turn in record["turns"]:
        seen |= to_mask(turn["discard"])
    if record["first_upcard"]:
        seen |= to_mask(record["first_upcard"])
    unseen = [1 << card for card in range(52) if not seen >> card & 1]
    unknown = record["opponent_cards"] - known.bit_count()
    if math.comb(len(unseen), unknown) > _MOST_HANDS:
        return None
    return [known | sum(rest) for rest in itertools.combinations(unseen, unknown)]


def knock_value(game: Game, hand: int, hands: list[int]) -> float:
    """Returns the mean score of knocking with ten cards against every hand of the opponent."""
    rules = game.rules
    own = gin.best_melds(hand)
    total = 0
    for other in hands:
        if own.deadwood == 0:
            total += gin.min_deadwood(other) + rules["gin_bonus"]
            continue
        left = gin.best_defence(other, own.melds).deadwood
        gain = left - own.deadwood
        total += gain if gain > 0 else gain - rules["undercut_bonus"]
    return total / len(hands)


def _cards(hand: int) -> list[int]:
    return [1 << card for card in range(52) if hand >> card & 1]


def gin_layoff(state: State) -> Found | None:
    """The defender's layoffs and melds against a knock: every way to the end."""
    view = state.view()
    phase = view.to_dict()["phase"]
    if phase not in ("layoff", "defender_melds"):
        return None
    seat = view.seat
    about = "what to lay off" if phase == "layoff" else "which melds to lay"
    return {action: _best_end(after(state, action), seat) for action in view.legal_actions()}, about


def _best_end(state: State, seat: int) -> float:
    if state.is_over:
        return state.scores()[seat]
    if state.current_seat != seat:
        raise ValueError(f"seat {state.current_seat} is to act: expected the defender, {seat}")
    return max(_best_end(after(state, action), seat) for action in state.legal_actions())
