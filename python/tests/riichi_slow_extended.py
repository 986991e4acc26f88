"""The planes of `encode_extended()` once more, slowly: written from the tables of
`docs/reference/riichi-features.md`, on the MJAI events that a seat observes.
"""

from math import comb, exp
from typing import Any

import numpy as np
import riichi_slow as slow
from facedown.riichi import shanten
from riichi_slow import Array, dora_of, kind

REDS = {4: 1, 13: 1, 22: 1}


class Facts(slow.Facts):
    """The inputs of the base planes, and those of the others."""

    def begin(self, event: dict[str, Any]) -> None:
        super().begin(event)
        n = self.n
        self.tiles: list[list[str]] = [[] for _ in range(n)]
        self.riichi_place: list[int | None] = [None] * n
        self.declared = [False] * n
        self.in_riichi = [False] * n
        self.ippatsu = [False] * n
        self.double = [False] * n
        self.gone_by: list[set[int]] = [set() for _ in range(n)]
        self.offer: tuple[int, int] | None = None
        self.replacing = self.interrupted = False
        self.calls: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        self.meld_tiles: list[list[list[str]]] = [[] for _ in range(n)]
        self.indicator_names = [event["dora_marker"]]
        self.drawn_tile: str | None = None
        self.turn: int = self.oya
        self.own_waits = self.closed_waits()

    def hear(self, event: dict[str, Any]) -> None:
        if event["type"] not in ("start_game", "start_kyoku"):
            self.let_go()
        super().hear(event)

    def let_go(self) -> None:
        """The tile that was offered has gone by."""
        if self.offer is not None:
            actor, tile = self.offer
            for seat in range(self.n):
                if seat != actor:
                    self.gone_by[seat].add(tile)
        self.offer = None

    def closed_waits(self) -> set[int]:
        """The kinds that complete the hand before a draw."""
        hand = self.counts()[None]
        if shanten(hand, seats=self.n, threads=1)[0] != 0:
            return set()
        return set(np.flatnonzero(self.lowering(hand)[1][0]).tolist())

    def disturb(self) -> None:
        self.interrupted = True
        self.ippatsu = [False] * self.n

    def tsumo(self, event: dict[str, Any]) -> None:
        super().tsumo(event)
        self.turn = event["actor"]
        if self.replacing:
            self.disturb()
        self.replacing = False
        self.drawn_tile = event["pai"] if event["actor"] == self.me else None

    def dahai(self, event: dict[str, Any]) -> None:
        super().dahai(event)
        actor = event["actor"]
        self.turn = actor
        self.tiles[actor].append(event["pai"])
        if self.declared[actor] and self.riichi_place[actor] is None:
            self.riichi_place[actor] = len(self.tiles[actor]) - 1
        self.ippatsu[actor] = False
        if not self.in_riichi[actor]:
            self.gone_by[actor] = set()
        self.offer = actor, kind(event["pai"])
        if actor == self.me:
            self.own_waits, self.drawn_tile = self.closed_waits(), None

    def call(self, event: dict[str, Any]) -> None:
        super().call(event)
        actor, called = event["actor"], kind(event["pai"])
        self.disturb()
        self.turn = actor
        self.calls[actor].append(((event["target"] - actor) % self.n, called))
        self.meld_tiles[actor].append([event["pai"], *event["consumed"]])
        self.replacing = event["type"] == "daiminkan"
        if actor != self.me:
            return
        self.drawn_tile = None
        if self.replacing:
            self.own_waits = self.closed_waits()

    chi = pon = daiminkan = call

    def lay_down(self, event: dict[str, Any], tile: int, offered: bool) -> None:
        self.replacing = True
        if offered:
            self.offer = event["actor"], tile
        if event["actor"] == self.me:
            self.own_waits, self.drawn_tile = self.closed_waits(), None

    def ankan(self, event: dict[str, Any]) -> None:
        super().ankan(event)
        self.meld_tiles[event["actor"]].append(list(event["consumed"]))
        self.lay_down(event, kind(event["consumed"][0]), offered=False)

    def kakan(self, event: dict[str, Any]) -> None:
        super().kakan(event)
        for tiles in self.meld_tiles[event["actor"]]:
            if len(tiles) == 3 and {kind(t) for t in tiles} == {kind(event["pai"])}:
                tiles.append(event["pai"])
        self.lay_down(event, kind(event["pai"]), offered=True)

    def nukidora(self, event: dict[str, Any]) -> None:
        super().nukidora(event)
        self.lay_down(event, 30, offered=True)

    def dora(self, event: dict[str, Any]) -> None:
        super().dora(event)
        self.indicator_names.append(event["dora_marker"])

    def reach(self, event: dict[str, Any]) -> None:
        super().reach(event)
        self.declared[event["actor"]] = True

    def reach_accepted(self, event: dict[str, Any]) -> None:
        super().reach_accepted(event)
        actor = event["actor"]
        self.in_riichi[actor] = self.ippatsu[actor] = True
        self.double[actor] = not self.interrupted and len(self.tiles[actor]) == 1

    def left(self) -> list[int]:
        """The copies of each kind that are not seen."""
        seen = self.seen()
        return [4 - int(seen[k]) if k in self.columns else 0 for k in range(34)]

    def draws(self) -> int:
        """Counted one draw after the other."""
        count, seat = 0, self.turn
        for _ in range(self.live):
            seat = (seat + 1) % self.n
            count += seat == self.me
        return count


