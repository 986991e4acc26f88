"""`facedown.scale`: any number of workers, deaths and interruptions give the same files."""

import itertools
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import pytest
from facedown import _native, scale
from facedown.scale.cluster import _connect
from facedown.scale.datasets import _shuffled
from facedown.scale.jobs import _pooled, child_seed

pytest.importorskip("pyarrow")

import scale_jobs

GIN = scale.SelfPlay("gin", bots=["greedy", "simple"], games=60, seed=7, shard=12)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_any_number_of_workers_writes_the_same_bytes(tmp_path: Path) -> None:
    for workers in (0, 1, 2, 3):
        scale.run(GIN, tmp_path / str(workers), workers=workers)
    first = contents(tmp_path / "0")
    assert sorted(first) == ["manifest.json"] + [f"part-{n:06}.parquet" for n in range(5)]
    for workers in (1, 2, 3):
        assert contents(tmp_path / str(workers)) == first


@pytest.mark.parametrize("shards", [1, 2, 3])
def test_workers_may_be_as_many_as_shards_or_more(tmp_path: Path, shards: int) -> None:
    job = scale.SelfPlay("gin", bots=["simple"], games=shards, shard=1)
    assert scale.run(job, tmp_path / "out", workers=3).rows == shards


def test_a_shard_of_a_dead_worker_is_given_to_another(tmp_path: Path) -> None:
    job = scale_jobs.Fragile(6, str(tmp_path), deaths=2)
    done = scale.run(job, tmp_path / "out", workers=2)
    assert (tmp_path / "death-1").exists()
    assert done.table()["number"].to_pylist() == [child_seed(1, n) for n in range(6)]


def test_a_shard_whose_workers_always_die_is_named(tmp_path: Path) -> None:
    job = scale_jobs.Fragile(6, str(tmp_path), deaths=5)
    with pytest.raises(scale.ShardError, match=r"shard 2 of 6: its worker died 2 times.*-9"):
        scale.run(job, tmp_path / "out", workers=2, retries=1)
    done = scale.run(job, tmp_path / "out", workers=1, retries=9)  # it resumes
    assert done.rows == 6


@pytest.mark.parametrize("workers", [0, 2])
def test_an_exception_in_a_shard_is_reported_and_the_rest_stays(
    tmp_path: Path, workers: int
) -> None:
    with pytest.raises(scale.ShardError, match="shard 3 of 5: ArithmeticError: no number 3"):
        scale.run(scale_jobs.Failing(5, at=3), tmp_path / "out", workers=workers)
    assert any((tmp_path / "out").glob("part-*.parquet"))


def start(job: list[str], out: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "facedown.scale", *job, "--out", str(out), *options]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def wait_for_shards(driver: subprocess.Popen[bytes], out: Path, count: int) -> None:
    """Waits until so many shards are done, while the driver lives."""
    log = out / "done.jsonl"
    while driver.poll() is None:
        if log.exists() and len(log.read_bytes().splitlines()) >= count:
            return
        time.sleep(0.005)
    assert driver.stderr is not None
    pytest.fail(f"the driver ended first: {driver.stderr.read().decode()}")


def kill_driver_and_resume(
    tmp_path: Path, job: list[str], options: list[str], interfere: Callable[[Any, Path], None]
) -> None:
    out = tmp_path / "out"
    driver = start(job, out, *options)
    wait_for_shards(driver, out, 2)
    interfere(driver, out)
    driver.send_signal(signal.SIGKILL)
    assert driver.wait() == -signal.SIGKILL
    assert json.loads((out / "manifest.json").read_bytes())["parts"] is None
    with pytest.raises(ValueError, match="is not finished"):
        scale.load(out)
    again = start(job, out, *options)
    assert again.wait() == 0, again.stderr and again.stderr.read().decode()
    assert start(job, tmp_path / "plain").wait() == 0
    assert contents(out) == contents(tmp_path / "plain")
    scale.load(out).verify()


LONG = ["selfplay", "game=gin", "bots=greedy", "seed=3", "shard=100"]


