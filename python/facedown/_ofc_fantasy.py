"""Fantasyland set exactly: `ofc.solve_fantasy`, `ofc.evaluate_placement`."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._ofc_score import score
from facedown._output import real
from facedown._service import ask


class Setting(NamedTuple):
    """A setting of Fantasyland cards."""

    top: str
    """The top row."""
    middle: str
    """The middle row."""
    bottom: str
    """The bottom row."""
    royalties: int
    """Royalties of the three rows."""
    stays: bool
    """Whether it stays in Fantasyland."""
    value: float
    """The value that was maximised: royalties, and the value of staying."""
    discards: str
    """The cards not set."""


class Settings(NamedTuple):
    """Settings of many hands, as arrays."""

    rows: npt.NDArray[np.uint8]
    """Where each card goes: 0 top, 1 middle, 2 bottom, 3 discarded; of the hands' shape."""
    royalties: npt.NDArray[np.uint16]
    """Royalties of each hand."""
    stays: npt.NDArray[np.bool_]
    """Which hands stay in Fantasyland."""
    values: npt.NDArray[np.float64]
    """The values that were maximised."""


class Evaluation(float):
    """The value of a placement of thirteen cards in Fantasyland: a number, with its parts.

    Royalties, and the value of staying; for a foul what it costs against one opponent.
    """

    royalties: int
    """Royalties of the three rows, 0 for a foul."""
    foul: bool
    """Whether the rows are out of order."""
    fantasy: int
    """The cards of the Fantasyland that it would enter from a normal hand, 0 for none."""
    stays: bool
    """Whether it stays in Fantasyland."""

    def __new__(
        cls,
        value: float,
        royalties: int = 0,
        foul: bool = False,
        fantasy: int = 0,
        stays: bool = False,
    ) -> "Evaluation":
        self = super().__new__(cls, real("value", value))
        self.royalties, self.foul, self.fantasy, self.stays = royalties, foul, fantasy, stays
        return self

    def __getnewargs__(self) -> tuple[float, int, bool, int, bool]:  # type: ignore[override]
        return (float(self), self.royalties, self.foul, self.fantasy, self.stays)

    def __repr__(self) -> str:
        parts = f"royalties={self.royalties}, foul={self.foul}"
        return f"Evaluation({float(self)}, {parts}, fantasy={self.fantasy}, stays={self.stays})"


class Evaluations(NamedTuple):
    """Values of many placements, as arrays."""

    values: npt.NDArray[np.float64]
    """Royalties and the value of staying; for a foul what it costs."""
    royalties: npt.NDArray[np.uint16]
    """Royalties, 0 for a foul."""
    foul: npt.NDArray[np.bool_]
    """Which are fouls."""
    fantasy: npt.NDArray[np.uint8]
    """The cards of the Fantasyland that each would enter from a normal hand, 0 for none."""
    stays: npt.NDArray[np.bool_]
    """Which stay in Fantasyland."""


def solve_fantasy(cards: str, rules: str = "standard", stay_value: float | None = None) -> Setting:
    """Returns the best setting of 13 to 17 Fantasyland cards.

    `stay_value` is the value of staying in points; by default the solved value of the rules.
    Raises `ValueError` for cards that cannot be set. `fantasy` is an alias.

    >>> solve_fantasy("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc", stay_value=0).royalties
    22
    """
    points = None if stay_value is None else real("stay_value", stay_value)
    found = ask("ofc/fantasy", {"cards": cards, "rules": rules, "stay_value": points})
    return Setting(**found["settings"][0])


fantasy = solve_fantasy
"""The same as `solve_fantasy`."""


def solve_fantasy_batch(
    cards: npt.ArrayLike,
    rules: str = "standard",
    stay_value: float | None = None,
    threads: int | None = None,
) -> Settings:
    """Returns the best settings of many hands: `uint8[n, k]` card ids, 52 and 53 are the jokers.

    A card's id is `13 * suit + rank`. `threads` limits the number of threads.
    Ctrl-C ends it within milliseconds.

    >>> hands = np.arange(28, dtype=np.uint8).reshape(2, 14)
    >>> solve_fantasy_batch(hands).rows.shape
    (2, 14)
    """
    given = np.asarray(cards)
    if given.ndim != 2:
        raise ValueError(f"cards has shape {given.shape}: expected two axes, hands and cards")
    if given.dtype.kind not in "iu":
        raise ValueError(f"cards has dtype {given.dtype}: expected uint8")
    if given.size and (given.min() < 0 or given.max() > 53):
        bad = given.min() if given.min() < 0 else given.max()
        raise ValueError(f"cards holds {bad}: expected 0 to 53")
    numbers = np.ascontiguousarray(given, dtype=np.uint8)
    hands = len(numbers)
    rows = np.empty_like(numbers)
    royalties = np.empty(hands, np.uint16)
    stays = np.empty(hands, np.bool_)
    values = np.empty(hands, np.float64)
    points = None if stay_value is None else real("stay_value", stay_value)
    _native.ofc_solve_fantasy_batch(numbers, rules, points, threads, rows, royalties, stays, values)
    return Settings(rows, royalties, stays, values)


