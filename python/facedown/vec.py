"""Vectorised environments: arrays of actions in, arrays of observations out.

>>> import facedown as fd
>>> env = fd.make_vec("gin", 1024, seed=7)
>>> obs, mask, seat = env.reset()
>>> obs.shape, mask.shape, seat.shape
((1024, 13, 52), (1024, 242), (1024,))
>>> for _ in range(100):
...     obs, mask, seat, reward, done = env.step(env.sample_actions())
>>> env.episodes == 0
False

Each of the n environments plays hand after hand on its own. A step applies one action in every
environment. When an episode ends, a hand or a whole match, `reward` and `done` report it, and
everything else already shows the next hand (auto-reset): every environment always has a decision.
Results depend on the seed and the actions, not on the number of environments or threads.
"""

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._output import dtype_of, real, shown
from facedown._players import Player
from facedown.game import Game, View, length_of, make

__all__ = ["Batch", "Decisions", "NoSuchActionError", "VecEnv", "make_vec"]

OBSERVE = ("acting", "all")
"""The seats that observe: the seat to act, or all seats."""


class NoSuchActionError(ValueError, IndexError):
    """An action id out of range; the message names the environment. Nothing was changed."""


class Decisions(NamedTuple):
    """The decision of each environment."""

    observation: npt.NDArray[Any]
    """Observations of the seat to act: `[n, *observation_shape]`, of the environment's `dtype`; if
    all seats observe, `[n, seats, *observation_shape]`."""
    mask: npt.NDArray[np.uint8]
    """Action masks, 1 for the ids of legal actions: `[n, num_actions]`."""
    seat: npt.NDArray[np.uint8]
    """The seat to act: `[n]`."""


class Batch(NamedTuple):
    """The result of a step: the next decisions, and the rewards of episodes that ended."""

    observation: npt.NDArray[Any]
    """Observations of the seat to act: `[n, *observation_shape]`, of the environment's `dtype`; if
    all seats observe, `[n, seats, *observation_shape]`."""
    mask: npt.NDArray[np.uint8]
    """Action masks, 1 for the ids of legal actions: `[n, num_actions]`."""
    seat: npt.NDArray[np.uint8]
    """The seat to act: `[n]`."""
    reward: npt.NDArray[np.float32]
    """The reward of each seat in this step: `[n, seats]`."""
    done: npt.NDArray[np.bool_]
    """Whether an episode ended in this step: `[n]`."""


