"""Keeps the results of bench/strength.sh and writes them as tables.

strength_tables.py keep FOLDER ROW FAMILY KIND COMMIT SECONDS COMMAND
strength_tables.py tables FOLDER
"""

import json
import math
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

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


def match_rows(kept: dict[str, Any]) -> list[str]:
    """Writes a row for each opponent of another name than the first bot's."""
    report, timing = kept["result"]["report"], kept["result"]["timing"]
    share = report["unit"] == "match"
    bots = [bot["name"] for bot in report["bots"]]
    times = [bot["per_decision"] for bot in timing["bots"]]
    rows = []
    for number, pair in enumerate(report["pairs"]):
        if pair["a"] != 0 or bots[pair["b"]] == bots[0]:
            continue
        adjusted, fewer = "", ""
        if share and len(bots) == 2:
            plain = estimate(report["bots"][0]["win_rate"], share=True)
        else:
            plain = estimate(pair["win_rate" if share else "score"], share=share)
        if "luck" in report:
            many = share and len(bots) == 2
            luck = report["luck"]["bots"][0] if many else report["luck"]["pairs"][number]
            adjusted = estimate(luck["adjusted"], share=share)
            fewer = f"{luck['fewer_deals']:.1f}" if luck["fewer_deals"] else ""
        time = times[0]
        cells = [
            kept["result"]["game"],
            f"`{bots[0]}`",
            f"`{bots[pair['b']]}`",
            "matches" if share else "points",
            plain,
            adjusted,
            fewer,
            f"{report['clusters']:,}",
            f"{report['seed']}",
            "" if time is None else f"{time * 1e3:.3g} ms",
            f"{kept['seconds']:,} s",
            kept["commit"],
        ]
        rows.append("| " + " | ".join(cells) + " |")
    if share and len(bots) > 2:
        rank = report["bots"][0]["rank"]
        ends = rank["interval"] or {"low": math.nan, "high": math.nan}
        text = f"{rank['mean']:.3f} ({ends['low']:.3f} to {ends['high']:.3f})"
        cells[2:7] = ["all", "mean rank", text, "", ""]
        rows.append("| " + " | ".join(cells) + " |")
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


def main() -> int:
    """Reads the command line."""
    match sys.argv[1:]:
        case ["keep", folder, row, family, kind, *made] if len(made) == 3:
            return keep(Path(folder), row, family, kind, *made)
        case ["tables", folder]:
            return tables(Path(folder))
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())
