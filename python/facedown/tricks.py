"""Trick-taking games: deals consistent with a view, and the constraints of its history.

Games are made as all others are: `facedown.make("hearts")`, `"spades"`, `"oh-hell"`, `"el-dorado"`.

>>> import facedown as fd
>>> view = fd.make("oh-hell", seats=3).deal(seed=7, hand=0).view()
>>> deals = fd.tricks.sample_deals(view, 1000, seed=1)
>>> deals.shape, deals.dtype  # the three seats, and what nobody holds
((1000, 4), dtype('uint64'))
>>> fd.tricks.derive_constraints(view)["cards"]
[10, 10, 10]

A view contains the whole history of its hand. A seat that did not follow suit is void in it, a seat
that led a suit that was not broken has nothing else, passed cards are known to be there. Deals are
drawn exactly uniformly from those consistent with all that: they are counted, not shuffled until
one fits.
"""

from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown import _openspiel_tricks as openspiel
from facedown._native import Game, State, View
from facedown._output import length, shown

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
    """Samples deals that the view's seat cannot distinguish, exactly uniformly.

    Axis 1 is the holder: the seats in order, the view's own with its own cards, then those cards
    that nobody holds and the seat has not seen. Cards chosen to be passed are still with their
    seats. The `form` is one of

    - `"masks"`: `uint64[n, seats + 1]`, sets of cards as numbers. With two packs
      `uint64[n, seats + 1, 2]`: the kinds that are there, and those that are there twice.
    - `"counts"`: `uint8[n, seats + 1, 52]`, how often each card is there.
    - `"flags"`: `bool[n, seats + 1, 52]`, whether it is there.

    With two packs deals are uniform over the physical cards. Equal seeds give equal deals on any
    number of `threads` (by default one per core), and the first of `n` deals are
    those of a smaller `n`. It runs without the GIL; Ctrl-C ends it within milliseconds.

    Raises `ValueError` that names the seats and suits in conflict if no deal is consistent with the
    view.
    """
    if form not in ("masks", "counts", "flags"):
        raise ValueError(f"form is {shown(form)}: expected 'masks', 'counts' or 'flags'")
    n = length("n", n)
    seats, packs = _native.tricks_layout(view)
    masks = np.empty((n, seats + 1) if packs == 1 else (n, seats + 1, packs), np.uint64)
    _native.tricks_sample_deals(view, seed, masks, threads)
    if form == "masks":
        return masks
    if form == "flags":
        return _bits(masks if packs == 1 else masks[..., 0]).view(np.bool_)
    return _bits(masks) if packs == 1 else _bits(masks).sum(axis=2, dtype=np.uint8)


def _bits(masks: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Returns the bits of words, the lowest first, along a new last axis."""
    bytes = masks.astype("<u8")[..., None].view(np.uint8)
    return np.unpackbits(bytes, axis=-1, count=_CARDS, bitorder="little")


def derive_constraints(view: View) -> dict[str, Any]:
    """Returns the constraints that the history of a view puts on the hands.

    - `seat`: whose view it is
    - `cards`: how many cards each seat holds, `stock`: how many nobody holds
    - `void`: the suits that each seat has shown to be void in, like `"dh"`
    - `lacks`: the cards that each seat has shown not to have; those of void suits among them
    - `holds`: the cards that each other seat is known to have, because they were shown or passed
    - `deals`: the number of consistent deals; `None` from 2**128 on

    >>> import facedown as fd
    >>> state = fd.make("oh-hell", seats=3).deal(seed=5, hand=0)
    >>> while state.current_seat is not None and len(state.history) < 9:
    ...     state.apply(state.legal_actions()[0])
    >>> derive_constraints(state.view(0))["void"]
    ['', '', 'c']

    Raises `ValueError` that names the seats and suits in conflict if no deal is consistent with the
    view.
    """
    return _native.tricks_constraints(view)


def determinize(view: View, seed: int = 0) -> State:
    """Samples a state that the view's seat cannot distinguish from the actual one: a deal as by
    `sample_deals`, with all that was played before.

    >>> import facedown as fd
    >>> view = fd.make("hearts").deal(seed=7, hand=0).view()
    >>> determinize(view, seed=1).view(view.seat) == view
    True

    Its `history` is empty. A pickle holds the view, the seed and the history.
    """
    _native.tricks_layout(view)
    return _native.world(view, seed)


def random_scores(
    game: Game, n: int, seed: int = 0, *, threads: int | None = None
) -> npt.NDArray[np.int32]:
    """Returns the scores of `n` hands of uniformly random play: `int32[n, seats]`.

    Every hand is the first of a match. Equal seeds give
    equal scores on any number of `threads`.

    >>> import facedown as fd
    >>> scores = random_scores(fd.make("hearts"), 1000, seed=1)
    >>> scores.shape, int(scores.sum(axis=1).max())  # 26 points are shared, unless one took all
    ((1000, 4), -26)
    """
    if not isinstance(game, Game):
        raise TypeError(f"game is {shown(game)}: expected a game of facedown.make")
    out = np.empty((length("n", n), game.seats), np.int32)
    _native.tricks_random_scores(game, seed, out, threads)
    return out
