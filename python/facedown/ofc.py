"""Open-face Chinese poker: Fantasyland set exactly, and the EV of every placement.

Cards are written as everywhere (`facedown.cards`), `X` is a joker. Boards are written as
`top / middle / bottom`. Rules are named: `standard`, `tonybet`, `progressive`, `ultimate`,
`joker-ultimate`, `2-7`.

>>> setting = solve_fantasy("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc")
>>> setting.top, setting.royalties, setting.stays
('Jc 7h 8s', 22, True)
>>> position = Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c")
>>> answer = solve(position)
>>> answer.exact, answer.placements[0].discard
(True, '7s')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._output import real

__all__ = [
    "Advice",
    "Book",
    "BookMove",
    "Placement",
    "Position",
    "Setting",
    "Settings",
    "advise",
    "fantasy",
    "solve",
    "solve_fantasy",
    "solve_fantasy_batch",
]


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


@dataclass(frozen=True)
class Position:
    """What a seat knows when it has cards to place: five on the first street, then three.

    `solve` raises `ValueError` for an impossible position, such as one with a card twice.

    >>> Position("As Kd 7h 7c 2s")
    Position(deal='As Kd 7h 7c 2s', board='', opponents=(), dead='', rules='standard')
    """

    deal: str
    """The cards dealt."""
    board: str = ""
    """The board so far; empty on the first street."""
    opponents: Sequence[str] = ()
    """The visible boards of the opponents, each complete or not. A board given street by street
    (`Ah / Kd Kc / 6h 6c > / 5d / 3h`) informs the opponent model better."""
    dead: str = ""
    """Other cards that cannot come, such as one's own discards."""
    rules: str = "standard"
    """The preset of the rules."""


class Placement(NamedTuple):
    """A placement of the deal, with its expected value."""

    placed: tuple[tuple[str, str], ...]
    """Each card placed, with its row."""
    discard: str | None
    """The card discarded; none on the first street."""
    board: str
    """The board after it."""
    ev: float
    """The expected points."""
    ci: tuple[float, float] | None
    """Its 95 % confidence interval; `None` for an exact value and for a single sample."""
    behind: float
    """The EV lost against the best placement, over common random numbers."""
    behind_ci: tuple[float, float] | None
    """Its 95 % confidence interval."""
    foul: float
    """The probability of a foul."""
    fantasy: float
    """The probability of entering Fantasyland."""
    royalties: float
    """The expected royalties."""
    rows: tuple[float, float, float] | None
    """The probabilities of winning top, middle and bottom row, averaged over opponents; `None`
    without opponents."""
    visits: int
    """The number of samples of a search."""


class Advice(NamedTuple):
    """Every placement of a position, the best first, and how it was evaluated."""

    placements: tuple[Placement, ...]
    """The placements."""
    street: int
    """The street, 1 to 5."""
    exact: bool
    """Whether values are exact: every deal was enumerated, and no opponent was modelled."""
    modelled: str | None
    """A description of what was modelled."""
    styles: tuple[dict[str, float], ...] | None
    """For each opponent the probabilities of `balanced`, `bold`, `cautious` and `careless` play;
    `None` unless they were inferred."""
    fantasy_worth: tuple[float, ...]
    """The value of Fantasyland with 13 to 17 cards that was assumed."""
    iterations: int
    """Iterations of a search; 0 if every deal was enumerated."""
    seconds: float
    """Wall-clock seconds."""
    stop: str
    """Why it ended."""


class BookMove(NamedTuple):
    """The entry of an opening book for five cards."""

    placed: tuple[tuple[str, str], ...]
    """Each card with its row, in the order given."""
    ev: float
    """The expected points."""
    error: float
    """Its standard error."""
    second: tuple[tuple[str, str], ...] | None
    """The second best placement; `None` if all others are suit isomorphic to the best."""
    behind: float
    """The EV lost by the second best."""
    hands: int
    """The number of suit-isomorphic hands, this one included."""

    @property
    def board(self) -> str:
        """The board after it, as `top / middle / bottom`."""
        rows = ("top", "middle", "bottom")
        cards = (" ".join(card for card, to in self.placed if to == row) for row in rows)
        return " / ".join(cards)


