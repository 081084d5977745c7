"""Things to put other things into, and what lies about in a home."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diorama.world.assets.profiles import rectangle, slab, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import FABRICS, GLAZES, PLASTICS, palette
from diorama.world.modelling import (
    Point2,
    Point3,
    Solid,
    arc,
    around,
    box,
    circle,
    cylinder,
    extrude,
    hull,
    revolve,
    rod,
    smooth,
    sweep,
    torus,
    union,
)
from diorama.world.parts import box_part, cylinder_part, frame_parts, hull_part, ring_parts, rod_part, rods_along
from diorama.world.shape import Cavity, Shape, shape


@asset(
    "vase",
    decals=True,
    size=Range(0.17, 0.36),
    density=1700,
    container=True,
    tags="household",
    finishes={"body": (*GLAZES, "orange terracotta")},
)
def vase(rng: Rng) -> Shape:
    """A tall vase: round belly, narrow neck, flaring lip."""
    tall = rng.uniform(0.18, 0.34)
    belly, neck = tall * rng.uniform(0.24, 0.32), tall * rng.uniform(0.11, 0.15)
    foot, lip, swell = belly * rng.uniform(0.5, 0.7), neck * rng.uniform(1.25, 1.6), rng.uniform(0.32, 0.5)
    wall, base = 0.006, 0.01
    curve = smooth([(foot, 0), (belly, tall * swell), (neck, tall * 0.84), (lip, tall)], steps=8)
    inner = [(r - wall, z) for r, z in curve if z > base]
    body = revolve([(0, 0), *curve, *reversed(inner), (foot - wall, base), (0, base)])
    marks = [curve[i] for i in (0, 5, 10, 15, 20, 24)]
    marks[0] = (marks[0][0], 0.002)
    return shape(
        {"body": body},
        [cylinder_part(foot, base), *ring_parts([(r - wall, z) for r, z in marks], marks, sectors=11)],
        cavity=Cavity(base, tall, tuple(circle((lip - wall) * 0.98, steps=16))),
    )


@asset(
    "box",
    size=Range(0.25, 0.45),
    density=250,
    container=True,
    tags="household",
    finishes={"card": ("brown cardboard",), "tape": ("beige plastic",)},
)
def open_box(rng: Rng) -> Shape:
    """A cardboard box with its four flaps folded out."""
    x, y, z, wall = rng.uniform(0.17, 0.24), rng.uniform(0.2, 0.27), rng.uniform(0.13, 0.2), 0.005
    flaps, size = [], 0.33 * x
    for turn, (reach, width) in enumerate(((x, y), (y, x), (x, y), (y, x))):
        flap = box(wall, width - 0.012, size).rotate((0, rng.uniform(35, 75), 0))
        flaps.append(flap.translate((reach / 2 - wall / 2, 0, z - wall * 0.6)).rotate((0, 0, 90 * turn)))
    room = box(x - 2 * wall, y - 2 * wall, z, (0, 0, wall))
    tape = box(0.004, 0.03, z * 0.4, (x / 2 - 0.001, 0, 0.001))
    return shape(
        {"card": union(box(x, y, z), *flaps) - room, "tape": tape + tape.rotate((0, 0, 180))},
        [box_part(x, y, wall), *frame_parts(x, y, z - 0.002, wall, (0, 0, 0.002)), *map(hull_part, flaps)],
        cavity=Cavity(wall, z, tuple(rectangle(x - 2 * wall, y - 2 * wall))),
    )


def _bow(size: float, width: float, loops: int) -> list[Solid]:
    """Ribbon loops about the z axis, then the knot."""
    outer = [(size * 0.52 + a * size * 0.52, b * size * 0.3) for a, b in circle(1.0, steps=20)]
    inner = [(size * 0.56 + a * size * 0.36, b * size * 0.14) for a, b in circle(1.0, steps=16)]
    loop = (slab(outer, width) - slab(inner, width * 2)).rotate((0, -24, 0)).translate((0, 0, size * 0.12))
    return [
        *(loop.rotate((0, 0, 360 * i / loops)) for i in range(loops)),
        box(width, width, size * 0.42, edge=width * 0.2),
    ]


@asset(
    "gift",
    size=Range(0.12, 0.26),
    density=250,
    tags="household",
    finishes={
        "paper": palette("paint", "red green blue purple pink teal orange black"),
        "ribbon": ("white fabric", "yellow fabric"),
    },
)
def gift(rng: Rng) -> Shape:
    """A wrapped present: ribbon both ways and a bow on top."""
    x, y, z = rng.uniform(0.12, 0.18), rng.uniform(0.13, 0.2), rng.uniform(0.08, 0.15)
    ribbon, proud = rng.uniform(0.018, 0.026), 0.0018
    cross = box(x + 2 * proud, ribbon, z + proud - 0.001, (0, 0, 0.001)) + box(
        ribbon, y + 2 * proud, z + proud - 0.001, (0, 0, 0.001)
    )
    bow = [s.translate((0, 0, z)) for s in _bow(min(x, y) * rng.uniform(0.3, 0.38), ribbon, int(rng.choice([2, 4])))]
    return shape({"paper": box(x, y, z), "ribbon": union(cross, *bow)}, [box_part(x, y, z), *map(hull_part, bow)])


@asset(
    "basket",
    size=Range(0.24, 0.42),
    density=350,
    container=True,
    tags="household kitchen",
    finishes={"weave": palette("wicker"), "rim": ("dark wood", "light wood")},
)
def basket(rng: Rng) -> Shape:
    """A round woven basket with a thick rim and an ear on each side."""
    foot, tall = rng.uniform(0.095, 0.125), rng.uniform(0.1, 0.16)
    mouth, wall = foot * rng.uniform(1.15, 1.35), 0.007
    rows = int(tall / 0.017)

    def strand(i: int, side: float) -> Point2:
        t = i / (2 * rows)
        return foot + (mouth - foot) * t + side + (0.0022 if i % 2 else -0.0012), tall * t

    outer = [(foot - 0.0012, 0.0), *(strand(i, 0.0) for i in range(1, 2 * rows))]
    inner = [strand(i, -wall) for i in range(2, 2 * rows)]
    body = revolve([(0, 0), *outer, (mouth, tall), (mouth - wall, tall), *reversed(inner), (0, inner[0][1])], 28)
    stake = rod((foot + 0.001, 0, 0.004), (mouth + 0.001, 0, tall - 0.002), 0.0036, segments=6)
    body += around(stake, 16)
    ear = mouth * 0.36
    paths: list[list[Point3]] = [
        [(x, k * (mouth + b * 0.25), tall - 0.004 + b) for x, b in arc(ear, 0, 180, steps=9)] for k in (-1, 1)
    ]
    rim = torus(mouth - wall / 2, 0.0068, (0, 0, tall), segments=24)
    return shape(
        {"weave": body, "rim": union(rim, *(sweep(p, 0.0065, segments=6) for p in paths))},
        [
            cylinder_part(foot, inner[0][1]),
            *ring_parts(
                [(foot - wall, 0.002), (mouth - wall, tall + 0.006)], [(foot, 0.002), (mouth + 0.003, tall + 0.006)]
            ),
            *(part for p in paths for part in rods_along(p, 0.0065)),
        ],
        cavity=Cavity(inner[0][1], tall, tuple(circle(mouth - wall - 0.004, steps=16))),
    )


@asset(
    "bin",
    size=Range(0.25, 0.36),
    density=900,
    container=True,
    tags="household floor",
    finishes={"body": (*PLASTICS, "silver metal")},
)
def waste_bin(rng: Rng) -> Shape:
    """A waste-paper bin, wider at the top, slotted all round in one row or two."""
    foot, tall = rng.uniform(0.085, 0.105), rng.uniform(0.26, 0.33)
    mouth, wall, base = foot * rng.uniform(1.22, 1.36), 0.005, 0.008
    body = revolve([(0, 0), (foot, 0), (mouth, tall), (mouth - wall, tall), (foot - wall, base), (0, base)])
    lean = math.degrees(math.atan((mouth - foot) / tall))
    rows = ((0.14, 0.8),) if rng.random() < 0.5 else ((0.12, 0.42), (0.5, 0.84))
    slot = union(*(hull(*(box(0.05, foot * (0.14 + 0.08 * k), 0.01, (0, 0, tall * k)) for k in row)) for row in rows))
    slots = around(slot.rotate((0, lean, 0)).translate((foot, 0, 0)), int(rng.integers(14, 20)))
    lip = torus(mouth - 0.001, 0.006, (0, 0, tall - 0.004), segments=40)
    return shape(
        {"body": body - slots + lip},
        [
            cylinder_part(foot, base),
            *ring_parts(
                [(foot - wall, 0.002), (mouth - wall - 0.002, tall + 0.002)],
                [(foot, 0.002), (mouth + 0.003, tall + 0.002)],
            ),
        ],
        cavity=Cavity(base, tall, tuple(circle(mouth - wall - 0.004, steps=16))),
    )


@asset(
    "tissue box",
    size=Range(0.12, 0.27),
    density=150,
    tags="household bathroom desk",
    finishes={
        "box": palette("paint", "blue teal green pink purple orange red grey"),
        "trim": ("white paint",),
        "tissue": ("white paper",),
        "slot": ("black paper",),
    },
)
def tissue_box(rng: Rng) -> Shape:
    """A box of paper tissues, the next one standing out of the slot."""
    cube = rng.random() < 0.4
    x = rng.uniform(0.115, 0.13)
    y, z = (x, rng.uniform(0.11, 0.13)) if cube else (rng.uniform(0.21, 0.25), rng.uniform(0.075, 0.1))
    hole = extrude([(a * x * 0.2, b * y * (0.26 if cube else 0.34)) for a, b in circle(1.0, steps=28)], 0.003)
    rim = extrude([(a * x * 0.26, b * y * (0.34 if cube else 0.38)) for a, b in circle(1.0, steps=28)], 0.0025)
    high = x * rng.uniform(0.5, 0.65)
    sheets = []
    for turn, lean, wide in ((90.0, 12.0, 1.0), (60.0, -16.0, 0.8), (118.0, 4.0, 0.75)):
        outline = [
            (-0.16, 0),
            (0.16, 0),
            (0.42 * wide, 0.62),
            (0.36, 0.9),
            (0.1, 0.86),
            (-0.12, 1.0 * wide),
            (-0.3, 0.75),
            (-0.42 * wide, 0.55),
        ]
        sheet = slab([(a * high * 1.15, b * high) for a, b in outline], 0.0036).rotate(
            (lean, 0, turn + rng.uniform(-8, 8))
        )
        sheets.append(sheet.translate((0, 0, z - 0.002)))
    bands = box(x + 0.0024, y + 0.0024, z * 0.1, (0, 0, z * 0.14)) + box(
        x + 0.0024, y + 0.0024, z * 0.05, (0, 0, z * 0.3)
    )
    return shape(
        {
            "box": box(x, y, z),
            "trim": bands + rim.translate((0, 0, z - 0.001)),
            "slot": hole.translate((0, 0, z - 0.0005)),
            "tissue": union(*sheets),
        },
        [box_part(x, y, z), *map(hull_part, sheets)],
    )


def _cushion(x: float, y: float, z: float, cells: int) -> Solid:
    """A stuffed square: thick in the middle, thin at its drawn-in edges."""

    def puff(points: NDArray[np.float64]) -> NDArray[np.float64]:
        u, v, w = (points * 2).T
        full = np.clip((1 - u**2) * (1 - v**2), 0, 1) ** 0.42
        return np.stack(
            [
                x / 2 * u * (1 - 0.07 * (1 - v**2) * u**2),
                y / 2 * v * (1 - 0.07 * (1 - u**2) * v**2),
                w * (0.004 + (z / 2 - 0.004) * full),
            ],
            axis=1,
        )

    return Solid.cube((1, 1, 1), True).refine(cells).warp_batch(puff)


@asset(
    "pillow",
    size=Range(0.32, 0.45),
    density=60,
    tags="household",
    finishes={"cover": FABRICS, "piping": ("white fabric", "grey fabric")},
)
def pillow(rng: Rng) -> Shape:
    """A stuffed pillow that lies flat, with piping round its edge."""
    x = rng.uniform(0.3, 0.36)
    y, z = x * rng.uniform(1.0, 1.2), rng.uniform(0.11, 0.14)
    ground = box(2, 2, 2, (0, 0, -z * 0.3))
    edge = np.linspace(-1, 1, 9)[:-1]
    sides = [(1, t) for t in edge] + [(-t, 1) for t in edge] + [(-1, -t) for t in edge] + [(t, -1) for t in edge]
    seam: list[Point3] = [
        (float(x / 2 * u * (1 - 0.07 * (1 - v * v) * u * u)), float(y / 2 * v * (1 - 0.07 * (1 - u * u) * v * v)), 0.0)
        for u, v in sides
    ]
    return shape(
        {"cover": _cushion(x, y, z, 14) ^ ground, "piping": sweep([*seam, seam[0]], 0.0062, segments=6)},
        [hull_part(_cushion(x, y, z, 6) ^ ground)],
    )


@asset(
    "soap dispenser",
    size=Range(0.14, 0.22),
    density=900,
    fronted=True,
    tags="bathroom kitchen",
    finishes={"bottle": GLAZES, "pump": ("silver metal", "black metal", "gold metal")},
)
def soap_dispenser(rng: Rng) -> Shape:
    """A bottle of liquid soap with a pump on top, its spout forward."""
    radius, tall = rng.uniform(0.033, 0.041), rng.uniform(0.095, 0.125)
    neck, stem = radius * 0.45, rng.uniform(0.03, 0.042)
    if rng.random() < 0.5:
        bottle = revolve(
            [(0, 0), (radius, 0), (radius, tall * 0.85), (radius * 0.92, tall * 0.94), (neck, tall), (0, tall)]
        )
        parts = [cylinder_part(radius, tall * 0.9), cylinder_part(radius * 0.75, tall * 0.07, (0, 0, tall * 0.9))]
    else:
        bottle = hull(stadium(2 * radius, 2 * radius, tall * 0.9, radius * 0.3), cylinder(neck, tall))
        parts = [hull_part(bottle)]
    collar, top = cylinder(neck, 0.016, (0, 0, tall - 0.002), segments=28), tall + 0.012 + stem
    reach = radius * rng.uniform(1.2, 1.5)
    head, tip = (-neck * 0.6, 0.0, top), (reach, 0.0, top - 0.002)
    path: list[Point3] = [head, (reach * 0.8, 0, top), (reach, 0, top - 0.012)]
    press = cylinder(neck * 0.8, 0.015, (0, 0, top - 0.008), segments=24)
    pump = union(collar, rod((0, 0, tall), (0, 0, top), 0.0052), sweep(path, 0.0058), press)
    return shape(
        {"bottle": bottle, "pump": pump},
        [
            *parts,
            cylinder_part(neck, 0.016, (0, 0, tall - 0.002)),
            rod_part((0, 0, tall), (0, 0, top), 0.0052, flat=True),
            cylinder_part(neck * 0.8, 0.015, (0, 0, top - 0.008)),
            rod_part(head, tip, 0.0058),
            rod_part(path[1], (reach, 0, top - 0.018), 0.0058),
        ],
    )


@asset(
    "toilet roll",
    size=Range(0.1, 0.17),
    density=180,
    tags="bathroom",
    finishes={"paper": ("white paper", "pink paper", "beige paper"), "core": ("brown cardboard",)},
)
def toilet_roll(rng: Rng) -> Shape:
    """A roll of toilet paper standing on end, its last sheet loose, a card tube inside."""
    radius, tall, hole = rng.uniform(0.05, 0.062), rng.uniform(0.095, 0.112), rng.uniform(0.019, 0.023)
    roll = cylinder(radius, tall) - cylinder(hole, tall + 1, (0, 0, -0.5))
    for k in (0.3, 0.55, 0.8):
        r = hole + (radius - hole) * k
        roll -= revolve([(r, tall - 0.0015), (r + 0.0016, tall - 0.0015), (r + 0.0016, tall + 1), (r, tall + 1)])
    loose = radius * rng.uniform(0.9, 1.3)
    curve = [(loose * t, -radius + 0.0015 - loose * 0.3 * t * t) for t in np.linspace(0, 1, 6)]
    sheet = extrude([*curve, *((a, b - 0.0035) for a, b in reversed(curve))], tall - 0.002).translate((0, 0, 0.001))
    tube = revolve(
        [(hole - 0.003, 0.001), (hole + 0.0005, 0.001), (hole + 0.0005, tall + 0.001), (hole - 0.003, tall + 0.001)], 28
    )
    return shape(
        {"paper": roll + sheet, "core": tube},
        [
            cylinder_part(radius, 0.003),
            hull_part(sheet),
            *ring_parts([(hole - 0.003, 0.002), (hole - 0.003, tall)], [(radius, 0.002), (radius, tall)]),
        ],
    )
