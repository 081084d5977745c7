"""Fruit: whole, resting as it would on a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import palette
from diorama.world.modelling import (
    Point2,
    Point3,
    Solid,
    arc,
    around,
    cylinder,
    ellipsoid,
    extrude,
    hull,
    revolve,
    smooth,
    sphere,
    sweep,
    union,
)
from diorama.world.parts import hull_part, rod_part, turned_parts
from diorama.world.shape import Part, Shape, shape

LEAF = ("green leaf",)
STALK = ("brown skin",)


def level(solid: Solid, cut: float) -> Solid:
    """Slice a little off below, so that a round thing has a place to rest on."""
    return solid.trim_by_plane((0, 0, 1), solid.bounding_box()[2] + cut)


def ribbed(solid: Solid, count: int, depth: float) -> Solid:
    """Press upright furrows into a round thing about the z axis."""

    def press(points: NDArray[np.float64]) -> NDArray[np.float64]:
        angle = np.arctan2(points[:, 1], points[:, 0])
        factor = 1 - depth * (1 - np.abs(np.sin(count * angle / 2)))
        return np.asarray(points * np.stack([factor, factor, np.ones_like(factor)], axis=1), float)

    return solid.warp_batch(press)


def leaf(length: float, tilt_deg: float, turn_deg: float, at: Point3) -> Solid:
    """A small thick leaf that starts at `at` and rises outwards."""
    blade = ellipsoid(length, length * 0.5, max(0.0034, length * 0.09), (length / 2, 0, 0), segments=16)
    return blade.rotate((0, -tilt_deg, turn_deg)).translate(at)


def links(path: Sequence[Point3], radii: Sequence[float], segments: int = 12) -> list[Solid]:
    """The convex pieces of `modelling.sweep`, bottom cut level at z = 0."""
    balls = [sphere(r, p, segments=segments) for p, r in zip(path, radii, strict=True)]
    return [hull(a, b).trim_by_plane((0, 0, 1), 0.0) for a, b in pairwise(balls)]


def _stalk_and_leaf(rng: Rng, z: float, size: float) -> tuple[Solid, Solid, list[Part]]:
    """A bent stalk on the axis at height z, and mostly a leaf on it."""
    lean = rng.uniform(-0.25, 0.25) * size
    foot, tip = (0.0, 0.0, z - size * 0.25), (lean, abs(lean) * 0.5, z + size)
    stalk = sweep([foot, (lean * 0.3, 0.0, z + size * 0.4), tip], [0.0022, 0.002, 0.0028], segments=10)
    root = (lean * 0.2, 0.0, z + size * 0.3)
    green = leaf(size * rng.uniform(1.6, 2.1), rng.uniform(15, 35), rng.uniform(-120, 90), root)
    return stalk, green - stalk, [rod_part(foot, tip, 0.0026), hull_part(green)]


@asset(
    "apple",
    size=Range(0.08, 0.12),
    finishes={"skin": palette("skin", "red green yellow"), "stalk": STALK, "leaf": LEAF},
    density=830,
    round=True,
    tags="food kitchen",
)
def apple(rng: Rng) -> Shape:
    """A round fruit with a dimple on top, a stalk in it and a leaf."""
    radius = rng.uniform(0.037, 0.046)
    height = radius * rng.uniform(1.65, 1.95)
    curve = smooth(
        [
            (radius * 0.3, 0),
            (radius * 0.78, height * 0.16),
            (radius, height * 0.52),
            (radius * 0.88, height * 0.84),
            (radius * 0.45, height),
            (radius * 0.14, height * 0.95),
            (0, height * 0.91),
        ],
        steps=5,
    )
    body = ribbed(revolve([(0, 0), *curve]), 5, 0.035)
    stalk, green, parts = _stalk_and_leaf(rng, height * 0.97, radius * rng.uniform(0.4, 0.55))
    return shape(
        {"skin": body, "stalk": stalk - body, "leaf": green - body},
        [hull_part(revolve([(0, 0), *curve[::2]], 20)), *parts],
    )


@asset(
    "orange",
    size=Range(0.075, 0.12),
    finishes={"skin": ("orange skin",), "leaf": LEAF},
    density=870,
    round=True,
    tags="food kitchen",
)
def orange(rng: Rng) -> Shape:
    """A round citrus fruit with the green star of its stalk and two leaves."""
    radius = rng.uniform(0.036, 0.046)
    squash = rng.uniform(0.93, 1.0)
    ball = level(sphere(radius, segments=48).scale((1, 1, squash)), radius * 0.02)
    top = radius * squash
    star = around(ellipsoid(radius * 0.3, radius * 0.12, 0.005, (radius * 0.12, 0, top - 0.001), segments=12), 5)
    turn = rng.uniform(-90, 0)
    leaves = [leaf(radius * rng.uniform(0.75, 1.0), 20, turn + offset, (0, 0, top + 0.002)) for offset in (0, 150)]
    stem = cylinder(0.003, 0.008, (0, 0, top - 0.002), segments=12)
    green = union(star, stem, *leaves)
    return shape(
        {"skin": ball, "leaf": green - ball},
        [
            hull_part(level(sphere(radius, segments=20).scale((1, 1, squash)), radius * 0.02)),
            *(hull_part(piece) for piece in leaves),
        ],
    )


@asset(
    "pear",
    size=Range(0.10, 0.15),
    finishes={"skin": palette("skin", "green yellow"), "stalk": STALK, "leaf": LEAF},
    density=850,
    tags="food kitchen",
)
def pear(rng: Rng) -> Shape:
    """A fruit with a wide belly and a narrow neck under its stalk."""
    radius = rng.uniform(0.035, 0.041)
    height = radius * rng.uniform(2.35, 2.75)
    curve = smooth(
        [
            (radius * 0.4, 0),
            (radius * 0.88, height * 0.12),
            (radius, height * 0.31),
            (radius * 0.74, height * 0.58),
            (radius * 0.42, height * 0.8),
            (radius * 0.32, height * 0.94),
            (radius * 0.1, height),
        ],
        steps=4,
    )
    body = revolve([(0, 0), *curve, (0, height)], 40)
    stalk, green, parts = _stalk_and_leaf(rng, height, radius * rng.uniform(0.45, 0.6))
    return shape({"skin": body, "stalk": stalk - body, "leaf": green - body}, [*turned_parts(curve[::4]), *parts])


@asset(
    "lemon",
    size=Range(0.075, 0.13),
    finishes={"skin": ("yellow skin",), "stalk": LEAF},
    density=900,
    round=True,
    tags="food kitchen",
)
def lemon(rng: Rng) -> Shape:
    """An oval citrus fruit on its side with a nipple at one end."""
    radius = rng.uniform(0.027, 0.034)
    half = radius * rng.uniform(1.25, 1.45)
    curve = smooth(
        [
            (0, -half * 1.02),
            (radius * 0.3, -half * 0.96),
            (radius * 0.74, -half * 0.66),
            (radius, 0),
            (radius * 0.76, half * 0.64),
            (radius * 0.36, half * 0.95),
            (radius * 0.2, half * 1.08),
            (0, half * 1.16),
        ],
        steps=4,
    )
    lying = revolve(curve, 40).rotate((90, 0, 0)).trim_by_plane((0, 0, 1), -radius * 0.98)
    stalk = ellipsoid(radius * 0.36, radius * 0.2, radius * 0.36, (0, half * 1.0, 0), segments=16)
    coarse = revolve(curve[::2], 20).rotate((90, 0, 0)).trim_by_plane((0, 0, 1), -radius * 0.98)
    return shape({"skin": lying, "stalk": stalk - lying}, [hull_part(coarse)])


@asset(
    "banana",
    size=Range(0.15, 0.22),
    finishes={"skin": ("yellow skin",), "tips": STALK},
    density=950,
    tags="food kitchen",
)
def banana(rng: Rng) -> Shape:
    """A long bent fruit lying on its side, brown at both ends."""
    radius = rng.uniform(0.016, 0.02)
    bend = rng.uniform(0.095, 0.118)
    span = rng.uniform(95, 120)
    girth = [0.34, 0.62, 0.82, 0.93, 0.99, 1.0, 1.0, 0.97, 0.88, 0.72, 0.48, 0.3, 0.3]
    rise = [0.35, 0.12, *[0.0] * 8, 0.1, 0.35, 0.6]
    radii = [radius * g for g in girth]
    spots = [
        (x, y, radius * (0.93 * g + h))
        for (x, y), g, h in zip(arc(bend, 90 - span / 2, 90 + span / 2, steps=13), girth, rise, strict=True)
    ]
    body = union(*links(spots, radii, segments=12))
    tips = union(sphere(radius * 0.36, spots[-1], segments=12), sphere(radius * 0.36, spots[0], segments=12))
    coarse = links(spots[::2], radii[::2])
    return shape({"skin": body, "tips": tips - body}, [hull_part(link) for link in coarse])


@asset(
    "pineapple",
    size=Range(0.17, 0.28),
    finishes={"skin": palette("skin", "orange yellow"), "seams": STALK, "leaf": LEAF},
    density=900,
    tags="food kitchen",
)
def pineapple(rng: Rng) -> Shape:
    """A barrel of pointed scales with a tuft of stiff leaves."""
    radius = rng.uniform(0.048, 0.062)
    height = radius * rng.uniform(2.3, 2.8)
    curve = smooth(
        [
            (radius * 0.66, 0),
            (radius * 0.92, height * 0.16),
            (radius, height * 0.45),
            (radius * 0.9, height * 0.78),
            (radius * 0.5, height * 0.98),
        ],
        steps=4,
    )
    core = revolve([(0, 0), *curve, (0, curve[-1][1])], 30)
    scales = _scales(curve, radius, height, around_count=10)
    crown = []
    for count, tilt, length, start in ((7, 48, 0.9, 0.0), (6, 28, 1.25, 25.0), (4, 10, 1.5, 10.0)):
        reach = radius * length * rng.uniform(0.9, 1.1)
        blade = hull(
            ellipsoid(0.007, radius * 0.34, 0.01, segments=8),
            ellipsoid(0.006, radius * 0.28, 0.01, (0, 0, reach * 0.5), segments=8),
            sphere(0.0015, (0, 0, reach), segments=4),
        )
        root = (radius * 0.22, 0.0, height * 0.97)
        blade = blade.rotate((0, tilt, 0)).translate(root)
        crown += [blade.rotate((0, 0, start + 360 * i / count)) for i in range(count)]
    skin = scales.trim_by_plane((0, 0, 1), 0.0) - core
    return shape(
        {"skin": skin, "seams": core, "leaf": union(*crown) - core},
        [*turned_parts([(r + 0.0015, z) for r, z in curve[::4]]), *(hull_part(blade) for blade in crown)],
    )


def _scales(curve: Sequence[Point2], radius: float, height: float, around_count: int) -> Solid:
    """Rows of four-sided studs, every second row shifted, over a turned body."""
    step = math.pi * radius / around_count
    rows = int(height * 0.92 / step)
    studs = []
    for row in range(rows + 1):
        z = height * 0.04 + row * step
        r = float(np.interp(z, [q for _, q in curve], [p for p, _ in curve]))
        size = step * 0.92 * (0.4 + 0.6 * r / radius)
        stud = Solid.cylinder(0.012, size * 1.42, size * 0.55, 4).rotate((0, 90, 0)).translate((r - 0.009, 0, z))
        studs.append(around(stud, around_count, start_deg=(row % 2) * 180 / around_count))
    return union(*studs)


@asset(
    "watermelon",
    size=Range(0.19, 0.30),
    finishes={
        "rind": ("green skin",),
        "stripes": ("black skin",),
        "flesh": ("red skin",),
        "pith": ("white skin",),
        "seeds": ("black skin",),
    },
    density=900,
    tags="food kitchen",
)
def watermelon(rng: Rng) -> Shape:
    """A striped melon with its top cut off: red flesh with black seeds inside a green rind."""
    radius = rng.uniform(0.1, 0.135)
    squash = rng.uniform(0.9, 1.05)
    cut = radius * squash * rng.uniform(0.2, 0.32)
    ball = level(sphere(radius, segments=48).scale((1, 1, squash)), radius * 0.03)
    whole = ball.trim_by_plane((0, 0, -1), -cut)
    face = radius * math.sqrt(1 - (cut / radius / squash) ** 2)
    well = cylinder(face * 0.95, 0.02, (0, 0, cut - 0.01), segments=48)
    pith = cylinder(face * 0.95, 0.0108, (0, 0, cut - 0.01), segments=48)
    flesh = cylinder(face * 0.88, 0.0116, (0, 0, cut - 0.01), segments=48)
    seed = ellipsoid(0.011, 0.0065, 0.005, segments=8)
    seeds = union(
        *(
            seed.translate((face * r, 0, cut + 0.002)).rotate((0, 0, 360 * i / n + turn))
            for r, n, turn in ((0.68, 12, 0), (0.4, 7, 12))
            for i in range(n)
        )
    )
    coat = sphere(radius * 1.009, segments=48).scale((1, 1, squash)).trim_by_plane((0, 0, -1), -cut + 0.001) - ball
    lune = extrude([(0, 0), (2 * radius, -0.17 * radius), (2 * radius, 0.17 * radius)], 4 * radius)
    stripes = coat.trim_by_plane((0, 0, 1), ball.bounding_box()[2] + 0.001) ^ around(
        lune.translate((0, 0, -2 * radius)), int(rng.integers(9, 12))
    )
    coarse = level(sphere(radius, segments=24).scale((1, 1, squash)), radius * 0.03).trim_by_plane((0, 0, -1), -cut)
    return shape(
        {"rind": whole - well, "stripes": stripes, "flesh": flesh - seeds, "pith": pith - flesh, "seeds": seeds},
        [hull_part(coarse)],
    )
