"""The folder of a run: shards as Parquet files, a manifest, and a log of what is done.

- `part-000000.parquet` …: a file for each shard, written beside its place and renamed into it, so
  that it is there whole or not at all.
- `manifest.json`: the job, and when all is done every file with its rows and SHA-256.
- `done.jsonl`, while it runs: a line for each finished file. A file without a line is made again.
- `lock`, while it runs: one driver at a time.

A finished folder has no trace of who made it, when, with how many workers and interruptions.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from facedown._native import __version__
from facedown.scale._checks import parquet, pyarrow
from facedown.scale.jobs import Job, job, jobs

__all__ = ["Part", "Run", "Store", "load", "versions"]

FORMAT = 1
MANIFEST, LOG, LOCK = "manifest.json", "done.jsonl", "lock"


class Part(NamedTuple):
    """A finished shard."""

    file: str
    """The name of its file."""
    rows: int
    """The number of rows."""
    sha256: str
    """The SHA-256 of the file."""


def part_name(shard: int) -> str:
    """Returns the name of a shard's file."""
    return f"part-{shard:06}.parquet"


def versions() -> dict[str, str]:
    """Returns the versions that the bytes of a file depend on."""
    return {"facedown": __version__, "pyarrow": pyarrow().__version__}


def encode(job: Job, shard: int) -> tuple[bytes, int]:
    """Computes a shard; returns it as a Parquet file, and its number of rows."""
    pa = pyarrow()
    table = job.table(*job.bounds(shard))
    about = {"job": job.record(), "shard": shard, **job.about(), "facedown": __version__}
    text = json.dumps(about, sort_keys=True)
    sink = pa.BufferOutputStream()
    named = table.replace_schema_metadata({**(table.schema.metadata or {}), "facedown": text})
    parquet().write_table(named, sink, compression="zstd", version="2.6")
    return sink.getvalue().to_pybytes(), table.num_rows


class Store:
    """The folder of a run while it is written. `opened` opens it."""

    def __init__(self, folder: Path, job: Job) -> None:
        self.folder = folder
        self.job = job
        self.parts: dict[int, Part] = {}
        self._log: Any = None

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, job: Job, repair: bool) -> Iterator["Store"]:
        """Creates or resumes a folder; raises an error if it holds anything else."""
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            store = cls(folder, job)
            store._resume(repair)
            try:
                yield store
            finally:
                if store._log is not None:
                    store._log.close()
            (folder / LOCK).unlink(missing_ok=True)

    def missing(self) -> list[int]:
        """Returns the shards that are not there yet, in order."""
        return [shard for shard in range(self.job.shards) if shard not in self.parts]

    def add(self, shard: int, data: bytes, rows: int) -> None:
        """Writes a finished shard."""
        name = part_name(shard)
        _write(self.folder / name, data)
        part = Part(name, rows, hashlib.sha256(data).hexdigest())
        if self._log is None:
            self._log = open(self.folder / LOG, "a", encoding="ascii")  # noqa: SIM115
        self._log.write(json.dumps({"shard": shard, **part._asdict()}) + "\n")
        self._log.flush()
        self.parts[shard] = part

    def finish(self) -> None:
        """Writes the final manifest, when every shard is there."""
        parts = [self.parts[shard]._asdict() for shard in range(self.job.shards)]
        _write(self.folder / MANIFEST, _manifest(self.job, versions(), parts))
        if self._log is not None:
            self._log.close()
            self._log = None
        (self.folder / LOG).unlink(missing_ok=True)

    def _resume(self, repair: bool) -> None:
        path = self.folder / MANIFEST
        if not path.exists():
            other = sorted(item.name for item in self.folder.iterdir() if item.name != LOCK)
            if other:
                raise ValueError(
                    f"'{self.folder}' has no {MANIFEST} but {other[0]!r}: expected an empty "
                    "folder or one that a run has begun"
                )
            _write(path, _manifest(self.job, versions(), None))
            return
        manifest = _read_manifest(self.folder)
        _same_job(self.folder, manifest, self.job)
        found = (
            _read_log(self.folder)
            if manifest["parts"] is None
            else dict(enumerate(Part(**part) for part in manifest["parts"]))
        )
        for shard, part in found.items():
            if not 0 <= shard < self.job.shards or part.file != part_name(shard):
                raise ValueError(f"'{self.folder}': no shard {shard} of {self.job.shards}")
            wrong = _damage(self.folder, part)
            if wrong is None:
                self.parts[shard] = part
            elif not repair:
                raise ValueError(f"{wrong}; run with repair=True to make it again")
        # A crash leaves files that were never renamed.
        for rest in self.folder.glob("*.tmp"):
            rest.unlink()