def test_a_run_whose_driver_is_killed_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    kill_driver_and_resume(tmp_path, [*LONG, "games=4000"], ["--workers", "2"], lambda *_: None)


def test_ray_with_a_killed_worker_and_a_killed_driver_writes_the_same_bytes(
    tmp_path: Path,
) -> None:
    pytest.importorskip("ray")
    psutil = pytest.importorskip("psutil")

    def kill_a_worker(driver: subprocess.Popen[bytes], out: Path) -> None:
        for _ in itertools.count():
            children = psutil.Process(driver.pid).children(recursive=True)
            found = [child for child in children if "ray::compute" in "".join(_command(child))]
            if found:
                found[0].kill()
                break
            assert driver.poll() is None
        done = len((out / "done.jsonl").read_bytes().splitlines())
        wait_for_shards(driver, out, done + 8)

    def _command(process: Any) -> list[str]:
        try:
            return list(process.cmdline())
        except psutil.Error:
            return []

    options = ["--workers", "2", "--ray", "local"]
    kill_driver_and_resume(tmp_path, [*LONG, "games=8000"], options, kill_a_worker)


def test_every_kind_of_job_writes_the_same_bytes_on_ray(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    logs = Path(__file__).parents[2] / "testdata" / "riichi" / "logs" / "tenhou"
    hand = fd.make("gin").match(1).next_hand()
    assert hand is not None
    begun = {"version": 1, "game": "gin", "seed": 1, "actions": hand.legal_actions()[:1]}
    record = tmp_path / "gin.json"
    record.write_text(json.dumps(begun))
    jobs: list[scale.Job] = [
        scale.SelfPlay("ofc", bots=["greedy"], games=4, shard=2),
        scale.Match("gin", ["greedy", "simple"], deals=8, shard=4),
        scale.Dataset("riichi-hands", rows=40, shard=20),
        scale.Suite("gin-layoffs", "simple", shard=30),
        scale.Review([str(logs / "east.mjlog")], seat=0, worlds=2),
        scale.RecordReview([str(record)], bot="flat", iterations=10, worlds=2),
        scale.OfcBook(iterations=1, exact_iterations=0, book_shards=8192, first=3, last=5),
    ]
    ours = {cls.kind for cls in scale.jobs().values() if cls.__module__.startswith("facedown")}
    assert {job.kind for job in jobs} == ours
    _connect(ray, 2, "local")
    try:
        for job in jobs:
            scale.run(job, tmp_path / "ray" / job.kind, address="local")
    finally:
        ray.shutdown()
    for job in jobs:
        scale.run(job, tmp_path / "plain" / job.kind)
        assert contents(tmp_path / "ray" / job.kind) == contents(tmp_path / "plain" / job.kind)


def test_ray_reports_a_failing_shard_and_a_missing_cluster(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with pytest.raises(ConnectionError, match="no Ray cluster at 'auto'"):
        scale.run(GIN, tmp_path / "none", address="auto")
    with pytest.raises(scale.ShardError, match="shard 1 of 3: ArithmeticError: no number 1"):
        scale.run(scale_jobs.Failing(3, at=1), tmp_path / "out", workers=1, address="local")


def test_self_play_is_replayed_to_its_views_and_scores(tmp_path: Path) -> None:
    done = scale.run(GIN, tmp_path / "out")
    pairs = list(scale.replay(done))
    assert len(pairs) == sum(len(row) for row in done.table()["actions"].to_pylist())
    assert all(action in view.legal_actions() for view, action in pairs)
    row = done.table().to_pylist()[17]
    state = fd.make("gin").deal(row["seed"])
    assert row["hands"] == [" ".join(state.view(seat).to_dict()["hand"]) for seat in range(2)]
    assert row["seed"] == child_seed(7, 17)


def test_self_play_of_one_hand_of_the_match(tmp_path: Path) -> None:
    job = scale.SelfPlay("hearts", bots=["random"], games=4, hand=3, seed=2)
    done = scale.run(job, tmp_path / "out")
    views = [view for view, _ in scale.replay(done)]
    assert {view.setup["hand"] for view in views} == {3}
    for kind in (scale.SelfPlay, scale.Match):
        options: dict[str, Any] = {"games": 1} if kind is scale.SelfPlay else {"deals": 1}
        with pytest.raises(ValueError, match="hand: no hand 4, expected 0 to 3"):
            kind("hearts", bots=["random"] * 4, hand=4, **options)
        with pytest.raises(ValueError, match="hand: 1, expected none where whole matches"):
            kind("hearts", bots=["random"] * 4, hand=1, matches=True, **options)


@pytest.mark.parametrize("matches", [False, True])
def test_self_play_that_was_stored_before_hands_had_a_place(matches: bool, tmp_path: Path) -> None:
    hand = None if matches else 0
    job = scale.SelfPlay("hearts", bots=["random"], games=3, matches=matches, hand=hand)
    scale.run(job, tmp_path / "out")
    path = tmp_path / "out" / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["job"]["hand"]
    path.write_text(json.dumps(manifest))
    done = scale.load(tmp_path / "out")
    assert done.job == job
    assert {view.setup["hand"] for view, _ in scale.replay(done)} >= {0}
    scale.run(job, tmp_path / "out")
    drawn = scale.SelfPlay("hearts", bots=["random"], games=3, matches=matches)
    if not matches:
        with pytest.raises(ValueError, match="hand is 0 there and None here"):
            scale.run(drawn, tmp_path / "out")


def test_rows_do_not_depend_on_the_size_of_shards(tmp_path: Path) -> None:
    other = scale.SelfPlay("gin", bots=["greedy", "simple"], games=60, seed=7, shard=60)
    tables = [scale.run(job, tmp_path / str(job.shard)).table() for job in (GIN, other)]
    assert tables[0].to_pylist() == tables[1].to_pylist()


def test_matches_are_played_whole_and_replayed(tmp_path: Path) -> None:
    job = scale.SelfPlay("riichi", bots=["efficient"], games=2, matches=True, shard=1)
    done = scale.run(job, tmp_path / "out")
    hands = done.table()["hand"].to_pylist()
    assert hands.count(0) == 2
    assert len(hands) > 8
    assert sum(1 for _ in scale.replay(done)) > 400


@pytest.mark.parametrize("game", list(fd.games()))
def test_self_play_of_every_game_is_written_and_replayed(tmp_path: Path, game: str) -> None:
    done = scale.run(scale.SelfPlay(game, bots=["random"], games=3), tmp_path / "out")
    assert sum(1 for _ in scale.replay(done)) > 0
    assert scale.load(tmp_path / "out").job == done.job


def test_files_name_game_rules_encoder_and_seed(tmp_path: Path) -> None:
    from pyarrow import parquet

    done = scale.run(GIN, tmp_path / "out")
    about = json.loads(parquet.read_schema(done.files[1]).metadata[b"facedown"])
    assert about["game"] == "gin"
    assert about["encoder"] == "gin-planes-1"
    assert about["rules"]["gin_bonus"] == 25
    assert about["job"]["seed"] == 7
    assert about["shard"] == 1


def test_a_match_in_one_shard_is_that_of_fd_match(tmp_path: Path) -> None:
    job = scale.Match("gin", ["greedy", "simple"], deals=40, seed=5, shard=40)
    found = scale.run(job, tmp_path / "out").summary()["bots"]
    expected = fd.match("gin", ["greedy", "simple"], deals=40, seed=child_seed(5, 0))
    for bot, here in zip(expected["report"]["bots"], found, strict=True):
        for key in ("score", "win_rate"):
            assert here[key]["mean"] == pytest.approx(bot[key]["mean"])
            assert here[key]["standard_error"] == pytest.approx(bot[key]["standard_error"])


def test_pooled_shards_have_the_mean_and_error_of_all_deals() -> None:
    # A cluster of a match is a deal: its deviations are known if every deal is a shard of its own.
    rng = np.random.default_rng(1)
    deals = [rng.normal(size=size) for size in (3, 10, 4)]
    parts = [
        {"clusters": len(x), "mean": x.mean(), "standard_error": x.std(ddof=1) / len(x) ** 0.5}
        for x in deals
    ]
    pooled = _pooled(parts)
    every = np.concatenate(deals)
    assert pooled["mean"] == pytest.approx(every.mean())
    assert pooled["standard_error"] == pytest.approx(every.std(ddof=1) / len(every) ** 0.5)


def test_data_sets_hold_what_the_kernels_return(tmp_path: Path) -> None:
    gin = scale.run(scale.Dataset("gin-deadwood", rows=50, shard=20), tmp_path / "gin").table()
    for row in gin.to_pylist():
        assert row["deadwood"] == fd.gin.best_melds(row["hand"]).deadwood
        assert sum(row["melds"]) & ~row["hand"] == 0
    ofc = scale.run(scale.Dataset("ofc-fantasy", rows=20), tmp_path / "ofc").table()
    for row in ofc.to_pylist():
        assert len(set(row["cards"])) == 14
        cards = " ".join(str(fd.cards.Cards(1 << card)) for card in row["cards"])
        assert fd.ofc.fantasy(cards).value == pytest.approx(row["value"])
    hands = scale.run(scale.Dataset("riichi-hands", rows=50), tmp_path / "riichi").table()
    for row in hands.to_pylist():
        assert sum(row["counts"]) == 14
        assert row["shanten"] == fd.riichi.shanten(np.array(row["counts"], np.uint8))


def test_shuffled_hands_are_uniform() -> None:
    hands = _shuffled(20_000, 52, 14, seed=3)
    counts = np.bincount(hands.ravel(), minlength=52)
    expected = 20_000 * 14 / 52
    # Cards are drawn without replacement, so the statistic is (1 - 14/52) of a chi-square of 51.
    statistic = ((counts - expected) ** 2 / expected).sum() / (1 - 14 / 52) * 51 / 52
    assert 20 < statistic < 95


def test_a_suite_job_scores_as_fd_suites_does(tmp_path: Path) -> None:
    job = scale.Suite("gin-layoffs", "simple", seed=2, shard=25)
    found = scale.run(job, tmp_path / "out", workers=2).summary()
    expected = fd.suites.score("simple", "gin-layoffs", seed=2)
    assert found["loss"] == pytest.approx(expected.loss)
    assert found["positions"] == expected.positions


@pytest.mark.skipif(not hasattr(_native, "command_line"), reason="no command line in the package")
def test_a_book_in_shards_equals_the_one_of_the_command_line(tmp_path: Path) -> None:
    options: dict[str, Any] = {
        "iterations": 2,
        "exact_iterations": 0,
        "seed": 5,
        "book_shards": 4096,
    }
    job = scale.OfcBook(first=7, last=9, **options)
    done = scale.run(job, tmp_path / "out", workers=2)
    scale.write_book(done, tmp_path / "scaled.book")
    scale.OfcBook(**options)._command(tmp_path / "whole.book", 7, 9)
    assert (tmp_path / "scaled.book").read_bytes() == (tmp_path / "whole.book").read_bytes()
    book = fd.ofc.Book(tmp_path / "scaled.book")
    row = done.table().to_pylist()[5]
    move = book.lookup(row["cards"])
    assert move is not None
    assert move.ev == pytest.approx(row["ev"])
    assert "".join(to[0] for _, to in move.placed) == row["best"]
    assert book.info["classes_done"] == done.rows


# Bad input: what is wrong is named, and nothing is lost.


SELF_PLAY: Any = scale.SelfPlay
BOOK: Any = scale.OfcBook


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: scale.job("nonsense"), ValueError, "no job 'nonsense', expected one of dataset"),
        (lambda: scale.job("match", gam="gin"), ValueError, "no option 'gam' of match"),
        (lambda: SELF_PLAY("chess", ["random"], 1), ValueError, "chess"),
        (lambda: SELF_PLAY(7, ["random"], 1), TypeError, "game is 7"),
        (lambda: SELF_PLAY("gin", ["nobody"], 1), ValueError, "nobody"),
        (lambda: SELF_PLAY("gin", "random", 1), TypeError, "bots is 'random'"),
        (lambda: SELF_PLAY("gin", [1], 1), TypeError, "bots holds 1"),
        (lambda: SELF_PLAY("gin", ["random"] * 3, 1), ValueError, "3 bots for 2 seats"),
        (lambda: SELF_PLAY("gin", ["random"], 0), ValueError, "games is 0"),
        (lambda: SELF_PLAY("gin", ["random"], 1.5), TypeError, "games is 1.5"),
        (lambda: SELF_PLAY("gin", ["random"], 1, seed=-1), ValueError, "seed is -1"),
        (lambda: SELF_PLAY("gin", ["random"], 1, seed=1 << 64), ValueError, "seed is 184467"),
        (lambda: SELF_PLAY("gin", ["random"], 1, shard=0), ValueError, "shard is 0"),
        (lambda: SELF_PLAY("gin", ["random"], 1, rules=3), TypeError, "rules is 3"),
        (lambda: SELF_PLAY("gin", ["random"], 1, rules="x"), ValueError, "x"),
        (lambda: SELF_PLAY("gin", ["random"], 1, matches=1), TypeError, "matches is 1"),
        (lambda: SELF_PLAY("gin", ["random"], 10**9, shard=1), ValueError, "1000000000 sh"),
        (lambda: scale.Match("gin", ["random"], 1), ValueError, "bots has 1 names"),
        (lambda: scale.Dataset("x", 1), ValueError, "no data set 'x', expected one of gin-dead"),
        (lambda: scale.Suite("x", "random"), ValueError, "no suite 'x'"),
        (lambda: scale.Suite("gin-layoffs", "nobody"), ValueError, "nobody"),
        (lambda: BOOK(first=5, last=5), ValueError, "first is 5"),
        (lambda: BOOK(preset=1), TypeError, "preset is 1"),
    ],
)
def test_a_wrong_option_of_a_job_is_named(
    make: Callable[[], object], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        make()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"workers": -1}, ValueError, "workers is -1"),
        ({"workers": "2"}, TypeError, "workers is '2'"),
        ({"workers": True}, TypeError, "workers is True"),
        ({"retries": -1}, ValueError, "retries is -1"),
        ({"address": 7}, TypeError, "address is 7"),
    ],
)
def test_a_wrong_option_of_a_run_is_named(
    tmp_path: Path, options: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        scale.run(GIN, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_something_that_is_no_job_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"job is 'selfplay': expected a job, one of dataset"):
        scale.run("selfplay", tmp_path)  # type: ignore[arg-type]


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(ValueError, match=r"has no manifest.json but 'thesis.txt'"):
        scale.run(GIN, tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        scale.run(GIN, tmp_path / "file")
    with pytest.raises(OSError, match="file"):
        scale.run(GIN, tmp_path / "file" / "below")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"seed": 8}, "seed is 7 there and 8 here"),
        ({"rules": "classic"}, "rules is {} there and {'rules': 'classic'} here"),
        ({"games": 61}, "games is 60 there and 61 here"),
    ],
)
def test_a_folder_of_another_job_is_refused(
    tmp_path: Path, change: dict[str, Any], text: str
) -> None:
    scale.run(GIN, tmp_path / "out")
    before = contents(tmp_path / "out")
    options: dict[str, Any] = {
        "game": "gin",
        "bots": ["greedy", "simple"],
        "games": 60,
        "seed": 7,
        "shard": 12,
    }
    with pytest.raises(ValueError, match="holds another job: " + text.replace("{}", r"\{\}")):
        scale.run(scale.SelfPlay(**{**options, **change}), tmp_path / "out")
    after = contents(tmp_path / "out")
    after.pop("lock", None)
    assert after == before


