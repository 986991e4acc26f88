"""Our games: tables of states and views, batches of `make_vec`."""

import json
import re
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown._honesty.subject import Batch, Subject, Table, flat
from facedown.game import make
from facedown.tricks import derive_constraints
from facedown.vec import make_vec

__all__ = ["subject"]

_ZERO_SUM = ("gin", "ofc")
_TILES = re.compile(r"([0-9]+)([mpsz])")


def subject(name: str, rules: dict[str, Any]) -> Subject:
    """Returns one of our games."""
    game = make(name, **rules)
    zero = game.name in _ZERO_SUM
    return Subject(
        name=f"facedown:{name}",
        interface="facedown",
        table=lambda: OurTable(game),
        batch=lambda n: OurBatch(name, n, rules),
        reward_sum=0.0 if zero else None,
        rewards_declared="zero-sum" if zero else "not declared",
        reseeds=False,
    )


class OurTable(Table):
    """A state of one of our games."""

    def __init__(self, game: _native.Game, state: _native.State | None = None) -> None:
        self.game, self.seats = game, game.seats
        self.state = game.deal(seed=0) if state is None else state

    def reset(self, seed: int | None) -> None:
        self.state = self.game.deal(seed=0 if seed is None else seed)

    def seat(self) -> int | None:
        return self.state.current_seat

    def legal(self) -> list[int]:
        return self.state.legal_actions()

    def step(self, action: int) -> None:
        self.state.apply(action)

    def sight(self, seat: int) -> npt.NDArray[np.float64]:
        return flat(self.state.view(seat).observation())

    def text(self, seat: int) -> str:
        view = self.state.view(seat)
        return f"{view.to_dict()} {view.mask().tobytes().hex()}"

    def rewards(self) -> list[float]:
        return [float(score) for score in self.state.scores()]

    def resample(self, seat: int, chance: Random) -> Table:
        world = _native.world(self.state.view(seat), chance.getrandbits(60))
        return OurTable(self.game, world)

    def draw_world(self, seat: int, chance: Random) -> Table:
        return self.resample(seat, chance)

    def world(self, seat: int) -> str:
        holdings = self.holdings()
        return json.dumps([holdings[other] for other in range(self.seats) if other != seat])

    def worlds(self, seat: int) -> int | None:
        rules = self.game.rules
        if "pack" not in rules or rules["passing"]:
            return None
        deals = derive_constraints(self.state.view(seat))["deals"]
        return None if deals is None else int(deals)

    def unseen(self, seat: int) -> list[str]:
        record = self.state.view(seat).to_dict()
        left = _pack(self.game)
        for card in [*_cards(record), *_public(record)]:
            left.remove(card)
        return left

    def holdings(self) -> list[list[str]]:
        return [_cards(self.state.view(seat).to_dict()) for seat in range(self.seats)]


def _cards(record: dict[str, Any]) -> list[str]:
    """Returns the cards that a record's seat alone sees: its hand, in open-face poker its discards
    as well."""
    hand = record["hand"]
    if isinstance(hand, list):
        return list(hand)
    if "wind" in record:
        return _tiles(hand)
    return [*hand.split(), *record["discards"].split()]


def _public(record: dict[str, Any]) -> list[str]:
    """Returns the cards that lie face up at the first decision with hidden cards."""
    if "wind" in record:
        return _tiles(record["dora"])
    if "boards" in record:
        return [card for board in record["boards"] for card in board.replace("/", " ").split()]
    upcard = record.get("upcard")
    return [upcard] if upcard else []


def _tiles(text: str) -> list[str]:
    return [digit + suit for digits, suit in _TILES.findall(text) for digit in digits]


def _pack(game: _native.Game) -> list[str]:
    rules = game.rules
    if "reds" in rules:
        suits = {"m": "19" if game.seats == 3 else "123456789", "p": "123456789", "s": "123456789"}
        tiles = [d + s for s, digits in suits.items() for d in digits for _ in range(4)]
        tiles += [d + "z" for d in "1234567" for _ in range(4)]
        for suit, reds in zip("mps", rules["reds"], strict=True):
            for _ in range(reds if suit != "m" or game.seats == 4 else 0):
                tiles.remove(f"5{suit}")
                tiles.append(f"0{suit}")
        return tiles
    removed = set(rules["pack"]["removed"].split()) if "pack" in rules else set()
    packs = rules["pack"]["packs"] if "pack" in rules else 1
    cards = [r + s for s in "cdhs" for r in "A23456789TJQK" if r + s not in removed]
    return cards * packs + ["X", "Y"][: rules.get("jokers", 0)]


class OurBatch(Batch):
    """A batch of `make_vec`, or anything with its interface."""

    def __init__(self, name: str, n: int, rules: dict[str, Any]) -> None:
        self.n = n
        self.env = make_vec(name, n, threads=1, **rules)
        self.last: Any = None

    def reset(self, seed: int) -> None:
        self.decisions = self.env.reset(seed=seed)
        self.last = None

    def legal(self) -> npt.NDArray[np.bool_]:
        return np.array(self.decisions.mask, np.bool_)

    def sight(self) -> npt.NDArray[np.float64]:
        seen = np.asarray(self.decisions.observation, np.float64).reshape(self.n, -1)
        return np.concatenate([seen, np.asarray(self.decisions.seat, np.float64)[:, None]], axis=1)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        self.last = self.decisions = self.env.step(actions)  # type: ignore[assignment]

    def begun(self) -> npt.NDArray[np.bool_]:
        if self.last is None:
            return np.zeros(self.n, np.bool_)
        return np.array(self.last.done, np.bool_)

    def rewards(self) -> npt.NDArray[np.float64]:
        if self.last is None:
            return np.zeros(self.n)
        return np.array(self.last.reward.sum(axis=1), np.float64)
