"""PettingZoo's environments, AEC and parallel."""

from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown._honesty.subject import Subject, Table, UnsupportedError, flat

__all__ = ["by_name", "subject"]


def by_name(name: str) -> Subject:
    """Returns an environment of PettingZoo: a module such as `classic.hanabi_v5`, or an id of its
    registry such as `facedown/Gin-v1`."""
    if "/" in name:
        import pettingzoo

        return subject(f"pettingzoo:{name}", lambda: pettingzoo.make("aec", name))
    module = import_module(f"pettingzoo.{name}")
    return subject(f"pettingzoo:{name}", module.env)


def subject(name: str, make: Any) -> Subject:
    """Returns an environment that a function makes."""
    interface = "PettingZoo parallel" if is_parallel(make()) else "PettingZoo AEC"
    return Subject(name=name, interface=interface, table=lambda: AecTable(make()))


def is_parallel(env: Any) -> bool:
    """Returns whether all agents of an environment act in each of its steps."""
    return not hasattr(env, "observe")


class AecTable(Table):
    """A game of an AEC environment, or of a parallel one in which agents act one after another and
    the last of them makes the step. Rewards are summed over all steps and agents.

    An environment may have a method `resample(agent, seed)` that returns an environment which the
    agent cannot distinguish from it: with it, hidden information is examined too.
    """

    def __init__(self, env: Any, begin: bool = True) -> None:
        if is_parallel(env):
            from pettingzoo.utils.conversions import parallel_to_aec

            env = parallel_to_aec(env)
        self.env = env
        self.agents = list(env.possible_agents)
        self.seats = len(self.agents)
        self.totals = dict.fromkeys(self.agents, 0.0)
        if begin:
            self.reset(0)

    def reset(self, seed: int | None) -> None:
        if seed is None:
            self.env.reset()
        else:
            self.env.reset(seed=seed)
        self.totals = dict.fromkeys(self.agents, 0.0)
        self._skip_finished()

    def _skip_finished(self) -> None:
        while self.env.agents and self._finished(self.env.agent_selection):
            self.env.step(None)

    def _finished(self, agent: str) -> bool:
        return bool(self.env.terminations[agent] or self.env.truncations[agent])

    def seat(self) -> int | None:
        return self.agents.index(self.env.agent_selection) if self.env.agents else None

    def _observe(self, agent: str) -> Any:
        return self.env.observe(agent)

    def legal(self) -> list[int]:
        agent = self.env.agent_selection
        mask = self._mask(agent)
        if mask is None:
            return list(range(int(self.env.action_space(agent).n)))
        return [int(action) for action in np.flatnonzero(mask)]

    def _mask(self, agent: str) -> Any:
        seen = self._observe(agent)
        if isinstance(seen, dict) and "action_mask" in seen:
            return seen["action_mask"]
        return self.env.infos.get(agent, {}).get("action_mask")

    def step(self, action: int) -> None:
        self.env.step(action)
        for agent, reward in self.env.rewards.items():
            self.totals[agent] += float(reward)
        self._skip_finished()

    def sight(self, seat: int) -> npt.NDArray[np.float64]:
        agent = self.agents[seat]
        if agent not in self.env.agents:
            return np.zeros(0)
        seen = self._observe(agent)
        return flat(seen["observation"] if isinstance(seen, dict) else seen)

    def text(self, seat: int) -> str:
        agent = self.agents[seat]
        mask = self._mask(agent) if agent in self.env.agents else None
        return "" if mask is None else np.asarray(mask).tobytes().hex()

    def rewards(self) -> list[float]:
        return [self.totals[agent] for agent in self.agents]

    def resample(self, seat: int, chance: Random) -> Table:
        resample = getattr(self.env.unwrapped, "resample", None)
        if resample is None:
            raise UnsupportedError("the environment has no method resample(agent, seed)")
        return AecTable(resample(self.agents[seat], chance.getrandbits(32)), begin=False)

    def world(self, seat: int) -> str:
        others = [other for other in range(self.seats) if other != seat]
        return "|".join(self.sight(other).tobytes().hex() for other in others)