@pytest.mark.parametrize("damage", [b"", b"PAR1", None])
def test_a_damaged_shard_is_named_and_repaired_on_request(
    tmp_path: Path, damage: bytes | None
) -> None:
    out = tmp_path / "out"
    before = (scale.run(GIN, out), contents(out))[1]
    path = out / "part-000003.parquet"
    path.unlink()
    if damage is not None:
        path.write_bytes(damage)
    word = "is missing" if damage is None else "is damaged"
    with pytest.raises(ValueError, match=f"part-000003.parquet' {word}.*repair=True"):
        scale.run(GIN, out)
    with pytest.raises(ValueError, match=f"part-000003.parquet' {word}"):
        scale.load(out).verify()
    scale.run(GIN, out, repair=True)
    assert contents(out) == before


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": 2, "parts": []}', '{"format": 1, "parts": 3}']
)
def test_a_corrupt_manifest_is_refused_and_nothing_is_lost(tmp_path: Path, text: str) -> None:
    out = tmp_path / "out"
    scale.run(GIN, out)
    (out / "manifest.json").write_text(text)
    before = contents(out)
    with pytest.raises(ValueError, match=r"manifest.json' is not a manifest"):
        scale.run(GIN, out)
    with pytest.raises(ValueError, match=r"manifest.json' is not a manifest"):
        scale.load(out)
    after = contents(out)
    after.pop("lock", None)
    assert after == before


