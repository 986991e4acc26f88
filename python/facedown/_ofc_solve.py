"""The EV of every placement: `ofc.solve`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from facedown import _native
from facedown._output import real, shown
from facedown._service import Event, check_watch, finished


@dataclass(frozen=True)
class Position:
    """What a seat knows when it has cards to place: five on the first street, then three.

    `solve` raises `ValueError` for an impossible position, such as one with a card twice.

    >>> Position("As Kd 7h 7c 2s")
    Position(deal='As Kd 7h 7c 2s', board='', opponents=(), dead='', rules='standard')
    """

    deal: str
    """The cards dealt."""
    board: str = ""
    """The board so far; empty on the first street."""
    opponents: Sequence[str] = ()
    """The visible boards of the opponents, each complete or not. A board given street by street
    (`Ah / Kd Kc / 6h 6c > / 5d / 3h`) informs the opponent model better."""
    dead: str = ""
    """Other cards that cannot come, such as one's own discards."""
    rules: str = "standard"
    """The preset of the rules."""


class Placement(NamedTuple):
    """A placement of the deal, with its expected value."""

    placed: tuple[tuple[str, str], ...]
    """Each card placed, with its row."""
    discard: str | None
    """The card discarded; none on the first street and with classic dealing."""
    board: str
    """The board after it."""
    value: float
    """The expected points."""
    interval: tuple[float, float] | None
    """Its 95 % confidence interval; `None` for an exact value and for a single sample."""
    behind: float
    """The EV lost against the best placement, over common random numbers."""
    behind_interval: tuple[float, float] | None
    """Its 95 % confidence interval."""
    foul: float
    """The probability of a foul."""
    fantasyland: float
    """The probability of entering Fantasyland."""
    entry: tuple[float, float, float, float, float]
    """The same for 13 to 17 cards."""
    royalties: float
    """The expected royalties."""
    rows: tuple[float, float, float] | None
    """The probabilities of winning top, middle and bottom row, averaged over opponents; `None`
    without opponents."""
    visits: int
    """The number of samples of a search."""
    foul_interval: tuple[float, float] | None
    """The 95 % confidence interval of `foul`; `None` as for `interval`."""
    fantasyland_interval: tuple[float, float] | None
    """The 95 % confidence interval of `fantasyland`."""
    royalties_interval: tuple[float, float] | None
    """The 95 % confidence interval of `royalties`."""

    @property
    def ev(self) -> float:
        """The same as `value`."""
        return self.value

    @property
    def ci(self) -> tuple[float, float] | None:
        """The same as `interval`."""
        return self.interval

    @property
    def behind_ci(self) -> tuple[float, float] | None:
        """The same as `behind_interval`."""
        return self.behind_interval

    @property
    def fantasy(self) -> float:
        """The same as `fantasyland`."""
        return self.fantasyland

    @property
    def foul_ci(self) -> tuple[float, float] | None:
        """The same as `foul_interval`."""
        return self.foul_interval

    @property
    def fantasy_ci(self) -> tuple[float, float] | None:
        """The same as `fantasyland_interval`."""
        return self.fantasyland_interval

    @property
    def royalties_ci(self) -> tuple[float, float] | None:
        """The same as `royalties_interval`."""
        return self.royalties_interval


class Advice(NamedTuple):
    """Every placement of a position, the best first, and how it was evaluated."""

    placements: tuple[Placement, ...]
    """The placements."""
    street: int
    """The street: 1 to 5, with classic dealing 1 to 9."""
    exact: bool
    """Whether values are exact: every deal was enumerated, and no opponent was modelled."""
    modelled: str | None
    """A description of what was modelled."""
    styles: tuple[dict[str, float], ...] | None
    """For each opponent the probabilities of `balanced`, `bold`, `cautious` and `careless` play;
    `None` unless they were inferred."""
    fantasyland_values: tuple[float, ...]
    """The values of Fantasyland with 13 to 17 cards that were assumed."""
    iterations: int
    """Iterations of a search; 0 if every deal was enumerated."""
    seconds: float
    """Wall-clock seconds."""
    stop: str
    """Why it ended."""
    solved: float | None = None
    """In a report on a street that is being solved exactly the share of deals that are done, and
    there are no placements yet; otherwise `None`."""

    @property
    def fantasy_worth(self) -> tuple[float, ...]:
        """The same as `fantasyland_values`."""
        return self.fantasyland_values


