import os
import queue
import subprocess
import sys
import threading
from typing import Any

import facedown as fd
import numpy as np
import pytest

N = 64


def env(**options: Any) -> fd.VecEnv:
    return fd.make_vec("gin", N, seed=7, **options)


def copied(batch: Any) -> list[Any]:
    return [array.copy() for array in batch]


def same(one: Any, other: Any) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


def test_the_example_of_the_readme_runs() -> None:
    hands = fd.gin.random_hands(100_000, seed=1)
    deadwood = fd.gin.min_deadwood(hands)
    env = fd.make_vec("gin", 1024, seed=7)
    obs, mask, seat = env.reset()
    for _ in range(100):
        obs, mask, seat, reward, done = env.step(env.sample_actions())
    assert deadwood.shape == (100_000,)
    assert obs.shape == (1024, 13, 52)
    assert (mask.shape, seat.shape) == ((1024, 242), (1024,))
    assert (reward.shape, done.shape) == ((1024, 2), (1024,))


def test_an_environment_tells_its_sizes() -> None:
    made = env(rules="classic", dtype="float32")
    assert (made.n, made.seats, made.num_actions, made.seed) == (N, 2, 242, 7)
    assert made.observation_shape == (13, 52)
    assert made.dtype == np.float32
    assert made.episodes == 0
    assert made.game == fd.make("gin", rules="classic")
    assert repr(made) == "<VecEnv: 64 x facedown.make('gin', rules='classic')>"


def test_arrays_have_the_documented_types_and_alignment() -> None:
    made = env()
    batch = made.step(made.sample_actions())
    types = [array.dtype for array in batch]
    assert types == [np.uint8, np.uint8, np.uint8, np.float32, np.bool_]
    for array in (*batch, *made.new_batch(), made.sample_actions()):
        assert array.ctypes.data % 64 == 0
        assert array.flags.c_contiguous


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_a_environment_plays_the_hands_of_its_seed_one_after_the_other(dtype: Any) -> None:
    # Under these rules one seat always deals, so a match has the hands of an environment.
    rules: dict[str, Any] = {"rules": "openspiel", "match": {"target": 60_000}}
    made = fd.make_vec("gin", 8, seed=7, dtype=dtype, reward_scale=0.5, **rules)
    made.reset()
    matches = [made.game.match(made.env_seed(row)) for row in range(8)]
    hands = [match.next_hand() for match in matches]
    bots = [made.game.bot(name, seed=1) for name in ("greedy", "random")]
    scored = 0
    for _ in range(400):
        views = [hand.view() for hand in hands if hand is not None]
        actions = [bots[row % 2].choose(view) for row, view in enumerate(views)]
        batch = made.step(actions)
        for row, (match, hand) in enumerate(zip(matches, hands, strict=True)):
            assert hand is not None
            hand.apply(actions[row])
            assert batch.done[row] == hand.is_over
            assert batch.reward[row].tolist() == [score / 2 for score in hand.scores()]
            scored += batch.reward[row].any()
            if hand.is_over:
                match.finish(hand)
                hands[row] = hand = match.next_hand()
                assert hand is not None
            view = hand.view()
            assert batch.seat[row] == view.seat
            assert (batch.mask[row] == view.mask()).all()
            assert (batch.observation[row] == view.observation(dtype)).all()
    assert made.episodes == sum(len(match.hands) for match in matches) > 20
    assert scored > 0


def test_environments_have_seeds_of_their_own() -> None:
    made = env()
    assert len({made.env_seed(row) for row in range(N)}) == N
    assert made.env_seed(3) == fd.make_vec("gin", 4, seed=7).env_seed(3)
    first = made.game.deal(made.env_seed(3)).view().observation()
    assert (made.reset().observation[3] == first).all()
    for row in (N, -1):
        with pytest.raises(IndexError, match=f"no environment {row}, expected 0 to {N - 1}"):
            made.env_seed(row)


def test_only_a_hand_that_ended_has_a_reward() -> None:
    made = env(rules="openspiel")
    ended = 0
    for _ in range(300):
        batch = made.step(made.sample_actions())
        assert (batch.reward.sum(axis=1) == 0).all()
        assert not batch.reward[~batch.done].any()
        ended += int(batch.done.sum())
        assert made.episodes == ended
    assert ended > 0


def test_floats_are_the_raw_counts_scaled() -> None:
    raw, scaled = env(), env(dtype=np.float32)
    raw.reset(), scaled.reset()
    scales = np.array(raw.game.observation_scales, np.float32)[:, None]
    for _ in range(50):
        actions = raw.sample_actions()
        assert (actions == scaled.sample_actions()).all()
        ours, theirs = raw.step(actions), scaled.step(actions)
        np.testing.assert_allclose(ours.observation * scales, theirs.observation, rtol=1e-6)
        assert same(ours[1:], theirs[1:])


