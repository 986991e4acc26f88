#!/usr/bin/env python3
"""Scores random winning hands with facedown and with PyPI `mahjong`, and reports every difference.

    cargo build --release -p facedown-riichi --example score_lines
    pip install mahjong==2.1.0
    python bench/score_vs_mahjong.py target/release/examples/score_lines --hands 100000

Compared: whether the hand wins at all, yaku with their han, han, fu, and what each seat pays.
Exit 0 when nothing differs that docs/rules/riichi-scoring.md does not account for, 1 otherwise.
"""

import argparse
import collections
import json
import random
import subprocess
import sys

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.meld import Meld

OUTSIDE = [0, 8, 9, 17, 18, 26, *range(27, 34)]
# Their yaku by our number; winds and riichi share names, so by class.
NUMBERS = {
    "Tsumo": 0, "Riichi": 1, "Ippatsu": 2, "Chankan": 3, "Rinshan": 4, "Haitei": 5, "Houtei": 6,
    "Pinfu": 7, "Tanyao": 8, "Iipeiko": 9,
    "SeatWindEast": 10, "SeatWindSouth": 11, "SeatWindWest": 12, "SeatWindNorth": 13,
    "RoundWindEast": 14, "RoundWindSouth": 15, "RoundWindWest": 16, "RoundWindNorth": 17,
    "Haku": 18, "Hatsu": 19, "Chun": 20, "DaburuRiichi": 21, "Chiitoitsu": 22, "Chantai": 23,
    "Ittsu": 24, "Sanshoku": 25, "SanshokuDoukou": 26, "SanKantsu": 27, "Toitoi": 28,
    "Sanankou": 29, "Shosangen": 30, "Honroto": 31, "Ryanpeikou": 32, "Junchan": 33,
    "Honitsu": 34, "Chinitsu": 35, "Renhou": 36, "RenhouYakuman": 36, "Tenhou": 37, "Chiihou": 38,
    "Daisangen": 39, "Suuankou": 40, "SuuankouTanki": 41, "Tsuuiisou": 42, "Ryuuiisou": 43,
    "Chinroutou": 44, "ChuurenPoutou": 45, "DaburuChuurenPoutou": 46, "KokushiMusou": 47,
    "DaburuKokushiMusou": 48, "DaiSuushii": 49, "Shousuushii": 50, "Suukantsu": 51,
    "Dora": 52, "UraDora": 53, "AkaDora": 54, "OpenRiichi": 56, "DaburuOpenRiichi": 57,
    "Sashikomi": 58, "Daisharin": 59, "Daichisei": 60, "Paarenchan": 61,
}


def palette(rng, three):
    """The kinds of a hand: often few, so that rare yaku come up."""
    suit = 9 * rng.randrange(3)
    kinds = rng.choice([
        range(suit, suit + 9),
        [*range(suit, suit + 9), *range(27, 34)],
        OUTSIDE,
        range(27, 34),
        [19, 20, 21, 23, 25, 32],
        [k for k in range(27) if k % 9 < 3],
        [k for k in range(27) if k % 9 > 5],
        [0, 8, 9, 17, 18, 26],
        [k for k in range(27) if k % 9 not in (0, 8)],
        range(34), range(34), range(34),
    ])
    return [k for k in kinds if not (three and 0 < k < 8)]


def draw_hand(rng, three):
    """Counts of closed tiles and melds as (name, kinds), or None."""
    kinds = palette(rng, three)
    closed, melds = collections.Counter(), []
    form = rng.randrange(50)
    if form < 3:
        if len(kinds) < 7:
            return None
        for kind in rng.sample(kinds, 7):
            closed[kind] = 2
    elif form == 3:
        closed.update(OUTSIDE)
        closed[rng.choice(OUTSIDE)] += 1
    elif form == 4:
        suit = 9 * rng.randrange(1 if three else 0, 3)
        if rng.randrange(4):
            for place, count in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)):
                closed[suit + place] = count
            closed[suit + rng.randrange(9)] += 1
        else:
            for place in range(1, 8):
                closed[suit + place] = 2
    else:
        closed[rng.choice(kinds)] += 2
        calls = rng.randrange(5)
        for n in range(4):
            first = rng.choice(kinds)
            run = first < 27 and first % 9 < 7 and rng.randrange(3) > 0
            if run and three and (first < 9 or n < calls):
                return None
            if run:
                tiles, name = [first, first + 1, first + 2], "chi"
            else:
                tiles, name = [first] * 3, rng.choice(["pon", "daiminkan", "kakan", "ankan", "ankan"])
            if n >= calls:
                closed.update(tiles)
            else:
                melds.append((name, tiles + [first] * (name.endswith("kan"))))
    return closed, melds


