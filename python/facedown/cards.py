"""Cards of the 52-card pack as text and as numbers.

In text a card is its rank and its suit, `As Td 2c`; ranks are `A23456789TJQK`, suits `cdhs`.
Spaces and commas between cards are optional and case does not matter. As a number a set of cards
has bit `13 * suit + rank` set for each card, suits in the order c d h s and the ace low.

>>> parse("As 2s, 3s")
3848290697216
>>> format(3848290697216)
'As 2s 3s'
"""

from operator import index
from typing import Self

from facedown import _native

__all__ = ["Cards", "format", "parse"]


class Cards(str):
    """A set of cards: their text in ascending order, and the number of the set as `mask`.

    >>> run = Cards("5s 3s 4s")
    >>> run
    '3s 4s 5s'
    >>> run.mask == parse("3s 4s 5s")
    True
    """

    __slots__ = ()

    def __new__(cls, cards: str | int = "") -> Self:
        """Takes cards as text or as a number."""
        return super().__new__(cls, _native.format_cards(to_mask(cards)))

    @property
    def mask(self) -> int:
        """The set as a number."""
        return parse(self)


def parse(text: str) -> int:
    """Returns a set of cards given as text as a number.

    >>> parse("Ac 2c")
    3

    Raises `ValueError` if the text holds anything but cards, or a card twice.
    """
    return _native.parse_cards(text)


def format(mask: int) -> Cards:
    """Returns a set of cards given as a number as text, cards in ascending order.

    >>> format(3)
    'Ac 2c'

    Raises `ValueError` if the number has bits that are not cards.
    """
    return Cards(index(mask))


def to_mask(cards: str | int) -> int:
    """Returns a set of cards given as text or as a number as a number."""
    if isinstance(cards, str):
        return parse(cards)
    mask = index(cards)
    if not 0 <= mask < 1 << 52:
        text = f"{mask:#x}"
        shown = text if len(text) <= 80 else text[:79] + "…"
        raise ValueError(f"{shown} is not a set of cards: only bits 0 to 51 stand for cards")
    return mask
