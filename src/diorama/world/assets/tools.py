"""Things of the workshop and the garden shed."""

from __future__ import annotations

import itertools
import math

from diorama.world.assets.profiles import facing, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import STEEL, WOODS, palette
from diorama.world.modelling import (
    Point3,
    arc,
    box,
    circle,
    hull,
    revolve,
    rod,
    smooth,
    sweep,
    torus,
    union,
)
from diorama.world.parts import (
    box_part,
    cylinder_part,
    hull_part,
    ring_parts,
    rod_part,
    rods_along,
    turned_parts,
)
from diorama.world.shape import Cavity, Shape, shape


@asset(
    "toolbox",
    size=Range(0.33, 0.45),
    density=300,
    tags="tool household",
    finishes={
        "body": palette("paint", "red blue yellow green orange teal grey"),
        "trim": ("black plastic",),
        "latch": STEEL,
    },
)
def toolbox(rng: Rng) -> Shape:
    """A toolbox: sloping lid, bar handle on top, two latches in front."""
    x, y, z = rng.uniform(0.16, 0.2), rng.uniform(0.34, 0.43), rng.uniform(0.11, 0.14)
    lid, bar = rng.uniform(0.05, 0.07), rng.uniform(0.035, 0.045)
    body = box(x, y, z, edge=0.006)
    cover = hull(
        stadium(x + 0.008, y + 0.008, 0.02, 0.006, (0, 0, z)),
        stadium(x * rng.uniform(0.45, 0.6), y * 0.92, 0.004, 0.006, (0, 0, z + lid - 0.004)),
    )
    seam = stadium(x + 0.004, y + 0.004, 0.006, 0.006, (0, 0, z - 0.003))
    top, span = z + lid, y * rng.uniform(0.24, 0.32)
    posts = [box(0.022, 0.018, bar + 0.004, (0, k * span, top - 0.004)) for k in (-1, 1)]
    grip = ((0.0, -span - 0.012, top + bar), (0.0, span + 0.012, top + bar))
    latches = [box(0.012, 0.034, 0.05, (x / 2 + 0.002, k * y * 0.27, z - 0.032), edge=0.003) for k in (-1, 1)]
    feet = union(*(box(0.03, 0.03, 0.006, (a * x * 0.36, b * y * 0.4, -0.005)) for a in (-1, 1) for b in (-1, 1)))
    return shape(
        {"body": body + cover, "trim": union(seam, feet, rod(*grip, 0.011), *posts), "latch": union(*latches)},
        [
            box_part(x, y, z + 0.001, (0, 0, -0.001)),
            hull_part(cover),
            rod_part(*grip, 0.011, flat=True),
            *(box_part(0.022, 0.018, bar, (0, k * span, top)) for k in (-1, 1)),
            *map(hull_part, latches),
            *(box_part(0.03, 0.03, 0.006, (a * x * 0.36, b * y * 0.4, -0.005)) for a in (-1, 1) for b in (-1, 1)),
        ],
    )


@asset(
    "hammer",
    size=Range(0.24, 0.34),
    density=1500,
    tags="tool",
    finishes={"handle": (*WOODS, *palette("rubber", "red blue yellow green orange black")), "head": STEEL},
)
def hammer(rng: Rng) -> Shape:
    """A claw hammer lying on its side."""
    long, wide, thick = rng.uniform(0.25, 0.32), rng.uniform(0.03, 0.036), rng.uniform(0.024, 0.03)
    face, reach, neck = rng.uniform(0.017, 0.02), rng.uniform(0.045, 0.055), wide * 0.62
    at, mid = long - 0.02, face
    grip = box(long * 0.5, wide, thick, (long * 0.25, 0, 0), edge=0.008)
    shank = hull(
        box(0.02, wide * 0.9, thick * 0.9, (long * 0.4, 0, thick * 0.05), edge=0.006),
        box(0.03, neck, thick * 0.7, (at, 0, mid - thick * 0.35), edge=0.006),
    )
    eye = box(0.036, 0.036, 2 * face * 0.92, (at, 0, face * 0.08), edge=0.005)
    poll = rod((at, 0.01, mid), (at, reach, mid), face * 0.72, segments=24)
    striker = rod((at, reach - 0.012, mid), (at, reach + 0.008, mid), face, segments=28)
    bend = [(at, -0.012, 0.016), (at - 0.004, -0.036, 0.013), (at - 0.018, -0.06, 0.009), (at - 0.036, -0.074, 0.0035)]
    cuts = [box(2 * w, 0.006, face * 1.7, (x, y, face * 0.15)) for x, y, w in bend]
    claws = [hull(a, b) for a, b in itertools.pairwise(cuts)]
    split = hull(box(0.2, 0.002, 0.002, (at, -0.03, mid)), box(0.2, 0.03, face * 0.9, (at, -0.09, mid - face * 0.45)))
    return shape(
        {"handle": grip + shank, "head": union(eye, poll, striker, union(*claws) - split)},
        [
            box_part(long * 0.5, wide, thick, (long * 0.25, 0, 0)),
            hull_part(shank),
            hull_part(eye),
            rod_part((at, 0.01, mid), (at, reach, mid), face * 0.72, flat=True),
            rod_part((at, reach - 0.012, mid), (at, reach + 0.008, mid), face, flat=True),
            *map(hull_part, claws),
        ],
    )


