"""Networks: inference on arrays, the Fantasyland policy networks, the deadwood estimator.

Weights are safetensors files with PyTorch's names and layout; the package `safetensors` reads them
too, and the guide (docs/guide/networks.md) has the PyTorch modules that fit. `facedown train`
trains networks.

>>> hand = sort_hand("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc")
>>> " ".join(hand)
'Ah Ad Ac Kh Kd Jc 9h 9d 9c 9s 8s 7h 3d 2c'
>>> encode_hand(hand).shape
(252,)
>>> hand_to_top_label(hand, ["9c", "9d", "9h"]), get_top_by_index(hand, 0)
(308, ['Ah', 'Ad', 'Ac'])

Fantasyland is solved exactly, and faster, by `facedown.ofc.solve_fantasy`; deadwood by
`facedown.gin.min_deadwood`.
"""

import json
from collections.abc import Sequence
from itertools import combinations
from math import comb
from operator import index as as_index
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._output import real, shown
from facedown.ofc import evaluate_placement

__all__ = [
    "DeadwoodEstimator",
    "MiddlePolicyNetwork",
    "Network",
    "PolicySetting",
    "TopPolicyNetwork",
    "encode_hand",
    "evaluate_placement",
    "get_middle_by_index",
    "get_top_by_index",
    "hand_to_middle_label",
    "hand_to_top_label",
    "load",
    "read_dataset",
    "read_jsonl",
    "samples",
    "shipped",
    "solve_with_policy_network",
    "sort_hand",
    "write_jsonl",
]

Cards = str | Sequence[str] | Sequence[int] | npt.NDArray[Any]
"""Cards as a text, as texts, or as ids (52 and 53 are the jokers)."""

Source = str | PathLike[str] | bytes
"""The name of weights that ship (`shipped()`), a weight file, or its bytes."""

_WEIGHTS = Path(__file__).parent / "weights"

_RANKS, _SUITS = "A23456789TJQK", "cdhs"


def _ids(cards: Cards) -> list[int]:
    """Returns card ids; jokers, written X, are distinguished by their position."""
    if isinstance(cards, str):
        cards = cards.split()
    ids: list[int] = []
    jokers = iter((52, 53))
    for card in cards:
        if isinstance(card, str):
            if card.upper().startswith("X"):
                ids.append(next(jokers, 54))
            elif len(card) == 2 and card[0].upper() in _RANKS and card[1].lower() in _SUITS:
                ids.append(13 * _SUITS.index(card[1].lower()) + _RANKS.index(card[0].upper()))
            else:
                raise ValueError(f"no card {shown(card)}: expected a rank and a suit, or X")
        else:
            ids.append(as_index(card))
    bad = [card for card in ids if not 0 <= card < 54]
    if bad:
        raise ValueError(f"no card {bad[0]}: expected 52 cards and at most two jokers")
    return ids


