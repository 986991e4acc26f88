"""Reviews of riichi logs from Python."""

from pathlib import Path

import facedown as fd
import pytest

LOGS = Path(__file__).parents[2] / "testdata" / "riichi"


def test_a_seat_is_reviewed() -> None:
    found = fd.riichi.review(LOGS / "tonpu.mjlog", seat=1, worlds=10)
    assert {one.seat for one in found.decisions} == {1}
    (total,) = found.totals
    assert total.decisions == len(found.decisions) > 20
    assert total.loss == pytest.approx(sum(one.loss for one in found.decisions))
    assert all(
        one.mistake == (one.interval is not None and one.interval[0] > 0) for one in found.decisions
    )
    assert [one.loss for one in found.worst] == sorted((o.loss for o in found.worst), reverse=True)
    assert found.html().startswith("<!DOCTYPE html>")
    again = fd.riichi.review(LOGS / "tonpu.mjlog", seat=1, worlds=10, threads=1)
    assert again.record == found.record


def test_three_players_and_a_saved_page(tmp_path: Path) -> None:
    found = fd.riichi.review(LOGS / "sanma.jsonl", worlds=2)
    assert len(found.totals) == 3
    found.save(tmp_path / "review.html")
    assert (tmp_path / "review.html").read_text(encoding="utf-8") == found.html()


def test_bad_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no seat 3, expected 0 to 2"):
        fd.riichi.review(LOGS / "sanma.jsonl", seat=3)
    with pytest.raises(ValueError, match="no seat -1"):
        fd.riichi.review(LOGS / "sanma.jsonl", seat=-1)
    with pytest.raises(ValueError, match="1 worlds, expected 2"):
        fd.riichi.review(LOGS / "sanma.jsonl", worlds=1)
    with pytest.raises(ValueError, match="rules 'x': expected one of tenhou, mjsoul"):
        fd.riichi.review(LOGS / "sanma.jsonl", rules="x")
    bad = tmp_path / "bad.mjlog"
    bad.write_text("nothing")
    with pytest.raises(ValueError, match=r"bad\.mjlog"):
        fd.riichi.review(bad)
