"""Pictures of observations: see `facedown.riichi.show`."""

from html import escape
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown import _native
from facedown import _riichi_heat as heat
from facedown._native import ActionType, Observation
from facedown._riichi_heat import Drawing
from facedown._riichi_samples import short_encoder

__all__ = ["Picture", "show"]

_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
_INK, _SOFT, _LINE, _PAPER, _FELT = "#1d2733", "#66717f", "#cfd6de", "#ffffff", "#f4f6f8"
_SUITS = {"m": "#8a2b1d", "p": "#1f4f9c", "s": "#1d6b3a", "z": "#2c3440"}
_HONOURS = ["E", "S", "W", "N", "Wh", "Gr", "Rd"]
_HONOUR_INK = ["#2c3440"] * 4 + ["#5f6b78", "#1d6b3a", "#b3261e"]
_WINDS = ["East", "South", "West", "North"]
_W, _H, _GAP = 26, 36, 3
_ROW = 15  # discards in a row of a river
_WIDTH = 473  # of a panel: two stand side by side


class _Discard(NamedTuple):
    tile: str
    drawn: bool
    riichi: bool
    called: bool


class Picture:
    """A picture: a notebook shows it, `save` writes it, `svg` and `html` return its source."""

    def __init__(self, panels: list[Drawing], title: str) -> None:
        self._panels, self._title = panels, title

    @property
    def svg(self) -> str:
        """One SVG document, the panels in two columns where they fit."""
        placed, width, height = _arranged(self._panels)
        parts = [f'<g transform="translate({x} {y})">{panel.body}</g>' for panel, x, y in placed]
        ground = f'<rect width="{width}" height="{height}" fill="{_FELT}"/>'
        return _svg(ground + "".join(parts), width, height, self._title)

    @property
    def html(self) -> str:
        """A self-contained page."""
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(self._title)}</title></head>"
            f'<body style="margin:0;background:{_FELT}">{self._repr_html_()}</body></html>'
        )

    def _repr_html_(self) -> str:
        """The panels side by side, or below each other where there is no room."""
        style = "display:flex;flex-wrap:wrap;gap:10px;align-items:flex-start;padding:12px"
        box = "flex:0 1 auto;min-width:0;max-width:100%"
        parts = [
            f'<div style="{box};width:{panel.width}px">'
            f"{_svg(panel.body, panel.width, panel.height, self._title)}</div>"
            for panel in self._panels
        ]
        ground = f"background:{_FELT};color:{_INK};font-family:{_FONT};max-width:1020px"
        return f'<div style="{style};{ground}">{"".join(parts)}</div>'

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file: `.svg`, `.html`, or `.png` where the package `resvg_py` is installed."""
        target = Path(fspath(path))
        match target.suffix.lower():
            case ".svg":
                target.write_text(self.svg, encoding="utf-8")
            case ".html" | ".htm":
                target.write_text(self.html, encoding="utf-8")
            case ".png":
                target.write_bytes(_png(self.svg))
            case other:
                raise ValueError(f"'{target}' ends in {other!r}: expected .svg, .html or .png")

    def __repr__(self) -> str:
        return f"<Picture: {self._title}>"


def show(obs: Observation | npt.ArrayLike, encoder: str | None = None) -> Picture:
    """Draws an observation: a notebook displays it, `save` writes it to a file.

    For an `Observation` it shows the hand with its legal discards, the other legal actions,
    melds, rivers, dora, points and the round. Discards just drawn are pale, the one that declared
    riichi and called tiles lie on their side, discards that were called are hollow. With an
    `encoder` (an id, or `base`, `extended` and so on) its planes follow as a heat map.

    For an array it shows the heat map, with the names of its channels; the encoder is found by the
    shape unless it is given.

    >>> from facedown.riichi import RiichiEnv
    >>> env = RiichiEnv(seed=1)
    >>> show(env.reset()[0])
    <Picture: seat 0, East 1>
    >>> show(env.reset()[0].encode())
    <Picture: riichi-base-1>
    """
    if not isinstance(obs, Observation):
        values = np.asarray(obs)
        form = heat.encoder_of(values, encoder)
        return Picture([heat.draw(values, form)], form.id)
    record = obs.record()
    table = _Table(obs, record)
    panels = table.panels()
    if encoder is not None:
        form = short_encoder(encoder, obs.compat, len(record["scores"]))
        panels.append(heat.draw(obs.encode_as(form.id), form))
    return Picture(panels, table.title)


def _svg(body: str, width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label="{escape(title)}" '
        f'style="max-width:100%;height:auto;display:block" font-family="{_FONT}">{body}</svg>'
    )


def _arranged(panels: list[Drawing]) -> tuple[list[tuple[Drawing, float, float]], float, float]:
    """Places for panels, from left to right and from top to bottom."""
    edge, gap, most = 12.0, 10.0, 980.0
    placed: list[tuple[Drawing, float, float]] = []
    x, y, row, width = edge, edge, 0.0, 0.0
    for panel in panels:
        if x > edge and x + panel.width > most:
            x, y, row = edge, y + row + gap, 0.0
        placed.append((panel, x, y))
        x += panel.width + gap
        row, width = max(row, panel.height), max(width, x - gap + edge)
    return placed, width, y + row + edge


def _png(svg: str) -> bytes:
    try:
        resvg = import_module("resvg_py")
    except ImportError:
        raise RuntimeError(
            "a .png needs the package resvg_py (pip install resvg_py); .svg and .html need nothing"
        ) from None
    return bytes(resvg.svg_to_bytes(svg_string=svg))


def text(x: float, y: float, words: str, size: int = 13, ink: str = _INK, more: str = "") -> str:
    """A line of text."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{ink}" {more}>{escape(words)}</text>'
    )


