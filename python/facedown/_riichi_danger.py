"""The danger of discards: `riichi.danger`."""

from dataclasses import asdict, dataclass
from typing import Any

from facedown import _native
from facedown._output import shown


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for the danger of a tile, or of an opponent."""

    reason: str
    """Its name: `genbutsu`, `suji`, `no_chance`, `riichi`, ..."""
    details: dict[str, Any]
    """Its numbers and tiles: `{"of": "4p"}`."""
    text: str
    """The reason as text."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class OpponentThreat:
    """An opponent."""

    seat: int
    """Its seat."""
    tenpai: float
    """The probability that it is tenpai."""
    reasons: tuple[Reason, ...]
    """Why."""


@dataclass(frozen=True, slots=True)
class Against:
    """The danger of a discard against one opponent."""

    seat: int
    """The opponent's seat."""
    deal_in: float
    """The probability that it wins on the tile."""
    points: float
    """The expected points of its win, counters included; 0 if it cannot win."""
    reasons: tuple[Reason, ...]
    """Why the tile is safe or dangerous."""


@dataclass(frozen=True, slots=True)
class DiscardDanger:
    """The danger of a discard."""

    tile: str
    """The tile."""
    deal_in: float
    """The probability that some opponent wins on it."""
    loss: float
    """The expected points lost by it."""
    against: tuple[Against, ...]
    """The same against each opponent, the next in turn first."""


@dataclass(frozen=True, slots=True)
class Danger:
    """The danger of every discard of a view. It prints as a table."""

    seat: int
    """The seat that discards."""
    opponents: tuple[OpponentThreat, ...]
    """The opponents, the next in turn first."""
    discards: tuple[DiscardDanger, ...]
    """The discards, the safest first."""

    def __getitem__(self, tile: str) -> DiscardDanger:
        for discard in self.discards:
            if discard.tile == tile:
                return discard
        tiles = ", ".join(discard.tile for discard in self.discards)
        raise KeyError(f"no discard {shown(tile)}, expected one of {tiles}")

    def __str__(self) -> str:
        lines = []
        for discard in self.discards:
            worst = max(discard.against, key=lambda against: against.deal_in)
            why = ", ".join(reason.text for reason in worst.reasons)
            lines.append(
                f"{discard.tile}  {discard.deal_in:6.1%}  {discard.loss:5.0f}  "
                f"seat {worst.seat}: {why}"
            )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Returns a record of dicts, lists, texts and numbers."""
        return asdict(self)


def _reasons(records: list[dict[str, Any]]) -> tuple[Reason, ...]:
    def details(record: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in record.items() if key not in ("reason", "text")}

    return tuple(Reason(record["reason"], details(record), record["text"]) for record in records)


def danger(view: _native.View) -> Danger:
    """Returns the chance that each discard deals in, by opponent and in all, with reasons.

    The model was fitted on games of strong players (docs/measurements/riichi-danger.md). A view of
    another game, or of a seat that has no discard to choose, raises `ValueError`.

    >>> import facedown as fd
    >>> answer = danger(fd.make("riichi").deal(seed=7, hand=0).view(0))
    >>> len(answer.opponents), all(discard.deal_in < 0.02 for discard in answer.discards)
    (3, True)
    """
    record = _native.riichi_danger(view)
    opponents = tuple(
        OpponentThreat(o["seat"], o["tenpai"], _reasons(o["reasons"])) for o in record["opponents"]
    )
    discards = tuple(
        DiscardDanger(
            d["tile"],
            d["deal_in"],
            d["loss"],
            tuple(
                Against(a["seat"], a["deal_in"], a["points"], _reasons(a["reasons"]))
                for a in d["against"]
            ),
        )
        for d in record["discards"]
    )
    return Danger(record["seat"], opponents, discards)
