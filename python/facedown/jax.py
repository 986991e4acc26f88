"""Games and gin rummy's arithmetic inside JAX programs.

`make` gives reset and step of any game for `jit`, `vmap` and `scan`, on the CPU.

On the CPU `min_deadwood` and `deadwood_after_discards` are the Rust kernel, called by XLA directly;
on other devices they are the same results in JAX operations alone, as `min_deadwood_plain` is
everywhere. `valid_melds`, `can_knock` and `is_gin` are made of them. All work under
`jit`, `vmap`, nested `vmap` and `scan`, and take hands as

- `uint32[..., 2]`: word 0 holds bits 0 to 25 of a hand's number (clubs and diamonds), word 1 bits
  26 to 51 (hearts and spades); `words` makes them of `uint64` numbers;
- `uint64[...]`: a hand's number, if JAX has its 64-bit types enabled;
- `bool[..., 52]` or integers with a last axis of 52: 1 for each card that is held, else 0, as in
  the rows of `facedown.gin.MELD_MASKS`. With 64-bit types enabled `uint64` is always a number.

>>> import jax
>>> import numpy as np
>>> hands = words(np.array([0b111, 0b1011], dtype=np.uint64))
>>> jax.jit(jax.vmap(min_deadwood))(hands)
Array([0, 7], dtype=uint8)
"""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from facedown import _hands, _native, gin

try:
    import jax
    import jax.numpy as jnp
    from jax import lax
except ImportError:
    raise ImportError("facedown.jax needs JAX: pip install facedown[jax]")  # noqa: B904

from facedown._jax_env import Env, Timestep, check_process, make

__all__ = [
    "Env",
    "Timestep",
    "can_knock",
    "deadwood_after_discards",
    "is_gin",
    "make",
    "min_deadwood",
    "min_deadwood_plain",
    "valid_melds",
    "words",
]

Hands: TypeAlias = jax.Array | npt.NDArray[np.integer | np.bool_]

_WORD_BITS = 26
_WORD = (1 << _WORD_BITS) - 1
_NO_HAND = 255

for _name, _handler in _native.xla_handlers().items():
    jax.ffi.register_ffi_target(_name, _handler, platform="cpu")


def min_deadwood(hands: Hands) -> jax.Array:
    """Returns the least deadwood of each hand, `uint8[...]`.

    Raises `ValueError` while tracing if the type or the shape is none of those above. An invalid
    hand, with a bit that is not a card or more than eleven cards, yields 255 on other devices; on
    the CPU it fails the computation with an error that names it: `ValueError` or
    `jax.errors.JaxRuntimeError`, depending on when JAX notices.
    """
    found: jax.Array = _min_deadwood(_checked(hands))
    return found


def min_deadwood_plain(hands: Hands) -> jax.Array:
    """Returns `min_deadwood` by JAX operations alone, on any device; 255 for an invalid hand."""
    found: jax.Array = _min_deadwood_plain(_checked(hands))
    return found


def deadwood_after_discards(hands: Hands) -> jax.Array:
    """Returns the least deadwood after each discard, `uint8[..., 52]`; 255 where the card is not
    held. Invalid hands are as in `min_deadwood`.

    >>> int(deadwood_after_discards(words("Ac 2c 3c 9d"))[13 + 8])
    0
    """
    found: jax.Array = _after_discards(_checked(hands))
    return found


def valid_melds(hands: Hands) -> jax.Array:
    """Returns which of the 185 melds of `facedown.gin.MELD_MASKS` each hand holds,
    `bool[..., 185]`.

    >>> np.flatnonzero(valid_melds(words("5s 6s 7s"))).tolist() == np.flatnonzero(
    ...     gin.valid_melds("5s 6s 7s")
    ... ).tolist()
    True
    """
    found: jax.Array = _valid_melds(_checked(hands))
    return found


def can_knock(hands: Hands, limit: int = 10) -> jax.Array:
    """Returns whether each hand can knock with at most `limit` points of deadwood, `bool[...]`: a
    hand of eleven cards after its best discard, a smaller one as it is. False if invalid.

    >>> can_knock(words("Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts Ks")).tolist()
    True
    """
    found: jax.Array = _knock_deadwood(_checked(hands)) <= limit
    return found


def is_gin(hands: Hands) -> jax.Array:
    """Returns whether each hand is gin, all cards melded: of eleven cards, after some discard."""
    return can_knock(hands, 0)


def words(hands: str | int | _hands.Hands) -> npt.NDArray[np.uint32]:
    """Converts hands as `facedown.gin` takes them to two words each, `uint32[..., 2]`.

    >>> words("Ac 2c Ah")
    array([3, 1], dtype=uint32)
    """
    masks = _hands.to_masks(hands)
    if (masks >> np.uint64(2 * _WORD_BITS)).any():
        raise ValueError(f"{int(masks.max()):#x} is not a set of cards: only bits 0 to 51 are")
    pair = [masks & np.uint64(_WORD), masks >> np.uint64(_WORD_BITS)]
    return np.stack(pair, axis=-1).astype(np.uint32)