def _split(tiles: str) -> list[str]:
    """Tiles of a text one by one: `406p1z` is 4p, 0p, 6p, 1z."""
    found: list[str] = []
    digits = ""
    for letter in tiles:
        if letter.isdigit():
            digits += letter
        elif letter in _SUITS:
            found += [digit + letter for digit in digits]
            digits = ""
    return found


def _tile(x: float, y: float, tile: str | None, *, pale: bool = False, hollow: bool = False,
          side: bool = False, scale: float = 1.0) -> str:  # fmt: skip
    """A tile with its upper left corner here; face down without a name."""
    turn = f" rotate(90) translate(0 {-_H})" if side else ""
    face = "#e9edf2" if pale else "#fffdf6"
    back = "#7b93ad" if tile is None else "none" if hollow else face
    dash = ' stroke-dasharray="3 2"' if hollow else ""
    edge = "#9aa5b1" if tile is not None and not hollow else _SOFT
    parts = [
        f'<rect x=".5" y=".5" width="{_W - 1}" height="{_H - 1}" rx="4" fill="{back}" '
        f'stroke="{edge}"{dash}/>'
    ]
    if tile is not None:
        parts.append(_face(tile, hollow or pale))
    body = "".join(parts)
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g}){turn}">{body}</g>'


def _face(tile: str, faint: bool) -> str:
    number, suit = tile[0], tile[1]
    shade = ' opacity=".62"' if faint else ""
    middle = f'x="{_W / 2}" text-anchor="middle"'
    if suit == "z":
        place = int(number) - 1
        name, size = _HONOURS[place], 15 if place < 4 else 13
        ink = _HONOUR_INK[place]
        face = f'y="23" font-size="{size}" font-weight="700" fill="{ink}"{shade}'
        return f"<text {middle} {face}>{name}</text>"
    ink = "#d01c1c" if number == "0" else _SUITS[suit]
    shown = "5" if number == "0" else number
    dot = f'<circle cx="{_W - 6}" cy="7" r="2.6" fill="#d01c1c"/>' if number == "0" else ""
    return (
        f'<g{shade}><text {middle} y="19" font-size="16" font-weight="700" fill="{ink}">{shown}'
        f'</text><text {middle} y="31" font-size="10" fill="{ink}">{suit}</text>{dot}</g>'
    )


def _meld(x: float, y: float, meld: str) -> tuple[str, float]:
    """A meld, and how wide it is."""
    suit, parts, at = meld[-1], [], 0.0
    digits = [c for c in meld if c.isdigit()]
    marks = [i for i, c in enumerate(meld) if c in "-=+"]
    called = None if not marks else sum(c.isdigit() for c in meld[: marks[0]]) - 1
    for place, digit in enumerate(digits):
        closed = called is None and place in (0, 3)
        side = place == called
        name = None if closed else digit + suit
        parts.append(_tile(x + at, y + (_H - _W if side else 0), name, side=side))
        at += (_H if side else _W) + 1
    return "".join(parts), at


