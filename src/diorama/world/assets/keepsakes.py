"""Toys and prizes that stand on a shelf."""

from __future__ import annotations

import math

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import WOODS, palette
from diorama.world.modelling import (
    Point2,
    Point3,
    arc,
    around,
    bands,
    box,
    cylinder,
    ellipsoid,
    hull,
    revolve,
    rod,
    smooth,
    sphere,
    sweep,
    union,
)
from diorama.world.parts import box_part, cylinder_part, hull_part, ring_parts, rod_part, rods_along, turned_parts
from diorama.world.shape import Shape, shape


@asset(
    "teddy bear",
    size=Range(0.16, 0.32),
    density=120,
    fronted=True,
    tags="toy household",
    finishes={
        "fur": palette("fabric", "brown beige white pink grey"),
        "muzzle": ("beige fabric",),
        "eyes": ("black plastic",),
        "bow": palette("fabric", "red blue green purple"),
    },
)
def teddy_bear(rng: Rng) -> Shape:
    """A teddy bear that sits, legs forward, with round ears and a bow tie."""
    s = rng.uniform(0.2, 0.32)
    plump, head_size = rng.uniform(0.4, 0.48), rng.uniform(0.37, 0.43)
    belly = ellipsoid(s * plump * 0.9, s * plump, s * 0.56, (0, 0, s * 0.26), segments=28)
    neck = s * 0.5
    centre = (s * 0.02, 0.0, neck + head_size * s * 0.42)
    skull = ellipsoid(s * head_size * 0.92, s * head_size * 1.06, s * head_size * 0.95, centre, segments=28)
    face = centre[0] + s * head_size * 0.4
    snout = ellipsoid(s * 0.16, s * 0.18, s * 0.14, (face, 0, centre[2] - s * 0.055), segments=20)
    ears, linings, limbs, pads, parts = [], [], [], [], []
    for side in (-1, 1):
        at = (centre[0] - s * 0.01, side * s * head_size * 0.42, centre[2] + s * head_size * 0.38)
        ears.append(ellipsoid(s * 0.08, s * 0.16, s * 0.16, at, segments=20))
        linings.append(ellipsoid(s * 0.05, s * 0.1, s * 0.1, (at[0] + s * 0.025, at[1], at[2]), segments=16))
        hip, foot = (s * 0.04, side * s * plump * 0.36, s * 0.085), (s * 0.36, side * s * plump * 0.55, s * 0.085)
        shoulder, hand = (0.0, side * s * plump * 0.4, s * 0.43), (s * 0.15, side * s * plump * 0.62, s * 0.22)
        limbs += [
            sweep([hip, foot], s * 0.085, segments=20),
            sweep([shoulder, hand], [s * 0.065, s * 0.07], segments=20),
        ]
        parts += rods_along([hip, foot], s * 0.085) + rods_along([shoulder, hand], s * 0.067)
        pads.append(ellipsoid(s * 0.03, s * 0.12, s * 0.13, (foot[0] + s * 0.078, foot[1], foot[2]), segments=16))
    eyes = [
        sphere(s * 0.024, (face + s * 0.002, side * s * 0.085, centre[2] + s * 0.045), segments=12) for side in (-1, 1)
    ]
    nose = ellipsoid(s * 0.04, s * 0.07, s * 0.045, (face + s * 0.078, 0, centre[2] - s * 0.025), segments=12)
    tie_at = s * plump * 0.36
    wing = hull(
        box(s * 0.02, s * 0.02, s * 0.03, (0, 0, -s * 0.015)), box(s * 0.03, s * 0.02, s * 0.1, (0, s * 0.1, -s * 0.05))
    )
    tie = union(wing, wing.mirror((0, 1, 0)), sphere(s * 0.03, segments=12)).translate((tie_at, 0, neck - s * 0.035))
    ground = box(2, 2, 2, (0, 0, s * 0.012))
    belly = belly ^ ground
    return shape(
        {
            "fur": union(belly, skull, *ears, *limbs) ^ ground,
            "muzzle": union(snout, *linings, *pads) ^ ground,
            "eyes": union(nose, *eyes),
            "bow": tie,
        },
        [
            hull_part(belly),
            hull_part(skull),
            hull_part(snout),
            hull_part(tie),
            *(hull_part(e) for e in ears),
            *(hull_part(limb ^ ground) for limb in limbs),
        ],
    )


