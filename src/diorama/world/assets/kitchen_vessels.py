"""Open vessels for food and drink: round, hollow, made on a wheel or in a mould."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import GLAZES, METALS, PAINTS, PLASTICS, palette
from diorama.world.modelling import (
    Point2,
    Point3,
    Solid,
    arc,
    around,
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
    cylinder_part,
    ring_parts,
    rod_part,
    rods_along,
)
from diorama.world.shape import Cavity, Part, Shape, Top, shape

ROUND = 48
"""Sides of the large round bodies here: their rims are seen from near."""

LIFT = 0.002
"""How far above the ground wall parts begin, so that only the base part touches it."""


def _hollow(outer: Sequence[Point2], inner: Sequence[Point2]) -> Solid:
    """An open vessel between two (radius, height) curves, both from the bottom up to the rim."""
    return revolve([(0, outer[0][1]), *outer, *reversed(inner), (0, inner[0][1])], ROUND)


def turned(profile: Sequence[Point2]) -> Solid:
    """A full body under a (radius, height) curve, bottom to top."""
    return revolve([(0, profile[0][1]), *profile, (0, profile[-1][1])], ROUND)


def _inset(curve: Sequence[Point2], wall: float, base: float) -> list[Point2]:
    """The inside of a steep outer curve: narrower by `wall`, from the height `base` on."""
    radius = float(np.interp(base, [z for _, z in curve], [r for r, _ in curve]))
    return [(radius - wall, base), *((r - wall, z) for r, z in curve if z > base + 1e-4)]


def thin(curve: Sequence[Point2], count: int) -> list[Point2]:
    """A few points of a curve, both ends among them."""
    return [curve[round(i * (len(curve) - 1) / (count - 1))] for i in range(count)]


def ear(start: float, middle: float, reach: float, half: float) -> list[Point3]:
    """The path of a loop handle on the +y side: from `start` out by `reach`, `half` up and down."""
    return [(0.0, start + reach * c, middle + half * s) for c, s in arc(1.0, -85, 85, steps=9)]


@asset(
    "mug",
    decals=True,
    size=Range(0.09, 0.16),
    finishes={"body": GLAZES},
    density=1900,
    container=True,
    tags="kitchen desk",
)
def mug(rng: Rng) -> Shape:
    """A cup with one handle; straight, or rounded towards the foot."""
    height = rng.uniform(0.08, 0.115)
    radius = rng.uniform(0.036, 0.046)
    foot = radius * rng.uniform(0.72, 0.97)
    wall, base = 0.005, 0.007
    curve = smooth([(foot, 0), (radius * 0.97, height * 0.2), (radius, height * 0.5), (radius, height - 0.002)])
    outer = [*curve, (radius - 0.0015, height)]
    inner = [*_inset(curve, wall, base), (radius - wall + 0.001, height)]
    grip = height * rng.uniform(0.28, 0.34)
    path = ear(radius - wall / 2, height * 0.53, grip * rng.uniform(0.8, 1.0), grip)
    handle = sweep(path, 0.0055, segments=10) - cylinder(radius - wall, height)
    return shape(
        {"body": _hollow(outer, inner) + handle},
        [
            cylinder_part(foot, base),
            *ring_parts(
                inner=[(foot - wall, LIFT), (radius - wall, height * 0.25), (radius - wall, height)],
                outer=[(foot, LIFT), (radius, height * 0.25), (radius, height)],
            ),
            *rods_along(path, 0.0055),
        ],
        cavity=Cavity(base, height, tuple(circle(radius - wall, steps=16))),
    )


def _basin(
    radius: float, height: float, foot: float, wall: float, *, steps: int = 14
) -> tuple[list[Point2], list[Point2]]:
    """The outer and inner curves of a bowl that stands on a ring."""
    rise, base = height * 0.1, height * 0.1 + wall
    outer = [(foot, 0.0), (foot, rise)]
    outer += [
        (foot + (radius - foot) * math.sin(a), height - (height - rise) * math.cos(a))
        for a in np.radians(np.linspace(8, 90, steps))
    ]
    flat = foot * 0.9
    inner = [
        (flat + (radius - wall - flat) * math.sin(a), height - (height - base) * math.cos(a))
        for a in np.radians(np.linspace(0, 90, steps))
    ]
    return outer, inner


def _basin_parts(outer: Sequence[Point2], inner: Sequence[Point2]) -> list[Part]:
    foot, rise = outer[1]
    return [
        cylinder_part(foot, inner[0][1]),
        *ring_parts(inner=thin(inner, 4), outer=[(foot * 0.9, rise), *thin(outer[2:], 4)[1:]]),
    ]


@asset(
    "bowl",
    decals=True,
    size=Range(0.13, 0.26),
    finishes={"body": (*GLAZES, *palette("wood"))},
    density=1500,
    container=True,
    tags="kitchen",
)
def bowl(rng: Rng) -> Shape:
    """A round open bowl on a small foot."""
    radius = rng.uniform(0.07, 0.125)
    height = radius * rng.uniform(0.68, 0.98)
    wall = 0.006
    outer, inner = _basin(radius, height, radius * rng.uniform(0.42, 0.55), wall)
    return shape(
        {"body": _hollow(outer, inner)},
        _basin_parts(outer, inner),
        cavity=Cavity(inner[0][1], height, tuple(circle(radius - wall, steps=16))),
    )


@asset(
    "plate",
    size=Range(0.18, 0.30),
    finishes={"body": GLAZES, "trim": palette("paint", "white blue grey")},
    density=1900,
    flat_top=True,
    tags="kitchen",
)
def plate(rng: Rng) -> Shape:
    """A shallow dinner plate with a raised rim and a painted line along its edge."""
    radius = rng.uniform(0.095, 0.145)
    well = radius * rng.uniform(0.6, 0.7)
    height = radius * rng.uniform(0.15, 0.2)
    base, wall = 0.006, 0.005
    lip = well + (radius - well) * 0.25
    outer = [(well * 0.9, 0.0), (well, 0.001), (lip, height * 0.55), (radius, height - wall), (radius, height - 0.001)]
    inner = [(well, base), (lip - wall, height * 0.55 + wall * 0.7), (radius - 0.002, height)]
    line = radius - rng.uniform(0.005, 0.009)
    body = _hollow(outer, inner)
    at = float(np.interp(line, [inner[1][0], inner[2][0]], [inner[1][1], inner[2][1]]))
    return shape(
        {"body": body, "trim": torus(line, 0.0026, (0, 0, at - 0.0012), segments=ROUND) - body},
        [
            cylinder_part(well, base),
            *ring_parts(inner=inner, outer=[(well, LIFT), (lip, height * 0.55), (radius, height - wall)]),
        ],
        top=Top(base, tuple(circle(well, steps=16))),
    )


@asset(
    "saucepan",
    size=Range(0.28, 0.46),
    finishes={"body": (*METALS, *palette("paint", "red orange blue teal green")), "handle": ("black plastic",)},
    density=2600,
    container=True,
    tags="kitchen",
)
def saucepan(rng: Rng) -> Shape:
    """A straight-sided open pan with one long handle."""
    radius = rng.uniform(0.075, 0.11)
    height = radius * rng.uniform(0.8, 1.15)
    wall, base = 0.005, 0.006
    outer = [
        (radius - 0.006, 0.0),
        (radius - 0.002, 0.002),
        (radius, 0.006),
        (radius, height - 0.005),
        (radius + 0.003, height - 0.003),
        (radius + 0.003, height),
    ]
    inner = [(radius - wall, base), (radius - wall, height)]
    length = radius * rng.uniform(1.6, 2.0)
    start = (0.0, radius - 0.001, height * 0.8)
    elbow = (0.0, radius + length * 0.28, height * 0.84)
    end = (0.0, radius + length, height * 0.98)
    grip = hull(sphere(0.0095, elbow, segments=16), sphere(0.012, end, segments=16))
    hole = rod((-0.03, end[1] - 0.002, end[2]), (0.03, end[1] - 0.002, end[2]), 0.0045, segments=12)
    neck = rod(start, elbow, 0.0065)
    return shape(
        {"body": _hollow(outer, inner) + neck, "handle": grip - neck - hole},
        [
            cylinder_part(radius - 0.003, base),
            *ring_parts(inner=inner, outer=[(radius, base), (radius + 0.001, height)]),
            rod_part(start, elbow, 0.0065, flat=True),
            *rods_along([elbow, end], 0.0105),
        ],
        cavity=Cavity(base, height, tuple(circle(radius - wall, steps=16))),
    )


@asset(
    "jug", decals=True, size=Range(0.15, 0.27), finishes={"body": GLAZES}, density=1700, container=True, tags="kitchen"
)
def jug(rng: Rng) -> Shape:
    """A tall pitcher with a pulled pouring lip and a handle opposite."""
    height = rng.uniform(0.15, 0.235)
    radius = height * rng.uniform(0.26, 0.33)
    neck = radius * rng.uniform(0.68, 0.8)
    wall, base = 0.006, 0.008
    outer = smooth(
        [
            (radius * 0.75, 0),
            (radius, height * 0.28),
            (radius * 0.95, height * 0.48),
            (neck, height * 0.78),
            (neck * 1.08, height),
        ],
        steps=6,
    )
    reach = neck * rng.uniform(0.45, 0.6)

    def pull(points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Draw the rim out towards -y."""
        aim = np.clip(-points[:, 1] / np.maximum(np.hypot(points[:, 0], points[:, 1]), 1e-6), 0, 1) ** 5
        weight = aim * np.clip(points[:, 2] / height * 4 - 3, 0, 1) ** 1.5
        return np.asarray(points + weight[:, None] * np.array([0.0, -reach, height * 0.03]), float)

    inner = _inset(outer, wall, base)
    shell = [(r - wall / 2, z) for r, z in outer]
    loop = ear(neck, height * 0.58, radius * rng.uniform(0.8, 1.0), height * 0.27)
    path = [(x, max(y, float(np.interp(z, [q for _, q in shell], [r for r, _ in shell]))), z) for x, y, z in loop]
    body = _hollow(outer, inner).warp_batch(pull)
    coarse = [(outer[0][0], LIFT), outer[6], outer[18], outer[-1]]
    walls = ring_parts(inner=[(r - wall, z) for r, z in coarse], outer=coarse)
    return shape(
        {"body": body + (sweep(path, 0.008, segments=10) - turned(shell))},
        [
            cylinder_part(radius * 0.76, base),
            *(replace(p, points=pull(p.points)) for p in walls),
            *rods_along(path[::2], 0.008),
        ],
        cavity=Cavity(base, height, tuple(circle(neck * 1.08 - wall, steps=16))),
    )