def _text(card: int) -> str:
    return "X" if card >= 52 else _RANKS[card % 13] + _SUITS[card // 13]


def _like(cards: Cards, ids: Sequence[int]) -> list[Any]:
    """Returns cards in the form in which others were given."""
    texts = isinstance(cards, str) or any(isinstance(card, str) for card in cards)
    return [_text(card) if texts else card for card in ids]


def sort_hand(hand: Cards) -> list[Any]:
    """Returns a hand of fourteen cards in the order that the networks are trained on.

    Jokers come first, then aces, kings and so on; within a rank the suit that is longest in hand.
    """
    return _like(hand, _native.nets_sort_hand(_ids(hand)))


def encode_hand(cards: Cards) -> npt.NDArray[np.float32]:
    """Returns the inputs of fourteen cards, `float32[252]`, in the order given.

    A card is thirteen numbers for its rank (ace to king), four for its suit, numbered by length in
    the hand, and one for a joker. Arrays of ids `[..., 14]` give arrays `[..., 252]`. The middle
    network sees the eleven cards that a top leaves, then the top.
    """
    if isinstance(cards, np.ndarray) and cards.ndim > 1:
        if cards.dtype.kind not in "iu" or cards.shape[-1] != 14:
            raise ValueError(
                f"cards is {cards.dtype}{list(cards.shape)}: expected integers [..., 14]"
            )
        if cards.size and not 0 <= cards.min() <= cards.max() < 54:
            raise ValueError("cards: expected ids from 0 to 53")
        ids = np.ascontiguousarray(cards, dtype=np.uint8)
    else:
        ids = np.array(_ids(cards), dtype=np.uint8)
        if ids.shape != (14,):
            raise ValueError(f"{len(ids)} cards, expected 14")
    out = np.empty((*ids.shape[:-1], 252), dtype=np.float32)
    _native.nets_encode_hands(ids, out)
    return out


def _label(cards: Cards, row: Cards, size: int) -> int:
    """Returns the index of a row among `combinations(cards, size)`."""
    held, wanted = _ids(cards), _ids(row)
    if any(isinstance(card, str) for card in row):
        # Jokers are written alike: those of the row are the first of the hand.
        jokers = [card for card in held if card >= 52]
        wanted = [card for card in wanted if card < 52] + jokers[: sum(c >= 52 for c in wanted)]
    missing = [card for card in wanted if card not in held]
    if missing or len(set(wanted)) != size:
        raise ValueError(f"{shown(row)}: expected {size} different cards of {shown(cards)}")
    places = tuple(sorted(held.index(card) for card in wanted))
    return next(i for i, c in enumerate(combinations(range(len(held)), size)) if c == places)


def hand_to_top_label(hand: Cards, top: Cards) -> int:
    """Returns the label of a top row: its index among the 364 combinations of positions."""
    if len(_ids(hand)) != 14:
        raise ValueError(f"{len(_ids(hand))} cards, expected 14")
    return _label(hand, top, 3)


def hand_to_middle_label(rest: Cards, middle: Cards) -> int:
    """Returns the label of a middle row among the 462 of the eleven cards that a top leaves."""
    if len(_ids(rest)) != 11:
        raise ValueError(f"{len(_ids(rest))} cards, expected 11")
    return _label(rest, middle, 5)


def _row(cards: Cards, index: int, size: int) -> list[Any]:
    ids = _ids(cards)
    count = comb(len(ids), size)
    if not 0 <= as_index(index) < count:
        raise IndexError(f"no row {shown(index)}: expected 0 to {count - 1}")
    for i, places in enumerate(combinations(range(len(ids)), size)):
        if i == index:
            return _like(cards, [ids[place] for place in places])
    raise AssertionError


def get_top_by_index(hand: Cards, index: int) -> list[Any]:
    """Returns the top row with this label."""
    return _row(hand, index, 3)


def get_middle_by_index(rest: Cards, index: int) -> list[Any]:
    """Returns the middle row with this label."""
    return _row(rest, index, 5)


def shipped() -> list[str]:
    """Returns the names of the weights that ship with the package; `load` reads them."""
    files = [path.stem for path in _WEIGHTS.glob("*.safetensors")]
    return sorted([*files, *_native.nets_shipped()])


def _read(source: Source) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and source in shipped():
        found = _native.nets_shipped().get(source)
        return found or (_WEIGHTS / f"{source}.safetensors").read_bytes()
    try:
        return Path(source).read_bytes()
    except FileNotFoundError:
        names = ", ".join(shipped()) or "none"
        raise FileNotFoundError(
            f"{shown(source)}: no such file, nor weights that ship (there are {names})"
        ) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, shown(source)) from None