@asset(
    "hourglass",
    size=Range(0.13, 0.26),
    density=900,
    tags="household desk",
    finishes={
        "frame": (*WOODS, "gold metal", "black metal"),
        "glass": ("white ceramic",),
        "sand": palette("paint", "orange yellow blue pink"),
    },
)
def hourglass(rng: Rng) -> Shape:
    """An hourglass: two bulbs with sand above and below, between plates held by posts."""
    tall, radius = rng.uniform(0.14, 0.24), rng.uniform(0.24, 0.3)
    plate, disc = tall * 0.075, tall * radius
    bulb, waist, posts = disc * 0.68, tall * 0.03, int(rng.integers(3, 5))
    inside = tall - 2 * plate
    curve = smooth(
        [
            (bulb * 0.75, 0),
            (bulb, 0.12),
            (bulb * 0.88, 0.3),
            (waist, 0.5),
            (bulb * 0.88, 0.7),
            (bulb, 0.88),
            (bulb * 0.75, 1.0),
        ],
        steps=4,
    )
    profile = [(r, plate - 0.002 + z * (inside + 0.004)) for r, z in curve]
    whole = revolve([(0, profile[0][1]), *profile, (0, profile[-1][1])], 28)
    middle, heap = tall / 2, rng.uniform(0.35, 0.6)
    sand, glass = bands(
        whole, [plate + inside * 0.5 * heap, middle - 0.0001, tall - plate - inside * 0.5 * rng.uniform(0.4, 0.6)]
    )
    turned = profile[::4]
    ends = cylinder(disc, plate, segments=36) + cylinder(disc, plate, (0, 0, tall - plate), segments=36)
    post = revolve(
        [
            (0, 0),
            *(
                (r * tall * 0.026, z * tall)
                for r, z in smooth([(1, 0.03), (0.75, 0.25), (1.2, 0.5), (0.75, 0.75), (1, 0.97)], steps=3)
            ),
            (0, 0.97 * tall),
        ],
        12,
    ).translate((disc * 0.84, 0, 0))
    return shape(
        {"frame": ends + around(post, posts, start_deg=20), "glass": glass, "sand": sand},
        [
            cylinder_part(disc, plate),
            cylinder_part(disc, plate, (0, 0, tall - plate)),
            *turned_parts(turned, sides=16),
            *(
                rod_part((x, y, plate), (x, y, tall - plate), tall * 0.026, flat=True)
                for x, y in (_turned(disc * 0.84, 20 + 360 * i / posts) for i in range(posts))
            ),
        ],
    )


def _turned(radius: float, degrees: float) -> Point2:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


@asset(
    "piggy bank",
    size=Range(0.13, 0.24),
    density=700,
    fronted=True,
    tags="household desk",
    finishes={"body": palette("ceramic", "pink white blue green yellow purple red"), "dark": ("black ceramic",)},
)
def piggy_bank(rng: Rng) -> Shape:
    """A china pig with a flat snout, pointed ears, a curly tail and a slot in its back."""
    s = rng.uniform(0.12, 0.19)
    long, wide, tall = s * rng.uniform(0.9, 1.05), s * rng.uniform(0.7, 0.82), s * rng.uniform(0.68, 0.78)
    leg = s * 0.16
    middle = leg + tall * 0.5
    trunk = ellipsoid(long, wide, tall, (0, 0, middle))
    slot = box(s * 0.28, s * 0.05, s * 0.2, (-s * 0.04, 0, middle + tall * 0.44))
    nose = long * 0.5 + s * 0.05
    height = middle + tall * 0.06
    snout = rod((long * 0.36, 0, height), (nose, 0, height), s * 0.16, end_radius=s * 0.135, segments=24)
    nostrils = union(*(sphere(s * 0.027, (nose, k * s * 0.05, height), segments=12) for k in (-1, 1)))
    eyes = union(
        *(sphere(s * 0.03, (long * 0.337, k * wide * 0.27, middle + tall * 0.245), segments=12) for k in (-1, 1))
    )
    ear = hull(
        sphere(s * 0.025, (long * 0.27, wide * 0.12, middle + tall * 0.42), segments=8),
        sphere(s * 0.025, (long * 0.22, wide * 0.36, middle + tall * 0.33), segments=8),
        sphere(s * 0.018, (long * 0.36, wide * 0.3, middle + tall * 0.6), segments=8),
    )
    ears = [ear, ear.mirror((0, 1, 0))]
    feet = [(x * long * 0.25, y * wide * 0.26, 0.0) for x in (-1, 1) for y in (-1, 1)]
    legs = union(*(cylinder(s * 0.1, middle, at, segments=20) for at in feet))
    curl = [
        (-long * 0.485 - s * 0.016 * i / 2, s * 0.05 * math.sin(i * 0.9), middle + s * 0.05 * math.cos(i * 0.9))
        for i in range(9)
    ]
    return shape(
        {
            "body": union(trunk - slot, snout, legs, sweep(curl, s * 0.022, segments=8), *ears),
            "dark": union(nostrils, eyes, slot ^ ellipsoid(long * 0.96, wide * 0.96, tall * 0.96, (0, 0, middle))),
        },
        [
            hull_part(ellipsoid(long, wide, tall, (0, 0, middle), segments=24)),
            hull_part(snout),
            *map(hull_part, ears),
            *(cylinder_part(s * 0.1, leg + tall * 0.2, at) for at in feet),
            rod_part((-long * 0.45, 0, middle), (-long * 0.485 - s * 0.08, 0, middle), s * 0.055),
        ],
    )