def test_a_half_written_line_of_the_log_is_made_again_and_a_wrong_one_refused(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out"
    scale.run(GIN, out)
    before = contents(out)
    record = json.loads(before["manifest.json"])
    lines = [json.dumps({"shard": n, **part}) + "\n" for n, part in enumerate(record["parts"][:3])]
    record["parts"] = None
    (out / "manifest.json").write_text(json.dumps(record))
    (out / "done.jsonl").write_text("".join(lines)[:-30])
    scale.run(GIN, out)
    assert contents(out) == before
    (out / "manifest.json").write_text(json.dumps(record))
    (out / "done.jsonl").write_text("nonsense\n")
    with pytest.raises(ValueError, match=r"done.jsonl', line 1 is not a finished shard"):
        scale.run(GIN, out)


def test_one_run_at_a_time_uses_a_folder(tmp_path: Path) -> None:
    from facedown.scale.store import Store

    with (
        Store.opened(tmp_path / "out", GIN, repair=False),
        pytest.raises(BlockingIOError, match="in use by another run"),
    ):
        scale.run(GIN, tmp_path / "out")


def test_a_folder_that_holds_no_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"has no manifest.json"):
        scale.load(tmp_path)


def test_a_job_that_workers_cannot_import_is_reported(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from dataclasses import dataclass\n"
        "from facedown import scale\n"
        "@dataclass(frozen=True)\n"
        "class Mine(scale.Job):\n"
        "    kind = 'mine'\n"
        "    items: int = 1\n"
        "    shard: int = 1\n"
        "    def table(self, start, stop): ...\n"
        f"scale.run(Mine(), {str(tmp_path / 'out')!r}, workers=1)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert "shard 0 of 1: the job cannot be read by a worker" in done.stderr


def test_progress_is_counted(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    scale.run(GIN, tmp_path / "out", progress=lambda *now: seen.append(now))
    assert seen == [(n, 5) for n in range(6)]


def test_a_bar_is_drawn_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scale.run(GIN, tmp_path / "out", progress=True)
    text = capsys.readouterr().err
    assert text.endswith("left \n")
    assert "selfplay" in text
    assert "5/5" in text


def test_the_command_line_runs_jobs_and_names_mistakes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from facedown.scale.__main__ import main

    out = str(tmp_path / "out")
    assert main(["dataset", "name=gin-deadwood", "rows=20", "--out", out]) == 0
    assert json.loads(capsys.readouterr().out) == {"files": 1, "rows": 20}
    assert main(["nonsense", "--out", out]) == 2
    assert "no job 'nonsense'" in capsys.readouterr().err
    assert main(["dataset", "rows", "--out", out]) == 2
    assert "option 'rows': expected name=value" in capsys.readouterr().err


def test_a_missing_package_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"ray is not installed: pip install 'facedown\[ray\]'"):
        scale.run(GIN, tmp_path / "a", address="local")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'facedown\[parquet\]'"):
        scale.run(GIN, tmp_path / "b")
