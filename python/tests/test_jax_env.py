import os
import subprocess
import sys
from typing import Any

import facedown as fd
import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy

GAMES = list(fd.games())
FAILURES = (jax.errors.JaxRuntimeError, ValueError)
N = 16


def keys_of(vec: fd.VecEnv) -> Any:
    """The seeds of a batch's environments as keys."""
    seeds = [vec.env_seed(i) for i in range(vec.n)]
    return jnp.array([[seed >> 32, seed & 0xFFFF_FFFF] for seed in seeds], jnp.uint32)


def first_legal(mask: Any) -> Any:
    return jnp.argmax(mask, axis=-1)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_plays_as_make_vec_does(name: str) -> None:
    vec = fd.make_vec(name, N, seed=5, threads=1)
    env = fd.jax.make(name, auto_reset=True)
    assert env.observation_shape == vec.observation_shape
    observation, mask, seat = vec.reset()
    states, steps = jax.vmap(env.reset)(keys_of(vec))
    step = jax.jit(jax.vmap(env.step))
    ended = 0
    for _ in range(150):
        assert (np.asarray(steps.observation) == observation).all()
        assert (np.asarray(steps.mask) == mask).all()
        assert (np.asarray(steps.current_seat) == seat).all()
        actions = vec.sample_actions().copy()
        states, steps = step(states, actions)
        observation, mask, seat, reward, done = vec.step(actions)
        assert (np.asarray(steps.rewards) == reward).all()
        assert (np.asarray(steps.terminated) == done).all()
        ended += int(done.sum())
    assert ended or name == "riichi"


