"""Pictures of measurements: SVG from the numbers in docs/measurements/data.

charts.py draw [NAME…]          draws docs/images/measurements/NAME.svg, or all of them
charts.py check                 fails if a picture is not the one that its numbers give
charts.py speed SCRIPT          takes the report of a comparison (--json) on standard input
charts.py losses NAME           takes the lines of `quality curve` on standard input
charts.py distance NAME GAME    takes a table of `equilibrium` on standard input

A file holds its `kind` (bars, intervals or lines), `title`, `description`, the `unit` of its
values, the `command` that measures, the `conditions` under which it did, and the values. A picture
follows the reader's choice of light or dark.
"""

import json
import math
import os
import platform
import re
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[2]
DATA = ROOT / "docs/measurements/data"
PICTURES = ROOT / "docs/images/measurements"

Chart = dict[str, Any]

WIDTH = 820
STYLE = """
.back{fill:#fff}text{fill:#24292f;font:13px system-ui,sans-serif}
.title{font-weight:600;font-size:15px}.small{fill:#57606a;font-size:12px}.grid{stroke:#d0d7de}.zero{stroke:#57606a}
.bar,.dot0{fill:#0969da}.s0{stroke:#0969da}
.s1{stroke:#bc4c00}.s2{stroke:#1a7f37}.s3{stroke:#8250df}.s4{stroke:#bf3989}
.s0,.s1,.s2,.s3,.s4{fill:none;stroke-width:2}
.b0{fill:#0969da}.b1{fill:#bc4c00}.b2{fill:#1a7f37}.b3{fill:#8250df}.b4{fill:#bf3989}
.b0,.b1,.b2,.b3,.b4{opacity:.16}
@media(prefers-color-scheme:dark){.back{fill:#1e2129}text{fill:#e6edf3}.small{fill:#9da7b3}
.grid{stroke:#3a424d}.zero{stroke:#9da7b3}.bar,.dot0{fill:#58a6ff}
.s0{stroke:#58a6ff}.s1{stroke:#f0883e}.s2{stroke:#56d364}.s3{stroke:#d2a8ff}.s4{stroke:#ff9bce}
.b0{fill:#58a6ff}.b1{fill:#f0883e}.b2{fill:#56d364}.b3{fill:#d2a8ff}.b4{fill:#ff9bce}}
"""
DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4"]


class Scale:
    """Values as places on an axis, plain or logarithmic."""

    def __init__(self, low: float, high: float, start: float, end: float, *, log: bool) -> None:
        self.log = log
        self.low, self.high = (math.log10(low), math.log10(high)) if log else (low, high)
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        place = math.log10(value) if self.log else value
        share = (place - self.low) / ((self.high - self.low) or 1.0)
        return self.start + min(max(share, 0.0), 1.0) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Returns round values between the ends: powers of ten, or steps of 1, 2 or 5."""
        if self.log:
            return [10.0**n for n in range(math.ceil(self.low - 1e-9), math.floor(self.high) + 1)]
        rough = (self.high - self.low) / 5
        power: float = 10 ** math.floor(math.log10(rough))
        step = next(power * s for s in (1, 2, 5, 10) if power * s >= rough)
        first = math.ceil(self.low / step - 1e-9)
        return [n * step for n in range(first, math.floor(self.high / step + 1e-9) + 1)]


def number(value: float) -> str:
    """Writes a value as short as it is exact enough for a tick or a label."""
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return text.replace("-", "\N{MINUS SIGN}")


def interval(row: Chart, mean: str, *, sign: bool) -> str:
    """Writes a mean with its interval, all with as many decimals as one of them has."""
    values = [row[mean], row["low"], row["high"]]
    places = max(len(str(value).partition(".")[2]) for value in values)
    plus = "+" if sign else ""
    one, low, high = (f"{v:{plus},.{places}f}".replace("-", "\N{MINUS SIGN}") for v in values)
    return f"{one} ({low} to {high})"


def text(x: float, y: float, words: str, *, kind: str = "", anchor: str = "start") -> str:
    """Returns a text at a place."""
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{name}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """Returns a straight line."""
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" class="{kind}"/>'


def in_words(chart: Chart) -> str:
    """Returns the values of a chart as sentences, for those who do not see it."""
    match chart["kind"]:
        case "bars":
            said = [f"{row['label']} {number(row['value'])}" for row in chart["bars"]]
        case "intervals":
            said = [f"{row['label']} {number(row['mean'])}" for row in chart["rows"]]
        case _:
            said = [
                f"{series['name']} from {number(series['points'][0][1])}"
                f" to {number(series['points'][-1][1])}"
                for series in chart["series"]
            ]
    return f"{chart['description']} {'; '.join(said)}."


def frame(chart: Chart, height: float, parts: Iterable[str]) -> str:
    """Returns a whole picture with its title and, for those who do not see it, its values."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-labelledby="title about"><title id="title">{escape(chart["title"])}</title>'
        f'<desc id="about">{escape(in_words(chart))}</desc><style>{STYLE}</style>'
        f'<rect width="{WIDTH}" height="{height:.0f}" class="back"/>'
        + text(16, 26, chart["title"], kind="title")
        + "\n".join(parts)
        + "</svg>\n"
    )