@asset(
    "tumbler",
    decals=True,
    size=Range(0.10, 0.16),
    finishes={"body": PLASTICS},
    density=1100,
    container=True,
    tags="kitchen bathroom",
)
def tumbler(rng: Rng) -> Shape:
    """A tall drinking cup without a handle that widens upwards, ringed with ridges now and then."""
    height = rng.uniform(0.105, 0.155)
    radius = height * rng.uniform(0.29, 0.35)
    foot = radius * rng.uniform(0.66, 0.8)
    wall, base = 0.004, 0.007
    outer = [
        (foot - 0.002, 0.0),
        (foot, 0.002),
        (radius, height - 0.003),
        (radius + 0.0015, height - 0.002),
        (radius + 0.0015, height),
    ]
    inner = [(foot - wall, base), (radius - wall, height)]
    body = _hollow(outer, inner)
    if rng.random() < 0.5:
        for t in (0.14, 0.24, 0.34):
            body += torus(foot + (radius - foot) * t - 0.0005, 0.0022, (0, 0, height * t), segments=ROUND)
    else:
        grooves = rod(
            (foot + 0.004, 0, 0.012), (foot + (radius - foot) * 0.65 + 0.004, 0, height * 0.65), 0.0065, segments=12
        )
        body -= around(grooves, 16)
    return shape(
        {"body": body},
        [
            cylinder_part(foot, base),
            *ring_parts(inner=[(foot - wall, LIFT), inner[1]], outer=[(foot, LIFT), (radius, height)]),
        ],
        cavity=Cavity(base, height, tuple(circle(radius - wall, steps=16))),
    )


