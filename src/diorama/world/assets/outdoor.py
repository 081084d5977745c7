"""Things that stand in a yard or a field: barrels, crates, tyres, a wheelbarrow, a tent."""

from __future__ import annotations

import math
from itertools import pairwise

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import RUBBER, WOODS, palette
from diorama.world.modelling import (
    Point2,
    Point3,
    Solid,
    around,
    box,
    circle,
    cylinder,
    extrude,
    hull,
    revolve,
    rod,
    rounded_rectangle,
    sweep,
    turn,
    union,
)
from diorama.world.parts import (
    box_part,
    hull_part,
    points_part,
    ring_parts,
    rod_part,
    rods_along,
    turned_parts,
)
from diorama.world.shape import Cavity, Part, Shape, Top, shape

_FOUR = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@asset(
    "barrel",
    size=Range(0.6, 0.98),
    finishes={"wood": WOODS, "hoop": ("black metal", "silver metal")},
    density=250,
    flat_top=True,
    tags="outdoor floor",
)
def barrel(rng: Rng) -> Shape:
    """A bulging wooden cask of staves held by metal hoops."""
    height, end = rng.uniform(0.62, 0.95), rng.uniform(0.2, 0.26)
    belly = end * rng.uniform(1.2, 1.32)
    curve = [(end + (belly - end) * math.sin(math.pi * i / 8), height * i / 8) for i in range(9)]
    count = int(rng.integers(13, 17))
    gap = box(0.02, 0.006, 2, (0, 0, -1))
    joints = union(
        *(
            around(gap.translate((r + 0.004, 0, 0)), count) ^ box(3, 3, b - a, (0, 0, a))
            for (r, a), (_, b) in pairwise(curve)
        )
    )
    cask = revolve([(0, 0), *curve, (0, height)])

    def hoop(low: float, high: float) -> Solid:
        return revolve([(0, low), *[(r + 0.006, z) for r, z in _between(curve, low, high)], (0, high)])

    spans = [(0.015, 0.075), (0.24, 0.3), (0.7, 0.76), (0.925, 0.985)]
    hoops = union(*(hoop(a * height, b * height) for a, b in spans))
    seams = union(*(box(end * 2, 0.005, 0.006, (0, end * f, height - 0.005)) for f in (-0.5, -0.17, 0.17, 0.5)))
    seams ^= cylinder(end * 0.9, 1, (0, 0, height - 0.5))
    ring = revolve(
        [(end * 0.88, height - 0.005), (end * 0.92, height - 0.005), (end * 0.92, height + 1), (end * 0.88, height + 1)]
    )
    wood = cask - joints - seams - ring
    return shape(
        {"wood": wood, "hoop": hoops - cask}, turned_parts(curve), top=Top(height, tuple(circle(end, steps=16)))
    )


def _between(curve: list[Point2], low: float, high: float) -> list[Point2]:
    """The piece of a (radius, height) curve between two heights."""

    def at(z: float) -> Point2:
        for (r0, z0), (r1, z1) in pairwise(curve):
            if z0 <= z <= z1:
                return (r0 + (r1 - r0) * (z - z0) / (z1 - z0), z)
        return curve[-1]

    return [at(low), *[(r, z) for r, z in curve if low < z < high], at(high)]


@asset(
    "crate",
    size=Range(0.4, 0.64),
    finishes={"wood": WOODS + palette("paint", "red green blue yellow white")},
    density=500,
    container=True,
    tags="outdoor floor household",
)
def crate(rng: Rng) -> Shape:
    """An open wooden box of slats nailed to corner posts."""
    x, y, z = rng.uniform(0.34, 0.42), rng.uniform(0.42, 0.6), rng.uniform(0.24, 0.34)
    board, post, rows = 0.016, 0.036, int(rng.integers(3, 5))
    pitch = z / rows
    slat = pitch * rng.uniform(0.74, 0.84)
    blocks: list[tuple[float, float, float, Point3]] = [(x - 0.002, y - 0.002, board, (0, 0, 0))]
    blocks += [
        (
            post,
            post,
            z - 0.004,
            (sx * (x / 2 - board - post / 2 + 0.001), sy * (y / 2 - board - post / 2 + 0.001), 0.002),
        )
        for sx, sy in _FOUR
    ]
    for i in range(rows):
        low = z - slat - pitch * (rows - 1 - i) if i else 0.0
        tall = slat if i else z - pitch * (rows - 1) - (pitch - slat)
        blocks += [(board, y, tall, (s * (x - board) / 2, 0, low)) for s in (-1, 1)]
        blocks += [(x - 2 * board + 0.002, board, tall, (0, s * (y - board) / 2, low)) for s in (-1, 1)]
    solid = union(*(box(*b) for b in blocks))
    inner = (x / 2 - board, y / 2 - board)
    return shape(
        {"wood": solid},
        [box_part(*b) for b in blocks],
        cavity=Cavity(board, z, tuple((sx * inner[0], sy * inner[1]) for sx, sy in _FOUR)),
    )