def deal(rng, three):
    """A hand in physical tiles and a situation, as a line for `score_lines`, or None."""
    drawn = draw_hand(rng, three)
    if drawn is None:
        return None
    closed, melds = drawn
    total = collections.Counter(closed)
    for _, tiles in melds:
        total.update(tiles)
    if max(total.values()) > 4:
        return None
    copies = {kind: rng.sample(range(4 * kind, 4 * kind + 4), 4) for kind in range(34)}
    take = lambda kind: copies[kind].pop()
    tiles = [take(kind) for kind in sorted(closed.elements())]
    melds = [[name, [take(kind) for kind in kinds]] for name, kinds in melds]
    closed_hand = all(name == "ankan" for name, _ in melds)
    first = not melds and rng.randrange(12) == 0
    riichi = rng.choice([0, 1, 1, 2]) if closed_hand and not first else 0
    tsumo = rng.random() < 0.5
    special = 9 if first else rng.randrange(8)
    nuki = min(rng.randrange(5), len(copies[30])) if three and not first else 0
    for _ in range(nuki):
        take(30)
    indicator = lambda: take(rng.choice(
        [k for k in range(34) if copies[k] and not (three and 0 < k < 8)]))
    return {
        "tiles": tiles, "win": rng.choice(tiles), "melds": melds, "tsumo": tsumo,
        "seat": 27 + rng.randrange(3 if three else 4), "round": 27 + rng.randrange(4),
        "riichi": riichi, "ippatsu": riichi > 0 and rng.randrange(3) == 0,
        "open_riichi": riichi > 0 and rng.randrange(10) == 0,
        "last_tile": special == 0, "after_kan": special == 1 and tsumo,
        "robbed_kan": special == 1 and not tsumo, "first_turn": first,
        "eighth_in_row": False,
        "dora": [indicator() for _ in range(rng.randint(1, 5))],
        "ura": [indicator() for _ in range(rng.randint(1, 5))],
        "nuki": nuki, "three": three,
    }


def draw_rules(rng):
    """Options of both: ours as JSON, theirs as OptionalRules' keywords."""
    flip = lambda: rng.random() < 0.5
    double, renhou, sanbaiman = flip(), rng.randrange(3), rng.randrange(3)
    theirs = {
        "has_open_tanyao": flip(), "has_aka_dora": flip(), "has_double_yakuman": double,
        "kazoe_limit": [HandConstants.KAZOE_LIMITED, HandConstants.KAZOE_SANBAIMAN,
                        HandConstants.KAZOE_NO_LIMIT][sanbaiman],
        "kiriage": flip(), "fu_for_open_pinfu": True, "fu_for_pinfu_tsumo": flip(),
        "renhou_as_yakuman": renhou == 2, "has_daisharin": False,
        "has_daisharin_other_suits": flip(), "has_daichisei": flip(),
        "has_sashikomi_yakuman": flip(), "limit_to_sextuple_yakuman": True,
    }
    ours = {
        "open_tanyao": theirs["has_open_tanyao"], "red_fives": theirs["has_aka_dora"],
        "double_yakuman": dict.fromkeys(
            ["kokushi_thirteen", "suuankou_tanki", "junsei_chuuren", "daisuushii"], double),
        "yakuman_cap": 6, "counted": ["yakuman", "sanbaiman", "multiple"][sanbaiman],
        "kiriage": theirs["kiriage"], "pinfu_tsumo": not theirs["fu_for_pinfu_tsumo"],
        "renhou": ["no", "five_han", "yakuman"][renhou],
        "local": {
            "open_riichi": True, "sashikomi": theirs["has_sashikomi_yakuman"],
            "daisharin": "any_suit" if theirs["has_daisharin_other_suits"] else "no",
            "daichisei": theirs["has_daichisei"],
        },
    }
    return ours, theirs, renhou > 0