class Network:
    """A network, from a weight file or its bytes; `load` is the same.

    With `encoder`, weights of another encoder are refused with a `ValueError`, as is everything
    that is no such file, does not fit its description, or holds a number that is not finite.
    """

    _encoder: str | None = None

    def __init__(self, source: Source, encoder: str | None = None) -> None:
        self._data = _read(source)
        self._native = _native.Network(self._data, encoder or self._encoder)

    @property
    def metadata(self) -> dict[str, str]:
        """The metadata: config, encoder, rules, data, figures."""
        return self._native.metadata()

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an input: features, or channels and length."""
        return tuple(self._native.shape)

    @property
    def outputs(self) -> int:
        """The number of outputs of all heads."""
        return self._native.outputs

    @property
    def heads(self) -> dict[str, slice]:
        """Where each head's outputs are."""
        return {name: slice(start, end) for name, start, end in self._native.heads()}

    def predict(self, inputs: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Returns the outputs, `float32[..., outputs]`, of inputs `[..., *shape]`."""
        array = np.asarray(inputs)
        if array.dtype.kind not in "fiub":
            raise ValueError(f"inputs has dtype {array.dtype}: expected numbers")
        lead = array.ndim - len(self.shape)
        if lead < 0 or array.shape[lead:] != self.shape:
            raise ValueError(
                f"inputs has shape {array.shape}: expected {self.shape} on the last axes"
            )
        array = np.ascontiguousarray(array, dtype=np.float32)
        out = np.empty((*array.shape[:lead], self.outputs), dtype=np.float32)
        self._native.run(array, out)
        return out

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self.shape}, outputs={self.outputs})"


def load(source: Source, encoder: str | None = None) -> Network:
    """Returns the network of a weight file."""
    return Network(source, encoder)


def _softmax(scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)


class TopPolicyNetwork(Network):
    """The network of top rows: 252 inputs, 364 outputs."""

    _encoder = "fantasyland-top-1"

    def predict_top(self, encoded: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Returns the probability of each top row of encoded hands, `[..., 364]`."""
        return _softmax(self.predict(encoded))


class MiddlePolicyNetwork(Network):
    """The network of middle rows: 252 inputs, 462 outputs."""

    _encoder = "fantasyland-middle-1"

    def predict_middle(self, encoded: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Returns the probability of each middle row of encoded hands, `[..., 462]`."""
        return _softmax(self.predict(encoded))


class PolicySetting(NamedTuple):
    """The best setting that was tried."""

    top: str
    """The top row."""
    middle: str
    """The middle row."""
    bottom: str
    """The bottom row."""
    value: float
    """Royalties, and the value of staying."""
    settings: int
    """The number of settings tried."""


STAY_VALUE = 11.95
"""The value of staying in points that the networks are trained for."""


def solve_with_policy_network(
    hand: Cards,
    policy_net: TopPolicyNetwork,
    k: int = 50,
    *,
    middle_net: MiddlePolicyNetwork | None = None,
    stay_value: float = STAY_VALUE,
) -> PolicySetting:
    """Sets fourteen cards by the best `k` tops of a network.

    With `middle_net` the best `k` middles behind each top are tried, without it all 462; all
    bottoms of each, and every setting is evaluated exactly. Raises `ValueError` if all of them are
    fouls. `facedown.ofc.solve_fantasy` is exact and faster.
    """
    if not isinstance(policy_net, TopPolicyNetwork):
        raise TypeError(f"policy_net is {shown(policy_net)}: expected a TopPolicyNetwork")
    if middle_net is not None and not isinstance(middle_net, MiddlePolicyNetwork):
        raise TypeError(f"middle_net is {shown(middle_net)}: expected a MiddlePolicyNetwork")
    count = as_index(k)
    if not 1 <= count <= 462:
        raise ValueError(f"k is {shown(k)}: expected 1 to 462")
    middle = None if middle_net is None else middle_net._data
    solver = _native.FantasyPolicy(policy_net._data, middle, real("stay_value", stay_value))
    rows, value, settings = solver.solve(_ids(hand), count, middle_net is None)
    return PolicySetting._make([*rows, value, settings])


def read_dataset(folder: str | PathLike[str]) -> Any:
    """Returns a data set that `facedown dataset`, `facedown selfplay` or `facedown.scale` wrote, as
    a `pyarrow.Table`; the metadata of its schema (key `facedown`) name the game, rules, encoder and
    seed.

    `facedown dataset fantasyland --rows 1000000 --out DIR` writes one. Raises `ValueError` if a
    shard is damaged or of another data set.
    """
    from facedown import scale

    path = Path(folder)
    manifest = path / "manifest.json"
    if not manifest.exists():
        raise FileNotFoundError(f"'{path}' has no manifest.json")
    about = manifest.read_bytes()
    try:
        is_own = "dataset" in json.loads(about)
    except ValueError as error:
        raise ValueError(f"'{manifest}' is not JSON: {error}") from None
    return _read_shards(path, about) if is_own else scale.load(folder).table()


def _read_shards(folder: Path, about: bytes) -> Any:
    """Returns the shards of `facedown dataset` as one table."""
    from facedown.scale._checks import parquet, pyarrow

    pa, tables = pyarrow(), []
    for part in sorted(folder.glob("part-*.parquet")):
        try:
            table = parquet().read_table(part)
        except (pa.ArrowInvalid, OSError) as error:
            raise ValueError(f"'{part}': {error}") from None
        if (table.schema.metadata or {}).get(b"facedown") != about:
            raise ValueError(f"'{part}' is a shard of another data set")
        tables.append(table)
    if not tables:
        raise ValueError(f"'{folder}' has no shards")
    return pa.concat_tables(tables)


_TASKS = ("fantasyland-top", "fantasyland-middle", "deadwood")


def samples(task: str, table: Any) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    """Returns inputs and labels of a task from the rows of its data set, a `pyarrow.Table` or a
    dict of arrays; the inputs are encoded here."""
    if task not in _TASKS:
        raise ValueError(f"no task {shown(task)}, expected one of {', '.join(_TASKS)}")
    columns = {"deadwood": ("hand", "deadwood")}.get(task, ("cards", "top", "middle"))
    names = list(table) if isinstance(table, dict) else table.column_names
    for name in columns:
        if name not in names:
            raise ValueError(f"the data set has no column {name!r}: it is of another task")

    def column(name: str) -> npt.NDArray[Any]:
        values = table[name]
        if not isinstance(values, np.ndarray):
            values = values.combine_chunks()
            flat = values.flatten() if name == "cards" else values
            values = flat.to_numpy(zero_copy_only=False)
        found: npt.NDArray[Any] = values.reshape(-1, 14) if name == "cards" else values
        return found

    if task == "deadwood":
        bits = column("hand").astype(np.uint64)[:, None] >> np.arange(52, dtype=np.uint64)
        return (bits & np.uint64(1)).astype(np.float32), column("deadwood").astype(np.int64)
    cards, top = column("cards"), column("top").astype(np.int64)
    if task == "fantasyland-top":
        return encode_hand(cards), top
    # What the top leaves, then the top, both in the order of the hand.
    orders = np.array(
        [
            [i for i in range(14) if i not in places] + list(places)
            for places in combinations(range(14), 3)
        ]
    )
    left = np.take_along_axis(cards, orders[top], axis=1)
    return encode_hand(left), column("middle").astype(np.int64)


def write_jsonl(path: str | PathLike[str], table: Any) -> int:
    """Writes rows of the data set `fantasyland` as JSON lines with `hand`, `top`, `middle` and
    `bottom`; returns their number."""
    if not isinstance(table, dict) and not hasattr(table, "to_pydict"):
        raise TypeError(f"table is {shown(table)}: expected a table of pyarrow or a dict")
    rows = table if isinstance(table, dict) else table.to_pydict()
    count = 0
    with Path(path).open("w", encoding="ascii") as file:
        for cards, *labels in zip(
            rows["cards"], rows["top"], rows["middle"], rows["bottom"], strict=True
        ):
            left = [_text(int(card)) for card in cards]
            line: dict[str, list[str]] = {"hand": left}
            for name, label, size in zip(
                ("top", "middle", "bottom"), labels, (3, 5, 5), strict=True
            ):
                places = _places(len(left), int(label), size)
                line[name] = [left[place] for place in places]
                left = [card for place, card in enumerate(left) if place not in places]
            file.write(json.dumps(line) + "\n")
            count += 1
    return count


def _places(cards: int, label: int, size: int) -> tuple[int, ...]:
    return _ALL[cards, size][label]


_ALL = {(n, k): list(combinations(range(n), k)) for n, k in ((14, 3), (11, 5), (6, 5))}


def read_jsonl(path: str | PathLike[str]) -> dict[str, npt.NDArray[Any]]:
    """Reads JSON lines with `hand`, `top`, `middle` and `bottom`, as columns of the data set
    `fantasyland`; hands are put in the order of the networks."""
    hands, labels = [], []
    with Path(path).open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            if not text.strip():
                continue
            try:
                line = json.loads(text)
                hand = list(_native.nets_sort_hand(_ids(line["hand"])))
                rows = _ids(line["top"] + line["middle"] + line["bottom"])
                left, found = list(hand), []
                for first, size in ((0, 3), (3, 5), (8, 5)):
                    row = rows[first : first + size]
                    found.append(_label(left, row, size))
                    left = [card for card in left if card not in row]
                if len(rows) != 13:
                    raise ValueError(f"{len(rows)} cards in rows, expected 13")
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"line {number}: {error}") from None
            hands.append(hand)
            labels.append(found)
    if not hands:
        raise ValueError(f"'{path}' has no lines")
    columns = np.array(labels, dtype=np.uint16)
    names = ("top", "middle", "bottom")
    return {
        "cards": np.array(hands, dtype=np.uint8),
        **{name: columns[:, i].copy() for i, name in enumerate(names)},
    }


class DeadwoodEstimator:
    """Estimates the least deadwood of gin hands by a network.

    `facedown.gin.min_deadwood` is exact and faster.
    """

    def __init__(self, source: Source) -> None:
        self._native = _native.DeadwoodNetwork(_read(source))

    def estimate(
        self,
        hands: npt.ArrayLike,
        side: Literal["likely", "at_least", "at_most"] = "likely",
        rate: float = 0.01,
    ) -> npt.NDArray[np.uint8]:
        """Returns estimates for hands as bits, `uint64[...]`.

        `likely` is the most probable deadwood. `at_least` is below the true deadwood at this rate,
        by the network's own account: the safe side for knocking, since what is estimated to be
        legal is legal. `at_most` is the other side.
        """
        array = np.asarray(hands)
        if array.dtype.kind not in "iu" or (array.dtype.kind == "i" and (array < 0).any()):
            raise ValueError(f"hands has dtype {array.dtype}: expected hands as bits, uint64")
        array = np.ascontiguousarray(array, dtype=np.uint64)
        out = np.empty(array.shape, dtype=np.uint8)
        self._native.estimate(array, side, real("rate", rate), out)
        return out