def encode_extended(facts: Facts) -> Array:
    planes: list[Any] = list(slow.encode(facts).astype(np.float64))
    base, planes = planes, []
    rivers(facts, planes)
    melds(facts, planes)
    safety(facts, planes)
    tiles(facts, planes)
    hand(facts, planes)
    state(facts, planes)
    more = np.stack(planes)[:, facts.columns]
    return np.concatenate([np.stack(base), more]).astype(np.float32)


def marks(kinds: Any) -> Any:
    row = np.zeros(34)
    row[list(kinds)] = 1
    return row


def everywhere(value: float) -> Any:
    return np.full(34, float(value))


def absent(facts: Facts, planes: list[Any]) -> None:
    """The fourth seat where three play."""
    if facts.n == 3:
        planes.append(np.zeros(34))


def rivers(facts: Facts, planes: list[Any]) -> None:
    def each(of: Any) -> None:
        for number in facts.order:
            planes.append(of(number))
        absent(facts, planes)

    def counted(number: int, drawn: bool) -> Any:
        row, seat = np.zeros(34), facts.seats[number]
        for tile, was_drawn in zip(seat.river, seat.drawn, strict=True):
            row[tile] += (was_drawn == drawn) / 4
        return row

    def last(number: int) -> Any:
        seat = facts.seats[number]
        own = [t for t, drawn in zip(seat.river, seat.drawn, strict=True) if not drawn]
        return marks(own[-1:])

    def riichi(number: int) -> Any:
        place = facts.riichi_place[number]
        return marks([] if place is None else [facts.seats[number].river[place]])

    def called(number: int) -> Any:
        row, seat = np.zeros(34), facts.seats[number]
        for tile, was_called in zip(seat.river, seat.called, strict=True):
            row[tile] += was_called / 4
        return row

    def by_age(number: int) -> Any:
        row = np.zeros(34)
        for age, tile in enumerate(reversed(facts.seats[number].river)):
            row[tile] += exp(-0.2 * age)
        return row

    each(lambda number: counted(number, False))
    each(lambda number: counted(number, True))
    each(last)
    each(riichi)
    each(lambda number: marks(facts.seats[number].river[:6]))
    each(called)
    each(lambda number: marks([kind(t) for t in facts.tiles[number] if t.endswith("r")]))
    each(by_age)


