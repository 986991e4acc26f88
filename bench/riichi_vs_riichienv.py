"""Whole menus of our engine beside those of PyPI `riichienv` 0.4.11, on the same walls and actions.

    cargo build --release -p facedown-riichi --example menus
    python bench/riichi_vs_riichienv.py target/release/examples/menus [ROUNDS [PRESET…]]

Prints how often each kind of action was on a menu and how often it was chosen, and every
difference. `docs/rules/riichi.md` records who was right.
"""

import json
import subprocess
import sys
from collections import Counter

from riichienv import ActionType, GameRule, RiichiEnv

REDS = {16: "0m", 52: "0p", 88: "0s"}


def name(tile):
    kind = tile // 4
    return REDS.get(tile) or f"{kind % 9 + 1}{'mpsz'[kind // 9]}"


def order(text):
    number = int(text[0])
    return (text[1], 5.5 if number == 0 else number)


def joined(tiles):
    return "".join(sorted((name(t) for t in tiles), key=order))


def plain(tile):
    kind = tile // 4
    return f"{kind % 9 + 1}{'mpsz'[kind // 9]}"


def words(action):
    kind = action.action_type
    if kind == ActionType.DISCARD:
        return f"discard {name(action.tile)}"
    if kind == ActionType.CHI:
        return f"chi {joined(action.consume_tiles)}"
    if kind == ActionType.PON:
        return f"pon {joined(action.consume_tiles)}"
    if kind == ActionType.ANKAN:
        return f"closed kan {plain(action.consume_tiles[0])}"
    if kind == ActionType.KAKAN:
        return f"added kan {name(action.tile)}"
    return {
        ActionType.DAIMINKAN: "open kan",
        ActionType.RON: "ron",
        ActionType.RIICHI: "riichi",
        ActionType.TSUMO: "tsumo",
        ActionType.PASS: "pass",
        ActionType.KYUSHU_KYUHAI: "nine terminals",
        ActionType.KITA: "nuki",
    }[kind]


def theirs(round_):
    """Our wall in Tenhou's order as their list.

    With three seats the fourth and fifth indicators lie where the last four live tiles are when
    fewer tiles were replaced; the pairs of those places are in the other order in their list.
    """
    wall = round_["wall"]
    kans = sum("kan" in step[2] for step in round_["steps"])
    swapped = 18 if len(wall) == 108 and kans >= 3 else 14
    top = len(wall) - 1
    return [wall[top - j] if j <= top - swapped else wall[(top - j) ^ 1] for j in range(len(wall))]


def kind_of(text):
    return " ".join(word for word in text.split() if not word[0].isdigit())


def bare(text):
    return text.replace("tsumogiri", "discard")


def pick(obs, choice):
    """Their action for ours: of equal discards the one drawn or one from the hand."""
    legal = obs.legal_actions()
    same = [a for a in legal if words(a) == bare(choice)]
    if choice.startswith("tsumogiri"):
        same = [a for a in same if a.tile == obs.drawn_tile] or same
    elif choice.startswith("discard"):
        same = [a for a in same if a.tile != obs.drawn_tile] or same
    return same[0] if same else None


def compare(round_, mode, rule, counts):
    env = RiichiEnv(mode, rule=rule)
    obs = env.reset(oya=0, wall=theirs(round_))
    steps = round_["steps"]
    at = 0
    while not env.done() and at < len(steps):
        seats = sorted(obs)
        ours = {s[0]: s for s in steps[at : at + len(seats)]}
        if sorted(ours) != seats:
            shown = {p: sorted({words(a) for a in obs[p].legal_actions()}) for p in seats}
            return f"step {at}: they ask {shown}, we ask {[s[:3] for s in steps[at : at + 3]]}"
        answers = {}
        for seat in seats:
            _, menu, choice, furiten = ours[seat]
            mine = {bare(text) for text in menu}
            other = {words(a) for a in obs[seat].legal_actions()}
            if mine != other:
                return f"step {at}, seat {seat}: only we {mine - other}, only they {other - mine}"
            counts["menus"] += 1
            for text in mine:
                counts["on a menu: " + kind_of(text)] += 1
            counts["chosen: " + kind_of(choice)] += 1
            counts["menus of furiten seats"] += furiten
            counts["ron let go"] += "ron" in mine and choice != "ron"
            answers[seat] = pick(obs[seat], choice)
        at += len(seats)
        obs = env.step(answers)
    if at < len(steps) or not env.done():
        return f"they are done: {env.done()}, we have {len(steps) - at} steps left"
    mine = round_["scores"]
    start = 35000 if len(mine) == 3 else 25000
    deltas = [s - start for s in env.scores()][: len(mine)]
    if deltas != mine:
        return f"scores: we {mine}, they {deltas}; {round_['end']}"
    counts["end: " + round_["end"].removeprefix("Drawn(").split(",")[0].split("(")[0]] += 1
    return None


def main():
    binary = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    counts, differences = Counter(), []
    wanted = sys.argv[3:]
    modes = [
        ("tenhou", "4p-red-single", GameRule.default_tenhou()),
        ("mjsoul", "4p-red-single", GameRule.default_mjsoul()),
        ("tenhou3", "3p-red-single", GameRule.default_tenhou()),
        ("mjsoul3", "3p-red-single", GameRule.default_mjsoul()),
    ]
    for preset, mode, rule in modes:
        if wanted and preset not in wanted:
            continue
        for policy in [("0", "0"), ("50", "0"), ("95", "0"), ("80", "90")]:
            lines = subprocess.run(
                [binary, preset, str(rounds), "1", *policy],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.splitlines()
            for number, line in enumerate(lines):
                difference = compare(json.loads(line), mode, rule, counts)
                counts["rounds"] += 1
                if difference:
                    differences.append(f"{preset} {policy} {number}: {difference}")
    for key in sorted(counts):
        print(f"{counts[key]:9} {key}")
    print(f"{len(differences)} rounds differ")
    for line in differences[:40]:
        print(line)
    sys.exit(bool(differences))


if __name__ == "__main__":
    main()
