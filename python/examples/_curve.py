"""Learning curves as small SVG files, or as numbers for the pictures of the documentation."""

import json
from collections.abc import Sequence
from pathlib import Path


def save(
    path: str, title: str, axes: tuple[str, str], points: Sequence[tuple[float, float]]
) -> None:
    """Draws the points as a line, with the ends of both axes labelled.

    To a file that ends in `.json` the numbers are written instead: `research/bench/charts.py draw`.
    """
    if path.endswith(".json"):
        _save_numbers(Path(path), title, axes, points)
        return
    width, height, edge = 480, 260, 46
    xs, ys = [x for x, _ in points], [y for _, y in points]
    low, high = min(ys), max(ys)
    span_x, span_y = (max(xs) - min(xs)) or 1.0, (high - low) or 1.0

    def place(x: float, y: float) -> str:
        return (
            f"{edge + (x - min(xs)) / span_x * (width - 2 * edge):.1f},"
            f"{height - edge - (y - low) / span_y * (height - 2 * edge):.1f}"
        )

    line = " ".join(place(x, y) for x, y in points)
    bottom = height - edge
    texts = [
        (width / 2, 20, "middle", title),
        (width / 2, height - 8, "middle", axes[0]),
        (edge, 34, "start", axes[1]),
        (edge, bottom + 16, "middle", f"{min(xs):g}"),
        (width - edge, bottom + 16, "middle", f"{max(xs):g}"),
        (edge - 6, bottom, "end", f"{low:.3g}"),
        (edge - 6, edge + 4, "end", f"{high:.3g}"),
    ]
    labels = "".join(
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{text}</text>'
        for x, y, anchor, text in texts
    )
    frame = f'<path d="M{edge} {edge}V{bottom}H{width - edge}" fill="none" stroke="#888"/>'
    curve = f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>'
    Path(path).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f"{frame}{curve}{labels}</svg>\n",
        encoding="utf-8",
    )


def _save_numbers(
    path: Path, title: str, axes: tuple[str, str], points: Sequence[tuple[float, float]]
) -> None:
    chart = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    chart |= {
        "kind": "lines",
        "title": title,
        "description": f"{axes[1]} by {axes[0]}.",
        "x": axes[0],
        "unit": axes[1],
        "series": [{"name": title.split(":")[0], "points": [list(point) for point in points]}],
    }
    chart.get("conditions", {}).pop("source", None)
    path.write_text(json.dumps(chart, indent=1) + "\n", encoding="utf-8")
