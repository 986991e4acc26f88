"""Which hand of a match a single hand is: drawn, or one place of the match."""

import pickle
import warnings
from typing import Any

import facedown as fd
import numpy as np
import pytest
from facedown._episode import ENTRIES, FORMER_ENTRIES

GAMES = {entry.id.split("/")[1]: (entry.name, entry.rules) for entry in ENTRIES}
games = pytest.mark.parametrize(("name", "rules"), GAMES.values(), ids=GAMES)

PLACES = {"gin": 2, "hearts": 4, "spades": 4, "oh-hell": 19, "el-dorado": 10, "ofc": 2}


def setups(name: str, seeds: int, **rules: Any) -> list[dict[str, Any]]:
    game = fd.make(name, **rules)
    return [game.deal(seed).setup for seed in range(seeds)]


@pytest.mark.parametrize("name", PLACES)
def test_seeds_deal_every_place_of_a_match(name: str) -> None:
    game, count = fd.make(name), PLACES[name]
    assert game.hand_count == count
    drawn = [setup["hand"] for setup in setups(name, 60 * count)]
    frequencies = np.bincount(drawn, minlength=count)
    # Sixty are expected of each; the standard deviation is below eight.
    assert frequencies.min() > 28, frequencies
    assert frequencies.max() < 92, frequencies


def test_what_the_first_hand_of_a_match_leaves_out_is_dealt() -> None:
    assert {setup["dealer"] for setup in setups("gin", 40)} == {0, 1}
    oh_hell = fd.make("oh-hell")
    sizes = {sum(oh_hell.deal(seed).view(0).to_dict()["now"]["cards"]) for seed in range(300)}
    assert sizes == {4 * cards for cards in range(1, 11)}
    hearts = fd.make("hearts")
    phases = {hearts.deal(seed).view().to_dict()["now"]["phase"] for seed in range(40)}
    assert phases == {"pass", "play"}


@pytest.mark.parametrize(("rules", "start"), [("tenhou", 25_000), ("tenhou3", 35_000)])
def test_riichi_has_the_rounds_of_matches(rules: str, start: int) -> None:
    game = fd.make("riichi", rules=rules)
    drawn = setups("riichi", 600, rules=rules)
    for setup in drawn:
        assert sum(setup["scores"]) + 1000 * setup["sticks"] == start * game.seats
        assert setup["hand"] == "ESWN".index(setup["wind"]) * game.seats + setup["dealer"]
    assert {setup["dealer"] for setup in drawn} == set(range(game.seats))
    assert {"E", "S"} <= {setup["wind"] for setup in drawn}
    assert {0, 1, 2} <= {setup["honba"] for setup in drawn}
    assert {0, 1} <= {setup["sticks"] for setup in drawn}
    assert len({tuple(setup["scores"]) for setup in drawn}) > 100
    even = [start] * game.seats
    fixed = game.deal(1, hand=game.hand_count - 1).setup
    last = {"wind": "S", "dealer": game.seats - 1, "honba": 0, "sticks": 0, "scores": even}
    assert fixed == {"hand": 2 * game.seats - 1, **last}
    single = fd.make("riichi", rules=rules, match={"length": "single"})
    assert single.hand_count == 1
    assert all(single.deal(seed).setup["scores"] == even for seed in range(20))


@games
def test_hand_0_is_the_first_hand_of_a_match(name: str, rules: dict[str, Any]) -> None:
    game = fd.make(name, **rules)
    for seed in range(5):
        assert game.deal(seed, hand=0) == game.match(seed).next_hand()
    for hand in range(game.hand_count):
        state = game.deal(7, hand)
        assert state.setup["hand"] == hand
        assert state.view(0).setup == state.setup == state.view(game.seats - 1).setup
        assert pickle.loads(pickle.dumps(state)) == state


