"""PettingZoo environments of every game.

>>> import facedown as fd
>>> env = fd.env("hearts")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

They are in PettingZoo's registry as well: `pettingzoo.make("aec", "facedown/Hearts-v1")`. Agents
are seats, `seat_0` and so on. An observation is a dictionary: `observation` is the array of the
seat's view, whose channels `env.channel_names` names, and `action_mask` has 1 for the ids of its
legal actions, none if it is not to act. Nothing that a seat cannot see is in its observation or its
info.

Rewards come when the episode ends: the score of the hand, or of the match with its bonuses.

Single hands are drawn as the hands of matches come. Version 0 of each id, such as
`facedown/Hearts-v0`, is the first hand of a match always, with `hand=0`.
"""

import copy
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown._episode import (
    RENDER_MODES,
    Episode,
    action_id,
    check_illegal,
    check_render_mode,
    check_seed,
    first_hands,
    illegal_action,
    number,
    scope,
)
from facedown._native import Bot, Game, View
from facedown._output import shown
from facedown._players import Player

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError(
        f"facedown.pettingzoo needs PettingZoo and Gymnasium ({error}): pip install 'facedown[gym]'"
    ) from error

__all__ = [
    "GameEnv",
    "ParallelGameEnv",
    "env",
    "env_v0",
    "parallel_env",
    "parallel_env_v0",
]

Observation = dict[str, npt.NDArray[Any]]


def env(
    name: str,
    *,
    length: str = "hand",
    hand: int | None = None,
    reward_scale: float = 1.0,
    dtype: npt.DTypeLike = np.uint8,
    illegal: str = "terminate",
    illegal_reward: float | None = None,
    max_cycles: int | None = None,
    bots: Mapping[int | str, Player] | None = None,
    render_mode: str | None = None,
    **rules: Any,
) -> "GameEnv":
    """Makes the AEC environment of a game: agents act one at a time, each when it is to act.

    `length` is an episode: a `hand`, or a whole `match`. Hands are drawn as the hands of matches
    come, or are the place `hand` of a match, 0 for the first, from an even score; every agent's
    info has as `setup` which it is, as `State.setup` does. Rewards are multiplied by
    `reward_scale`. `dtype` is `uint8` for raw counts, or `float32` for scaled values.

    `illegal` is the effect of an action whose mask is 0: `terminate` ends the episode, with
    `illegal_reward` for the agent (by default about the worst result of a hand) and 0 for the
    others; `raise` raises `ValueError` and changes nothing; `random` plays a random legal action
    instead. The agent's info has the id as `illegal_action`. An id out of range is always an error.

    `bots` plays some seats, by number or by the name of their agent: a bot's name, or a policy of
    one's own (`facedown.match` says which there are). These seats are no agents; hands that end
    before an agent has a decision are dealt again.

    With `max_cycles` the episode is truncated after so many decisions of agents. `render_mode` is
    `ansi`, for which `render` returns the view of the seat to act as text, or `human`, which prints
    it in every step. The other options are rules, as in `facedown.make`.

    Raises `ValueError` for an unknown name, option or value.
    """
    episode = Episode(name, rules, length=length, reward_scale=reward_scale, dtype=dtype, hand=hand)
    options = _options(episode, illegal, illegal_reward, max_cycles, bots, render_mode)
    return GameEnv(options)


def parallel_env(
    name: str,
    *,
    length: str = "hand",
    hand: int | None = None,
    reward_scale: float = 1.0,
    dtype: npt.DTypeLike = np.uint8,
    illegal: str = "terminate",
    illegal_reward: float | None = None,
    max_cycles: int | None = None,
    bots: Mapping[int | str, Player] | None = None,
    render_mode: str | None = None,
    **rules: Any,
) -> "ParallelGameEnv":
    """Makes the parallel environment of a game: each step is one decision, of one agent.

    The last action id is the no-op. It is the only action in the mask of an agent that is not to
    act, and never legal for the agent that is. Only the action of the agent to act is played: the
    others may pass the no-op, `None` or any other action, or be left out. All options are those of
    `env`.

    Every step shows by its being taken that some seat had a decision. In riichi, where seats are
    asked in secret whether they call, a policy must not count steps.
    """
    episode = Episode(name, rules, length=length, reward_scale=reward_scale, dtype=dtype, hand=hand)
    options = _options(episode, illegal, illegal_reward, max_cycles, bots, render_mode)
    return ParallelGameEnv(options)


