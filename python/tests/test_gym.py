import copy
import os
import pickle
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import pytest
from facedown._episode import ENTRIES, FORMER_ENTRIES, Entry

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from facedown.gym import GameEnv, GameVectorEnv  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

entries = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id.split("/")[1])


@pytest.fixture(autouse=True)
def _no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def make(entry_id: str, **options: Any) -> GameEnv:
    env: GameEnv = gymnasium.make(entry_id, **options).unwrapped
    return env


def make_vec(entry_id: str, n: int, **options: Any) -> GameVectorEnv:
    env: GameVectorEnv = gymnasium.make_vec(entry_id, num_envs=n, **options)
    return env


def first(view: fd.View) -> int:
    return view.legal_actions()[0]


def finish(env: GameEnv, choose: Callable[[fd.View], int] = first) -> tuple[int, float]:
    """Plays to the end; returns the number of steps and the sum of rewards."""
    steps, total, over = 0, 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(choose(env.view()))
        steps, total = steps + 1, total + float(reward)
    return steps, total


def test_every_game_is_registered() -> None:
    registered = [id for id in gymnasium.registry if id.startswith("facedown/")]
    assert registered == [entry.id for entry in ENTRIES + FORMER_ENTRIES]


@entries
def test_check_env_passes(entry: Entry) -> None:
    check_env(make(entry.id, render_mode="ansi"))
    check_env(make(entry.id, dtype="float32", seat="random", illegal="random"))


@entries
def test_the_seat_plays_its_own_decisions_of_the_hand(entry: Entry) -> None:
    env = make(entry.id, opponents=first, seat=1, illegal="raise")
    observation, info = env.reset(seed=9)
    state = fd.make(entry.name, **entry.rules).deal(9)
    over, reward = False, 0.0
    while not over:
        while state.current_seat != 1:
            state.apply(first(state.view()))
        assert np.array_equal(observation, state.view().observation())
        assert np.array_equal(info["action_mask"], state.view().mask())
        assert np.array_equal(env.action_masks(), state.view().mask().astype(bool))
        action = state.legal_actions()[-1]
        state.apply(action)
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        assert reward == 0.0 or over
        while over and not state.is_over:
            state.apply(first(state.view()))
    assert state.is_over
    assert reward == state.scores()[1]


def test_opponents_are_bots_by_name_or_callables() -> None:
    views: list[fd.View] = []

    def watch(view: fd.View) -> str:
        views.append(view)
        return view.game.action_text(first(view))

    env = make("facedown/Hearts-v1", opponents=["rule", watch, "random"], seat=3)
    env.reset(seed=1)
    finish(env)
    assert {view.seat for view in views} == {1}
    same = make("facedown/Hearts-v1", opponents=["rule", watch, "random"], seat=3)
    played = [finish(env) for env in (env, same) if env.reset(seed=2)]
    assert played[0] == played[1]


def test_a_random_seat_changes_with_the_episode() -> None:
    env = make("facedown/Hearts-v1", seat="random")
    seats = []
    for seed in range(12):
        _, info = env.reset(seed=seed)
        assert info["seat"] == env.seat == env.view().seat
        seats.append(env.seat)
    assert set(seats) == {0, 1, 2, 3}


def test_a_match_is_one_episode() -> None:
    env = make("facedown/Hearts-v1", length="match", opponents="random")
    env.reset(seed=1)
    steps, total = finish(env)
    assert steps > 40
    assert total < -26
    assert env._episode.hands > 3


def test_the_better_policy_gets_the_better_reward() -> None:
    greedy = fd.make("gin").bot("greedy")
    env = make("facedown/Gin-v1", opponents="random")
    totals = []
    for choose in (greedy.choose, first):
        env.reset(seed=1)
        total = 0.0
        for _ in range(20):
            total += finish(env, choose)[1]
            env.reset()
        totals.append(total)
    assert totals[0] > 200 > totals[1]


def test_an_illegal_action_ends_the_episode_unless_told_otherwise() -> None:
    env = make("facedown/Gin-v1", hand=0)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(200)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-100.0, True, False, 200)
    with pytest.raises(RuntimeError, match="the episode is over"):
        env.step(200)
    env = make("facedown/Gin-v1", hand=0, illegal="random")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(200)
    assert (reward, terminated, info["illegal_action"]) == (0.0, False, 200)
    env = make("facedown/Gin-v1", hand=0, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"action 200 .* is not legal"):
        env.step(200)
    assert env.view() == fd.make("gin").deal(1, 0).view()