@games
def test_the_cards_do_not_depend_on_scores_and_counters(name: str, rules: dict[str, Any]) -> None:
    game = fd.make(name, **rules)
    drawn = game.deal(11)
    if drawn.setup["hand"] < game.hand_count:
        fixed = game.deal(11, drawn.setup["hand"])
        hands = [
            [state.view(seat).to_dict()["hand"] for seat in range(2)] for state in (drawn, fixed)
        ]
        assert hands[0] == hands[1]


@games
def test_a_state_keeps_its_hand_when_it_is_pickled(name: str, rules: dict[str, Any]) -> None:
    game = fd.make(name, **rules)
    for seed in range(8):
        state = game.deal(seed)
        state.apply(state.legal_actions()[0])
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert again.setup == state.setup
        assert again.origin == state.origin == {"seed": seed, "hand": None}


@games
def test_vectorised_environments_draw_what_their_seeds_deal(
    name: str, rules: dict[str, Any]
) -> None:
    game = fd.make(name, **rules)
    env = fd.make_vec(name, 32, seed=5, encoder=None, **rules)
    env.reset()
    dealt = [game.deal(env.env_seed(i)) for i in range(env.n)]
    assert [env.setup(i) for i in range(env.n)] == [state.setup for state in dealt]
    for i, state in enumerate(dealt):
        assert env.view(i) == state.view()
        assert list(env.standing(i)) == state.setup.get("scores", list(env.standing(i)))
    assert len({str(state.setup) for state in dealt}) > 1
    fixed = fd.make_vec(name, 32, seed=5, encoder=None, hand=0, **rules)
    fixed.reset()
    assert {str(fixed.setup(i)) for i in range(fixed.n)} == {str(game.deal(0, 0).setup)}
    assert fixed.view(3) == game.deal(fixed.env_seed(3), 0).view()


def test_later_hands_are_drawn_too() -> None:
    env = fd.make_vec("hearts", 1, seed=1, encoder=None)
    env.reset()
    seen = set()
    while env.episodes < 30:
        seen.add(env.setup(0)["hand"])
        env.step(env.sample_actions())
    assert seen == {0, 1, 2, 3}


@games
def test_pure_environments_draw_as_vectorised_ones(name: str, rules: dict[str, Any]) -> None:
    pytest.importorskip("jax", reason="JAX is not installed")
    for hand in (None, 1):
        vec = fd.make_vec(name, 6, seed=5, hand=hand, **rules)
        env = fd.jax.make(name, hand=hand, **rules)
        obs = vec.reset().observation
        for i in range(vec.n):
            _, step = env.reset(vec.env_seed(i))
            assert (np.asarray(step.observation) == obs[i]).all()


ERRORS = [
    (4, "hand: no hand 4, expected 0 to 3"),
    (-1, "hand: no hand -1, expected 0 to 3"),
    (1 << 70, "expected 0 to 3"),
]


@pytest.mark.parametrize(("hand", "message"), ERRORS)
def test_a_place_that_there_is_not_is_named(hand: int, message: str) -> None:
    game = fd.make("hearts")
    calls: list[Any] = [
        lambda: game.deal(1, hand),
        lambda: game.deal(hand=hand, pack=range(52)),
        lambda: fd.make_vec("hearts", 2, hand=hand),
        lambda: fd.match("hearts", ["random"] * 4, deals=1, hand=hand),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=message):
            call()


def test_a_hand_of_whole_matches_is_refused() -> None:
    message = "hand: 0, expected none where whole matches are played"
    with pytest.raises(ValueError, match=message):
        fd.make_vec("gin", 2, length="match", hand=0)
    with pytest.raises(ValueError, match=message):
        fd.match("gin", ["random"] * 2, deals=1, matches=True, hand=0)
    with pytest.raises(TypeError):
        fd.make("gin").deal(1, hand="first")  # type: ignore[arg-type]


def test_duplicate_matches_take_a_hand() -> None:
    drawn, first = (
        fd.match("gin", ["greedy", "random"], deals=30, seed=1, hand=hand)["report"]["bots"]
        for hand in (None, 0)
    )
    assert drawn != first


