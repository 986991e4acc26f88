"""Vector environments: ours, and those of Gymnasium."""

from typing import Any

import numpy as np
import numpy.typing as npt

from facedown._honesty.subject import Batch, Subject, UnsupportedError

__all__ = ["subject"]


def subject(name: str, make: Any) -> Subject:
    """Returns batches that a function of their size makes."""
    return Subject(name=name, interface="vector", batch=lambda n: VectorBatch(make(n)))


class VectorBatch(Batch):
    """A batch with `reset(seed=…)` and `step(actions)`.

    Either they return what `facedown.make_vec` does, `(observation, mask, seat)` and
    `(observation, mask, seat, reward, done)`, or what a `gymnasium.vector.VectorEnv` does:
    `(observation, info)` and `(observation, reward, terminated, truncated, info)`, with masks as
    `action_mask` of the observation or of `info`.
    """

    def __init__(self, env: Any) -> None:
        self.env = env
        self.gym = hasattr(env, "num_envs")
        self.n = int(env.num_envs if self.gym else env.n)
        self.last_reward = np.zeros(self.n)
        self.ended = np.zeros(self.n, np.bool_)
        mode = str((getattr(env, "metadata", None) or {}).get("autoreset_mode", ""))
        # With NEXT_STEP the next episode begins in the step after the one that ended.
        self.later = self.gym and "SAME" not in mode.upper()
        self.pending = np.zeros(self.n, np.bool_)

    def reset(self, seed: int) -> None:
        self._see(self.env.reset(seed=seed), reset=True)
        self.last_reward = np.zeros(self.n)
        self.ended = np.zeros(self.n, np.bool_)
        self.pending = np.zeros(self.n, np.bool_)

    def _see(self, result: Any, reset: bool) -> None:
        if not self.gym:
            self.observation, self.mask = result[0], result[1]
            return
        seen, info = result[0], result[-1]
        self.observation = seen["observation"] if isinstance(seen, dict) else seen
        mask = seen.get("action_mask") if isinstance(seen, dict) else None
        self.mask = info.get("action_mask") if mask is None else mask

    def legal(self) -> npt.NDArray[np.bool_]:
        if self.mask is None:
            space = getattr(self.env, "single_action_space", None)
            if space is None or not hasattr(space, "n"):
                raise UnsupportedError("no action masks and no discrete actions")
            return np.ones((self.n, int(space.n)), np.bool_)
        return np.stack([np.asarray(row, np.bool_) for row in self.mask])

    def sight(self) -> npt.NDArray[np.float64]:
        return np.array(self.observation, np.float64).reshape(self.n, -1)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        result = self.env.step(actions)
        self._see(result, reset=False)
        if not self.gym:
            self.last_reward = np.asarray(result[3], np.float64).reshape(self.n, -1).sum(axis=1)
            self.ended = np.array(result[4], np.bool_)
            return
        self.last_reward = np.asarray(result[1], np.float64).reshape(self.n, -1).sum(axis=1)
        over = np.logical_or(result[2], result[3])
        self.ended = self.pending if self.later else np.array(over, np.bool_)
        self.pending = np.array(over, np.bool_)

    def begun(self) -> npt.NDArray[np.bool_]:
        return self.ended.copy()

    def rewards(self) -> npt.NDArray[np.float64]:
        return self.last_reward.copy()
