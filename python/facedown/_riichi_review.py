"""Reviews of riichi logs: the bot's opinion at every decision of a seat."""

from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from facedown import _native
from facedown._review import moves, pair

__all__ = ["Decision", "Option", "Review", "SeatTotal", "review"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a decision: its value in points of match equity, and its interval."""

    text: str
    value: float | None
    ci: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision and the bot's opinion on it.

    `loss` is in points of match equity; `interval` covers it and the loss by playouts alone, with
    the 95 % sampling error over the same worlds for both options; `mistake` says whether it
    excludes zero.
    """

    round: str
    """The round as the log counts it."""
    turn: int
    """The turn of the seat, from 1."""
    seat: int
    """The seat that decided."""
    shanten: int | None
    """Its shanten."""
    hand: str
    """Its closed tiles, without the one just drawn."""
    drawn: str | None
    """The tile just drawn."""
    offered: str | None
    """The discard that could be called."""
    played: str
    """What was played."""
    advised: str
    """What the bot would play."""
    loss: float
    """Points lost."""
    interval: tuple[float, float] | None
    """The interval of the loss; `None` where nothing was compared."""
    mistake: bool
    """Whether the interval excludes zero."""
    kind: str | None
    """The class of the mistake: efficiency, push or fold, call, riichi, kan, value."""
    options: tuple[Option, ...]
    """The options that were compared, the best first."""
    acceptance: dict[str, Any] | None
    """The acceptance of what was played and of what was advised, with the tiles gained and lost."""

    def __str__(self) -> str:
        what = moves(self.played, self.advised)
        kind = f" {self.kind}" if self.kind else ""
        return f"{self.round} turn {self.turn}: {what}, {self.loss:.0f} points{kind}"


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """The totals of a seat; `luck` is the part of its points that deals and draws gave."""

    seat: int
    """The seat."""
    decisions: int
    """Its decisions."""
    loss: float
    """Points lost in all of them."""
    loss_per_decision: float
    """The mean of these."""
    interval: tuple[float, float] | None
    """The interval of the mean."""
    mistakes: int
    """Decisions whose interval excludes zero."""
    classes: dict[str, dict[str, float]]
    """Mistakes and points lost by class."""
    points: int
    """Points won or lost in the log."""
    luck: float | None
    """The part of them that deals and draws gave."""
    luck_interval: tuple[float, float] | None
    """The interval of that part, by the sampling of what could have happened instead."""


@dataclass(frozen=True)
class Review:
    """A review: every decision in order, the totals of each seat, the worst mistakes first."""

    log: str
    """The file."""
    names: tuple[str, ...]
    """The players."""
    decisions: tuple[Decision, ...]
    """Every decision in order."""
    totals: tuple[SeatTotal, ...]
    """The totals of each seat."""
    worst: tuple[Decision, ...]
    """The worst mistakes, the worst first."""
    record: dict[str, Any]
    """The whole answer, as `facedown riichi review --json` prints it."""
    _html: str

    def html(self) -> str:
        """Returns the review as one HTML page that loads nothing from elsewhere."""
        return self._html

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the HTML page to a file."""
        Path(path).write_text(self._html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"Review({self.log!r}, {len(self.decisions)} decisions)"


def review(
    path: str | PathLike[str],
    seat: int | None = None,
    *,
    worlds: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    rules: str | None = None,
) -> Review:
    """Reviews a log: the bot's opinion at every decision of a seat, or of all.

    Logs are Tenhou's (mjlog, packed or plain; tenhou/6 JSON) and MJAI's; `archive.zip/member` is a
    member of an archive. Losses are points of match equity. A decision is a mistake only if
    the interval of its loss, which covers that by playouts alone in `worlds` worlds that the seat
    could not distinguish, excludes zero.

    Equal seeds and worlds give equal reviews, on any number of threads.

    Raises `ValueError` for a log that cannot be read or that differs from the rules, and for a seat
    that the table does not have.
    """
    if seat is not None and seat < 0:
        raise ValueError(f"no seat {seat}, expected 0 or more")
    found, page = _native.riichi_review(fspath(path), seat, worlds, seed, threads, rules)
    rounds = [
        [_decision(_name(each), one) for one in each["decisions"]] for each in found["rounds"]
    ]
    return Review(
        log=found["log"],
        names=tuple(found["names"]),
        decisions=tuple(one for each in rounds for one in each),
        totals=tuple(_total(one) for one in found["totals"]),
        worst=tuple(rounds[one["round"]][one["decision"]] for one in found["worst"]),
        record=found,
        _html=page,
    )


def _name(each: dict[str, Any]) -> str:
    return f"{each['round']}-{each['honba']}" if each["honba"] else str(each["round"])


def _total(one: dict[str, Any]) -> SeatTotal:
    pairs = {name: pair(one[name]) for name in ("interval", "luck_interval")}
    return SeatTotal(**{**one, **pairs})


def _decision(name: str, one: dict[str, Any]) -> Decision:
    return Decision(
        round=name,
        turn=one["turn"],
        seat=one["seat"],
        shanten=one["shanten"],
        hand=one["hand"],
        drawn=one["drawn"],
        offered=one["offered"],
        played=one["played"],
        advised=one["advised"],
        loss=one["loss"],
        interval=pair(one["interval"]),
        mistake=one["mistake"],
        kind=one["class"],
        options=tuple(Option(o["text"], o["value"], pair(o["ci"])) for o in one["options"]),
        acceptance=one["acceptance"],
    )