def _checked(hands: Hands) -> Hands:
    """Returns the hands as a type that the kernel takes: words, numbers or `bool`."""
    check_process()
    dtype, shape = getattr(hands, "dtype", None), np.shape(hands)
    if dtype == np.uint64:
        if jax.dtypes.canonicalize_dtype(np.uint64) != np.uint64:
            if shape[-1:] == (52,) and np.max(hands, initial=0) <= 1:
                return _flag_words(np.asarray(hands, np.uint8))
            # JAX would drop the upper half of each number, and half of the cards with it.
            raise ValueError(
                "uint64 hands need JAX's 64-bit types: jax.config.update('jax_enable_x64', True), "
                "or give facedown.jax.words(hands)"
            )
    elif dtype == np.uint32 and shape[-1:] == (2,):
        pass
    elif dtype == np.bool_ or (dtype is not None and np.issubdtype(dtype, np.integer)):
        if shape[-1:] != (52,):
            either = " of 2 or 52" if dtype == np.uint32 else " of 52"
            raise ValueError(f"{dtype} hands of shape {shape}: expected a last axis{either}")
        if dtype == np.int64 and jax.dtypes.canonicalize_dtype(np.int64) != np.int64:
            hands = np.clip(hands, -1, 2).astype(np.int8)  # JAX would drop the upper half
        if dtype != np.bool_:
            return _flag_words(hands)
    else:
        got = type(hands).__name__ if dtype is None else f"dtype {dtype}"
        raise ValueError(
            f"hands of {got}: expected uint32[..., 2], uint64[...], or bool or integers [..., 52]"
        )
    return hands


def _flag_words(flags: Hands) -> jax.Array:
    """Returns flags of an integer type as words; one that is neither 0 nor 1 makes both invalid."""
    found: jax.Array = _packed_flags(flags)
    return found


@jax.jit
def _packed_flags(flags: jax.Array) -> jax.Array:
    low, high = _split(flags == 1)
    bad = jnp.where(((flags != 0) & (flags != 1)).any(axis=-1), np.uint32(1 << 31), np.uint32(0))
    return jnp.stack([low | bad, high | bad], axis=-1)


@jax.jit
def _min_deadwood(hands: jax.Array) -> jax.Array:
    found: jax.Array = lax.platform_dependent(hands, cpu=_kernel, default=_plain)
    return found


@jax.jit
def _min_deadwood_plain(hands: jax.Array) -> jax.Array:
    return _plain(hands)


@jax.jit
def _after_discards(hands: jax.Array) -> jax.Array:
    pair = jnp.stack(_split(hands), axis=-1)
    found: jax.Array = lax.platform_dependent(pair, cpu=_discards_kernel, default=_discards_plain)
    return found


def _discards_kernel(pair: jax.Array) -> jax.Array:
    result = jax.ShapeDtypeStruct((*pair.shape[:-1], 52), jnp.uint8)  # type: ignore[no-untyped-call]
    name = "facedown_gin_after_discards"
    return jax.ffi.ffi_call(name, result, vmap_method="broadcast_all")(pair)


def _discards_plain(pair: jax.Array) -> jax.Array:
    cards = words(np.uint64(1) << np.arange(52, dtype=np.uint64))
    held = ((pair[..., None, :] & cards) != 0).any(axis=-1)
    is_hand = _plain(pair) != _NO_HAND
    return jnp.where(held & is_hand[..., None], _plain(pair[..., None, :] & ~cards), _NO_HAND)


@jax.jit
def _valid_melds(hands: jax.Array) -> jax.Array:
    pair = jnp.stack(_split(hands), axis=-1)[..., None, :]
    found: jax.Array = ((pair & _MELD_WORDS) == _MELD_WORDS).all(axis=-1)
    return found


@jax.jit
def _knock_deadwood(hands: jax.Array) -> jax.Array:
    """Returns the least deadwood with which each hand can knock; 255 if it is invalid."""
    low, high = _split(hands)
    count = lax.population_count(low) + lax.population_count(high)
    discards = _after_discards(hands).min(axis=-1)
    return jnp.where(count == _native.GIN_MAX_CARDS, discards, _min_deadwood(hands))


def _kernel(hands: jax.Array) -> jax.Array:
    """The Rust kernel, one handler for each type of hands."""
    shape = hands.shape if hands.dtype == np.uint64 else hands.shape[:-1]
    result = jax.ShapeDtypeStruct(shape, jnp.uint8)  # type: ignore[no-untyped-call]
    name = f"facedown_gin_min_deadwood_{hands.dtype}"
    # `broadcast_all` puts the axes of `vmap` in front, where the handler takes any number of them.
    return jax.ffi.ffi_call(name, result, vmap_method="broadcast_all")(hands)