def env_v0(name: str, **options: Any) -> "GameEnv":
    """Makes the AEC environment of version 0, whose single hands are all the first of a match."""
    return env(name, **first_hands(options))


def parallel_env_v0(name: str, **options: Any) -> "ParallelGameEnv":
    """Makes the parallel environment of version 0, whose single hands are all the first of a
    match."""
    return parallel_env(name, **first_hands(options))


class _Options(NamedTuple):
    episode: Episode
    illegal: str
    illegal_reward: float
    max_cycles: int | None
    bots: dict[int, Player]
    render_mode: str | None


def _options(
    episode: Episode,
    illegal: str,
    illegal_reward: float | None,
    max_cycles: int | None,
    bots: Mapping[int | str, Player] | None,
    render_mode: str | None,
) -> _Options:
    check_illegal(illegal)
    check_render_mode(render_mode)
    if illegal_reward is None:
        illegal_reward = episode.illegal_reward
    reward = number("illegal_reward", illegal_reward)
    players = _checked_bots(episode.game, bots)
    return _Options(episode, illegal, reward, _checked_cycles(max_cycles), players, render_mode)


def _checked_bots(game: Game, bots: Mapping[int | str, Player] | None) -> dict[int, Player]:
    """Returns the bots by seat."""
    if bots is None:
        return {}
    if not isinstance(bots, Mapping):
        raise TypeError(f"bots is {shown(bots)}: expected a dict of bots by seat")
    found: dict[int, Player] = {}
    for key, player in bots.items():
        names = [key, f"seat_{key}"]
        seat = next((s for s in range(game.seats) if f"seat_{s}" in names), None)
        if seat is None:
            raise ValueError(f"bots: no seat {shown(key)}, expected 0 to {game.seats - 1}")
        game.bot(player)  # which names a bot that there is not
        found[seat] = player
    if len(found) == game.seats:
        raise ValueError(f"bots in all {game.seats} seats: expected an agent in one at least")
    return found


def _checked_cycles(max_cycles: Any) -> int | None:
    if max_cycles is None:
        return None
    if isinstance(max_cycles, bool) or not isinstance(max_cycles, int | np.integer):
        raise TypeError(f"max_cycles is {shown(max_cycles)}: expected an integer")
    if max_cycles < 1:
        raise ValueError(f"max_cycles is {shown(max_cycles)}: expected at least 1")
    return int(max_cycles)


