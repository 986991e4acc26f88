"""Our games as games of OpenSpiel, its algorithms on them, and our bots at its tables."""

import json
import pickle
import re
from collections import Counter
from collections.abc import Callable
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import facedown as fd
import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from facedown import openspiel  # noqa: E402

GAMES = list(openspiel.NAMES)
VARIANTS = [
    ("facedown_gin", {"rules": "openspiel"}),
    ("facedown_hearts", {"rules": "omnibus", "deals": 5, "seed": 9}),
    ("facedown_oh_hell", {"players": 6}),
    ("facedown_riichi", {"rules": "tenhou3"}),
    ("facedown_ofc", {"rules": "joker-ultimate", "players": 3}),
]
# Oh Hell of two players with five cards, two each and an upcard.
KEPT = ["Qh", "Kh", "Ah", "Ks", "As"]
REMOVED = " ".join(r + s for s in "cdhs" for r in "A23456789TJQK" if r + s not in KEPT)
TINY = {
    "players": 2,
    "options": json.dumps({"pack": {"removed": REMOVED}, "deal": {"cards": [2]}}),
}


def dealt(game: Any, chance: Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(actions, weights)[0])
    return state


def played(game: Any, chance: Random, decisions: int) -> Any:
    state = dealt(game, chance)
    for _ in range(decisions):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return state


def test_every_game_is_registered_once() -> None:
    assert set(openspiel.NAMES.values()) == set(fd.games())
    assert openspiel.register() == tuple(openspiel.NAMES)
    assert set(GAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", GAMES)
def test_every_game_passes_openspiels_random_simulation(name: str) -> None:
    for params in ({}, {"deals": 64}):
        game = pyspiel.load_game(name, params)
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "params"), VARIANTS)
def test_variants_pass_openspiels_random_simulation(name: str, params: dict[str, Any]) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(name, params), num_sims=1, serialize=True, verbose=False
    )


@pytest.mark.parametrize("name", GAMES)
def test_returns_stay_within_the_declared_utilities(name: str) -> None:
    game = pyspiel.load_game(name, {"deals": 1000})
    chance = Random(name)
    for _ in range(5):
        state = played(game, chance, game.max_game_length() + 1)
        assert state.is_terminal()
        returns = state.returns()
        assert game.min_utility() <= min(returns) <= max(returns) <= game.max_utility()
        if game.utility_sum() is not None:
            assert sum(returns) == game.utility_sum()


def test_a_games_text_loads_it_again() -> None:
    game = pyspiel.load_game("facedown_oh_hell", TINY)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.game == game.game
    assert pickle.loads(pickle.dumps(game)).game == game.game


def test_chance_nodes_deal_every_hand_equally_often_and_no_deal_twice() -> None:
    game = pyspiel.load_game("facedown_oh_hell", TINY)
    leaves: Counter[str] = Counter()
    open_nodes = [(game.new_initial_state(), 1.0)]
    while open_nodes:
        state, weight = open_nodes.pop()
        if not state.is_chance_node():
            leaves[str(state)] += 1
            assert weight == pytest.approx(1 / (comb(5, 2) * comb(3, 2)))
            continue
        for action, chance in state.chance_outcomes():
            open_nodes.append((state.child(action), weight * chance))
    # Two cards of five, two of three, and the last is turned up.
    assert len(leaves) == comb(5, 2) * comb(3, 2)
    assert set(leaves.values()) == {1}


def test_the_deals_of_chance_nodes_are_those_of_a_pack() -> None:
    state = dealt(pyspiel.load_game("facedown_gin"), Random(5))
    hands = [state.view(seat).to_dict()["hand"] for seat in range(2)]
    names = [fd.cards.format(1 << card) for card in state.history()]
    assert sorted(names[:10]) == sorted(hands[0])
    assert sorted(names[10:20]) == sorted(hands[1])
    assert names[20] == state.view(0).to_dict()["upcard"]
    assert pyspiel.load_game("facedown_gin(deals=3,seed=5)").new_initial_state().child(
        2
    ).table == fd.make("gin").deal(seed=7, hand=0)


