"""The environment of riichi mahjong: see `facedown.riichi`."""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple, Self

from facedown import _native
from facedown._native import Action, ActionType, Observation
from facedown._output import real, shown

__all__ = ["GAME_MODES", "Action", "ActionType", "Encoder", "Observation", "RiichiEnv", "encoder"]

GAME_MODES = tuple(
    f"{seats}p-{red}{length}"
    for seats in (4, 3)
    for red in ("red-", "")
    for length in ("half", "east", "single")
)
"""Seats, red fives or none, and length: `4p-red-half` is a hanchan of four with red fives."""

COMPAT = "riichienv-0.4.11"
"""The package whose encodings and action ids `compat` reproduces."""

_LENGTHS = {"half": "hanchan", "east": "tonpu", "single": "single"}
_BY_ID = tuple(
    f"{seats}p-red-{length}" for seats in (4, 3) for length in ("single", "east", "half")
)
"""The modes by the ids of `riichienv`."""


class Encoder(NamedTuple):
    """An encoding of observations."""

    id: str
    """Its name and version, which `make_vec` and `samples` take."""
    shape: tuple[int, ...]
    """The shape of an observation."""
    scales: tuple[float, ...]
    """The scale of each channel: float observations are `uint8` observations times the scale."""
    channel_names: tuple[str, ...]
    """The meaning of each channel: the first axis of the shape."""


def encoder(name: str = "riichi-base-1", seats: int = 4) -> Encoder:
    """Returns the encoder with an id.

    The five of the specification are `riichi-base-1`, `riichi-decay-1`, `riichi-yaku-1`,
    `riichi-furiten-1` and `riichi-shanten-1`; `riichienv-0.4.11-base` and so on are those of that
    package.

    >>> base = encoder("riichi-base-1")
    >>> base.shape, base.channel_names[9]
    ((74, 34), 'dora indicators')
    """
    found, shape, scales, names = _native.riichi_encoder(name, index(seats))
    return Encoder(found, tuple(shape), tuple(scales), tuple(names))