@asset(
    "tyre",
    size=Range(0.52, 0.72),
    finishes={"rubber": RUBBER},
    density=250,
    tags="outdoor floor",
)
def tyre(rng: Rng) -> Shape:
    """A car tyre lying flat, with tread blocks about its rim."""
    radius, wide = rng.uniform(0.27, 0.35), rng.uniform(0.17, 0.23)
    hole = radius * rng.uniform(0.54, 0.62)
    profile = [
        (hole, wide * 0.14),
        (hole + 0.012, wide * 0.1),
        (radius * 0.78, 0),
        (radius * 0.88, 0.004),
        (radius * 0.97, wide * 0.13),
        (radius, wide * 0.24),
    ]
    upper = [(r, wide - z) for r, z in reversed(profile)]
    ring = revolve([*profile, *upper], 48)
    ring -= revolve(
        [
            (hole - 0.01, wide * 0.24),
            (hole + 0.03, wide * 0.24),
            (radius * 0.85, wide * 0.3),
            (radius * 0.85, wide * 0.7),
            (hole + 0.03, wide * 0.76),
            (hole - 0.01, wide * 0.76),
        ],
        48,
    )
    count = int(rng.integers(26, 34))
    groove = box(0.03, 0.014, wide * 0.32, (radius + 0.004, 0, 0))
    cuts = around(groove, count) + around(groove.translate((0, 0, wide * 0.68)), count, start_deg=180 / count)
    lines = union(
        *(
            revolve(
                [
                    (radius - 0.01, wide * f),
                    (radius + 0.02, wide * f),
                    (radius + 0.02, wide * f + 0.01),
                    (radius - 0.01, wide * f + 0.01),
                ],
                48,
            )
            for f in (0.36, 0.6)
        )
    )
    rubber = ring - cuts - lines
    low = ring_parts([(radius * 0.76, 0.0015), (hole, wide * 0.24)], [(radius * 0.89, 0.0015), (radius, wide * 0.24)])
    mid = ring_parts(
        [(radius * 0.85, wide * 0.24), (radius * 0.85, wide * 0.76)], [(radius, wide * 0.24), (radius, wide * 0.76)]
    )
    high = ring_parts([(hole, wide * 0.76), (radius * 0.76, wide)], [(radius, wide * 0.76), (radius * 0.89, wide)])
    feet = [box_part(radius * 0.1, radius * 0.1, 0.01, (x, y, 0)) for x, y in circle(radius * 0.825, steps=4)]
    return shape({"rubber": rubber}, [*low, *mid, *high, *feet])


