"""The expected value of a hand by discard: `riichi.hand_ev`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown._riichi_tiles import HAND_NAMES, Tiles, tiles_text, wind
from facedown._service import ask


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
    ron_rate: float = 0.0,
    tenpai_rate: float = 0.44,
    others: float = 0.0,
    reshape: bool = True,
    rules: str | Mapping[str, Any] = "tenhou",
    ron: float | None = None,
    tenpai: float | None = None,
) -> HandEv:
    """Returns the chance to win, to be tenpai at the end, and the expected points of each discard.

    One seat draws from the wall to the end of the round and discards as well as it can; the model
    is that of docs/reference/riichi-hand-ev.md. `hand` holds 14 closed tiles, or 13 before a draw,
    three fewer for each meld. `turn` is the number of the discard that is due, from 1; `draws`
    replaces the number of own draws that follow from it. `dora` are indicators, `visible` other
    tiles that the seat sees, `discarded` its own discards (for furiten; they are `visible` too).
    `riichi` says whether it can be declared. `ron_rate` is how many times as likely as a winning
    draw a ron is before each own draw; `tenpai_rate` the chance that another seat is tenpai at an
    exhaustive draw; `others` the chance that another seat ends the round between two own draws.
    Without `reshape` only draws that lower the shanten are kept. Other options are those of
    `score`.
    `ron` and `tenpai` are the older names of `ron_rate` and `tenpai_rate`.

    >>> ev = hand_ev("123m406p7789s1122z", turn=6, dora="4s")
    >>> ev.best.tile, ev.best.riichi, ev.best.win.shape
    ('7s', True, (13,))

    Raises `ValueError` for impossible tiles or circumstances.
    """
    ev = {
        "turn": turn, "draws": draws, "ron_rate": ron_rate if ron is None else ron,
        "tenpai_rate": tenpai_rate if tenpai is None else tenpai, "others": others,
        "discarded": tiles_text(discarded), "reshape": reshape, "riichi": riichi,
        "seat_wind": wind("seat_wind", seat_wind), "round_wind": wind("round_wind", round_wind),
        "honba": honba, "sticks": sticks,
        "rules": rules if isinstance(rules, str) else dict(rules),
    }  # fmt: skip
    request = {
        "tiles": tiles_text(hand), "melds": list(melds), "visible": tiles_text(visible),
        "dora": tiles_text(dora), "nuki": nuki, "seats": seats, "ev": ev,
    }  # fmt: skip
    answer = ask("riichi/hand", request, names=HAND_NAMES)
    found = {"shanten": answer["shanten"], **answer["ev"]}
    arrays = ("win", "tenpai", "points")
    entries = found.pop("discards")
    for entry in entries:
        entry.update({name: np.array(entry[name], dtype=np.float32) for name in arrays})
    return HandEv(**found, discards=tuple(DiscardEv(**entry) for entry in entries))
