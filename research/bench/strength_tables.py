"""Keeps the results of research/bench/strength.sh and writes them as tables.

strength_tables.py keep FOLDER ROW FAMILY KIND COMMIT SECONDS COMMAND
strength_tables.py tables FOLDER
strength_tables.py record FOLDER      makes the pictures of docs/measurements/strength.md
"""

import json
import math
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import charts

FAMILIES = {
    "gin": "Gin rummy",
    "tricks": "Trick-taking games",
    "riichi": "Riichi",
    "ofc": "Open-face Chinese poker",
}


def keep(folder: Path, row: str, family: str, kind: str, *made: str) -> int:
    """Turns the output of a command into the kept result of a row; fails if there is none."""
    commit, seconds, command = made
    out = folder / f"{row}.out"
    text = out.read_text()
    result: Any = text
    if kind == "match":
        try:
            result = json.loads(text)
        except ValueError:
            return 1
        if result["report"]["clusters"] == 0:
            return 1
    elif not text.strip():
        return 1
    kept = {
        "row": row,
        "family": family,
        "kind": kind,
        "commit": commit,
        "command": command,
        "seconds": int(seconds),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "result": result,
    }
    # Written as a whole or not at all.
    new = folder / f"{row}.json.new"
    new.write_text(json.dumps(kept, indent=1))
    new.rename(folder / f"{row}.json")
    out.unlink()
    (folder / f"{row}.err").unlink(missing_ok=True)
    return 0


def estimate(value: dict[str, Any], *, share: bool) -> str:
    """Writes a mean with its interval."""
    scale, places, unit = (100, 1, " %") if share else (1, 2, "")
    sign = "" if share else "+"
    ends = value.get("interval")
    text = f"{value['mean'] * scale:{sign}.{places}f}{unit}"
    if ends is None:
        return text
    low, high = (f"{ends[end] * scale:{sign}.{places}f}" for end in ("low", "high"))
    return f"{text} ({low} to {high})"


def luck_cells(luck: dict[str, Any] | None, *, share: bool) -> list[str]:
    """Writes the adjusted mean and how many times fewer deals that is."""
    if luck is None:
        return ["", ""]
    fewer = f"{luck['fewer_deals']:.1f}" if luck["fewer_deals"] else ""
    return [estimate(luck["adjusted"], share=share), fewer]


NUMBERS = ["", "", "two ", "three ", "four ", "five ", "six ", "seven ", "eight ", "nine "]


def line_up(bot: dict[str, Any]) -> str:
    """Writes an entry with its number of seats: three `rule`."""
    return f"{NUMBERS[bot['seats']]}`{bot['name']}`"


def match_rows(kept: dict[str, Any]) -> list[str]:
    """Writes a row for each entry but the first bot's own; bots of equal names are one entry.

    In matches of more than two seats, luck is taken out of how often the first bot wins; whom it
    is ahead of and its mean rank stand beside it.
    """
    report, timing = kept["result"]["report"], kept["result"]["timing"]
    share = report["unit"] == "match"
    bots = report["bots"]
    first, luck = bots[0], report.get("luck")
    time = timing["bots"][0]["per_decision"]
    seats = sum(bot["seats"] for bot in bots)
    name = kept["result"]["game"] + ("" if seats == 2 else f", {seats} seats")
    rows = []

    def add(against: str, unit: str, plain: str, adjusted: list[str]) -> None:
        cells = [
            name,
            line_up(first),
            against,
            unit,
            plain,
            *adjusted,
            f"{report['clusters']:,}",
            f"{report['seed']}",
            "" if time is None else f"{time * 1e3:.3g} ms",
            f"{kept['seconds']:,} s",
            kept["commit"],
        ]
        rows.append("| " + " | ".join(cells) + " |")

    won = luck_cells(luck and luck["bots"][0], share=True)
    if share and seats > 2:
        add("all", "matches won", estimate(first["win_rate"], share=True), won)
        rank = first["rank"]
        ends = rank["interval"] or {"low": math.nan, "high": math.nan}
        text = f"{rank['mean']:.3f} ({ends['low']:.3f} to {ends['high']:.3f})"
        add("all", "mean rank", text, ["", ""])
    for number, pair in enumerate(report["pairs"]):
        if pair["a"] != 0:
            continue
        against = line_up(bots[pair["b"]])
        if not share:
            adjusted = luck_cells(luck and luck["pairs"][number], share=False)
            add(against, "points", estimate(pair["score"], share=False), adjusted)
        elif seats == 2:
            add(against, "matches won", estimate(first["win_rate"], share=True), won)
        else:
            add(against, "matches ahead", estimate(pair["win_rate"], share=True), ["", ""])
    return rows


HEADER = (
    "| game | bot | against | unit | plain | adjusted for luck | fewer deals | deals | seed "
    "| time per decision | time | commit |\n|" + "---|" * 12
)


def tables(folder: Path) -> int:
    """Writes all kept results as Markdown."""
    rows = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    lines = ["# Strength of the bots", ""]
    lines.append(
        "Intervals are 95 %, clustered by deal; a row that ran out of time has fewer deals."
    )
    for family, title in FAMILIES.items():
        own = [row for row in rows if row["family"] == family]
        if not own:
            continue
        lines += ["", f"## {title}", ""]
        matches = [line for row in own if row["kind"] == "match" for line in match_rows(row)]
        if matches:
            lines += [HEADER, *matches]
        for row in own:
            if row["kind"] == "text":
                lines += ["", f"`{row['command']}`, {row['seconds']} s, {row['commit']}:", ""]
                lines += ["```", row["result"].rstrip(), "```"]
    text = "\n".join(lines) + "\n"
    (folder / "strength.md").write_text(text)
    print(text, end="")
    print(f"written to {folder / 'strength.md'}", file=sys.stderr)
    return 0


def drawn(kept: dict[str, Any]) -> dict[str, Any] | None:
    """Returns what a picture shows of a match: the first bot against the others, less luck."""
    report = kept["result"]["report"]
    luck, share = report.get("luck"), report["unit"] == "match"
    if share:
        value = luck["bots"][0]["adjusted"] if luck else report["bots"][0]["win_rate"]
    else:
        number = next(n for n, pair in enumerate(report["pairs"]) if pair["a"] == 0)
        value = luck["pairs"][number]["adjusted"] if luck else report["pairs"][number]["score"]
    if value["interval"] is None:
        return None
    scale = 100 if share else 1
    return {
        "mean": round(value["mean"] * scale, 2),
        "low": round(value["interval"]["low"] * scale, 2),
        "high": round(value["interval"]["high"] * scale, 2),
        "deals": report["clusters"],
        "seed": report["seed"],
        "commit": kept["commit"],
    }


def record(folder: Path) -> int:
    """Puts the results of matches into the pictures of all families."""
    rows = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    for family in FAMILIES:
        own = [row for row in rows if row["family"] == family and row["kind"] == "match"]
        found = {row["row"]: values for row in own if (values := drawn(row)) is not None}
        print(f"strength-{family}.svg: {charts.matches(family, found)} results", file=sys.stderr)
    return 0


def main() -> int:
    """Reads the command line."""
    match sys.argv[1:]:
        case ["keep", folder, row, family, kind, *made] if len(made) == 3:
            return keep(Path(folder), row, family, kind, *made)
        case ["tables", folder]:
            return tables(Path(folder))
        case ["record", folder]:
            return record(Path(folder))
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())