class VecEnv:
    """A batch of n environments; `make_vec` makes one.

    `reset` and `step` write to one set of arrays that belongs to the batch and is overwritten by
    the next call: copy what must last, or pass arrays of your own as `out`, such as those of
    `new_batch()`; `mask` and `done` may be `bool` or `uint8` there. They run without the GIL, on
    several threads, and allocate nothing. No two arrays of a call may share memory. A call that
    fails changes neither games nor arrays.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int = 0,
        encoder: str | None = "default",
        dtype: npt.DTypeLike = np.uint8,
        threads: int | None = None,
        reward_scale: float = 1.0,
        observe: str = "acting",
        oracle: bool = False,
        length: str = "hand",
        reward: str = "result",
        uma: Iterable[float] | None = None,
        shaping: float = 0.0,
        opponents: Player | Sequence[Player] | None = None,
        seat: int | str | None = None,
        hand: int | None = None,
    ) -> None:
        if observe not in OBSERVE:
            raise ValueError(f"observe is {shown(observe)}: expected one of {', '.join(OBSERVE)}")
        if not isinstance(oracle, bool):
            raise ValueError(f"oracle is {shown(oracle)}: expected True or False")
        encoder_id: str | None
        if encoder is None:
            encoder_id = "none"
        elif encoder == "default":
            encoder_id = None
        else:
            encoder_id = encoder
        self._env = _native.VecEnv(
            game, n, seed, dtype, threads, encoder_id, observe == "all", oracle, length, reward,
            [] if uma is None else [real("uma", bonus) for bonus in uma], real("shaping", shaping),
            real("reward_scale", reward_scale), opponents_of(game, opponents),
            _own_seat(game, opponents, seat), hand,
        )  # fmt: skip
        found, shape, scales, channels = self._env.encoder
        self.game = game
        """The game that is played."""
        self.n = index(n)
        """The number of environments."""
        self.seats = game.seats
        """The number of seats of a game."""
        self.num_actions = game.num_actions
        """The size of the action space."""
        self.encoder = None if encoder is None else found
        """The id of the encoder; `None` without observations."""
        self.has_opponents = opponents is not None
        """Whether bots play the other seats."""
        self.observe = observe
        """The seats that observe: `acting` or `all`."""
        self.observation_shape = tuple(shape)
        """The shape of one seat's observation."""
        self.observation_scales = tuple(scales)
        """The scale of each channel: float observations are raw counts times the scale."""
        self.channel_names = tuple(channels)
        """The meaning of each channel of an observation."""
        self.dtype: np.dtype[Any] = dtype_of(dtype)
        """The dtype of observations: `uint8` for raw counts, others for scaled values."""
        self._batch = self.new_batch()
        hidden = self._env.oracle
        self.oracle_encoder = None if hidden is None else hidden[0]
        """The id of the oracle encoder; `None` without oracle observations."""
        self.oracle_shape = () if hidden is None else tuple(hidden[1])
        """The shape of one seat's oracle observation: the information hidden from it."""
        self.oracle_channel_names = () if hidden is None else tuple(hidden[3])
        """The meaning of each channel of an oracle observation."""
        self.oracle: npt.NDArray[Any] | None = None if hidden is None else self.new_oracle()
        """Oracle observations of the last `reset` or `step` without an array of its own:
        `[n, *oracle_shape]`, if all seats observe `[n, seats, *oracle_shape]`. They are for
        teachers and critics; a policy must not use them."""
        self._sampled = _aligned((self.n,), np.int32)
        self._converted = _aligned((self.n,), np.int32)

    @property
    def seed(self) -> int:
        """The random seed of all deals."""
        return self._env.seed

    @property
    def episodes(self) -> int:
        """The number of episodes that have ended since the last reset, in all environments."""
        return self._env.episodes

    def env_seed(self, env: int) -> int:
        """Returns the seed of an environment's deals: its first hand is `game.deal(seed)`, or
        `game.deal(seed, hand)` in an environment of one place of the match."""
        return self._env.env_seed(env)

    def lane_seed(self, lane: int) -> int:
        """Returns the same as `env_seed`."""
        return self.env_seed(lane)

    def new_batch(self) -> Batch:
        """Returns arrays to pass as `out`: of the right shapes, all 0, and aligned to 64 bytes."""
        n = self.n
        return Batch(
            _aligned((*self._leading_shape, *self.observation_shape), self.dtype),
            _aligned((n, self.num_actions), np.uint8),
            _aligned((n,), np.uint8),
            _aligned((n, self.seats), np.float32),
            _aligned((n,), np.bool_),
        )

    def new_oracle(self) -> npt.NDArray[Any]:
        """Returns an array to pass as `oracle`."""
        if self.oracle_encoder is None:
            raise ValueError("this environment was made without oracle=True")
        return _aligned((*self._leading_shape, *self.oracle_shape), self.dtype)

    def reset(
        self,
        seed: int | None = None,
        out: Batch | None = None,
        oracle: npt.NDArray[Any] | None = None,
    ) -> Decisions:
        """Restarts every environment with the deals of a seed, by default of the current one.

        `reward` and `done` of `out` are set to 0.
        """
        batch = self._batch if out is None else _five_arrays(out)
        observation, mask, seat, reward, done = batch
        hidden = self._hidden(oracle)
        self._env.reset(seed, self._as_native(observation), mask, seat, reward, done, hidden)
        return Decisions(observation, mask, seat)

    def step(
        self,
        actions: npt.ArrayLike,
        out: Batch | None = None,
        oracle: npt.NDArray[Any] | None = None,
    ) -> Batch:
        """Applies one action in every environment.

        `actions` holds n integers; `int32` is read in place, others are converted. Oracle
        observations are written to `oracle`, or to the batch's own array. Raises `ValueError` if an
        action is not legal, and `NoSuchActionError`, which is also an `IndexError`, for an id out
        of range; both name the environment and the action, and change nothing.
        """
        batch = self._batch if out is None else _five_arrays(out)
        observation, mask, seat, reward, done = batch
        ids, hidden = self._action_ids(actions), self._hidden(oracle)
        try:
            self._env.step(ids, self._as_native(observation), mask, seat, reward, done, hidden)
        except IndexError as error:
            raise NoSuchActionError(*error.args) from None
        return batch

    def view(self, env: int, seat: int | None = None) -> View:
        """Returns the view of a seat of an environment, by default of the seat to act."""
        return self._env.view(env, seat)

    def setup(self, env: int) -> dict[str, Any]:
        """Returns which hand of a match an environment plays: dealer, place in the match, scores
        before it, as in `State.setup`."""
        return self._env.setup(env)

    def standing(self, env: int) -> tuple[int, ...]:
        """Returns the scores of an environment's match before the hand in progress."""
        return tuple(self._env.standing(env))

    def sample_actions(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """Draws a legal action for each environment, uniformly: `int32[n]`.

        The draw depends on the seed, the environment and the number of steps since the last reset,
        so two calls before a step return the same. Without `out` the array belongs to the batch and
        is overwritten by the next call.
        """
        actions = self._sampled if out is None else out
        self._env.sample_actions(actions)
        return actions

    @property
    def _leading_shape(self) -> tuple[int, ...]:
        return (self.n, self.seats) if self.observe == "all" else (self.n,)

    def _hidden(self, given: npt.NDArray[Any] | None) -> npt.NDArray[Any] | None:
        """Returns the array for oracle observations as the native half takes it, if any."""
        if given is None:
            return None if self.oracle is None else self._as_native(self.oracle)
        if self.oracle is None:
            raise ValueError("oracle: this environment was made without oracle=True")
        return self._as_native(given)

    def _as_native(self, observation: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Returns the array as the native half takes it: `float16` as `uint16`."""
        if self.dtype == np.float16 and getattr(observation, "dtype", None) == np.float16:
            return observation.view(np.uint16)
        return observation

    def _action_ids(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Returns the actions as a contiguous array of `int32`."""
        given = np.asarray(actions)
        if given.dtype == np.int32 and given.flags.c_contiguous and given.flags.aligned:
            return given
        if given.shape != (self.n,):
            raise ValueError(f"actions has shape {given.shape}: expected {(self.n,)}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions has dtype {given.dtype}: expected integers")
        np.copyto(self._converted, given, casting="unsafe")
        if given.dtype.itemsize >= 4 and (changed := self._converted != given).any():
            env = int(changed.argmax())
            last = self.num_actions - 1
            raise NoSuchActionError(
                f"environment {env}: no action {given[env]}, expected 0 to {last}"
            )
        return self._converted

    def __repr__(self) -> str:
        return f"<VecEnv: {self.n} x {self.game!r}>"


def make_vec(
    name: str,
    n: int,
    seed: int = 0,
    encoder: str | None = "default",
    dtype: npt.DTypeLike = np.uint8,
    threads: int | None = None,
    reward_scale: float = 1.0,
    *,
    observe: str = "acting",
    oracle: bool = False,
    length: str = "hand",
    reward: str = "result",
    uma: Iterable[float] | None = None,
    shaping: float = 0.0,
    opponents: Player | Sequence[Player] | None = None,
    seat: int | str | None = None,
    hand: int | None = None,
    **rules: Any,
) -> VecEnv:
    """Makes n environments, at the first decision of their first hands.

    `encoder` is the id of an encoder, by default `Game.encoder`; riichi has others, see
    `facedown.riichi.encoder`; with `None` there are masks but no observations. `dtype` is `uint8`
    for raw counts, `float32` or `float16` for scaled values. `observe` is `acting` for observations
    of the seat to act, or `all` for those of every seat. With `oracle` there are oracle
    observations as well, if the game has them: see `VecEnv.oracle`. `threads` is the number of
    threads, by default one per core.

    `length` is the length of an episode: a `hand`, or a whole `match` by the rules; riichi also has
    `hanchan`, `tonpu` and `single`. Single hands are drawn as the hands of matches come: every
    place in a match is as frequent as any other, with its dealer, hand size, passing and round; in
    riichi with counters, sticks and scores, from rounds that our bots played. `hand` is one place
    instead, from 0, from an even score; `VecEnv.setup` returns which hand it is.

    `reward` is the reward at the end of an episode: the `result` by the rules (the score of a hand,
    or of a match with its bonuses), `points` (the same without placement bonuses), or `rank` (from
    1 for the first place to -1 for the last). `uma` replaces the placement bonuses of the rules, in
    points; `shaping` is the reward of each point gained in a hand of a match, in the step that ends
    the hand. All rewards are multiplied by `reward_scale`. The other options are rules, as in
    `make`.

    With `opponents` the caller plays one seat of each environment and bots the others: one bot for
    all, or a list from the caller's left. A bot is a name, a callable that takes a view, a batched
    policy, which is asked for all environments at once, or a network; see `facedown.match`. `seat`
    is the caller's seat, by default `"random"`, another in each episode. A step plays on to the
    caller's next decision; an opponent that fails is a `ValueError` that names it, after which the
    environments are to be reset.

    >>> env = make_vec("gin", 2, rules="straight", reward_scale=0.01)
    >>> env.reset().seat
    array([1, 0], dtype=uint8)
    """
    length = length_of(name, length, rules)
    return VecEnv(
        make(name, **rules), n, seed=seed, encoder=encoder, dtype=dtype, threads=threads,
        reward_scale=reward_scale, observe=observe, oracle=oracle, length=length, reward=reward,
        uma=uma, shaping=shaping, opponents=opponents, seat=seat, hand=hand,
    )  # fmt: skip


def opponents_of(game: Game, given: Player | Sequence[Player] | None) -> list[Player]:
    """Returns the bots of the other seats, from the caller's left; none if the caller plays all."""
    if given is None:
        return []
    if isinstance(given, list | tuple):
        return list(given)
    return [given] * (game.seats - 1)


def _own_seat(
    game: Game, opponents: Player | Sequence[Player] | None, seat: int | str | None
) -> int | None:
    if opponents is None and seat is not None:
        raise ValueError(f"seat is {shown(seat)}: expected none without opponents")
    if seat is None or seat == "random":
        return None
    if isinstance(seat, str | bool):
        raise TypeError(f"seat is {shown(seat)}: expected an integer or 'random'")
    if not 0 <= index(seat) < game.seats:
        raise IndexError(f"no seat {shown(seat)}, expected 0 to {game.seats - 1}")
    return index(seat)


def _five_arrays(out: Batch) -> Batch:
    if not isinstance(out, tuple) or len(out) != len(Batch._fields):
        raise TypeError(f"out is {shown(out)}: expected a Batch, as new_batch returns it")
    return out


def _aligned(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Returns an array of zeros aligned to 64 bytes: a cache line, a wide register."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + 63, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(dtype).reshape(shape)