@asset(
    "trophy",
    size=Range(0.18, 0.36),
    density=1500,
    tags="household",
    finishes={
        "cup": palette("metal", "gold silver copper"),
        "base": ("dark wood", "black marble", "green marble"),
        "plate": ("white paint",),
    },
)
def trophy(rng: Rng) -> Shape:
    """A winner's cup with two big handles on a stepped base."""
    s = rng.uniform(0.2, 0.32)
    foot, plinth = s * rng.uniform(0.17, 0.21), s * 0.2
    bowl, depth, wall = s * rng.uniform(0.2, 0.25), s * rng.uniform(0.38, 0.46), s * 0.014
    stem = s - depth
    outer = [(s * 0.05, stem), (bowl * 0.72, stem + depth * 0.2), (bowl * 0.9, stem + depth * 0.55), (bowl, s)]
    inner = [(max(r - wall, 0.0), z + (wall * 2 if i == 0 else 0)) for i, (r, z) in enumerate(outer)]
    lower = [
        (foot * 0.75, plinth),
        (foot * 0.6, plinth + s * 0.02),
        (s * 0.035, plinth + s * 0.06),
        (s * 0.055, stem - s * 0.04),
        (s * 0.04, stem),
    ]
    cup = revolve(
        [
            (0, plinth - 0.001),
            (foot * 0.75, plinth - 0.001),
            *lower,
            *smooth(outer, steps=4),
            *reversed(smooth(inner, steps=4)),
            (0, inner[0][1]),
        ],
        36,
    )
    base = box(2 * foot, 2 * foot, plinth * 0.4) + box(1.7 * foot, 1.7 * foot, plinth)
    plate = box(0.004, foot, plinth * 0.34, (0.85 * foot, 0, plinth * 0.52))
    grip, high = depth * 0.33, stem + depth * 0.6
    loops: list[list[Point3]] = [
        [(0.0, k * (bowl * 0.85 + y * 0.95), high + z) for y, z in arc(grip, -78, 78, steps=8)] for k in (-1, 1)
    ]
    hollow = revolve([(0, stem), *inner, (0, s + 1)], 36)
    handles = union(*(sweep(path, s * 0.022, segments=10) for path in loops)) - hollow
    return shape(
        {"cup": cup + handles, "base": base, "plate": plate},
        [
            box_part(2 * foot, 2 * foot, plinth * 0.4),
            box_part(1.7 * foot, 1.7 * foot, plinth * 0.6, (0, 0, plinth * 0.4)),
            *turned_parts([*lower[:3], lower[-1]], sides=16),
            cylinder_part(s * 0.05, wall * 2, (0, 0, stem)),
            *ring_parts(inner, outer, sectors=12),
            *(p for path in loops for p in rods_along(path, s * 0.022)),
        ],
    )
