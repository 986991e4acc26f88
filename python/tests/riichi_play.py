"""Players for comparisons: they come to riichi, calls, kans and wins far more often than chance."""

from random import Random
from typing import Any

import facedown as fd
import numpy as np
from facedown.riichi import Action, ActionType, Observation

RARE = {
    ActionType.RIICHI,
    ActionType.ANKAN,
    ActionType.KAKAN,
    ActionType.DAIMINKAN,
    ActionType.KITA,
    ActionType.KYUSHU_KYUHAI,
}
WINS = {ActionType.RON, ActionType.TSUMO}


def choose(obs: Observation, rng: Random, skill: float = 0.7) -> Action:
    """Mostly a discard that keeps the hand near; sometimes anything at all."""
    legal = obs.legal_actions()
    if rng.random() > skill:
        return rng.choice(legal)
    for action in legal:
        if action.action_type in WINS and rng.random() < 0.5:
            return action
        if action.action_type in RARE and rng.random() < 0.7:
            return action
    discards = [action for action in legal if action.action_type == ActionType.DISCARD]
    if not discards:
        return rng.choice(legal)
    hand = np.bincount(np.array(obs.hand) // 4, minlength=34).astype(np.uint8)
    after = np.repeat(hand[None], len(discards), axis=0)
    for row, action in zip(after, discards, strict=True):
        assert action.tile is not None
        row[action.tile // 4] -= 1
    seats = len(obs.hands)
    distances = fd.riichi.shanten(after, seats=seats)
    best = [a for a, d in zip(discards, distances, strict=True) if d == distances.min()]
    return rng.choice(best)


def scenario(rng: Random, seats: int) -> dict[str, Any]:
    """A round with any dealer, wind, counters and points."""
    tiles = [i for i in range(136) if seats == 4 or not 4 <= i < 32]
    rng.shuffle(tiles)
    return {
        "oya": rng.randrange(seats),
        "wall": tiles,
        "round_wind": rng.randrange(3),
        "scores": [rng.choice([0, 900, 12_300, 25_000, 25_000, 31_400, 61_000, 108_000])
                   for _ in range(seats)],
        "honba": rng.randrange(4),
        "kyotaku": rng.randrange(3),
    }  # fmt: skip