class Run:
    """A finished run: its job and its files."""

    def __init__(self, path: Path, job: Job, parts: list[Part]) -> None:
        self.path = path
        """The folder."""
        self.job = job
        """The job."""
        self.parts = parts
        """The files in order."""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return sum(part.rows for part in self.parts)

    @property
    def files(self) -> list[Path]:
        """The Parquet files in order."""
        return [self.path / part.file for part in self.parts]

    def table(self) -> Any:
        """Reads all rows into a `pyarrow.Table`."""
        pa = pyarrow()
        return pa.concat_tables(list(self.tables()))

    def tables(self) -> Iterator[Any]:
        """Reads one shard after the other."""
        reader, failure = parquet(), pyarrow().ArrowException
        for path in self.files:
            try:
                yield reader.read_table(path).replace_schema_metadata()
            except failure as error:
                raise ValueError(f"'{path}' is not a Parquet file: {error}") from error

    def summary(self) -> dict[str, Any]:
        """Returns the result of the whole job, such as a match's means."""
        return self.job.summary(self.table())

    def verify(self) -> None:
        """Raises `ValueError` that names the first damaged or missing file."""
        for part in self.parts:
            wrong = _damage(self.path, part)
            if wrong is not None:
                raise ValueError(wrong)

    def __repr__(self) -> str:
        return (
            f"<Run {self.job.kind}, {self.rows:,} rows in {len(self.parts)} files, '{self.path}'>"
        )


def load(folder: str | PathLike[str]) -> Run:
    """Opens a finished run; raises `ValueError` for one that is not, or is none."""
    path = Path(folder)
    if not (path / MANIFEST).exists():
        raise FileNotFoundError(f"'{path}' has no {MANIFEST}")
    manifest = _read_manifest(path)
    if manifest["parts"] is None:
        raise ValueError(f"'{path}' is not finished: run its job again to resume it")
    try:
        options = _present(manifest["job"])
        described = job(options.pop("kind"), **options)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"'{path / MANIFEST}' has an invalid job: {error}") from error
    return Run(path, described, [Part(**part) for part in manifest["parts"]])


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Holds the folder's lock; the system releases it if this process dies."""
    file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BlockingIOError(f"'{folder}' is in use by another run") from None
        yield
    finally:
        os.close(file)


def _manifest(job: Job, made_with: dict[str, str], parts: list[dict[str, Any]] | None) -> bytes:
    record = {
        "format": FORMAT,
        "job": job.record(),
        "shards": job.shards,
        "versions": made_with,
        "parts": parts,
    }
    return (json.dumps(record, indent=1, sort_keys=True) + "\n").encode()


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_bytes())
        format, parts = found["format"], found["parts"]
        if format != FORMAT:
            raise ValueError(f"format {format!r}, expected {FORMAT}")
        if not isinstance(found["job"], dict) or not isinstance(found["versions"], dict):
            raise ValueError("job or versions is not an object")
        for part in parts or []:
            Part(**part)
        if parts is not None and len(parts) != found["shards"]:
            raise ValueError(f"{len(parts)} parts, expected {found['shards']}")
    except (ValueError, KeyError, TypeError) as error:
        reason = f"no field {error}" if isinstance(error, KeyError) else error
        raise ValueError(f"'{path}' is not a manifest: {reason}") from error
    return dict(found)


def _present(record: dict[str, Any]) -> dict[str, Any]:
    """Returns the record of a stored job with the fields that are younger than its folder."""
    known = jobs().get(record.get("kind", ""))
    return dict(record) if known is None else known.present(record)


def _same_job(folder: Path, manifest: dict[str, Any], job: Job) -> None:
    """Raises `ValueError` that names the first difference from the job of a folder."""
    for what, there, here in (
        ("job", _present(manifest["job"]), job.record()),
        ("version", manifest["versions"], versions()),
    ):
        for key in sorted({*there, *here}):
            if there.get(key) != here.get(key):
                raise ValueError(
                    f"'{folder}' holds another {what}: {key} is {there.get(key)!r} there and "
                    f"{here.get(key)!r} here"
                )


def _read_log(folder: Path) -> dict[int, Part]:
    """Reads what is done. A last line without its end was cut by a crash and does not count."""
    path = folder / LOG
    found: dict[int, Part] = {}
    if not path.exists():
        return found
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            record = json.loads(line)
            shard = record.pop("shard")
            found[shard] = Part(**record)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"'{path}', line {number} is not a finished shard: {error}") from error
    if len(whole) < len(data):
        with open(path, "r+b") as file:
            file.truncate(len(whole))
    return found


def _damage(folder: Path, part: Part) -> str | None:
    """Returns what is wrong with a finished file; `None` if it is what it was."""
    path = folder / part.file
    try:
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return f"'{path}' is missing"
    return None if digest == part.sha256 else f"'{path}' is damaged: its SHA-256 is {digest}"


def _write(path: Path, data: bytes) -> None:
    """Writes a file that is there whole or not at all."""
    part = path.with_name(path.name + ".tmp")
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
