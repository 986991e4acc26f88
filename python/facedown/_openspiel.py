"""OpenSpiel's ids for gin rummy: its order of suits, its actions, the names of its phases.

OpenSpiel orders suits s c d h, and its ids of actions and melds follow; the preset `openspiel`
plays by its rules, and these functions translate.

>>> import facedown as fd
>>> fd.gin.openspiel.card_to_openspiel(0)  # the ace of clubs
13
>>> fd.gin.openspiel.action_from_openspiel(52), fd.gin.openspiel.phase_name("knock_melds")
(52, 'Knock')
"""

from facedown import _native
from facedown.cards import to_mask

__all__ = [
    "action_from_openspiel",
    "action_to_openspiel",
    "card_from_openspiel",
    "card_to_openspiel",
    "deadwood_with_draw",
    "phase_name",
]


def action_to_openspiel(action: int) -> int:
    """Returns OpenSpiel's id of an action.

    Raises `ValueError` for big gin, which OpenSpiel does not have.
    """
    number = _native.openspiel_action(action)
    if number is None:
        raise ValueError(f"action {action} is big gin, which OpenSpiel does not have")
    return number


def action_from_openspiel(action: int) -> int:
    """Returns our id of OpenSpiel's action."""
    return _native.openspiel_action_back(action)


def card_to_openspiel(card: int) -> int:
    """Returns OpenSpiel's id of a card."""
    return _native.openspiel_card(card)


def card_from_openspiel(card: int) -> int:
    """Returns our id of OpenSpiel's card."""
    return _native.openspiel_card_back(card)


def phase_name(phase: str) -> str:
    """Returns OpenSpiel's name of a phase: the `phase` of a view's record."""
    return _native.openspiel_phase(phase)


def deadwood_with_draw(hand: str | int) -> int:
    """Returns the deadwood by which OpenSpiel judges a knock: that of the first best grouping of
    all eleven cards, less the highest card that it leaves loose.

    It is usually, but not always, the least deadwood after a discard:

    >>> deadwood_with_draw("6s 3c4c5c6c 2d5d 2h4h5h6h")
    11
    >>> import facedown as fd
    >>> fd.gin.deadwood_after_discards("6s 3c4c5c6c 2d5d 2h4h5h6h").min()
    np.uint8(9)
    """
    return _native.openspiel_deadwood_with_draw(to_mask(hand))