@asset(
    "colander",
    size=Range(0.24, 0.40),
    finishes={"body": (*palette("metal", "silver copper"), *PAINTS)},
    density=2200,
    container=True,
    tags="kitchen",
)
def colander(rng: Rng) -> Shape:
    """A draining bowl full of holes, with a loop on either side."""
    radius = rng.uniform(0.1, 0.135)
    height = radius * rng.uniform(0.72, 0.92)
    wall = 0.005
    outer, inner = _basin(radius, height, radius * 0.52, wall, steps=7)
    count = int(rng.integers(14, 18))
    rows = []
    for row, angle in enumerate(np.radians((25, 46, 68))):
        aim = np.array([math.sin(angle), -math.cos(angle) * (height - inner[0][1]) / radius])
        a, b = 0.6 * radius * aim, 1.3 * radius * aim
        drill = rod((a[0], 0, height + a[1]), (b[0], 0, height + b[1]), radius * 0.062, segments=6)
        rows.append(around(drill, count, start_deg=180 / count * row))
    loop = [
        (radius * 0.36 * c, radius - 0.003 + radius * 0.3 * s, height - 0.006) for c, s in arc(1.0, 0, 180, steps=8)
    ]
    rim = torus(radius - 0.001, 0.004, (0, 0, height - 0.003), segments=ROUND)
    body = _hollow(outer, inner) - union(*rows)
    other = [(-x, -y, z) for x, y, z in loop]
    return shape(
        {
            "body": union(body, rim, sweep(loop, 0.005, segments=8), sweep(other, 0.005, segments=8))
            - cylinder(radius - wall, 0.1, (0, 0, height - 0.02))
        },
        [
            *_basin_parts(outer, inner),
            *rods_along(loop[:1] + loop[1::2], 0.005),
            *rods_along(other[:1] + other[1::2], 0.005),
        ],
        cavity=Cavity(inner[0][1], height, tuple(circle(radius - wall, steps=16))),
    )
