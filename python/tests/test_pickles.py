"""Pickles and encoder ids of version 0.1.0 still load.

Each line of the file is a name and an object as version 0.1.0 pickled it, packed and in base64.
"""

import base64
import pickle
import zlib
from pathlib import Path
from typing import Any

import facedown as fd
import pytest

FILE = Path(__file__).parent / "data" / "pickles-0.1.0.txt"
LINES = dict(line.split() for line in FILE.read_text(encoding="ascii").splitlines())

# Seat to act after four actions of the hand of seed 7, and scores of the match of seed 3 after one
# hand, as version 0.1.0 had them.
EXPECTED: dict[str, tuple[int, list[int]]] = {
    "gin": (0, [0, 0]),
    "hearts": (1, [-1, -14, 0, -11]),
    "spades": (0, [-120, -140, -120, -140]),
    "oh-hell": (0, [0, 0, 0, 0]),
    "el-dorado": (0, [-14, -12, -6, -9]),
    "riichi": (3, [25000, 25000, 25000, 25000]),
    "ofc": (0, [0, 0]),
}


def made(name: str) -> fd.Game:
    """Returns the game by the rules of version 0.1.0, when results of Tenhou were rounded."""
    return fd.make(name, match={"round_results": True}) if name == "riichi" else fd.make(name)


def load(name: str) -> Any:
    return pickle.loads(zlib.decompress(base64.b64decode(LINES[name])))


def test_every_game_has_old_pickles() -> None:
    assert set(EXPECTED) == {name.split(".")[0] for name in LINES if name.endswith(".game")}
    assert set(EXPECTED) <= set(fd.games())


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_game_and_an_old_state_load(name: str) -> None:
    game, state = load(f"{name}.game"), load(f"{name}.state")
    assert game == state.game == made(name)
    assert state.origin == {"seed": 7, "hand": 0}
    assert len(state.history) == 4
    assert state.current_seat == EXPECTED[name][0]
    again = made(name).deal(7, hand=0)
    for action in state.history:
        again.apply(action)
    assert state == again


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_view_loads(name: str) -> None:
    view, state = load(f"{name}.view"), load(f"{name}.state")
    if name == "riichi":
        # Seat 0 waits here: it saw the draw then, and sees the call window before it today.
        assert state.current_seat != 0
        assert view == view.game.view_from_dict(view.to_dict())
        return
    assert view == state.view(0)
    assert view.to_dict() == state.view(0).to_dict()


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_match_loads_and_goes_on(name: str) -> None:
    match, hand = load(f"{name}.match"), load(f"{name}.match-hand")
    assert (match.game, match.seed, len(match.hands)) == (made(name), 3, 1)
    assert match.scores() == EXPECTED[name][1]
    assert match.next_hand() == hand
    while hand.current_seat is not None:
        hand.apply(hand.legal_actions()[0])
    match.finish(hand)
    assert len(match.hands) == 2


def test_an_old_sampled_world_loads() -> None:
    view = fd.make("hearts").deal(7, hand=0).view()
    assert load("hearts.world") == fd.tricks.determinize(view, seed=1)


def test_an_old_answer_loads_without_moves() -> None:
    answer = load("answer")
    assert isinstance(answer, fd.Answer)
    assert answer.best == answer.actions[0].action
    assert answer.totals.iterations == 100
    assert [report.moves for report in answer.actions] == [[], []]
    assert all("moves" not in report for report in answer.to_dict()["actions"])
    assert {report.text for report in answer.actions} == {"upcard", "pass"}
    assert pickle.loads(pickle.dumps(answer)) == answer


def test_an_old_riichi_environment_and_an_old_observation_load() -> None:
    env, obs = load("riichi.env"), load("riichi.observation")
    assert (env.game_mode, env.seed) == ("4p-red-east", 5)
    seats = env.active_players
    assert obs.player_id in seats
    now = env.get_observation(obs.player_id)
    assert obs.legal_actions() == now.legal_actions()
    assert (obs.encode() == now.encode()).all()
    assert len(obs.events) >= len(obs.new_events()) > 0
    env.step({seat: env.get_observation(seat).legal_actions()[0] for seat in seats})


ENCODERS = {
    "gin": ("gin-planes-1", (13, 52)),
    "hearts": ("tricks-planes-2", (50, 52)),
    "spades": ("tricks-planes-2", (50, 52)),
    "oh-hell": ("tricks-planes-2", (50, 52)),
    "el-dorado": ("tricks-planes-2", (50, 52)),
    "riichi": ("riichi-planes-1", (35, 34)),
    "ofc": ("ofc-planes-1", (22, 54)),
}


@pytest.mark.parametrize("name", ENCODERS)
def test_encoder_ids_stay(name: str) -> None:
    encoder, shape = ENCODERS[name]
    game = fd.make(name)
    assert (game.encoder, game.observation_shape) == (encoder, shape)
    env = fd.make_vec(name, 2, seed=1, encoder=encoder)
    assert (env.encoder, env.reset().observation.shape) == (encoder, (2, *shape))


@pytest.mark.parametrize("name", ["hearts", "spades", "oh-hell", "el-dorado"])
def test_an_encoder_whose_channels_were_renamed_is_found_by_its_old_id(name: str) -> None:
    old = fd.make_vec(name, 4, seed=1, encoder="tricks-planes-1")
    new = fd.make_vec(name, 4, seed=1)
    assert old.encoder == new.encoder == "tricks-planes-2"
    assert (old.reset().observation == new.reset().observation).all()


@pytest.mark.parametrize(
    ("encoder", "shape"),
    [
        ("riichi-base-1", (74, 34)),
        ("riichi-decay-1", (4, 34)),
        ("riichi-yaku-1", (4, 21, 2)),
        ("riichi-furiten-1", (4, 21)),
        ("riichi-shanten-1", (4, 4)),
        ("riichi-extended-1", (204, 34)),
        ("riichienv-0.4.11-base", (74, 34)),
        ("riichienv-0.4.11-decay", (4, 34)),
        ("riichienv-0.4.11-yaku", (4, 21, 2)),
        ("riichienv-0.4.11-furiten", (4, 21)),
        ("riichienv-0.4.11-shanten", (4, 4)),
    ],
)
def test_encoder_ids_of_riichi_stay(encoder: str, shape: tuple[int, ...]) -> None:
    found = fd.riichi.encoder(encoder)
    assert (found.id, found.shape) == (encoder, shape)
    env = fd.make_vec("riichi", 2, seed=1, encoder=encoder)
    assert env.reset().observation.shape == (2, *shape)


def test_the_oracle_encoder_of_riichi_stays() -> None:
    assert fd.make_vec("riichi", 1, oracle=True).oracle_encoder == "riichi-oracle-1"
