"""Small environments for the tests of `facedown.honesty`, honest and dishonest.

The game: two agents get five of twenty cards each and play them one by one; the higher card of a
pair wins a point from the other.
"""

from random import Random
from typing import Any, ClassVar

import numpy as np

CARDS, HAND = 20, 5


class Toy:
    """An AEC environment, as far as the checker needs one. `fault` is what is wrong with it."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.possible_agents = ["one", "two"]
        self.chance = Random()
        self.infos: dict[str, dict[str, Any]] = {}
        self.games = 0

    @property
    def unwrapped(self) -> "Toy":
        return self

    def reset(self, seed: int | None = None) -> None:
        if seed is not None and self.fault != "ignores the seed":
            self.chance = Random(seed // 2 if self.fault == "pairs of seeds" else seed)
        if seed is None and self.fault == "constant games":
            self.chance = Random(1)
        cards = self.chance.sample(range(CARDS), CARDS)
        self.hands = [sorted(cards[:HAND]), sorted(cards[HAND : 2 * HAND])]
        self.stock = sorted(cards[2 * HAND :])
        self.table: list[int] = []
        self.played: list[int] = []
        self.agents = self.possible_agents.copy()
        self.agent_selection = "one"
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)

    def observe(self, agent: str) -> dict[str, Any]:
        own = self.possible_agents.index(agent)
        planes = np.zeros((3, CARDS), np.int8)
        planes[0, self.hands[own]] = 1
        planes[1, self.played] = 1
        if self.fault == "shows a card" and self.hands[1 - own]:
            planes[2, self.hands[1 - own][0]] = 1
        mask = np.zeros(CARDS, np.int8)
        mask[self.hands[own]] = 1
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        if action is None:
            self.agents.remove(self.agent_selection)
            self.agent_selection = self.agents[0] if self.agents else ""
            return
        own = self.possible_agents.index(self.agent_selection)
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        if self.fault == "refuses" and len(self.played) == 6:
            raise ValueError(f"no action {action}")
        if self.fault != "never ends":
            self.hands[own].remove(action)
            self.played.append(action)
            self.table.append(action)
        if len(self.table) == 2:
            winner = self.possible_agents[int(self.table[1] > self.table[0])]
            loser = self.possible_agents[1 - self.possible_agents.index(winner)]
            self.rewards = {winner: 1.0, loser: 0.0 if self.fault == "creates points" else -1.0}
            self.table = []
        if len(self.played) == 2 * HAND:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[1 - own]

    def resample(self, agent: str, seed: int) -> "Toy":
        own = self.possible_agents.index(agent)
        other = Toy(self.fault)
        other.__dict__.update({**self.__dict__, "hands": [hand.copy() for hand in self.hands]})
        hidden = sorted(self.hands[1 - own] + self.stock)
        Random(seed).shuffle(hidden)
        size = len(self.hands[1 - own])
        other.hands[1 - own], other.stock = sorted(hidden[:size]), hidden[size:]
        return other


class ToyBatch:
    """A vector environment with our interface: a game of one decision."""

    num_actions = 2

    def __init__(self, n: int, fault: str = "") -> None:
        self.n, self.fault = n, fault

    def reset(self, seed: int = 0) -> tuple[Any, ...]:
        if self.fault == "adds numbers to the seed":
            self.streams = [np.random.default_rng(seed + env) for env in range(self.n)]
        elif self.fault == "one stream for all":
            self.streams = [np.random.default_rng(seed) for _ in range(self.n)]
        else:
            self.streams = [np.random.default_rng([seed, env]) for env in range(self.n)]
        self.deal()
        return self.seen, np.ones((self.n, 2), np.uint8), np.zeros(self.n, np.uint8)

    def deal(self) -> None:
        self.seen = np.stack([stream.permutation(16) for stream in self.streams])

    def step(self, actions: Any) -> tuple[Any, ...]:
        self.deal()
        reward = np.zeros((self.n, 2), np.float32)
        mask, seat = np.ones((self.n, 2), np.uint8), np.zeros(self.n, np.uint8)
        return self.seen, mask, seat, reward, np.ones(self.n, np.bool_)


class ParallelToy:
    """A parallel environment of the same game: both agents play a card in each step."""

    metadata: ClassVar[dict[str, Any]] = {"is_parallelizable": True}
    render_mode = None

    def __init__(self, fault: str = "") -> None:
        self.toy = Toy(fault)
        self.possible_agents = self.toy.possible_agents
        self.agents: list[str] = []

    @property
    def unwrapped(self) -> "ParallelToy":
        return self

    def observation_space(self, agent: str) -> Any:
        return None

    def action_space(self, agent: str) -> Any:
        return None

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        self.toy.reset(seed)
        self.agents = self.toy.agents.copy()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        for agent in self.agents:
            self.toy.step(actions[agent])
        agents, infos = self.agents, {agent: {} for agent in self.agents}  # type: ignore[var-annotated]
        if any(self.toy.terminations.values()):
            self.agents = []
        ended, cut = self.toy.terminations, self.toy.truncations
        return {a: self.toy.observe(a) for a in agents}, self.toy.rewards, ended, cut, infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self.toy.observe(agent) for agent in self.agents}


def parallel() -> ParallelToy:
    return ParallelToy()


def forgetful_parallel() -> ParallelToy:
    return ParallelToy("ignores the seed")


def honest() -> Toy:
    return Toy()


def dishonest() -> Toy:
    return Toy("shows a card")


def batch(n: int) -> ToyBatch:
    return ToyBatch(n)


def nothing() -> str:
    return "no environment"
