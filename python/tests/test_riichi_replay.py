import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from facedown.riichi import Disagreement, replay

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "testdata" / "riichi"
SAMPLES = [LOGS / name for name in ("hanchan.json", "sanma.jsonl", "tonpu.mjlog")]
FOLDER = LOGS / "logs" / "tenhou"
DATA = Path(os.environ.get("FACEDOWN_DATA", ROOT.parent / "shared" / "data"))


def test_our_own_logs_agree_at_every_step() -> None:
    report = replay(SAMPLES)
    assert (report.logs, report.agreed) == (3, 3)
    assert report.disagreements == ()
    assert report.unreadable == ()
    assert report.counts["games"] == 3
    assert report.counts["triple ron"] == 0
    assert "3 of 3 logs agree" in str(report)
    assert report.to_dict()["counts"] == report.counts


def test_files_lists_and_folders_are_the_same_logs() -> None:
    paths = sorted(FOLDER.iterdir())
    whole = replay(FOLDER)
    assert whole.logs == whole.agreed == len(paths)
    assert replay(paths) == whole
    assert replay([str(path) for path in paths], threads=2) == whole
    assert replay(paths[0]).logs == 1
    assert replay([]).logs == 0


def test_a_log_that_disagrees_is_reported_with_place_expected_and_got() -> None:
    report = replay(LOGS / "tonpu.mjlog", rules="mjsoul")
    assert report.agreed == 0
    [disagreement] = report.disagreements
    assert isinstance(disagreement, Disagreement)
    assert disagreement.log.endswith("tonpu.mjlog")
    assert disagreement.matter == "end"
    assert disagreement.expected != disagreement.got
    assert report.to_dict()["disagreements"][0]["round"] == disagreement.round
    assert f"step {disagreement.step}" in str(report)
    assert replay(LOGS / "tonpu.mjlog", rules="tenhou").agreed == 1


def test_a_tampered_log_disagrees(tmp_path: Path) -> None:
    text = (LOGS / "tonpu.mjlog").read_text()
    agari = text.index("<AGARI")
    start = text.index('sc="', agari) + len('sc="')
    end = text.index('"', start)
    numbers = text[start:end].split(",")
    numbers[1] = str(int(numbers[1]) + 10)  # what the first seat gains, in hundreds
    path = tmp_path / "forged.mjlog"
    path.write_text(text[:start] + ",".join(numbers) + text[end:])
    [disagreement] = replay(path).disagreements
    assert disagreement.matter == "win"


def test_a_log_that_cannot_be_read_is_a_value_error_with_place_and_reason(tmp_path: Path) -> None:
    whole = (LOGS / "tonpu.mjlog").read_bytes()
    bad: dict[str, Any] = {
        "cut.mjlog": whole[: len(whole) // 2],
        "cut.mjlog.gz": gzip.compress(whole)[:500],
        "noise.json": b"\x00\xff\x13",
        "empty.xml": b"",
        "other.json": b'{"title": 3}',
    }
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError, match=name):
            replay(tmp_path / name)
    with pytest.raises(ValueError, match="and 4 more cannot be read"):
        replay([*SAMPLES, tmp_path])
    report = replay([*SAMPLES, tmp_path], skip_unreadable=True)
    assert (report.logs, report.agreed) == (8, 3)
    assert sorted(Path(item.log).name for item in report.unreadable) == sorted(bad)
    assert all(item.error for item in report.unreadable)


def test_paths_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing"):
        replay(tmp_path / "nothing.mjlog")
    with pytest.raises(ValueError, match="no logs in it"):
        replay(tmp_path)
    with pytest.raises(ValueError, match="'ema'"):
        replay(LOGS, rules="ema")
    with pytest.raises(ValueError, match="threads is 0"):
        replay(LOGS, threads=0)


@pytest.mark.conformance
def test_real_games_agree_at_every_step(summarise: Callable[[str], None]) -> None:
    folders = [DATA / "tenhou", DATA / "tenhou-edge"]
    if not all(folder.is_dir() for folder in folders):
        pytest.skip(f"no real games in {DATA}")
    report = replay(folders)
    assert report.agreed == report.logs == 656, str(report)
    summarise(f"real games: {report.agreed} of {report.logs} logs agree at every step")
