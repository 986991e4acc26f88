"""`facedown.scale`: reviews are the same by any number of workers."""

import json
from pathlib import Path
from typing import Any

import facedown as fd
import pytest
from facedown import scale

pytest.importorskip("pyarrow")


def test_reviews_do_not_depend_on_workers(tmp_path: Path) -> None:
    logs = Path(__file__).parents[2] / "testdata" / "riichi" / "logs" / "tenhou"
    paths = [str(logs / "east.mjlog"), str(logs / "east3.mjlog")]
    job = scale.Review(paths, seat=0, worlds=2)
    alone = scale.run(job, tmp_path / "alone")
    together = scale.run(job, tmp_path / "together", workers=2)
    assert [f.read_bytes() for f in alone.files] == [f.read_bytes() for f in together.files]
    table = alone.table()
    assert table["log"].to_pylist() == paths
    for log, decisions, loss in zip(
        paths, table["decisions"].to_pylist(), table["loss"].to_pylist(), strict=True
    ):
        review = fd.riichi.review(log, 0, worlds=2)
        assert decisions == len(review.decisions) > 0
        assert loss == pytest.approx(sum(total.loss for total in review.totals))
    assert alone.summary()["decisions"] == sum(table["decisions"].to_pylist())
    with pytest.raises(TypeError, match="expected a list of paths"):
        scale.Review(paths[0])
    with pytest.raises(ValueError, match="seat is 4"):
        scale.Review(paths, seat=4)


def test_reviews_of_records_of_any_game_do_not_depend_on_workers(tmp_path: Path) -> None:
    paths = []
    for name in ("gin", "hearts", "ofc"):
        match = fd.make(name).match(5)
        hand = match.next_hand()
        assert hand is not None
        while not hand.is_over:
            hand.apply(hand.legal_actions()[0])
        record = {"version": 1, "game": name, "seed": 5, "actions": hand.history}
        paths.append(str(tmp_path / f"{name}.json"))
        Path(paths[-1]).write_text(json.dumps(record))
    options: dict[str, Any] = {"bot": "flat", "iterations": 20, "worlds": 4}
    job = scale.RecordReview(paths, seat=1, **options)
    alone = scale.run(job, tmp_path / "alone")
    together = scale.run(job, tmp_path / "together", workers=2)
    assert [f.read_bytes() for f in alone.files] == [f.read_bytes() for f in together.files]
    rows = alone.table().to_pylist()
    assert [row["record"] for row in rows] == paths
    for row in rows:
        expected = fd.review(row["record"], 1, **options)
        assert row["decisions"] == len(expected.decisions) > 0
        assert json.loads(row["review"]) == expected.record
    with pytest.raises(TypeError, match=r"records is .*: expected a list of paths"):
        scale.RecordReview(paths[0])
    with pytest.raises(TypeError, match="bot is 3: expected a name"):
        scale.RecordReview(paths, bot=3)  # type: ignore[arg-type]
    Path(paths[1]).write_text("{")
    with pytest.raises(scale.ShardError, match=r"shard 1 of 3: ValueError: .*hearts"):
        scale.run(job, tmp_path / "broken")
