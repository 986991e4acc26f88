"""What the values of several families need."""

from facedown._native import State

__all__ = ["PACK", "Found", "Values", "after"]

Values = dict[int, float]

Found = tuple[Values, str]
"""The values of a decision and what it is about."""

PACK = {rank + suit for suit in "cdhs" for rank in "A23456789TJQK"}


def after(state: State, action: int) -> State:
    """Returns the state after an action."""
    copy = state.copy()
    copy.apply(action)
    return copy
