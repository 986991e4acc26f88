"""The doors offer what the one description of each game says: no list of their own."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import facedown as fd
import pytest
from facedown import _native
from facedown._episode import ENTRIES, Episode

GAMES = fd.games()
names = pytest.mark.parametrize("name", GAMES)


def test_the_command_line_the_service_and_python_give_the_same_description() -> None:
    call = [sys.executable, "-m", "facedown", "games", "--json"]
    printed = json.loads(subprocess.run(call, capture_output=True, check=True, text=True).stdout)
    assert printed == {"games": _native.game_list()} == _native.answer("games", {})[0]
    assert [game["name"] for game in printed["games"]] == list(GAMES)


@names
def test_every_preset_plays_at_every_table_that_is_described(name: str) -> None:
    info = GAMES[name]
    assert info.presets == tuple(info.rules)
    assert fd.make(name) == fd.make(name, rules=info.presets[0])
    assert fd.make(name).seats == info.seats
    for preset, described in info.rules.items():
        usual = fd.make(name, rules=preset)
        assert usual.seats == described.seats
        assert usual.encoder == described.encoders[0]
        for table in described.tables:
            seats = {} if table.seats == usual.seats else {"seats": table.seats}
            game = fd.make(name, rules=preset, **seats)
            assert game.table == table._asdict()
            state = game.deal(seed=7)
            assert len(state.scores()) == table.seats
        if described.variant_of:
            assert fd.make(name, rules=described.variant_of, seats=described.seats) == usual


@names
def test_more_seats_than_are_described_are_refused(
    name: str,
) -> None:
    for preset, described in GAMES[name].rules.items():
        seats = {table.seats for table in described.tables}
        for other in {1, 11} | {max(seats) + 1}:
            with pytest.raises(ValueError, match=r"seats|deal\.cards|first_lead|cycle"):
                fd.make(name, rules=preset, seats=other)


@names
def test_scores_of_random_hands_are_in_the_range_that_is_described(name: str) -> None:
    chance = Random(name)
    for preset in GAMES[name].presets:
        game = fd.make(name, rules=preset)
        table: dict[str, Any] = game.table
        for seed in range(50):
            state = game.deal(seed=seed)
            decisions = 0
            while not state.is_over:
                state.apply(chance.choice(state.legal_actions()))
                decisions += 1
            scores = state.scores()
            assert table["least_score"] <= min(scores) <= max(scores) <= table["most_score"]
            assert decisions <= table["most_decisions"]
            assert not table["zero_sum"] or sum(scores) == 0


@names
def test_a_deal_by_the_plan_is_a_hand(name: str) -> None:
    game = fd.make(name)
    for hand in (0, game.hand_count - 1):
        pack, hands, ordered = game.deal_plan(hand)
        assert pack == sorted(pack)
        assert sum(hands) + ordered <= len(pack)
        assert not game.deal(hand=hand, pack=pack).is_over


@names
def test_bots_that_are_described_play(name: str) -> None:
    game, info = fd.make(name), GAMES[name]
    assert game.bots == tuple(info.bots)
    for bot in (
        info.opponent,
        info.quick_opponent,
        *(level["bot"] for level in info.levels.values()),
    ):
        assert bot in info.bots
    view = game.deal(seed=3).view()
    assert game.bot(info.quick_opponent, seed=1).choose(view) in view.legal_actions()


@names
def test_lengths_that_are_described_are_those_of_environments(name: str) -> None:
    for length, options in GAMES[name].lengths.items():
        env = fd.make_vec(name, 1, length=length)
        assert env.game == fd.make(name, **options)


def test_environments_are_those_that_are_described() -> None:
    described = [
        (f"facedown/{id}-v1", fd.make(name, rules=preset))
        for name, info in GAMES.items()
        for id, preset in info.environments.items()
    ]
    assert [(one.id, fd.make(one.name, **one.rules)) for one in ENTRIES] == described


@names
def test_an_illegal_action_costs_about_the_worst_hand(name: str) -> None:
    episode = Episode(name, {}, length="hand", reward_scale=0.5, dtype="uint8")
    assert episode.illegal_reward == GAMES[name].bad_result / 2 < 0


def test_openspiel_has_the_games_and_bounds_that_are_described() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from facedown import openspiel

    assert list(openspiel.NAMES.values()) == list(GAMES)
    for short, name in openspiel.NAMES.items():
        for preset, described in GAMES[name].rules.items():
            for table in described.tables:
                players = {} if table.seats == described.seats else {"players": table.seats}
                game = pyspiel.load_game(short, {"rules": preset, "deals": 1, **players})
                assert game.num_players() == table.seats
                assert game.min_utility() == table.least_score
                assert game.max_utility() == table.most_score
                assert game.max_game_length() == table.most_decisions
                assert (game.utility_sum() == 0) == table.zero_sum