def test_the_text_is_the_seats_view(capsys: pytest.CaptureFixture[str]) -> None:
    env = make("facedown/Riichi-v1", render_mode="ansi", seat=2)
    env.reset(seed=1)
    assert env.render() == env.view().text() + "\n"
    human = make("facedown/Riichi-v1", render_mode="human", seat=2)
    human.reset(seed=1)
    assert human.render() is None
    assert capsys.readouterr().out.strip() == env.view().text().strip()


def test_environments_with_callables_are_copied_and_pickled() -> None:
    env = make("facedown/Gin-v1", hand=0, opponents=first)
    env.reset(seed=1)
    env.step(first(env.view()))
    env.reset()
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.view() == env.view()
        assert other.reset(seed=4)[1]["seat"] == 0
        assert other.view() == fd.make("gin").deal(4, 0).view()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"opponents": "nobody"}, ValueError, "nobody"),
        ({"opponents": 3}, TypeError, "a bot is 3: expected a name, a callable"),
        ({"opponents": ["greedy", "greedy"]}, ValueError, "2 opponents, expected 1"),
        ({"opponents": [4]}, TypeError, "a bot is 4: expected a name, a callable"),
        ({"seat": 2}, IndexError, "no seat 2, expected 0 to 1"),
        ({"seat": "first"}, TypeError, "seat is 'first'"),
        ({"seat": True}, TypeError, "seat is True"),
        ({"length": None}, ValueError, "length is None"),
        ({"reward_scale": None}, TypeError, "reward_scale is None"),
        ({"dtype": "float64"}, ValueError, "dtype is float64"),
        ({"illegal": "ignore"}, ValueError, "illegal is 'ignore'"),
        ({"illegal_reward": "low"}, TypeError, "illegal_reward is 'low'"),
        ({"rules": "nonsense"}, ValueError, "nonsense"),
        ({"nonsense": 1}, ValueError, "nonsense"),
    ],
)
def test_a_bad_option_is_named(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make("facedown/Gin-v1", **options)
    with pytest.raises(error, match=message):
        GameEnv("gin", **options)


def test_an_unknown_render_mode_is_named() -> None:
    with pytest.raises(ValueError, match="render_mode is 'rgb_array'"):
        GameEnv("gin", render_mode="rgb_array")


def test_a_bad_seed_or_action_is_named() -> None:
    env = make("facedown/Gin-v1")
    vec = make_vec("facedown/Gin-v1", 2)
    seeds: dict[Any, type[Exception]] = {-1: ValueError, 1 << 64: ValueError, 0.5: TypeError}
    for seed, error in seeds.items():
        with pytest.raises(error, match="seed is"):
            env.reset(seed=seed)
        with pytest.raises(error, match="seed is"):
            vec.reset(seed=seed)
    env.reset(seed=1)
    vec.reset(seed=1)
    actions: dict[Any, type[Exception]] = {242: IndexError, -1: IndexError, "pass": TypeError}
    for action, error in actions.items():
        with pytest.raises(error, match="action"):
            env.step(action)
    with pytest.raises(ValueError, match=r"actions has shape \(3,\): expected \(2,\)"):
        vec.step([0, 0, 0])
    with pytest.raises(ValueError, match="actions has dtype float64"):
        vec.step([0.0, 0.0])
    with pytest.raises(IndexError, match="environment 1: no action 999"):
        vec.step([int(vec.sample_actions()[0]), 999])
    with pytest.raises(ValueError, match="environment 1"):
        vec.step([int(vec.sample_actions()[0]), 200])


def test_an_opponent_that_answers_badly_is_named() -> None:
    for answer, said in ((200, "action 200"), (999, "no action 999"), (None, "NoneType")):
        env = make("facedown/Gin-v1", hand=0, opponents=lambda view, answer=answer: answer, seat=1)
        with pytest.raises(ValueError, match=f"'policy', seat 0: .*{said}"):
            env.reset(seed=1)


def test_an_environment_that_is_closed_or_not_begun_says_so() -> None:
    env, vec = GameEnv("gin"), GameVectorEnv("gin", 2)
    begun: list[Callable[[], Any]] = [lambda: env.step(0), env.view, env.render, env.action_masks]
    begun.append(lambda: vec.step([0, 0]))
    for call in begun:
        with pytest.raises(RuntimeError, match="call reset first"):
            call()
    for each in (env, vec):
        each.reset(seed=1)
        each.close()
        each.close()
    for call in (*begun, env.reset, vec.reset, vec.sample_actions, vec.action_masks):
        with pytest.raises(RuntimeError, match="this environment is closed"):
            call()


@entries
def test_the_vectorised_environment_has_the_arrays_of_ours(entry: Entry) -> None:
    env = make_vec(entry.id, 16)
    assert isinstance(env, GameVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ours = fd.make_vec(entry.name, 16, **entry.rules)
    observation, infos = env.reset(seed=3)
    ours.reset(seed=3)
    assert observation in env.observation_space
    assert infos["action_mask"].dtype == np.int8
    ended = 0
    for _ in range(150):
        actions = env.sample_actions()
        acted = infos["seat"].copy()
        again, rewards, terminated, truncated, infos = env.step(actions)
        batch = ours.step(actions)
        assert again is observation, "the arrays of the batch, not copies"
        assert np.array_equal(observation, batch.observation)
        assert np.array_equal(infos["action_mask"], batch.mask)
        assert np.array_equal(infos["rewards"], batch.reward)
        assert np.array_equal(terminated, batch.done)
        assert np.array_equal(rewards, batch.reward[np.arange(16), acted])
        assert not truncated.any()
        ended += int(terminated.sum())
    assert ended > 0
    assert np.shares_memory(infos["action_mask"], env.action_masks())


def test_without_a_seed_the_next_deals_follow() -> None:
    one, other = make_vec("facedown/Gin-v1", 4), make_vec("facedown/Gin-v1", 4)
    for env in (one, other):
        env.reset(seed=3)
        env.reset()
    assert np.array_equal(one._batch.observation, other._batch.observation)
    assert one.env.seed == other.env.seed != 3


def test_options_of_the_vectorised_environment_are_those_of_ours() -> None:
    env = make_vec(
        "facedown/Riichi-v1", 2, encoder="riichi-base-1", dtype="float32", length="tonpu",
        reward="rank", threads=1,
    )  # fmt: skip
    assert env.single_observation_space.shape == (74, 34)
    assert env.single_observation_space.dtype == np.float32
    assert env.reset(seed=1)[0] in env.observation_space
    assert len(env.channel_names) == 74
    with pytest.raises(ValueError, match="n is 0"):
        make_vec("facedown/Gin-v1", 0)
    with pytest.raises(ValueError, match="render_mode is 'ansi'"):
        make_vec("facedown/Gin-v1", 2, render_mode="ansi")


def test_bots_are_vectorised_by_gymnasium() -> None:
    env = gymnasium.make_vec(
        "facedown/Gin-v1", num_envs=3, vectorization_mode="sync", opponents="simple"
    )
    observation, infos = env.reset(seed=1)
    assert observation.shape == (3, 13, 52)
    assert infos["action_mask"].shape == (3, 242)
    assert env.call("action_masks")[0].dtype == np.bool_
    env.close()


def test_the_examples_of_the_guide_run() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    page = (Path(__file__).parents[2] / "docs/guide/environments.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(blocks) == 5
    for block in blocks:
        exec(compile(block, "environments.md", "exec"), {})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_vectorised_environment_says_that_it_was_forked() -> None:
    code = """
import os, facedown, gymnasium
env = gymnasium.make_vec("facedown/Gin-v1", num_envs=8, threads=2)
env.reset(seed=1)
alone = gymnasium.make_vec("facedown/Gin-v1", num_envs=8, threads=1)
alone.reset(seed=1)
child = os.fork()
if child == 0:
    try:
        env.step([0] * 8)
    except RuntimeError as error:
        print(error, flush=True)
    alone.step(alone.sample_actions())
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
env.step(env.sample_actions())
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True
    )
    assert "was made before the process was forked" in done.stdout


def test_without_gymnasium_the_message_says_what_to_install() -> None:
    code = """
import sys
sys.modules["gymnasium"] = None
import facedown as fd
try:
    fd.gym
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'facedown[gym]'" in done.stdout
