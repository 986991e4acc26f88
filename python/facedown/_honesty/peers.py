"""Peers with interfaces of their own: RLCard, Pgx, riichienv."""

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown._honesty.subject import Subject, Table, UnsupportedError, flat

__all__ = ["pgx_subject", "riichienv_subject", "rlcard_subject"]


def rlcard_subject(name: str) -> Subject:
    """Returns a game of RLCard by its id, such as `gin-rummy`."""
    import rlcard

    return Subject(
        name=f"rlcard:{name}",
        interface="RLCard",
        table=lambda: RlcardTable(rlcard.make(name, config={"seed": 0})),
    )


class RlcardTable(Table):
    """A game of RLCard. What is hidden is exchanged in its state: cards of another hand with cards
    of the deck, where both are lists."""

    def __init__(self, env: Any) -> None:
        self.env, self.seats = env, env.num_players

    def reset(self, seed: int | None) -> None:
        if seed is not None:
            self.env.seed(seed)
        self.env.reset()

    def seat(self) -> int | None:
        return None if self.env.is_over() else int(self.env.get_player_id())

    def legal(self) -> list[int]:
        state = self.env.get_state(self.env.get_player_id())
        return [int(action) for action in state["legal_actions"]]

    def step(self, action: int) -> None:
        self.env.step(action)

    def sight(self, seat: int) -> npt.NDArray[np.float64]:
        return flat(self.env.get_state(seat)["obs"])

    def rewards(self) -> list[float]:
        return [float(points) for points in self.env.get_payoffs()]

    def resample(self, seat: int, chance: Random) -> Table:
        other = deepcopy(self.env)
        hands, deck = _rlcard_cards(other)
        places = [(hand, i) for p, hand in enumerate(hands) if p != seat for i in range(len(hand))]
        pool = [(deck, i) for i in range(len(deck))]
        if not places or not pool:
            raise LookupError("nothing to exchange")
        (hand, i), (stock, j) = chance.choice(places), chance.choice(pool)
        hand[i], stock[j] = stock[j], hand[i]
        return RlcardTable(other)

    def world(self, seat: int) -> str:
        hands, _ = _rlcard_cards(self.env)
        return " ".join(str(card) for p, hand in enumerate(hands) if p != seat for card in hand)


def _rlcard_cards(env: Any) -> tuple[list[list[Any]], list[Any]]:
    """Returns the lists of hands and the deck of a game of RLCard."""
    game = env.game
    holder = game if hasattr(game, "players") else getattr(game, "round", game)
    dealer = getattr(game, "dealer", None) or getattr(holder, "dealer", None)
    hands = [getattr(player, "hand", None) for player in getattr(holder, "players", [])]
    deck = getattr(dealer, "stock_pile", None) or getattr(dealer, "deck", None)
    if not hands or not isinstance(deck, list) or not all(isinstance(hand, list) for hand in hands):
        raise UnsupportedError("its hands and its deck are not lists that can be exchanged")
    return [hand for hand in hands if hand is not None], deck


def pgx_subject(name: str) -> Subject:
    """Returns a game of Pgx by its id, such as `leduc_holdem`."""
    import jax
    import pgx

    env = pgx.make(name)
    functions = jax.jit(env.init), jax.jit(env.step), jax.jit(env.observe)
    return Subject(
        name=f"pgx:{name}",
        interface="Pgx",
        table=lambda: PgxTable(env, functions),
        reseeds=False,
    )


