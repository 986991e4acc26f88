"""The expected value of a hand by discard: `riichi.hand_ev`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._riichi_tiles import Tiles, tiles_text


@dataclass(frozen=True, slots=True, eq=False)
class DiscardEv:
    """The expected value of a hand after a discard.

    Entry *i* of each array is the value if *i* more draws have come and gone and the hand is still
    the same; entry 0 is the value now.
    """

    tile: str | None
    """The discard; `None` before a draw."""
    shanten: int
    """The shanten after it."""
    left: int
    """The number of unseen tiles that lower it."""
    riichi: bool
    """Whether riichi should be declared with it."""
    points_riichi: float | None
    """The expected points if riichi is declared with it; `None` where it cannot be."""
    points_silent: float
    """The expected points if it is not."""
    win: npt.NDArray[np.float32]
    """The chance to win, by turn."""
    tenpai: npt.NDArray[np.float32]
    """The chance to be tenpai at an exhaustive draw, by turn."""
    points: npt.NDArray[np.float32]
    """The expected points, by turn."""


@dataclass(frozen=True, slots=True, eq=False)
class HandEv:
    """The expected value of a hand, by discard."""

    shanten: int
    """The shanten of the hand."""
    turn: int
    """The turn of entry 0 of each array."""
    draws: int
    """The number of own draws to come."""
    unseen: int
    """The number of unseen tiles."""
    nodes: int
    """The number of hands considered."""
    reshapes: bool
    """Whether paths may reshape the hand or take it back a step."""
    complete: float | None
    """The points of the hand by tsumo, if it is complete already."""
    discards: tuple[DiscardEv, ...]
    """Each discard, most points first; one entry without a tile before a draw."""

    @property
    def best(self) -> DiscardEv:
        """The discard with the most points."""
        return self.discards[0]


def hand_ev(
    hand: Tiles,
    *,
    turn: int = 1,
    draws: int | None = None,
    melds: Iterable[str] = (),
    seat_wind: str = "S",
    round_wind: str = "E",
    dora: Tiles = "",
    visible: Tiles = "",
    discarded: Tiles = "",
    nuki: int = 0,
    seats: int = 4,
    honba: int = 0,
    sticks: int = 0,
    riichi: bool = True,
    ron: float = 0.0,
    tenpai: float = 0.44,
    others: float = 0.0,
    reshape: bool = True,
    rules: str | Mapping[str, Any] = "tenhou",
) -> HandEv:
    """Returns the chance to win, to be tenpai at the end, and the expected points of each discard.

    One seat draws from the wall to the end of the round and discards as well as it can; the model
    is that of docs/reference/riichi-hand-ev.md. `hand` holds 14 closed tiles, or 13 before a draw,
    three fewer for each meld. `turn` is the number of the discard that is due, from 1; `draws`
    replaces the number of own draws that follow from it. `dora` are indicators, `visible` other
    tiles that the seat sees, `discarded` its own discards (for furiten; they are `visible` too).
    `riichi` says whether it can be declared. `ron` is how many times as likely as a winning draw a
    ron is before each own draw; `tenpai` the chance that another seat is tenpai at an exhaustive
    draw; `others` the chance that another seat ends the round between two own draws. Without
    `reshape` only draws that lower the shanten are kept. Other options are those of `score`.

    >>> ev = hand_ev("123m406p7789s1122z", turn=6, dora="4s")
    >>> ev.best.tile, ev.best.riichi, ev.best.win.shape
    ('7s', True, (13,))

    Raises `ValueError` for impossible tiles or circumstances.
    """
    facts = {
        "melds": list(melds), "turn": turn, "draws": draws, "seat_wind": seat_wind,
        "round_wind": round_wind, "dora": tiles_text(dora), "visible": tiles_text(visible),
        "discarded": tiles_text(discarded), "nuki": nuki, "seats": seats, "honba": honba,
        "sticks": sticks, "riichi": riichi, "ron": ron, "tenpai": tenpai, "others": others,
        "reshape": reshape, "rules": {"rules": rules} if isinstance(rules, str) else dict(rules),
    }  # fmt: skip
    found = _native.riichi_hand_ev(tiles_text(hand), facts)
    arrays = ("win", "tenpai", "points")
    entries = found.pop("discards")
    for entry in entries:
        entry.update({name: np.array(entry[name], dtype=np.float32) for name in arrays})
    return HandEv(**found, discards=tuple(DiscardEv(**entry) for entry in entries))
