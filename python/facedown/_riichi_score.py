"""The score of a winning hand: `riichi.score`."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from facedown import _native
from facedown._riichi_tiles import HAND_NAMES, Tiles, format_ids, tiles_text, wind
from facedown._service import ask


class Yaku(NamedTuple):
    """A yaku of a win, or a kind of bonus tile."""

    name: str
    """Its name, a key of `YAKU`."""
    han: int
    """Its han here: thirteen for each yakuman it counts as."""


class YakuInfo(NamedTuple):
    """The names of a yaku, and its han."""

    number: int
    """Its id, up to 54 that of Tenhou."""
    english: str
    """Its English name."""
    romaji: str
    """Its Japanese name."""
    closed: int
    """Its han in a closed hand; 0 for yakuman and bonus tiles."""
    open: int
    """Its han in an open hand; 0 if it does not count."""
    is_yakuman: bool
    """Whether it is a yakuman."""


class FuPart(NamedTuple):
    """A part of the fu."""

    reason: str
    """The reason."""
    fu: int
    """The number of fu."""


YAKU: dict[str, YakuInfo] = {row[0]: YakuInfo(*row[1:]) for row in _native.riichi_yaku()}
"""Every yaku and kind of bonus tile by its name."""


class NoWinError(ValueError):
    """The hand is valid but not a win: it is not complete, or has no yaku."""


@dataclass(frozen=True, slots=True)
class Win:
    """The score of a winning hand. It prints as an account of all its parts."""

    yaku: tuple[Yaku, ...]
    """Each yaku with its han, bonus tiles last."""
    han: int
    """All han, bonus tiles among them; thirteen for each yakuman."""
    fu: int
    """Fu, rounded as they count."""
    points: int
    """The points of the winner, without counters (*honba*) and riichi sticks."""
    payments: dict[str, int]
    """The payments, counters included: of the `discarder`, or of `dealer` and each `other`."""
    total: int
    """The points of the winner, with counters and riichi sticks."""
    limit: str | None
    """`mangan`, `haneman`, `baiman`, `sanbaiman` or `yakuman`; `None` below them."""
    yakuman: int
    """The number of yakuman; 0 also for thirteen counted han."""
    fu_parts: tuple[FuPart, ...]
    """The parts of the fu; empty for thirteen orphans."""
    explanation: str
    """The score as text."""

    def __str__(self) -> str:
        return self.explanation

    def to_dict(self) -> dict[str, Any]:
        """Returns a record of dicts, lists, texts and numbers."""
        record = asdict(self)
        record["yaku"] = [item._asdict() for item in self.yaku]
        record["fu_parts"] = [part._asdict() for part in self.fu_parts]
        return record


def score(
    hand: Tiles,
    win_tile: str | int,
    *,
    melds: Iterable[str] = (),
    tsumo: bool = False,
    seat_wind: str = "S",
    round_wind: str = "E",
    riichi: bool = False,
    double_riichi: bool = False,
    open_riichi: bool = False,
    ippatsu: bool = False,
    last_tile: bool = False,
    after_kan: bool = False,
    robbed_kan: bool = False,
    first_turn: bool = False,
    eighth_in_row: bool = False,
    dora: Tiles = "",
    ura: Tiles = "",
    nuki: int = 0,
    seats: int = 4,
    honba: int = 0,
    sticks: int = 0,
    rules: str | Mapping[str, Any] = "tenhou",
) -> Win:
    """Returns the score of a hand that was won on a tile, by ron unless `tsumo`.

    `hand` holds the closed tiles, without the winning one or with it. A meld is its tiles with a
    mark after the called one for whose it was, `-` left, `=` across, `+` right: `4-06p` chi,
    `555=s` pon, `5550+p` open kan, `111=1z` added kan, `1111z` closed kan. `dora` and `ura` are
    indicators. By default the winner is south in the east round; east is the dealer. `rules` is
    `tenhou` or `mjsoul`, or options that replace some of a preset's:
    `{"rules": "mjsoul", "kiriage": True}` (docs/reference/rules/riichi-scoring.md has them all).

    >>> win = score("123m406p78s11z", "9s", melds=["777=z"], dora="4p", honba=1)
    >>> win.yaku
    (Yaku(name='chun', han=1), Yaku(name='dora', han=1), Yaku(name='red_five', han=1))
    >>> win.han, win.fu, win.points, win.payments
    (3, 30, 3900, {'discarder': 4200})

    Raises `NoWinError` if the hand is not complete or has no yaku, and `ValueError` for impossible
    tiles or circumstances.
    """
    declared = "double" if double_riichi else "single" if riichi else "no"
    tiles, tile = (
        tiles_text(hand),
        win_tile if isinstance(win_tile, str) else format_ids([win_tile]),
    )
    win = {
        "tile": tile, "tsumo": tsumo, "riichi": declared, "open_riichi": open_riichi,
        "ippatsu": ippatsu, "seat_wind": wind("seat_wind", seat_wind),
        "round_wind": wind("round_wind", round_wind), "ura": tiles_text(ura), "honba": honba,
        "sticks": sticks, "last_tile": last_tile, "after_kan": after_kan,
        "robbed_kan": robbed_kan, "first_turn": first_turn, "eighth_in_row": eighth_in_row,
        "rules": rules if isinstance(rules, str) else dict(rules),
    }  # fmt: skip
    request = {
        "tiles": tiles, "melds": list(melds), "dora": tiles_text(dora), "nuki": nuki,
        "seats": seats, "win": win,
    }  # fmt: skip
    answer = ask("riichi/hand", request, names=HAND_NAMES)["win"]
    if not answer["wins"]:
        raise NoWinError(f"'{tiles}' won on {tile}: {answer['reason']}")
    found, payment = answer["score"], answer["payment"]
    limit = found["limit"]
    return Win(
        yaku=tuple(Yaku(item["yaku"], item["han"]) for item in found["yaku"]),
        han=found["han"],
        fu=found["fu"],
        points=found["points"],
        payments=_payments(payment["pays"]),
        total=payment["total"],
        limit=None if limit == "none" else limit,
        yakuman=found["yakuman"],
        fu_parts=tuple(FuPart(part["reason"], part["fu"]) for part in found["fu_parts"]),
        explanation=answer["text"],
    )


def _payments(pays: dict[str, Any]) -> dict[str, int]:
    if "ron" in pays:
        return {"discarder": pays["ron"]}
    parts: dict[str, int] = pays["tsumo"]
    return {name: points for name, points in parts.items() if points}
