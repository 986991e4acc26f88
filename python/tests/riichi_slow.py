"""The five encodings once more, slowly: from the tables of the specification, and from what
`docs/reference/riichi-features.md` decides where they leave something open.

It works on the MJAI events that a seat observes, one tile at a time, and shares nothing with the
package but `shanten`, which has tests of its own.
"""

from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt
from facedown.riichi import shanten

Array = npt.NDArray[np.float32]

NAMES = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + list("ESWNPFC")
HONORS = set(range(27, 34))
TERMINALS = {0, 8, 9, 17, 18, 26}
OUTSIDE = HONORS | TERMINALS


def kind(pai: str) -> int:
    return NAMES.index(pai.removesuffix("r"))


def dora_of(indicator: int, seats: int) -> int:
    if indicator == 0 and seats == 3:
        return 8
    if indicator < 27:
        return indicator // 9 * 9 + (indicator % 9 + 1) % 9
    if indicator < 31:
        return 27 + (indicator - 26) % 4
    return 31 + (indicator - 30) % 3


def swaps(called: int, *own: int) -> set[int]:
    """Returns the kinds barred after a call: the same kind, and the other end of the run."""
    barred = {called}
    if called != own[0]:
        low, high = min(own), max(own)
        if called < low and high % 9 < 8:
            barred.add(high + 1)
        if called > high and low % 9 > 0:
            barred.add(low - 1)
    return barred


class Seat:
    def __init__(self) -> None:
        self.river: list[int] = []
        self.called: list[bool] = []
        self.drawn: list[bool] = []
        self.melds: list[tuple[str, list[int]]] = []
        self.norths = 0
        self.riichi = False
        self.changed = 0