class PgxTable(Table):
    """A game of Pgx; its key is made from the seed. In the poker games, whose state has the cards
    as an array, hidden cards are exchanged."""

    def __init__(self, env: Any, functions: tuple[Any, Any, Any], state: Any = None) -> None:
        import jax

        self.env, self.functions = env, functions
        self.seats = env.num_players
        self.key = jax.random.PRNGKey
        self.state = functions[0](self.key(0)) if state is None else state
        self.totals = np.zeros(self.seats)

    def reset(self, seed: int | None) -> None:
        self.state = self.functions[0](self.key(0 if seed is None else seed))
        self.totals = np.zeros(self.seats)

    def seat(self) -> int | None:
        over = bool(self.state.terminated) or bool(self.state.truncated)
        return None if over else int(self.state.current_player)

    def legal(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.state.legal_action_mask)]

    def step(self, action: int) -> None:
        self.state = self.functions[1](self.state, action)
        self.totals = self.totals + np.asarray(self.state.rewards, np.float64)

    def sight(self, seat: int) -> npt.NDArray[np.float64]:
        return flat(self.functions[2](self.state, seat))

    def rewards(self) -> list[float]:
        return [float(total) for total in self.totals]

    def resample(self, seat: int, chance: Random) -> Table:
        cards = self._cards()
        hidden = [p for p in range(len(cards)) if p != seat and p < self.seats]
        deck = {"kuhn_poker": [0, 1, 2], "leduc_holdem": [0, 0, 1, 1, 2, 2]}[self.env.id]
        for card in cards.tolist():
            deck.remove(card)
        if not deck:
            raise LookupError("nothing to exchange")
        cards[chance.choice(hidden)] = chance.choice(deck)
        other = self.state.replace(_cards=_jnp(cards))
        return PgxTable(self.env, self.functions, other)

    def world(self, seat: int) -> str:
        return str([card for p, card in enumerate(self._cards().tolist()) if p != seat])

    def _cards(self) -> npt.NDArray[np.int32]:
        if self.env.id not in ("kuhn_poker", "leduc_holdem"):
            raise UnsupportedError("which parts of its state are hidden is not known here")
        return np.array(self.state._cards)


def _jnp(values: npt.NDArray[np.int32]) -> Any:
    import jax.numpy as jnp

    return jnp.asarray(values)


def riichienv_subject(mode: str) -> Subject:
    """Returns riichienv's environment of a mode, such as `4p-red-single`."""
    import riichienv

    return Subject(
        name=f"riichienv:{mode}",
        interface="riichienv",
        table=lambda: RiichienvTable(riichienv.RiichiEnv(game_mode=mode, seed=0)),
    )


class RiichienvTable(Table):
    """A game of riichienv. Seats that are asked at once answer one after the other."""

    def __init__(self, env: Any, observations: dict[int, Any] | None = None) -> None:
        self.env = env
        self.seats = int(env.num_players) if hasattr(env, "num_players") else 4
        self.observations = env.reset() if observations is None else observations
        self.answers: dict[int, Any] = {}

    def reset(self, seed: int | None) -> None:
        self.observations = self.env.reset() if seed is None else self.env.reset(seed=seed)
        self.answers = {}

    def _asked(self) -> list[int]:
        return [seat for seat in sorted(self.observations) if seat not in self.answers]

    def seat(self) -> int | None:
        asked = self._asked()
        return None if self.env.done() or not asked else asked[0]

    def legal(self) -> list[int]:
        return list(range(len(self._asked_observation().legal_actions())))

    def _asked_observation(self) -> Any:
        return self.observations[self._asked()[0]]

    def step(self, action: int) -> None:
        self.answers[self._asked()[0]] = self._asked_observation().legal_actions()[action]
        if not self._asked():
            self.observations = self.env.step(self.answers)
            self.answers = {}

    def sight(self, seat: int) -> npt.NDArray[np.float64]:
        encoded = self.env.get_observation(seat).encode()
        return np.frombuffer(encoded, np.float32).astype(np.float64)

    def text(self, seat: int) -> str:
        if seat not in self.observations:
            return ""
        return str(self.env.get_observation(seat).mask().hex())

    def rewards(self) -> list[float]:
        return [float(score) for score in self.env.scores()]

    def resample(self, seat: int, chance: Random) -> Table:
        """Exchanges a tile of another hand with one of the wall that is not turned up."""
        other = self.env.clone()
        hands, wall = [list(hand) for hand in other.hands], list(other.wall)
        shown = set(other.dora_indicators)
        pool = [place for place, tile in enumerate(wall) if tile not in shown]
        holder = chance.choice([one for one in range(self.seats) if one != seat and hands[one]])
        place, tile = chance.choice(pool), chance.randrange(len(hands[holder]))
        hands[holder][tile], wall[place] = wall[place], hands[holder][tile]
        other.hands, other.wall = hands, wall
        asked = {one: other.get_observation(one) for one in self.observations}
        table = RiichienvTable(other, asked)
        table.answers = dict(self.answers)
        return table

    def world(self, seat: int) -> str:
        return str([hand for one, hand in enumerate(self.env.hands) if one != seat])
