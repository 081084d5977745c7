"""Toys to play games and music with: a block, a die, a pawn, a drum and a guitar."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import STEEL, WOODS, palette
from diorama.world.modelling import (
    Point2,
    Point3,
    Solid,
    arc,
    box,
    circle,
    cylinder,
    extrude,
    hull,
    revolve,
    rod,
    smooth,
    sphere,
    turn,
    union,
)
from diorama.world.parts import (
    box_part,
    cylinder_part,
    hull_part,
    sphere_part,
    turned_parts,
)
from diorama.world.shape import Shape, Top, shape

_VIVID = "red orange yellow green teal blue purple pink"


def _square(half: float) -> tuple[Point2, ...]:
    return ((half, half), (-half, half), (-half, -half), (half, -half))


def _star(radius: float) -> list[Point2]:
    return [
        (r * math.cos(a), r * math.sin(a))
        for i in range(10)
        for r, a in [(radius if i % 2 == 0 else radius * 0.42, math.pi * i / 5 + math.pi / 2)]
    ]


def _heart(radius: float) -> list[Point2]:
    return [
        (radius * math.sin(t) ** 3, radius / 15 * (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t)))
        for t in np.linspace(0, 2 * math.pi, 24, endpoint=False)
    ]


def _on_faces(marks: list[Solid], half: float) -> Solid:
    """Marks drawn upright in the xy plane, about z = 0, set on the six faces of a cube about the origin."""
    up = marks[0].translate((0, 0, half))
    front = [turn(m, x=90, z=90).translate((half, 0, 0)) for m in marks]
    sides = [turn(f, z=90 * i) for i, f in enumerate(front[1:5])]
    return union(up, *sides, turn(marks[5], x=180).translate((0, 0, -half)))


@asset(
    "building block",
    size=Range(0.08, 0.13),
    finishes={"block": palette("paint", _VIVID) + WOODS, "mark": ("white paint",)},
    density=550,
    flat_top=True,
    tags="toy",
)
def building_block(rng: Rng) -> Shape:
    """A wooden toy cube with a framed picture (a star, a heart, a ring) on every face."""
    size = rng.uniform(0.082, 0.125)
    half, deep = size / 2, 0.003
    cube = box(size, size, size, (0, 0, -half), edge=size * 0.05)
    border = size * rng.uniform(0.36, 0.4)
    line = [(border, border), (-border, border), (-border, -border), (border, -border)]
    frame = extrude(line, deep) - extrude([(x * 0.86, y * 0.86) for x, y in line], deep)
    pictures = [
        _star(border * 0.66),
        _heart(border * 0.58),
        circle(border * 0.55, steps=28),
        arc(border * 0.68, 90, 330, steps=3),
    ]
    order = rng.permutation(4)
    marks = [(frame + extrude(pictures[order[i % 4]], deep)).translate((0, 0, -deep / 2)) for i in range(6)]
    cut = _on_faces(marks, half)
    inlay = _on_faces([m.translate((0, 0, -deep / 2 - 0.0008)) for m in marks], half)
    return shape(
        {"block": cube - cut - inlay, "mark": inlay ^ cube},
        [box_part(size, size, size, (0, 0, -half))],
        top=Top(half, _square(half * 0.95)),
    )


@asset(
    "die",
    size=Range(0.08, 0.12),
    finishes={"cube": palette("plastic", "white red orange yellow green teal blue pink"), "pip": ("black plastic",)},
    density=300,
    tags="toy",
)
def die(rng: Rng) -> Shape:
    """A big die with rounded edges and one to six pips on its faces."""
    size = rng.uniform(0.08, 0.118)
    half, grid, pip = size / 2, size * rng.uniform(0.24, 0.27), size * rng.uniform(0.085, 0.1)
    cube = box(size, size, size, (0, 0, -half), edge=size * rng.uniform(0.06, 0.09))
    pairs = {1: [], 2: [(1, 1)], 3: [(1, 1)], 4: [(1, 1), (1, -1)], 5: [(1, 1), (1, -1)], 6: [(1, 1), (1, -1), (1, 0)]}
    faces: dict[int, Solid] = {}
    for number, spots in pairs.items():
        points = [(s * x, s * y) for x, y in spots for s in (-1, 1)] + [(0, 0)] * (number % 2)
        faces[number] = union(*(cylinder(pip, 0.006, (x * grid, y * grid, -0.003), segments=16) for x, y in points))
    top = int(rng.integers(1, 7))
    ring = [n for n in (1, 2, 6, 5) if n not in (top, 7 - top)]
    ring = [ring[0], 3, 7 - ring[0], 4] if top not in (3, 4) else [1, 2, 6, 5]
    marks = [faces[n] for n in (top, *ring, 7 - top)]
    cut = _on_faces(marks, half)
    inlay = _on_faces([m.translate((0, 0, -0.0038)) for m in marks], half)
    return shape({"cube": cube - cut - inlay, "pip": inlay ^ cube}, [box_part(size, size, size, (0, 0, -half))])


@asset(
    "chess pawn",
    size=Range(0.08, 0.15),
    finishes={"piece": palette("plastic", "white black red") + WOODS + palette("marble")},
    density=900,
    tags="toy desk",
)
def chess_pawn(rng: Rng) -> Shape:
    """A chess pawn: a broad foot, a slender waist, a collar and a ball on top."""
    height, foot = rng.uniform(0.085, 0.14), rng.uniform(0.25, 0.3)
    ball, waist = height * rng.uniform(0.155, 0.18), height * rng.uniform(0.085, 0.105)
    foot *= height
    neck = height - ball * 1.85
    outer: list[Point2] = [
        (foot, 0),
        (foot, height * 0.06),
        (foot * 0.9, height * 0.1),
        (foot * 0.9, height * 0.13),
        (foot * 0.72, height * 0.17),
        (waist * 1.5, height * 0.28),
        (waist * 1.08, height * 0.45),
        (waist, neck - height * 0.06),
        (ball * 1.15, neck - height * 0.035),
        (ball * 1.15, neck),
        (waist * 0.9, neck + height * 0.02),
    ]
    stem = revolve([(0, 0), *outer, (0, neck + height * 0.02)])
    at: Point3 = (0, 0, height - ball)
    return shape({"piece": stem + sphere(ball, at)}, [*turned_parts(outer), sphere_part(ball, at)])


@asset(
    "drum",
    size=Range(0.18, 0.32),
    finishes={
        "shell": palette("paint", _VIVID),
        "head": ("white plastic",),
        "rim": ("gold metal", "silver metal", "black metal"),
        "cord": ("white fabric",),
    },
    density=180,
    flat_top=True,
    tags="toy",
)
def drum(rng: Rng) -> Shape:
    """A toy drum: a painted shell with a zigzag cord, metal hoops and a white skin."""
    radius, height = rng.uniform(0.095, 0.14), rng.uniform(0.12, 0.17)
    hoop = height * rng.uniform(0.1, 0.13)
    shell = cylinder(radius, height - 0.002, (0, 0, 0.001), segments=48)
    rims = union(*(cylinder(radius + 0.006, hoop, (0, 0, z), segments=48) for z in (0, height - hoop)))
    skin = cylinder(radius - 0.002, 0.01, (0, 0, height - 0.009), segments=48)
    rims -= cylinder(radius, 1, (0, 0, -0.5), segments=48)
    count = int(rng.integers(7, 10))
    low, high = hoop * 0.8, height - hoop * 0.8
    knots = [
        (
            (radius + 0.001) * math.cos(math.pi * i / count),
            (radius + 0.001) * math.sin(math.pi * i / count),
            low if i % 2 else high,
        )
        for i in range(2 * count + 1)
    ]
    mids: list[Point3] = []
    for a, b in pairwise(knots):
        x, y, z = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2
        out = (radius + 0.001) / math.hypot(x, y)
        mids += [a, (x * out, y * out, z)]
    path = [*mids, knots[-1]]
    cord = union(*(rod(a, b, 0.0032, segments=8) for a, b in pairwise(path)))
    return shape(
        {"shell": shell - skin, "head": skin, "rim": rims, "cord": cord - shell - rims},
        [
            cylinder_part(radius + 0.002, height - 2 * hoop, (0, 0, hoop)),
            cylinder_part(radius + 0.006, hoop),
            cylinder_part(radius + 0.006, hoop, (0, 0, height - hoop)),
        ],
        top=Top(height, tuple(circle(radius, steps=16))),
    )


@asset(
    "guitar",
    size=Range(0.34, 0.45),
    finishes={
        "body": WOODS + palette("paint", "red orange yellow green teal blue purple pink white"),
        "neck": ("dark wood",),
        "hole": ("black plastic",),
        "metal": STEEL,
    },
    density=300,
    tags="toy",
)
def guitar(rng: Rng) -> Shape:
    """A toy guitar on its back: a waisted body with a sound hole, a fretted neck and a head with pegs."""
    length, thick = rng.uniform(0.35, 0.44), rng.uniform(0.032, 0.04)
    lower, upper = length * rng.uniform(0.175, 0.2), length * rng.uniform(0.13, 0.15)
    waist = upper * rng.uniform(0.72, 0.82)
    trunk = length * 0.48
    side = smooth(
        [
            (0.0, 0.0),
            (lower * 0.7, trunk * 0.06),
            (lower, trunk * 0.28),
            (waist, trunk * 0.62),
            (upper, trunk * 0.82),
            (upper * 0.6, trunk * 0.97),
            (0.0, trunk),
        ],
        steps=5,
    )
    outline = [(z, x) for x, z in side] + [(z, -x) for x, z in reversed(side[1:-1])]
    box_ = extrude(outline, thick)
    face, rise = thick, 0.007
    hole_x = trunk * 0.66
    hole = cylinder(length * 0.05, 0.006, (hole_x, 0, face - 0.005), segments=32)
    rosette = cylinder(length * 0.062, 0.0012, (hole_x, 0, face - 0.0004), segments=32) - cylinder(
        length * 0.05, 1, (hole_x, 0, 0), segments=32
    )
    wide = length * rng.uniform(0.05, 0.058)
    board = box(length * 0.5, wide, thick * 0.4, (trunk * 0.78 + length * 0.25, 0, face + rise - thick * 0.4))
    nut = trunk * 0.78 + length * 0.5
    head = hull(
        box(0.004, wide, thick * 0.36, (nut, 0, face + rise - thick * 0.42)),
        box(0.004, wide * 1.55, thick * 0.36, (length - 0.003, 0, face + rise - thick * 0.42)),
    )
    bridge = box(0.014, length * 0.14, 0.008, (trunk * 0.26, 0, face - 0.001))
    frets = union(
        *(
            box(0.003, wide, 0.002, (nut - (nut - trunk) * f, 0, face + rise - 0.0008))
            for f in (0.02, 0.17, 0.32, 0.47, 0.62, 0.77, 0.9)
        )
    )
    strings = union(
        *(
            box(nut - trunk * 0.26, 0.002, 0.002, ((nut + trunk * 0.26) / 2, wide * f, face + rise + 0.0004))
            for f in (-0.3, -0.1, 0.1, 0.3)
        )
    )
    pegs = union(
        *(
            rod(
                (x, s * wide * 0.5, face + rise - thick * 0.24), (x, s * wide * 1.05, face + rise - thick * 0.24), 0.004
            )
            for x in (nut + (length - nut) * 0.4, nut + (length - nut) * 0.75)
            for s in (-1, 1)
        )
    )
    neck = board + head + bridge
    body = box_ - hole - neck
    cuts = [0, trunk * 0.28, trunk * 0.62, trunk * 0.82, trunk]
    bouts = [hull_part(box_ ^ box(b - a, 1, 1, ((a + b) / 2, 0, 0))) for a, b in pairwise(cuts)]
    return shape(
        {"body": body, "neck": neck, "hole": hole + rosette - neck, "metal": (frets + strings + pegs) - neck},
        [
            *bouts,
            box_part(length * 0.5, wide, thick * 0.4, (trunk * 0.78 + length * 0.25, 0, face + rise - thick * 0.4)),
            hull_part(head),
            box_part(0.014, length * 0.14, 0.008, (trunk * 0.26, 0, face - 0.001)),
        ],
    )
