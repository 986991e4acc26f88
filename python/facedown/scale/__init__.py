"""Large jobs in shards: self-play, data sets, matches, suites, reviews and opening books.

A job is a description of the work, equal wherever it runs. It is divided into shards by number, and
every random draw follows from the job's seed and the number, so any number of workers writes the
same bytes, as Parquet files. `run` does it in this process (`workers=0`), in processes of this
machine (`workers=n`), or on Ray (`address="local"` or that of a cluster):

>>> import tempfile
>>> import facedown as fd
>>> job = fd.scale.SelfPlay("gin", bots=["greedy", "simple"], games=40, seed=7, shard=20)
>>> with tempfile.TemporaryDirectory() as folder:
...     done = fd.scale.run(job, folder)
...     done.rows, done.table().column_names[:3]
(40, ['game', 'hand', 'seed'])

A folder that was not finished is resumed by the same call. Parquet needs the extra
`facedown[parquet]`, Ray the extra `facedown[ray]`. `python -m facedown.scale` is the command line.

A job of one's own is a frozen dataclass below `Job`, with `register` above it; see `Job`.
"""

from facedown.scale.books import OfcBook, write_book
from facedown.scale.datasets import Dataset
from facedown.scale.jobs import Job, Match, SelfPlay, Suite, job, jobs, register
from facedown.scale.reviews import RecordReview, Review
from facedown.scale.runner import ShardError, run
from facedown.scale.store import Run, load
from facedown.scale.tables import replay

__all__ = [
    "Dataset",
    "Job",
    "Match",
    "OfcBook",
    "RecordReview",
    "Review",
    "Run",
    "SelfPlay",
    "ShardError",
    "Suite",
    "job",
    "jobs",
    "load",
    "register",
    "replay",
    "run",
    "write_book",
]