class RiichiEnv(_native.RiichiEnvCore):
    """A match of riichi mahjong, stepped by the decisions of all active seats.

    >>> env = RiichiEnv("4p-red-single", seed=7)
    >>> observations = env.reset()
    >>> while not env.done():
    ...     actions = {seat: obs.legal_actions()[0] for seat, obs in observations.items()}
    ...     observations = env.step(actions)
    >>> sum(env.scores())
    100000

    `game_mode` is one of `GAME_MODES`. `rule` is `tenhou` (the default) or `mjsoul`, or a dict of
    options that differ from Tenhou's, by the names of `env.rules`. `compat` makes encodings and
    action ids those of the package `riichienv` 0.4.11. `uma` are the placement bonuses in points;
    `shaping` is the reward of a thousand points gained, in the step that gains them, see `rewards`.

    A seed deals the same matches on every machine: the first `reset()` begins the first of them,
    the next the second, and `reset(seed=…)` the first of another seed. Seeds share no walls.
    Environments can be copied and pickled.
    """

    uma: tuple[float, ...] | None
    shaping: float
    game_mode: str

    def __new__(
        cls,
        game_mode: str | int | None = None,
        skip_mjai_logging: bool = False,
        seed: int | None = None,
        rule: str | Mapping[str, Any] | None = None,
        *,
        compat: str | None = None,
        uma: Iterable[float] | None = None,
        shaping: float = 0.0,
    ) -> Self:
        mode = _mode(game_mode)
        rules = _rules(mode, rule)
        if seed is None:
            seed = secrets.randbits(64)
        env = super().__new__(cls, json.dumps(rules), seed, compat, bool(skip_mjai_logging))
        env.game_mode = mode
        env.uma = None if uma is None else tuple(real("uma", bonus) for bonus in uma)
        if env.uma is not None and len(env.uma) != env.num_players:
            raise ValueError(f"uma is {env.uma}: expected {env.num_players} numbers")
        env.shaping = real("shaping", shaping)
        return env

    @property
    def action_space_size(self) -> int:
        """The size of the action space."""
        return self.get_observation(0).action_space_size

    @property
    def round_wind(self) -> int:
        """The round's wind: 0 east, 1 south, 2 west, 3 north."""
        return self.round[0]

    @property
    def oya(self) -> int:
        """The dealer."""
        return self.round[1]

    @property
    def kyoku_idx(self) -> int:
        """The round's number within its wind, from 0."""
        return self.round[1]

    @property
    def honba(self) -> int:
        """Counters (*honba*) on the table."""
        return self.round[2]

    @property
    def riichi_sticks(self) -> int:
        """Riichi sticks on the table."""
        return self.round[3]

    @property
    def active_players(self) -> list[int]:
        """The seats that are to act."""
        return self.active()

    def get_observations(self, players: Iterable[int] | None = None) -> dict[int, Observation]:
        """Returns the observations of the active seats, or of `players`."""
        seats = self.active() if players is None else [index(seat) for seat in players]
        return {seat: self.get_observation(seat) for seat in seats}

    def rewards(self) -> tuple[float, ...]:
        """Returns the reward of each seat in the last step, in thousands of points.

        At the end of a match it is the result: by the rules in force, or with `uma` the points
        gained over the start and the placement bonus. With `shaping` every step adds that much for
        each thousand points gained in it.

        >>> env = RiichiEnv("4p-red-single", seed=1, uma=(15_000, 5_000, -5_000, -15_000))
        >>> env.reset()[0].player_id, env.rewards()
        (0, (0.0, 0.0, 0.0, 0.0))
        """
        rewards = [self.shaping * gain / 1000 for gain in self.gains()]
        results: Sequence[float] | None = self.results()
        if results is not None and self.uma is not None:
            start = self.rules["match"]["start_points"]
            places = zip(self.scores(), self.ranks(), strict=True)
            results = [points - start + self.uma[rank - 1] for points, rank in places]
        for seat, result in enumerate(results or ()):
            rewards[seat] += result / 1000
        return tuple(rewards)

    def clone(self) -> Self:
        """Returns an independent copy."""
        return self._like(self)

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def _like(self, core: _native.RiichiEnvCore) -> Self:
        copy = type(self)(self.game_mode, seed=0, uma=self.uma, shaping=self.shaping)
        copy.assign(core)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        options = (self.game_mode, self.uma, self.shaping)
        return _restored, (type(self), options, self.record())

    def __repr__(self) -> str:
        wind = "ESWN"[self.round_wind]
        state = "over" if self.done() else f"{wind}{self.kyoku_idx + 1}.{self.honba}"
        return f"<RiichiEnv {self.game_mode}: {state}, {self.scores()}>"


def _restored(cls: type[RiichiEnv], options: tuple[Any, ...], record: str) -> RiichiEnv:
    game_mode, uma, shaping = options
    env = cls(game_mode, seed=0, uma=uma, shaping=shaping)
    env.restore(record)
    return env


def _mode(game_mode: str | int | None) -> str:
    if game_mode is None:
        return "4p-red-half"
    if isinstance(game_mode, str) and game_mode in GAME_MODES:
        return game_mode
    if not isinstance(game_mode, str | bool) and 0 <= index(game_mode) < len(_BY_ID):
        return _BY_ID[index(game_mode)]
    raise ValueError(f"game_mode is {shown(game_mode)}: expected one of {', '.join(GAME_MODES)}")


def _rules(mode: str, rule: str | Mapping[str, Any] | None) -> dict[str, Any]:
    """Returns the rules of a mode, with options that differ from Tenhou's."""
    seats, *red, length = mode.split("-")
    base = rule if isinstance(rule, str) else "tenhou"
    three = "3" if seats == "3p" else ""
    if base not in ("tenhou", "mjsoul"):
        raise ValueError(f"rule is {shown(rule)}: expected tenhou, mjsoul or a dict of options")
    rules: dict[str, Any] = json.loads(_native.riichi_rules(base + three))
    rules["match"]["length"] = _LENGTHS[length]
    if not red:
        rules["reds"] = [0, 0, 0]
        rules["score"]["red_fives"] = False
    if isinstance(rule, Mapping):
        _merge(rules, rule, "rule")
    return rules


def _merge(rules: dict[str, Any], options: Mapping[str, Any], where: str) -> None:
    for name, value in options.items():
        if name not in rules:
            raise ValueError(
                f"{where} has no option {shown(name)}, expected one of {', '.join(rules)}"
            )
        if isinstance(value, Mapping):
            _merge(rules[name], value, f"{where}[{name!r}]")
        else:
            rules[name] = value
