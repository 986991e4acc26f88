"""Options of vectorised riichi environments: observations, rewards and errors."""

from typing import Any

import facedown as fd
import numpy as np
import pytest

N = 24


def play(env: fd.vec.VecEnv, steps: int) -> fd.vec.Batch:
    for _ in range(steps):
        batch = env.step(env.sample_actions())
    return batch


def test_without_an_encoder_there_are_masks_alone() -> None:
    bare = fd.make_vec("riichi", N, seed=4, encoder=None)
    full = fd.make_vec("riichi", N, seed=4, encoder="riichi-base-1", dtype=np.float32)
    assert (bare.encoder, bare.observation_shape, bare.channel_names) == (None, (0,), ())
    assert bare.reset().observation.shape == (N, 0)
    full.reset()
    for _ in range(200):
        actions = bare.sample_actions()
        assert (actions == full.sample_actions()).all()
        one, other = bare.step(actions), full.step(actions)
        assert (one.mask == other.mask).all()
        assert (one.seat == other.seat).all()
        assert (one.reward == other.reward).all()


@pytest.mark.parametrize("rules", ["tenhou", "tenhou3"])
def test_all_seats_observe_and_the_seat_to_act_sees_the_same(rules: str) -> None:
    options: dict[str, Any] = {"seed": 5, "encoder": "riichi-base-1", "dtype": np.float32}
    acting = fd.make_vec("riichi", N, rules=rules, **options)
    everyone = fd.make_vec("riichi", N, rules=rules, observe="all", **options)
    one, other = acting.reset(), everyone.reset()
    assert other.observation.shape == (N, acting.seats, *acting.observation_shape)
    for _ in range(150):
        rows = np.arange(N)
        assert (other.observation[rows, other.seat] == one.observation).all()
        actions = acting.sample_actions()
        one = fd.vec.Decisions(*acting.step(actions)[:3])
        other = fd.vec.Decisions(*everyone.step(actions)[:3])


@pytest.mark.parametrize("dtype", [np.uint8, np.float16, np.float32])
@pytest.mark.parametrize("rules", ["tenhou", "tenhou3"])
def test_the_oracle_shows_what_is_hidden(rules: str, dtype: type) -> None:
    env = fd.make_vec(
        "riichi", N, seed=6, encoder="riichi-base-1", dtype=dtype, oracle=True, observe="all",
        rules=rules,
    )  # fmt: skip
    seats, width = env.seats, 34 if env.seats == 4 else 27
    assert env.oracle_encoder == "riichi-oracle-1"
    assert env.oracle_shape == (105, width)
    assert len(set(env.oracle_channel_names)) == 105
    decisions: Any = env.reset()
    for _ in range(150):
        shown, hidden = decisions.observation, env.oracle
        assert hidden is not None
        assert hidden.dtype == dtype
        for seat in range(seats):
            for places in range(1, seats):
                other = (seat + places) % seats
                first = 5 * (places - 1)
                mine = shown[:, other, :5]
                assert (hidden[:, seat, first : first + 5] == mine).all()
        left = hidden[:, 0, 18:88].sum((1, 2))
        scale = 70 if dtype != np.uint8 else 1
        # A seat that waits does not see the last draw yet.
        counted = shown[np.arange(N), decisions.seat, 30, 0]
        assert np.allclose(left, counted.astype(np.float32) * scale, atol=0.1)
        if seats == 3:
            assert not hidden[:, :, 10:15].any()
        assert (hidden[:, :, 100:].sum((2, 3)) == 5).all()
        decisions = env.step(env.sample_actions())