def theirs(line, options, with_renhou):
    """What PyPI mahjong says: None without a yaku, else (yaku, han, fu, cost)."""
    dealer = line["seat"] == 27
    first, tsumo = line["first_turn"], line["tsumo"]
    config = HandConfig(
        is_tsumo=tsumo, is_riichi=line["riichi"] == 1, is_daburu_riichi=line["riichi"] == 2,
        is_ippatsu=line["ippatsu"], is_open_riichi=line["open_riichi"],
        is_rinshan=line["after_kan"], is_chankan=line["robbed_kan"],
        is_haitei=line["last_tile"] and tsumo, is_houtei=line["last_tile"] and not tsumo,
        is_tenhou=first and tsumo and dealer, is_chiihou=first and tsumo and not dealer,
        is_renhou=first and not tsumo and not dealer and with_renhou,
        player_wind=line["seat"], round_wind=line["round"], num_nuki_dora=line["nuki"],
        options=OptionalRules(**options, is_three_player=line["three"]),
    )
    names = {"chi": Meld.CHI, "pon": Meld.PON, "daiminkan": Meld.KAN, "ankan": Meld.KAN,
             "kakan": Meld.SHOUMINKAN}
    melds = [Meld(names[name], sorted(tiles), opened=name != "ankan")
             for name, tiles in line["melds"]]
    tiles = line["tiles"] + [tile for _, tiles in line["melds"] for tile in tiles]
    result = HandCalculator.estimate_hand_value(
        tiles, line["win"], melds=melds, dora_indicators=line["dora"],
        ura_dora_indicators=line["ura"], config=config)
    if result.error == HandCalculator.ERR_NO_YAKU:
        return None
    if result.error:
        raise ValueError(f"{result.error}: {line}")
    open_hand = any(name != "ankan" for name, _ in line["melds"])
    yaku = {NUMBERS[type(y).__name__]: y.han_open if open_hand and y.han_open else y.han_closed
            for y in result.yaku}
    cost = result.cost
    pays = [cost["main"]] if not tsumo else [0 if dealer else cost["main"], cost["additional"]]
    return yaku, result.han, result.fu, pays


def ours(answer):
    """The answer of `score_lines` in the same form."""
    if "error" in answer:
        if answer["error"] != "the hand is complete but has no yaku":
            raise ValueError(answer["error"])
        return None
    yaku = collections.Counter()
    for number, han in answer["yaku"]:
        yaku[52 if number == 55 else number] += han  # they count norths set aside as dora
    return dict(yaku), answer["han"], answer["fu"], answer["cost"]


def account(line, mine, other):
    """Why the two may differ, by docs/rules/riichi-scoring.md, or None."""
    if other and 59 in other[0] and line["melds"]:
        return "they count 22334455667788 in an open hand"
    if mine and other and mine[1:] == other[1:] and mine[0] != other[0]:
        return "another reading of equal worth"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the built example score_lines")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="how many differences of a kind to print")
    args = parser.parse_args()

    rng = random.Random(args.seed)
    cases = []
    while len(cases) < args.hands:
        line = deal(rng, rng.random() < 0.25)
        if line:
            own, options, with_renhou = draw_rules(rng)
            cases.append((line | {"rules": own}, options, with_renhou))
    text = "\n".join(json.dumps(line) for line, _, _ in cases) + "\n"
    run = subprocess.run([args.program], input=text, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]

    kinds, seen, bad = collections.Counter(), collections.Counter(), 0
    for (line, options, with_renhou), answer in zip(cases, answers, strict=True):
        mine, other = ours(answer), theirs(line, options, with_renhou)
        if mine:
            seen.update(mine[0])
        if mine == other:
            kinds["no yaku" if mine is None else "equal"] += 1
            continue
        reason = account(line, mine, other)
        kinds[reason or "DIFFERENT"] += 1
        bad += reason is None
        if kinds[reason or "DIFFERENT"] <= args.show:
            print(json.dumps(line), "\n  ours  ", mine, "\n  theirs", other, file=sys.stderr)
    for reason, count in kinds.most_common():
        print(f"{count:7} {reason}")
    missing = sorted(set(NUMBERS.values()) - set(seen) - {61})
    print("yaku never drawn:", missing or "none")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
