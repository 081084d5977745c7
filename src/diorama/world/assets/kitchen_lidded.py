"""Closed vessels: pots with lids, flasks, and what food is sold in."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from diorama.world.assets.kitchen_vessels import ROUND, ear, thin, turned
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import GLAZES, METALS, PAINTS, STEEL, palette
from diorama.world.modelling import (
    Point3,
    arc,
    around,
    box,
    circle,
    cylinder,
    hull,
    revolve,
    rod,
    smooth,
    sphere,
    sweep,
    torus,
    union,
)
from diorama.world.parts import (
    box_part,
    cylinder_part,
    hull_part,
    rod_part,
    rods_along,
    sphere_part,
    turned_parts,
)
from diorama.world.shape import Part, Shape, Top, shape


def _tapered(path: Sequence[Point3], radii: Sequence[float]) -> list[Part]:
    """Capsules along a path that becomes thinner."""
    return [
        rods_along([a, b], (r + s) / 2)[0]
        for a, b, r, s in zip(path[:-1], path[1:], radii[:-1], radii[1:], strict=True)
    ]


@asset("teapot", decals=True, size=Range(0.19, 0.30), finishes={"body": GLAZES}, density=900, tags="kitchen")
def teapot(rng: Rng) -> Shape:
    """A round-bellied pot with a curved spout, a loop handle and a knob on its lid."""
    radius = rng.uniform(0.058, 0.078)
    height = radius * rng.uniform(1.4, 1.75)
    neck = radius * rng.uniform(0.5, 0.62)
    belly = smooth(
        [
            (radius * 0.6, 0),
            (radius * 0.95, height * 0.25),
            (radius, height * 0.5),
            (radius * 0.86, height * 0.8),
            (neck, height),
        ]
    )
    dome = smooth(
        [
            (neck * 1.1, height),
            (neck * 1.06, height + 0.006),
            (neck * 0.7, height + 0.016),
            (neck * 0.2, height + 0.021),
        ],
        steps=4,
    )
    knob = radius * rng.uniform(0.15, 0.2)
    top = (0.0, 0.0, height + 0.02 + knob * 0.7)
    bend = rng.uniform(0.2, 0.4)
    spout = [
        (0.0, -radius * y, height * z)
        for y, z in smooth([(0.8, 0.36), (1.25, 0.42), (1.45 + bend * 0.2, 0.75), (1.7 + bend * 0.4, 1.02)], steps=3)
    ]
    radii = np.linspace(radius * 0.27, radius * 0.125, len(spout)).tolist()
    bore = rod(spout[-2], (0.0, 2 * spout[-1][1] - spout[-2][1], 2 * spout[-1][2] - spout[-2][2]), radii[-1] * 0.6)
    grip = height * rng.uniform(0.32, 0.38)
    handle = ear(radius * 0.86, height * 0.52, grip * rng.uniform(1.2, 1.5), grip)
    tip = sweep(spout, radii, segments=14).trim_by_plane((0, 0.35, -0.94), -spout[-1][2] * 0.94 + spout[-1][1] * 0.35)
    loop = sweep(handle, radius * 0.1, segments=10)
    pot = union(turned(belly), turned(dome), sphere(knob, top, segments=24), tip, loop)
    return shape(
        {"body": pot - bore},
        [
            *turned_parts(thin(belly, 7)),
            *turned_parts(thin(dome, 3)),
            sphere_part(knob, top),
            *_tapered(spout[:-1], radii[:-1]),
            rod_part(spout[-3], spout[-1], radii[-2]),
            *rods_along(handle, radius * 0.1),
        ],
    )


@asset(
    "kettle",
    size=Range(0.18, 0.30),
    finishes={"body": (*palette("metal", "silver copper black"), *PAINTS), "grip": ("black plastic",)},
    density=700,
    tags="kitchen",
)
def kettle(rng: Rng) -> Shape:
    """A stove kettle: a wide metal dome with a short spout and a tall arched handle over its lid."""
    radius = rng.uniform(0.075, 0.1)
    height = radius * rng.uniform(1.0, 1.3)
    body = smooth(
        [
            (radius * 0.96, 0),
            (radius, height * 0.1),
            (radius * 0.96, height * 0.45),
            (radius * 0.72, height * 0.84),
            (radius * 0.42, height),
        ]
    )
    lid = smooth([(radius * 0.47, height - 0.002), (radius * 0.45, height + 0.006), (radius * 0.12, height + 0.016)])
    root, mouth = (0.0, -radius * 0.75, height * 0.5), (0.0, -radius * 1.42, height * rng.uniform(0.98, 1.1))
    spout = rod(root, mouth, radius * 0.25, end_radius=radius * 0.14, segments=24)
    bore = rod(root, (0.0, 2 * mouth[1] - root[1], 2 * mouth[2] - root[2]), radius * 0.09)
    rise = radius * rng.uniform(0.95, 1.15)
    bar = radius * 0.095
    arch = [(0.0, radius * 0.78 * c, height * 0.8 + rise * s) for c, s in arc(1.0, 0, 180, steps=11)]
    posts = sweep(arch[:3], bar * 0.75) + sweep(arch[-3:], bar * 0.75)
    knob = (0.0, 0.0, height + 0.026)
    belly = turned(body) + turned(lid)
    metal = belly + posts + (spout - bore)
    return shape(
        {"body": metal, "grip": (sweep(arch[2:-2], bar) + sphere(0.013, knob, segments=20)) - metal},
        [
            *turned_parts(thin(body, 6)),
            *turned_parts(thin(lid, 3)),
            sphere_part(0.013, knob),
            hull_part(rod(root, mouth, radius * 0.25, end_radius=radius * 0.14, segments=12)),
            *rods_along(arch[2:-2], bar),
            *rods_along(arch[:3], bar * 0.75),
            *rods_along(arch[-3:], bar * 0.75),
        ],
    )


@asset(
    "bottle",
    size=Range(0.22, 0.34),
    finishes={
        "body": palette("paint", "green brown blue black red purple orange white"),
        "label": ("white paper", "beige paper"),
        "cap": ("gold metal", "black plastic", "light wood"),
    },
    density=900,
    tags="kitchen household",
)
def bottle(rng: Rng) -> Shape:
    """A wine bottle with a long neck, a stopper and a blank label."""
    height = rng.uniform(0.23, 0.31)
    radius = height * rng.uniform(0.12, 0.155)
    neck = radius * rng.uniform(0.36, 0.44)
    shoulder = height * rng.uniform(0.5, 0.6)
    slope = rng.uniform(0.14, 0.24) * height
    curve = [
        (radius - 0.003, 0.0),
        (radius, 0.003),
        *smooth(
            [
                (radius, shoulder),
                (radius * 0.9, shoulder + slope * 0.4),
                (neck * 1.15, shoulder + slope),
                (neck, height * 0.86),
                (neck, height * 0.955),
            ]
        ),
    ]
    ring = cylinder(neck * 1.25, height * 0.025, (0, 0, height * 0.93))
    band = cylinder(radius + 0.0009, shoulder * rng.uniform(0.4, 0.6), (0, 0, shoulder * 0.25), segments=ROUND)
    cap = cylinder(neck * 0.9, height * 0.05, (0, 0, height * 0.95), segments=24)
    body = turned(curve) + ring
    return shape(
        {"body": body, "label": band - cylinder(radius, height, segments=ROUND), "cap": cap - body},
        [
            cylinder_part(radius, shoulder),
            *turned_parts(thin(curve[2:-6], 4)),
            cylinder_part(neck * 1.05, height - shoulder - slope, (0, 0, shoulder + slope)),
        ],
    )


@asset(
    "jar",
    size=Range(0.09, 0.19),
    finishes={
        "body": palette("paint", "red orange yellow green purple brown pink blue white"),
        "lid": ("gold metal", "silver metal", "black metal"),
        "label": ("white paper",),
    },
    density=1200,
    flat_top=True,
    tags="kitchen",
)
def jar(rng: Rng) -> Shape:
    """A jam jar: straight sides, round shoulders, a ribbed screw lid and a blank label."""
    radius = rng.uniform(0.04, 0.055)
    height = radius * rng.uniform(2.3, 2.9)
    rim = radius * rng.uniform(0.8, 0.88)
    cap = height * 0.17
    below = height - cap
    curve = smooth(
        [
            (radius * 0.88, 0),
            (radius, height * 0.07),
            (radius, height * 0.4),
            (radius, below - radius * 0.36),
            (rim * 0.94, below - 0.004),
            (rim * 0.94, below),
        ]
    )
    lid = cylinder(rim, cap, (0, 0, below)) + around(
        rod((rim, 0, below + 0.002), (rim, 0, height - 0.003), 0.0018, segments=8), 24
    )
    label = revolve(
        [
            (radius - 0.002, height * 0.2),
            (radius + 0.0009, height * 0.2),
            (radius + 0.0009, height * 0.52),
            (radius - 0.002, height * 0.52),
        ],
        ROUND,
    )
    half = label ^ box(4 * radius, 1.5 * radius, height, (2 * radius, 0, 0))
    body = turned(curve)
    return shape(
        {"body": body, "lid": lid - body, "label": half - body},
        [*turned_parts(thin(curve, 10)), cylinder_part(rim + 0.001, cap, (0, 0, below))],
        top=Top(height, tuple(circle(rim, steps=16))),
    )


@asset(
    "thermos",
    size=Range(0.22, 0.36),
    finishes={"body": (*METALS, *PAINTS), "cap": ("black plastic", "grey plastic"), "trim": STEEL},
    density=600,
    tags="kitchen outdoor desk",
)
def thermos(rng: Rng) -> Shape:
    """A tall vacuum flask with a cup for a lid, steel bands and a handle on its side."""
    height = rng.uniform(0.235, 0.335)
    radius = height * rng.uniform(0.125, 0.16)
    cup = height * rng.uniform(0.22, 0.27)
    body_top = height - cup
    body = turned([(radius - 0.004, 0.0), (radius, 0.004), (radius, body_top - 0.015), (radius * 0.86, body_top)])
    lid = turned(
        [
            (radius * 0.88, body_top),
            (radius * 0.9, body_top + 0.004),
            (radius * 0.82, height - 0.006),
            (radius * 0.74, height),
        ]
    )
    trim = cylinder(radius + 0.0015, 0.016, (0, 0, 0.006), segments=ROUND)
    trim += cylinder(radius + 0.0015, 0.01, (0, 0, body_top - 0.027), segments=ROUND)
    trim -= cylinder(radius, height, segments=ROUND)
    half = body_top * 0.3
    path = [
        (0.0, radius - 0.003, body_top * 0.52 - half),
        (0.0, radius + 0.026, body_top * 0.52 - half * 0.8),
        (0.0, radius + 0.026, body_top * 0.52 + half * 0.8),
        (0.0, radius - 0.003, body_top * 0.52 + half),
    ]
    handle = sweep(path, 0.007) - body
    return shape(
        {"body": body, "cap": lid + handle - body, "trim": trim},
        [
            cylinder_part(radius, body_top - 0.012),
            cylinder_part(radius * 0.9, 0.012, (0, 0, body_top - 0.012)),
            cylinder_part(radius * 0.86, cup, (0, 0, body_top)),
            *rods_along(path, 0.007),
        ],
    )


@asset(
    "tin",
    size=Range(0.08, 0.15),
    finishes={"band": palette("paint", "red orange yellow green teal blue purple white"), "metal": STEEL},
    density=1000,
    flat_top=True,
    tags="kitchen household",
)
def tin(rng: Rng) -> Shape:
    """A food can: a coloured wrapper between bright rolled rims, ribs at both ends and a ring on its lid."""
    radius = rng.uniform(0.036, 0.05)
    height = radius * rng.uniform(2.25, 2.9)
    lid = height - 0.003
    can = cylinder(radius, lid - 0.0005, (0, 0, 0.0005), segments=ROUND)
    rims = [torus(radius - 0.001, 0.0025, (0, 0, z), segments=ROUND) for z in (0.0025, height - 0.0025)]
    discs = [torus(radius * r, 0.0012, (0, 0, lid), segments=ROUND) for r in (0.55, 0.8)]
    margin = height * rng.uniform(0.09, 0.13)
    band = cylinder(radius + 0.001, height - 2 * margin, (0, 0, margin), segments=ROUND)
    wrapper = band - cylinder(radius - 0.001, height, segments=ROUND)
    pull = torus(radius * 0.22, 0.0018, (radius * 0.35, 0, lid + 0.0008), segments=20)
    return shape(
        {"band": wrapper, "metal": union(can, *rims, *discs, pull) - wrapper},
        [cylinder_part(radius + 0.001, height)],
        top=Top(height, tuple(circle(radius, steps=16))),
    )


@asset(
    "carton",
    size=Range(0.17, 0.30),
    finishes={
        "body": palette("paint", "white red blue green yellow orange pink teal"),
        "trim": palette("paint", "white blue red green"),
        "cap": palette("plastic", "white red blue green"),
    },
    density=600,
    tags="kitchen",
)
def carton(rng: Rng) -> Shape:
    """A milk carton: a square block under a gable roof with a sealed fin on top and a screw cap."""
    width = rng.uniform(0.068, 0.095)
    wall = width * rng.uniform(1.75, 2.2)
    roof = width * rng.uniform(0.45, 0.58)
    fin = 0.018
    ridge = hull(box(width, width, 0.001, (0, 0, wall)), box(0.008, width, 0.001, (0, 0, wall + roof - 0.001)))
    fold = hull(
        box(width * 0.7, 0.001, 0.001, (0, width / 2, wall + 0.002)),
        box(0.004, 0.001, 0.001, (0, width / 2, wall + roof * 0.9)),
        box(0.004, 0.001, 0.001, (0, width * 0.4, wall + roof * 0.9)),
    )
    body = box(width, width, wall) + (ridge - fold - fold.rotate((0, 0, 180)))
    body += box(0.008, width, fin + 0.002, (0, 0, wall + roof - 0.002))
    skin = 0.001
    low, tall = wall * rng.uniform(0.12, 0.3), wall * rng.uniform(0.3, 0.45)
    trim = box(width + 2 * skin, width + 2 * skin, tall, (0, 0, low)) - box(width, width, wall)
    slope = math.atan2(roof, width / 2 - 0.004)
    middle = (width / 4 + 0.002, 0.0, wall + roof / 2)
    out = (math.sin(slope), math.cos(slope))
    tip = (middle[0] + 0.013 * out[0], 0.0, middle[2] + 0.013 * out[1])
    cap = rod((middle[0] - 0.005 * out[0], 0.0, middle[2] - 0.005 * out[1]), tip, width * 0.17, segments=24)
    return shape(
        {"body": body, "trim": trim, "cap": cap - body},
        [
            box_part(width, width, wall),
            hull_part(ridge),
            box_part(0.008, width, fin, (0, 0, wall + roof)),
            rod_part(middle, tip, width * 0.17, flat=True),
        ],
    )
