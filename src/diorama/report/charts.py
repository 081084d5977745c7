"""Charts as SVG text: points and lines on two axes. Colours and fonts are left to the page's style sheet.

Every mark of a row (a model or a player) has the class ``c<row>`` and the attribute ``data-row``, so that the page
can colour it, and hide it when the reader hides the row.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 380, 300
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 12, 46
SHAPES = ("circle", "square", "diamond", "triangle")
"""Marks differ in shape as well, for readers who do not see the colours."""


@dataclass(frozen=True)
class Axis:
    """One axis: its title, range and ticks."""

    title: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False

    def at(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        if self.log:
            value, low, high = (math.log10(max(v, 1e-9)) for v in (value, self.low, self.high))
        else:
            low, high = self.low, self.high
        return min(1.0, max(0.0, (value - low) / (high - low)))


@dataclass(frozen=True)
class Mark:
    """A point with its tooltip and, if known, its interval."""

    x: float
    y: float
    tip: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Series:
    """The marks of one row, joined by a line if there are several."""

    row: int
    label: str
    marks: tuple[Mark, ...]


def percent(title: str, most: float = 1.0) -> Axis:
    """Shares as percentages from 0 to 100, or to the first round number above `most`."""
    end = next((e for e in (0.05, 0.1, 0.2, 0.5) if most < 0.95 * e), 1.0)
    return Axis(title, 0, end, tuple((end * k / 5, f"{100 * end * k / 5:g}") for k in range(6)))


def log_axis(title: str, values: Iterable[float]) -> Axis:
    """Powers of ten (or 1, 2, 5 where the span is short) around some positive values."""
    kept = [v for v in values if v > 0] or [1.0]
    low, high = min(kept), max(kept)
    steps = (1, 2, 5) if high / low < 30 else (1,)
    all_ticks = [s * 10.0**e for e in range(-3, 10) for s in steps]
    start = max((t for t in all_ticks if t <= low * 0.95), default=all_ticks[0])
    end = min((t for t in all_ticks if t >= high * 1.05), default=all_ticks[-1])
    return Axis(title, start, end, tuple((t, _short(t)) for t in all_ticks if start <= t <= end), log=True)


def steps(title: str, names: Sequence[str]) -> Axis:
    """One place for each name, for values 0, 1, 2 …"""
    return Axis(title, -0.4, len(names) - 0.6, tuple((float(k), name) for k, name in enumerate(names)))


def chart(x: Axis, y: Axis, series: Sequence[Series], *, labelled: bool) -> str:
    """The whole figure; `labelled` writes each row's name beside its first mark."""
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(y.title)} against '
        f'{escape(x.title)}">',
        *(_x_tick(x, value, text) for value, text in x.ticks),
        *(_y_tick(y, value, text) for value, text in y.ticks),
        f'<text class="axis" x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">'
        f"{escape(x.title)}</text>",
        f'<text class="axis" transform="translate(12 {(TOP + HEIGHT - BOTTOM) / 2:.0f}) rotate(-90)" '
        f'text-anchor="middle">{escape(y.title)}</text>',
    ]
    taken: list[tuple[float, float, float]] = []
    for one in series:
        places = [(_px(x, m.x), _py(y, m.y), m) for m in one.marks]
        parts.append(f'<g class="c{one.row}" data-row="{one.row}">')
        if len(places) > 1:
            points = " ".join(f"{px:.1f},{py:.1f}" for px, py, _ in places)
            parts.append(f'<polyline class="line" points="{points}"/>')
        for px, py, mark in places:
            if mark.low is not None and mark.high is not None:
                top, end = _py(y, mark.high), _py(y, mark.low)
                parts.append(f'<line class="whisker" x1="{px:.1f}" x2="{px:.1f}" y1="{top:.1f}" y2="{end:.1f}"/>')
            parts.append(f"{_shape(one.row, px, py)}<title>{escape(mark.tip)}</title></path>")
        if labelled and places:
            parts.append(_label(one.label, places[0][0], places[0][1], taken))
        parts.append("</g>")
    return "".join([*parts, "</svg>"])


def _px(axis: Axis, value: float) -> float:
    return LEFT + axis.at(value) * (WIDTH - LEFT - RIGHT)


def _py(axis: Axis, value: float) -> float:
    return HEIGHT - BOTTOM - axis.at(value) * (HEIGHT - TOP - BOTTOM)


def _x_tick(axis: Axis, value: float, text: str) -> str:
    x = _px(axis, value)
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        f'<text class="tick" x="{x:.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{escape(text)}</text>'
    )


def _y_tick(axis: Axis, value: float, text: str) -> str:
    y = _py(axis, value)
    return (
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>'
    )


def _shape(row: int, x: float, y: float) -> str:
    path = {
        "circle": f"M{x - 5:.1f} {y:.1f}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
        "square": f"M{x - 4.5:.1f} {y - 4.5:.1f}h9v9h-9z",
        "diamond": f"M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z",
        "triangle": f"M{x:.1f} {y - 6:.1f}l5.5 10h-11z",
    }[SHAPES[row % len(SHAPES)]]
    return f'<path class="mark" d="{path}">'


def _label(text: str, x: float, y: float, taken: list[tuple[float, float, float]]) -> str:
    """A label beside its mark, on the side with room, moved up or down until it is clear of earlier labels."""
    shown = text if len(text) <= 26 else text[:25] + "…"
    width = 6.4 * len(shown)
    left = x + 9 + width > WIDTH - RIGHT
    start = x - 9 - width if left else x + 9
    for shift in (0, -13, 13, -26, 26, -39, 39, -52, 52, -65, 65):
        place = min(max(y + 4 + shift, TOP + 9), HEIGHT - BOTTOM - 3)
        if all(abs(place - v) >= 12 or start > v_end or start + width < v_start for v, v_start, v_end in taken):
            break
    taken.append((place, start, start + width))
    anchor = ' text-anchor="end"' if left else ""
    return f'<text class="name" x="{x - 9 if left else x + 9:.1f}" y="{place:.1f}"{anchor}>{escape(shown)}</text>'


def _short(value: float) -> str:
    if value >= 1000:
        return f"{value / 1000:g}k"
    return f"{value:g}"
