"""`fd.riichi.danger`: chances, reasons, errors."""

import facedown as fd
import pytest

RIICHI = {
    "seat": 2,
    "dora": "3s",
    "hand": "147p258m1289s1256z",
    "drawn": "6z",
    "steps": [
        {"seat": 0, "discard": "9p"},
        {"seat": 1, "discard": "4p"},
        {"seat": 2, "discard": "3z"},
        {"seat": 3, "discard": "1z"},
        {"seat": 0, "discard": "2z"},
        {"seat": 1, "discard": "7s", "riichi": True},
    ],
}


def test_a_riichi_makes_tiles_dangerous_and_its_discards_safe() -> None:
    answer = fd.riichi.danger(fd.make("riichi").view_from_dict(RIICHI))
    assert answer.seat == 2
    assert [opponent.seat for opponent in answer.opponents] == [3, 0, 1]
    threat = answer.opponents[2]
    assert threat.tenpai == 1.0
    assert [reason.reason for reason in threat.reasons] == ["riichi"]
    safe = {against.seat: against for against in answer["4p"].against}[1]
    assert safe.deal_in == 0.0
    assert [reason.reason for reason in safe.reasons] == ["genbutsu"]
    suji = {against.seat: against for against in answer["1p"].against}[1]
    assert suji.reasons[0].details == {"of": "4p"}
    assert suji.deal_in < {a.seat: a for a in answer["5m"].against}[1].deal_in
    chances = [discard.deal_in for discard in answer.discards]
    assert chances == sorted(chances)
    assert answer["5m"].loss > 100
    assert "suji of 4p" in str(answer)
    assert answer.to_dict()["seat"] == 2
    with pytest.raises(KeyError, match="no discard '9m'"):
        answer["9m"]


def test_other_games_and_views_without_a_discard_are_errors() -> None:
    with pytest.raises(ValueError, match="expected a view of riichi"):
        fd.riichi.danger(fd.make("gin").deal(seed=1).view(0))
    with pytest.raises(ValueError, match="seat 2 has no discard to choose: another seat is to act"):
        fd.riichi.danger(fd.make("riichi").deal(seed=1).view(2))
    with pytest.raises(TypeError):
        fd.riichi.danger("view")  # type: ignore[arg-type]