def test_the_parameter_hand_is_the_place_in_a_match() -> None:
    for name, hand in (("gin", 1), ("hearts", 3), ("oh_hell", 7), ("riichi", 6), ("ofc", 1)):
        for deals in (0, 5):
            game = pyspiel.load_game(f"facedown_{name}", {"hand": hand, "deals": deals})
            state = dealt(game, Random(5))
            assert state.table.setup["hand"] == hand
            assert dealt(pyspiel.load_game(str(game)), Random(5)).table == state.table
    assert dealt(pyspiel.load_game("facedown_hearts"), Random(5)).table.setup["hand"] == 0
    for hand in (4, -1):
        with pytest.raises(ValueError, match=f"no hand {hand}, expected 0 to 3"):
            openspiel.FacedownGame("hearts", {"hand": hand})


@pytest.mark.parametrize("name", GAMES)
def test_resampled_states_look_the_same_to_the_player(name: str) -> None:
    game, chance = pyspiel.load_game(name, {"deals": 1000}), Random(name)
    differ = 0
    for decisions in range(0, 40, 5):
        state = played(game, chance, decisions)
        if state.is_terminal():
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, chance.random)
        assert world.current_player() == player
        assert world.legal_actions() == state.legal_actions()
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        differ += str(world) != str(state)
        while not world.is_terminal():
            world.apply_action(chance.choice(world.legal_actions()))
        assert len(world.returns()) == game.num_players()
    assert differ > 0


def test_an_information_state_recalls_the_order_of_draws() -> None:
    # The record of a view forgets which of two kept cards was drawn first.
    game = pyspiel.load_game("facedown_gin")
    strings = []
    for swapped in (False, True):
        pack = list(range(52))
        if swapped:
            pack[21], pack[23] = pack[23], pack[21]
        state = game.new_initial_state()
        for card in pack:
            state.apply_action(card)
        drawn = fd.cards.format(1 << 22)
        for text in ("pass", "pass", "stock", "Tc", "stock", drawn, "stock", "9c"):
            texts = {state.action_to_string(action): action for action in state.legal_actions()}
            state.apply_action(texts[text])
        strings.append((state.observation_string(0), state.information_state_string(0)))
    (record, knowledge), (same_record, other_knowledge) = strings
    assert record == same_record
    assert knowledge != other_knowledge


def test_cfr_comes_closer_to_equilibrium_on_a_small_game() -> None:
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    options = {"pack": {"removed": REMOVED + " Qh"}, "deal": {"cards": [1]}}
    params = {"players": 2, "options": json.dumps(options)}
    game = pyspiel.load_game("facedown_oh_hell", params)
    solver = cfr.CFRPlusSolver(game)
    distances = []
    for iterations in (1, 19):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        distances.append(exploitability.nash_conv(game, solver.average_policy()))
    assert distances[1] < distances[0] / 4


@pytest.mark.parametrize("name", ["facedown_hearts", "facedown_spades", "facedown_oh_hell"])
def test_openspiels_mcts_and_ismcts_play_trick_games(name: str) -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game(name, {"deals": 100})
    state = played(game, Random(3), 20)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searches = [
        mcts.MCTSBot(game, 10, 20, evaluator, random_state=np.random.RandomState(1)),
        ismcts.ISMCTSBot(
            game=game,
            uct_c=10,
            max_simulations=20,
            max_world_samples=-1,
            random_state=np.random.RandomState(1),
            evaluator=evaluator,
        ),
    ]
    for search in searches:
        assert search.step(state) in state.legal_actions()


def test_openspiels_bots_play_ours_and_lose_to_ours() -> None:
    game = openspiel.load("gin", deals=50, rules="openspiel")
    ours, theirs = 0.0, 0.0
    for seed in range(30):
        bots = [
            openspiel.bot(game, 0, "greedy"),
            pyspiel.make_uniform_random_bot(1, seed),
        ]
        returns = openspiel.play(game, bots, seed)
        ours, theirs = ours + returns[0], theirs + returns[1]
    assert ours > 100 > theirs


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_that_does_not_search_plays_every_game(name: str) -> None:
    game = pyspiel.load_game(name, {"deals": 10})
    quick = [bot for bot in game.game.bots if bot in ("random", "simple", "greedy", "rule")]
    for bot in quick:
        bots = [openspiel.bot(game, player, bot, seed=1) for player in range(game.num_players())]
        returns = openspiel.play(game, bots, seed=2)
        assert len(returns) == game.num_players()
        assert openspiel.play(game, bots, seed=2) == returns or bot == "random"


