"""What every action of a view is worth, by a search.

>>> import facedown as fd
>>> view = fd.make("gin").deal(seed=7).view()
>>> answer = fd.search(view, iterations=2000, seed=1)
>>> sorted(report.text for report in answer.actions)
['pass', 'upcard']
>>> answer.best == answer.actions[0].action
True
>>> answer.totals.iterations <= 2000
True
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any, Literal, Protocol

from facedown import _native
from facedown._native import Game, View
from facedown.game import make

__all__ = ["ActionReport", "Answer", "Totals", "search", "search_config"]


@dataclass(frozen=True)
class ActionReport:
    """What is known of one action.

    Values are what the seat that asked gets: points, unless the game's own search wants something
    else. `value` and `ci` are `None` where an action was never tried, `proven` where it is not.
    """

    action: int
    """Its number."""
    text: str
    """Its text: what `State.apply` takes as well."""
    about: str
    """What it does, in words."""
    visits: int
    """How often it was tried, in all trees together."""
    value: float | None
    """The mean of what it was worth, or the proven value."""
    ci: tuple[float, float] | None
    """The 95 % confidence interval of that mean, from the outcomes of this search."""
    proven: float | None
    """The value, where it is proven."""
    share: float
    """Its share of all visits."""
    availability: float
    """The part of the iterations in which it could have been tried."""
    line: list[str]
    """The texts of this action and the most visited ones that followed it."""

    @property
    def mean(self) -> float | None:
        """The same as `value`."""
        return self.value


@dataclass(frozen=True)
class Totals:
    """What a search spent."""

    iterations: int
    """Iterations in all trees together."""
    worlds: int
    """Worlds that were drawn."""
    trees: int
    """Trees that were summed."""
    nodes: int
    """Nodes in all trees together."""
    bytes: int
    """Bytes that were set aside for them."""
    memory_full: bool
    """Whether there was no memory for more nodes."""
    mean_depth: float
    """The mean number of decisions in the tree, over the iterations."""
    max_depth: int
    """The greatest number of decisions in the tree."""
    seconds: float
    """Seconds by the clock."""
    stop: str
    """Why the search ended: `time`, `iterations`, `nodes`, `exhausted`, `settled`, `proven`,
    `cancelled`; `running` in an interim answer."""


@dataclass(frozen=True)
class Answer:
    """What a search found. As text it is a table, and so it is in a notebook.

    `answer["Kd"]` or `answer[50]` is what was found of one action.
    """

    seat: int
    """The seat that asked."""
    best: int
    """The number of the best action."""
    actions: list[ActionReport]
    """Every legal action, the best first."""
    totals: Totals
    """What the search spent."""
    table: str = field(repr=False, compare=False)
    """The answer as text."""

    def __str__(self) -> str:
        return self.table

    def __getitem__(self, action: int | str) -> ActionReport:
        for report in self.actions:
            if action in (report.action, report.text):
                return report
        texts = ", ".join(report.text for report in self.actions)
        raise KeyError(f"no action {action!r}, expected one of {texts}")

    def to_dict(self) -> dict[str, Any]:
        """The answer as dicts, lists, texts and numbers: `answer` of `facedown advise --json`."""
        record = asdict(self)
        del record["table"]
        for report in record["actions"]:
            report["ci"] = None if report["ci"] is None else list(report["ci"])
        return record

    def to_json(self, indent: int | None = None) -> str:
        """The answer as JSON."""
        return json.dumps(self.to_dict(), indent=indent)

    def _repr_html_(self) -> str:
        def cell(value: object) -> str:
            return f"<td>{escape(str(value))}</td>"

        rows = []
        for report in self.actions:
            value = "" if report.value is None else f"{report.value:+.3f}"
            ci = "" if report.ci is None else f"{report.ci[0]:+.3f} … {report.ci[1]:+.3f}"
            if report.proven is not None:
                ci = "proven"
            cells = [report.about, f"{report.visits:,}", f"{report.share:.1%}", value, ci]
            cells.append(" ".join(report.line[1:]))
            rows.append("<tr>" + "".join(map(cell, cells)) + "</tr>")
        names = ["action", "visits", "share", "value", "95 % interval", "then"]
        head = "".join(f"<th>{name}</th>" for name in names)
        spent = escape(self.table.rstrip().rsplit("\n", 1)[-1])
        return (
            f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
            f"<p>{spent}</p>"
        )


class Event(Protocol):
    """Something that can be set, like a `threading.Event`."""

    def is_set(self) -> bool: ...


def search(
    view: View,
    bot: str = "ismcts",
    seconds: float | None = None,
    iterations: int | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    seed: int | None = None,
    progress: Callable[[Answer], object] | None = None,
    *,
    every: float = 0.1,
    cancel: Event | None = None,
    interrupt: Literal["raise", "answer"] = "raise",
    **config: Any,
) -> Answer:
    """What every action of the view's seat is worth.

    `bot` is a search by name: `ismcts`, `mo-ismcts`, `flat`, `determinized`, or `search` where the
    game has its own; a budget may follow (`flat:5000`). The search ends with the first of
    `seconds`, `iterations` and `nodes` that is used up; where none is given it takes 1 second.
    `threads` is the number of threads, one on each core unless told otherwise; equal `seed` (0
    unless told otherwise) and `iterations` give equal answers on any number of them. All other
    options are the knobs of `search_config`, under the same names.

    `progress` is called in this thread with the answer so far, after every `every` seconds; the
    search ends where it returns `False`, or where `cancel`, a `threading.Event` for example, is
    set. Other threads run meanwhile. Ctrl-C ends the search within milliseconds: with a
    `KeyboardInterrupt` whose attribute `answer` is the answer so far, or, where `interrupt` is
    `"answer"`, with that answer.

    >>> import facedown as fd
    >>> view = fd.make("gin").deal(seed=7).view()
    >>> answer = fd.search(view, "flat", iterations=1000, exploration=0.7, ordering={"visits": 1})
    >>> answer["pass"].visits + answer["upcard"].visits
    1000

    Raises `ValueError` for a seat that is not to act, and for any option that there is not.
    """
    if interrupt not in ("raise", "answer"):
        raise ValueError(f"interrupt is {interrupt!r}: expected 'raise' or 'answer'")
    tell = None if progress is None else _teller(progress)
    record, table, stopped = _native.search(
        view, bot, seconds, iterations, nodes, threads, seed, config, tell, every, cancel
    )
    answer = _answer(record, table)
    if stopped is None or (interrupt == "answer" and isinstance(stopped, KeyboardInterrupt)):
        return answer
    if isinstance(stopped, KeyboardInterrupt):
        stopped.answer = answer  # type: ignore[attr-defined]
    raise stopped


def search_config(
    game: Game | str | None = None, bot: str = "ismcts", /, **changes: Any
) -> dict[str, Any]:
    """All knobs of a search by name, some of them changed: what `search` takes beside budgets.

    The game's own search, `search`, needs the game.

    >>> search_config()["exploration"], search_config(exploration=0.7)["exploration"]
    (1.4142135, 0.7)
    >>> search_config("gin", "search")["algorithm"]
    'flat'
    """
    if isinstance(game, str):
        game = make(game)
    return _native.search_config(game, bot, changes)


def _teller(progress: Callable[[Answer], object]) -> Callable[[dict[str, Any], str], object]:
    return lambda record, table: progress(_answer(record, table))


def _answer(record: dict[str, Any], table: str) -> Answer:
    reports = [
        ActionReport(**{**report, "ci": None if report["ci"] is None else tuple(report["ci"])})
        for report in record["actions"]
    ]
    return Answer(record["seat"], record["best"], reports, Totals(**record["totals"]), table)
