"""Opening books: `ofc.Book`."""

from os import PathLike
from typing import Any, NamedTuple

from facedown import _native


class BookMove(NamedTuple):
    """The entry of an opening book for five cards."""

    placed: tuple[tuple[str, str], ...]
    """Each card with its row, in the order given."""
    value: float
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
    def ev(self) -> float:
        """The same as `value`."""
        return self.value

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
            value=record["value"],
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
