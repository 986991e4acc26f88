"""Whole games inside JAX programs: `facedown.jax.make`."""

import json
import os
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._episode import checked_hand
from facedown._output import dtype_of, real, shown
from facedown.game import Game, length_of
from facedown.game import make as make_game
from facedown.vec import OBSERVE

__all__ = ["Env", "Timestep", "make"]

_WORD = 0xFFFF_FFFF
_MOST_THREADS = 1024  # the bound of all calls that take threads

_process: int | None = None


def check_process() -> None:
    """Raises `RuntimeError` in a process that was forked after the first call."""
    global _process
    if _process is None:
        _process = os.getpid()
    elif _process != os.getpid():
        # JAX has threads that the child lacks: it would wait for them forever.
        raise RuntimeError(
            f"process {os.getpid()} was forked from process {_process}, which has used JAX: "
            "JAX does not work after a fork, use the start method 'spawn'"
        )


class Timestep(NamedTuple):
    """What `reset` and `step` return beside the state. A pytree of arrays."""

    observation: jax.Array
    """The observation of the seat to act: `dtype[*observation_shape]`; if all seats observe,
    `dtype[seats, *observation_shape]`. Of a final state, that of the seat which acted last."""
    mask: jax.Array
    """Which actions are legal: `bool[num_actions]`. In a final state all are, and none has an
    effect, so that a policy which normalises over legal actions stays finite."""
    current_seat: jax.Array
    """The seat to act: `int32[]`."""
    rewards: jax.Array
    """The reward of each seat in this step: `float32[seats]`."""
    terminated: jax.Array
    """Whether the episode ended in this step: `bool[]`; with `auto_reset` everything else already
    shows the next episode, without it every further step reports it again, with zero rewards."""


class Env:
    """A game for `jit`, `vmap` and `scan`; `make` makes one.

    `reset` and `step` are pure functions of one game; `jax.vmap` makes them functions of many,
    which one call of the Rust engine then plays on all threads. A state is `uint8[state_size]`,
    which can be stored, copied and branched like any array. States are checked when they come
    back: bytes that `reset` or `step` did not return under the same rules fail the computation
    with an error that names the game of the batch, and so does an illegal action.
    """

    def __init__(self, game: Game, spec: str, dtype: np.dtype[Any]) -> None:
        size, (encoder, shape, scales, channels), seats, actions = _native.pure_env(spec)
        options = json.loads(spec)
        self.game = game
        """The game that is played."""
        self.state_size = size
        """The number of bytes of a state."""
        self.seats = seats
        """The number of seats."""
        self.num_actions = actions
        """The size of the action space."""
        self.auto_reset = bool(options["auto_reset"])
        """Whether a step that ends an episode begins the next one."""
        self.encoder = None if options["encoder"] == "none" else encoder
        """The id of the encoder; `None` without observations."""
        self.observe = "all" if options["all_seats"] else "acting"
        """The seats that observe: `acting` or `all`."""
        self.observation_shape = tuple(shape)
        """The shape of one seat's observation."""
        self.observation_scales = tuple(scales)
        """The scale of each channel: float observations are raw counts times the scale."""
        self.channel_names = tuple(channels)
        """The meaning of each channel of an observation."""
        self.dtype = dtype
        """The dtype of observations."""
        self._spec = spec
        leading = (seats,) if options["all_seats"] else ()
        self._results = [
            _array((size,), np.uint8),
            _array((*leading, *shape), dtype),
            _array((actions,), np.bool_),
            _array((), np.uint8),
            _array((seats,), np.float32),
            _array((), np.bool_),
        ]
        self._reset: Callable[..., tuple[jax.Array, Timestep]] = jax.jit(self._call("reset"))
        self._step: Callable[..., tuple[jax.Array, Timestep]] = jax.jit(self._call("step"))

    def reset(self, key: Any) -> tuple[jax.Array, Timestep]:
        """Deals a new episode from a key of `jax.random`, old or new style, or from a seed.

        `reset(jax.random.key(7))` and `reset(7)` are the same episode, and
        `reset(vec.env_seed(i))` is that of environment i of the `make_vec` environment `vec`.
        """
        check_process()
        return self._reset(_seed_words(key))

    def step(self, state: Any, action: Any) -> tuple[jax.Array, Timestep]:
        """Applies the action with this id."""
        check_process()
        dtype, shape = getattr(state, "dtype", None), np.shape(state)
        if dtype != np.uint8 or shape != (self.state_size,):
            got = type(state).__name__ if dtype is None else f"{dtype}{list(shape)}"
            raise ValueError(
                f"state is {got}: expected uint8[{self.state_size}], as reset and step return it; "
                "use jax.vmap for many"
            )
        if not isinstance(action, jax.Array):
            action = np.asarray(action)
        if not np.issubdtype(action.dtype, np.integer) or action.shape != ():
            got = f"{action.dtype}{list(action.shape)}"
            raise ValueError(f"action is {got}: expected one integer; use jax.vmap for many")
        if action.dtype != np.int32:
            # What an int32 cannot hold must not become a legal action.
            action = jnp.clip(action, *_range(action.dtype, self.num_actions)).astype(jnp.int32)
        return self._step(state, action)

    def _call(self, name: str) -> Callable[..., tuple[jax.Array, Timestep]]:
        """Returns a custom call that names the environment by its specification."""
        # `broadcast_all` puts the axes of `vmap` in front, where the handler takes any number.
        call = jax.ffi.ffi_call(f"facedown_env_{name}", self._results, vmap_method="broadcast_all")

        def called(*arguments: jax.Array) -> tuple[jax.Array, Timestep]:
            state, observation, mask, seat, rewards, ended = call(*arguments, spec=self._spec)
            seat = seat.astype(jnp.int32)
            return state, Timestep(observation, mask, seat, rewards, ended)

        return called

    def __repr__(self) -> str:
        return f"<jax Env: {self.game!r}>"


