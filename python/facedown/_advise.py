"""Advice: every legal action of a view with its statistics, by a bot.

>>> import facedown as fd
>>> view = fd.make("gin").deal(seed=7).view()
>>> answer = fd.advise(view, iterations=2000, seed=1)
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
from typing import TYPE_CHECKING, Any, Literal

from facedown import _native
from facedown._native import Game, View
from facedown._output import shown
from facedown._players import Player
from facedown._service import Event, check_watch, finished
from facedown.game import make

if TYPE_CHECKING:
    from facedown.nets import Network

__all__ = ["ActionReport", "Answer", "Totals", "advise", "search", "search_config"]


@dataclass(frozen=True)
class ActionReport:
    """An action, or a move of several, with its statistics.

    Values are utilities of the seat: points, or points of match equity if the bot maximises those.
    """

    action: int
    """The action's id; of a move the id of its first action."""
    text: str
    """Its notation, which `State.apply` takes."""
    about: str
    """A description."""
    visits: int
    """The number of visits, over all trees."""
    value: float | None
    """The mean value, or the proven one; `None` if it was never visited."""
    ci: tuple[float, float] | None
    """The 95 % confidence interval of the mean; `None` with fewer than two outcomes."""
    proven: float | None
    """The value, if it is proven."""
    share: float
    """Its share of all visits."""
    availability: float
    """The share of iterations in which it was legal."""
    line: list[str]
    """The principal variation: this action and the most visited ones after it."""
    moves: list[int] = field(default_factory=list)
    """The ids of a whole move, such as a pass of three cards; empty for a single action."""

    @property
    def mean(self) -> float | None:
        """The same as `value`."""
        return self.value

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Pickles of version 0.1.0 have no moves.
        self.__dict__.update({"moves": [], **state})


@dataclass(frozen=True)
class Totals:
    """Totals of a search; all 0 if the bot did not search."""

    iterations: int
    """Iterations, over all trees."""
    worlds: int
    """Sampled worlds."""
    trees: int
    """Trees, whose statistics are summed."""
    nodes: int
    """Nodes, over all trees."""
    bytes: int
    """Bytes allocated for nodes."""
    memory_full: bool
    """Whether the memory for nodes was used up."""
    mean_depth: float
    """The mean depth of iterations in the tree, in decisions."""
    max_depth: int
    """The greatest depth in the tree, in decisions."""
    seconds: float
    """Wall-clock seconds."""
    stop: str
    """Why the search ended: `time`, `iterations`, `nodes`, `exhausted`, `settled`, `proven`,
    `cancelled`; `running` in an interim answer."""


@dataclass(frozen=True)
class Answer:
    """The answer of a bot. It prints as a table, also in a notebook.

    `answer["Kd"]` or `answer[50]` is the report of one action.
    """

    seat: int
    """The seat that is advised."""
    best: int
    """The id of the best action; of a move its first."""
    actions: list[ActionReport]
    """Every legal action, the best first."""
    totals: Totals
    """Totals of the search."""
    table: str = field(repr=False, compare=False)
    """The answer as text."""

    def __str__(self) -> str:
        return self.table

    def __getitem__(self, action: int | str) -> ActionReport:
        for report in self.actions:
            if action in (report.action, report.text):
                return report
        texts = ", ".join(report.text for report in self.actions)
        raise KeyError(f"no action {shown(action)}, expected one of {texts}")

    def to_dict(self) -> dict[str, Any]:
        """Returns the answer as a JSON record: `answer` of `facedown advise --json`."""
        record = asdict(self)
        del record["table"]
        for report in record["actions"]:
            report["ci"] = None if report["ci"] is None else list(report["ci"])
            if not report["moves"]:
                del report["moves"]
        return record

    def to_json(self, indent: int | None = None) -> str:
        """Returns the answer as JSON text."""
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


def advise(
    view: View,
    bot: Player = "search",
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
    network: "Network | None" = None,
    **config: Any,
) -> Answer:
    """Returns every legal action of the view's seat with its statistics, the best first.

    `bot` is any bot of the game by name. `search` is the strongest searcher of every game; the
    generic searches are `ismcts`, `mo-ismcts`, `flat`, `determinized` and `puct`, and a budget may
    follow their names (`flat:5000`). A search ends with the first of `seconds`, `iterations` and
    `nodes` that is used up; without any it takes 1 second. A bot that does not search (`greedy`)
    answers with the action that it would play, as does a policy of one's own: a callable that takes
    a view, a batched policy, a network.

    `threads` is the number of threads, by default one per core. Equal `seed` (default 0) and
    `iterations` give equal answers on any number of threads. All other options are search
    parameters, by the names of `search_config`.

    `progress` is called in this thread with the answer so far, every `every` seconds; the search
    ends if it returns `False`, or when `cancel`, a `threading.Event` for example, is set. Other
    threads run meanwhile. Ctrl-C ends the search within milliseconds: with a `KeyboardInterrupt`
    whose attribute `answer` is the answer so far, or, if `interrupt` is `"answer"`, with that
    answer.

    `network` guides the search `puct`: its head `policy`, an output for every action id, gives the
    priors, its head `value`, if there is one, the values of leaves (the seat's score of the hand,
    in units of `value_scale` points of its metadata). It must be trained for the game's default
    encoder.

    `facedown.search` is an alias.

    >>> import facedown as fd
    >>> view = fd.make("gin").deal(seed=7).view()
    >>> answer = fd.advise(view, "flat", iterations=1000, exploration=0.7, ordering={"visits": 1})
    >>> answer["pass"].visits + answer["upcard"].visits
    1000

    Raises `ValueError` if the seat is not to act, and for unknown options.
    """
    check_watch(progress, interrupt)
    report = None if progress is None else _reporter(progress)
    record, table, stopped = _native.advise(
        view, bot, seconds, iterations, nodes, threads, seed, config, report, every, cancel, network
    )
    return finished(_answer(record, table), stopped, interrupt)


search = advise
"""The same as `advise`."""


def search_config(
    game: Game | str | None = None, bot: str = "ismcts", /, **changes: Any
) -> dict[str, Any]:
    """Returns the parameters that a search reads, by name, some of them replaced.

    `advise` takes them beside its budgets. The parameters of `search` depend on the game.

    >>> search_config()["exploration"], search_config(exploration=0.7)["exploration"]
    (1.4142135, 0.7)
    >>> search_config("riichi", "search")
    {'candidates': 3, 'prior_visits': 400.0, 'seed': 0, 'threads': 1}
    """
    if isinstance(game, str):
        game = make(game)
    return _native.search_config(game, bot, changes)


def _reporter(progress: Callable[[Answer], object]) -> Callable[[dict[str, Any], str], object]:
    return lambda record, table: progress(_answer(record, table))


def _answer(record: dict[str, Any], table: str) -> Answer:
    reports = [
        ActionReport(**{**report, "ci": None if report["ci"] is None else tuple(report["ci"])})
        for report in record["actions"]
    ]
    return Answer(record["seat"], record["best"], reports, Totals(**record["totals"]), table)
