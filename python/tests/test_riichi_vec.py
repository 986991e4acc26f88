"""Many tables of riichi at once, observed in any of the encodings."""

import facedown as fd
import numpy as np
import pytest
from facedown.riichi import encoder

ENCODERS = [f"riichi-{name}-1" for name in ("base", "decay", "yaku", "furiten", "shanten")]
THEIRS = [name.replace("riichi-", "riichienv-0.4.11-").removesuffix("-1") for name in ENCODERS]


@pytest.mark.parametrize("rules", ["tenhou", "mjsoul3"])
@pytest.mark.parametrize("name", [*ENCODERS, *THEIRS])
def test_all_types_of_numbers_show_the_same(name: str, rules: str) -> None:
    kinds = [np.float32, np.float16, np.uint8]
    envs = [fd.make_vec("riichi", 16, seed=3, encoder=name, dtype=k, rules=rules) for k in kinds]
    expected = encoder(name, envs[0].seats)
    shown = [env.reset().observation for env in envs]
    for _ in range(120):
        exact, half, raw = shown
        assert exact.shape == (16, *expected.shape)
        assert [a.dtype for a in shown] == kinds
        assert (half == exact.astype(np.float16)).all()
        scales = np.array(expected.scales, np.float32).reshape(-1, *[1] * (exact.ndim - 2))
        near = np.abs(raw * scales - exact) <= 0.501 * scales
        assert (near | (exact < 0)).all()
        actions = envs[0].sample_actions()
        shown = [env.step(actions).observation for env in envs]
    assert (envs[0].encoder, envs[0].channel_names) == (expected.id, expected.channel_names)


def test_environments_show_what_an_observation_encodes() -> None:
    """The first tables, dealt again by their seeds, give the same mask and planes."""
    env = fd.make_vec("riichi", 8, seed=5, encoder="riichi-base-1", dtype=np.float32, hand=0)
    observation, mask, seat = env.reset()
    assert (seat == 0).all()
    for row in range(8):
        view = fd.make("riichi").deal(env.env_seed(row), hand=0).view(0)
        hand = fd.riichi.parse(view.to_dict()["hand"])
        assert (observation[row, :4].sum(0) == hand).all()
        assert np.flatnonzero(mask[row]).tolist() == list(view.legal_actions())


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(ValueError, match="no encoder 'pixels', expected one of riichi-"):
        fd.make_vec("riichi", 2, encoder="pixels")
    with pytest.raises(ValueError, match="no encoder 'riichi-base-1'"):
        fd.make_vec("gin", 2, encoder="riichi-base-1")
    env = fd.make_vec("riichi", 2, encoder="riichi-base-1", dtype=np.float16)
    env.reset()
    actions = env.sample_actions().copy()
    actions[1] = 248
    with pytest.raises(ValueError, match="environment 1: action 248 is not legal"):
        env.step(actions)
    wrong = env.new_batch()._replace(observation=np.zeros((2, 74, 34), np.float32))
    with pytest.raises(ValueError, match="observation has dtype float32"):
        env.step(env.sample_actions(), out=wrong)
