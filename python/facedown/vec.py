"""Many games at once: arrays of actions in, arrays of what the seats to act see out.

>>> import facedown as fd
>>> env = fd.make_vec("gin", 1024, seed=7)
>>> obs, mask, seat = env.reset()
>>> obs.shape, mask.shape, seat.shape
((1024, 13, 52), (1024, 242), (1024,))
>>> for _ in range(100):
...     obs, mask, seat, reward, done = env.step(env.sample_actions())
>>> env.episodes == 0
False

Each of the n *lanes* plays hand after hand on its own. A step carries out one action in every lane.
Where an episode ends, a hand or a whole match, `reward` and `done` tell of it, and everything else
already shows the lane's next hand: there is always a decision in every lane. What happens depends
on the seed and the actions, not on the number of lanes or threads.
"""

from collections.abc import Iterable
from operator import index
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown.game import Game, View, make

__all__ = ["Batch", "Decisions", "NoSuchActionError", "VecEnv", "make_vec"]

OBSERVE = ("acting", "all")
"""Whose observations there can be: those of the seat to act, or of all seats."""

_RIICHI_LENGTHS = ("hanchan", "tonpu", "single")


class NoSuchActionError(ValueError, IndexError):
    """A number that no action has, of a lane that is named. Nothing was changed."""


class Decisions(NamedTuple):
    """What is to be decided in each lane."""

    observation: npt.NDArray[Any]
    """What the seat to act sees: `[n, *observation_shape]`, of the environment's `dtype`; where all
    seats observe, `[n, seats, *observation_shape]`."""
    mask: npt.NDArray[np.uint8]
    """1 for the numbers of legal actions, 0 for others: `[n, num_actions]`."""
    seat: npt.NDArray[np.uint8]
    """The seat to act: `[n]`."""


class Batch(NamedTuple):
    """What a step gives: what is to be decided, and what has just ended."""

    observation: npt.NDArray[Any]
    """What the seat to act sees: `[n, *observation_shape]`, of the environment's `dtype`; where all
    seats observe, `[n, seats, *observation_shape]`."""
    mask: npt.NDArray[np.uint8]
    """1 for the numbers of legal actions, 0 for others: `[n, num_actions]`."""
    seat: npt.NDArray[np.uint8]
    """The seat to act: `[n]`."""
    reward: npt.NDArray[np.float32]
    """What ended in this step is worth to each seat, else 0: `[n, seats]`."""
    done: npt.NDArray[np.bool_]
    """Whether an episode ended in this step: `[n]`."""


