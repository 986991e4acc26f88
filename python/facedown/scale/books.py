"""Opening books of open-face Chinese poker, shard by shard.

A shard of the job is some shards of the book, made by `facedown ofc book --only` on one thread. The
format of books is in docs/reference/ofc-book.md.
"""

import subprocess
import sys
import tempfile
import zlib
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from facedown._output import shown
from facedown.scale._checks import integer, parquet, pyarrow
from facedown.scale.jobs import Job, register
from facedown.scale.store import Run, _write

__all__ = ["OfcBook", "write_book"]

_HEADER = 192
_KEY = "ofc-book-header"
_CARDS = [f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789TJQK"] + ["X", "X"]


@register
@dataclass(frozen=True)
class OfcBook(Job):
    """The best openings of every class of five cards, or a part of them.

    One row for each class: `opening` (its number), `cards`, `best` and `second` (a letter for each
    card's row: t, m, b), `ev`, `error`, `behind`, and `entry`, the eight bytes of the book.
    `facedown.scale.write_book` makes the file that `facedown.ofc.Book` reads.
    """

    kind: ClassVar[str] = "ofc-book"
    preset: str = "standard"
    iterations: int = 200
    exact_iterations: int = 200
    seed: int = 0
    book_shards: int = 1024
    """The number of shards of the book."""
    first: int = 0
    """The first of them to make."""
    last: int | None = None
    """The one after the last to make; by default all."""
    shard: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.preset, str):
            raise TypeError(f"preset is {shown(self.preset)}: expected a text")
        for name, low in (("iterations", 0), ("exact_iterations", 0), ("seed", 0), ("shard", 1)):
            object.__setattr__(self, name, integer(name, getattr(self, name), low))
        book = integer("book_shards", self.book_shards, 1, 134_460)
        last = book if self.last is None else integer("last", self.last, 1, book + 1)
        object.__setattr__(self, "last", last)
        object.__setattr__(self, "first", integer("first", self.first, 0, last))
        self.check()

    @property
    def items(self) -> int:
        assert self.last is not None
        return self.last - self.first

    def about(self) -> dict[str, Any]:
        return {"game": "ofc", "rules": self.preset}

    def table(self, start: int, stop: int) -> Any:
        self.check_items(start, stop)
        pa = pyarrow()
        data = self._make(self.first + start, self.first + stop)
        shards, classes = (int.from_bytes(data[at : at + 4], "little") for at in (12, 16))
        numbers = range(
            (self.first + start) * classes // shards, (self.first + stop) * classes // shards
        )
        at = _HEADER + 8 * shards + 8 * numbers.start
        entries = np.frombuffer(data, "u1", 8 * len(numbers), at).reshape(-1, 8)
        words = entries[:, 2:].copy().view("<u2")
        hands = _classes(self.preset_jokers(classes))[numbers.start : numbers.stop]
        best = [_rows(int(code)) for code in entries[:, 0]]
        second = [None if code == 255 else _rows(int(code)) for code in entries[:, 1]]
        table = {
            "opening": pa.array(numbers, pa.uint32()),
            "cards": pa.array([_text(int(hand)) for hand in hands], pa.string()),
            "best": pa.array(best, pa.string()),
            "second": pa.array(second, pa.string()),
            "ev": pa.array(words[:, 0].view("<i2") / 128, pa.float32()),
            "error": pa.array(words[:, 1] / 1024, pa.float32()),
            "behind": pa.array(words[:, 2] / 1024, pa.float32()),
            "entry": pa.array(entries.copy().view("<u8").ravel(), pa.uint64()),
        }
        # The header has the settings as the command line understood them; `write_book` needs it.
        return pa.table(table).replace_schema_metadata({_KEY: data[:_HEADER].hex()})

    @staticmethod
    def preset_jokers(classes: int) -> int:
        """Returns the number of jokers of a pack from that of its classes."""
        return {134_459: 0, 150_891: 1, 152_646: 2}[classes]

    def _make(self, first: int, last: int) -> bytes:
        """Makes some shards of the book; returns the whole file, the others empty."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "part.book")
            self._command(path, first, last)
            return path.read_bytes()

    def _command(self, path: Path, first: int, last: int) -> None:
        options = {
            "--preset": self.preset,
            "--iterations": self.iterations,
            "--exact-iterations": self.exact_iterations,
            "--seed": self.seed,
            "--shards": self.book_shards,
            "--only": f"{first}..{last}",
            "--threads": 1,
            "--out": path,
        }
        command = [sys.executable, "-m", "facedown", "ofc", "book"]
        command += [str(word) for pair in options.items() for word in pair]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise ValueError(done.stderr.strip() or f"'{' '.join(command)}' failed")


def write_book(run: Run, path: str | PathLike[str]) -> None:
    """Writes the openings of a run as a book, which `facedown.ofc.Book` and `facedown ofc solve
    --book` read. It equals, byte for byte, the book made by `facedown ofc book` in one go.
    """
    if not isinstance(run, Run):
        raise TypeError(f"run is {shown(run)}: expected one of facedown.scale.run or load")
    job = run.job
    if not isinstance(job, OfcBook):
        raise ValueError(f"a run of {job.kind}: expected one of {OfcBook.kind}")
    header = bytes.fromhex(parquet().read_schema(run.files[0]).metadata[_KEY.encode()].decode())
    shards, classes = (int.from_bytes(header[at : at + 4], "little") for at in (12, 16))
    data = bytearray(header) + bytes(8 * (shards + classes))
    entries_at = _HEADER + 8 * shards
    first = job.first * classes // shards
    entries = run.table()["entry"].to_numpy().astype("<u8").tobytes()
    data[entries_at + 8 * first : entries_at + 8 * first + len(entries)] = entries
    assert job.last is not None
    for shard in range(job.first, job.last):
        low, high = (entries_at + 8 * (n * classes // shards) for n in (shard, shard + 1))
        mark = zlib.crc32(data[low:high])
        words = mark.to_bytes(4, "little") + (mark ^ 0xFFFFFFFF).to_bytes(4, "little")
        data[_HEADER + 8 * shard : _HEADER + 8 * shard + 8] = words
    _write(Path(path), bytes(data))


def _rows(code: int) -> str:
    return "".join("tmb"[code // 3**place % 3] for place in range(5))


def _text(hand: int) -> str:
    return " ".join(card for bit, card in enumerate(_CARDS) if hand >> bit & 1)


@lru_cache(maxsize=3)
def _classes(jokers: int) -> npt.NDArray[np.uint64]:
    """Returns the canonical hands of a pack in order.

    The ranks of clubs, read as a number, are at least those of diamonds, and so on.
    """
    by_size: list[list[int]] = [[] for _ in range(6)]
    for ranks in range(1 << 13):
        if ranks.bit_count() <= 5:
            by_size[ranks.bit_count()].append(ranks)
    found: list[int] = []

    def suits(hand: int, suit: int, least: int, left: int) -> None:
        if suit == 4:
            if left == 0:
                found.append(hand)
            return
        for size in range(left + 1):
            for ranks in by_size[size]:
                if ranks > least:
                    break
                suits(hand | ranks << 13 * suit, suit + 1, ranks, left - size)

    for held in range(jokers + 1):
        suits(((1 << held) - 1) << 52, 0, (1 << 13) - 1, 5 - held)
    return np.array(sorted(found), np.uint64)
