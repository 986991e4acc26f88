"""Riichi mahjong: shanten, acceptance, scores, an environment, and logs of real games.

Tiles are written `123m406p99s1z`: digits and a suit, m characters, p circles, s bamboo, z honours
(1-7z are East South West North White Green Red), 0 a red five; the names of MJAI (`5mr`, `E`) are
read too. Tile ids are 0-135 (id // 4 is the kind, the reds are 16, 52, 88), kinds 0-33.

A hand in an array is its counts by kind: `uint8[..., 34]`. It has 13 tiles before a
draw and 14 after it, and 3 fewer for each meld.

>>> shanten("123m406p778s1122z")
1
>>> import numpy as np
>>> hands = np.stack([parse("123m456p789s1122z"), parse("19m19p19s1234567z")])
>>> shanten(hands)
array([0, 0], dtype=int8)
>>> print(score("234m345567p5567s", "8s", tsumo=True))
Fully concealed hand (menzen tsumo)                        1 han
All runs (pinfu)                                           1 han
All simples (tanyao)                                       1 han
  base                                                     20 fu
3 han 20 fu: 2700 points, 1300 from the dealer, 700 from each other seat
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from operator import index
from os import PathLike, fspath
from typing import Any, NamedTuple, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._output import check_output
from facedown._riichi_danger import (
    Against,
    Danger,
    DiscardDanger,
    OpponentThreat,
    Reason,
    danger,
)
from facedown._riichi_env import (
    GAME_MODES,
    Action,
    ActionType,
    Encoder,
    Observation,
    RiichiEnv,
    encoder,
)
from facedown._riichi_review import Decision, Review, SeatTotal, review
from facedown._riichi_samples import (
    SampleBatch,
    SampleInfo,
    Samples,
    SkippedLog,
    samples,
    to_mjai,
)
from facedown._riichi_show import Picture, show

__all__ = [
    "GAME_MODES",
    "YAKU",
    "Action",
    "ActionType",
    "Against",
    "Danger",
    "Decision",
    "Disagreement",
    "Discard",
    "DiscardDanger",
    "DiscardEv",
    "Encoder",
    "Forms",
    "FuPart",
    "GameLuck",
    "HandEv",
    "NoWinError",
    "Observation",
    "OpponentThreat",
    "Picture",
    "Reason",
    "Replay",
    "Review",
    "RiichiEnv",
    "RoundLuck",
    "SampleBatch",
    "SampleInfo",
    "Samples",
    "SeatTotal",
    "SkippedLog",
    "Unreadable",
    "Win",
    "Yaku",
    "YakuInfo",
    "danger",
    "discards",
    "encoder",
    "format",
    "format_ids",
    "forms",
    "hand_ev",
    "parse",
    "replay",
    "review",
    "samples",
    "score",
    "shanten",
    "show",
    "to_mjai",
    "ukeire",
]

KINDS = 34

Hands: TypeAlias = npt.NDArray[Any] | Sequence[Any]
"""Many hands: counts with a last axis of 34, or a list of texts."""

Tiles: TypeAlias = str | Iterable[str | int]
"""Tiles as text, or one by one: texts and ids."""

Path: TypeAlias = str | PathLike[str]


class Forms(NamedTuple):
    """Shanten by the three forms of a complete hand; `None` if melds rule a form out."""

    standard: int
    """Four groups and a pair, melds counted as groups."""
    seven_pairs: int | None
    """Seven different pairs."""
    thirteen_orphans: int | None
    """The thirteen terminals and honours, one of them twice."""


class Discard(NamedTuple):
    """A discard, and the acceptance of the hand after it."""

    tile: str
    """The kind that is discarded."""
    shanten: int
    """The shanten after it."""
    accepts: tuple[str, ...]
    """The kinds that lower the shanten, including those with no tile left."""
    left: int
    """The number of tiles left of them."""


@dataclass(frozen=True, slots=True, eq=False)
class DiscardEv:
    """What a hand is worth after a discard.

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
    """What a hand is worth, by discard."""

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