# The following is the kernel's method without branches, on two words of two suits each. Sets and
# runs compete only at ranks held three or four times of which some card could be in a run: at most
# three such *contested* ranks, of which at most two are held four times (4 + 4 + 3 cards). Once it
# is decided which cards of those ranks form sets, a card is melded if and only if it is in a
# sequence of three of the remaining cards. So there are 6 * 6 * 2 cases: no set, all cards of the
# rank, or all but one suit; the last only if all four are held.

_RANKS = np.uint32(0x1FFF)
_RUN_STARTS = np.uint32(0x7FF | 0x7FF << 13)
_POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
# Bit plane k of the points: the cards whose points have bit k set.
_POINT_PLANES = tuple(
    np.uint32(sum((1 | 1 << 13) << rank for rank, points in enumerate(_POINTS) if points >> k & 1))
    for k in range(4)
)

_MELD_WORDS = words(gin.MELD_MASKS.astype(np.bool_))

_Pair: TypeAlias = tuple[jax.Array, jax.Array]


def _plain(hands: jax.Array) -> jax.Array:
    low, high = _split(hands)
    count = lax.population_count(low) + lax.population_count(high)
    is_hand = ((low | high) >> _WORD_BITS == 0) & (count <= _native.GIN_MAX_CARDS)

    clubs, diamonds, hearts, spades = low & _RANKS, low >> 13, high & _RANKS, high >> 13
    fours = clubs & diamonds & hearts & spades
    sets = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    in_runs = _run_cover(low) | _run_cover(high)
    contested = sets & (in_runs | in_runs >> 13)

    # Ranks that no run competes for are melded whole.
    free = _both_suits(sets & ~contested)
    low, high = low & ~free, high & ~free

    four, three = contested & fours, contested & ~fours
    first = _lowest(jnp.where(four != 0, four, three))
    four, three = four & ~first, three & ~first
    second = _lowest(jnp.where(four != 0, four, three))
    third = _lowest(three & ~second)

    def try_first(least: jax.Array, choice: _Pair) -> tuple[jax.Array, None]:
        for second_set in _choices(second, fours):
            for third_set in _choices(third):
                rest_low = low & ~(choice[0] | second_set[0] | third_set[0])
                rest_high = high & ~(choice[1] | second_set[1] | third_set[1])
                least = jnp.minimum(least, _outside_runs(rest_low, rest_high))
        return least, None

    # A loop over the first choice keeps the program small: it compiles five times faster than all
    # cases written out, and runs as fast.
    lows, highs = zip(*_choices(first, fours), strict=True)
    choices = jnp.stack(lows), jnp.stack(highs)
    least, _ = lax.scan(try_first, jnp.full_like(low, _NO_HAND), choices)
    return jnp.where(is_hand, least, _NO_HAND).astype(jnp.uint8)


def _split(hands: jax.Array) -> _Pair:
    """Returns the hands' two words; an invalid hand yields invalid words."""
    if hands.dtype == np.uint32:
        return hands[..., 0], hands[..., 1]
    if hands.dtype == np.bool_:
        bits = np.uint32(1) << np.arange(_WORD_BITS, dtype=np.uint32)
        pairs = hands.reshape(*hands.shape[:-1], 2, _WORD_BITS)
        packed = jnp.sum(pairs * bits, axis=-1, dtype=jnp.uint32)
        return packed[..., 0], packed[..., 1]
    high = jnp.minimum(hands >> _WORD_BITS, np.uint64(0xFFFFFFFF))
    return (hands & np.uint64(_WORD)).astype(jnp.uint32), high.astype(jnp.uint32)


def _choices(rank: jax.Array, fours: jax.Array | None = None) -> Iterator[_Pair]:
    """Yields the cards that can form a set at a rank; with `fours` also three of four."""
    none = jnp.zeros_like(rank)
    yield none, none
    yield _both_suits(rank), _both_suits(rank)
    if fours is not None:
        suit = rank & fours
        suits = _both_suits(suit)
        yield suit, suits
        yield suit << 13, suits
        yield suits, suit
        yield suits, suit << 13


def _outside_runs(low: jax.Array, high: jax.Array) -> jax.Array:
    """Returns the points of the cards in no run."""
    low, high = low & ~_run_cover(low), high & ~_run_cover(high)
    points = jnp.zeros_like(low)
    for k, plane in enumerate(_POINT_PLANES):
        count = lax.population_count(low & plane) + lax.population_count(high & plane)
        points = points + (count << k)
    return points


def _run_cover(word: jax.Array) -> jax.Array:
    """Returns the cards in some sequence of three."""
    starts = word & word >> 1 & word >> 2 & _RUN_STARTS
    return starts | starts << 1 | starts << 2


def _both_suits(ranks: jax.Array) -> jax.Array:
    return ranks | ranks << 13


def _lowest(ranks: jax.Array) -> jax.Array:
    return ranks & (~ranks + np.uint32(1))
