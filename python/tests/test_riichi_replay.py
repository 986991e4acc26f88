import gzip
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from facedown.riichi import Disagreement, replay, to_mjai

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
    with pytest.raises(ValueError, match="threads is 5000: expected at most 1024"):
        replay(LOGS / "tonpu.mjlog", threads=5000)
    assert replay(LOGS / "tonpu.mjlog", threads=1024).agreed == 1


def test_an_archive_is_replayed_like_its_files(tmp_path: Path) -> None:
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(FOLDER.iterdir()):
            packed.writestr(f"deep/{path.name}.gz", gzip.compress(path.read_bytes()))
    report, whole = replay(archive), replay(FOLDER)
    assert (report.logs, report.agreed) == (whole.logs, whole.logs)
    assert report.counts == whole.counts
    assert replay(tmp_path, threads=3) == report
    assert replay(archive / "deep").logs == whole.logs
    first = sorted(FOLDER.iterdir())[0]
    assert to_mjai(archive / "deep" / f"{first.name}.gz") == to_mjai(first)
    with pytest.raises(ValueError, match="has 10 logs, expected one"):
        to_mjai(archive)


def test_bad_members_and_archives_are_named_and_the_rest_is_done(tmp_path: Path) -> None:
    game = (LOGS / "tonpu.mjlog").read_bytes()
    mixed = tmp_path / "mixed.zip"
    with zipfile.ZipFile(mixed, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("good.mjlog", game)
        packed.writestr("notes.txt", "no log")
        packed.writestr("bomb.mjlog", bytes(65 << 20))
        packed.writestr("broken.mjlog", game)
        start = packed.getinfo("broken.mjlog").header_offset + 30 + len("broken.mjlog")
    content = bytearray(mixed.read_bytes())
    content[start + 50 : start + 350] = bytes([255]) * 300
    mixed.write_bytes(content)
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    (tmp_path / "cut.zip").write_bytes(content[:1000])
    report = replay(tmp_path, skip_unreadable=True)
    assert (report.logs, report.agreed) == (6, 1)
    errors = {item.log.removeprefix(f"{tmp_path}/"): item.error for item in report.unreadable}
    assert list(errors) == [
        "cut.zip",
        "empty.zip",
        "mixed.zip/bomb.mjlog",
        "mixed.zip/broken.mjlog",
        "mixed.zip/notes.txt",
    ]
    assert "67108864 bytes" in errors["mixed.zip/bomb.mjlog"]
    assert "empty" in errors["empty.zip"]
    with pytest.raises(ValueError, match=r"cut\.zip.*and 4 more cannot be read"):
        replay(tmp_path)


@pytest.mark.conformance
def test_real_games_agree_at_every_step(summarise: Callable[[str], None]) -> None:
    folders = [DATA / name for name in ("tenhou", "tenhou-edge", "tenhou-quirks", "tenhou-train")]
    if not all(folder.is_dir() for folder in folders):
        pytest.skip(f"no real games in {DATA}")
    report = replay(folders)
    assert (report.logs, report.agreed) == (13_320, 13_319), str(report)
    # A discard by the server for an absent player, against its own rules.
    [known] = report.disagreements
    assert "server-discards-kuikae-for-absent-player" in known.log
    summarise(f"real games: {report.agreed} of {report.logs} logs agree at every step")
