import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import facedown as fd
import numpy as np
import pytest
from facedown import _native
from facedown._episode import ENTRIES, FORMER_ENTRIES, Entry

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from facedown.pettingzoo import GameEnv, ParallelGameEnv  # noqa: E402
from pettingzoo import test as checkers  # noqa: E402
from pettingzoo.utils.conversions import parallel_to_aec  # noqa: E402

entries = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id.split("/")[1])
doors = pytest.mark.parametrize("make", [fd.env, fd.parallel_env], ids=["aec", "parallel"])


@pytest.fixture(autouse=True)
def _only_known_warnings() -> Iterator[None]:
    # api_test warns of every observation that is a dictionary, except in PettingZoo's own games.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


def aec(entry: Entry, **options: Any) -> GameEnv:
    env: GameEnv = pettingzoo.make("aec", entry.id, **options)
    return env


def parallel(entry: Entry, **options: Any) -> ParallelGameEnv:
    env: ParallelGameEnv = pettingzoo.make("parallel", entry.id, **options)
    return env


def play(env: GameEnv, rng: random.Random) -> Iterator[None]:
    """Plays random legal actions; yields before each."""
    while not any(env.terminations.values()):
        yield
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))


def test_every_game_is_registered() -> None:
    assert {entry.name for entry in ENTRIES} == set(fd.games())
    ids = [entry.id for entry in ENTRIES + FORMER_ENTRIES]
    assert [id for id in pettingzoo.aec_registry if id.startswith("facedown/")] == ids
    assert [id for id in pettingzoo.parallel_registry if id.startswith("facedown/")] == ids


@entries
def test_the_entry_is_the_environment_of_the_game(entry: Entry) -> None:
    env = aec(entry)
    assert str(env) == entry.id == str(parallel(entry))
    game = fd.make(entry.name, **entry.rules)
    assert env.possible_agents == [f"seat_{seat}" for seat in range(game.seats)]
    assert len(env.channel_names) == game.observation_shape[0]
    assert env.action_text(0) == game.action_text(0)


@entries
def test_the_api_test_passes(entry: Entry) -> None:
    checkers.api_test(aec(entry), num_cycles=100)
    checkers.api_test(aec(entry, dtype="float32", length="match"), num_cycles=100)


@entries
def test_the_seed_test_passes(entry: Entry) -> None:
    checkers.seed_test(partial(aec, entry), num_cycles=50)


@entries
def test_the_parallel_api_test_passes(entry: Entry) -> None:
    checkers.parallel_api_test(parallel(entry), num_cycles=300)


@entries
def test_the_parallel_seed_test_passes(entry: Entry) -> None:
    checkers.parallel_seed_test(partial(parallel, entry), num_cycles=50)
    checkers.parallel_seed_test(partial(parallel, entry, illegal="random"), num_cycles=50)


@entries
def test_the_max_cycles_test_passes(entry: Entry) -> None:
    # It draws actions without masks and seeds, and counts the turns of agents that all act in every
    # cycle; a hand that is drawn at once would end before.
    def make(**options: Any) -> Any:
        env = parallel(entry, illegal="random", **options)
        for agent in env.possible_agents:
            env.action_space(agent).seed(1)
        reset = env.reset
        setattr(env, "reset", lambda seed=None, options=None: reset(seed=1, options=options))  # noqa: B010
        return env

    env = lambda **options: parallel_to_aec(make(**options))  # noqa: E731
    checkers.max_cycles_test(SimpleNamespace(parallel_env=make, env=env))


@entries
def test_the_render_test_passes(entry: Entry, capsys: pytest.CaptureFixture[str]) -> None:
    checkers.render_test(partial(aec, entry))
    assert "seat 0 to act" in capsys.readouterr().out


@entries
@pytest.mark.parametrize("length", ["hand", "match"])
def test_observations_and_rewards_are_those_of_the_vectorised_environment(
    entry: Entry, length: str
) -> None:
    if (entry.name, length) == ("gin", "match"):
        pytest.skip("random play needs twenty thousand decisions for a match of gin")
    vec = fd.make_vec(
        entry.name, 1, seed=11, threads=1, length=length, observe="all", **entry.rules
    )
    batch = vec.new_batch()
    vec.reset(out=batch)
    env = aec(entry, length=length)
    env.reset(seed=vec.env_seed(0))
    while not batch.done[0]:
        assert env.agent_selection == f"seat_{batch.seat[0]}"
        for seat, agent in enumerate(env.agents):
            assert np.array_equal(env.observe(agent)["observation"], batch.observation[0, seat])
        assert np.array_equal(env.last()[0]["action_mask"], batch.mask[0])
        actions = vec.sample_actions()
        vec.step(actions, out=batch)
        env.step(int(actions[0]))
    assert list(env.rewards.values()) == batch.reward[0].tolist()
    assert all(env.terminations.values())


