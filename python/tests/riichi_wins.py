"""Random winning hands of riichi mahjong, with random situations and options, for scorers.

Rare yaku come up often, because the kinds of a hand are often few.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

OUTSIDE = [0, 8, 9, 17, 18, 26, *range(27, 34)]


@dataclass
class Meld:
    """A meld of tile ids."""

    name: str
    """chi, pon, daiminkan, kakan or ankan."""
    ids: list[int]

    def text(self, tiles: str) -> str:
        """Its text, given that of its tiles: `123m` as `1-23m`."""
        digits, suit = tiles[:-1], tiles[-1]
        mark = {"chi": "-", "pon": "=", "daiminkan": "+", "kakan": "=", "ankan": ""}[self.name]
        at = {"chi": 1, "daiminkan": 4}.get(self.name, 3)
        return f"{digits[:at]}{mark}{digits[at:]}{suit}"


@dataclass
class Deal:
    """A hand in tile ids, how it was won, and by which options."""

    closed: list[int]
    win: int
    melds: list[Meld]
    facts: dict[str, Any]
    """The options that `facedown.riichi.score` names as here, indicators as ids."""
    rules: dict[str, Any] = field(default_factory=dict)
    """Options of facedown."""
    options: dict[str, Any] = field(default_factory=dict)
    """The same options of `mahjong`."""
    renhou: bool = False
    """Whether a win before the first draw counts."""


def palette(rng: random.Random, three: bool) -> list[int]:
    """The kinds of a hand."""
    suit = 9 * rng.randrange(3)
    choices: list[Sequence[int]] = [
        range(suit, suit + 9),
        [*range(suit, suit + 9), *range(27, 34)],
        OUTSIDE,
        range(27, 34),
        [19, 20, 21, 23, 25, 32],
        [k for k in range(27) if k % 9 < 3],
        [k for k in range(27) if k % 9 > 5],
        [0, 8, 9, 17, 18, 26],
        [k for k in range(27) if k % 9 not in (0, 8)],
        range(34),
        range(34),
        range(34),
    ]
    return [k for k in rng.choice(choices) if not (three and 0 < k < 8)]


Kinds = tuple[Counter[int], list[tuple[str, list[int]]]]


def sets_and_a_pair(rng: random.Random, kinds: list[int], three: bool) -> Kinds | None:
    """Counts of closed kinds, and melds as names and kinds."""
    closed, melds = Counter({rng.choice(kinds): 2}), []
    calls = rng.randrange(5)
    for n in range(4):
        first = rng.choice(kinds)
        run = first < 27 and first % 9 < 7 and rng.randrange(3) > 0
        if run and three and (first < 9 or n < calls):
            return None
        tiles = [first, first + 1, first + 2] if run else [first] * 3
        if n >= calls:
            closed.update(tiles)
            continue
        name = "chi" if run else rng.choice(["pon", "daiminkan", "kakan", "ankan", "ankan"])
        melds.append((name, tiles + [first] * name.endswith("kan")))
    return closed, melds


def draw_kinds(rng: random.Random, three: bool) -> Kinds | None:
    """The kinds of a complete hand; `None` where it did not come out as one."""
    kinds = palette(rng, three)
    form = rng.randrange(50)
    if form < 3:
        return (Counter(dict.fromkeys(rng.sample(kinds, 7), 2)), []) if len(kinds) >= 7 else None
    if form == 3:
        return Counter([*OUTSIDE, rng.choice(OUTSIDE)]), []
    if form > 4:
        return sets_and_a_pair(rng, kinds, three)
    suit = 9 * rng.randrange(1 if three else 0, 3)
    if not rng.randrange(4):
        return Counter({suit + place: 2 for place in range(1, 8)}), []
    gates = Counter({suit + i: n for i, n in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3))})
    gates[suit + rng.randrange(9)] += 1
    return gates, []


def draw_deal(rng: random.Random) -> Deal:
    """A complete hand that can be held, in a situation that can be."""
    while True:
        three = rng.random() < 0.25
        drawn = draw_kinds(rng, three)
        if drawn is None:
            continue
        total = Counter(drawn[0])
        for _, kinds in drawn[1]:
            total.update(kinds)
        if max(total.values()) <= 4:
            return _deal(rng, drawn, three)


def _deal(rng: random.Random, drawn: Kinds, three: bool) -> Deal:
    copies = {kind: rng.sample(range(4 * kind, 4 * kind + 4), 4) for kind in range(34)}
    closed = [copies[kind].pop() for kind in sorted(drawn[0].elements())]
    melds = [Meld(name, [copies[kind].pop() for kind in kinds]) for name, kinds in drawn[1]]
    is_closed = all(meld.name == "ankan" for meld in melds)
    first = not melds and rng.randrange(12) == 0
    riichi = rng.choice([0, 1, 1, 2]) if is_closed and not first else 0
    tsumo = rng.random() < 0.5
    special = 9 if first else rng.randrange(8)
    nuki = min(rng.randrange(5), len(copies[30])) if three and not first else 0
    del copies[30][len(copies[30]) - nuki :]

    def indicators() -> list[int]:
        there = [k for k in range(34) if copies[k] and not (three and 0 < k < 8)]
        drawn = (rng.choice(there) for _ in range(rng.randint(1, 5)))
        return [copies[kind].pop() for kind in drawn if copies[kind]]

    facts = {
        "tsumo": tsumo,
        "seat_wind": "ESWN"[rng.randrange(3 if three else 4)],
        "round_wind": "ESWN"[rng.randrange(4)],
        "riichi": riichi == 1,
        "double_riichi": riichi == 2,
        "ippatsu": riichi > 0 and rng.randrange(3) == 0,
        "open_riichi": riichi > 0 and rng.randrange(10) == 0,
        "last_tile": special == 0,
        "after_kan": special == 1 and tsumo,
        "robbed_kan": special == 1 and not tsumo,
        "first_turn": first,
        "dora": indicators(),
        "ura": indicators(),
        "nuki": nuki,
        "seats": 3 if three else 4,
    }
    deal = Deal(closed, rng.choice(closed), melds, facts)
    _draw_rules(rng, deal)
    return deal


def _draw_rules(rng: random.Random, deal: Deal) -> None:
    """Random options, the same for both scorers."""

    def flip() -> bool:
        return rng.random() < 0.5

    double, renhou, counted = flip(), rng.randrange(3), rng.randrange(3)
    deal.renhou = renhou > 0
    deal.options = {
        "has_open_tanyao": flip(),
        "has_aka_dora": flip(),
        "has_double_yakuman": double,
        "kazoe_limit": counted,
        "kiriage": flip(),
        "fu_for_open_pinfu": True,
        "fu_for_pinfu_tsumo": flip(),
        "renhou_as_yakuman": renhou == 2,
        "has_daisharin": False,
        "has_daisharin_other_suits": flip(),
        "has_daichisei": flip(),
        "has_sashikomi_yakuman": flip(),
        "limit_to_sextuple_yakuman": True,
        "is_three_player": deal.facts["seats"] == 3,
    }
    twice = ["kokushi_thirteen", "suuankou_tanki", "junsei_chuuren", "daisuushii"]
    deal.rules = {
        "open_tanyao": deal.options["has_open_tanyao"],
        "red_fives": deal.options["has_aka_dora"],
        "double_yakuman": dict.fromkeys(twice, double),
        "yakuman_cap": 6,
        "counted": ["yakuman", "sanbaiman", "multiple"][counted],
        "kiriage": deal.options["kiriage"],
        "pinfu_tsumo": not deal.options["fu_for_pinfu_tsumo"],
        "renhou": ["no", "five_han", "yakuman"][renhou],
        "local": {
            "open_riichi": True,
            "sashikomi": deal.options["has_sashikomi_yakuman"],
            "daisharin": "any_suit" if deal.options["has_daisharin_other_suits"] else "no",
            "daichisei": deal.options["has_daichisei"],
        },
    }