def melds(facts: Facts, planes: list[Any]) -> None:
    for number in [*facts.order[1:], *[None] * (4 - facts.n)]:
        own = [] if number is None else facts.seats[number].melds
        for place in range(4):
            row = np.zeros(34)
            for tile in own[place][1] if place < len(own) else []:
                row[tile] += 1 / 4
            planes.append(row)
    everyone = [*facts.order, *[None] * (4 - facts.n)]
    for number in everyone:
        for source in (1, 2, 3):
            calls = [] if number is None else facts.calls[number]
            planes.append(marks([tile for away, tile in calls if away == source]))
    for number in everyone:
        own = [] if number is None else facts.seats[number].melds
        planes.append(marks([kinds[0] for name, kinds in own if name == "ankan"]))
    for number in everyone:
        laid = [] if number is None else facts.meld_tiles[number]
        planes.append(marks([kind(t) for meld in laid for t in meld if t.endswith("r")]))
    for number in everyone:
        planes.append(everywhere(0 if number is None else facts.seats[number].norths / 4))


def two_sided(tile: int) -> list[tuple[list[int], int]]:
    """The two-sided waits for a kind: what they hold, and their other end."""
    if tile >= 27:
        return []
    number = tile % 9 + 1
    waits = []
    if number + 3 <= 9:
        waits.append(([tile + 1, tile + 2], tile + 3))
    if number - 3 >= 1:
        waits.append(([tile - 1, tile - 2], tile - 3))
    return waits


def safety(facts: Facts, planes: list[Any]) -> None:
    others = [*facts.order[1:], *[None] * (4 - facts.n)]
    left, numbers = facts.left(), range(27)
    safe = [set() if o is None else set(facts.seats[o].river) | facts.gone_by[o] for o in others]
    planes.extend(marks(kinds) for kinds in safe)
    for kinds in safe:
        planes.append(marks([k for k in numbers if all(e in kinds for _, e in two_sided(k))]))
    for kinds in safe:
        half = []
        for k in numbers:
            ends = [end in kinds for _, end in two_sided(k)]
            if len(ends) == 2 and ends[0] != ends[1]:
                half.append(k)
        planes.append(marks(half))

    def barred(k: int, most: int) -> bool:
        return all(any(left[h] <= most for h in held) for held, _ in two_sided(k))

    planes.append(marks([k for k in numbers if barred(k, 0)]))
    planes.append(marks([k for k in numbers if barred(k, 1) and not barred(k, 0)]))
    for other, kinds in zip(others, safe, strict=True):
        impossible = [
            k
            for k in numbers
            if all(end in kinds or any(left[h] == 0 for h in held) for held, end in two_sided(k))
        ]
        planes.append(marks([] if other is None else impossible))
    for other, kinds in zip(others, safe, strict=True):
        row = np.zeros(34)
        for k in facts.columns:
            if other is not None and k not in kinds:
                row[k] = ways(k, left, kinds) / 64
        planes.append(row)


def ways(tile: int, left: list[int], safe: set[int]) -> int:
    """Single, pair, two-sided, closed and edge waits for a kind, out of the tiles not seen."""
    count = left[tile] + comb(left[tile], 2)
    for (a, b), end in two_sided(tile):
        if end not in safe:
            count += left[a] * left[b]
    number = tile % 9 + 1
    if tile < 27:
        if 2 <= number <= 8:
            count += left[tile - 1] * left[tile + 1]
        if number == 3:
            count += left[tile - 1] * left[tile - 2]
        if number == 7:
            count += left[tile + 1] * left[tile + 2]
    return count


def tiles(facts: Facts, planes: list[Any]) -> None:
    left = np.array(facts.left())
    for copies in (1, 2, 3, 4):
        planes.append((left >= copies).astype(np.float64))
    shown = [*facts.hand, *facts.indicator_names]
    for number in range(facts.n):
        shown += [t for meld in facts.meld_tiles[number] for t in meld]
        called = facts.seats[number].called
        shown += [t for t, was in zip(facts.tiles[number], called, strict=True) if not was]
    gone = [kind(t) for t in shown if t.endswith("r")]
    planes.append(marks([k for k, all_reds in REDS.items() if gone.count(k) < all_reds]))
    row = np.zeros(34)
    for indicator in facts.indicators:
        row[dora_of(indicator, facts.n)] += 1 / 4
    planes.append(row)


