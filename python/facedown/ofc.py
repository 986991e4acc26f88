"""Open-face Chinese poker: boards scored, Fantasyland set exactly, the EV of every placement.

Cards are written as everywhere (`facedown.cards`), `X` is a joker. Boards are written as
`top / middle / bottom`. Rules are named: `standard`, `tonybet`, `progressive`, `ultimate`,
`joker-ultimate`, `classic`, `2-7`.

>>> setting = solve_fantasy("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc")
>>> setting.top, setting.royalties, setting.stays
('Jc 7h 8s', 22, True)
>>> position = Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c")
>>> answer = solve(position)
>>> answer.exact, answer.placements[0].discard
(True, '7s')
>>> score("Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h").boards[0].royalties
24
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._advise import Event
from facedown._output import real

__all__ = [
    "Advice",
    "BoardScore",
    "Book",
    "BookMove",
    "Evaluation",
    "Evaluations",
    "PairScore",
    "Placement",
    "Position",
    "RowScore",
    "Score",
    "Setting",
    "Settings",
    "advise",
    "evaluate_placement",
    "fantasy",
    "score",
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
    """The card discarded; none on the first street and with classic dealing."""
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
    """The street: 1 to 5, with classic dealing 1 to 9."""
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
    solved: float | None = None
    """In a report on a street that is being solved exactly the share of deals that are done, and
    there are no placements yet; otherwise `None`."""


class RowScore(NamedTuple):
    """The score of a row."""

    row: str
    """`top`, `middle` or `bottom`."""
    cards: str
    """Its cards."""
    hand: str | None
    """The hand in words, jokers placed by the rules; `None` if cards are missing."""
    royalties: int | None
    """Its royalties: 0 in a foul, those of a legal board if the board is not complete."""


class BoardScore(NamedTuple):
    """The score of a board."""

    board: str
    """The board."""
    complete: bool
    """Whether all thirteen cards are there."""
    rows: tuple[RowScore, RowScore, RowScore]
    """The rows, top first."""
    foul: bool | None
    """Whether it is a foul; `None` if that depends on cards to come."""
    royalties: int | None
    """The royalties of a complete board, 0 for a foul."""
    fantasy: int | None
    """The cards of the Fantasyland that a complete board enters, 0 for none."""
    stays: bool | None
    """Whether a complete board that was set in Fantasyland stays there."""
    points: int | None
    """The points from all other boards, if there are any and all are complete."""


class PairScore(NamedTuple):
    """The points between two complete boards, from the point of view of the first."""

    boards: tuple[int, int]
    """The indices of the boards."""
    rows: tuple[int, int, int]
    """The points of top, middle and bottom row."""
    scoop: int
    """The points for all three rows."""
    royalties: int
    """The difference of royalties."""
    points: int
    """The sum."""


class Score(NamedTuple):
    """Some boards with their scores."""

    boards: tuple[BoardScore, ...]
    """The boards."""
    pairs: tuple[PairScore, ...]
    """The points between each two boards that are complete."""


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
        self = super().__new__(cls, value)
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
    _native.ofc_solve_fantasy_batch(numbers, rules, points, threads, rows, royalties, stays, values)
    return Settings(rows, royalties, stays, values)


def score(boards: str | Sequence[str], rules: str = "standard") -> Score:
    """Returns the hands, royalties, fouls and Fantasyland of boards, and the points between them.

    A board is `top / middle / bottom`; one to four of them, complete or not. Raises `ValueError`
    for a text that is no board and for a card on two boards.

    >>> mine = "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h"
    >>> theirs = "As Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d"
    >>> found = score([mine, theirs])
    >>> [row.hand for row in found.boards[0].rows]
    ['pair of queens (7)', 'three nines (3 2)', 'straight flush to the eight']
    >>> found.pairs[0]
    PairScore(boards=(0, 1), rows=(1, 1, 1), scoop=3, royalties=18, points=24)
    """
    texts = [boards] if isinstance(boards, str) else list(boards)
    record = _native.ofc_score(texts, rules)
    return Score(
        boards=tuple(map(_board_score, record["boards"])),
        pairs=tuple(
            PairScore(
                boards=(pair["boards"][0] - 1, pair["boards"][1] - 1),
                rows=tuple(pair["rows"]),
                scoop=pair["scoop"],
                royalties=pair["royalties"],
                points=pair["points"],
            )
            for pair in record["pairs"]
        ),
    )


def _board_score(record: dict[str, Any]) -> BoardScore:
    top, middle, bottom = (RowScore(**row) for row in record["rows"])
    return BoardScore(
        board=record["board"],
        complete=record["complete"],
        rows=(top, middle, bottom),
        foul=record["foul"],
        royalties=record["royalties"],
        fantasy=record["fantasyland"],
        stays=record["stays"],
        points=record["points"],
    )


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
    progress: Callable[[Advice], object] | None = None,
    every: float = 0.1,
    cancel: Event | None = None,
    interrupt: Literal["raise", "answer"] = "raise",
    candidates: int | None = None,
    memory: int | None = None,
    parallel: Literal["root", "leaf"] = "root",
    pruning: bool = True,
    pruning_margin: float = 0.0,
    confidence_margin: float | None = None,
    pruning_visits: int = 100,
) -> Advice:
    """Returns every placement of a position with its expected value, the best first.

    Streets 4 and 5 are exact without opponents and against complete boards; street 3 is exact if it
    fits into the time, or if `exact` is set; earlier streets are searched for `seconds` (default 2)
    or `iterations`. With classic dealing (one card a street) these are streets 5 to 9, street 4,
    and streets 1 to 3. Incomplete boards of opponents are modelled. `fantasy_worth` are the values
    of Fantasyland with 13, 14, 15, 16 and 17 cards in points.

    For opponents with incomplete boards, `inference` infers their discards and `styles` their way
    of playing, from these boards and from those of earlier hands (`past`: for each opponent its
    boards, street by street).

    `progress` is called in this thread with the answer so far, every `every` seconds; the search
    ends if it returns `False`, or when `cancel`, a `threading.Event` for example, is set. Ctrl-C
    ends it within milliseconds: with a `KeyboardInterrupt` whose attribute `answer` is the answer
    so far, or, if `interrupt` is `"answer"`, with that answer. A street that is being solved
    exactly has none yet: every placement is then tried once.

    The other options are parameters of a search: `candidates`, the number of placements that are
    compared, the best by their estimates; `memory`, a limit in bytes (1 GiB); `parallel`, whether
    threads share sampled deals (`"root"`) or the exact solution after each deal (`"leaf"`; answers
    are equal); `pruning` by upper bounds, with `pruning_margin` points to spare;
    `confidence_margin`, to drop placements that are behind by more points than this with 95 %
    confidence, once they had `pruning_visits` iterations.

    `advise` is an alias.

    >>> position = Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c", dead="3c")
    >>> best = solve(position).placements[0]
    >>> best.placed, best.discard
    ((('Kd', 'middle'), ('2d', 'bottom')), '7s')
    >>> solve(Position("Kd 2d 9s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c"))
    Traceback (most recent call last):
    ValueError: 9s is there twice, on the board and in the deal
    """
    if interrupt not in ("raise", "answer"):
        raise ValueError(f"interrupt is {interrupt!r}: expected 'raise' or 'answer'")
    if seconds is None and iterations is None:
        seconds = 2.0
    worth = (
        None
        if fantasy_worth is None
        else [real("fantasy_worth", points) for points in fantasy_worth]
    )
    if worth is not None and len(worth) != 5:
        raise ValueError(f"fantasy_worth has {len(worth)} numbers: expected 5")
    params = {
        "candidates": candidates,
        "memory": memory,
        "parallel": parallel,
        "pruning": pruning,
        "pruning_margin": pruning_margin,
        "confidence_margin": confidence_margin,
        "pruning_visits": pruning_visits,
    }
    record, stopped = _native.ofc_solve(
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
        params,
        None if progress is None else _reporter(progress),
        every,
        cancel,
    )
    answer = _advice(record)
    if stopped is None or (interrupt == "answer" and isinstance(stopped, KeyboardInterrupt)):
        return answer
    if isinstance(stopped, KeyboardInterrupt):
        stopped.answer = answer  # type: ignore[attr-defined]
    raise stopped


def _reporter(progress: Callable[[Advice], object]) -> Callable[[dict[str, Any]], object]:
    return lambda record: progress(_advice(record))


def _advice(record: dict[str, Any]) -> Advice:
    if "solved" in record:
        running = "still running"
        return Advice(
            (), record["street"], False, None, None, (), 0, 0.0, running, record["solved"]
        )
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