@overload
def evaluate_placement(
    top: str | Sequence[str] | Sequence[int],
    middle: str | Sequence[str] | Sequence[int],
    bottom: str | Sequence[str] | Sequence[int],
    rules: str = ...,
    stay_value: float | None = ...,
    *,
    cards: int = ...,
    threads: int | None = ...,
) -> Evaluation: ...
@overload
def evaluate_placement(
    top: npt.NDArray[Any],
    middle: npt.NDArray[Any],
    bottom: npt.NDArray[Any],
    rules: str = ...,
    stay_value: float | None = ...,
    *,
    cards: int = ...,
    threads: int | None = ...,
) -> Evaluations: ...
def evaluate_placement(
    top: Any,
    middle: Any,
    bottom: Any,
    rules: str = "standard",
    stay_value: float | None = None,
    *,
    cards: int = 14,
    threads: int | None = None,
) -> Evaluation | Evaluations:
    """Returns the value of a placement in Fantasyland, the number that `solve_fantasy` maximises.

    That is the royalties, and `stay_value` if it stays in Fantasyland; a foul has the negative
    value of all rows and the scoop. By default `stay_value` is the solved value of staying with
    `cards` cards, which some rules keep. Rows are texts, or lists of cards, as texts or ids.

    Arrays of card ids, `uint8[..., 3]`, `[..., 5]` and `[..., 5]` (52 and 53 are the jokers), give
    arrays; `threads` limits the number of threads. Raises `ValueError` for a card that is there
    twice and for a row of another size.

    >>> evaluate_placement("Qs Qd Qc", "9c 9d 9h 2s 2h", "4h 5h 6h 7h 8h", stay_value=10)
    Evaluation(57.0, royalties=47, foul=False, fantasy=14, stays=True)
    >>> evaluate_placement("As Ad Ac", "9c 9d 8h 2s 2h", "4h 5h 6h 7h 8d")
    Evaluation(-6.0, royalties=0, foul=True, fantasy=0, stays=False)
    >>> rows = np.arange(26, dtype=np.uint8).reshape(2, 13)
    >>> evaluate_placement(rows[:, :3], rows[:, 3:8], rows[:, 8:], stay_value=0).values
    array([45., 45.])
    """
    given = {"top": top, "middle": middle, "bottom": bottom}
    single = not any(isinstance(row, np.ndarray) and row.ndim > 1 for row in given.values())
    if single:
        given = _card_ids(given, rules)
    arrays = []
    for (name, row), size in zip(given.items(), (3, 5, 5), strict=True):
        array = np.asarray(row)
        if array.dtype.kind not in "iu":
            raise ValueError(f"{name} has dtype {array.dtype}: expected uint8")
        if array.ndim == 0 or array.shape[-1] != size:
            raise ValueError(
                f"{name} has shape {array.shape}: expected {size} cards on the last axis"
            )
        if array.size and (array.min() < 0 or array.max() > 53):
            bad = array.min() if array.min() < 0 else array.max()
            raise ValueError(f"{name} holds {bad}: expected 0 to 53")
        arrays.append(array)
    shape = arrays[0].shape[:-1]
    for name, array in zip(given, arrays, strict=True):
        if array.shape[:-1] != shape:
            raise ValueError(
                f"{name} has shape {array.shape}: expected {(*shape, array.shape[-1])}"
            )
    flat = [
        np.ascontiguousarray(array.reshape(-1, array.shape[-1]), dtype=np.uint8) for array in arrays
    ]
    count = len(flat[0])
    found = Evaluations(
        np.empty(count, np.float64),
        np.empty(count, np.uint16),
        np.empty(count, np.bool_),
        np.empty(count, np.uint8),
        np.empty(count, np.bool_),
    )
    top, middle, bottom = flat
    _native.ofc_evaluate(
        top, middle, bottom, rules, stay_value, cards, threads,
        found.values, found.royalties, found.foul, found.fantasy, found.stays,
    )  # fmt: skip
    if single:
        value, royalties, foul, fantasy, stays = (array[0].item() for array in found)
        return Evaluation(value, royalties, foul, fantasy, stays)
    return Evaluations(
        found.values.reshape(shape),
        found.royalties.reshape(shape),
        found.foul.reshape(shape),
        found.fantasy.reshape(shape),
        found.stays.reshape(shape),
    )


def _card_ids(rows: dict[str, Any], rules: str) -> dict[str, Any]:
    """Returns the ids of rows that are texts; ids stay."""
    if not any(
        isinstance(row, str) or any(isinstance(card, str) for card in row) for row in rows.values()
    ):
        return rows
    texts = [row if isinstance(row, str) else " ".join(map(str, row)) for row in rows.values()]
    (board,) = score(" / ".join(texts), rules).boards
    ids: dict[str, Any] = {}
    jokers = iter((52, 53))
    for name, row in zip(rows, board.rows, strict=True):
        ids[name] = [
            next(jokers)
            if card == "X"
            else 13 * "cdhs".index(card[1]) + "A23456789TJQK".index(card[0])
            for card in row.cards.split()
        ]
        if row.hand is None:
            raise ValueError(
                f"{name} has {len(ids[name])} cards: expected {3 if name == 'top' else 5}"
            )
    return ids