PEERS: list[tuple[str, str, dict[str, Any]]] = [
    ("gin_rummy", "greedy", {}),
    ("gin_rummy", "greedy", {"oklahoma": True, "hand_size": 7}),
    ("hearts", "rule", {}),
    ("hearts", "rule", {"pass_cards": False, "jd_bonus": True, "can_lead_any_club": True}),
    ("spades", "rule", {}),
    ("oh_hell", "rule", {}),
    ("oh_hell", "rule", {"players": 5, "off_bid_penalty": True, "points_per_trick": 2}),
]


@pytest.mark.parametrize(("name", "bot", "params"), PEERS)
def test_our_bots_beat_random_players_in_openspiels_games(
    name: str, bot: str, params: dict[str, Any]
) -> None:
    game = pyspiel.load_game(name, params)
    ours, others = [], []
    for seed in range(16):
        seat = seed % game.num_players()
        bots = [
            openspiel.bot(game, player, bot)
            if player == seat
            else pyspiel.make_uniform_random_bot(player, seed)
            for player in range(game.num_players())
        ]
        returns = openspiel.play(game, bots, seed)
        ours.append(returns[seat])
        others += [points for player, points in enumerate(returns) if player != seat]
    if name != "spades":  # there a random partner shares the score
        assert np.mean(ours) > np.mean(others)


def test_a_bot_in_openspiels_game_sees_only_its_seat() -> None:
    """Cards of the opponent and of the stock are exchanged: the bot decides the same."""
    game = pyspiel.load_game("gin_rummy")
    for seed in range(12):
        chance = Random(seed)
        cards = chance.sample(range(52), 52)
        hidden = cards[10:20] + cards[21:]
        chance.shuffle(hidden)
        other = cards[:10] + hidden[:10] + cards[20:21] + hidden[10:]
        answers = set()
        for pack in (cards, other):
            state = game.new_initial_state()
            for card in pack[:21]:
                state.apply_action(card)
            answers.add(openspiel.bot(game, 0, "greedy").step(state))
        assert len(answers) == 1


def test_a_pass_in_any_order_is_understood() -> None:
    game, chance = pyspiel.load_game("hearts"), Random(4)
    state = game.new_initial_state()
    state.apply_action(1)
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    bot = openspiel.bot(game, 0, "rule")
    highest = state.legal_actions()[-1]
    state.apply_action(highest)
    passed = [highest]
    for _ in range(2):
        passed.append(bot.step(state))
        assert passed[-1] in state.legal_actions()
        state.apply_action(passed[-1])
    assert state.current_player() == 1
    while state.current_player() == 1:
        state.apply_action(state.legal_actions()[-1])
    assert openspiel.mirror(state).current_seat == 2


def test_the_examples_of_the_guide_run() -> None:
    guide = Path(__file__).parents[2] / "docs/guide/openspiel.md"
    for block in re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.S):
        exec(compile(block, "openspiel.md", "exec"), {})


def test_bad_arguments_are_named() -> None:
    game = pyspiel.load_game("facedown_gin")
    calls: list[tuple[Callable[[], Any], str]] = [
        (lambda: openspiel.load("chess"), "no game 'chess', expected one of gin"),
        (lambda: openspiel.bot("gin_rummy", 2, "greedy"), "player is 2: expected 0 to 1"),
        (lambda: openspiel.bot("kuhn_poker", 0, "greedy"), "no game 'kuhn_poker'"),
        (lambda: openspiel.bot(game, 0, "nobody"), "nobody"),
        (lambda: openspiel.play(game, []), "0 bots: expected 2"),
        (lambda: openspiel.FacedownGame("gin", {"deals": -1}), "deals is -1"),
        (lambda: openspiel.FacedownGame("gin", {"seed": -1}), "seed is -1"),
        (lambda: openspiel.FacedownGame("gin", {"options": "[1]"}), "options is '\\[1\\]'"),
        (lambda: openspiel.FacedownGame("gin", {"options": "{"}), "expected a JSON object"),
        (lambda: openspiel.FacedownGame("gin", {"rules": "none"}), "none"),
        (
            lambda: openspiel.bot("gin_rummy(num_ranks=10)", 0, "greedy"),
            "num_ranks is 10: expected 13",
        ),
        (lambda: game.new_initial_state().view(0), "the deal is not complete"),
    ]
    for call, text in calls:
        with pytest.raises(ValueError, match=text):
            call()
    state = dealt(game, Random(1))
    with pytest.raises(ValueError, match="player 1 is not to act"):
        openspiel.bot(game, 1, "greedy").step(state)