@asset(
    "bucket",
    decals=True,
    size=Range(0.19, 0.34),
    density=900,
    container=True,
    tags="household outdoor tool",
    finishes={
        "body": (*palette("plastic", "red orange yellow green teal blue purple pink grey"), "silver metal"),
        "bail": STEEL,
        "grip": ("white plastic",),
    },
)
def bucket(rng: Rng) -> Shape:
    """A pail, wider at the top, its wire handle folded down in front."""
    foot, tall = rng.uniform(0.08, 0.105), rng.uniform(0.17, 0.24)
    mouth, wall, base = foot * rng.uniform(1.2, 1.36), 0.005, 0.008
    slope = (mouth - foot) / tall
    body = revolve([(0, 0), (foot, 0), (mouth, tall), (mouth - wall, tall), (foot - wall, base), (0, base)])
    for height in (tall - 0.005, tall - 0.04):
        body += torus(mouth - slope * (tall - height) - 0.001, 0.0045, (0, 0, height), segments=36)
    body -= revolve([(0, base), (foot - wall, base), (mouth - wall, tall), (mouth - wall, tall + 1), (0, tall + 1)])
    pivot, drop = tall - 0.022, math.radians(rng.uniform(12, 35))
    ears = union(*(rod((0, k * (mouth - 0.006), pivot), (0, k * (mouth + 0.014), pivot), 0.012) for k in (-1, 1)))
    ring = [(x * (mouth + 0.03), y * (mouth + 0.008)) for x, y in arc(1.0, -90, 90, steps=13)]
    path: list[Point3] = [(x * math.cos(drop), y, pivot - x * math.sin(drop)) for x, y in ring]
    inner = revolve([(0, base), (foot - wall, base), (mouth - wall, tall), (0, tall)])
    return shape(
        {
            "body": body + (ears - inner),
            "bail": sweep(path, 0.0036, segments=8),
            "grip": sweep(path[5:8], 0.0095, segments=12),
        },
        [
            cylinder_part(foot, base),
            *ring_parts([(foot - wall, 0.002), (mouth - wall, tall)], [(foot, 0.002), (mouth, tall)]),
            *rods_along(path[::2], 0.0036),
            *rods_along(path[5:8], 0.0095),
            *(rod_part((0, k * mouth, pivot), (0, k * (mouth + 0.014), pivot), 0.012, flat=True) for k in (-1, 1)),
        ],
        cavity=Cavity(base, tall, tuple(circle(mouth - wall - 0.002, steps=16))),
    )


