"""A scene graph as a picture for people: names in rows, the first one at the top, and an arrow for each relation."""

from __future__ import annotations

import io
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

from diorama.ask.scene_graphs.graph import SceneGraph

MOST_NODES, MOST_A_ROW = 48, 6
"""Objects that are drawn, and how many stand side by side."""
CELL_W, CELL_H, PAD = 190, 110, 24
LABEL = 24
"""Characters of a name or relation that are written."""
PAPER, INK, LINE, SOFT, NODE = (255, 255, 255), (30, 34, 40), (130, 140, 155), (90, 100, 115), (232, 239, 248)

Point = tuple[float, float]


def draw_graph(graph: SceneGraph) -> bytes:
    """The graph as a PNG file: rows by the number of relations from the object that was named first."""
    names = graph.objects[:MOST_NODES]
    rows = _rows(graph, names)
    width = 2 * PAD + CELL_W * max(map(len, rows), default=1)
    height = 2 * PAD + CELL_H * max(1, len(rows))
    picture = Image.new("RGB", (width, height), PAPER)
    draw, font, small = ImageDraw.Draw(picture), ImageFont.load_default(14), ImageFont.load_default(12)
    places: dict[str, Point] = {}
    for y, row in enumerate(rows):
        left = (width - CELL_W * len(row)) / 2
        places |= {name: (left + CELL_W * (x + 0.5), PAD + CELL_H * (y + 0.5)) for x, name in enumerate(row)}
    shown = [r for r in graph.relations if r.source in places and r.target in places]
    for r in shown:
        _arrow(draw, places[r.source], places[r.target])
    pairs = sorted(shown, key=lambda r: sorted((r.source, r.target)))
    for (a, b), same in groupby(pairs, key=lambda r: tuple(sorted((r.source, r.target)))):
        (ax, ay), (bx, by) = places[a], places[b]
        words = " / ".join(dict.fromkeys(_cut(r.relation) for r in same))
        _text(draw, ((ax + bx) / 2, (ay + by) / 2), words[: 2 * LABEL], small, SOFT, PAPER)
    for name, place in places.items():
        _text(draw, place, _cut(name), font, INK, NODE, border=True)
    stream = io.BytesIO()
    picture.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _rows(graph: SceneGraph, names: tuple[str, ...]) -> list[list[str]]:
    """Names by their distance from the first; parts that hang together with nothing drawn so far begin anew below."""
    beside: dict[str, list[str]] = {name: [] for name in names}
    for r in graph.relations:
        if r.source in beside and r.target in beside:
            beside[r.source].append(r.target)
            beside[r.target].append(r.source)
    rows: list[list[str]] = []
    seen: set[str] = set()
    alone = [name for name in names if not beside[name]]
    for first in (name for name in names if beside[name]):
        level = [] if first in seen else [first]
        while level:
            seen.update(level)
            rows.append(level)
            level = list(dict.fromkeys(b for a in level for b in beside[a] if b not in seen))
    return [row[k : k + MOST_A_ROW] for row in [*rows, alone] for k in range(0, len(row), MOST_A_ROW)]


def _arrow(draw: ImageDraw.ImageDraw, start: Point, end: Point) -> None:
    """A line with its head two thirds of the way: the ends are under the names."""
    draw.line([start, end], fill=LINE, width=2)
    (ax, ay), (bx, by) = start, end
    length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    ux, uy = (bx - ax) / length, (by - ay) / length
    x, y = ax + 0.68 * (bx - ax), ay + 0.68 * (by - ay)
    draw.polygon([(x + 9 * ux, y + 9 * uy), (x - 5 * uy, y + 5 * ux), (x + 5 * uy, y - 5 * ux)], fill=LINE)


def _text(
    draw: ImageDraw.ImageDraw, place: Point, words: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    ink: tuple[int, int, int], paper: tuple[int, int, int], *, border: bool = False,
) -> None:  # fmt: skip
    """Words in a box around a place."""
    left, top, right, bottom = draw.textbbox((0, 0), words, font=font)
    w, h, pad = right - left, bottom - top, 7 if border else 2
    box = [place[0] - w / 2 - pad, place[1] - h / 2 - pad, place[0] + w / 2 + pad, place[1] + h / 2 + pad]
    draw.rounded_rectangle(box, radius=pad, fill=paper, outline=LINE if border else None)
    draw.text((place[0] - w / 2 - left, place[1] - h / 2 - top), words, font=font, fill=ink)


def _cut(words: str) -> str:
    """What fits beside others; signs that the font has not are written as question marks."""
    plain = words.encode("latin-1", "replace").decode("latin-1")
    return plain if len(plain) <= LABEL else plain[: LABEL - 1] + "."
