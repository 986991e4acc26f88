"""Heat maps of encoded observations, with the names of channels: see `facedown.riichi.show`."""

from html import escape
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown._riichi_env import Encoder
from facedown._riichi_samples import SHORT, short_encoder

__all__ = ["Drawing", "draw", "encoder_of"]

_YAKU = [
    "tanyao", "white", "green", "red", "round wind", "seat wind", "honitsu", "chinitsu", "toitoi",
    "chiitoitsu", "shousangen", "daisangen", "tsuuiisou", "chinroutou", "honroutou", "kokushi",
    "chanta", "junchan", "sanshoku", "iipeikou", "ittsu",
]  # fmt: skip
_EFFICIENCY = ["shanten", "kinds", "acceptance", "turn"]
_KINDS = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + ["E", "S", "W", "N", "Wh", "Gr", "Rd"]
_INK, _SOFT, _LINE = "#1d2733", "#66717f", "#cfd6de"
_NAMES = 232  # the width of channel names
_ROW = 14


class Drawing(NamedTuple):
    """A part of a picture, as the inside of an SVG."""

    body: str
    width: float
    height: float


def encoder_of(values: npt.NDArray[Any], encoder: str | None) -> Encoder:
    """Returns the encoder of an array, by its id or by the array's shape."""
    known = [short_encoder(name, None, seats) for name in SHORT for seats in (4, 3)]
    if encoder is None:
        for form in known:
            if form.shape == values.shape:
                return form
        shapes = ", ".join(str(form.shape) for form in known)
        raise ValueError(f"an array of shape {values.shape}: expected one of {shapes}")
    forms = [short_encoder(encoder, None, seats) for seats in (4, 3)]
    for form in forms:
        if form.shape == values.shape:
            return form
    expected = " or ".join(str(form.shape) for form in forms)
    raise ValueError(f"an array of shape {values.shape}: {forms[0].id} has {expected}")


def draw(values: npt.NDArray[Any], form: Encoder) -> Drawing:
    """Draws a heat map: rows are channels, columns kinds or yaku; darker is more, red negative."""
    if values.dtype == np.uint8:
        scales = np.array(form.scales, np.float32).reshape(-1, *[1] * (values.ndim - 1))
        values = values * scales
    rows = np.asarray(values, np.float64).reshape(values.shape[0], -1)
    columns = _columns(form.shape)
    cell = 20 if rows.shape[1] <= 42 else 14
    top = 34 + 7 * max(len(name) for name in columns) * (max(map(len, columns)) > 2)
    width = _NAMES + cell * rows.shape[1] + 14
    height = top + _ROW * len(rows) + 12
    parts = [
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8" fill="#fff" '
        f'stroke="{_LINE}"/>',
        f'<text x="14" y="22" font-size="13" font-weight="700" fill="{_INK}">{form.id}</text>',
    ]
    parts += [
        _heading(_NAMES + cell * place, top, name, cell) for place, name in enumerate(columns)
    ]
    for number, (row, name) in enumerate(zip(rows, form.channel_names, strict=True)):
        parts.append(_row(number, row, name, top + _ROW * number, cell))
    return Drawing("".join(parts), float(width), float(height))


def _columns(shape: tuple[int, ...]) -> list[str]:
    if shape[1:] == (21, 2):
        return [f"{name}, {by}" for name in _YAKU for by in ("tsumo", "ron")]
    if shape[1:] == (21,):
        return _YAKU
    if shape[1:] == (4,):
        return _EFFICIENCY
    return _KINDS if shape[1] == 34 else [_KINDS[0], *_KINDS[8:]]


def _heading(x: float, top: float, name: str, cell: int) -> str:
    middle = x + cell / 2
    if len(name) <= 2:
        return (
            f'<text x="{middle:g}" y="{top - 5:g}" font-size="10" text-anchor="middle" '
            f'fill="{_SOFT}">{name}</text>'
        )
    place = f"translate({middle + 3:g} {top - 5:g}) rotate(-90)"
    return f'<text transform="{place}" font-size="10" fill="{_SOFT}">{escape(name)}</text>'


def _row(number: int, row: npt.NDArray[np.float64], name: str, y: float, cell: int) -> str:
    parts = []
    if number % 2:
        width = _NAMES + cell * len(row) - 8
        parts.append(f'<rect x="8" y="{y:g}" width="{width}" height="{_ROW}" fill="#f6f8fa"/>')
    ink = _INK if row.any() else "#a3adb8"
    parts.append(
        f'<text x="14" y="{y + 10.5:g}" font-size="10" fill="{ink}"><tspan fill="{_SOFT}">{number}'
        f"</tspan> {escape(name)}</text>"
    )
    # Equal neighbours are one rectangle: most rows hold the same number everywhere.
    start = 0
    for place in range(1, len(row) + 1):
        if place < len(row) and row[place] == row[start]:
            continue
        if row[start]:
            x, width = _NAMES + cell * start, cell * (place - start)
            parts.append(
                f'<rect x="{x + 0.5:g}" y="{y + 1:g}" width="{width - 1:g}" height="{_ROW - 2}" '
                f'fill="{_colour(row[start])}"><title>{escape(name)}: {row[start]:g}</title></rect>'
            )
        start = place
    return "".join(parts)


def _colour(value: float) -> str:
    """Returns a colour from pale to dark blue for 0 to 1, red for negative values."""
    share = min(abs(value), 1.0) ** 0.6
    low, high = ((214, 230, 245), (16, 64, 128)) if value > 0 else ((250, 219, 214), (179, 38, 30))
    mixed = [round(a + (b - a) * share) for a, b in zip(low, high, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)
