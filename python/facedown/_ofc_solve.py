"""The EV of every placement: `ofc.solve`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from facedown import _native
from facedown._advise import Event
from facedown._output import real, shown


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
    ev: float
    """The expected points."""
    ci: tuple[float, float] | None
    """Its 95 % confidence interval; `None` for an exact value and for a single sample."""
    behind: float
    """The EV lost against the best placement, over common random numbers."""
    behind_ci: tuple[float, float] | None
    """Its 95 % confidence interval."""
    foul: float
    """The probability of a foul."""
    fantasy: float
    """The probability of entering Fantasyland."""
    royalties: float
    """The expected royalties."""
    rows: tuple[float, float, float] | None
    """The probabilities of winning top, middle and bottom row, averaged over opponents; `None`
    without opponents."""
    visits: int
    """The number of samples of a search."""
    foul_ci: tuple[float, float] | None
    """The 95 % confidence interval of `foul`; `None` as for `ci`."""
    fantasy_ci: tuple[float, float] | None
    """The 95 % confidence interval of `fantasy`."""
    royalties_ci: tuple[float, float] | None
    """The 95 % confidence interval of `royalties`."""


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
    fantasy_worth: tuple[float, ...]
    """The value of Fantasyland with 13 to 17 cards that was assumed."""
    iterations: int
    """Iterations of a search; 0 if every deal was enumerated."""
    seconds: float
    """Wall-clock seconds."""
    stop: str
    """Why it ended."""
    solved: float | None = None
    """In a report on a street that is being solved exactly the share of deals that are done, and
    there are no placements yet; otherwise `None`."""


def solve(
    position: Position,
    seconds: float | None = None,
    threads: int | None = None,
    *,
    iterations: int | None = None,
    seed: int = 0,
    exact: bool = False,
    fantasy_worth: Sequence[float] | None = None,
    inference: bool = False,
    styles: bool = False,
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
) -> Advice:
    """Returns every placement of a position with its expected value, the best first.

    Streets 4 and 5 are exact without opponents and against complete boards; street 3 is exact if it
    fits into the time, or if `exact` is set; earlier streets are searched for `seconds` (default 2)
    or `iterations`. With classic dealing (one card a street) these are streets 5 to 9, street 4,
    and streets 1 to 3. Incomplete boards of opponents are modelled. `fantasy_worth` are the values
    of Fantasyland with 13, 14, 15, 16 and 17 cards in points.

    For opponents with incomplete boards, `inference` infers their discards and `styles` their way
    of playing, from these boards and from those of earlier hands (`past`: for each opponent its
    boards, street by street).

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

    `advise` is an alias.

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
    if interrupt not in ("raise", "answer"):
        raise ValueError(f"interrupt is {shown(interrupt)}: expected 'raise' or 'answer'")
    if seconds is None and iterations is None:
        seconds = 2.0
    worth = (
        None
        if fantasy_worth is None
        else [real("fantasy_worth", points) for points in fantasy_worth]
    )
    if worth is not None and len(worth) != 5:
        raise ValueError(f"fantasy_worth has {len(worth)} numbers: expected 5")
    params = {
        "candidates": candidates,
        "memory": memory,
        "parallel": parallel,
        "pruning": pruning,
        "pruning_margin": pruning_margin,
        "confidence_margin": confidence_margin,
        "pruning_visits": pruning_visits,
    }
    record, stopped = _native.ofc_solve(
        position.board,
        position.deal,
        list(position.opponents),
        position.dead,
        position.rules,
        worth,
        seconds,
        iterations,
        threads,
        seed,
        exact,
        inference,
        styles,
        [list(boards) for boards in past],
        params,
        None if progress is None else _reporter(progress),
        every,
        cancel,
    )
    answer = _advice(record)
    if stopped is None or (interrupt == "answer" and isinstance(stopped, KeyboardInterrupt)):
        return answer
    if isinstance(stopped, KeyboardInterrupt):
        stopped.answer = answer  # type: ignore[attr-defined]
    raise stopped


advise = solve
"""The same as `solve`."""


def _reporter(progress: Callable[[Advice], object]) -> Callable[[dict[str, Any]], object]:
    return lambda record: progress(_advice(record))


def _advice(record: dict[str, Any]) -> Advice:
    if "solved" in record:
        running = "still running"
        return Advice(
            (), record["street"], False, None, None, (), 0, 0.0, running, record["solved"]
        )
    return Advice(
        placements=tuple(map(_placement, record["placements"])),
        street=record["street"],
        exact=record["exact"],
        modelled=record["modelled"],
        styles=tuple(record["styles"]) if "styles" in record else None,
        fantasy_worth=tuple(record["fantasyland_worth"]),
        iterations=record["iterations"],
        seconds=record["seconds"],
        stop=record["stop"],
    )


def _placement(record: dict[str, Any]) -> Placement:
    def tupled(values: list[float] | None) -> Any:
        return None if values is None else tuple(values)

    return Placement(
        placed=tuple((card, row) for card, row in record["placed"]),
        discard=record["discard"],
        board=record["board"],
        ev=record["value"],
        ci=tupled(record["interval"]),
        behind=record["behind"],
        behind_ci=tupled(record["behind_interval"]),
        foul=record["foul"],
        fantasy=record["fantasyland"],
        royalties=record["royalties"],
        rows=tupled(record["rows"]),
        visits=record["visits"],
        foul_ci=tupled(record["foul_interval"]),
        fantasy_ci=tupled(record["fantasyland_interval"]),
        royalties_ci=tupled(record["royalties_interval"]),
    )