def test_transformations_leave_results_as_they_are() -> None:
    env = fd.jax.make("gin", auto_reset=True, dtype=np.float32)
    keys = jax.random.split(jax.random.key(3), 6)

    def episode(key: Any) -> Any:
        def body(carry: Any, _: Any) -> Any:
            state, mask = carry
            state, step = env.step(state, first_legal(mask))
            return (state, step.mask), step

        state, step = env.reset(key)
        return jax.lax.scan(body, (state, step.mask), None, length=40)

    one_by_one = [jax.jit(episode)(key) for key in keys]
    together = jax.jit(jax.vmap(episode))(keys)
    nested = jax.vmap(jax.vmap(episode))(keys.reshape(2, 3))
    for i, alone in enumerate(one_by_one):
        same = jax.tree.map(lambda a, b, i=i: bool((a == b[i]).all()), alone, together)
        assert all(jax.tree.leaves(same))
        same = jax.tree.map(lambda a, b, i=i: bool((a == b[i // 3, i % 3]).all()), alone, nested)
        assert all(jax.tree.leaves(same))


def test_states_are_values_that_can_be_branched() -> None:
    env = fd.jax.make("hearts")
    state, step = env.reset(1)
    legal = np.flatnonzero(step.mask)
    left = env.step(state, legal[0])
    right = env.step(state, legal[-1])
    again = env.step(np.asarray(state), int(legal[0]))
    assert (np.asarray(left[0]) == np.asarray(again[0])).all()
    assert (np.asarray(left[0]) != np.asarray(right[0])).any()


def test_seeds_and_keys_are_the_same_episode() -> None:
    env = fd.jax.make("gin")
    expected = np.asarray(env.reset(7)[0])
    for key in (jax.random.key(7), jax.random.PRNGKey(7), np.uint32(7), jnp.int32(7)):
        assert (np.asarray(env.reset(key)[0]) == expected).all()
    assert (np.asarray(env.reset(8)[0]) != expected).any()
    assert (np.asarray(env.reset(7 + (1 << 32))[0]) != expected).any()
    other = env.reset(jax.random.key(7, impl="rbg"))
    assert other[0].shape == (env.state_size,)


def test_without_auto_reset_the_end_stays() -> None:
    env = fd.jax.make("gin", reward_scale=0.5)
    state, step = env.reset(11)
    play = jax.jit(env.step)
    rewards = np.zeros(2)
    for _ in range(2000):
        state, step = play(state, first_legal(step.mask))
        rewards += np.asarray(step.rewards)
        if step.terminated:
            break
    assert bool(step.terminated)
    assert bool(step.mask.all())
    after, again = play(state, 0)
    assert (np.asarray(after) == np.asarray(state)).all()
    assert bool(again.terminated)
    assert not np.asarray(again.rewards).any()
    assert rewards.sum() == 0


def test_options_are_those_of_make_vec() -> None:
    env = fd.jax.make("gin", observe="all", encoder=None)
    _, step = env.reset(0)
    assert step.observation.shape == (2, 0)
    env = fd.jax.make("gin", observe="all", dtype="float16")
    _, step = env.reset(0)
    assert step.observation.shape == (2, *env.observation_shape)
    assert step.observation.dtype == jnp.float16
    hands = fd.jax.make("riichi", length="tonpu", reward="rank")
    assert hands.reset(0)[1].rewards.shape == (4,)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "chess"}, "chess"),
        ({"name": "gin", "encoder": "nothing"}, "nothing"),
        ({"name": "gin", "encoder": 3}, "3"),
        ({"name": "gin", "dtype": "int32"}, "int32"),
        ({"name": "gin", "observe": "none"}, "none"),
        ({"name": "gin", "auto_reset": 1}, "1"),
        ({"name": "gin", "threads": 0}, "0"),
        ({"name": "gin", "threads": 1025}, "1025"),
        ({"name": "gin", "threads": 2**70}, "1180591620717411303424"),
        ({"name": "gin", "length": "year"}, "year"),
        ({"name": "gin", "reward": "money"}, "money"),
        ({"name": "gin", "rules": "unheard"}, "unheard"),
        ({"name": "gin", "shaping": "x"}, "x"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        fd.jax.make(**options)


def test_bad_arguments_raise_while_tracing() -> None:
    env = fd.jax.make("gin")
    state, _ = env.reset(0)
    for bad in (None, "s", state[1:], state.astype(jnp.int32), jnp.stack([state, state])):
        with pytest.raises(ValueError, match="expected uint8"):
            env.step(bad, 0)
    for bad in (1.5, [1, 2], jnp.zeros(3, jnp.int32), True):
        with pytest.raises(ValueError, match="expected one integer"):
            env.step(state, bad)
    for bad in (-1, 1 << 64):
        with pytest.raises(ValueError, match=str(bad)):
            env.reset(bad)
    for bad in (1.5, None, "k", jnp.zeros(3, jnp.uint32), jax.random.split(jax.random.key(0))):
        with pytest.raises(ValueError, match="expected a key"):
            env.reset(bad)


def test_bad_states_and_actions_fail_the_computation_and_are_named() -> None:
    env = fd.jax.make("gin")
    states, steps = jax.vmap(env.reset)(jax.random.split(jax.random.key(0), 8))
    actions = first_legal(steps.mask)
    step = jax.jit(jax.vmap(env.step))
    rng = np.random.default_rng(1)
    for _ in range(20):
        bad = np.array(states)
        bad[5, rng.integers(env.state_size)] ^= 1 << rng.integers(8)
        with pytest.raises(FAILURES, match=r"environment 5: not a state"):
            jax.block_until_ready(step(bad, actions))
    with pytest.raises(FAILURES, match="environment 0: not a state"):
        jax.block_until_ready(env.step(np.zeros(env.state_size, np.uint8), 0))
    other = fd.jax.make("gin", rules="straight")
    with pytest.raises(FAILURES, match="not a state"):
        jax.block_until_ready(other.step(states[0], actions[0]))
    for action in (-1, env.num_actions, 1 << 30):
        with pytest.raises(FAILURES, match="no action"):
            jax.block_until_ready(env.step(states[0], action))
    illegal = int(np.flatnonzero(~np.asarray(steps.mask[3]))[0])
    with pytest.raises(FAILURES, match=f"environment 3: action {illegal} is not legal"):
        jax.block_until_ready(step(states, actions.at[3].set(illegal)))
    # Failures leave nothing behind.
    jax.block_until_ready(step(states, actions))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_process_that_was_forked_after_a_call_says_so() -> None:
    code = """
import os, warnings
warnings.simplefilter("ignore")
import facedown as fd
words = fd.jax.words("As 2s 3s")
env = fd.jax.make("gin")
early = os.fork()
assert early == 0 or os.waitpid(early, 0)[1] == 0
assert int(fd.jax.min_deadwood(words)) == 0     # in the child too: nobody has used JAX before
if early == 0:
    os._exit(0)
state, _ = env.reset(1)
if os.fork() == 0:
    for call in (lambda: env.reset(1), lambda: env.step(state, 0), lambda: fd.jax.is_gin(words)):
        try:
            call()
        except RuntimeError as error:
            print(error, flush=True)
    os._exit(0)
os.wait()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout.count("JAX does not work after a fork") == 3, done.stderr


def test_ids_that_an_int32_cannot_hold_are_out_of_range() -> None:
    code = """
import jax, numpy as np, facedown as fd
jax.config.update("jax_enable_x64", True)
env = fd.jax.make("gin")
state, step = env.reset(0)
legal = int(step.mask.argmax())
env.step(state, np.int64(legal))
for bad in (np.int64(legal + (1 << 32)), np.uint64(1 << 63), np.int64(-(1 << 32) + legal)):
    try:
        jax.block_until_ready(env.step(state, bad))
    except (jax.errors.JaxRuntimeError, ValueError) as error:
        assert "no action" in str(error), error
    else:
        raise AssertionError(bad)
print("done")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "done", done.stderr
