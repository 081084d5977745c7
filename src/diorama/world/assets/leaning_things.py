"""Long thin things that lean against others.

They lie on their back, feet to the front (+x). Turned about +y by the angle at which they lean, they stand on their
feet, lean back towards -x and show their face to the front.
"""

from __future__ import annotations

import math

from diorama.world.assets.printing import bars, inlaid, mark
from diorama.world.assets.profiles import moved, rectangle, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import WOODS, palette
from diorama.world.modelling import Point2, box, circle, cylinder, ellipsoid, hull, rod, sweep, union
from diorama.world.parts import box_part, hull_part, rods_along
from diorama.world.shape import Shape, shape


@asset(
    "plank",
    size=Range(0.42, 0.72),
    density=550,
    tags="pile odd leaner tool outdoor",
    finishes={"wood": WOODS, "knots": ("brown paint",), "nails": ("black metal",)},
)
def plank(rng: Rng) -> Shape:
    """A rough board with knots and nail heads."""
    x, y, z = rng.uniform(0.45, 0.7), rng.uniform(0.09, 0.13), rng.uniform(0.016, 0.024)
    knots = []
    for share in (-0.28, 0.02, 0.3)[: int(rng.integers(2, 4))]:
        at = (x * (share + rng.uniform(-0.06, 0.06)), y * rng.uniform(-0.25, 0.25))
        knots.append(mark(moved([(1.5 * a, b) for a, b in circle(y * rng.uniform(0.07, 0.12), steps=20)], at), z))
    spots = [(s * x * 0.46, t * y * 0.32) for s in (-1, 1) for t in (-1, 1)]
    nails = union(*(mark(moved(circle(0.005, steps=12), at), z) for at in spots))
    return shape(
        inlaid({"wood": box(x, y, z, edge=0.0015)}, {"knots": union(*knots) - nails, "nails": nails}, z),
        [box_part(x, y, z)],
    )


@asset(
    "ruler",
    size=Range(0.3, 0.34),
    density=900,
    tags="pile odd leaner desk",
    finishes={"body": ("yellow plastic", "light wood", "white plastic", "orange plastic"), "ticks": ("black paint",)},
)
def ruler(rng: Rng) -> Shape:
    """A ruler of thirty centimetres: a long mark for every fifth, a short one for each between, a hole at its head."""
    x, y, z = rng.uniform(0.31, 0.33), rng.uniform(0.034, 0.042), rng.uniform(0.0035, 0.0045)
    start = x / 2 - (x - 0.3) / 2
    ticks = []
    for k in range(31):
        long = y * (0.5 if k % 5 == 0 else 0.28)
        ticks.append((start - 0.01 * k, y / 2 - long / 2, 0.0022 if k % 5 == 0 else 0.0015, long))
    body = stadium(x, y, z, 0.004) - cylinder(0.005, 1, (-x / 2 + 0.012, -y * 0.2, -0.5), segments=20)
    return shape(inlaid({"body": body}, {"ticks": bars(ticks, z)}, z), [box_part(x, y, z)])


