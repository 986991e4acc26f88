"""Boards scored: `ofc.score`."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from facedown._service import ask


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
    fantasyland: int | None
    """The cards of the Fantasyland that a complete board enters, 0 for none."""
    stays: bool | None
    """Whether a complete board that was set in Fantasyland stays there."""
    points: int | None
    """The points from all other boards, if there are any and all are complete."""

    @property
    def fantasy(self) -> int | None:
        """The same as `fantasyland`."""
        return self.fantasyland


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
    record = ask("ofc/score", {"boards": texts, "rules": rules})
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
    return BoardScore(**{**record, "rows": (top, middle, bottom)})