@entries
def test_the_parallel_environment_plays_the_same_hand(entry: Entry) -> None:
    env, both = aec(entry), parallel(entry)
    env.reset(seed=5)
    observations, _ = both.reset(seed=5)
    rng = random.Random(5)
    rewards: dict[str, float] = {}
    for _ in play(env, rng):
        state = copy.deepcopy(rng)
        agent = env.agent_selection
        for other in env.agents:
            seen, mask = observations[other]["observation"], observations[other]["action_mask"]
            assert np.array_equal(seen, env.observe(other)["observation"])
            assert np.array_equal(mask[:-1], env.observe(other)["action_mask"])
            assert mask[-1] == (other != agent)
        action = state.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist())
        actions = dict.fromkeys(env.agents, both.no_op) | {agent: action}
        observations, rewards, terminations, _, _ = both.step(actions)
    assert rewards == env.rewards
    assert all(terminations.values())
    assert both.agents == []


@entries
@doors
def test_what_a_seat_cannot_see_changes_nothing_it_gets(
    make: Callable[..., Any], entry: Entry
) -> None:
    rng, compared = random.Random(3), 0
    env = make(entry.name, **entry.rules)
    for seed in range(3):
        env.reset(seed=seed)
        episode = env._table.episode
        for step in range(12):
            if episode.is_over:
                break
            for seat, agent in enumerate(env.possible_agents):
                view, state = episode.view(seat), episode._state
                world = _native.world(view, seed * 100 + step)
                if played_on(world.view(seat), view):
                    continue
                seen = observed(env, agent)
                episode._state = world
                other = observed(env, agent)
                episode._state = state
                compared += 1
                assert np.array_equal(seen["observation"], other["observation"])
                assert np.array_equal(seen["action_mask"], other["action_mask"])
            episode.play(rng.choice(episode.state.legal_actions()))
    assert compared > 30


@entries
def test_a_resampled_environment_looks_the_same_to_the_agent_and_plays_on(entry: Entry) -> None:
    rng, others = random.Random(4), 0
    env = aec(entry)
    env.reset(seed=2)
    for step in range(10):
        agent = env.agent_selection
        world = env.resample(agent, seed=step)
        assert world.agent_selection == agent
        for key, seen in env.observe(agent).items():
            assert np.array_equal(seen, world.observe(agent)[key])
        others += any(world.view(name) != env.view(name) for name in env.agents)
        for _ in play(world, rng):
            pass
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
    assert others > 5
    with pytest.raises(ValueError, match="no agent 'seat_9'"):
        env.resample("seat_9")
    with pytest.raises(ValueError, match="seed is -1"):
        env.resample("seat_0", -1)
    whole = aec(entry, length="match")
    whole.reset(seed=1)
    with pytest.raises(ValueError, match="length is 'match'"):
        whole.resample("seat_0")


def played_on(world: fd.View, view: fd.View) -> bool:
    """Whether nobody can call the discard in a sampled world, and its next tile has been drawn."""
    if view.game.name != "riichi":
        return False
    left: list[int] = [each.to_dict()["now"]["left"] for each in (world, view)]
    return left[0] < left[1]


def observed(env: GameEnv | ParallelGameEnv, agent: str) -> dict[str, Any]:
    if isinstance(env, GameEnv):
        return env.observe(agent)
    return env._observation(env.possible_agents.index(agent))


@doors
def test_a_seed_names_the_hand_and_what_follows(make: Callable[..., Any]) -> None:
    env, other = make("gin"), make("gin")
    env.reset(seed=7)
    assert env.view("seat_1") == fd.make("gin").deal(7).view(1)
    other.reset(seed=7)
    env.reset()
    other.reset()
    assert env.view("seat_1") == other.view("seat_1") != fd.make("gin").deal(7).view(1)


def test_without_a_seed_hands_differ() -> None:
    texts = set()
    for _ in range(3):
        env = fd.env("gin")
        env.reset()
        texts.add(env.view("seat_0").text())
    assert len(texts) == 3