def test_what_happens_depends_neither_on_threads_nor_on_the_number_of_environments() -> None:
    one = fd.make_vec("gin", 1024, seed=3, threads=1)
    two = fd.make_vec("gin", 1024, seed=3, threads=2)
    few = fd.make_vec("gin", 5, seed=3)
    for made in (one, two, few):
        made.reset()
    for _ in range(100):
        actions = one.sample_actions()
        assert (actions == two.sample_actions()).all()
        first = one.step(actions)
        assert same(first, two.step(actions))
        assert same([array[:5] for array in first], few.step(actions[:5]))
    assert one.episodes == two.episodes > 0


def test_a_reset_starts_again_and_a_seed_starts_otherwise() -> None:
    made = env()
    first = copied(made.reset())
    for _ in range(200):
        made.step(made.sample_actions())
    assert made.episodes > 0
    assert same(first, made.reset())
    assert made.episodes == 0
    assert not same(first, made.reset(seed=8))
    assert made.seed == 8
    assert same(fd.make_vec("gin", N, seed=8).reset(), made.reset())


def test_the_environments_own_arrays_are_overwritten_and_the_callers_are_not() -> None:
    made = env()
    own = made.step(made.sample_actions())
    assert made.step(made.sample_actions()).observation is own.observation
    mine = made.new_batch()
    given = made.step(made.sample_actions(), out=mine)
    assert given is mine
    kept = copied(mine)
    for _ in range(5):
        made.step(made.sample_actions())
    assert same(kept, mine)
    actions = np.empty(N, np.int32)
    assert made.sample_actions(out=actions) is actions


def test_a_reset_writes_to_the_callers_arrays_and_clears_what_ended() -> None:
    made = env()
    mine = made.new_batch()
    for array in mine:
        array.fill(1)
    shown = made.reset(out=mine)
    assert shown.observation is mine.observation
    assert not mine.done.any()
    assert not mine.reward.any()
    assert same(shown, env().reset())


def test_flags_may_be_bytes_or_booleans() -> None:
    made, other = env(), env()
    mine = made.new_batch()
    mine = mine._replace(mask=mine.mask.view(np.bool_), done=mine.done.view(np.uint8))
    for _ in range(60):
        actions = made.sample_actions()
        assert same(made.step(actions, out=mine), other.step(actions))
    assert mine.mask.dtype == np.bool_


@pytest.mark.parametrize("form", [np.int64, np.uint8, np.int16, np.uint64, list, "strided"])
def test_actions_of_other_types_are_converted(form: Any) -> None:
    made, other = env(), env()
    for _ in range(20):
        actions = made.sample_actions()
        given: Any
        if form is list:
            given = actions.tolist()
        elif form == "strided":
            given = np.repeat(actions, 2)[::2]
        else:
            given = actions.astype(form)
        assert same(other.step(given), made.step(actions))


def with_action(made: fd.VecEnv, row: int, action: int, dtype: Any = np.int32) -> Any:
    actions = made.sample_actions().astype(dtype)
    actions[row] = action
    return actions


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        (lambda e: with_action(e, 3, 55), ValueError, "environment 3: action 55 is not legal"),
        (lambda e: with_action(e, 9, 242), IndexError, "environment 9: no action 242 .*0 to 241"),
        (lambda e: with_action(e, 0, -1), IndexError, "environment 0: no action -1"),
        (
            lambda e: with_action(e, 5, 2**32 + 52, np.int64),
            IndexError,
            f"environment 5: no action {2**32 + 52}",
        ),
        (
            lambda e: with_action(e, 5, 2**64 - 1, np.uint64),
            IndexError,
            "environment 5: no action 1844",
        ),
        (
            lambda e: e.sample_actions().astype(float),
            ValueError,
            "dtype float64: expected integers",
        ),
        (lambda e: e.sample_actions() > 0, ValueError, "dtype bool: expected integers"),
        (
            lambda e: e.sample_actions()[:-1],
            ValueError,
            r"actions has shape \(63,\): expected \(64,\)",
        ),
        (lambda e: e.sample_actions()[:, None], ValueError, r"shape \(64, 1\): expected \(64,\)"),
        (lambda e: 52, ValueError, r"shape \(\): expected \(64,\)"),
        (lambda e: [], ValueError, r"shape \(0,\): expected \(64,\)"),
    ],
)
def test_bad_actions_are_named_and_change_nothing(
    actions: Any, error: type[Exception], message: str
) -> None:
    made, other = env(), env()
    before = copied(made.step(made.sample_actions()))
    other.step(other.sample_actions())
    batch = made._batch
    wrong = actions(made)
    with pytest.raises(error, match=message):
        made.step(wrong)
    assert same(before, batch)
    assert same(made.step(made.sample_actions()), other.step(other.sample_actions()))


