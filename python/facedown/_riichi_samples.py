"""Samples of real games for learning: see `facedown.riichi.samples`."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from os import PathLike, fspath
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._native import Observation
from facedown._output import dtype_of, shown
from facedown._riichi_env import Encoder, encoder

__all__ = [
    "SHORT",
    "SampleBatch",
    "SampleInfo",
    "Samples",
    "SkippedLog",
    "samples",
    "short_encoder",
    "to_mjai",
]

Path: TypeAlias = str | PathLike[str]

SHORT = ("base", "decay", "yaku", "furiten", "shanten", "extended")
"""The short names of encodings."""
_DTYPES = ("float32", "float16", "uint8")


class SampleInfo(NamedTuple):
    """Metadata of the samples of a batch."""

    seat: npt.NDArray[np.uint8]
    """The seat that decided."""
    log: npt.NDArray[np.uint32]
    """The log, by its index in `Samples.logs`."""
    round: npt.NDArray[np.uint16]
    """The round, counted from the log's first."""
    rank: npt.NDArray[np.uint8]
    """The final place of the seat, 1 for the first; 0 if the log breaks off before the end."""
    gain: npt.NDArray[np.float32]
    """The points that the seat gained from here to the end of the round; NaN if the log breaks off
    before."""
    points: npt.NDArray[np.float32]
    """The points of the seat at the end of the game; NaN if the log breaks off before."""


@dataclass(frozen=True)
class SampleBatch:
    """A batch of samples: unpacks as `observation, mask, action`, and has `info`."""

    observation: npt.NDArray[Any]
    """Observations of the seat to act, a row for each sample."""
    mask: npt.NDArray[np.bool_]
    """Masks of the legal actions."""
    action: npt.NDArray[np.int32]
    """The actions taken."""
    info: SampleInfo
    """Metadata of the samples."""

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        return iter((self.observation, self.mask, self.action))


class SkippedLog(NamedTuple):
    """An invalid log that was skipped."""

    log: str
    """The file."""
    error: str
    """Where, and why."""


_BIG_PAGES = 4 << 20  # bytes above which NumPy asks for memory in big pages


