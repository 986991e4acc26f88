"""Gymnasium environments of every game.

>>> import facedown as fd
>>> import gymnasium
>>> env = gymnasium.make("facedown/Gin-v1", opponents="simple")
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)

An environment is one seat's: the others are played by bots, by name or of one's own. Observations
are the array of the seat's view; `info["action_mask"]` and `env.unwrapped.action_masks()`, which
sb3-contrib calls, have the legal actions.

`gymnasium.make_vec("facedown/Gin-v1", num_envs=1024)` is `facedown.make_vec` behind Gymnasium's
interface: for self-play, where every step is a decision of whichever seat is to act, or with
`opponents` against bots. The arrays are those of the batch, not copies.

Single hands are drawn as the hands of matches come: `info["setup"]` has the dealer, the place in
the match and the scores. Version 0 of each id, such as `facedown/Gin-v0`, is the first hand of a
match always, with `hand=0`: one seat deals in every episode, Hearts passes to the left, Oh Hell and
El Dorado have ten cards, riichi is East 1 with even scores.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

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
    observation_bounds,
    scope,
)
from facedown._native import Game, View
from facedown._output import shown
from facedown._players import Player, is_name
from facedown.game import games
from facedown.vec import make_vec, opponents_of

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(
        f"facedown.gym needs Gymnasium ({error}): pip install 'facedown[gym]'"
    ) from error

__all__ = ["GameEnv", "GameVectorEnv", "env_v0", "vector_env_v0"]


class GameEnv(gymnasium.Env[npt.NDArray[Any], int]):
    """One seat of a game against bots.

    `opponents` plays the other seats, a partner's included: a bot by name (`"greedy"`,
    `"ismcts:1000"`), a policy of one's own (`facedown.match` says which there are), or a list with
    one of them for each other seat, in order from the seat's left. `seat` is the seat, or
    `"random"` for another in each episode.

    `length` is an episode: a `hand`, or a whole `match`. Hands are drawn as the hands of matches
    come, or are the place `hand` of a match, 0 for the first, from an even score; `info["setup"]`
    says which it is, as `State.setup` does. The reward comes when the episode ends: the seat's
    score, times `reward_scale`. `dtype` is `uint8` for raw counts, or `float32` for scaled values.

    `illegal` is the effect of an action whose mask is 0: `terminate` ends the episode with
    `illegal_reward` (by default about the worst result of a hand), `raise` raises `ValueError` and
    changes nothing, `random` plays a random legal action instead. The info has the id as
    `illegal_action`. An id out of range is always an error.

    `render_mode` is `ansi`, for which `render` returns the seat's view as text, or `human`, which
    prints it in every step. The other options are rules, as in `facedown.make`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        *,
        opponents: Player | Sequence[Player] | None = None,
        seat: int | str = 0,
        length: str = "hand",
        hand: int | None = None,
        reward_scale: float = 1.0,
        dtype: npt.DTypeLike = np.uint8,
        illegal: str = "terminate",
        illegal_reward: float | None = None,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        self._episode = Episode(
            name, rules, length=length, reward_scale=reward_scale, dtype=dtype, hand=hand
        )
        check_illegal(illegal)
        check_render_mode(render_mode)
        game = self._episode.game
        self.game = game
        """The game that is played."""
        self.channel_names = game.observation_channels
        """The meaning of each channel of an observation."""
        self.metadata = {**self.metadata, "episodes": scope(length, hand)}
        self.render_mode = render_mode
        low, high = self._episode.bounds()
        self.observation_space = spaces.Box(low, high, dtype=self._episode.dtype.type)
        self.action_space = spaces.Discrete(game.num_actions)  # type: ignore[assignment]
        self._opponents = self._checked(opponents)
        self._given_seat = self._checked_seat(seat)
        self._illegal = illegal
        self._illegal_reward = (
            self._episode.illegal_reward
            if illegal_reward is None
            else number("illegal_reward", illegal_reward)
        )
        self.seat = 0 if self._given_seat is None else self._given_seat
        """The seat that this environment plays."""
        self._players: dict[int, _Opponent] = {}
        self._hands = 0
        self._ended = True
        self._closed = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Begins an episode and plays it to the seat's first decision.

        Of a seed that is given it is the hand `game.deal(seed, hand)`, otherwise the next of a
        sequence.
        A hand that ends before the seat has a decision is dealt again. There are no options.
        """
        self._check_open()
        given = check_seed(seed)
        super().reset(seed=given)
        if self._given_seat is None:
            self.seat = int(self.np_random.integers(self.game.seats))
        deal = given if given is not None else self._random_seed()
        while True:
            self._episode.reset(deal)
            self._players = self._new_players()
            self._hands = self._episode.hands
            self._play_others()
            if not self._episode.is_over:
                break
            deal = self._random_seed()
        self._ended = False
        self._show()
        return self._observation(), self._info()

    def step(
        self, action: SupportsIndex
    ) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Plays an action, and the others' up to the seat's next decision."""
        self._check_started()
        if self._ended:
            raise RuntimeError("the episode is over: call reset")
        episode = self._episode
        played, info = action_id(action, self.game.num_actions), {}
        legal = episode.state.legal_actions()
        if played not in legal:
            if self._illegal == "raise":
                raise illegal_action(episode, self.seat, played)
            info["illegal_action"] = played
            if self._illegal == "terminate":
                self._ended = True
                reward = self._illegal_reward
                return self._observation(), reward, True, False, {**self._info(), **info}
            played = legal[int(self.np_random.integers(len(legal)))]
        reward = episode.play(played)[self.seat]
        reward += self._play_others()
        self._ended = episode.is_over
        self._show()
        return self._observation(), reward, self._ended, False, {**self._info(), **info}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns the action mask, as sb3-contrib takes it: `bool[num_actions]`."""
        self._check_started()
        return self._episode.mask(self.seat).view(np.bool_)

    def action_text(self, action: int) -> str:
        """Returns the text of an action id."""
        return self.game.action_text(action)

    def view(self) -> View:
        """Returns the seat's view; `view().text()` is its text."""
        self._check_started()
        return self._episode.view(self.seat)

    def render(self) -> str | None:
        """Returns the seat's view as text in the mode `ansi`; `human` has printed it already."""
        self._check_started()
        return self.view().text() + "\n" if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Closes the environment. Closing it twice is no error, using it afterwards is."""
        self._closed = True

    def _play_others(self) -> float:
        """Plays the others' decisions; returns the seat's reward meanwhile."""
        episode, reward = self._episode, 0.0
        while (seat := episode.seat) is not None and seat != self.seat:
            self._greet()
            action = self._players[seat].bot.choose(episode.view(seat))
            reward += episode.play(action)[self.seat]
        self._greet()
        return reward

    def _greet(self) -> None:
        """Informs the bots that another hand of the match has begun."""
        if self._hands != self._episode.hands:
            self._hands = self._episode.hands
            for player in self._players.values():
                player.bot.new_hand()

    def _new_players(self) -> dict[int, "_Opponent"]:
        players: dict[int, _Opponent] = {}
        for distance, player in enumerate(self._opponents, 1):
            seat = (self.seat + distance) % self.game.seats
            players[seat] = _Opponent(self.game, player, self._random_seed())
        return players

    def _random_seed(self) -> int:
        return int(self.np_random.integers(1 << 63))

    def _observation(self) -> npt.NDArray[Any]:
        return self._episode.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        episode = self._episode
        mask, setup = episode.mask(self.seat), episode.setup
        return {"action_mask": mask, "seat": self.seat, "setup": setup}

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.view().text() + "\n")

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("this environment is closed")

    def _check_started(self) -> None:
        self._check_open()
        if not self._players:
            raise RuntimeError("there is no episode yet: call reset first")

    def _checked(self, opponents: Player | Sequence[Player] | None) -> list[Player]:
        """Returns the player of each other seat, from the seat's left."""
        others = self.game.seats - 1
        # By default quick ones, which do not search.
        quick = games()[self.game.name].quick_opponent
        given = opponents_of(self.game, quick if opponents is None else opponents)
        if len(given) != others:
            raise ValueError(f"{len(given)} opponents, expected {others}: one for each other seat")
        for player in given:
            self.game.bot(player)  # which names a bot that there is not
        return given

    def _checked_seat(self, seat: int | str) -> int | None:
        if seat == "random":
            return None
        if isinstance(seat, str | bool) or not isinstance(seat, int | np.integer):
            raise TypeError(f"seat is {shown(seat)}: expected an integer or 'random'")
        if not 0 <= seat < self.game.seats:
            raise IndexError(f"no seat {seat}, expected 0 to {self.game.seats - 1}")
        return int(seat)


