"""Whole menus of our engine beside those of PyPI `riichienv` 0.4.11, on the same walls and actions.

    cargo build --release -p facedown-riichi --example menus
    python research/bench/riichi_vs_riichienv.py target/release/examples/menus [--rounds 1008]

Options: `--seed` (1), and `--rounds` of each preset; half of them are played by `efficient`, the
others in several styles and on walls made for what is rare. Prints how often each kind of action
was on a menu and was chosen, and every difference. Ends with an error if menus or points differ
anywhere, or if something came up less often than its floor says. `docs/measurements/conformance.md`
records who was right.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from riichienv import ActionType, GameRule, RiichiEnv

REDS = {16: "0m", 52: "0p", 88: "0s"}

# Of 24 rounds of a preset, so many in each style; `efficient` has half.
STYLES = {
    "efficient": 12,
    "letting": 1,
    "silent": 1,
    "triplets": 1,
    "waits": 1,
    "robbed": 1,
    "quads": 1,
    "orphans": 1,
    "winds": 1,
    "riichis": 1,
    "idle": 1,
    "eager": 1,
    "random": 1,
}

# How often each thing must come up in 4,032 rounds, 1,008 of each preset.
FLOORS = {
    "on a menu: discard": 1_000_000,
    "on a menu: pass": 15_000,
    "on a menu: chi": 5_000,
    "on a menu: pon": 5_000,
    "on a menu: open kan": 500,
    "on a menu: closed kan": 500,
    "on a menu: added kan": 250,
    "on a menu: riichi": 2_000,
    "on a menu: tsumo": 500,
    "on a menu: ron": 1_500,
    "on a menu: nine terminals": 50,
    "on a menu: nuki": 3_000,
    "ron on an added kan": 10,
    "ron on a closed kan": 30,
    "ron on a north": 1,
    "ron let go": 200,
    "ron barred by an own discard": 60,
    "ron barred by a tile let go in the turn": 40,
    "ron barred by a tile let go in riichi": 20,
    "complete without a claim": 30,
    "closed kan after riichi": 100,
    "closed kan refused after riichi": 80,
    "discards after riichi is declared": 1_000,
    "discards barred after a call": 150,
    "tsumo of a furiten hand": 20,
    "tsumo on a replacement": 10,
    "last discard": 5,
    "end: Won": 2_000,
    "end: Exhausted": 200,
    "end: NineTerminals": 20,
    "end: FourWinds": 30,
    "end: FourRiichi": 10,
    "end: FourKans": 10,
    "end: TripleRon": 5,
    "end: Nagashi": 20,
}
FLOORS_FOR = 4_032

Json = dict[str, Any]


def name(tile: int) -> str:
    return REDS.get(tile) or plain(tile)


def plain(tile: int) -> str:
    kind = tile // 4
    return f"{kind % 9 + 1}{'mpsz'[kind // 9]}"


def order(text: str) -> tuple[str, float]:
    number = int(text[0])
    return (text[1], 5.5 if number == 0 else number)


def joined(tiles: list[int]) -> str:
    return "".join(sorted((name(t) for t in tiles), key=order))


def words(action: Any) -> str:
    """Their action in our words."""
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
    simple: dict[Any, str] = {
        ActionType.DAIMINKAN: "open kan",
        ActionType.RON: "ron",
        ActionType.RIICHI: "riichi",
        ActionType.TSUMO: "tsumo",
        ActionType.PASS: "pass",
        ActionType.KYUSHU_KYUHAI: "nine terminals",
        ActionType.KITA: "nuki",
    }
    return simple[kind]


def theirs(round_: Json) -> list[int]:
    """Our wall in Tenhou's order as their list.

    With three seats the fourth and fifth indicators lie where the last four live tiles are when
    fewer tiles were replaced; the pairs of those places are in the other order in their list.
    """
    wall = round_["wall"]
    kans = sum("kan" in step[2] for step in round_["steps"])
    swapped = 18 if len(wall) == 108 and kans >= 3 else 14
    top = len(wall) - 1
    return [wall[top - j] if j <= top - swapped else wall[(top - j) ^ 1] for j in range(len(wall))]


def kind_of(text: str) -> str:
    return " ".join(word for word in text.split() if not word[0].isdigit())


def bare(text: str) -> str:
    return text.replace("tsumogiri", "discard")


def pick(obs: Any, choice: str) -> Any:
    """Their action for ours: of equal discards the one drawn or one from the hand."""
    same = [a for a in obs.legal_actions() if words(a) == bare(choice)]
    if choice.startswith("tsumogiri"):
        same = [a for a in same if a.tile == obs.drawn_tile] or same
    elif choice.startswith("discard"):
        same = [a for a in same if a.tile != obs.drawn_tile] or same
    return same[0] if same else None


def menus_differ(steps: list[Any], obs: dict[int, Any], at: int, counts: Counter[str]) -> str:
    """Compares the menus of the seats that act at once; empty where they agree."""
    seats = sorted(obs)
    ours = {s[0]: s for s in steps[at : at + len(seats)]}
    if sorted(ours) != seats:
        shown = {p: sorted({words(a) for a in obs[p].legal_actions()}) for p in seats}
        return f"step {at}: they ask {shown}, we ask {steps[at : at + 3]}"
    for seat in seats:
        _, menu, choice = ours[seat]
        mine = {bare(text) for text in menu}
        other = {words(a) for a in obs[seat].legal_actions()}
        if mine != other:
            return f"step {at}, seat {seat}: only we {mine - other}, only they {other - mine}"
        counts["menus"] += 1
        for text in mine:
            counts["on a menu: " + kind_of(text)] += 1
        counts["chosen: " + kind_of(bare(choice))] += 1
    return ""


def difference(round_: Json, mode: str, rule: Any, counts: Counter[str]) -> str:
    """Returns the differences in a round; empty if both agree."""
    env = RiichiEnv(mode, rule=rule)
    obs = env.reset(oya=0, wall=theirs(round_))
    steps = round_["steps"]
    at = 0
    while not env.done() and at < len(steps):
        differs = menus_differ(steps, obs, at, counts)
        if differs:
            return differs
        acting = steps[at : at + len(obs)]
        at += len(obs)
        obs = env.step({seat: pick(obs[seat], choice) for seat, _, choice in acting})
    if at < len(steps) or not env.done():
        return f"they are done: {env.done()}, we have {len(steps) - at} steps left"
    mine = round_["scores"]
    start = 35000 if len(mine) == 3 else 25000
    deltas = [s - start for s in env.scores()][: len(mine)]
    if deltas != mine:
        return f"scores: we {mine}, they {deltas}; {round_['end']}"
    counts["end: " + round_["end"].removeprefix("Drawn(").split(",")[0].split("(")[0]] += 1
    counts.update(round_["facts"])
    return ""


def presets() -> dict[str, tuple[str, Any]]:
    return {
        "tenhou": ("4p-red-single", GameRule.default_tenhou()),
        "mjsoul": ("4p-red-single", GameRule.default_mjsoul()),
        "tenhou3": ("3p-red-single", GameRule.default_tenhou()),
        "mjsoul3": ("3p-red-single", GameRule.default_mjsoul()),
    }


def played(binary: str, preset: str, style: str, rounds: int, seed: int) -> Iterator[Json]:
    command = [binary, preset, style, str(rounds), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return (json.loads(line) for line in done.stdout.splitlines())


def too_rare(counts: Counter[str], rounds: int) -> list[str]:
    """Returns what came up less often than expected, a quarter of that in few rounds."""
    parts = FLOORS_FOR if rounds >= FLOORS_FOR else 4 * FLOORS_FOR
    floors = {what: least * rounds // parts for what, least in FLOORS.items()}
    return [
        f"{what}: {counts[what]}, expected at least {least}"
        for what, least in floors.items()
        if counts[what] < least
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="menus beside those of riichienv")
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=1008, help="of each preset")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--presets", nargs="*", default=list(presets()))
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    differences: list[str] = []
    for preset in options.presets:
        mode, rule = presets()[preset]
        for style, share in STYLES.items():
            rounds = options.rounds * share // sum(STYLES.values())
            for number, round_ in enumerate(
                played(options.binary, preset, style, rounds, options.seed)
            ):
                counts["rounds"] += 1
                counts[f"rounds of {style}"] += 1
                differs = difference(round_, mode, rule, counts)
                if differs:
                    differences.append(f"{preset} {style} {number}: {differs}")
    for key in sorted(counts):
        print(f"{counts[key]:9} {key}")
    rare = too_rare(counts, counts["rounds"])
    print(f"{len(differences)} of {counts['rounds']} rounds differ")
    for line in differences[:40] + rare:
        print(line)
    sys.exit(bool(differences or rare))


if __name__ == "__main__":
    main()