class TestRegistered:
    """The environments of the registries."""

    @pytest.fixture(autouse=True)
    def _packages(self) -> None:
        pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

    @games
    def test_version_0_is_hand_0(self, name: str, rules: dict[str, Any]) -> None:
        import gymnasium

        [entry] = [e for e in FORMER_ENTRIES if (e.name, e.rules) == (name, rules)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that there is a newer version
            old = gymnasium.make(entry.id).unwrapped
        fixed = gymnasium.make(entry.id.replace("v0", "v1"), hand=0).unwrapped
        drawn = gymnasium.make(entry.id.replace("v0", "v1")).unwrapped
        assert old.metadata["episodes"] == "hand 0 of a match alone, from an even score"
        assert drawn.metadata["episodes"] == "single hands, drawn as the hands of matches come"
        game, setups = fd.make(name, **rules), []
        for seed in range(12):
            observations, infos = zip(*(env.reset(seed=seed) for env in (old, fixed)), strict=True)
            assert (observations[0] == observations[1]).all()
            assert infos[0]["setup"] == infos[1]["setup"] == game.deal(0, 0).setup
            _, info = drawn.reset(seed=seed)
            assert info["setup"] == game.deal(seed).setup
            setups.append(str(info["setup"]))
            _, _, _, _, later = drawn.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert later["setup"] == info["setup"]
        assert len(set(setups)) > 1

    def test_version_0_plays_whole_matches_too(self) -> None:
        import gymnasium
        import pettingzoo

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env = gymnasium.make("facedown/Gin-v0", length="match").unwrapped
            vec = gymnasium.make_vec("facedown/Riichi-v0", num_envs=2, length="tonpu")
            one: Any = gymnasium.make_vec("facedown/Riichi-v0", num_envs=4)
        assert env.metadata["episodes"] == vec.metadata["episodes"] == "whole matches"
        one.reset(seed=1)
        assert {str(one.setup(i)) for i in range(4)} == {str(fd.make("riichi").deal(0, 0).setup)}
        if hasattr(pettingzoo, "make"):
            for kind in ("aec", "parallel"):
                made = pettingzoo.make(kind, "facedown/Hearts-v0")
                made.reset(seed=5)
                assert made.view("seat_1") == fd.make("hearts").deal(5, 0).view(1)

    def test_the_agent_of_gin_deals_half_of_the_hands(self) -> None:
        import gymnasium

        env = gymnasium.make("facedown/Gin-v1")
        dealers = [env.reset(seed=seed)[1]["setup"]["dealer"] for seed in range(60)]
        assert 15 < sum(dealers) < 45

    def test_agents_are_informed_of_the_hand(self) -> None:
        for seed in range(4):
            setup = fd.make("hearts").deal(seed).setup
            env = fd.env("hearts")
            env.reset(seed=seed)
            assert env.infos == {agent: {"setup": setup} for agent in env.agents}
            _, infos = fd.parallel_env("hearts").reset(seed=seed)
            assert infos == env.infos
        env = fd.env("hearts", hand=3)
        env.reset(seed=1)
        assert env.infos["seat_0"]["setup"]["hand"] == 3
        assert env.metadata["episodes"] == "hand 3 of a match alone, from an even score"
        whole = fd.env("gin", length="match")
        whole.reset(seed=1)
        setup = fd.make("gin").match(1).next_hand().setup  # type: ignore[union-attr]
        assert whole.infos["seat_0"]["setup"] == setup

    def test_errors_name_the_hand(self) -> None:
        with pytest.raises(ValueError, match="hand: no hand 9, expected 0 to 3"):
            fd.env("hearts", hand=9)
        with pytest.raises(ValueError, match="hand: 1, expected none where whole matches"):
            fd.parallel_env("hearts", hand=1, length="match")