def test_an_illegal_action_ends_the_episode() -> None:
    env = fd.env("gin", hand=0)
    env.reset(seed=1)
    env.step(200)
    assert env.infos["seat_0"]["illegal_action"] == 200
    assert env.rewards == {"seat_0": -100.0, "seat_1": 0.0}
    assert all(env.terminations.values())
    scaled = fd.env("gin", hand=0, illegal_reward=-3, reward_scale=0.01)
    scaled.reset(seed=1)
    scaled.step(200)
    assert scaled.rewards["seat_0"] == -3.0


def test_an_illegal_action_can_be_an_error() -> None:
    env = fd.env("gin", hand=0, illegal="raise")
    env.reset(seed=1)
    before = env.view("seat_0")
    with pytest.raises(ValueError, match=r"seat 0: action 200 .* is not legal, expected one of"):
        env.step(200)
    assert env.view("seat_0") == before
    both = fd.parallel_env("gin", hand=0, illegal="raise")
    both.reset(seed=1)
    with pytest.raises(ValueError, match="action 242 no-op is not legal"):
        both.step({"seat_0": both.no_op})


def test_an_illegal_action_can_be_replaced() -> None:
    env = fd.env("gin", hand=0, illegal="random")
    env.reset(seed=1)
    env.step(200)
    assert env.infos["seat_0"]["illegal_action"] == 200
    assert not any(env.terminations.values())
    assert len(env._table.episode.state.history) == 1


@doors
def test_max_cycles_counts_decisions(make: Callable[..., Any]) -> None:
    env = make("hearts", max_cycles=5)
    env.reset(seed=1)
    episode = env._table.episode
    for cycle in range(1, 6):
        action = episode.state.legal_actions()[0]
        env.step(action if make is fd.env else {f"seat_{episode.seat}": action})
        assert len(episode.state.history) == cycle
        ended = all(env.truncations.values()) if make is fd.env else not env.agents
        assert ended == (cycle == 5)