def chance(unseen: int, wanted: int, draws: int) -> float:
    """By counting the sets of tiles that can be drawn."""
    draws = min(draws, unseen)
    return 1 - comb(unseen - wanted, draws) / comb(unseen, draws)


def hand(facts: Facts, planes: list[Any]) -> None:
    planes.append(marks([] if facts.drawn_tile is None else [kind(facts.drawn_tile)]))
    planes.append(marks(facts.barred or ()))
    counts = facts.counts()
    planes.append(everywhere((int(shanten(counts, seats=facts.n)) + 1) / 8))
    left = np.array(facts.left())
    found = outlook(facts, counts, left)
    best = max(found, key=lambda f: (f[1], len(f[2]), -f[0]), default=(0, 0, []))
    due = len(facts.hand) % 3 == 2
    kept = found if due else []
    planes.append(marks(best[2]))
    planes.append(marks([k for k, _, _ in kept]))
    for of in (lambda f: f[1] / 80, lambda f: len(f[2]) / 34):
        row = np.zeros(34)
        for entry in kept:
            row[entry[0]] = of(entry)
        planes.append(row)
    unseen, draws = int(left.sum()), facts.draws()
    spans = [min(1, draws), min(3, draws), draws]
    for span in spans:
        row = np.zeros(34)
        for entry in kept:
            row[entry[0]] = chance(unseen, entry[1], span)
        planes.append(row)
    planes.extend(everywhere(chance(unseen, best[1], span)) for span in spans)
    barred = set(facts.seats[facts.me].river) | facts.gone_by[facts.me]
    planes.append(everywhere(bool(facts.own_waits & barred)))


def outlook(facts: Facts, counts: Any, left: Any) -> list[tuple[int, int, list[int]]]:
    """The discards after which the hand is nearest, and what it then accepts; one before a draw."""
    if len(facts.hand) % 3 == 1:
        rests, held = counts[None], [0]
    else:
        held = [k for k in np.flatnonzero(counts).tolist() if k not in (facts.barred or ())]
        if facts.accepted and facts.drawn_tile is not None:
            held = [kind(facts.drawn_tile)]
        rests = np.stack([counts - np.eye(34, dtype=np.uint8)[k] for k in held])
    distances, lower = facts.lowering(rests)
    found = []
    for k, distance, draws in zip(held, distances, lower, strict=True):
        if distance == distances.min():
            wanted = [int(t) for t in np.flatnonzero(draws) if left[t] > 0]
            found.append((k, int(left[wanted].sum()), wanted))
    return found


def state(facts: Facts, planes: list[Any]) -> None:
    offered = facts.offer
    planes.append(marks([] if offered is None else [offered[1]]))
    others = [*facts.order[1:], *[None] * (4 - facts.n)]
    for other in others:
        planes.append(everywhere(offered is not None and offered[0] == other))
    planes.append(everywhere(len(facts.hand) % 3 == 2))
    everyone = [*facts.order, *[None] * (4 - facts.n)]
    for number in everyone:
        planes.append(everywhere(number == facts.oya))
    for flags in (facts.ippatsu, facts.double):
        for number in everyone:
            planes.append(everywhere(number is not None and flags[number]))
    for number in everyone:
        place = None if number is None else facts.riichi_place[number]
        since = 0
        if number is not None and place is not None:
            since = len(facts.tiles[number]) - 1 - place
        planes.append(everywhere(since / 24))
    for other in others:
        ahead = 0.0
        if other is not None:
            gap = facts.scores[facts.me] - facts.scores[other]
            ahead = min(max(0.5 + gap / 60_000, 0), 1)
        planes.append(everywhere(ahead))
    kans = [
        m for seat in facts.seats for m in seat.melds if m[0] in ("daiminkan", "ankan", "kakan")
    ]
    planes.append(everywhere(len(kans) / 4))
