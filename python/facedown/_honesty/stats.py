"""Statistics of the laws: chi-square, Poisson and permutation tests, with NumPy alone."""

from collections import Counter
from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = [
    "chi_square_tail",
    "collision_chance",
    "duplicate_pairs",
    "poisson_tail",
    "serial_dependence",
    "uniform_chi_square",
]

Matrix = npt.NDArray[np.float64]

_PERMUTATIONS = 400


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Returns the probability that chi-square is at least the statistic.

    >>> round(chi_square_tail(3.841, 1), 3), round(chi_square_tail(124.342, 100), 3)
    (0.05, 0.05)
    """
    if degrees <= 0:
        return 1.0
    return _upper_gamma(degrees / 2, statistic / 2)


def poisson_tail(count: int, mean: float) -> float:
    """Returns the probability that a Poisson variable is at least the count.

    >>> round(poisson_tail(3, 1.0), 4)
    0.0803
    """
    if count <= 0:
        return 1.0
    return 0.0 if mean <= 0 else 1 - _upper_gamma(count, mean)


def _upper_gamma(a: float, x: float) -> float:
    """Returns the regularised upper incomplete gamma function: a series below a + 1, a continued
    fraction (Lentz) above."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - scale * total)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for i in range(1, 100_000):
        an = -i * (i - a)
        b += 2
        d = an * d + b
        c = b + an / c
        d, c = 1 / (d if abs(d) > tiny else tiny), c if abs(c) > tiny else tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return min(1.0, scale * value)


def serial_dependence(rows: Matrix, seed: int = 0) -> tuple[float, float]:
    """Tests whether neighbouring rows are more, or less, alike than rows in any other order.

    The statistic is the sum of the products of neighbours, standardised by column, in standard
    deviations of the same sum over random orders. Returns it with its two-sided p-value by the
    normal distribution. Independent rows are exchangeable, whatever their distribution.
    """
    varied = _informative(rows)
    if varied.shape[1] == 0:
        return 0.0, 1.0
    normal = (varied - varied.mean(axis=0)) / varied.std(axis=0)
    products = normal @ normal.T
    n = len(rows)
    found = products[np.arange(n - 1), np.arange(1, n)].sum()
    chance = np.random.default_rng(seed)
    sums = []
    for _ in range(_PERMUTATIONS):
        order = chance.permutation(n)
        sums.append(products[order[:-1], order[1:]].sum())
    spread = float(np.std(sums))
    if spread == 0:
        return 0.0, 1.0
    z = float((found - np.mean(sums)) / spread)
    return z, erfc(abs(z) / sqrt(2))


def _informative(rows: Matrix) -> Matrix:
    """Returns the columns that vary, each once."""
    varied = rows[:, rows.std(axis=0) > 0]
    return np.unique(varied, axis=1) if varied.size else varied


def duplicate_pairs(rows: Sequence[bytes]) -> int:
    """Returns the number of pairs of equal rows.

    >>> duplicate_pairs([b"a", b"b", b"a", b"a"])
    3
    """
    return sum(count * (count - 1) // 2 for count in Counter(rows).values())


def collision_chance(rows: Matrix) -> float:
    """Estimates how often two independent rows are equal: the product over linearly independent
    columns of the chance that they agree there."""
    columns = _informative(rows)
    left = columns - columns.mean(axis=0)
    chance = 1.0
    for _ in range(min(columns.shape)):
        norms = (left**2).sum(axis=0)
        best = int(norms.argmax())
        if norms[best] < 1e-9 * len(rows) or chance < 1e-15:
            break
        _, counts = np.unique(columns[:, best], return_counts=True)
        chance *= float(((counts / len(rows)) ** 2).sum())
        axis = left[:, best] / sqrt(norms[best])
        left = left - np.outer(axis, axis @ left)
    return chance


def uniform_chi_square(counts: Sequence[int]) -> tuple[float, int, float]:
    """Tests equal frequencies; returns the statistic, the degrees of freedom and the p-value.

    >>> uniform_chi_square([10, 10, 10])
    (0.0, 2, 1.0)
    """
    found = np.asarray(counts, np.float64)
    expected = found.mean()
    statistic = float(((found - expected) ** 2 / expected).sum())
    return statistic, len(found) - 1, chi_square_tail(statistic, len(found) - 1)


def placement_chi_square(
    counts: npt.NDArray[Any], copies: npt.NDArray[Any], sizes: npt.NDArray[Any]
) -> tuple[float, int, float]:
    """Tests whether cards lie everywhere equally often.

    `counts[card, place]` are sums over independent deals, `copies` how many of each card there are
    and `sizes` how many cards each place holds. Within a deal both margins are fixed, which makes
    Pearson's statistic larger by U / (U - 1) for U cards: it is divided by that.
    """
    total = copies.sum()
    deals = counts.sum() / total
    expected = deals * np.outer(copies, sizes) / total
    pearson = float(((counts - expected) ** 2 / expected).sum())
    statistic = pearson * float((total - 1) / total)
    degrees = (len(copies) - 1) * (len(sizes) - 1)
    return statistic, degrees, chi_square_tail(statistic, degrees)