def test_the_text_is_the_view_of_the_seat_to_act() -> None:
    env = fd.env("hearts", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.view(env.agent_selection).text() + "\nseat 0 to act\n"
    for _ in play(env, random.Random(1)):
        pass
    assert "over: " in str(env.render())
    plain = fd.env("hearts")
    plain.reset()
    assert plain.render() is None


@doors
def test_environments_are_copied_and_pickled(make: Callable[..., Any]) -> None:
    env = make("riichi", length="match")
    env.reset(seed=1)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.view("seat_2") == env.view("seat_2")
        env_next, other_next = copy.deepcopy(env), other
        env_next.reset()
        other_next.reset()
        assert env_next.view("seat_0") == other_next.view("seat_0")


@doors
@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"name": "bridge"}, ValueError, "bridge"),
        ({"name": 7}, TypeError, "name is a int"),
        ({"rules": "nonsense"}, ValueError, "nonsense"),
        ({"gin_bonus": "much"}, ValueError, "much"),
        ({"length": "week"}, ValueError, "length is 'week'"),
        ({"reward_scale": "big"}, TypeError, "reward_scale is 'big'"),
        ({"reward_scale": float("nan")}, ValueError, "reward_scale is nan"),
        ({"dtype": "int64"}, ValueError, "dtype is int64"),
        ({"dtype": "nonsense"}, TypeError, "nonsense"),
        ({"illegal": "ignore"}, ValueError, "illegal is 'ignore'"),
        ({"illegal": 3}, ValueError, "illegal is 3"),
        ({"illegal_reward": [1]}, TypeError, r"illegal_reward is \[1\]"),
        ({"max_cycles": 0}, ValueError, "max_cycles is 0"),
        ({"max_cycles": 2.5}, TypeError, "max_cycles is 2.5"),
        ({"render_mode": "rgb_array"}, ValueError, "render_mode is 'rgb_array'"),
    ],
)
def test_a_bad_option_is_named(
    make: Callable[..., Any], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make(**{"name": "gin", **options})


def test_a_bad_number_of_cycles_is_named_later_too() -> None:
    env = fd.parallel_env("gin", max_cycles=3)
    for bad, error in ((0, ValueError), ("5", TypeError), (True, TypeError)):
        with pytest.raises(error, match="max_cycles is"):
            env.max_cycles = bad  # type: ignore[assignment]
    assert env.max_cycles == 3


@doors
@pytest.mark.parametrize(
    ("seed", "error"),
    [(-1, ValueError), (1 << 64, ValueError), (1.5, TypeError), ("1", TypeError)],
)
def test_a_bad_seed_is_named(make: Callable[..., Any], seed: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="seed is"):
        make("gin").reset(seed=seed)


@pytest.mark.parametrize(
    ("action", "error"),
    [(242, IndexError), (-1, ValueError), (1.0, TypeError), ("pass", TypeError), (None, TypeError)],
)
def test_a_bad_action_is_named_and_changes_nothing(action: Any, error: type[Exception]) -> None:
    env = fd.env("gin")
    env.reset(seed=1)
    with pytest.raises(error, match="action"):
        env.step(action)
    both = fd.parallel_env("gin")
    both.reset(seed=1)
    if action != 242:  # the no-op
        with pytest.raises((error, ValueError), match="action"):
            both.step({"seat_0": action})
    with pytest.raises(IndexError, match="no action 243"):
        both.step({"seat_0": 0, "seat_1": 243})
    assert env.view("seat_0") == both.view("seat_0") == fd.make("gin").deal(1).view(0)


def test_bad_agents_are_named() -> None:
    env, both = fd.env("gin", hand=0), fd.parallel_env("gin", hand=0)
    env.reset()
    both.reset()
    for call in (env.observe, env.view, env.action_space, both.observation_space):
        for agent in ("seat_2", 0, None):
            with pytest.raises(ValueError, match=f"no agent {agent!r}, expected one of seat_0, "):
                call(agent)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no agent 'player_0'"):
        both.step({"player_0": 0})
    with pytest.raises(ValueError, match="no action of seat_0, which is to act"):
        both.step({"seat_1": both.no_op})
    with pytest.raises(TypeError, match="actions is a list"):
        both.step([0, 0])  # type: ignore[arg-type]


@doors
def test_an_environment_that_is_closed_or_not_begun_says_so(make: Callable[..., Any]) -> None:
    env = make("gin")
    action = 0 if make is fd.env else {"seat_0": 0}
    calls: list[Callable[[], Any]] = [lambda: env.step(action), env.render]
    calls.append(lambda: env.view("seat_0"))
    for call in calls:
        with pytest.raises(RuntimeError, match="call reset first"):
            call()
    env.reset()
    env.close()
    env.close()
    for call in (*calls, env.reset):
        with pytest.raises(RuntimeError, match="this environment is closed"):
            call()


def test_after_the_end_agents_leave_with_none() -> None:
    env = fd.env("gin", hand=0)
    env.reset(seed=1)
    env.step(200)
    with pytest.raises(ValueError, match="action is 3: expected None"):
        env.step(3)
    env.step(None)
    env.step(None)
    assert env.agents == []
    with pytest.raises(RuntimeError, match="the episode is over"):
        env.step(None)
    both = fd.parallel_env("gin", hand=0)
    both.reset(seed=1)
    both.step({"seat_0": 200})
    with pytest.raises(RuntimeError, match="the episode is over"):
        both.step({})


def run(code: str) -> str:
    """Runs a program in an interpreter of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_order_of_imports_does_not_matter() -> None:
    made = "print(pettingzoo.make('aec', 'facedown/Riichi-v1'), gymnasium.make('facedown/Gin-v1'))"
    orders = ["facedown, gymnasium, pettingzoo", "pettingzoo, gymnasium, facedown"]
    first, second = (run(f"import {order}; {made}") for order in orders)
    assert first == second
    assert "facedown/Riichi-v1" in first
    loaded = "print('gymnasium' in sys.modules, 'pettingzoo' in sys.modules)"
    assert run(f"import sys, facedown; {loaded}") == "False False"


def test_without_pettingzoo_the_message_says_what_to_install() -> None:
    code = """
import sys
sys.modules["pettingzoo"] = None
import facedown as fd
try:
    fd.env
except ImportError as error:
    print(error)
"""
    assert "pip install 'facedown[gym]'" in run(code)


@pytest.mark.parametrize("options", [b"\x00" * 5, (1, 2, 3, 4, 5), "gin", None])
@pytest.mark.parametrize("kind", [GameEnv, ParallelGameEnv])
def test_environments_are_made_by_name(kind: Any, options: Any) -> None:
    with pytest.raises(TypeError, match="env and parallel_env make environments by name"):
        kind(options)
