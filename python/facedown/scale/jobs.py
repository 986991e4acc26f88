"""The jobs: what a shard computes, as a table."""

import hashlib
import json
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from os import PathLike, fspath
from typing import Any, ClassVar, TypeVar

import numpy as np

from facedown._episode import checked_hand
from facedown._native import Game, State
from facedown._output import shown
from facedown._players import Batched, imported
from facedown.game import make, match
from facedown.scale._checks import integer, pyarrow, texts

__all__ = [
    "Job",
    "Match",
    "SelfPlay",
    "Suite",
    "child_seed",
    "job",
    "jobs",
    "register",
    "set_fields",
]

MAX_SHARDS = 1_000_000


def child_seed(seed: int, *numbers: int) -> int:
    """Returns the seed of a part of a job: eight bytes of BLAKE2b over seed and numbers."""
    data = struct.pack(f"<{1 + len(numbers)}Q", seed, *numbers)
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


class Job(ABC):
    """A job: `items` of work, `shard` of them in each file.

    A job of one's own is a frozen dataclass of JSON values with a `kind`, in a module that workers
    can import. `table(start, stop)` computes items start to stop - 1, and must depend on the fields
    of the job and these numbers alone: `child_seed(seed, start)` is a seed for them.

    ```python
    @fd.scale.register
    @dataclass(frozen=True)
    class Deals(fd.scale.Job):
        kind: ClassVar[str] = "deals"
        items: int
        seed: int = 0
        shard: int = 1000

        def table(self, start: int, stop: int) -> pa.Table:
            hands = fd.gin.random_hands(stop - start, seed=child_seed(self.seed, start))
            return pa.table({"hand": hands})
    ```
    """

    kind: ClassVar[str]
    """The name of the kind of job."""
    shard: int
    """The number of items in a shard."""

    @property
    @abstractmethod
    def items(self) -> int:
        """The number of items."""

    @abstractmethod
    def table(self, start: int, stop: int) -> Any:
        """Returns the rows of items `start` to `stop - 1` as a `pyarrow.Table`."""

    def about(self) -> dict[str, Any]:
        """Returns what readers of a file should know besides the job, such as rules in full."""
        return {}

    @classmethod
    def present(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the record of a stored job with fields that are younger than its folder."""
        return dict(record)

    def summary(self, table: Any) -> dict[str, Any]:
        """Returns the result of the whole job from all its rows."""
        return {"rows": table.num_rows}

    def check(self) -> None:
        """Checks what every job has."""
        integer("items", self.items, 1)
        integer("shard", self.shard, 1)
        if self.shards > MAX_SHARDS:
            raise ValueError(f"{self.shards} shards: expected at most {MAX_SHARDS}; raise shard")

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-self.items // self.shard)

    def bounds(self, number: int) -> tuple[int, int]:
        """Returns the first item of a shard and the one after its last."""
        start = integer("number", number, 0, self.shards) * self.shard
        return start, min(start + self.shard, self.items)

    def check_items(self, start: int, stop: int) -> None:
        """Raises an error unless these are the first item of a stretch and the one after its
        last."""
        integer("start", start, 0, self.items + 1)
        integer("stop", stop, 0, self.items + 1)

    def record(self) -> dict[str, Any]:
        """Returns the job as JSON values; equal records make equal files."""
        given: dict[str, Any] = json.loads(json.dumps(asdict(self)))  # type: ignore[call-overload]
        return {"kind": self.kind, **given}


J = TypeVar("J", bound=type[Job])
_JOBS: dict[str, type[Job]] = {}


def register(cls: J) -> J:
    """Adds a kind of job to those of `job`; a class decorator."""
    kind = getattr(cls, "kind", None)
    if not isinstance(kind, str):
        raise TypeError(f"{cls.__name__}.kind is {shown(kind)}: expected a text")
    _JOBS[kind] = cls
    return cls


def jobs() -> dict[str, type[Job]]:
    """Returns the kinds of jobs by name."""
    return dict(_JOBS)


def job(kind: str, /, **options: Any) -> Job:
    """Returns a job by the name of its kind.

    >>> job("dataset", name="gin-deadwood", rows=1000).shards
    1
    """
    if kind not in _JOBS:
        raise ValueError(f"no job {shown(kind)}, expected one of {', '.join(sorted(_JOBS))}")
    cls = _JOBS[kind]
    known = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    for name in options:
        if name not in known:
            raise ValueError(
                f"no option {shown(name)} of {kind}, expected one of {', '.join(known)}"
            )
    return cls(**options)


def set_fields(job: Job, **values: Any) -> None:
    """Sets fields of a frozen job to their checked values."""
    for name, value in values.items():
        object.__setattr__(job, name, value)


def _rules(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        return {"rules": value}
    if not isinstance(value, Mapping):
        raise TypeError(f"rules is {shown(value)}: expected a preset or a dict of options")
    return dict(value)


def _game(job: Any) -> Game:
    if not isinstance(job.game, str):
        raise TypeError(f"game is {shown(job.game)}: expected a name")
    return make(job.game, **_rules(job.rules))


def _bots(given: Any) -> list[str]:
    """Returns bots as texts, by which workers find them: a callable as `module:function`."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        return list(texts("bots", given))
    return [_bot(one) for one in given]


def _bot(given: Any) -> str:
    if isinstance(given, str | PathLike):
        return fspath(given)
    if not callable(given) and not isinstance(given, Batched):
        raise TypeError(f"bots holds {shown(given)}: expected names of bots, or policies")
    target = given.function if isinstance(given, Batched) else given
    path = f"{getattr(target, '__module__', None)}:{getattr(target, '__qualname__', None)}"
    try:
        if imported(path) is given:
            return path
    except ValueError:
        pass
    raise ValueError(
        f"the bot {shown(given)} cannot be imported by name, which workers do: expected a bot's "
        "name, the path of a weight file, or module:function"
    )


def _hand(job: Any, game: Game) -> int | None:
    return checked_hand(game, "match" if job.matches else "hand", job.hand)


def _about(game: Game) -> dict[str, Any]:
    return {"game": game.name, "rules": game.rules, "encoder": game.encoder, "seats": game.seats}


@register
@dataclass(frozen=True)
class SelfPlay(Job):
    """Games played by bots: deals, actions and scores.

    One row for each hand: `game` (its number), `hand` (0, in matches the number of the hand),
    `seed`, `hands` (the cards dealt to each seat), `seats` and `actions` (who did what, by id), and
    `scores`. `facedown.scale.replay` turns rows back into views and actions.
    """

    kind: ClassVar[str] = "selfplay"
    game: str
    """The game by name."""
    bots: Sequence[str]
    """A bot for all seats, or one for each."""
    games: int
    """The number of games."""
    seed: int = 0
    rules: str | Mapping[str, Any] = field(default_factory=dict)
    """Options of `facedown.make`, or the name of a preset."""
    matches: bool = False
    """Whether a game is a whole match."""
    hand: int | None = None
    """The place of every single hand in a match; `None` to draw it as the hands of matches come."""
    shard: int = 1000

    def __post_init__(self) -> None:
        set_fields(self, rules=_rules(self.rules), seed=integer("seed", self.seed))
        set_fields(
            self, games=integer("games", self.games, 1), shard=integer("shard", self.shard, 1)
        )
        if not isinstance(self.matches, bool):
            raise TypeError(f"matches is {shown(self.matches)}: expected True or False")
        game, bots = _game(self), _bots(self.bots)
        set_fields(self, hand=_hand(self, game))
        if len(bots) not in (1, game.seats):
            raise ValueError(f"{len(bots)} bots for {game.seats} seats: expected 1 or {game.seats}")
        for bot in bots:
            game.bot(bot)
        set_fields(self, bots=list(bots))
        self.check()

    @property
    def items(self) -> int:
        return self.games

    def about(self) -> dict[str, Any]:
        return _about(_game(self))

    @classmethod
    def present(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        if not isinstance(record, Mapping):
            raise TypeError(f"record is {shown(record)}: expected a mapping")
        # Single hands were all the first of a match before they had a place.
        return {"hand": None if record.get("matches") else 0, **record}

    def table(self, start: int, stop: int) -> Any:
        self.check_items(start, stop)
        pa = pyarrow()
        game = _game(self)
        names = list(self.bots) * (game.seats if len(self.bots) == 1 else 1)
        columns: dict[str, list[Any]] = {name: [] for name in _schema(pa).names}
        for number in range(start, stop):
            seed = child_seed(self.seed, number)
            players = [game.bot(name, child_seed(seed, seat)) for seat, name in enumerate(names)]
            for hand, state in self._hands(game, seed):
                hands = [_cards(state.view(seat).to_dict()["hand"]) for seat in range(game.seats)]
                seats: list[int] = []
                for player in players:
                    player.new_hand()
                while (seat := state.current_seat) is not None:
                    seats.append(seat)
                    state.apply(players[seat].choose(state.view()))
                row = (number, hand, seed, hands, seats, state.history, state.scores())
                for column, value in zip(columns.values(), row, strict=True):
                    column.append(value)
        return pa.table(columns, schema=_schema(pa))

    def _hands(self, game: Game, seed: int) -> Iterator[tuple[int, State]]:
        if not self.matches:
            yield 0, game.deal(seed, self.hand)
            return
        match = game.match(seed)
        number = 0
        while (state := match.next_hand()) is not None:
            yield number, state
            match.finish(state)
            number += 1

    def summary(self, table: Any) -> dict[str, Any]:
        scores = np.array(table["scores"].to_pylist(), np.int64)
        return {"rows": table.num_rows, "mean_scores": scores.mean(axis=0).tolist()}


def _schema(pa: Any) -> Any:
    return pa.schema(
        [
            ("game", pa.uint64()),
            ("hand", pa.uint16()),
            ("seed", pa.uint64()),
            ("hands", pa.list_(pa.string())),
            ("seats", pa.list_(pa.uint8())),
            ("actions", pa.list_(pa.uint16())),
            ("scores", pa.list_(pa.int32())),
        ]
    )


def _cards(hand: Any) -> str:
    return hand if isinstance(hand, str) else " ".join(hand)


@register
@dataclass(frozen=True)
class Match(Job):
    """A duplicate match of bots, as by `facedown.match`; each shard has a seed of its own.

    One row for each shard: `seed`, `deals` and the `report` as JSON. `summary` pools them.
    """

    kind: ClassVar[str] = "match"
    game: str
    bots: Sequence[str]
    deals: int
    seed: int = 0
    rules: str | Mapping[str, Any] = field(default_factory=dict)
    matches: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)
    """Search parameters, as in `facedown.match`."""
    hand: int | None = None
    """The place of every single hand in a match; `None` to draw it as the hands of matches come."""
    shard: int = 100

    def __post_init__(self) -> None:
        set_fields(self, rules=_rules(self.rules), seed=integer("seed", self.seed))
        set_fields(
            self, deals=integer("deals", self.deals, 1), shard=integer("shard", self.shard, 1)
        )
        set_fields(self, bots=_bots(self.bots), params=dict(self.params))
        if not isinstance(self.matches, bool):
            raise TypeError(f"matches is {shown(self.matches)}: expected True or False")
        game = _game(self)
        set_fields(self, hand=_hand(self, game))
        for bot in self.bots:
            game.bot(bot)
        if len(self.bots) < 2:
            raise ValueError(f"bots has {len(self.bots)} names: expected at least 2")
        self.check()

    @property
    def items(self) -> int:
        return self.deals

    def about(self) -> dict[str, Any]:
        return _about(_game(self))

    def table(self, start: int, stop: int) -> Any:
        self.check_items(start, stop)
        pa = pyarrow()
        seed = child_seed(self.seed, start // self.shard)
        found = match(
            self.game,
            self.bots,
            deals=stop - start,
            seed=seed,
            matches=self.matches,
            threads=1,
            params=self.params,
            hand=self.hand,
            **_rules(self.rules),
        )
        report = json.dumps(found["report"], sort_keys=True)
        schema = pa.schema([("seed", pa.uint64()), ("deals", pa.uint32()), ("report", pa.string())])
        return pa.table({"seed": [seed], "deals": [stop - start], "report": [report]}, schema)

    def summary(self, table: Any) -> dict[str, Any]:
        """Returns mean and standard error of every bot, pooled over the deals of all shards."""
        reports = [json.loads(text) for text in table["report"].to_pylist()]
        found = []
        for number, bot in enumerate(reports[0]["bots"]):
            parts = [report["bots"][number] for report in reports]
            pooled = {key: _pooled([part[key] for part in parts]) for key in ("score", "win_rate")}
            counts = {key: sum(part[key] for part in parts) for key in ("wins", "draws", "losses")}
            found.append({"name": bot["name"], "seats": bot["seats"], **pooled, **counts})
        games = sum(report["games"] for report in reports)
        return {"rows": table.num_rows, "games": games, "bots": found}


def _pooled(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Pools means of clusters: their mean, and its standard error from all deviations."""
    count = sum(part["clusters"] for part in parts)
    mean = sum(part["mean"] * part["clusters"] for part in parts) / count
    squares = sum(
        (part["standard_error"] or 0.0) ** 2 * part["clusters"] * (part["clusters"] - 1)
        + part["clusters"] * (part["mean"] - mean) ** 2
        for part in parts
    )
    error = (squares / (count * (count - 1))) ** 0.5 if count > 1 else None
    return {"mean": mean, "standard_error": error, "clusters": count}


@register
@dataclass(frozen=True)
class Suite(Job):
    """A bot on a suite of positions with known values, as by `facedown.suites.score`.

    One row for each position: `position`, `action`, `text`, `value`, `best` and `loss`.
    """

    kind: ClassVar[str] = "suite"
    suite: str
    bot: str
    seed: int = 0
    shard: int = 8

    def __post_init__(self) -> None:
        from facedown import suites

        if not isinstance(self.bot, str):
            raise TypeError(f"bot is {shown(self.bot)}: expected a name")
        set_fields(self, seed=integer("seed", self.seed), shard=integer("shard", self.shard, 1))
        for name in sorted({position.game.name for position in suites.load(self.suite)}):
            make(name).bot(self.bot)
        self.check()

    @property
    def items(self) -> int:
        from facedown import suites

        return len(suites.load(self.suite))

    def about(self) -> dict[str, Any]:
        from facedown import suites

        suite = suites.load(self.suite)
        return {"game": sorted({position.game.name for position in suite}), "unit": suite.unit}

    def table(self, start: int, stop: int) -> Any:
        from facedown import suites

        self.check_items(start, stop)
        pa = pyarrow()
        suite = suites.load(self.suite)
        found = [suites.answer(self.bot, suite[number], self.seed) for number in range(start, stop)]
        schema = pa.schema(
            [
                ("position", pa.uint32()),
                ("action", pa.uint16()),
                ("text", pa.string()),
                ("value", pa.float64()),
                ("best", pa.float64()),
                ("loss", pa.float64()),
            ]
        )
        columns = {
            "position": list(range(start, stop)),
            "action": [item.action for item in found],
            "text": [item.text for item in found],
            "value": [item.value for item in found],
            "best": [item.best for item in found],
            "loss": [item.loss for item in found],
        }
        return pa.table(columns, schema)

    def summary(self, table: Any) -> dict[str, Any]:
        from facedown import suites

        return suites.summary(table["loss"].to_pylist())._asdict()