def solve(
    position: Position,
    seconds: float | None = None,
    threads: int | None = None,
    *,
    iterations: int | None = None,
    seed: int = 0,
    exact: bool = False,
    fantasyland_values: Sequence[float] | None = None,
    infer_discards: bool = False,
    infer_styles: bool = False,
    past: Sequence[Sequence[str]] = (),
    progress: Callable[[Advice], object] | None = None,
    every: float = 0.1,
    cancel: Event | None = None,
    interrupt: Literal["raise", "answer"] = "raise",
    candidates: int | None = None,
    memory: int | None = None,
    parallel: Literal["root", "leaf"] = "root",
    pruning: bool = True,
    pruning_margin: float = 0.0,
    confidence_margin: float | None = None,
    pruning_visits: int = 100,
    sample_intervals: bool = False,
    fantasy_worth: Sequence[float] | None = None,
    inference: bool = False,
    styles: bool = False,
) -> Advice:
    """Returns every placement of a position with its expected value, the best first.

    Streets 4 and 5 are exact without opponents and against complete boards; street 3 is exact if it
    fits into the time, or if `exact` is set; earlier streets are searched for `seconds` (default 2)
    or `iterations`. With classic dealing (one card a street) these are streets 5 to 9, street 4,
    and streets 1 to 3. Incomplete boards of opponents are modelled. `fantasyland_values` are the
    values of Fantasyland with 13, 14, 15, 16 and 17 cards in points.

    For opponents with incomplete boards, `infer_discards` infers their discards and `infer_styles`
    their way of playing, from these boards and from those of earlier hands (`past`: for each
    opponent its boards, street by street). With `sample_intervals`, streets that are enumerated
    against them have confidence intervals, by the samples of their boards: several times the work.

    `progress` is called in this thread with the answer so far, every `every` seconds; the search
    ends if it returns `False`, or when `cancel`, a `threading.Event` for example, is set. Ctrl-C
    ends it within milliseconds: with a `KeyboardInterrupt` whose attribute `answer` is the answer
    so far, or, if `interrupt` is `"answer"`, with that answer. A street that is being solved
    exactly has none yet: every placement is then tried once.

    The other options are parameters of a search: `candidates`, the number of placements that are
    compared, the best by their estimates; `memory`, a limit in bytes (1 GiB); `parallel`, whether
    threads share sampled deals (`"root"`) or the exact solution after each deal (`"leaf"`; answers
    are equal); `pruning` by upper bounds, with `pruning_margin` points to spare;
    `confidence_margin`, to drop placements that are behind by more points than this with 95 %
    confidence, once they had `pruning_visits` iterations.

    `advise` is an alias; `fantasy_worth`, `inference` and `styles` are the older names of
    `fantasyland_values`, `infer_discards` and `infer_styles`.

    >>> position = Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c", dead="3c")
    >>> best = solve(position).placements[0]
    >>> best.placed, best.discard
    ((('Kd', 'middle'), ('2d', 'bottom')), '7s')
    >>> solve(Position("Kd 2d 9s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c"))
    Traceback (most recent call last):
    ValueError: 9s is there twice, on the board and in the deal
    """
    if not isinstance(position, Position):
        raise TypeError(f"position is {shown(position)}: expected a Position")
    check_watch(progress, interrupt)
    if seconds is None and iterations is None:
        seconds = 2.0
    request = {
        "board": position.board,
        "deal": position.deal,
        "opponents": list(position.opponents),
        "dead": position.dead,
        "rules": position.rules,
        "fantasyland_values": _five("fantasyland_values", fantasyland_values)
        or _five("fantasy_worth", fantasy_worth),
        "seconds": None if seconds is None else real("seconds", seconds),
        "iterations": iterations,
        "threads": threads,
        "seed": seed,
        "exact": exact,
        "infer_discards": infer_discards or inference,
        "infer_styles": infer_styles or styles,
        "past": [list(boards) for boards in past],
        "candidates": candidates,
        "memory": memory,
        "parallel": parallel,
        "pruning": pruning,
        "pruning_margin": pruning_margin,
        "confidence_margin": confidence_margin,
        "pruning_visits": pruning_visits,
        "sample_intervals": sample_intervals,
    }
    report = None if progress is None else _reporter(position, progress)
    record, stopped = _native.answer(
        "ofc/solve", request, progress=report, every=every, cancel=cancel
    )
    return finished(_advice(record), stopped, interrupt)


advise = solve
"""The same as `solve`."""


def _five(name: str, values: Sequence[float] | None) -> list[float] | None:
    if values is None:
        return None
    if len(values) != 5:
        raise ValueError(f"{name} has {len(values)} numbers: expected 5")
    return [real(name, points) for points in values]


def _reporter(
    position: Position, progress: Callable[[Advice], object]
) -> Callable[[dict[str, Any]], object]:
    def report(record: dict[str, Any]) -> object:
        if "answer" in record:
            return progress(_advice(record["answer"]))
        street, running = _street(position), "still running"
        return progress(Advice((), street, False, None, None, (), 0, 0.0, running, record["share"]))

    return report


def _cards(text: str) -> int:
    """Returns the number of cards in a text."""
    return sum(letter in "A23456789TJQKX" for letter in text.upper())


def _street(position: Position) -> int:
    """Returns the street of a position that was read: five cards, then three or one at a time."""
    placed, dealt = _cards(position.board), _cards(position.deal)
    return 1 if placed == 0 else placed - 3 if dealt == 1 else (placed - 1) // 2


def _advice(record: dict[str, Any]) -> Advice:
    return Advice(
        placements=tuple(map(_placement, record["placements"])),
        street=record["street"],
        exact=record["exact"],
        modelled=record["modelled"],
        styles=tuple(record["styles"]) if "styles" in record else None,
        fantasyland_values=tuple(record["fantasyland_values"]),
        iterations=record["iterations"],
        seconds=record["seconds"],
        stop=record["stop"],
    )


def _placement(record: dict[str, Any]) -> Placement:
    def tupled(value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    fields = {name: tupled(value) for name, value in record.items()}
    fields["placed"] = tuple((card, row) for card, row in record["placed"])
    return Placement(**fields)