class _Table:
    """An episode with seats as agents: what both kinds of environment share."""

    def __init__(self, options: _Options, extra_actions: int) -> None:
        if not isinstance(options, _Options):
            raise TypeError(
                f"options is {shown(options)}: env and parallel_env make environments by name"
            )
        self.episode, self.illegal, self.illegal_reward = options[:3]
        self.max_cycles, self.players, self.render_mode = options[3:]
        game = self.episode.game
        self.seats = [seat for seat in range(game.seats) if seat not in self.players]
        self.names = [f"seat_{seat}" for seat in self.seats]
        self.num_actions = game.num_actions + extra_actions
        low, high = self.episode.bounds()
        # Spaces have random generators of their own, so every agent has its own spaces.
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=self.episode.dtype.type),
                    "action_mask": spaces.Box(0, 1, (self.num_actions,), np.int8),
                }
            )
            for name in self.names
        }
        self.action_spaces = {name: spaces.Discrete(self.num_actions) for name in self.names}
        self.closed = False
        self.started = False
        self._rng: np.random.Generator | None = None
        self._cycles = 0
        self._bots = _Bots()

    def seat(self, agent: Any) -> int:
        """Returns the seat of an agent."""
        if not isinstance(agent, str) or agent not in self.names:
            raise ValueError(f"no agent {shown(agent)}, expected one of {', '.join(self.names)}")
        return self.seats[self.names.index(agent)]

    def agent(self) -> str | None:
        """Returns the agent to act; `None` if the episode is over."""
        seat = self.episode.seat
        return None if seat is None else f"seat_{seat}"

    def check_open(self) -> None:
        if self.closed:
            raise RuntimeError("this environment is closed")

    def check_started(self) -> None:
        self.check_open()
        if not self.started:
            raise RuntimeError("there is no episode yet: call reset first")

    def reset(self, seed: Any) -> None:
        """Begins the episode of a seed; without one, the next of the last seed's sequence."""
        self.check_open()
        given = check_seed(seed)
        if given is not None:
            self._rng = np.random.default_rng(given)
        elif self._rng is None:
            self._rng = np.random.default_rng()
        deal = given if given is not None else int(self._rng.integers(1 << 63))
        while True:
            self.episode.reset(deal)
            for seat, player in self.players.items():
                self._bots[seat] = self.episode.game.bot(player, int(self._rng.integers(1 << 63)))
            self._play_bots([0.0] * self.episode.game.seats)
            if not self.episode.is_over:
                break
            deal = int(self._rng.integers(1 << 63))
        self.started = True
        self._cycles = 0
        self.show()

    def step(self, action: Any) -> tuple[list[float], bool, bool, int | None]:
        """Plays the action of the agent to act, and those of bots after it.

        Returns the reward of each agent, whether the episode was terminated or truncated, and the
        id of the action if it was illegal.
        """
        episode = self.episode
        seat, played = episode.seat, action_id(action, self.num_actions)
        assert seat is not None, "there are agents until the episode is over"
        legal = episode.state.legal_actions()
        found = None
        if played not in legal:
            if self.illegal == "raise":
                raise illegal_action(episode, seat, played)
            found = played
            if self.illegal == "terminate":
                rewards = [0.0] * episode.game.seats
                rewards[seat] = self.illegal_reward
                return self._of_agents(rewards), True, False, found
            assert self._rng is not None, "an episode has begun"
            played = legal[int(self._rng.integers(len(legal)))]
        rewards = episode.play(played)
        self._play_bots(rewards)
        self._cycles += 1
        over = episode.is_over
        truncated = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        self.show()
        return self._of_agents(rewards), over, truncated, found

    def _of_agents(self, rewards: list[float]) -> list[float]:
        return [rewards[seat] for seat in self.seats]

    def _play_bots(self, rewards: list[float]) -> None:
        """Plays the decisions of bots up to an agent's, and adds the rewards of all seats."""
        episode, hand = self.episode, self.episode.hands
        while (seat := episode.seat) is not None and seat in self._bots:
            if hand != episode.hands:
                hand = episode.hands
                for bot in self._bots.values():
                    bot.new_hand()
            more = episode.play(self._bots[seat].choose(episode.view(seat)))
            for place, reward in enumerate(more):
                rewards[place] += reward

    def infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        """Returns the info of each agent: which hand of a match is in progress."""
        return {agent: {"setup": self.episode.setup} for agent in agents}

    def show(self) -> None:
        if self.render_mode == "human":
            print(self.episode.text())

    def render(self) -> str | None:
        """Returns the table as text in the mode `ansi`; `human` has printed it already."""
        self.check_started()
        return self.episode.text() if self.render_mode == "ansi" else None


class _Bots(dict[int, Bot]):
    """Bots by seat, which copies of an environment share."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Bots":
        return self


class _Described:
    """The description that both kinds of environment have."""

    _table: _Table

    @property
    def channel_names(self) -> tuple[str, ...]:
        """The meaning of each channel of an observation."""
        return self._table.episode.game.observation_channels

    @property
    def render_mode(self) -> str | None:
        """The render mode."""
        return self._table.render_mode

    def action_text(self, action: int) -> str:
        """Returns the text of an action id."""
        return self._table.episode.game.action_text(action)

    def view(self, agent: str) -> View:
        """Returns the view of an agent; `view(agent).text()` is its text."""
        self._table.check_started()
        return self._table.episode.view(self._table.seat(agent))

    @property
    def observation_spaces(self) -> dict[str, spaces.Dict]:
        """The spaces of all agents' observations."""
        return self._table.observation_spaces

    @property
    def action_spaces(self) -> dict[str, spaces.Discrete]:
        """The spaces of all agents' actions."""
        return self._table.action_spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns the space of an agent's observations."""
        self._table.seat(agent)
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Returns the space of an agent's actions."""
        self._table.seat(agent)
        return self._table.action_spaces[agent]

    def render(self) -> str | None:
        """Returns the view of the seat to act as text; `None` in the mode `human`."""
        return self._table.render()

    def close(self) -> None:
        """Closes the environment. Closing it twice is no error, using it afterwards is."""
        self._table.closed = True