LEFT, ROW, TOP = 360, 26, 44


def bars(chart: Chart) -> str:
    """Draws horizontal bars, on a logarithmic axis if the chart asks for it."""
    rows = chart["bars"]
    log = chart.get("log", False)
    bottom = TOP + ROW * len(rows)
    scale = Scale(1 if log else 0, max(r["value"] for r in rows), LEFT, WIDTH - 190, log=log)
    parts = []
    for tick in scale.ticks():
        parts.append(line(scale(tick), TOP, scale(tick), bottom, "grid"))
        parts.append(text(scale(tick), bottom + 16, number(tick), kind="small", anchor="middle"))
    for i, row in enumerate(rows):
        y, end = TOP + ROW * i, scale(row["value"])
        parts.append(text(LEFT - 8, y + 17, row["label"], anchor="end"))
        size = f'width="{end - LEFT:.1f}" height="{ROW - 10}"'
        parts.append(f'<rect x="{LEFT}" y="{y + 5}" {size} class="bar"/>')
        value = interval(row, "value", sign=False) if "low" in row else number(row["value"])
        label = f"{value}{chart.get('suffix', '')}"
        parts.append(text(end + 6, y + 17, label))
    parts.append(text(16, bottom + 36, chart["unit"], kind="small"))
    return frame(chart, bottom + 46, parts)


def intervals(chart: Chart) -> str:
    """Draws means with their 95 % intervals around a line that says: no difference."""
    rows, zero = chart["rows"], chart["zero"]
    bottom = TOP + ROW * len(rows)
    low = min([zero, *(r["low"] for r in rows)])
    high = max([zero, *(r["high"] for r in rows)])
    room = (high - low) * 0.04
    scale = Scale(low - room, high + room, LEFT, WIDTH - 196, log=False)
    parts = []
    for tick in scale.ticks():
        parts.append(line(scale(tick), TOP, scale(tick), bottom, "grid"))
        parts.append(text(scale(tick), bottom + 16, number(tick), kind="small", anchor="middle"))
    parts.append(line(scale(zero), TOP - 6, scale(zero), bottom, "zero"))
    for i, row in enumerate(rows):
        y = TOP + ROW * i + ROW / 2
        parts.append(text(LEFT - 8, y + 4, row["label"], anchor="end"))
        parts.append(line(scale(row["low"]), y, scale(row["high"]), y, "s0"))
        parts.append(f'<circle cx="{scale(row["mean"]):.1f}" cy="{y}" r="4.5" class="dot0"/>')
        label = interval(row, "mean", sign=zero == 0)
        parts.append(text(WIDTH - 186, y + 4, label))
    parts.append(text(16, bottom + 36, chart["unit"], kind="small"))
    return frame(chart, bottom + 46, parts)