@asset(
    "wheelbarrow",
    size=Range(1.25, 1.6),
    finishes={
        "tray": palette("paint", "green red blue orange yellow grey teal"),
        "frame": ("black metal", "silver metal"),
        "tyre": RUBBER,
        "grip": ("black rubber",),
    },
    density=900,
    fronted=True,
    container=True,
    tags="outdoor floor",
)
def wheelbarrow(rng: Rng) -> Shape:
    """A flared tray between two handles, with one wheel in front and two legs behind."""
    long, wide, deep = rng.uniform(0.78, 0.88), rng.uniform(0.56, 0.66), rng.uniform(0.2, 0.26)
    wheel, rail, wall = rng.uniform(0.16, 0.19), 0.017, 0.014
    floor = wheel + rng.uniform(0.1, 0.14)
    bottom = (long * 0.62, wide * 0.62)

    def slab(x: float, y: float, z: float, thick: float = 0.002) -> Solid:
        return extrude(rounded_rectangle(x, y, 0.06, steps=4), thick).translate((0, 0, z))

    outer = hull(slab(*bottom, floor), slab(long, wide, floor + deep - 0.002))
    inner = hull(
        slab(bottom[0] - 2 * wall, bottom[1] - 2 * wall, floor + wall),
        slab(long - 2 * wall, wide - 2 * wall, floor + deep),
    )
    rim = slab(long + 0.04, wide + 0.04, floor + deep - 0.016, 0.016) - slab(long - 0.03, wide - 0.03, floor, 1)
    tray = (outer - inner) + (rim - inner)
    axle_x = long / 2 + wheel * 0.55
    back = -long / 2 - rng.uniform(0.3, 0.38)
    z = floor - rail * 0.6
    half = bottom[1] / 2 - 0.02
    paths: list[list[Point3]] = [
        [
            (axle_x, s * 0.06, wheel),
            (bottom[0] / 2, s * 0.13, z),
            (-bottom[0] / 2, s * half, z),
            (back, s * (half + 0.06), floor + deep * 0.8),
        ]
        for s in (-1, 1)
    ]
    legs: list[list[Point3]] = [
        [(-bottom[0] * 0.2, s * half * 0.92, z), (-bottom[0] * 0.36, s * (half + 0.03), 0.02)] for s in (-1, 1)
    ]
    legs += [[(-bottom[0] * 0.52, s * half, z), (-bottom[0] * 0.36, s * (half + 0.03), 0.02)] for s in (-1, 1)]
    shoes = [(0.09, 0.05, 0.03, (-bottom[0] * 0.36, s * (half + 0.03), 0.0)) for s in (-1, 1)]
    tyre_ = rod((axle_x, -0.045, wheel), (axle_x, 0.045, wheel), wheel, segments=40)
    hub = rod((axle_x, -0.048, wheel), (axle_x, 0.048, wheel), wheel * 0.5, segments=28)
    axle = rod((axle_x, -0.07, wheel), (axle_x, 0.07, wheel), rail)
    steel = union(*(sweep(p, rail, segments=12) for p in [*paths, *legs]), *(box(*b) for b in shoes), hub, axle) - tray
    grips = []
    for p in paths:
        a, b = p[-2], p[-1]
        near = (b[0] + (a[0] - b[0]) * 0.3, b[1] + (a[1] - b[1]) * 0.3, b[2] + (a[2] - b[2]) * 0.3)
        far = (b[0] - (a[0] - b[0]) * 0.06, b[1] - (a[1] - b[1]) * 0.06, b[2] - (a[2] - b[2]) * 0.06)
        grips.append(rod(near, far, rail * 1.3))
    handles = union(*grips)

    def side(at: list[tuple[float, float]]) -> Part:
        (x0, y0), (x1, y1) = at
        reach = [(1 - 2 * wall / long), 1.0]
        return points_part(
            [
                (x * fx * k, y * fy * k, h)
                for k in reach
                for x, y, fx, fy, h in (
                    (x0, y0, bottom[0] / 2, bottom[1] / 2, floor),
                    (x1, y1, bottom[0] / 2, bottom[1] / 2, floor),
                    (x0, y0, long / 2, wide / 2, floor + deep),
                    (x1, y1, long / 2, wide / 2, floor + deep),
                )
            ]
        )

    walls = [side([a, b]) for a, b in zip(_FOUR, [*_FOUR[1:], _FOUR[0]], strict=True)]
    mouth = tuple((sx * (long / 2 - wall), sy * (wide / 2 - wall)) for sx, sy in _FOUR)
    return shape(
        {"tray": tray, "frame": steel - handles, "tyre": tyre_ - hub - axle, "grip": handles},
        [
            box_part(*bottom, wall, (0, 0, floor)),
            *walls,
            *(box_part(*b) for b in shoes),
            rod_part((axle_x, -0.045, wheel), (axle_x, 0.045, wheel), wheel, flat=True),
            *(r for p in [*paths, *legs] for r in rods_along(p, rail)),
        ],
        cavity=Cavity(floor + wall, floor + deep, mouth),
    )


@asset(
    "tent",
    decals=True,
    size=Range(1.1, 1.75),
    finishes={
        "cloth": palette("fabric", "red orange yellow green teal blue purple beige brown"),
        "sheet": ("grey fabric",),
        "pole": ("light wood",),
    },
    density=60,
    fronted=True,
    tags="outdoor floor",
)
def tent(rng: Rng) -> Shape:
    """A ridge tent, open in front between two flaps, with a pole at each end."""
    long, wide, high = rng.uniform(1.2, 1.6), rng.uniform(1.05, 1.35), rng.uniform(0.85, 1.1)
    cloth = 0.03
    front = long / 2

    def prism(outline: list[Point2], x: float, thick: float) -> Solid:
        return turn(extrude(outline, thick), x=90, z=90).translate((x, 0, 0))

    lean = math.hypot(high, wide / 2) / (wide / 2) * cloth
    slopes = [
        prism(
            [(s * wide / 2, 0), (s * (wide / 2 - lean * wide / 2 / high), 0), (0, high - lean), (0, high)], -front, long
        )
        for s in (-1, 1)
    ]
    back = prism([(-wide / 2 + 0.02, 0), (wide / 2 - 0.02, 0), (0, high - 0.02)], -front + 0.02, cloth)
    gap, peak = wide * rng.uniform(0.2, 0.28), high * rng.uniform(0.82, 0.9)
    flaps = [
        prism([(s * (wide / 2 - 0.02), 0), (s * gap, 0), (0, peak), (0, high - 0.02)], front - 0.02 - cloth, cloth)
        for s in (-1, 1)
    ]
    body = union(*slopes, back, *flaps)
    sheet = box(long - 0.03, wide - 2 * lean, 0.012)
    ridge = rod((-front - 0.05, 0, high - 0.004), (front + 0.05, 0, high - 0.004), 0.02)
    return shape(
        {"cloth": body, "sheet": sheet - body, "pole": ridge - body},
        [
            *(hull_part(wall ^ box(9, 9, 9, (0, 0, 0.0015))) for wall in (*slopes, back, *flaps)),
            box_part(long - 0.03, wide - 2 * lean, 0.012),
            rod_part((-front - 0.05, 0, high - 0.004), (front + 0.05, 0, high - 0.004), 0.02, flat=True),
        ],
    )