@asset(
    "tennis racket",
    size=Range(0.5, 0.7),
    density=450,
    tags="pile odd leaner outdoor",
    finishes={
        "frame": palette("paint", "red orange yellow green blue purple black white"),
        "strings": ("white plastic", "yellow plastic"),
        "grip": ("black rubber", "white fabric", "grey rubber"),
    },
)
def tennis_racket(rng: Rng) -> Shape:
    """A racket: an oval head strung both ways, two arms that join, a wrapped grip."""
    x = rng.uniform(0.54, 0.66)
    tube = 0.0095
    a, b = x * 0.25, x * rng.uniform(0.185, 0.205)
    middle, neck = -x / 2 + a + tube, x * 0.13
    z = 0.014
    ring = [(middle + a * math.cos(t), b * math.sin(t), z) for t in (2 * math.pi * k / 28 for k in range(29))]
    root = (neck, 0.0, z)
    arms = [[(middle + a * 0.74, s * b * 0.67, z), (neck - x * 0.02, s * 0.012, z), root] for s in (-1, 1)]
    shaft = rod(root, (x * 0.2, 0, z), tube)
    pitch = 0.019
    lines = []
    for k in range(-8, 9):
        at = k * pitch
        if abs(at) < b:
            reach = a * math.sqrt(1 - (at / b) ** 2)
            lines.append(box(2 * reach, 0.0022, 0.0022, (middle, at, z - 0.0011)))
        if abs(at) < a:
            reach = b * math.sqrt(1 - (at / a) ** 2)
            lines.append(box(0.0022, 2 * reach, 0.0022, (middle + at, 0, z - 0.0011)))
    frame = union(sweep(ring, tube, segments=10), *(sweep(arm, tube * 0.8, segments=10) for arm in arms), shaft)
    grip = box(x / 2 - x * 0.17, 0.032, 0.028, ((x * 0.17 + x / 2) / 2, 0, 0), edge=0.006)
    head = ellipsoid(2 * a, 2 * b, 0.004, (middle, 0, z), segments=24)
    return shape(
        {"frame": frame - grip, "strings": union(*lines) - frame, "grip": grip},
        [
            *rods_along(ring[::2], tube),
            *(part for arm in arms for part in rods_along(arm, tube * 0.8)),
            box_part(x / 2 - x * 0.17, 0.032, 0.028, ((x * 0.17 + x / 2) / 2, 0, 0)),
            hull_part(head),
        ],
    )


@asset(
    "painting",
    size=Range(0.28, 0.46),
    density=450,
    fronted=True,
    tags="pile odd leaner household",
    finishes={
        "frame": ("gold metal", "dark wood", "light wood", "black paint"),
        "sky": ("blue paint", "teal paint", "pink paint"),
        "sun": ("yellow paint", "red paint"),
        "far": ("purple paint", "grey paint"),
        "near": ("green paint",),
        "house": ("red paint", "white paint", "orange paint"),
    },
)
def painting(rng: Rng) -> Shape:
    """A landscape in a broad frame, without a stand: sky, sun, hills and a house."""
    y = rng.uniform(0.34, 0.44)
    x, z, rim = y * rng.uniform(0.72, 0.82), rng.uniform(0.018, 0.024), rng.uniform(0.022, 0.03)
    wide, deep = y - 2 * rim, x - 2 * rim
    face = z - 0.006
    frame = hull(box(x, y, face), box(x - 0.012, y - 0.012, z)) - box(deep, wide, 1, (0, 0, face))
    canvas = mark(rectangle(deep, wide), face)
    side = float(rng.choice([-1.0, 1.0]))
    hills = [
        (deep * 0.42, side * wide * 0.2, deep * 0.9, wide * 0.9),
        (deep * 0.46, -side * wide * 0.3, deep * 0.6, wide * 0.7),
    ]
    far = union(*(ellipsoid(a, b, 1, (u, v, face)) for u, v, a, b in hills)) ^ canvas
    near = ellipsoid(deep * 0.62, wide * 1.6, 1, (deep * 0.56, side * wide * 0.2, face)) ^ canvas
    at = (deep * 0.2, -side * wide * 0.2)
    tall = deep * 0.2
    house: list[Point2] = [
        (0, -tall / 2),
        (0, tall / 2),
        (-tall * 0.7, tall / 2),
        (-tall * 1.25, 0),
        (-tall * 0.7, -tall / 2),
    ]
    sun = mark(moved(circle(deep * 0.11), (-deep * 0.26, -side * wide * 0.26)), face)
    marks = {"sky": canvas, "sun": sun, "far": far, "near": near, "house": mark(moved(house, at), face)}
    return shape(inlaid({"frame": frame}, marks, face), [box_part(x, y, z)])