class Disagreement(NamedTuple):
    """The first difference between a log and the engine."""

    log: str
    """The file."""
    round: int
    """The round, counted from 0."""
    round_name: str
    """Its name, `South 2-1`."""
    step: int
    """The step of the round, counted from 0."""
    matter: str
    """The matter compared: `move`, `step`, `win`, ..."""
    expected: str
    """The value in the log."""
    got: str
    """The value of the engine."""


class Unreadable(NamedTuple):
    """A log that cannot be read."""

    log: str
    """The file."""
    error: str
    """Where, and why."""


@dataclass(frozen=True, slots=True)
class RoundLuck:
    """The points of one round of a game, divided into luck and play."""

    round: str
    """The name of the round, `South 2-1`."""
    points: list[int]
    """The points that each seat won or lost."""
    luck: list[float]
    """The part that the deal, draws and indicators gave."""
    play: list[float]
    """The rest: the decisions of all seats."""


@dataclass(frozen=True, slots=True)
class GameLuck:
    """The points of a game, divided into luck and play: sums over its finished rounds."""

    log: str
    """The name of the log."""
    rounds: tuple[RoundLuck, ...]
    """The finished rounds."""
    points: list[int]
    """The points that each seat won or lost."""
    luck: list[float]
    """The luck of each seat."""
    play: list[float]
    """The play of each seat."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The report of replayed logs."""

    logs: int
    """The number of logs."""
    agreed: int
    """The number of logs that agree with the engine at every step."""
    disagreements: tuple[Disagreement, ...]
    """The others, each with its first difference."""
    unreadable: tuple[Unreadable, ...]
    """The logs that cannot be read; see `replay`."""
    counts: dict[str, int]
    """The number of events of each kind in the logs that agree."""
    luck: tuple[GameLuck, ...] = ()
    """Luck and play of each game, with `luck=True`."""

    def __str__(self) -> str:
        lines = [f"{log}: {error}" for log, error in self.unreadable]
        lines += [
            f"{d.log}: round {d.round} ({d.round_name}) step {d.step}, {d.matter}: "
            f"expected {d.expected}, got {d.got}"
            for d in self.disagreements
        ]
        lines.append(f"{self.agreed} of {self.logs} logs agree at every step")
        lines += [f"{times:>10}  {name}" for name, times in self.counts.items() if times]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Returns a record of dicts, lists, texts and numbers."""
        record: dict[str, Any] = {
            "logs": self.logs,
            "agreed": self.agreed,
            "disagreements": [item._asdict() for item in self.disagreements],
            "unreadable": [item._asdict() for item in self.unreadable],
            "counts": dict(self.counts),
        }
        if self.luck:
            record["luck"] = [asdict(game) for game in self.luck]
        return record


def parse(text: str) -> npt.NDArray[np.uint8]:
    """Counts the tiles of each kind in a text: `uint8[34]`. Red fives count as fives.

    >>> np.flatnonzero(parse("406p1z")).tolist()
    [12, 13, 14, 27]
    """
    return np.frombuffer(_native.riichi_counts(text), np.uint8).copy()


def format(counts: npt.NDArray[Any] | Sequence[int]) -> str:
    """Returns the notation of counts by kind.

    >>> format(parse("1z 645p"))
    '456p1z'
    """
    array = _counts(counts)
    if array.ndim != 1:
        raise ValueError(f"counts of shape {array.shape}: expected (34,)")
    return _native.riichi_format_counts(array.tolist())


def format_ids(ids: Iterable[int]) -> str:
    """Returns the notation of tile ids, in their order.

    >>> format_ids([16, 17, 108])
    '05m1z'
    """
    return _native.riichi_format_ids([index(number) for number in ids])


@overload
def shanten(
    counts: str, seats: int = 4, *, out: None = None, threads: int | None = None
) -> int: ...
@overload
def shanten(
    counts: Hands,
    seats: int = 4,
    *,
    out: npt.NDArray[np.int8] | None = None,
    threads: int | None = None,
) -> npt.NDArray[np.int8]: ...
def shanten(
    counts: str | Hands,
    seats: int = 4,
    *,
    out: npt.NDArray[np.int8] | None = None,
    threads: int | None = None,
) -> int | npt.NDArray[np.int8]:
    """Returns the shanten number of each hand: -1 complete, 0 tenpai; `int8[...]`.

    It is the least over the standard form, seven pairs and thirteen orphans; `forms` returns each.
    With three `seats` there are no 2m-8m.

    >>> shanten("123m456p789s11122z")
    -1
    >>> shanten(["147m147p147s1234z", "1z"])
    array([6, 0], dtype=int8)

    `out` is a C-contiguous `int8` array of the hands' shape to write to; it is returned.
    `threads` limits the number of threads; by default the library chooses it.
    Raises `ValueError` that names an invalid hand, and leaves `out` unchanged.
    """
    array = _counts(counts)
    check_output(out, array.shape[:-1], np.int8)
    result = np.empty(array.shape[:-1], np.int8)
    _native.riichi_shanten(array, result, seats, threads)
    if out is not None:
        np.copyto(out, result)
        return out
    if isinstance(counts, str):
        return int(result)
    return result if result.ndim else result[()]


def forms(hand: str | npt.NDArray[Any] | Sequence[int], seats: int = 4) -> Forms:
    """Returns the shanten of one hand by form.

    >>> forms("1122m3344p5566s7z")
    Forms(standard=3, seven_pairs=0, thirteen_orphans=10)
    """
    array = _counts(hand)
    if array.ndim != 1:
        raise ValueError(f"a hand of shape {array.shape}: expected (34,)")
    return Forms(*_native.riichi_forms(array.tolist(), seats))


def ukeire(
    counts: str | Hands,
    visible: str | Hands | None = None,
    seats: int = 4,
    *,
    threads: int | None = None,
) -> tuple[npt.NDArray[np.bool_], Any]:
    """Returns the acceptance (*ukeire*) of each hand: improving kinds and tiles left.

    For hands before a draw (13 tiles, and 3 fewer for each meld): `bool[..., 34]`, the kinds that
    lower the shanten, and `uint8[...]`, the number of tiles left of them. For hands after a draw
    (14 tiles) the same for each discard, compared with the shanten after it: `bool[..., 34, 34]`
    and `uint8[..., 34]`, by kind of the discard; kinds that are not held have no draws.

    `visible` counts all tiles that the seat sees, *its own hand included*, in the shape of
    `counts` or one that is broadcast to it; without it only the hand is seen. A kind that is seen
    four times still counts as accepted.

    >>> kinds, left = ukeire("123m406p789s1122z")
    >>> np.flatnonzero(kinds).tolist(), int(left)
    ([27, 28], 4)
    >>> int(ukeire("123m406p789s1122z", visible="123m406p789s1122z 1z")[1])
    3
    """
    array = _counts(counts)
    seen = None if visible is None else _visible(visible, array.shape)
    shape = array.shape[:-1]
    first = array.reshape(-1, KINDS)[:1].sum(dtype=np.int64)
    if int(first) % 3 == 2:
        kinds = np.zeros((*shape, KINDS, KINDS), np.uint8)
        left = np.zeros((*shape, KINDS), np.uint8)
        _native.riichi_discards(array, seen, kinds, left, seats, threads)
    else:
        kinds = np.zeros((*shape, KINDS), np.uint8)
        left = np.zeros(shape, np.uint8)
        _native.riichi_acceptance(array, seen, kinds, left, seats, threads)
    return kinds.view(np.bool_), left if left.ndim else left[()]


def discards(
    hand: str | npt.NDArray[Any] | Sequence[int],
    visible: str | Hands | None = None,
    seats: int = 4,
) -> list[Discard]:
    """Returns every discard of a hand of 14 tiles (3 fewer for each meld), the best first.

    The best has the lowest shanten, then the most tiles left; `visible` is as in `ukeire`.

    >>> discards("123m406p7789s1122z")[0]
    Discard(tile='7s', shanten=0, accepts=('1z', '2z'), left=4)
    """
    array = _counts(hand)
    if array.ndim != 1:
        raise ValueError(f"a hand of shape {array.shape}: expected (34,)")
    if int(array.sum(dtype=np.int64)) % 3 != 2:
        tiles = int(array.sum(dtype=np.int64))
        raise ValueError(f"{tiles} tiles: after a draw a hand has 14, and 3 fewer for each meld")
    kinds, left = ukeire(array, visible, seats)
    held = np.flatnonzero(array)
    after = shanten(array - np.eye(KINDS, dtype=np.uint8)[held], seats)
    found = [
        Discard(_NAMES[kind], int(away), tuple(_NAMES[k] for k in np.flatnonzero(kinds[kind])), n)
        for kind, away, n in zip(held.tolist(), after, left[held].tolist(), strict=True)
    ]
    return sorted(found, key=lambda discard: (discard.shanten, -discard.left))


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
    facts = {
        "melds": list(melds), "tsumo": tsumo, "seat_wind": seat_wind, "round_wind": round_wind,
        "riichi": riichi, "double_riichi": double_riichi, "open_riichi": open_riichi,
        "ippatsu": ippatsu, "last_tile": last_tile, "after_kan": after_kan,
        "robbed_kan": robbed_kan, "first_turn": first_turn, "eighth_in_row": eighth_in_row,
        "dora": _text(dora), "ura": _text(ura), "nuki": nuki, "seats": seats, "honba": honba,
        "sticks": sticks, "rules": {"rules": rules} if isinstance(rules, str) else dict(rules),
    }  # fmt: skip
    tiles, tile = _text(hand), win_tile if isinstance(win_tile, str) else format_ids([win_tile])
    found = _native.riichi_score(tiles, tile, facts)
    if isinstance(found, str):
        raise NoWinError(f"'{tiles}' won on {tile}: {found}")
    limit = found["limit"]
    return Win(
        yaku=tuple(Yaku(item["yaku"], item["han"]) for item in found["yaku"]),
        han=found["han"],
        fu=found["fu"],
        points=found["points"],
        payments=found["payments"],
        total=found["total"],
        limit=None if limit == "none" else limit,
        yakuman=found["yakuman"],
        fu_parts=tuple(FuPart(part["reason"], part["fu"]) for part in found["fu_parts"]),
        explanation=found["text"],
    )


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
        "round_wind": round_wind, "dora": _text(dora), "visible": _text(visible),
        "discarded": _text(discarded), "nuki": nuki, "seats": seats, "honba": honba,
        "sticks": sticks, "riichi": riichi, "ron": ron, "tenpai": tenpai, "others": others,
        "reshape": reshape, "rules": {"rules": rules} if isinstance(rules, str) else dict(rules),
    }  # fmt: skip
    found = _native.riichi_hand_ev(_text(hand), facts)
    arrays = ("win", "tenpai", "points")
    entries = found.pop("discards")
    for entry in entries:
        entry.update({name: np.array(entry[name], dtype=np.float32) for name in arrays})
    return HandEv(**found, discards=tuple(DiscardEv(**entry) for entry in entries))


def replay(
    paths: Path | Iterable[Path],
    threads: int | None = None,
    *,
    rules: str | None = None,
    skip_unreadable: bool = False,
    luck: bool = False,
) -> Replay:
    """Replays logs of real games through the engine and checks every step.

    Logs are Tenhou's (mjlog, packed or plain; tenhou/6 JSON) and MJAI's, recognised by their
    content; of a folder, all logs and zip archives in it and in the folders below; of an archive,
    every file in it, named `archive.zip/member`. Each is replayed by the rules it names, by default
    Tenhou's, or by `rules`: `tenhou` or `mjsoul`. Tenhou's results are those of the game's day.

    Raises `ValueError` for a log that cannot be read, with the place and the reason; with
    `skip_unreadable` such logs are listed in the report instead.

    With `luck`, the points of each seat are divided into luck (the deal, draws and indicators) and
    play, by round and game.
    """
    given = [paths] if isinstance(paths, (str, PathLike)) else list(paths)
    found = _native.riichi_replay([fspath(path) for path in given], threads, rules, luck)
    unreadable = tuple(Unreadable(**item) for item in found["unreadable"])
    if unreadable and not skip_unreadable:
        first, more = unreadable[0], len(unreadable) - 1
        also = f" (and {more} more cannot be read)" if more else ""
        raise ValueError(f"'{first.log}': {first.error}{also}")
    return Replay(
        logs=found["logs"],
        agreed=found["agreed"],
        disagreements=tuple(Disagreement(**item) for item in found["disagreements"]),
        unreadable=unreadable,
        counts=found["counts"],
        luck=tuple(
            GameLuck(
                log=game["log"],
                rounds=tuple(RoundLuck(**each) for each in game["rounds"]),
                points=game["points"],
                luck=game["luck"],
                play=game["play"],
            )
            for game in found.get("luck", ())
        ),
    )


def _text(tiles: Tiles) -> str:
    """Joins tiles to one text."""
    if isinstance(tiles, str):
        return tiles
    return " ".join(tile if isinstance(tile, str) else format_ids([tile]) for tile in tiles)


def _counts(hands: str | Hands, name: str = "counts") -> npt.NDArray[np.uint8]:
    """Converts hands to an aligned array in C order: `uint8[..., 34]`."""
    if isinstance(hands, str):
        return parse(hands)
    if isinstance(hands, (list, tuple)) and _has_text(hands):
        return _from_texts(hands, name)
    array = np.asarray(hands)
    if array.dtype != np.uint8:
        array = _narrowed(array, name)
    if array.shape[-1:] != (KINDS,):
        raise ValueError(f"{name} of shape {array.shape}: expected a last axis of 34")
    return np.require(array, requirements=["C", "A"])


def _has_text(items: Any) -> bool:
    """Returns whether the first leaf of a nested list is a text."""
    while isinstance(items, (list, tuple)) and items:
        items = items[0]
    return isinstance(items, str)


def _from_texts(hands: Sequence[Any], name: str) -> npt.NDArray[np.uint8]:
    items = np.asarray(hands, dtype=object)
    counts = np.empty((*items.shape, KINDS), np.uint8)
    for place, item in np.ndenumerate(items):
        try:
            counts[place] = np.frombuffer(_native.riichi_counts(item), np.uint8)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{name}[{', '.join(map(str, place))}]: {error}") from None
    return counts


def _narrowed(array: npt.NDArray[Any], name: str) -> npt.NDArray[np.uint8]:
    """Converts integers of another type; raises `ValueError` for anything that is not a count."""
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} of dtype {array.dtype}: expected uint8[..., 34]")
    wrong = np.argwhere((array < 0) | (array > 255))
    if len(wrong):
        place = tuple(wrong[0].tolist())
        raise ValueError(f"{name}[{', '.join(map(str, place))}] is {array[place]}: expected 0 to 4")
    return array.astype(np.uint8)


def _visible(visible: str | Hands, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    array = _counts(visible, "visible")
    try:
        return np.require(np.broadcast_to(array, shape), requirements=["C"])
    except ValueError:
        text = f"visible has shape {array.shape}: expected {shape} or one that fits it"
        raise ValueError(text) from None


_NAMES = [format_ids([4 * kind + 1]) for kind in range(KINDS)]
"""The names of the kinds."""