class Book:
    """The best openings of a file that `facedown ofc book` made, or of the one in the package.

    An incomplete book has only some hands; `info` has its settings and its size. A file that is not
    a book raises `ValueError`.

    >>> book = Book()
    >>> book.info["rules"]
    'standard'
    """

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        self._book = _native.OfcBook(path)

    def lookup(self, cards: str) -> BookMove | None:
        """Returns the best opening of five cards; `None` if an incomplete book lacks them.

        Raises `ValueError` unless they are five different cards of the pack.
        """
        record = self._book.lookup(cards)
        if record is None:
            return None

        def placed(pairs: list[list[str]]) -> tuple[tuple[str, str], ...]:
            return tuple((card, row) for card, row in pairs)

        second = record["second"]
        return BookMove(
            placed=placed(record["placed"]),
            ev=record["value"],
            error=record["error"],
            second=None if second is None else placed(second),
            behind=record["behind"],
            hands=record["hands"],
        )

    @property
    def info(self) -> dict[str, Any]:
        """The settings of the book and its size."""
        return self._book.info()

    def __repr__(self) -> str:
        info = self.info
        return f"<Book {info['rules']}, {info['classes_done']} of {info['classes']} classes>"


def solve_fantasy(cards: str, rules: str = "standard", stay_value: float | None = None) -> Setting:
    """Returns the best setting of 13 to 17 Fantasyland cards.

    `stay_value` is the value of staying in points; by default the solved value of the rules.
    Raises `ValueError` for cards that cannot be set. `fantasy` is an alias.

    >>> solve_fantasy("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc", stay_value=0).royalties
    22
    """
    points = None if stay_value is None else real("stay_value", stay_value)
    top, middle, bottom, discards, royalties, stays, value = _native.ofc_solve_fantasy(
        cards, rules, points
    )
    return Setting(top, middle, bottom, royalties, stays, value, discards)


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
    _native.ofc_solve_fantasy_batch(
        numbers, rules, points, threads, rows, royalties, stays, values
    )
    return Settings(rows, royalties, stays, values)


def solve(
    position: Position,
    seconds: float | None = None,
    threads: int | None = None,
    *,
    iterations: int | None = None,
    seed: int = 0,
    exact: bool = False,
    fantasy_worth: Sequence[float] | None = None,
    inference: bool = False,
    styles: bool = False,
    past: Sequence[Sequence[str]] = (),
) -> Advice:
    """Returns every placement of a position with its expected value, the best first.

    Streets 4 and 5 are exact without opponents and against complete boards; street 3 is exact if it
    fits into the time, or if `exact` is set; earlier streets are searched for `seconds` (default 2)
    or `iterations`. Incomplete boards of opponents are modelled. `fantasy_worth` are the values of
    Fantasyland with 13, 14, 15, 16 and 17 cards in points.

    For opponents with incomplete boards, `inference` infers their discards and `styles` their way
    of playing, from these boards and from those of earlier hands (`past`: for each opponent its
    boards, street by street).

    Ctrl-C ends a search with `KeyboardInterrupt`. `advise` is an alias.

    >>> position = Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c", dead="3c")
    >>> best = solve(position).placements[0]
    >>> best.placed, best.discard
    ((('Kd', 'middle'), ('2d', 'bottom')), '7s')
    >>> solve(Position("Kd 2d 9s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c"))
    Traceback (most recent call last):
    ValueError: 9s is there twice, on the board and in the deal
    """
    if seconds is None and iterations is None:
        seconds = 2.0
    worth = None if fantasy_worth is None else [real("fantasy_worth", points) for points in fantasy_worth]
    if worth is not None and len(worth) != 5:
        raise ValueError(f"fantasy_worth has {len(worth)} numbers: expected 5")
    record, interrupt = _native.ofc_solve(
        position.board,
        position.deal,
        list(position.opponents),
        position.dead,
        position.rules,
        worth,
        seconds,
        iterations,
        threads,
        seed,
        exact,
        inference,
        styles,
        [list(boards) for boards in past],
    )
    if interrupt is not None:
        raise interrupt
    return Advice(
        placements=tuple(map(_placement, record["placements"])),
        street=record["street"],
        exact=record["exact"],
        modelled=record["modelled"],
        styles=tuple(record["styles"]) if "styles" in record else None,
        fantasy_worth=tuple(record["fantasyland_worth"]),
        iterations=record["iterations"],
        seconds=record["seconds"],
        stop=record["stop"],
    )


advise = solve
"""The same as `solve`."""


def _placement(record: dict[str, Any]) -> Placement:
    def tupled(values: list[float] | None) -> Any:
        return None if values is None else tuple(values)

    return Placement(
        placed=tuple((card, row) for card, row in record["placed"]),
        discard=record["discard"],
        board=record["board"],
        ev=record["value"],
        ci=tupled(record["interval"]),
        behind=record["behind"],
        behind_ci=tupled(record["behind_interval"]),
        foul=record["foul"],
        fantasy=record["fantasyland"],
        royalties=record["royalties"],
        rows=tupled(record["rows"]),
        visits=record["visits"],
    )