class VecEnv:
    """n games side by side; `make_vec` makes one.

    `reset` and `step` write to one set of arrays that belongs to the environment and is overwritten
    by the next call: copy what must last, or bring arrays of your own as `out`, such as
    `new_batch()` gives; `mask` and `done` may be `bool` or `uint8` there. They work without the
    interpreter's lock, on several threads, and allocate nothing. A refused call changes neither
    games nor arrays.
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
    ) -> None:
        if observe not in OBSERVE:
            raise ValueError(f"observe is {observe!r}: expected one of {', '.join(OBSERVE)}")
        if not isinstance(oracle, bool):
            raise ValueError(f"oracle is {oracle!r}: expected True or False")
        form = "none" if encoder is None else None if encoder == "default" else encoder
        self._env = _native.VecEnv(
            game, n, seed, dtype, threads, form, observe == "all", oracle, length, reward,
            [] if uma is None else [float(bonus) for bonus in uma], shaping, reward_scale,
        )  # fmt: skip
        found, shape, scales, channels = self._env.encoder
        self.game = game
        """The game that is played."""
        self.n = index(n)
        """How many lanes there are."""
        self.seats = game.seats
        """How many seats each game has."""
        self.num_actions = game.num_actions
        """How many numbers actions have."""
        self.encoder = None if encoder is None else found
        """The name and version of the observations' form; `None` where there are none."""
        self.observe = observe
        """Whose observations there are: `acting` or `all`."""
        self.observation_shape = tuple(shape)
        """The shape of one seat's observation."""
        self.observation_scales = tuple(scales)
        """What the raw numbers of each channel are multiplied by in an observation of floats."""
        self.channel_names = tuple(channels)
        """What each channel of an observation means."""
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        """The dtype of observations: `uint8` for raw counts, else scaled numbers."""
        self._batch = self.new_batch()
        hidden = self._env.oracle
        self.oracle_encoder = None if hidden is None else hidden[0]
        """The name and version of the form in which what is hidden is shown, if it is."""
        self.oracle_shape = () if hidden is None else tuple(hidden[1])
        """The shape of what is hidden from one seat."""
        self.oracle_channel_names = () if hidden is None else tuple(hidden[3])
        """What each channel of it means."""
        self.oracle: npt.NDArray[Any] | None = None if hidden is None else self.new_oracle()
        """What is hidden from the seats that observe, as of the last `reset` or `step` that was
        given no array of its own: `[n, *oracle_shape]`, where all seats observe
        `[n, seats, *oracle_shape]`.
        For teachers and critics: whatever plays must not have it."""
        self._sampled = _aligned((self.n,), np.int32)
        self._converted = _aligned((self.n,), np.int32)

    @property
    def seed(self) -> int:
        """What all hands come from."""
        return self._env.seed

    @property
    def episodes(self) -> int:
        """How many episodes have ended since the last reset, in all lanes."""
        return self._env.episodes

    def lane_seed(self, lane: int) -> int:
        """What the hands of a lane come from: the first is `game.deal(seed)` of it."""
        return self._env.env_seed(lane)

    def new_batch(self) -> Batch:
        """Arrays of the right shapes, all 0 and aligned to 64 bytes, to be given as `out`."""
        n = self.n
        return Batch(
            _aligned((*self._seen, *self.observation_shape), self.dtype),
            _aligned((n, self.num_actions), np.uint8),
            _aligned((n,), np.uint8),
            _aligned((n, self.seats), np.float32),
            _aligned((n,), np.bool_),
        )

    def new_oracle(self) -> npt.NDArray[Any]:
        """An array for what is hidden, to be given as `oracle`."""
        if self.oracle_encoder is None:
            raise ValueError("this environment was made without oracle=True")
        return _aligned((*self._seen, *self.oracle_shape), self.dtype)

    def reset(
        self,
        seed: int | None = None,
        out: Batch | None = None,
        oracle: npt.NDArray[Any] | None = None,
    ) -> Decisions:
        """Starts every lane again, with the hands of a seed, or of the present one without one.

        `reward` and `done` of `out` are set to 0.
        """
        batch = self._batch if out is None else out
        observation, mask, seat, reward, done = batch
        hidden = self._hidden(oracle)
        self._env.reset(seed, self._handed(observation), mask, seat, reward, done)
        if hidden is not None:
            self._env.encode_oracle(hidden)
        return Decisions(observation, mask, seat)

    def step(
        self,
        actions: npt.ArrayLike,
        out: Batch | None = None,
        oracle: npt.NDArray[Any] | None = None,
    ) -> Batch:
        """Carries out one action in every lane.

        `actions` holds n whole numbers; `int32` is read where it is, others are converted. Where
        what is hidden is shown, it is written to `oracle`, or to the environment's own array.
        Raises `ValueError` where an action is not legal, and `NoSuchActionError`, which is one and
        an `IndexError` too, where no action has the number, naming the lane and the action; then
        nothing has changed.
        """
        batch = self._batch if out is None else out
        observation, mask, seat, reward, done = batch
        numbers, hidden = self._numbers(actions), self._hidden(oracle)
        try:
            self._env.step(numbers, self._handed(observation), mask, seat, reward, done)
        except IndexError as error:
            raise NoSuchActionError(*error.args) from None
        if hidden is not None:
            self._env.encode_oracle(hidden)
        return batch

    def view(self, lane: int, seat: int | None = None) -> View:
        """What a seat of a lane knows; without a seat the one that is to act."""
        return self._env.view(lane, seat)

    def standing(self, lane: int) -> tuple[int, ...]:
        """The points of a lane's match before the hand in progress."""
        return tuple(self._env.standing(lane))

    def sample_actions(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """A legal action for each lane, each with the same chance: `int32[n]`.

        The choice depends on the seed, the lane and the number of steps since the last reset, so
        asking twice before a step gives the same. Without `out` the array belongs to the
        environment and is overwritten by the next call.
        """
        actions = self._sampled if out is None else out
        self._env.sample_actions(actions)
        return actions

    @property
    def _seen(self) -> tuple[int, ...]:
        return (self.n, self.seats) if self.observe == "all" else (self.n,)

    def _hidden(self, given: npt.NDArray[Any] | None) -> npt.NDArray[Any] | None:
        """The array for what is hidden, as the native half takes it, if it is one."""
        if given is None:
            return None if self.oracle is None else self._handed(self.oracle)
        if self.oracle is None:
            raise ValueError("oracle: this environment was made without oracle=True")
        handed = self._handed(given)
        self._env.check_oracle(handed)
        return handed

    def _handed(self, observation: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array as the native half takes it: 16 bits are 16 bits."""
        if self.dtype == np.float16 and getattr(observation, "dtype", None) == np.float16:
            return observation.view(np.uint16)
        return observation

    def _numbers(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """The actions as a contiguous array of `int32`."""
        given = np.asarray(actions)
        if given.dtype == np.int32 and given.flags.c_contiguous and given.flags.aligned:
            return given
        if given.shape != (self.n,):
            raise ValueError(f"actions has shape {given.shape}: expected {(self.n,)}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions has dtype {given.dtype}: expected whole numbers")
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
    **rules: Any,
) -> VecEnv:
    """n games side by side, at the first decision of their first hands.

    `encoder` names the form of observations: `Game.encoder` where none is named; riichi has
    others, see `facedown.riichi.encoder`; with `None` no observations are made, only masks.
    `dtype` is `uint8` for raw counts, `float32` or `float16` for scaled numbers. `observe` is
    `acting` for what the seat to act sees, or `all` for what every seat sees. With `oracle`
    what is hidden is shown beside, where the game can: see `VecEnv.oracle`. `threads` is the
    number of threads, one on each core where none is given.

    `length` is what an episode is: a `hand`, or a whole `match` by the rules; riichi also has
    `hanchan`, `tonpu` and `single`. `reward` is what the end of an episode is worth: the
    `result` by the rules (the score of a hand; of a match with its bonuses), `points` (the same
    without bonuses of places), or `rank` (from 1 for the first place to -1 for the last). `uma`
    puts these bonuses of places in the place of those of the rules, in points; `shaping` adds
    so much for every point gained in a hand of a match, in the step in which the hand ends. All
    of it is multiplied by `reward_scale`. The other options are rules, as in `make`.

    >>> env = make_vec("gin", 2, rules="straight", reward_scale=0.01)
    >>> env.reset().seat
    array([0, 0], dtype=uint8)
    """
    if name == "riichi" and length not in ("hand", "match"):
        if length not in _RIICHI_LENGTHS:
            known = ", ".join(("hand", "match", *_RIICHI_LENGTHS))
            raise ValueError(f"length is {length!r}: expected one of {known}")
        rules["match"] = {**rules.get("match", {}), "length": length}
        length = "match"
    return VecEnv(
        make(name, **rules), n, seed=seed, encoder=encoder, dtype=dtype, threads=threads,
        reward_scale=reward_scale, observe=observe, oracle=oracle, length=length, reward=reward,
        uma=uma, shaping=shaping,
    )  # fmt: skip


def _aligned(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of zeros that begins at a multiple of 64 bytes: a cache line, a wide register."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + 63, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(dtype).reshape(shape)
