"""The compiled half of the package. Users call the modules around it, which check what they get."""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "GIN_MAX_CARDS",
    "GIN_NOT_HELD",
    "__version__",
    "after_fork",
    "format_cards",
    "gin_all_best_melds",
    "gin_best_defence",
    "gin_best_melds",
    "gin_deadwood_after_discards",
    "gin_hand_points",
    "gin_melds",
    "gin_min_deadwood",
    "gin_min_deadwood_flags",
    "gin_valid_melds",
    "parse_cards",
    "xla_handlers",
]

__version__: Final[str]

GIN_MAX_CARDS: Final[int]
GIN_NOT_HELD: Final[int]

_Grouping: TypeAlias = tuple[int, list[int], int]
"""Deadwood, melds and loose cards."""

def after_fork() -> None: ...
def parse_cards(text: str) -> int: ...
def format_cards(mask: int) -> str: ...
def gin_min_deadwood(
    hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8], threads: int | None = None
) -> None: ...
def gin_min_deadwood_flags(
    hands: npt.NDArray[np.uint8], out: npt.NDArray[np.uint8], threads: int | None = None
) -> None: ...
def gin_deadwood_after_discards(
    hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8], threads: int | None = None
) -> None: ...
def gin_hand_points(hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8]) -> None: ...
def gin_valid_melds(hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8]) -> None: ...
def gin_melds() -> list[tuple[int, int]]: ...
def gin_best_melds(hand: int) -> _Grouping: ...
def gin_all_best_melds(hand: int) -> list[_Grouping]: ...
def gin_best_defence(
    hand: int, knocker_melds: list[int]
) -> tuple[_Grouping, list[tuple[int, int]]]: ...
def xla_handlers() -> dict[str, object]: ...
