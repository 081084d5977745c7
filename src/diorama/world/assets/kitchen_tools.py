"""What food is made with and served on: boards, mills, small machines."""

from __future__ import annotations

import math

from diorama.world.assets.kitchen_vessels import turned
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import GLAZES, METALS, PAINTS, STEEL, WOODS, palette
from diorama.world.modelling import (
    Point2,
    around,
    box,
    circle,
    cylinder,
    extrude,
    hull,
    revolve,
    rod,
    rounded_rectangle,
    smooth,
    sphere,
    union,
)
from diorama.world.parts import (
    box_part,
    cylinder_part,
    hull_part,
    points_part,
    ring_parts,
    rod_part,
    sphere_part,
    turned_parts,
)
from diorama.world.shape import Cavity, Part, Shape, Top, shape


def _rectangle(x: float, y: float) -> tuple[Point2, ...]:
    return ((x / 2, y / 2), (-x / 2, y / 2), (-x / 2, -y / 2), (x / 2, -y / 2))


@asset("cutting board", size=Range(0.27, 0.46), finishes={"body": WOODS}, density=650, flat_top=True, tags="kitchen")
def cutting_board(rng: Rng) -> Shape:
    """A flat wooden board with a short handle that has a hole to hang it by, and a groove for the juice."""
    length, width = rng.uniform(0.2, 0.28), rng.uniform(0.15, 0.21)
    thick = rng.uniform(0.014, 0.022)
    handle, breadth = rng.uniform(0.08, 0.14), width * rng.uniform(0.24, 0.34)
    blade = extrude(rounded_rectangle(width, length, width * rng.uniform(0.06, 0.2)), thick)
    middle = length / 2 + handle / 2 - breadth / 4
    grip = extrude(rounded_rectangle(breadth, handle + breadth / 2, breadth / 2), thick).translate((0, middle, 0))
    hole_y = length / 2 + handle - breadth / 2
    hole = cylinder(breadth * 0.24, 1.0, (0, hole_y, -0.5), segments=24)
    ring = extrude(rounded_rectangle(width * 0.86, length * 0.88, width * 0.08), 0.01)
    ring -= extrude(rounded_rectangle(width * 0.8, length * 0.83, width * 0.06), 0.01)
    side = (breadth / 2 - breadth * 0.24, hole_y - breadth * 0.3 - length / 2 + 0.01)
    arm = box_part(breadth, side[1], thick - 0.002, (0, length / 2 - 0.01 + side[1] / 2, 0.001))
    tip = [
        box_part(side[0], breadth * 0.6, thick - 0.002, (s * (breadth - side[0]) / 2, hole_y, 0.001)) for s in (-1, 1)
    ]
    end = box_part(breadth * 0.7, breadth * 0.2, thick - 0.002, (0, hole_y + breadth * 0.36, 0.001))
    return shape(
        {"body": union(blade, grip) - hole - ring.translate((0, 0, thick - 0.003))},
        [box_part(width, length, thick), arm, *tip, end],
        top=Top(thick, _rectangle(width * 0.95, length * 0.95)),
    )


@asset(
    "pepper mill",
    size=Range(0.14, 0.27),
    finishes={"body": (*WOODS, *palette("paint", "red black white")), "metal": STEEL},
    density=650,
    tags="kitchen",
)
def pepper_mill(rng: Rng) -> Shape:
    """A turned wooden mill: a waisted body, a steel ring and a round head with a steel nut."""
    height = rng.uniform(0.15, 0.25)
    radius = rng.uniform(0.026, 0.032)
    split = height * rng.uniform(0.66, 0.72)
    body = smooth(
        [
            (radius, 0),
            (radius, height * 0.07),
            (radius * 0.93, height * 0.16),
            (radius * 0.62, height * 0.4),
            (radius * 0.74, split - height * 0.08),
            (radius * 0.86, split - 0.004),
        ],
        steps=4,
    )
    top = height * 0.96
    head = smooth(
        [
            (radius * 0.84, split + 0.004),
            (radius * 0.6, split + height * 0.035),
            (radius * 0.98, split + (top - split) * 0.55),
            (radius * 0.75, top - height * 0.03),
            (0.008, top),
        ],
        steps=4,
    )
    ring = cylinder(radius * 0.78, 0.012, (0, 0, split - 0.006))
    nut = (0.0, 0.0, height - 0.007)
    wood = union(turned(body), turned(head))
    metal = union(ring, sphere(0.0075, nut, segments=20), cylinder(radius + 0.001, 0.006, (0, 0, 0.003)))
    return shape(
        {"body": wood, "metal": metal - wood},
        [
            *turned_parts(body[::4]),
            cylinder_part(radius * 0.75, 0.01, (0, 0, split - 0.005)),
            *turned_parts(head[::4]),
            sphere_part(0.0075, nut),
        ],
    )