def ends(points: Iterable[list[float]]) -> tuple[float, float]:
    """Returns the lowest and the highest value of points, the ends of their bands included."""
    values = [value for point in points for value in point[1:]]
    return min(values), max(values)


def lines(chart: Chart) -> str:
    """Draws series as lines, with bands where points have intervals."""
    height, left, right, bottom = 380, 64, WIDTH - 24, 310
    every = [point for series in chart["series"] for point in series["points"]]
    xs = [point[0] for point in every]
    log_x, log_y = chart.get("log_x", False), chart.get("log_y", False)
    across = Scale(min(xs), max(xs), left, right, log=log_x)
    low, high = ends(every)
    low = low if log_y else min(low, 0.0) if chart.get("from_zero", True) else low
    top = TOP + (38 if len(chart["series"]) > 1 else 18)
    up = Scale(low, high, bottom, top, log=log_y)
    parts = []
    for tick in up.ticks():
        parts.append(line(left, up(tick), right, up(tick), "grid"))
        parts.append(text(left - 8, up(tick) + 4, number(tick), kind="small", anchor="end"))
    for tick in sorted({*xs} if len({*xs}) <= 7 else across.ticks()):
        parts.append(text(across(tick), bottom + 18, number(tick), kind="small", anchor="middle"))
    legend = float(left)
    for n, series in enumerate(chart["series"]):
        points = series["points"]
        if all(len(point) == 4 for point in points):
            edge = [(p[0], p[3]) for p in points] + [(p[0], p[2]) for p in reversed(points)]
            shape = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in edge)
            parts.append(f'<polygon points="{shape}" class="b{n}"/>')
        path = " ".join(f"{across(p[0]):.1f},{up(p[1]):.1f}" for p in points)
        dash = f' stroke-dasharray="{DASHES[n]}"' if DASHES[n] else ""
        parts.append(f'<polyline points="{path}" class="s{n}"{dash}/>')
        if len(chart["series"]) > 1:
            parts.append(
                f'<path d="M{legend:.1f} {TOP + 4}h26" class="s{n}"{dash}/>'
                + text(legend + 32, TOP + 8, series["name"])
            )
            legend += 56 + 7.4 * len(series["name"])
    parts.append(text((left + right) / 2, height - 22, chart["x"], kind="small", anchor="middle"))
    parts.append(text(left, top - 10, chart["unit"], kind="small"))
    return frame(chart, height, parts)


KINDS: dict[str, Callable[[Chart], str]] = {"bars": bars, "intervals": intervals, "lines": lines}


def drawn(chart: Chart) -> str:
    """Returns the picture of a chart."""
    return KINDS[chart["kind"]](chart)


def read(name: str) -> Chart:
    """Reads the numbers of a picture."""
    chart: Chart = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return chart


def write(name: str, chart: Chart) -> None:
    """Writes the numbers of a picture, and draws it."""
    DATA.mkdir(parents=True, exist_ok=True)
    document = json.dumps(chart, indent=1, ensure_ascii=False)
    # Points and short rows on one line each, so that a change shows what has changed.
    document = re.sub(r"\[\s+([-\d.e]+(?:,\s+[-\d.e]+)*)\s+\]", one_line, document)
    (DATA / f"{name}.json").write_text(document + "\n", encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / f"{name}.svg").write_text(drawn(chart), encoding="utf-8")


def one_line(match: re.Match[str]) -> str:
    """Writes a list of numbers on one line."""
    return "[" + ", ".join(part.strip() for part in match[1].split(",")) + "]"


def names() -> list[str]:
    """Returns the names of all pictures."""
    return sorted(path.stem for path in DATA.glob("*.json"))


