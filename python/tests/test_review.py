"""Reviews of recorded games from Python."""

import json
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import pytest


def played(name: str, seed: int = 3) -> fd.Match:
    """A match of which one hand was played at random."""
    match = fd.make(name).match(seed)
    hand = match.next_hand()
    assert hand is not None
    rng = np.random.default_rng(seed)
    while not hand.is_over:
        hand.apply(int(rng.choice(hand.legal_actions())))
    match.finish(hand)
    return match


def record_of(match: fd.Match) -> dict[str, Any]:
    actions = [action for hand in match.hands for action in hand]
    return {"version": 1, "game": match.game.name, "seed": match.seed, "actions": actions}


@pytest.mark.parametrize("name", sorted(fd.games()))
def test_a_seat_of_every_game_is_reviewed(name: str) -> None:
    found = fd.review(played(name), 1, bot="flat", iterations=20, worlds=4)
    assert {one.seat for one in found.decisions} == {1}
    (total,) = found.totals
    assert (found.game, total.seat, total.decisions) == (name, 1, len(found.decisions))
    assert total.loss == pytest.approx(sum(one.loss for one in found.decisions))
    assert total.mistakes == sum(one.mistake for one in found.decisions)
    assert all(
        one.mistake == (one.interval is not None and one.interval[0] > 0) for one in found.decisions
    )
    assert [one.loss for one in found.worst] == sorted((o.loss for o in found.worst), reverse=True)


def test_a_match_a_dict_and_a_file_are_the_same_record(tmp_path: Path) -> None:
    match = played("gin")
    record = {**record_of(match), "names": ["you", "me"]}
    path = tmp_path / "gin.json"
    path.write_text(json.dumps(record))
    budget: dict[str, Any] = {"iterations": 30, "worlds": 8, "seed": 5}
    by_match = fd.review(match, **budget)
    by_dict, by_file = fd.review(record, **budget), fd.review(path, **budget)
    assert by_match.decisions == by_dict.decisions == by_file.decisions
    assert by_dict == by_file
    assert (by_match.names, by_dict.names) == ((), ("you", "me"))
    assert {one.seat for one in by_match.decisions} == {0, 1}
    one = by_match.decisions[0]
    assert str(one).startswith(f"hand 1, seat {one.seat}: {one.played}")
    assert sum(option.share for option in one.options) == pytest.approx(1)


def test_bad_input_is_named(tmp_path: Path) -> None:
    record = record_of(played("gin"))
    with pytest.raises(ValueError, match="no seat -1"):
        fd.review(record, -1)
    with pytest.raises(ValueError, match="seat is 2, expected 0 to 1"):
        fd.review(record, 2)
    with pytest.raises(ValueError, match="worlds is 1, expected 2"):
        fd.review(record, worlds=1)
    with pytest.raises(ValueError, match="nobody"):
        fd.review(record, bot="nobody")
    with pytest.raises(ValueError, match=r"record\.game"):
        fd.review({**record, "game": "bridge"})
    with pytest.raises(ValueError, match=r"record\.actions\[0\]"):
        fd.review({**record, "actions": [9999]})
    with pytest.raises(ValueError, match="version"):
        fd.review({**record, "version": 2})
    bad = tmp_path / "bad.json"
    bad.write_text("nothing")
    with pytest.raises(ValueError, match=r"bad\.json"):
        fd.review(bad)