class _Opponent:
    """The bot of a seat. It can be copied and pickled if it is a policy of one's own; those of the
    registry keep random numbers that cannot."""

    def __init__(self, game: Game, player: Player, seed: int) -> None:
        self._made_of = (game, player, seed)
        self.bot = game.bot(player, seed=seed)

    def __reduce__(self) -> Any:
        game, player, seed = self._made_of
        if is_name(player):
            raise TypeError(f"the bot {shown(player)} cannot be copied: it keeps random numbers")
        return _Opponent, (game, player, seed)


class GameVectorEnv(gymnasium.vector.VectorEnv[npt.NDArray[Any], Any, npt.NDArray[Any]]):
    """The vectorised environment of a game, `facedown.make_vec`, for self-play or against bots.

    A step is a decision of the seat to act in each environment: `infos["seat"]` before the step.
    With `opponents` that is always the caller's seat: bots play the others within the step.
    `rewards` is the reward of the seat that acted; `infos["rewards"]` has every seat's, which
    matters where an episode ends by another's action. `infos["action_mask"]` are the masks of the
    next decisions. Where an episode ends, everything else already shows the next one (the mode
    `SAME_STEP`), without `final_obs`: episodes are never truncated, so that no value is to be
    estimated from their last observation.

    Observations, masks, seats and `infos["rewards"]` are the arrays of the batch, and are
    overwritten by the next step: copy what must last. An illegal action is a `ValueError` that
    names its environment, and changes nothing. Options are those of `facedown.make_vec`, with
    `observe="acting"`. `setup(i)` is which hand of a match environment i plays.
    """

    def __init__(
        self,
        name: str,
        num_envs: int,
        *,
        encoder: str | None = "default",
        dtype: npt.DTypeLike = np.uint8,
        threads: int | None = None,
        reward_scale: float = 1.0,
        length: str = "hand",
        reward: str = "result",
        uma: Iterable[float] | None = None,
        shaping: float = 0.0,
        hand: int | None = None,
        opponents: Player | Sequence[Player] | None = None,
        seat: int | str | None = None,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode is {shown(render_mode)}: expected None")
        if not isinstance(name, str):
            raise TypeError(f"name is a {type(name).__name__}: expected the name of a game")
        self.env = make_vec(
            name, num_envs, encoder=encoder, dtype=dtype, threads=threads,
            reward_scale=reward_scale, length=length, reward=reward, uma=uma, shaping=shaping,
            hand=hand, opponents=opponents, seat=seat, **rules,
        )  # fmt: skip
        """The vectorised environment behind this one."""
        env = self.env
        self.metadata = {
            "autoreset_mode": AutoresetMode.SAME_STEP,
            "render_modes": [],
            "episodes": scope(length, hand),
        }
        self.num_envs = env.n
        self.channel_names = env.channel_names
        """The meaning of each channel of an observation."""
        low, high = observation_bounds(env.observation_shape, env.observation_scales, env.dtype)
        self.single_observation_space = spaces.Box(low, high, dtype=env.dtype.type)
        self.single_action_space = spaces.Discrete(env.num_actions)
        self.observation_space = batch_space(self.single_observation_space, env.n)
        self.action_space = batch_space(self.single_action_space, env.n)
        self._batch = env.new_batch()
        self._rows = np.arange(env.n)
        self._acted = np.zeros(env.n, np.uint8)
        self._started = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Begins an episode in every environment: with the deals of a seed, otherwise of the next
        of a sequence. There are no options."""
        self._check_open()
        given = check_seed(seed)
        super().reset(seed=given)
        deals = given if given is not None else int(self.np_random.integers(1 << 63))
        self.env.reset(deals, out=self._batch)
        self._started = True
        return self._batch.observation, self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[Any],
        npt.NDArray[Any],
        npt.NDArray[Any],
        npt.NDArray[Any],
        dict[str, Any],
    ]:
        """Applies one action in every environment."""
        self._check_open()
        if not self._started:
            raise RuntimeError("there is no episode yet: call reset first")
        batch = self._batch
        np.copyto(self._acted, batch.seat)
        self.env.step(actions, out=batch)
        rewards = batch.reward[self._rows, self._acted]
        truncated = np.zeros(self.num_envs, np.bool_)
        return batch.observation, rewards, batch.done, truncated, self._infos()

    def setup(self, env: int) -> dict[str, Any]:
        """Returns which hand of a match an environment plays, as in `State.setup`."""
        self._check_open()
        return self.env.setup(env)

    def sample_actions(self) -> npt.NDArray[np.int32]:
        """Draws a legal action for each environment, uniformly."""
        self._check_open()
        return self.env.sample_actions()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns the action masks: `bool[num_envs, num_actions]`."""
        self._check_open()
        return self._batch.mask.view(np.bool_)

    def _infos(self) -> dict[str, Any]:
        batch = self._batch
        return {
            "action_mask": batch.mask.view(np.int8),
            "seat": batch.seat,
            "rewards": batch.reward,
        }

    def _check_open(self) -> None:
        if self.closed:
            raise RuntimeError("this environment is closed")


def env_v0(name: str, **options: Any) -> GameEnv:
    """Makes the environment of version 0, whose single hands are all the first of a match."""
    return GameEnv(name, **first_hands(options))


def vector_env_v0(name: str, num_envs: int, **options: Any) -> GameVectorEnv:
    """Makes the vectorised environment of version 0, whose single hands are all the first of a
    match."""
    return GameVectorEnv(name, num_envs, **first_hands(options))