@asset(
    "rolling pin",
    size=Range(0.34, 0.46),
    finishes={"body": (*WOODS, "white marble"), "handles": ("light wood", "dark wood", "red paint", "black plastic")},
    density=700,
    round=True,
    tags="kitchen",
)
def rolling_pin(rng: Rng) -> Shape:
    """A thick roller lying on its side, with a thinner shaped handle at either end."""
    roller, grip = rng.uniform(0.2, 0.25), rng.uniform(0.07, 0.1)
    radius = rng.uniform(0.025, 0.034)
    thin = radius * rng.uniform(0.42, 0.52)
    half = roller / 2
    barrel = revolve(
        [
            (0, -half),
            (radius - 0.004, -half),
            (radius, -half + 0.004),
            (radius, half - 0.004),
            (radius - 0.004, half),
            (0, half),
        ],
        64,
    )
    knob = smooth(
        [
            (thin * 0.75, half - 0.003),
            (thin * 0.7, half + grip * 0.12),
            (thin, half + grip * 0.45),
            (thin * 0.85, half + grip * 0.85),
            (0.003, half + grip),
        ]
    )
    handle = turned(knob)
    handles = handle + handle.rotate((180, 0, 0))
    ends: list[Part] = [
        rod_part((0, s * (half - 0.003), radius), (0, s * (half + grip), radius), thin * 0.95) for s in (-1, 1)
    ]
    lying = (90, 0, 0)
    return shape(
        {
            "body": barrel.rotate(lying).translate((0, 0, radius)),
            "handles": (handles - barrel).rotate(lying).translate((0, 0, radius)),
        },
        [rod_part((0, -half, radius), (0, half, radius), radius, flat=True), *ends],
    )


@asset("cake stand", size=Range(0.20, 0.33), finishes={"body": GLAZES}, density=1500, flat_top=True, tags="kitchen")
def cake_stand(rng: Rng) -> Shape:
    """A round plate with a scalloped edge, high on a turned pedestal."""
    radius = rng.uniform(0.105, 0.155)
    height = rng.uniform(0.09, 0.15)
    foot = radius * rng.uniform(0.5, 0.62)
    thick = 0.009
    stem = smooth(
        [
            (foot, 0),
            (foot * 0.96, 0.008),
            (foot * 0.35, height * 0.28),
            (radius * 0.11, height * 0.5),
            (radius * 0.14, height * 0.8),
            (radius * 0.4, height - thick),
        ]
    )
    plate = cylinder(radius, thick, (0, 0, height - thick), segments=64)
    drop = rng.uniform(0.008, 0.016)
    count = int(rng.integers(18, 27))
    lace = around(rod((radius - 0.006, 0, height - 0.004), (radius - 0.001, 0, height - 0.004), drop + 0.006), count)
    hem = height - 0.004 - drop
    lace -= cylinder(radius * 2, 0.1, (0, 0, height - 0.001))
    return shape(
        {"body": union(turned(stem), plate, lace)},
        [
            *turned_parts(stem[::6]),
            cylinder_part(radius, thick, (0, 0, height - thick)),
            *ring_parts(
                inner=[(radius - 0.006, hem), (radius - 0.006, height - thick)],
                outer=[(radius - 0.001, hem), (radius - 0.001, height - thick)],
            ),
        ],
        top=Top(height, tuple(circle(radius * 0.97, steps=16))),
    )