def make(
    name: str,
    *,
    auto_reset: bool = False,
    encoder: str | None = "default",
    dtype: npt.DTypeLike = np.uint8,
    observe: str = "acting",
    length: str = "hand",
    reward: str = "result",
    uma: Iterable[float] | None = None,
    shaping: float = 0.0,
    reward_scale: float = 1.0,
    hand: int | None = None,
    threads: int | None = None,
    **rules: Any,
) -> Env:
    """Makes a game for JAX programs on the CPU. The options are those of `facedown.make_vec`:
    single hands are drawn as the hands of matches come, or are the place `hand` of a match.

    With `auto_reset` a step that ends an episode begins the next one, as `make_vec` does; without
    it, the state is final and stays.

    >>> import jax
    >>> env = make("gin", auto_reset=True)
    >>> states, steps = jax.vmap(env.reset)(jax.random.split(jax.random.key(1), 64))
    >>> def play(carry, key):
    ...     states, mask = carry
    ...     actions = jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))
    ...     states, steps = jax.vmap(env.step)(states, actions)
    ...     return (states, steps.mask), steps.terminated.sum()
    >>> keys = jax.random.split(jax.random.key(2), 200)
    >>> _, ended = jax.jit(lambda carry: jax.lax.scan(play, carry, keys))((states, steps.mask))
    >>> int(ended.sum()) > 10
    True
    """
    if observe not in OBSERVE:
        raise ValueError(f"observe is {shown(observe)}: expected one of {', '.join(OBSERVE)}")
    if not isinstance(auto_reset, bool):
        raise ValueError(f"auto_reset is {shown(auto_reset)}: expected True or False")
    if threads is not None and (not isinstance(threads, int) or not 1 <= threads <= _MOST_THREADS):
        raise ValueError(f"threads is {shown(threads)}: expected 1 to {_MOST_THREADS}")
    kind = dtype_of(dtype) if dtype is not None else None
    if kind not in (np.uint8, np.float16, np.float32):
        raise ValueError(f"dtype is {shown(dtype)}: expected uint8, float16 or float32")
    if encoder is not None and not isinstance(encoder, str):
        raise ValueError(f"encoder is {shown(encoder)}: expected the id of an encoder, or None")
    ids = {None: "none", "default": None}
    length = length_of(name, length, rules)
    game = make_game(name, **rules)
    spec = {
        "game": name,
        "rules": rules,
        "encoder": ids.get(encoder, encoder),
        "dtype": str(kind),
        "all_seats": observe == "all",
        "length": length,
        "hand": checked_hand(game, length, hand),
        "reward": reward,
        "uma": [] if uma is None else [real("uma", bonus) for bonus in uma],
        "shaping": real("shaping", shaping),
        "reward_scale": real("reward_scale", reward_scale),
        "auto_reset": auto_reset,
        "threads": threads or 0,
    }
    return Env(game, json.dumps(spec, sort_keys=True), np.dtype(kind))


def _seed_words(key: Any) -> Any:
    """Returns a key or a seed as two words, `uint32[2]`, the high one first."""
    if isinstance(key, (int, np.integer)) and not isinstance(key, bool):
        seed = int(key)
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed is {seed}: expected 0 to {(1 << 64) - 1}")
        return np.array([seed >> 32, seed & _WORD], np.uint32)
    dtype, shape = getattr(key, "dtype", None), np.shape(key)
    if dtype is not None and jnp.issubdtype(dtype, jax.dtypes.prng_key) and shape == ():
        words = jax.random.key_data(key)
        # Keys of other generators than the default one have more words.
        return jnp.stack([_combined(words[::2]), _combined(words[1::2])])
    if dtype == np.uint32 and shape == (2,):
        return key
    if isinstance(dtype, np.dtype) and np.issubdtype(dtype, np.integer) and shape == ():
        low = jnp.asarray(key).astype(jnp.uint32)
        wide = np.dtype(dtype).itemsize == 8
        high = (jnp.asarray(key) >> 32).astype(jnp.uint32) if wide else jnp.zeros_like(low)
        return jnp.stack([high, low])
    got = type(key).__name__ if dtype is None else f"{dtype}{list(shape)}"
    raise ValueError(f"key is {got}: expected a key of jax.random or a seed; use jax.vmap for many")


def _combined(words: jax.Array) -> jax.Array:
    total = words[0]
    for word in words[1:]:
        total = total * np.uint32(0x9E3779B1) ^ word
    return total


def _range(dtype: np.dtype[Any], actions: int) -> tuple[int, int]:
    """Returns bounds that the dtype can hold and that keep an id out of range out of range."""
    info = jnp.iinfo(dtype)  # type: ignore[no-untyped-call]
    return max(-1, int(info.min)), min(actions, int(info.max))


def _array(shape: tuple[int, ...], dtype: npt.DTypeLike) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, dtype)  # type: ignore[no-untyped-call]
