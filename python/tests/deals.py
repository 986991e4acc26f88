"""Hands for tests, reproducible, and an independent way to count their deadwood."""

from functools import cache

import numpy as np
import numpy.typing as npt

POINTS = [min(rank + 1, 10) for rank in range(13)]


def random_hands(n: int, cards: int = 10, seed: int = 1) -> npt.NDArray[np.uint64]:
    """Hands dealt from a shuffled pack."""
    rng = np.random.default_rng(seed)
    dealt = rng.random((n, 52)).argsort(axis=1)[:, :cards].astype(np.uint64)
    hands: npt.NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << dealt, axis=1)
    return hands


def meld_rich_hands(n: int, most: int = 11, seed: int = 1) -> npt.NDArray[np.uint64]:
    """Hands from a window of few ranks, where sets and runs compete for cards."""
    rng = np.random.default_rng(seed)
    hands = np.empty(n, np.uint64)
    for i in range(n):
        width = int(rng.integers(3, 7))
        start = int(rng.integers(0, 14 - width))
        window = [13 * suit + rank for suit in range(4) for rank in range(start, start + width)]
        size = min(int(rng.integers(3, most + 1)), len(window))
        hands[i] = sum(1 << card for card in rng.permutation(window)[:size].tolist())
    return hands


def flags(hands: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Hands as `bool[..., 52]`."""
    return (hands[..., None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)


def points(hand: int) -> int:
    return sum(POINTS[card % 13] for card in range(52) if hand >> card & 1)


def all_melds() -> list[int]:
    """Every set and every run of any length, from their definitions."""
    column = 1 | 1 << 13 | 1 << 26 | 1 << 39
    melds = []
    for rank in range(13):
        whole = column << rank
        melds += [whole] + [whole & ~(1 << (13 * suit + rank)) for suit in range(4)]
    for suit in range(4):
        for low in range(13):
            for high in range(low + 2, 13):
                melds.append(sum(1 << (13 * suit + rank) for rank in range(low, high + 1)))
    return melds


ALL_MELDS = all_melds()


@cache
def brute_force(hand: int) -> int:
    """The least deadwood by trying every meld, again and again."""
    held = [meld for meld in ALL_MELDS if meld & ~hand == 0]
    return min([points(hand)] + [brute_force(hand & ~meld) for meld in held])