@asset(
    "egg cup",
    size=Range(0.075, 0.12),
    finishes={"body": GLAZES, "egg": ("beige skin", "white skin")},
    density=1300,
    tags="kitchen food",
)
def egg_cup(rng: Rng) -> Shape:
    """A small footed cup that holds an egg."""
    radius = rng.uniform(0.0245, 0.028)
    height = rng.uniform(0.056, 0.074)
    foot = radius * rng.uniform(0.85, 1.05)
    waist = radius * rng.uniform(0.35, 0.5)
    cup = smooth(
        [
            (foot, 0),
            (foot * 0.9, 0.006),
            (waist, height * 0.3),
            (waist * 1.1, height * 0.42),
            (radius * 0.9, height * 0.68),
            (radius, height),
        ],
        steps=4,
    )
    wide = radius - 0.004
    tall = wide * rng.uniform(2.55, 2.8)
    egg = smooth(
        [
            (0.0, 0.0),
            (wide * 0.7, tall * 0.12),
            (wide, tall * 0.38),
            (wide * 0.8, tall * 0.72),
            (wide * 0.42, tall * 0.94),
            (0.0, tall),
        ],
        steps=4,
    )
    sunk = height - tall * 0.5
    whole = revolve(egg).translate((0, 0, sunk))
    bowl = turned(cup) - cylinder(radius - 0.003, 0.01, (0, 0, height - 0.005)) - whole
    return shape(
        {"body": bowl, "egg": whole},
        [*turned_parts(cup[::4]), hull_part(revolve(egg[::2], 20).translate((0, 0, sunk)))],
    )


@asset(
    "tray",
    size=Range(0.32, 0.46),
    finishes={"body": (*WOODS, *PAINTS, *METALS)},
    density=600,
    container=True,
    tags="kitchen household",
)
def tray(rng: Rng) -> Shape:
    """A long serving tray: a thin floor, low leaning walls and a grip hole in either end."""
    length, width = rng.uniform(0.33, 0.42), rng.uniform(0.2, 0.235)
    height, wall, floor = rng.uniform(0.05, 0.06), 0.009, 0.007
    lean = rng.uniform(0.008, 0.018)
    outer = hull(box(width - 2 * lean, length - 2 * lean, 0.001), box(width, length, 0.001, (0, 0, height - 0.001)))
    x, y = width - 2 * wall, length - 2 * wall
    room = hull(box(x - 2 * lean, y - 2 * lean, 0.001, (0, 0, floor)), box(x, y, 0.002, (0, 0, height - 0.001)))
    grip = width * rng.uniform(0.3, 0.4)
    tall = (height - floor) * 0.36
    holes = extrude(rounded_rectangle(grip, tall, tall / 2), 2 * length).rotate((90, 0, 0))
    holes = holes.translate((0, length, height - 0.012 - tall / 2))
    body = outer - room - holes
    base = box_part(width - 2 * lean, length - 2 * lean, floor)
    low, high = 0.0015, height
    sides = [_leaning((s * (width / 2 - lean), s * width / 2), wall, (low, high), length - 0.002) for s in (-1, 1)]
    z = height - 0.012
    at = [length / 2 - lean * (1 - h / height) for h in (low, z - tall, z, high)]
    ends = []
    for s in (-1, 1):
        ends.append(_across((s * at[0], s * at[1]), wall, (low, z - tall), (-width / 2 + lean, width / 2 - lean)))
        ends.append(_across((s * at[2], s * at[3]), wall, (z, high), (-width / 2, width / 2)))
        for side in (-1, 1):
            span = sorted((side * grip / 2, side * (width / 2 - lean * 0.5)))
            ends.append(_across((s * at[1], s * at[2]), wall, (z - tall, z), (span[0], span[1])))
    return shape({"body": body}, [base, *sides, *ends], cavity=Cavity(floor, height, _rectangle(x, y)))


def _leaning(x: Point2, wall: float, z: Point2, length: float) -> Part:
    """A long wall along y that leans out: its outer face goes from x[0], z[0] to x[1], z[1]."""
    inward = -math.copysign(wall, x[0])
    ends = (-length / 2, length / 2)
    return points_part([(a + d, s, h) for a, h in zip(x, z, strict=True) for d in (0, inward) for s in ends])


def _across(y: Point2, wall: float, z: Point2, x: Point2) -> Part:
    """A wall along x between x[0] and x[1], leaning as `_leaning` does."""
    inward = -math.copysign(wall, y[0])
    return points_part([(s, a + d, h) for a, h in zip(y, z, strict=True) for d in (0, inward) for s in x])