def _melds(x: float, y: float, melds: list[str], norths: int) -> tuple[str, float]:
    parts, at = [], 0.0
    for meld in melds:
        body, width = _meld(x + at, y, meld)
        parts.append(body)
        at += width + 8
    for _ in range(norths):
        parts.append(_tile(x + at, y, "4z"))
        at += _W + 1
    return "".join(parts), at


class _Table:
    """The panels of an observation."""

    def __init__(self, obs: Observation, record: dict[str, Any]) -> None:
        self.obs, self.record, self.now = obs, record, record["now"]
        self.seat, self.dealer = record["seat"], record["dealer"]
        self.seats = len(record["scores"])
        wind = record["wind"] if isinstance(record["wind"], str) else "ESWN"[record["wind"]]
        self.round = f"{_WINDS['ESWN'.index(wind)]} {self.dealer + 1}"
        self.title = f"seat {self.seat}, {self.round}"

    def panels(self) -> list[Drawing]:
        order = [(self.seat + places) % self.seats for places in range(self.seats)]
        names = ["Own", "Right", "Across", "Left"][: self.seats]
        if self.seats == 3:
            names[2] = "Left"
        rivers = self.rivers()
        seats = [
            self.seat_panel(name, seat, rivers[seat])
            for name, seat in zip(names, order, strict=True)
        ]
        return [self.head(), self.hand(), seats[0], *seats[1:], _legend()]

    def rivers(self) -> list[list[_Discard]]:
        found: list[list[_Discard]] = [[] for _ in range(self.seats)]
        last = 0
        for step in self.record["steps"]:
            if "discard" in step:
                last = step["seat"]
                flags = step.get("drawn", False), step.get("riichi", False)
                found[last].append(_Discard(step["discard"], *flags, False))
            elif any(mark in step.get("meld", "") for mark in "-=+"):
                found[last][-1] = found[last][-1]._replace(called=True)
        return found

    def head(self) -> Drawing:
        """The round, what is left, the indicators."""
        honba, sticks, left = self.record["honba"], self.now["sticks"], self.now["left"]
        parts = [text(14, 27, self.round, 18, more='font-weight="700"')]
        facts = [f"{left} tiles left", f"{honba} honba", f"{sticks} riichi sticks"]
        parts.append(text(14, 48, " · ".join(facts), 12, _SOFT))
        parts.append(text(216, 32, "Dora indicators", 12, _SOFT))
        doras = _split(self.record["dora"])
        for place in range(5):
            tile = doras[place] if place < len(doras) else None
            parts.append(_tile(314 + place * (_W + _GAP), 11, tile))
        return _panel(parts, _WIDTH, 58)

    def hand(self) -> Drawing:
        """The closed tiles, the one just drawn apart; a dot below what may be discarded."""
        drawn = self.record.get("drawn")
        tiles = _split(self.record["hand"])
        if drawn in tiles:
            tiles.remove(drawn)
        kept, fresh = self.discards()
        parts = [
            text(14, 22, "Hand", 13, more='font-weight="700"'),
            text(62, 22, self.words(), 12, _SOFT),
        ]
        x, step = 14.0, _W + _GAP
        for tile, may in [(t, t in kept) for t in tiles]:
            parts.append(_held(x, tile, may))
            x += step
        if drawn:
            parts.append(_held(x + 12, drawn, drawn in fresh))
        y = 92.0
        if self.now["melds"][self.seat] or self.now["nuki"][self.seat]:
            melds, _ = _melds(14, y, self.now["melds"][self.seat], self.now["nuki"][self.seat])
            parts.append(melds)
            y += _H + 12
        chips, height = self.chips(y)
        return _panel([*parts, chips], _WIDTH, height)

    def words(self) -> str:
        """How near the hand is."""
        shanten, waits = self.now["shanten"], self.now["waits"]
        near = {-1: "complete", 0: "tenpai"}.get(shanten, f"{shanten}-shanten")
        parts = [near]
        if waits:
            parts.append(f"waits {waits}" + (", furiten" if self.now["furiten"] else ""))
        return " · ".join(parts)

    def discards(self) -> tuple[set[str], set[str]]:
        """Returns the legal discards from the hand, and of the tile just drawn."""
        kept: set[str] = set()
        fresh: set[str] = set()
        for action in self.obs.legal_actions():
            if action.action_type == ActionType.DISCARD and action.tile is not None:
                name = _native.riichi_format_ids([action.tile])
                (fresh if action.tsumogiri else kept).add(name)
        return kept, fresh

    def chips(self, y: float) -> tuple[str, float]:
        """The legal actions that are no discards."""
        legal = self.obs.legal_actions()
        others = [a for a in legal if a.action_type != ActionType.DISCARD]
        words = [_words(repr(action)) for action in others]
        if not legal:
            words = ["not asked"]
        elif len(others) < len(legal):
            words.insert(0, f"{len(legal) - len(others)} discards")
        offered = self.now["offered"]
        parts, x = [text(14, y + 16, "Legal", 13, more='font-weight="700"')], 62.0
        if offered:
            parts.append(text(x, y + 16, "offered", 12, _SOFT))
            parts.append(_tile(x + 50, y - 6, _split(offered)[0], scale=0.8))
            x += 84
        for word in words:
            width = 7.0 * len(word) + 18
            if x + width > _WIDTH - 12:
                x, y = 62.0, y + 28
            chip = (
                f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="22" rx="11" fill="#e3ebf5"/>'
            )
            parts += [chip, text(x + 9, y + 15.5, word, 12)]
            x += width + 6
        return "".join(parts), y + 34

    def seat_panel(self, name: str, seat: int, river: list[_Discard]) -> Drawing:
        """A seat's points, melds and river."""
        wind = _WINDS[(seat - self.dealer) % self.seats]
        points = f"{self.now['scores'][seat]:,}"
        parts = [text(14, 22, name, 13, more='font-weight="700"')]
        dealer = " · deals" if seat == self.dealer else ""
        parts.append(text(66, 22, f"{wind} · {points}{dealer}", 12, _SOFT))
        if seat in self.now["riichi"]:
            parts.append('<rect x="402" y="9" width="58" height="18" rx="9" fill="#b3261e"/>')
            parts.append(text(412, 22, "riichi", 12, "#ffffff", 'font-weight="700"'))
        x, y = 14.0, 34.0
        for place, discard in enumerate(river):
            if place % _ROW == 0 and place:
                x, y = 14.0, y + _H + _GAP
            flags = {"pale": discard.drawn, "hollow": discard.called, "side": discard.riichi}
            parts.append(_tile(x, y + (_H - _W if discard.riichi else 0), discard.tile, **flags))
            x += (_H if discard.riichi else _W) + _GAP
        y += _H + 12
        if seat != self.seat and (self.now["melds"][seat] or self.now["nuki"][seat]):
            melds, _ = _melds(14, y, self.now["melds"][seat], self.now["nuki"][seat])
            parts.append(melds)
            y += _H + 12
        return _panel(parts, _WIDTH, max(y, 92))