def _room(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Allocates an array of this shape or with more rows, in big pages unless it is small.

    A batch is written from one end to the other, which is faster with fewer page lookups. Untouched
    pages take no memory.
    """
    row = int(np.prod(shape[1:])) * np.dtype(dtype).itemsize
    rows = shape[0]
    if row * rows > _BIG_PAGES // 4:
        rows = max(rows, -(-_BIG_PAGES // row))
    return np.empty((rows, *shape[1:]), dtype)


class _Pool:
    """A pool of arrays, handed out as views and reused once no view is left.

    New memory for every batch would cost more than filling it. A view holds a reference to its
    owner here, so an owner with no more references than when it was new is free.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.owners: list[npt.NDArray[Any]] = []
        self.idle = 0

    def take(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Returns a free array with at least this many rows."""
        if not self.owners:
            self.owners.append(_room(shape, dtype))
            self.idle = sys.getrefcount(self.owners[0])
            return self.owners[0][...]
        for place in range(len(self.owners)):
            if sys.getrefcount(self.owners[place]) == self.idle:
                return self.owners[place][...]
        owner = _room(shape, dtype)
        if len(self.owners) < self.most:
            self.owners.append(owner)
        return owner[...]


class Samples(Iterator[SampleBatch]):
    """Batches of samples out of logs, made by `samples`."""

    encoder: Encoder
    """The encoding of the observations."""
    batch: int
    """The number of samples of a batch; the last one may have fewer."""
    dtype: np.dtype[Any]
    """The dtype of observations."""
    compat: str | None
    """The package whose action ids these are; `None` for our own."""

    def __init__(
        self,
        native: "_native.RiichiSamples",
        form: Encoder,
        batch: int,
        dtype: np.dtype[Any],
        compat: str | None,
    ) -> None:
        self._native = native
        self.encoder, self.batch, self.dtype, self.compat = form, batch, dtype, compat
        self._observations, self._masks = _Pool(3), _Pool(3)

    def __next__(self) -> SampleBatch:
        rows = self._native.read(self.batch)
        if rows == 0:
            raise StopIteration
        observation = self._observations.take((self.batch, *self.encoder.shape), self.dtype)[:rows]
        mask = self._masks.take((self.batch, self._native.num_actions), np.bool_)[:rows]
        action = np.empty(rows, np.int32)
        raw = observation.view(np.uint16) if self.dtype == np.float16 else observation
        self._native.write(raw, mask, action)
        return SampleBatch(observation, mask, action, SampleInfo(*self._native.facts()))

    @property
    def logs(self) -> list[str]:
        """All logs, in the order given."""
        return self._native.logs

    @property
    def skipped(self) -> list[SkippedLog]:
        """Invalid logs that were skipped so far, with `errors="skip"`."""
        return [SkippedLog(*item) for item in self._native.skipped]

    @property
    def passed_over(self) -> int:
        """The number of logs skipped so far because they have another number of seats."""
        return self._native.passed_over

    @property
    def num_actions(self) -> int:
        """The size of the action space: the length of a mask."""
        return self._native.num_actions

    def observation(self, row: int) -> Observation:
        """Returns the observation of a row of the last batch, with all encodings, for `show`."""
        place = index(row)
        if place < 0:
            raise IndexError(f"no row {shown(place)}: rows are counted from 0")
        return self._native.observation(place)

    def __repr__(self) -> str:
        return f"<Samples of {len(self.logs)} logs: {self.encoder.id}, batches of {self.batch}>"


def samples(
    paths: Path | Iterable[Path],
    encoder: str = "riichi-base-1",
    *,
    compat: str | None = None,
    batch: int = 1024,
    threads: int | None = None,
    dtype: npt.DTypeLike = np.float32,
    seats: int = 4,
    players: str | Iterable[str] | None = None,
    forced: bool = True,
    shuffle: int = 0,
    seed: int = 0,
    errors: str = "raise",
) -> Samples:
    """Yields decisions of real games as batches of (observation, mask, action).

    Logs are those that `replay` reads; of a folder, all in it and in the folders below, zip
    archives included. Each is replayed and checked at every step, and every decision is a sample,
    in the order of the game:
    discards, riichi, kans, wins, calls, and *passes*, where a seat was offered a tile and let it
    go. Passes that a log does not show are left out: whether a seat wanted to chi what another
    took by pon, or to call what another won on. A seat that could win and did not is known to have
    passed unless it could have called as well.

    `encoder` is an id of `facedown.riichi.encoder`, or its short name: `base`, `decay`, `yaku`,
    `furiten`, `shanten`, `extended`. With `compat="riichienv-0.4.11"` encodings, action ids and
    masks are that package's when it follows the game by MJAI. `dtype` is `float32`, `float16` or
    `uint8` by the encoder's scales.

    `seats` is 4 or 3; logs with another number are skipped. `players` keeps the decisions of
    players with these names. `forced=False` leaves out decisions with one legal action. With
    `shuffle` samples come in random order by `seed`: logs are read in random order, and each sample
    is drawn from a buffer of at least that many (about 640 bytes each).

    A log that cannot be read, or that the engine disagrees with, is a `ValueError` that names it
    when its turn comes; with `errors="skip"` it is skipped whole, and listed in `skipped`.

    Files are read and encodings filled by `threads` threads (by default one per core; the caller's
    own is one of them) without the GIL, and the others read ahead while the caller works with a
    batch; results do not depend on their number. Memory does not grow with the logs. Arrays that
    are no longer referenced are reused.

    >>> from facedown.riichi import samples
    >>> for observation, mask, action in samples("testdata/riichi/tonpu.mjlog", batch=400):
    ...     assert mask[range(len(action)), action].all()
    >>> observation.shape
    (384, 74, 34)
    """
    given = [paths] if isinstance(paths, (str, PathLike)) else list(paths)
    if errors not in ("raise", "skip"):
        raise ValueError(f"errors is {shown(errors)}: expected 'raise' or 'skip'")
    if dtype is None:
        raise ValueError(f"dtype is None: expected one of {', '.join(_DTYPES)}")
    size, kept, kind = index(batch), index(shuffle), dtype_of(dtype)
    if not 1 <= size < 2**32:
        raise ValueError(f"batch is {shown(size)}: expected at least 1 and fewer than 2**32")
    if not 0 <= kept < 2**32:
        raise ValueError(f"shuffle is {shown(kept)}: expected at least 0 and fewer than 2**32")
    if kind.name not in _DTYPES:
        raise ValueError(f"dtype is {kind}: expected one of {', '.join(_DTYPES)}")
    if not 0 <= index(seed) < 2**64:
        raise ValueError(f"seed is {shown(seed)}: expected 0 to 2**64 - 1")
    for name, text in (("encoder", encoder), ("compat", compat)):
        if not isinstance(text, str) and (name == "encoder" or text is not None):
            raise TypeError(f"{name} is {shown(text)}: expected a text")
    names = [players] if isinstance(players, str) else players
    convention = _following_mjai(compat)
    form = short_encoder(encoder, convention, index(seats))
    native = _native.RiichiSamples(
        [fspath(path) for path in given],
        form.id,
        convention,
        index(seats),
        threads,
        None if names is None else list(names),
        bool(forced),
        errors == "skip",
        kept,
        index(seed),
    )
    return Samples(native, form, size, kind, compat)


def _following_mjai(compat: str | None) -> str | None:
    """Returns the convention for logs: the package stores chis differently if it follows MJAI."""
    if compat is None or not compat.startswith("riichienv-") or compat.endswith("+mjai"):
        return compat
    return compat + "+mjai"


def short_encoder(name: str, compat: str | None, seats: int) -> Encoder:
    """Returns the encoder with an id or a short name, of the package if `compat` names it."""
    if not isinstance(name, str):
        raise TypeError(f"encoder is {shown(name)}: expected the id of an encoder")
    short = name.removeprefix("riichi-").removesuffix("-1")
    if short not in SHORT:
        return encoder(name, seats)
    return encoder(f"riichi-{short}-1" if compat is None else f"{compat}-{short}", seats)


def to_mjai(path: Path) -> str:
    """Converts a log of any format to MJAI, one event a line; of an archive, a member by its path.

    >>> to_mjai("testdata/riichi/tonpu.mjlog").splitlines()[0][:20]
    '{"type":"start_game"'

    Raises `ValueError` if it cannot be read.
    """
    return _native.riichi_to_mjai(fspath(path))