def test_the_next_tile_of_the_oracle_is_the_one_that_is_drawn() -> None:
    env = fd.make_vec("riichi", N, seed=7, encoder=None, oracle=True)
    env.reset()
    drawn = 0
    for _ in range(120):
        assert env.oracle is not None
        following = env.oracle[:, 18].copy()
        left = env.oracle[:, 18:88].sum((1, 2))
        batch = env.step(env.sample_actions())
        for row in np.flatnonzero(~batch.done):
            if env.oracle[row, 18:88].sum() == left[row] - 1:
                hand = env.view(int(row)).to_dict()
                tile = hand.get("drawn")
                if tile and not env.oracle[row, 88:92].sum() < 4:
                    assert following[row, fd.riichi.parse(tile).argmax()] == 1
                    drawn += 1
    assert drawn > 100


def test_a_hanchan_is_an_episode_and_its_rewards_are_results() -> None:
    uma = (15_000, 5_000, -5_000, -15_000)
    kinds: list[dict[str, Any]] = [
        {},
        {"reward": "points"},
        {"uma": uma},
        {"reward": "rank"},
        {"shaping": 1.0, "uma": (0,) * 4},
    ]
    envs = [
        fd.make_vec("riichi", N, seed=8, encoder=None, length="tonpu", **kind) for kind in kinds
    ]
    for env in envs:
        env.reset()
    sums = np.zeros((N, 4))
    ended = 0
    while ended < 20:
        actions = envs[0].sample_actions()
        result, points, bonus, rank, shaped = (env.step(actions) for env in envs)
        sums += shaped.reward
        for row in np.flatnonzero(result.done):
            ended += 1
            assert abs(result.reward[row].sum()) < 1
            order = np.argsort(-rank.reward[row])
            assert rank.reward[row][order] == pytest.approx([1, 1 / 3, -1 / 3, -1])
            assert (np.diff(points.reward[row][order]) <= 0).all()
            assert (bonus.reward[row] - points.reward[row])[order] == pytest.approx(uma)
            # Every point was rewarded when its round ended, and once more at the end; sticks that
            # were left go to the first place.
            gained = sums[row] - points.reward[row]
            late = points.reward[row] - gained
            assert (late[order[1:]] == 0).all()
            assert late[order[0]] % 1000 == 0
            sums[row] = 0
        playing = ~result.done
        assert not result.reward[playing].any()
        assert not rank.reward[playing].any()
    assert envs[0].game.rules["match"]["length"] == "tonpu"
    assert sum(envs[0].standing(0)) <= 100_000


def test_a_environment_plays_the_match_of_its_seed() -> None:
    """The same rounds as in a match that is played one by one."""
    env = fd.make_vec("riichi", 3, seed=9, encoder=None, length="hanchan")
    env.reset()
    game = fd.make("riichi")
    match = game.match(env.env_seed(1))
    hand = match.next_hand()
    for _ in range(400):
        actions = env.sample_actions()
        assert hand is not None
        assert hand.view() == env.view(1)
        hand.apply(int(actions[1]))
        if env.step(actions).done[1]:
            break
        if hand.is_over:
            match.finish(hand)
            assert match.scores() == list(env.standing(1))
            hand = match.next_hand()


def test_ranks_of_single_hands_share_equal_places() -> None:
    env = fd.make_vec("riichi", N, seed=10, encoder=None, reward="rank", reward_scale=3.0)
    env.reset()
    values = set()
    while env.episodes < 40:
        batch = env.step(env.sample_actions())
        for row in batch.reward[batch.done]:
            assert abs(row.sum()) < 1e-5
            values |= {round(float(value), 3) for value in row}
    assert {0.0} < values <= {3.0, 2.0, 1.0, 0.0, -1.0, -2.0, -3.0}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observe": "everyone"}, "observe is 'everyone': expected one of acting, all"),
        ({"oracle": "yes"}, "oracle is 'yes': expected True or False"),
        (
            {"length": "game"},
            "length is 'game': expected one of hand, match, hanchan, tonpu, single",
        ),
        ({"reward": "money"}, "reward is 'money': expected one of result, points, rank"),
        ({"shaping": 1.0}, "shaping is 1: expected 0"),
        ({"shaping": float("nan"), "length": "match"}, "shaping is NaN"),
        ({"uma": (1, 2, 3)}, "uma is .*expected none except for the reward"),
        ({"uma": (1, 2, 3), "length": "match"}, "uma is .*expected 4 numbers"),
        ({"uma": (1, 2, 3, 4), "length": "match", "reward": "rank"}, "uma is .*expected none"),
        ({"encoder": "pixels"}, "no encoder 'pixels', expected one of riichi-"),
        ({"dtype": np.int64}, "int64: expected uint8, float16 or float32"),
    ],
)
def test_options_that_make_no_environment_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fd.make_vec("riichi", 2, **options)