def unaligned(shape: tuple[int, ...]) -> Any:
    memory = np.zeros(4 * int(np.prod(shape)) + 1, np.uint8)
    return memory[1:].view(np.float32).reshape(shape)


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("observation", np.zeros((N, 13, 52), np.float32), "dtype float32: expected uint8"),
        ("observation", np.zeros((N, 676), np.uint8), r"\(64, 676\): expected \(64, 13, 52\)"),
        ("observation", np.zeros((N, 13, 104), np.uint8)[:, :, ::2], "is not C-contiguous"),
        ("observation", np.zeros((52, 13, N), np.uint8).T, "is not C-contiguous"),
        ("mask", np.zeros((N, 241), np.uint8), r"has shape \(64, 241\): expected \(64, 242\)"),
        ("mask", np.zeros((N, 242), np.int8), "has dtype int8"),
        ("seat", np.zeros(N, np.int64), "has dtype int64: expected uint8"),
        ("reward", np.zeros((N, 2)), "has dtype float64: expected float32"),
        ("reward", np.zeros(N, np.float32), r"has shape \(64,\): expected \(64, 2\)"),
        ("reward", unaligned((N, 2)), "is not C-contiguous and aligned"),
        ("done", np.zeros(N + 1, np.bool_), r"has shape \(65,\): expected \(64,\)"),
        ("done", [False] * N, "is a list: expected a NumPy array"),
        ("done", np.frombuffer(bytes(N), np.uint8), "is read-only"),
    ],
)
def test_arrays_that_do_not_fit_are_named_and_nothing_changes(
    name: str, array: Any, message: str
) -> None:
    made, other = env(), env()
    out = made.new_batch()._replace(**{name: array})
    error = TypeError if isinstance(array, list) else ValueError
    with pytest.raises(error, match=f"{name}.*{message}"):
        made.step(made.sample_actions(), out=out)
    with pytest.raises(error, match=f"{name}.*{message}"):
        made.reset(seed=1, out=out)
    assert made.seed == 7
    assert same(made.step(made.sample_actions()), other.step(other.sample_actions()))


@pytest.mark.parametrize("out", [(1, 2), 5, [1, 2, 3, 4, 5], "batch"])
def test_what_is_no_batch_is_named(out: Any) -> None:
    made = fd.make_vec("gin", 2, threads=1)
    for call in (lambda: made.reset(out=out), lambda: made.step([0, 0], out=out)):
        with pytest.raises(TypeError, match=r"out is .*: expected a Batch"):
            call()