def _held(x: float, tile: str, may: bool) -> str:
    dot = f'<circle cx="{x + _W / 2:g}" cy="{34 + _H + 8:g}" r="3" fill="#1f4f9c"/>'
    return _tile(x, 34, tile) + (dot if may else "")


def _words(shown: str) -> str:
    """`<Action 74: riichi>` as `riichi`."""
    return shown.partition(": ")[2].removesuffix(">")


def _panel(parts: list[str], width: float, height: float) -> Drawing:
    ground = (
        f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="8" '
        f'fill="{_PAPER}" stroke="{_LINE}"/>'
    )
    return Drawing(ground + "".join(parts), width, height)


def _legend() -> Drawing:
    """Draws the legend."""
    items: list[tuple[dict[str, bool], str]] = [
        ({}, "from the hand"),
        ({"pale": True}, "just drawn"),
        ({"hollow": True}, "called away"),
        ({"side": True}, "riichi, or called"),
    ]
    parts = []
    for place, (flags, words) in enumerate(items):
        x, y = 14.0 + 150 * (place % 2), 8.0 + 32 * (place // 2)
        side = flags.get("side", False)
        parts.append(_tile(x, y + (4 if side else 0), "5p", scale=0.7, **flags))
        parts.append(text(x + 32, y + 17, words, 12, _SOFT))
    parts.append('<circle cx="330" cy="21" r="3" fill="#1f4f9c"/>')
    parts.append(text(340, 25, "may be discarded", 12, _SOFT))
    return _panel(parts, _WIDTH, 72)