@asset(
    "watering can",
    size=Range(0.28, 0.45),
    density=250,
    tags="outdoor household",
    finishes={
        "body": (*palette("plastic", "green blue red yellow teal pink orange"), "silver metal", "copper metal"),
        "rose": ("black metal",),
    },
)
def watering_can(rng: Rng) -> Shape:
    """A watering can: long spout with a rose, a big handle over the top and back."""
    foot, tall = rng.uniform(0.062, 0.082), rng.uniform(0.12, 0.16)
    top, reach = foot * rng.uniform(0.82, 0.95), rng.uniform(0.1, 0.14)
    body = revolve([(0, 0), (foot, 0), (top, tall), (top - 0.006, tall), (top - 0.007, tall - 0.01), (0, tall - 0.01)])
    body += torus(foot - 0.002, 0.005, (0, 0, 0.0075), segments=32) + torus(top, 0.005, (0, 0, tall), segments=32)
    start, end = (foot * 0.6, 0.0, tall * 0.25), (foot + reach, 0.0, tall * rng.uniform(1.05, 1.25))
    length = math.dist(start, end)
    way = ((end[0] - start[0]) / length, 0.0, (end[2] - start[2]) / length)

    def along(distance: float) -> Point3:
        return (end[0] + way[0] * distance, 0.0, end[2] + way[2] * distance)

    spout = rod(start, end, 0.02, end_radius=0.011, segments=20)
    rose = rod(along(-0.004), along(0.03), 0.011, end_radius=0.034, segments=24)
    plate = rod(along(0.028), along(0.034), 0.03, end_radius=0.026, segments=24)
    bow: list[Point3] = [
        (top * 0.75, 0, tall - 0.004),
        (top * 0.55, 0, tall * 1.36),
        (0, 0, tall * 1.48),
        (-top * 0.8, 0, tall * 1.38),
        (-top * 1.5, 0, tall * 1.08),
        (-top * 1.62, 0, tall * 0.72),
        (-foot * 0.94, 0, tall * 0.3),
    ]
    bow = [(a - 1, 0.0, b) for a, b in smooth([(a + 1, b) for a, _, b in bow], steps=2)]
    half = 0.009
    return shape(
        {"body": union(body, spout, rose, sweep(bow, half)), "rose": plate},
        [
            *turned_parts([(foot, 0), (top, tall - 0.005)]),
            hull_part(spout),
            hull_part(rose + plate),
            *rods_along(bow, half),
        ],
    )


@asset(
    "birdhouse",
    size=Range(0.17, 0.27),
    density=300,
    fronted=True,
    tags="outdoor",
    finishes={
        "walls": (*palette("paint", "red yellow green teal blue pink white"), *WOODS),
        "roof": ("dark wood", "reddish wood"),
        "hole": ("black paint",),
    },
)
def birdhouse(rng: Rng) -> Shape:
    """A little wooden house with a gable, a round entrance hole and a perch."""
    x, y, z = rng.uniform(0.11, 0.14), rng.uniform(0.12, 0.16), rng.uniform(0.11, 0.15)
    gable, plank, eaves = y * rng.uniform(0.4, 0.55), 0.012, 0.022
    walls = facing([(-y / 2, 0), (y / 2, 0), (y / 2, z), (0, z + gable), (-y / 2, z)], x, (-x / 2, 0, 0))
    floor = box(x + 0.024, y + 0.024, 0.012)
    slope = gable / (y / 2)
    low, out = z - eaves * slope, y / 2 + eaves
    depth = x + 2 * eaves
    halves = [
        facing(
            [(0, z + gable - 0.002), (k * out, low - 0.002), (k * out, low + plank), (0, z + gable + plank)],
            depth,
            (-depth / 2, 0, 0),
        )
        for k in (-1, 1)
    ]
    entrance, height = y * rng.uniform(0.15, 0.19), z * rng.uniform(0.72, 0.85)
    hole = rod((x / 2 - 0.01, 0, height), (x / 2 + 0.1, 0, height), entrance, segments=28)
    dark = rod((x / 2 - 0.012, 0, height), (x / 2 - 0.008, 0, height), entrance + 0.002, segments=28)
    perch = ((x / 2 - 0.004, 0.0, height - entrance * 1.7), (x / 2 + 0.035, 0.0, height - entrance * 1.7))
    ring = torus(entrance, 0.0035, segments=28).rotate((0, 90, 0)).translate((x / 2, 0, height))
    return shape(
        {"walls": floor + (walls - hole), "roof": union(rod(*perch, 0.005, segments=10), ring, *halves), "hole": dark},
        [box_part(x + 0.024, y + 0.024, 0.012), hull_part(walls), *map(hull_part, halves), rod_part(*perch, 0.005)],
    )