class Facts:
    """The knowledge of a seat after the events that it has observed."""

    def __init__(self, me: int) -> None:
        self.me = me

    def hear(self, event: dict[str, Any]) -> None:
        name = event["type"]
        if name == "start_kyoku":
            self.begin(event)
        elif name in ("start_game", "end_kyoku", "end_game"):
            return
        else:
            getattr(self, name)(event)

    def begin(self, event: dict[str, Any]) -> None:
        self.scores = list(event["scores"])
        self.n = len(self.scores)
        self.seats = [Seat() for _ in range(self.n)]
        self.hand = list(event["tehais"][self.me])
        self.indicators = [kind(event["dora_marker"])]
        self.wind, self.oya = "ESWN".index(event["bakaze"]), event["oya"]
        self.honba, self.sticks = event["honba"], event["kyotaku"]
        self.accepted = False
        self.barred: set[int] | None = None  # after the own call: what may not be discarded
        self.live = (136 if self.n == 4 else 108) - 14 - 13 * self.n

    def tsumo(self, event: dict[str, Any]) -> None:
        self.live -= 1
        if event["actor"] == self.me:
            self.hand.append(event["pai"])

    def dahai(self, event: dict[str, Any]) -> None:
        seat = self.seats[event["actor"]]
        self.last = seat
        self.barred = None
        seat.river.append(kind(event["pai"]))
        seat.drawn.append(event["tsumogiri"])
        seat.called.append(False)
        self.drop(event["actor"], [event["pai"]])

    def drop(self, actor: int, tiles: list[str]) -> None:
        if actor == self.me:
            for tile in tiles:
                self.hand.remove(tile)

    def call(self, event: dict[str, Any]) -> None:
        tiles = [event["pai"], *event["consumed"]]
        self.last.called[-1] = True
        self.seats[event["actor"]].melds.append((event["type"], [kind(t) for t in tiles]))
        self.drop(event["actor"], event["consumed"])
        if event["actor"] == self.me and event["type"] != "daiminkan":
            self.barred = swaps(*[kind(t) for t in tiles])

    chi = pon = daiminkan = call

    def ankan(self, event: dict[str, Any]) -> None:
        seat = self.seats[event["actor"]]
        seat.melds.append(("ankan", [kind(t) for t in event["consumed"]]))
        seat.changed = len(seat.river)
        self.drop(event["actor"], event["consumed"])

    def kakan(self, event: dict[str, Any]) -> None:
        seat, added = self.seats[event["actor"]], kind(event["pai"])
        for place, (name, tiles) in enumerate(seat.melds):
            if name == "pon" and tiles[0] == added:
                seat.melds[place] = ("kakan", [*tiles, added])
        seat.changed = len(seat.river)
        self.drop(event["actor"], [event["pai"]])

    def nukidora(self, event: dict[str, Any]) -> None:
        seat = self.seats[event["actor"]]
        seat.norths += 1
        seat.changed = len(seat.river)
        self.drop(event["actor"], ["N"])

    def dora(self, event: dict[str, Any]) -> None:
        self.indicators.append(kind(event["dora_marker"]))

    def reach(self, event: dict[str, Any]) -> None:
        self.seats[event["actor"]].riichi = True

    def reach_accepted(self, event: dict[str, Any]) -> None:
        self.scores[event["actor"]] -= 1000
        self.sticks += 1
        self.accepted |= event["actor"] == self.me

    def hora(self, event: dict[str, Any]) -> None:
        raise AssertionError("a seat is never asked after the end")

    ryukyoku = hora

    @property
    def order(self) -> list[int]:
        return [(self.me + i) % self.n for i in range(self.n)]

    @property
    def columns(self) -> list[int]:
        return [k for k in range(34) if self.n == 4 or not 1 <= k <= 7]

    def counts(self) -> npt.NDArray[np.uint8]:
        return np.bincount([kind(t) for t in self.hand], minlength=34).astype(np.uint8)

    def seen(self) -> npt.NDArray[np.int64]:
        seen = self.counts().astype(np.int64)
        for seat in self.seats:
            for tile, called in zip(seat.river, seat.called, strict=True):
                seen[tile] += not called
            for _, tiles in seat.melds:
                for tile in tiles:
                    seen[tile] += 1
            seen[30] += seat.norths
        for tile in self.indicators:
            seen[tile] += 1
        return seen

    def rests(self) -> npt.NDArray[np.uint8]:
        """The hand before a draw; after one, what is left by each discard."""
        hand = self.counts()
        if len(self.hand) % 3 == 1:
            return hand[None]
        allowed = [tile for tile in np.flatnonzero(hand) if tile not in (self.barred or ())]
        return np.stack([hand - np.eye(34, dtype=np.uint8)[tile] for tile in allowed])

    def lowering(
        self, rests: npt.NDArray[np.uint8]
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """The shanten of each, and for every kind whether its draw lowers it."""
        now = shanten(rests, seats=self.n, threads=1)
        more = rests[:, None] + np.eye(34, dtype=np.uint8)
        possible = np.zeros(more.shape[:2], np.bool_)
        possible[:, self.columns] = True
        possible &= rests < 4
        lower = np.zeros_like(possible)
        lower[possible] = (
            shanten(more[possible], seats=self.n, threads=1)
            < np.repeat(now[:, None], 34, axis=1)[possible]
        )
        return now, lower

    def waits(self) -> set[int]:
        rests = self.rests()
        if self.accepted and len(self.hand) % 3 == 2:
            hand = self.counts()
            hand[kind(self.hand[-1])] -= 1  # only the tile just drawn can go
            rests = hand[None]
        rests = rests[shanten(rests, seats=self.n, threads=1) == 0]
        if not len(rests):
            return set()
        return set(np.flatnonzero(self.lowering(rests)[1].any(0)).tolist())


def encode(facts: Facts) -> Array:
    """Channels 0-73."""
    out = np.zeros((74, 34), np.float64)
    hand, me = facts.counts(), facts.seats[facts.me]
    for n in range(4):
        out[n] = hand >= n + 1
    for tile in facts.hand:
        if tile.endswith("r"):
            out[4, kind(tile)] = 1
    for n, (_, tiles) in enumerate(me.melds):
        out[5 + n, tiles] = 1
    out[9, facts.indicators] = 1
    seen = facts.seen()
    points = [facts.scores[seat] for seat in facts.order]
    for i, number in enumerate(facts.order):
        seat = facts.seats[number]
        newest = seat.river[::-1]
        for age, tile in enumerate(newest[:4]):
            out[10 + 4 * i + age, tile] = 1
        out[26 + i] = len(newest) / 24
        out[31 + i] = seat.riichi
        out[39 + i] = min(max(points[i], 0), 100_000) / 100_000
        out[43 + i] = min(max(points[i], 0), 30_000) / 30_000
        tiles = [t for t, called in zip(seat.river, seat.called, strict=True) if not called]
        tiles += [t for _, meld in seat.melds for t in meld] + [30] * seat.norths
        tiles += [kind(t) for t in facts.hand] if i == 0 else []
        doras = [dora_of(indicator, facts.n) for indicator in facts.indicators]
        out[55 + i] = sum(tiles.count(d) for d in doras) / 12
        out[59 + i] = len(seat.melds) / 4
        out[70 + i] = bool(seat.drawn and seat.drawn[-1])
    for age, tile in enumerate(me.river[::-1][4:8]):
        out[64 + age, tile] = 1
    right = facts.seats[facts.order[1]]
    for age, tile in enumerate(right.river[::-1][4:6]):
        out[68 + age, tile] = 1
    out[30] = facts.live / 70
    out[35, 27 + facts.wind] = 1
    out[36, 27 + (facts.me - facts.oya) % facts.n] = 1
    out[37], out[38] = facts.honba / 10, facts.sticks / 5
    waits = facts.waits()
    out[47, list(waits)] = 1
    out[48] = bool(waits)
    better = [
        s for s in range(facts.n) if (-facts.scores[s], s) < (-facts.scores[facts.me], facts.me)
    ]
    out[49 + len(better)] = 1
    out[53] = facts.oya / 8
    out[54] = (facts.wind * facts.n + facts.oya) / (2 * facts.n - 1)
    out[63] = seen / 4
    return out[:, facts.columns].astype(np.float32)


def discard_history_decay(facts: Facts, rate: float = 0.2) -> Array:
    out = np.zeros((facts.n, 34), np.float64)
    for row, number in enumerate(facts.order):
        for age, tile in enumerate(facts.seats[number].river[::-1]):
            out[row, tile] += exp(-rate * age)
    return out[:, facts.columns].astype(np.float32)


def yaku_possibility(facts: Facts) -> Array:
    out = np.ones((facts.n, 21, 2), np.float32)
    seen = facts.seen()
    for row, number in enumerate(facts.order):
        melds = facts.seats[number].melds
        elsewhere = seen.copy()
        for _, tiles in melds:
            for tile in tiles:
                elsewhere[tile] -= 1
        if row == 0:
            elsewhere -= facts.counts()
        winds = [27 + facts.wind, 27 + (number - facts.oya) % facts.n]
        out[row, impossible(melds, elsewhere, winds)] = 0
    return out


def impossible(
    melds: list[tuple[str, list[int]]], visible: npt.NDArray[np.int64], winds: list[int]
) -> list[int]:
    """The table of the specification, row by row."""
    tiles = [t for _, meld in melds for t in meld]
    suits = {t // 9 for t in tiles if t < 27}
    honors = any(t in HONORS for t in tiles)
    simples = any(t not in OUTSIDE for t in tiles)
    rules = {
        0: any(t in OUTSIDE for t in tiles),
        1: visible[31] >= 3,
        2: visible[32] >= 3,
        3: visible[33] >= 3,
        4: visible[winds[0]] >= 3,
        5: visible[winds[1]] >= 3,
        6: len(suits) >= 2,
        7: len(suits) >= 2 or honors,
        8: any(name == "chi" for name, _ in melds),
        9: bool(melds),
        10: any(visible[d] >= 4 for d in (31, 32, 33)),
        11: any(visible[d] >= 2 for d in (31, 32, 33)),
        12: any(t < 27 for t in tiles),
        13: honors or simples,
        14: simples,
        15: bool(melds) or any(visible[k] >= 4 for k in OUTSIDE),
        16: any(not OUTSIDE & set(meld) for _, meld in melds),
        17: honors or any(not TERMINALS & set(meld) for _, meld in melds),
        19: any(name != "ankan" for name, _ in melds),
    }
    return [yaku for yaku, holds in rules.items() if holds]


def furiten_ron_possibility(facts: Facts) -> Array:
    out = np.ones((facts.n, 21), np.float32)
    for row, number in enumerate(facts.order):
        seat = facts.seats[number]
        since = seat.drawn[seat.changed :]
        if len(since) >= 3 and all(since[-3:]):
            out[row] = 0
    return out


def shanten_efficiency(facts: Facts) -> Array:
    out = np.full((facts.n, 4), 0.5, np.float64)
    for row, number in enumerate(facts.order):
        out[row, 3] = min(len(facts.seats[number].river) / 18, 1)
    left = 4 - facts.seen()
    distances, lower = facts.lowering(facts.rests())
    now = int(shanten(facts.counts(), seats=facts.n))
    if facts.barred is not None:  # no win without a draw
        now = int(distances.min())
    lower &= left > 0
    choices = [
        (int(left[draws].sum()), int(draws.sum()))
        for distance, draws in zip(distances, lower, strict=True)
        if distance == now
    ]
    best = max(choices, default=(0, 0))
    out[0, :3] = now / 8, best[1] / len(facts.columns), best[0] / 80
    return out.astype(np.float32)
