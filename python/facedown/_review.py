"""Reviews of recorded games: a bot's opinion at every decision of a seat.

>>> import facedown as fd
>>> match = fd.make("gin").match(seed=1)
>>> hand = match.next_hand()
>>> while not hand.is_over:
...     hand.apply(hand.legal_actions()[0])
>>> match.finish(hand)
>>> found = fd.review(match, seat=0, iterations=50, worlds=10)
>>> found.totals[0].decisions == len(found.decisions) > 5
True
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from facedown._native import Game, Match
from facedown._output import shown
from facedown._players import Player, is_name
from facedown._service import ask
from facedown.game import make

__all__ = ["Decision", "Option", "Review", "SeatTotal", "review"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a decision: its value and interval, and its share of the search's visits."""

    text: str
    value: float | None
    ci: tuple[float, float] | None
    share: float


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision and the bot's opinion on it.

    `loss` is the value lost against the advised move, over the same worlds for both; `interval` is
    its 95 % confidence interval, and `mistake` says whether that excludes zero.
    """

    hand: int
    """The hand of the record, from 0."""
    number: int
    """The actions of the game before it."""
    seat: int
    """The seat that decided."""
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
    options: tuple[Option, ...]
    """The options, the best first."""

    def __str__(self) -> str:
        what = moves(self.played, self.advised)
        return f"hand {self.hand + 1}, seat {self.seat}: {what}, {self.loss:.1f} points"


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """The totals of a seat."""

    seat: int
    """The seat."""
    decisions: int
    """Its decisions."""
    loss: float
    """Points lost in all of them."""
    loss_per_decision: float
    """The mean of these."""
    mistakes: int
    """Decisions whose interval excludes zero."""


@dataclass(frozen=True)
class Review:
    """A review: every decision in order, the totals of each seat, the worst mistakes first."""

    game: str
    names: tuple[str, ...]
    bot: str
    decisions: tuple[Decision, ...]
    totals: tuple[SeatTotal, ...]
    worst: tuple[Decision, ...]
    record: dict[str, Any]
    """The whole answer, as `facedown review --json` prints it."""

    def __repr__(self) -> str:
        return f"Review({self.game!r}, {len(self.decisions)} decisions)"


def review(
    record: Match | Mapping[str, Any] | str | PathLike[str],
    seat: int | None = None,
    *,
    bot: Player = "search",
    iterations: int | None = None,
    worlds: int | None = None,
    seed: int = 0,
) -> Review:
    """Reviews a recorded game of any kind: a bot's opinion at every decision of a seat, or of all.

    A record is a match, whose finished hands are reviewed, or the record that `facedown play
    --record FILE` and the service write, as a dict or the path of its file. The bot searches each
    decision for `iterations` (default 2000), or is any other bot: a callable, a batched policy, a
    network, which have no values of their own. The move played and the one advised are then
    compared in `worlds` worlds (default 400) that the seat could not distinguish. Decisions with
    one legal action are left out. Logs of riichi games: `facedown.riichi.review`.

    Equal seeds, iterations and worlds give equal reviews.

    Raises `ValueError` for a record that is malformed or breaks the rules, and for a seat that the
    table does not have.
    """
    if seat is not None and seat < 0:
        raise ValueError(f"no seat {shown(seat)}, expected 0 or more")
    request = {
        "record": _record(record),
        "seat": seat,
        "bot": bot if is_name(bot) else "search",
        "iterations": iterations,
        "worlds": worlds,
        "seed": seed,
    }
    found = ask("review", request, *_asked(request["record"], bot))
    hands = [[_decision(one) for one in hand["decisions"]] for hand in found["hands"]]
    return Review(
        game=found["game"],
        names=tuple(found["names"]),
        bot=found["bot"],
        decisions=tuple(one for hand in hands for one in hand),
        totals=tuple(SeatTotal(**one) for one in found["totals"]),
        worst=tuple(hands[one["hand"]][one["decision"]] for one in found["worst"]),
        record=found,
    )


def _asked(record: Any, bot: Player) -> tuple[Game, Player] | tuple[()]:
    """Returns game and policy if the bot is one of the caller's own."""
    if is_name(bot):
        return ()
    if not isinstance(record, Mapping) or not isinstance(record.get("game"), str):
        raise ValueError("record.game: expected the name of a game")
    rules = record.get("rules", {})
    return make(record["game"], **dict(rules if isinstance(rules, Mapping) else {})), bot


def _record(given: Match | Mapping[str, Any] | str | PathLike[str]) -> Any:
    if isinstance(given, Match):
        actions = [action for hand in given.hands for action in hand]
        game = given.game
        return {
            "version": 1,
            "game": game.name,
            "rules": game.rules,
            "seed": given.seed,
            "actions": actions,
        }
    if isinstance(given, Mapping):
        return dict(given)
    try:
        return json.loads(Path(given).read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{shown(fspath(given))}: {error}") from None


def moves(played: str, advised: str) -> str:
    """Returns what was played, and what was advised instead."""
    return played if played == advised else f"{played} -> {advised}"


def pair(ends: list[float] | None) -> tuple[float, float] | None:
    """Returns the ends of an interval, if there is one."""
    return None if ends is None else (ends[0], ends[1])


def _decision(one: dict[str, Any]) -> Decision:
    return Decision(
        hand=one["hand"],
        number=one["number"],
        seat=one["seat"],
        played=one["played"],
        advised=one["advised"],
        loss=one["loss"],
        interval=pair(one["interval"]),
        mistake=one["mistake"],
        options=tuple(
            Option(o["text"], o["value"], pair(o["ci"]), o["share"]) for o in one["options"]
        ),
    )
