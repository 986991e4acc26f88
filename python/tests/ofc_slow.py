"""A slow evaluator of open-face boards, by sorting and counting: for tests only."""

from collections import Counter
from itertools import combinations_with_replacement, product

Card = tuple[int, int]
"""Rank, 2 to 14, and suit."""

TOP_PAIRS = {6: 1, 7: 2, 8: 3, 9: 4, 10: 5, 11: 6, 12: 7, 13: 8, 14: 9}
MIDDLE = [0, 0, 0, 2, 4, 8, 12, 20, 30, 50]
BOTTOM = [0, 0, 0, 0, 2, 4, 6, 10, 15, 25]
DECK = [(rank, suit) for suit in range(4) for rank in range(2, 15)]


def card(number: int) -> Card | None:
    """Returns the card with this id; `None` for a joker."""
    if number >= 52:
        return None
    rank = number % 13 + 1
    return (14 if rank == 1 else rank, number // 13)


def strength(cards: list[Card]) -> tuple[int, list[int]]:
    """Returns the category, 0 for a high card to 9 for a royal flush, and the ranks that decide."""
    counts = Counter(rank for rank, _ in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    if len(cards) == 5 and len(ranks) == 5:
        flush = len({suit for _, suit in cards}) == 1
        straight = ranks[0] - ranks[4] == 4
        if ranks == [14, 5, 4, 3, 2]:
            straight, ranks = True, [5]
        if straight:
            ranks = ranks[:1]
        if flush and straight:
            return (9 if ranks == [14] else 8), ranks
        if flush:
            return 5, ranks
        if straight:
            return 4, ranks
    category = {(4, 1): 7, (3, 2): 6, (3,): 3, (3, 1, 1): 3, (2, 2, 1): 2}
    return category.get(tuple(shape), 1 if shape[0] == 2 else 0), ranks


def readings(numbers: list[int]) -> list[tuple[int, list[int]]]:
    """Returns every strength that jokers can give a row, without five of a kind."""
    cards = [card(number) for number in numbers]
    plain = [one for one in cards if one is not None]
    found = []
    for jokers in combinations_with_replacement(DECK, len(cards) - len(plain)):
        hand = plain + list(jokers)
        counts = Counter(rank for rank, _ in hand)
        if max(counts.values()) > 4:
            continue
        # A second copy of a card makes a pair, not a flush.
        found.append(strength(hand))
    return found


def royalties(top: tuple[int, list[int]], middle: int, bottom: int) -> int:
    paid = MIDDLE[middle] + BOTTOM[bottom]
    if top[0] == 3:
        return paid + 8 + top[1][0]
    return paid + (TOP_PAIRS.get(top[1][0], 0) if top[0] == 1 else 0)


def evaluate(
    top: list[int], middle: list[int], bottom: list[int]
) -> tuple[int, bool, bool, bool] | None:
    """Returns royalties, whether queens or better are on top, whether trips are, and whether the
    board stays by the standard rules; `None` for a foul. Jokers make the best legal board."""
    best = None
    for upper, inner, lower in product(readings(top), readings(middle), readings(bottom)):
        if not (upper <= inner <= lower):
            continue
        if best is None or (lower, inner, upper) > best:
            best = (lower, inner, upper)
    if best is None:
        return None
    lower, inner, upper = best
    queens = upper[0] == 3 or (upper[0] == 1 and upper[1][0] >= 12)
    stays = upper[0] == 3 or inner[0] >= 6 or lower[0] >= 7
    return royalties(upper, inner[0], lower[0]), queens, upper[0] == 3, stays