def conditions() -> dict[str, Any]:
    """Returns when and where a measurement is made."""
    model = platform.processor() or platform.machine()
    cpu = Path("/proc/cpuinfo")
    if cpu.exists() and (found := re.search(r"model name\s*: (.*)", cpu.read_text())):
        model = found[1]
    return {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": f"{model}, {os.cpu_count()} cores"}


def ratios(report: dict[str, Any]) -> dict[str, float]:
    """Returns the ratios of a comparison's report by their names."""
    found = report["ratios"]
    if isinstance(found, dict):
        return found
    return {row["name"]: row["value"] for row in found}


def speed(script: str, report: dict[str, Any]) -> int:
    """Puts the ratios of a comparison into the picture of speed; returns how many there are."""
    chart, found, taken = read("speed"), ratios(report), 0
    for row in chart["bars"]:
        origin, key = row["from"]
        if origin == script and key in found:
            for old in ("low", "high", "source"):
                row.pop(old, None)
            row |= {"value": round(found[key], 2), "measured": conditions()}
            taken += 1
    chart["bars"].sort(key=lambda row: -row["value"])
    write("speed", chart)
    return taken


LOSS = re.compile(r"street (\d), ([\d.]+) s: (\d+) positions, .* loss ([\d.]+) ± ([\d.]+)")


def losses(name: str, output: str) -> int:
    """Puts the lines of `quality curve` into a picture; returns the number of points."""
    series: dict[str, list[list[float]]] = {}
    for street, seconds, _, mean, error in LOSS.findall(output):
        loss, margin = float(mean), 1.96 * float(error)
        low, high = max(loss - margin, 0.0), loss + margin
        point = [float(seconds), loss, round(low, 4), round(high, 4)]
        series.setdefault(f"street {street}", []).append(point)
    chart = read(name)
    chart["series"] = [{"name": street, "points": points} for street, points in series.items()]
    chart["conditions"] |= conditions()
    chart["conditions"].pop("source", None)
    write(name, chart)
    return sum(map(len, series.values()))


def distance(name: str, game: str, output: str) -> int:
    """Puts the table of a game, as `equilibrium` prints it, into a picture."""
    section = output.split(f"\n## {game}\n", 1)[1].split("\n## ", 1)[0]
    rows = [
        [cell.strip() for cell in row.split("|")[1:-1]]
        for row in section.splitlines()
        if row.startswith("|")
    ]
    iterations = [float(cell) for cell in rows[0][1:]]
    chart = read(name)
    chart["series"] = [
        {
            "name": row[0],
            "points": [[x, float(y)] for x, y in zip(iterations, row[1:], strict=True)],
        }
        for row in rows[2:]
    ]
    chart["conditions"] |= conditions()
    chart["conditions"].pop("source", None)
    write(name, chart)
    return len(rows) - 2


def matches(family: str, rows: dict[str, Chart]) -> int:
    """Puts results of matches into the picture of a family; returns how many there are."""
    name, taken = f"strength-{family}", 0
    chart = read(name)
    for row in chart["rows"]:
        if (found := rows.get(row["row"])) is not None:
            row |= found
            taken += 1
    chart["conditions"] = conditions()
    write(name, chart)
    return taken


def check() -> int:
    """Compares every picture with what its numbers give."""
    stale = [
        name
        for name in names()
        if not (PICTURES / f"{name}.svg").exists()
        or (PICTURES / f"{name}.svg").read_text(encoding="utf-8") != drawn(read(name))
    ]
    for name in stale:
        print(f"{name}.svg is not drawn from {name}.json: charts.py draw {name}", file=sys.stderr)
    return 1 if stale else 0


def main() -> int:
    """Reads the command line."""
    match sys.argv[1:]:
        case ["draw", *wanted]:
            for name in wanted or names():
                write(name, read(name))
            return 0
        case ["check"]:
            return check()
        case ["speed", script]:
            taken = speed(script, json.load(sys.stdin))
        case ["losses", name]:
            taken = losses(name, sys.stdin.read())
        case ["distance", name, game]:
            taken = distance(name, game, sys.stdin.read())
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    print(f"{taken} values taken", file=sys.stderr)
    return 0 if taken else 1


if __name__ == "__main__":
    sys.exit(main())