def test_other_games_have_hands_and_matches_and_no_oracle() -> None:
    with pytest.raises(ValueError, match="oracle: this game has no oracle observation"):
        fd.make_vec("gin", 2, oracle=True)
    with pytest.raises(ValueError, match="length is 'tonpu': expected one of hand, match"):
        fd.make_vec("gin", 2, length="tonpu")
    env = fd.make_vec("gin", 8, seed=1, length="match", reward="rank", observe="all")
    env.reset()
    while env.episodes < 3:
        batch = env.step(env.sample_actions())
        assert (np.sort(batch.reward[batch.done]) == [-1, 1]).all()


def everything(env: fd.vec.VecEnv) -> list[Any]:
    """Returns what every seat of every environment knows: all hands, scores and rounds."""
    views = [env.view(row, seat) for row in range(env.n) for seat in range(env.seats)]
    return [views, [env.standing(row) for row in range(env.n)], env.episodes]


def test_a_refused_step_names_the_environment_and_changes_no_table() -> None:
    env = fd.make_vec("riichi", 6, seed=11, oracle=True, length="match")
    mask = env.reset().mask
    play(env, 60)
    good = env.sample_actions().copy()
    before, shown = everything(env), [array.copy() for array in env._batch]
    illegal = int(np.flatnonzero(mask[4] == 0)[0])
    for number in (illegal, 249, -1, 2**40):
        bad = good.astype(np.int64)
        bad[4] = number
        with pytest.raises(ValueError, match=f"environment 4: .*{number}"):
            env.step(bad)
    wrong: list[tuple[Any, str]] = [
        (good[:5], r"actions has shape \(5,\)"),
        (good.astype(np.float32), "actions has dtype float32"),
    ]
    for actions, message in wrong:
        with pytest.raises(ValueError, match=message):
            env.step(actions)
    with pytest.raises(ValueError, match="oracle has shape"):
        env.step(good, oracle=np.zeros((6, 3), np.uint8))
    with pytest.raises(ValueError, match="oracle has dtype"):
        env.step(good, oracle=np.zeros((6, 105, 34), np.float32))
    assert everything(env) == before
    for array, was in zip(env._batch, shown, strict=True):
        assert (array == was).all()
    env.step(good)
    assert everything(env) != before


def test_no_environment_and_no_seat_are_named() -> None:
    env = fd.make_vec("riichi", 2, seed=1, encoder=None)
    with pytest.raises(IndexError, match="no environment 2, expected 0 to 1"):
        env.view(2)
    with pytest.raises(IndexError, match="no such seat, expected 0 to 3"):
        env.view(0, 4)
    with pytest.raises(IndexError, match="no environment -1"):
        env.standing(-1)
    with pytest.raises(ValueError, match="without oracle=True"):
        env.new_oracle()


@pytest.mark.parametrize("threads", [1, 2])
def test_results_do_not_depend_on_threads(threads: int) -> None:
    env = fd.make_vec(
        "riichi",
        600,
        seed=12,
        encoder="riichi-base-1",
        threads=threads,
        oracle=True,
        length="match",
    )
    env.reset()
    batch = play(env, 40)
    assert env.oracle is not None
    alone = fd.make_vec("riichi", 600, seed=12, encoder="riichi-base-1", threads=1, length="match")
    alone.reset()
    for array, other in zip(batch, play(alone, 40), strict=True):
        assert np.array_equal(np.asarray(array), np.asarray(other))