def test_arrays_that_share_memory_are_refused() -> None:
    made = env()
    batch = made.new_batch()
    with pytest.raises(ValueError, match="mask and seat share memory"):
        made.step(
            made.sample_actions(), out=batch._replace(seat=batch.mask.reshape(-1)[10 : 10 + N])
        )
    memory: Any = np.zeros(N * 8, np.uint8)
    actions = memory[: N * 4].view(np.int32)
    made.sample_actions(out=actions)
    with pytest.raises(ValueError, match="done and actions share memory"):
        made.step(actions, out=batch._replace(done=memory[3 : 3 + N]))
    with pytest.raises(ValueError, match="out has dtype int64: expected int32"):
        made.sample_actions(out=np.zeros(N, np.int64))
    with pytest.raises(ValueError, match=r"out has shape \(63,\)"):
        made.sample_actions(out=np.zeros(N - 1, np.int32))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n": 0}, ValueError, "n is 0: expected at least 1"),
        ({"n": -3}, ValueError, "n is -3: expected at least 1"),
        ({"n": 2**62}, ValueError, "do not fit in memory"),
        ({"n": 1.5}, TypeError, "float"),
        ({"seed": -1}, ValueError, "seed is -1"),
        ({"encoder": "pixels"}, ValueError, "no encoder 'pixels', expected one of gin-planes-1"),
        ({"dtype": np.float64}, ValueError, "float64: expected uint8, float16 or float32"),
        ({"threads": 0}, ValueError, "threads is 0: expected at least 1"),
        ({"threads": -(2**80)}, ValueError, "threads is -.*: expected at least 1"),
        ({"reward_scale": 1e300}, ValueError, "reward_scale is 1e300"),
        ({"reward_scale": float("nan")}, ValueError, "reward_scale is NaN"),
        ({"rules": "chess"}, ValueError, "no rules 'chess'"),
        ({"name": "chess"}, ValueError, "no game 'chess'"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    given: dict[str, Any] = {"name": "gin", "n": 4} | options
    with pytest.raises(error, match=message):
        fd.make_vec(**given)


def test_the_games_own_encoder_is_accepted() -> None:
    assert env(encoder="gin-planes-1").reset().observation.shape == (N, 13, 52)


def test_rewards_are_scaled_scores() -> None:
    plain, scaled = env(rules="openspiel"), env(rules="openspiel", reward_scale=0.25)
    nonzero = 0
    for _ in range(2000):
        actions = plain.sample_actions()
        one, other = plain.step(actions), scaled.step(actions)
        assert (one.reward * np.float32(0.25) == other.reward).all()
        nonzero += int((one.reward != 0).any())
    assert nonzero > 0


def test_sampled_actions_are_legal_and_even() -> None:
    made = fd.make_vec("gin", 4096, seed=1)
    _, mask, _ = made.reset()
    first = made.sample_actions().copy()
    assert (first == made.sample_actions()).all()
    # Upcard or pass: 2048 of each, with a deviation of 32.
    assert abs(int((first == 52).sum()) - 2048) < 6 * 32
    for _ in range(50):
        actions = made.sample_actions()
        assert mask[np.arange(4096), actions].all()
        _, mask, *_ = made.step(actions)


@pytest.mark.usefixtures("given_up_only")
def test_other_threads_run_while_games_are_stepped() -> None:
    made = fd.make_vec("gin", 20_000, seed=1, threads=1)
    asked, answered = queue.SimpleQueue[bool](), queue.SimpleQueue[bool]()
    answers = 0

    def answer() -> None:
        nonlocal answers
        while asked.get():
            answers += 1
            answered.put(True)

    thread = threading.Thread(target=answer)
    thread.start()
    meanwhile = 0
    # On a busy machine the other thread may have no core before a step is over.
    for _ in range(1000):
        actions, before = made.sample_actions(), answers
        asked.put(True)
        made.step(actions)
        # If a step kept the interpreter, the other thread would not have it before `get`.
        meanwhile = answers - before
        answered.get()
        if meanwhile:
            break
    asked.put(False)
    thread.join()
    assert meanwhile


def test_two_threads_cannot_step_one_environment_at_once() -> None:
    made = fd.make_vec("gin", 50_000, seed=1, threads=1)
    errors: list[BaseException] = []

    def step() -> None:
        try:
            for _ in range(5):
                made.step(made.sample_actions(out=np.empty(50_000, np.int32)))
        except (RuntimeError, ValueError) as error:  # ValueError: the other stepped in between
            errors.append(error)

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any("another thread is stepping this environment" in str(error) for error in errors)
    made.reset()
    made.step(made.sample_actions())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_must_make_its_own_environment() -> None:
    code = """
import os, warnings
warnings.simplefilter("ignore")
import facedown as fd
made = fd.make_vec("gin", 1024, threads=2)
alone = fd.make_vec("gin", 1024, threads=1)
made.step(made.sample_actions())
if os.fork() == 0:
    alone.step(alone.sample_actions())
    new = fd.make_vec("gin", 1024, threads=2)
    new.step(new.sample_actions())
    try:
        made.step(new.sample_actions())
    except RuntimeError as error:
        print(error, flush=True)
    os._exit(0)
os.wait()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert "made before the process was forked" in done.stdout


# Hands at random


def test_random_hands_have_their_cards_and_come_back_with_their_seed() -> None:
    for cards in (0, 1, 7, 10, 11):
        hands = fd.gin.random_hands(1000, seed=3, cards=cards)
        assert hands.dtype == np.uint64
        assert (np.bitwise_count(hands) == cards).all()
    assert (fd.gin.random_hands(100, 1) == fd.gin.random_hands(1000, 1)[:100]).all()
    assert (fd.gin.random_hands(100, 1) != fd.gin.random_hands(100, 2)).all()
    # Written down from the first run: a change here breaks every seed that users hold.
    assert fd.cards.format(int(fd.gin.random_hands(1, 1)[0])) == "6c Jc Qc 3d 4d 7d Jd 7h 9h Jh"


def test_every_card_is_as_likely_in_random_hands() -> None:
    n = 52_000
    hands = fd.gin.random_hands(n, seed=5, cards=10)
    held = (hands[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    counts = held.sum(axis=0).astype(float)
    # 10,000 of each. Cards of a hand exclude each other, which shrinks the sum by 42/51.
    chi_square = ((counts - 10_000) ** 2 / 10_000).sum() * 51 / 42
    assert 20 < chi_square < 100, "51 degrees of freedom"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 1), "n is -1: expected at least 0"),
        ((1, -1), "seed is -1"),
        ((1, 1, 12), "hands of 12 cards: expected 0 to 11"),
        ((1, 1, -1), "hands of -1 cards: expected 0 to 11"),
    ],
)
def test_random_hands_that_cannot_be_are_named(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fd.gin.random_hands(*arguments)
