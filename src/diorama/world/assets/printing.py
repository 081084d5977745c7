"""What is printed on flat things: marks set into an upper face, and words in plain capitals.

A print is geometry in a slot of its own, so every renderer and file format shows it alike. It lies a hair below the
face that it is cut out of: no two faces share a plane, and the top stays level for what is put on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from diorama.world.assets.profiles import rectangle
from diorama.world.modelling import Point2, Point3, Solid, cylinder, extrude, hull, union

DEEP = 0.0012
"""How deep a mark goes into the thing that bears it."""
BELOW = 0.0003
"""How far the mark's face lies below the thing's."""

_STROKES: dict[str, tuple[tuple[Point2, ...], ...]] = {
    "A": (((0, 0), (0.34, 1), (0.68, 0)), ((0.14, 0.36), (0.54, 0.36))),
    "E": (((0.56, 1), (0, 1), (0, 0), (0.56, 0)), ((0, 0.52), (0.46, 0.52))),
    "H": (((0, 0), (0, 1)), ((0.6, 0), (0.6, 1)), ((0, 0.5), (0.6, 0.5))),
    "I": (((0.04, 0), (0.04, 1)),),
    "L": (((0, 1), (0, 0), (0.54, 0)),),
    "N": (((0, 0), (0, 1), (0.62, 0), (0.62, 1)),),
    "O": (((0.2, 0), (0, 0.25), (0, 0.75), (0.2, 1), (0.46, 1), (0.66, 0.75), (0.66, 0.25), (0.46, 0), (0.2, 0)),),
    "P": (((0, 0), (0, 1), (0.5, 1), (0.6, 0.86), (0.6, 0.62), (0.5, 0.48), (0, 0.48)),),
    "S": (((0.6, 0.9), (0.5, 1), (0.1, 1), (0, 0.8), (0, 0.6), (0.6, 0.4), (0.6, 0.2), (0.5, 0), (0.1, 0), (0, 0.1)),),
    "T": (((0, 1), (0.64, 1)), ((0.32, 1), (0.32, 0))),
    "W": (((0, 1), (0.22, 0), (0.45, 0.8), (0.68, 0), (0.9, 1)),),
    "Y": (((0, 1), (0.34, 0.5), (0.68, 1)), ((0.34, 0.5), (0.34, 0))),
    "Z": (((0, 1), (0.6, 1), (0, 0), (0.6, 0)),),
}  # fmt: skip
"""Letters as lines (to the right, up) in a square of side 1."""
_GAP = 0.42
"""Between two letters."""


def inlaid(solids: Mapping[str, Solid], marks: Mapping[str, Solid], top: float) -> dict[str, Solid]:
    """A thing with marks set into its face at the height `top`; each is cut out of all that was there before it."""
    pieces = dict(solids)
    for slot, cut in marks.items():
        pieces = {name: solid - cut for name, solid in pieces.items()}
        pieces[slot] = cut.trim_by_plane((0, 0, -1), -(top - BELOW))
    return pieces


def mark(outline: Sequence[Point2], top: float) -> Solid:
    """An outline of (x, y) points as a mark for a face at the height `top`."""
    return extrude(outline, 2 * DEEP).translate((0, 0, top - DEEP))


def bars(rows: Iterable[tuple[float, float, float, float]], top: float) -> Solid:
    """Level bars as marks: the middle (x, y) of each and its size along x and y."""
    return union(*(mark(rectangle(a, b, (x, y)), top) for x, y, a, b in rows))


def lettering(word: str, at: Point2, top: float, *, height: float, width: float, bold: float = 0.2) -> Solid:
    """A word as a mark, its middle at `at`: it reads along +y with its feet to the front (+x).

    `height` and `width` are those of the whole word, and `bold` is the thickness of its strokes, in heights.
    """
    strokes: list[list[Point2]] = []
    end = 0.0
    for letter in word:
        start = end + _GAP * bool(strokes)
        lines = [[(start + u, v) for u, v in line] for line in _STROKES[letter]]
        end = max(u for line in lines for u, _ in line)
        strokes += lines

    def spot(u: float, v: float) -> Solid:
        where: Point3 = (at[0] - (v - 0.5) * height, at[1] + (u / end - 0.5) * width, top - DEEP)
        return cylinder(bold * height / 2, 2 * DEEP, where, segments=8)

    return union(*(hull(spot(*a), spot(*b)) for line in strokes for a, b in pairwise(line)))