class GameEnv(_Described, AECEnv):  # type: ignore[misc]
    """The AEC environment of a game; `env` makes one."""

    def __init__(self, options: _Options) -> None:
        super().__init__()
        self._table = _Table(options, 0)
        self.metadata = {
            "name": options.episode.entry_id,
            "episodes": scope(options.episode.length, options.episode.hand),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
        }
        self.possible_agents = list(self._table.names)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins an episode: of a seed that is given the hand `game.deal(seed, hand)`, otherwise
        the next of a sequence. There are no options."""
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._table.infos(self.agents)
        self._skip_agent_selection = None
        self._select()

    def step(self, action: int | None) -> None:
        """Plays the action of `agent_selection`; `None` if its episode has ended."""
        self._table.check_started()
        if not self.agents:
            raise RuntimeError("the episode is over: call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(
                    f"action is {shown(action)}: expected None after the end of an episode"
                )
            self._was_dead_step(None)
            return
        rewards, terminated, truncated, illegal = self._table.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = self._table.infos(self.agents)
        if illegal is not None:
            self.infos[agent]["illegal_action"] = illegal
        self._select()

    def observe(self, agent: str) -> Observation:
        """Returns the observation and the action mask of an agent."""
        self._table.check_started()
        seat, episode = self._table.seat(agent), self._table.episode
        return {"observation": episode.observation(seat), "action_mask": episode.mask(seat)}

    def resample(self, agent: str, seed: int = 0) -> "GameEnv":
        """Returns a copy in which everything that an agent cannot see is dealt anew, all deals
        that are consistent with what it knows being equally likely: a world for its search, which
        its observation and mask cannot distinguish from this environment."""
        self._table.check_started()
        place, given = self._table.seat(agent), check_seed(seed)
        other = copy.deepcopy(self)
        other._table.episode.resample(place, given or 0)
        if other.agents:
            other._select()
        return other

    def _select(self) -> None:
        self.agent_selection = self._table.agent() or self.agents[0]


class ParallelGameEnv(_Described, ParallelEnv):  # type: ignore[misc]
    """The parallel environment of a game; `parallel_env` makes one."""

    def __init__(self, options: _Options) -> None:
        self._table = _Table(options, 1)
        self.metadata = {
            "name": options.episode.entry_id,
            "episodes": scope(options.episode.length, options.episode.hand),
            "render_modes": list(RENDER_MODES),
        }
        self.possible_agents = list(self._table.names)
        self.agents: list[str] = []

    @property
    def max_cycles(self) -> int | None:
        """The number of decisions after which an episode is truncated."""
        return self._table.max_cycles

    @max_cycles.setter
    def max_cycles(self, cycles: int | None) -> None:
        self._table.max_cycles = _checked_cycles(cycles)

    @property
    def no_op(self) -> int:
        """The id of the action of agents that are not to act."""
        return self._table.episode.game.num_actions

    def action_text(self, action: int) -> str:
        """Returns the text of an action id."""
        return "no-op" if action == self.no_op else super().action_text(action)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins an episode and returns observations and infos: of a seed that is given the hand
        `game.deal(seed, hand)`, otherwise the next of a sequence. There are no options."""
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._table.infos(self.agents)

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays the action of the agent to act."""
        self._table.check_started()
        if not self.agents:
            raise RuntimeError("the episode is over: call reset")
        if not isinstance(actions, Mapping):
            raise TypeError(f"actions is a {type(actions).__name__}: expected a dictionary")
        for agent, action in actions.items():
            self._table.seat(agent)
            if action is not None:
                action_id(action, self._table.num_actions)
        to_act = self._table.agent()
        assert to_act is not None, "there are agents until the episode is over"
        if actions.get(to_act) is None:
            raise ValueError(f"no action of {to_act}, which is to act")
        acted = actions[to_act]
        infos = self._table.infos(self.agents)
        rewards, terminated, truncated, illegal = self._table.step(acted)
        if illegal is not None:
            infos[to_act]["illegal_action"] = illegal
        agents = self.agents
        result = (
            self._observations(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            infos,
        )
        if terminated or truncated:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(self._table.seat(agent)) for agent in self.agents}

    def _observation(self, seat: int) -> Observation:
        episode = self._table.episode
        mask = np.append(episode.mask(seat), np.int8(seat != episode.seat))
        return {"observation": episode.observation(seat), "action_mask": mask}
