"""Data sets: exact solutions of random hands, and the samples that networks are trained on."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from facedown import _native, gin, ofc, riichi
from facedown._output import shown
from facedown.cards import to_mask
from facedown.scale._checks import integer, pyarrow
from facedown.scale.jobs import Job, child_seed, register, set_fields

__all__ = ["Dataset"]


@register
@dataclass(frozen=True)
class Dataset(Job):
    """Exact solutions of hands: `gin-deadwood`, `ofc-fantasy`, `riichi-hands`, and the samples that
    networks are trained on, `fantasyland` and `deadwood`, equal to those of `facedown train` with
    `--data generate:SEED:ROWS`.

    - `gin-deadwood`: `hand` (ten cards as a number), `deadwood`, `melds` (as numbers)
    - `ofc-fantasy`: `cards` (14 card ids), `rows` (0 top, 1 middle, 2 bottom, 3 discarded),
      `royalties`, `stays`, `value`
    - `riichi-hands`: `counts` of 14 tiles by kind, `shanten`, `left` (acceptance after each
      discard, by kind)
    - `fantasyland`: `cards` (14 card ids in the order of the networks), `top`, `middle`, `bottom`
      (labels of the best rows), `value`
    - `deadwood`: `hand` (ten or eleven cards as a number, half random, half from play), `deadwood`
    """

    kind: ClassVar[str] = "dataset"
    name: str
    rows: int
    seed: int = 0
    shard: int = 50_000

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or self.name not in {*_DATASETS, *_SAMPLES}:
            names = ", ".join([*_DATASETS, *_SAMPLES])
            raise ValueError(f"no data set {shown(self.name)}, expected one of {names}")
        set_fields(self, rows=integer("rows", self.rows, 1), seed=integer("seed", self.seed))
        set_fields(self, shard=integer("shard", self.shard, 1))
        self.check()

    @property
    def items(self) -> int:
        return self.rows

    def about(self) -> dict[str, Any]:
        if self.name in _SAMPLES:
            _, about = _SAMPLES[self.name]
            return {**about, "seed": self.seed}
        return {"game": self.name.split("-")[0], "rules": "standard"}

    def table(self, start: int, stop: int) -> Any:
        self.check_items(start, stop)
        if self.name in _SAMPLES:
            rows, _ = _SAMPLES[self.name]
            return rows(pyarrow(), self.seed, start, stop - start)
        seed = child_seed(self.seed, start // self.shard)
        return _DATASETS[self.name](pyarrow(), stop - start, seed)


def _gin_deadwood(pa: Any, count: int, seed: int) -> Any:
    hands = gin.random_hands(count, seed)
    melds = [[to_mask(meld) for meld in gin.best_melds(int(hand)).melds] for hand in hands]
    return pa.table(
        {
            "hand": hands,
            "deadwood": gin.min_deadwood(hands, threads=1),
            "melds": pa.array(melds, pa.list_(pa.uint64())),
        }
    )


def _ofc_fantasy(pa: Any, count: int, seed: int) -> Any:
    cards = _shuffled(count, 52, 14, seed)
    found = ofc.solve_fantasy_batch(cards, threads=1)
    return pa.table(
        {
            "cards": _lists(pa, cards),
            "rows": _lists(pa, found.rows),
            "royalties": found.royalties,
            "stays": found.stays,
            "value": found.values,
        }
    )


def _riichi_hands(pa: Any, count: int, seed: int) -> Any:
    tiles = _shuffled(count, 136, 14, seed) // 4
    counts = np.zeros((count, 34), np.uint8)
    np.add.at(counts, (np.arange(count)[:, None], tiles), 1)
    _, left = riichi.ukeire(counts, threads=1)
    return pa.table(
        {
            "counts": _lists(pa, counts),
            "shanten": riichi.shanten(counts, threads=1),
            "left": _lists(pa, left),
        }
    )


_DATASETS = {
    "gin-deadwood": _gin_deadwood,
    "ofc-fantasy": _ofc_fantasy,
    "riichi-hands": _riichi_hands,
}


def _fantasyland(pa: Any, seed: int, start: int, count: int) -> Any:
    cards = np.empty((count, 14), np.uint8)
    labels = np.empty((count, 3), np.uint16)
    values = np.empty(count)
    _native.nets_fantasy_rows(seed, start, cards, labels, values)
    rows = {name: labels[:, i].copy() for i, name in enumerate(("top", "middle", "bottom"))}
    return pa.table({"cards": _lists(pa, cards), **rows, "value": values})


def _deadwood(pa: Any, seed: int, start: int, count: int) -> Any:
    hands, deadwood = np.empty(count, np.uint64), np.empty(count, np.uint8)
    _native.nets_deadwood_rows(seed, start, hands, deadwood)
    return pa.table({"hand": hands, "deadwood": deadwood})


# Samples of networks: rows from an index on, and what readers should know.
_SAMPLES: dict[str, Any] = {
    "fantasyland": (
        _fantasyland,
        {
            "game": "ofc",
            "rules": "standard, 14 cards, 11.95 points for staying",
            "encoder": ["fantasyland-top-1", "fantasyland-middle-1"],
        },
    ),
    "deadwood": (_deadwood, {"game": "gin", "rules": "any", "encoder": "gin-hand-1"}),
}


def _shuffled(count: int, pack: int, cards: int, seed: int) -> npt.NDArray[np.uint8]:
    """Deals `count` hands from a pack each: the order of random 64-bit keys."""
    # NumPy keeps the raw output of PCG64 for ever, that of its samplers only within a version.
    keys = np.random.PCG64(seed).random_raw(count * pack).reshape(count, pack)
    return np.argsort(keys, axis=1, kind="stable")[:, :cards].astype(np.uint8)


def _lists(pa: Any, array: npt.NDArray[Any]) -> Any:
    return pa.FixedSizeListArray.from_arrays(pa.array(array.ravel()), array.shape[1])
