"""OpenSpiel's ids for its trick-taking games `hearts`, `spades` and `oh_hell`.

The presets `openspiel` of Hearts, Spades and Oh Hell play by its rules (docs/reference/rules lists
the differences), and these functions translate. Cards are actions too. When passing, OpenSpiel
takes them in any order, we in ascending order of our ids.

>>> import facedown as fd
>>> fd.tricks.openspiel.action_to_openspiel("hearts", 0)  # the ace of clubs
48
>>> fd.tricks.openspiel.action_from_openspiel("oh_hell", 54)  # a bid of two tricks
54
>>> fd.tricks.openspiel.returns("hearts", [-3, -13, -10, 0])
[23, 13, 16, 26]
"""

from collections.abc import Sequence

from facedown import _native

__all__ = ["action_from_openspiel", "action_to_openspiel", "returns"]


def action_to_openspiel(game: str, action: int) -> int:
    """Returns OpenSpiel's id of an action in one of its games."""
    return _native.openspiel_tricks_action(game, action)


def action_from_openspiel(game: str, action: int) -> int:
    """Returns our id of OpenSpiel's action."""
    return _native.openspiel_tricks_action_back(game, action)


def returns(game: str, scores: Sequence[int]) -> list[int]:
    """Converts scores of a hand to OpenSpiel's returns: in `hearts` 26 less the points taken."""
    return _native.openspiel_tricks_returns(game, list(scores))
