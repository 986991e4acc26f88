"""Trick-taking games: the deals that a view allows, and what its history proves.

Games are made as all others are: `facedown.make("hearts")`, `"spades"`, `"oh-hell"`, `"el-dorado"`.

>>> import facedown as fd
>>> view = fd.make("oh-hell", seats=3).deal(seed=7).view()
>>> deals = fd.tricks.sample_deals(view, 1000, seed=1)
>>> deals.shape, deals.dtype  # the three seats, and what nobody holds
((1000, 4), dtype('uint64'))
>>> fd.tricks.derive_constraints(view)["cards"]
[10, 10, 10]

A view contains the whole history of its hand. Whoever did not follow suit is void in it, whoever
led a suit that was not broken has nothing else, passed cards are known to be there. All deals
that agree with that, and no others, are drawn, each with exactly the same chance: they are counted,
not shuffled until one fits.
"""

from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown import _openspiel_tricks as openspiel
from facedown._native import Game, State, View

__all__ = ["derive_constraints", "determinize", "openspiel", "random_scores", "sample_deals"]

_CARDS = 52


@overload
def sample_deals(
    view: View,
    n: int,
    seed: int = 0,
    *,
    form: Literal["masks"] = "masks",
    threads: int | None = None,
) -> npt.NDArray[np.uint64]: ...
@overload
def sample_deals(
    view: View, n: int, seed: int = 0, *, form: Literal["counts"], threads: int | None = None
) -> npt.NDArray[np.uint8]: ...
@overload
def sample_deals(
    view: View, n: int, seed: int = 0, *, form: Literal["flags"], threads: int | None = None
) -> npt.NDArray[np.bool_]: ...
def sample_deals(
    view: View, n: int, seed: int = 0, *, form: str = "masks", threads: int | None = None
) -> npt.NDArray[Any]:
    """Deals that the view's seat cannot tell apart, each with exactly the same chance.

    Axis 1 is the holder: the seats in order, the view's own with its own cards, then those cards
    that nobody holds and the seat has not seen. Cards chosen to be passed are still with their
    seats. The `form` is one of

    - `"masks"`: `uint64[n, seats + 1]`, sets of cards as numbers. With two packs
      `uint64[n, seats + 1, 2]`: the kinds that are there, and those that are there twice.
    - `"counts"`: `uint8[n, seats + 1, 52]`, how often each card is there.
    - `"flags"`: `bool[n, seats + 1, 52]`, whether it is there.

    With two packs deals are uniform over the physical cards. Equal seeds give equal deals on any
    number of `threads` (one on each core unless told otherwise), and the first of `n` deals are
    those of a smaller `n`. Other threads of Python run meanwhile.

    Raises `ValueError` that names the seats and suits in conflict where no deal agrees with the
    view.
    """
    if form not in ("masks", "counts", "flags"):
        raise ValueError(f"form is {form!r}: expected 'masks', 'counts' or 'flags'")
    if n < 0:
        raise ValueError(f"n is {n}: expected at least 0")
    seats, packs = _native.tricks_layout(view)
    masks = np.empty((n, seats + 1) if packs == 1 else (n, seats + 1, packs), np.uint64)
    _native.tricks_sample_deals(view, seed, masks, threads)
    if form == "masks":
        return masks
    if form == "flags":
        return _bits(masks if packs == 1 else masks[..., 0]).view(np.bool_)
    return _bits(masks) if packs == 1 else _bits(masks).sum(axis=2, dtype=np.uint8)


def _bits(masks: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """The bits of words, the lowest first, along a new last axis."""
    bytes = masks.astype("<u8")[..., None].view(np.uint8)
    return np.unpackbits(bytes, axis=-1, count=_CARDS, bitorder="little")


def derive_constraints(view: View) -> dict[str, Any]:
    """What the history of a view proves about the hands.

    - `seat`: whose view it is
    - `cards`: how many cards each seat holds, `stock`: how many nobody holds
    - `void`: the suits of which each seat has shown to have nothing, like `"dh"`
    - `lacks`: the cards that each seat has shown not to have; those of void suits among them
    - `holds`: the cards that each other seat is known to have, because they were shown or passed
    - `deals`: how many deals agree with all that; `None` from 2**128 on

    >>> import facedown as fd
    >>> state = fd.make("oh-hell", seats=3).deal(seed=5)
    >>> while state.current_seat is not None and len(state.history) < 9:
    ...     state.apply(state.legal_actions()[0])
    >>> derive_constraints(state.view(0))["void"]
    ['', '', 'c']

    Raises `ValueError` that names the seats and suits in conflict where no deal agrees with the
    view.
    """
    return _native.tricks_constraints(view)


def determinize(view: View, seed: int = 0) -> State:
    """A whole hand that the view's seat cannot tell from its own: a deal as by `sample_deals`, with
    all that was played before.

    >>> import facedown as fd
    >>> view = fd.make("hearts").deal(seed=7).view()
    >>> determinize(view, seed=1).view(view.seat) == view
    True

    The state goes on like any other. Its `history` begins with it. Pickled, it is the view, the
    seed and that history.
    """
    _native.tricks_layout(view)
    return _native.world(view, seed)


def random_scores(
    game: Game, n: int, seed: int = 0, *, threads: int | None = None
) -> npt.NDArray[np.int32]:
    """What `n` hands of random play come to: `int32[n, seats]`.

    Every hand is the first of a match, every legal action has the same chance. Equal seeds give
    equal scores on any number of `threads`.

    >>> import facedown as fd
    >>> scores = random_scores(fd.make("hearts"), 1000, seed=1)
    >>> scores.shape, int(scores.sum(axis=1).max())  # 26 points are shared, unless one took all
    ((1000, 4), -26)
    """
    if n < 0:
        raise ValueError(f"n is {n}: expected at least 0")
    out = np.empty((n, game.seats), np.int32)
    _native.tricks_random_scores(game, seed, out, threads)
    return out
