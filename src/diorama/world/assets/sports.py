"""Sports gear: balls of regulation size and weight, a bowling pin and a dumbbell."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import STEEL, palette
from diorama.world.modelling import (
    Point3,
    Solid,
    bands,
    box,
    circle,
    cylinder,
    ellipsoid,
    extrude,
    hull,
    revolve,
    rod,
    smooth,
    sphere,
    sweep,
    turn,
    union,
)
from diorama.world.parts import hull_part, rod_part, sphere_part, turned_parts
from diorama.world.shape import Shape, shape

_GOLDEN = (1 + math.sqrt(5)) / 2


def _tumbled(pattern: Solid, rng: Rng) -> Solid:
    """A pattern turned any way about the origin."""
    x, y, z = rng.uniform(0, 360, 3)
    return turn(pattern, x=x, y=y, z=z)


def _inlaid(radius: float, pattern: Solid, skin: str, inlay: str, *, segments: int = 48) -> Shape:
    """A ball with a pattern let into its skin."""
    inside, outside = sphere(radius, segments=segments).split(pattern)
    return shape({skin: outside, inlay: inside}, [sphere_part(radius)])


def _seam(radius: float, share: float = 0.75, *, steps: int = 48) -> list[Point3]:
    """The closed curve that joins the two figure-of-eight halves of a tennis ball or a baseball."""
    a, b = radius * share, radius * (1 - share)
    return [
        (
            a * math.cos(t) + b * math.cos(3 * t),
            a * math.sin(t) - b * math.sin(3 * t),
            2 * math.sqrt(a * b) * math.sin(2 * t),
        )
        for t in np.linspace(0, 2 * math.pi, steps + 1)
    ]


@asset(
    "basketball",
    size=Range(0.235, 0.246),
    finishes={"skin": ("orange rubber",), "seam": ("black rubber",)},
    density=85,
    round=True,
    tags="ball floor outdoor",
)
def basketball(rng: Rng) -> Shape:
    """A pebbled ball with black seams: two great circles and two bows."""
    radius = rng.uniform(0.118, 0.122)
    wire = radius * rng.uniform(0.03, 0.038)
    rings = [box(wire * 2, 1, 1, (0, 0, -0.5)), box(1, 1, wire * 2, (0, 0, -wire))]
    near, far = radius * rng.uniform(0.89, 0.93), radius * rng.uniform(0.6, 0.7)
    bow = [
        (math.sqrt(radius**2 - y**2 - z**2), y, z)
        for a in np.linspace(0, 2 * math.pi, 33)
        for y, z in [(near * math.cos(a), far * math.sin(a))]
    ]
    tube = sweep(bow, wire, segments=8)
    return _inlaid(radius, _tumbled(union(*rings, tube, turn(tube, z=180)), rng), "skin", "seam")


@asset(
    "soccer ball",
    size=Range(0.21, 0.226),
    finishes={"skin": ("white leather",), "patch": ("black leather",)},
    density=78,
    round=True,
    tags="ball floor outdoor",
)
def soccer_ball(rng: Rng) -> Shape:
    """A white ball of hexagons with twelve black pentagons."""
    radius = rng.uniform(0.107, 0.112)
    corners = [np.array(p) for a in (-1, 1) for b in (-_GOLDEN, _GOLDEN) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    pattern: list[Solid] = []
    for i, p in enumerate(corners):
        near = [q for q in corners if 0 < np.linalg.norm(p - q) < 2.1]
        pattern.append(_wedge([p * 0.64 + q * 0.36 for q in near]))
        for q in corners[i + 1 :]:
            if np.linalg.norm(p - q) < 2.1:
                side = 0.012 * np.cross(p, q)
                pattern.append(_wedge([e + s * side for e in (p, q) for s in (-1, 1)]))
    return _inlaid(radius, _tumbled(union(*pattern), rng), "skin", "patch")


def _wedge(rays: list[NDArray[np.float64]]) -> Solid:
    """What rays from the origin enclose, for half a metre outwards."""
    return Solid.hull_points(
        np.array([0.05 * r / np.linalg.norm(r) for r in rays] + [0.4 * r / np.linalg.norm(r) for r in rays])
    )


@asset(
    "tennis ball",
    size=Range(0.064, 0.069),
    finishes={"felt": ("yellow fabric",), "seam": ("white rubber",)},
    density=375,
    round=True,
    tags="ball floor outdoor",
)
def tennis_ball(rng: Rng) -> Shape:
    """A felt ball with a white winding seam."""
    radius = rng.uniform(0.0327, 0.0342)
    line = sweep(_seam(radius), radius * rng.uniform(0.055, 0.075), segments=8)
    return _inlaid(radius, _tumbled(line, rng), "felt", "seam")


@asset(
    "baseball",
    size=Range(0.072, 0.077),
    finishes={"skin": ("white leather",), "stitch": ("red fabric",)},
    density=690,
    round=True,
    tags="ball floor outdoor",
)
def baseball(rng: Rng) -> Shape:
    """A white leather ball with red stitches along a winding seam."""
    radius = rng.uniform(0.0364, 0.038)
    path = [np.array(p) for p in _seam(radius, 0.72, steps=int(rng.integers(25, 29)))]
    stitches = []
    for a, b in pairwise(path):
        along = (b - a) / np.linalg.norm(b - a)
        side = np.cross(a, along) / radius
        for s in (-1, 1):
            tip = a + 0.005 * s * side - 0.0016 * along
            stitches.append(rod(tuple(a), tuple(tip), 0.0013, segments=4))
    line = sweep([tuple(p) for p in path], 0.0008, segments=4)
    return _inlaid(radius, _tumbled(union(line, *stitches), rng), "skin", "stitch", segments=36)


@asset(
    "beach ball",
    size=Range(0.28, 0.4),
    finishes={
        "panel": palette("plastic", "red orange yellow green teal blue purple pink"),
        "white": ("white plastic",),
    },
    density=6,
    round=True,
    tags="ball toy floor outdoor",
)
def beach_ball(rng: Rng) -> Shape:
    """A light ball of coloured and white segments that meet at round caps."""
    radius = rng.uniform(0.142, 0.198)
    slices = int(rng.choice([3, 4]))
    slice_ = extrude(
        [(0, 0), *[(radius * 2 * math.cos(a), radius * 2 * math.sin(a)) for a in np.linspace(0, math.pi / slices, 5)]],
        radius * 3,
    )
    white = union(*(slice_.rotate((0, 0, 360 * i / slices)) for i in range(slices))).translate((0, 0, -radius * 1.5))
    caps = cylinder(radius * rng.uniform(0.18, 0.26), radius * 3, (0, 0, -radius * 1.5))
    tilt = turn(white - caps, y=rng.uniform(25, 70), z=rng.uniform(0, 360))
    return _inlaid(radius, tilt, "panel", "white")


@asset(
    "billiard ball",
    size=Range(0.057, 0.0575),
    finishes={"ball": palette("plastic", "yellow blue red purple orange green brown black white")},
    density=1740,
    round=True,
    tags="odd ball toy",
)
def billiard_ball(rng: Rng) -> Shape:
    """A glossy plain ball."""
    return shape({"ball": sphere(0.02857, segments=64)}, [sphere_part(0.02857)])


@asset(
    "golf ball",
    size=Range(0.0425, 0.0431),
    finishes={"ball": ("white plastic",)},
    density=1190,
    round=True,
    tags="ball outdoor",
)
def golf_ball(rng: Rng) -> Shape:
    """A small ball covered with dimples."""
    radius = rng.uniform(0.02133, 0.02152)
    count = int(rng.integers(74, 86))
    dimples = []
    for i in range(count):
        height = 1 - (2 * i + 1) / count
        across = math.sqrt(1 - height**2)
        angle = 2 * math.pi * i / _GOLDEN
        spot = np.array([across * math.cos(angle), across * math.sin(angle), height]) * radius * 1.22
        dimples.append(sphere(radius * 0.265, tuple(spot), segments=16))
    return shape({"ball": sphere(radius, segments=48) - union(*dimples)}, [sphere_part(radius)])


@asset(
    "bowling ball",
    size=Range(0.214, 0.2185),
    finishes={"ball": palette("plastic", "blue red purple green orange teal pink"), "hole": ("black rubber",)},
    density=1150,
    round=True,
    tags="ball floor",
)
def bowling_ball(rng: Rng) -> Shape:
    """A heavy glossy ball with three finger holes."""
    radius = rng.uniform(0.1073, 0.1091)
    spots = ((0.0, 0.020), (0.0, -0.020), (0.056, 0.0))
    drills = [cylinder(0.0125 + 0.003 * (x > 0), 0.1, (x - 0.02, y, radius * 0.55), segments=24) for x, y in spots]
    holes = turn(union(*drills), y=rng.uniform(-5, 40), z=rng.uniform(-60, 10))
    return _inlaid(radius, holes, "ball", "hole")


@asset(
    "rugby ball",
    size=Range(0.27, 0.3),
    finishes={"skin": palette("leather", "white blue red green yellow orange"), "band": ("black leather",)},
    density=80,
    round=True,
    tags="ball floor outdoor",
)
def rugby_ball(rng: Rng) -> Shape:
    """An egg-shaped ball with dark bands near both ends and four long seams."""
    length, width = rng.uniform(0.275, 0.295), rng.uniform(0.182, 0.196)
    ball = ellipsoid(length, width, width, segments=48)
    place_x, wide = length * rng.uniform(0.24, 0.29), length * rng.uniform(0.07, 0.1)
    band = union(*(box(wide, 1, 1, (s * place_x, 0, -0.5)) for s in (-1, 1)))
    seam = union(*(turn(box(place_x * 2, 0.004, 1, (0, 0, -0.5)), x=a) for a in (45, 135)))
    half, waist = length / 2, width / 2
    belly = [
        sphere_part(waist * math.sqrt(1 - x**2 / (half**2 - waist**2)), (x, 0, 0))
        for f in (-0.99, -0.75, -0.45, 0.45, 0.75, 0.99)
        for x in [f * (half**2 - waist**2) / half]
    ]
    return shape(
        {"skin": ball - band - seam, "band": ball ^ (band + seam)},
        [rod_part((-waist - 0.01, 0, 0), (waist + 0.01, 0, 0), waist), *belly],
    )


@asset(
    "bowling pin",
    size=Range(0.36, 0.4),
    finishes={"pin": ("white plastic", "light wood"), "stripe": palette("paint", "red blue green")},
    density=650,
    tags="toy floor",
)
def bowling_pin(rng: Rng) -> Shape:
    """A tall white pin with a bulging belly and two stripes about its neck."""
    height, belly = rng.uniform(0.365, 0.395), rng.uniform(0.058, 0.064)
    neck, head = rng.uniform(0.022, 0.025), rng.uniform(0.031, 0.034)
    curve = smooth(
        [
            (0.028, 0),
            (belly * 0.8, height * 0.15),
            (belly, height * 0.3),
            (belly * 0.78, height * 0.48),
            (neck, height * 0.67),
            (head * 0.93, height * 0.82),
            (head, height * 0.89),
            (head * 0.75, height * 0.96),
            (0, height),
        ],
        steps=5,
    )
    stripes = [height * f for f in (0.615, 0.65, 0.69, 0.725)]
    pin, stripe = bands(revolve([(0, 0), *curve]), stripes)
    return shape({"pin": pin, "stripe": stripe}, turned_parts([*curve[::3], curve[-1]]))


@asset(
    "dumbbell",
    size=Range(0.17, 0.32),
    finishes={
        "head": palette("rubber", "black") + palette("plastic", "red blue purple pink teal green"),
        "grip": STEEL,
    },
    density=4200,
    tags="household floor",
)
def dumbbell(rng: Rng) -> Shape:
    """Two hexagonal heads on a steel grip."""
    flat, thick = rng.uniform(0.036, 0.058), rng.uniform(0.045, 0.075)
    grip = rng.uniform(0.1, 0.13)
    corner = flat / math.cos(math.pi / 6)
    middle = grip / 2 + thick / 2

    def head(y: float) -> Solid:
        rim = thick * 0.15
        core = hull(
            extrude(circle(corner, steps=6), thick - 2 * rim).translate((0, 0, rim)),
            extrude(circle(corner * 0.8, steps=6), thick),
        )
        return turn(core, x=90).translate((0, y + thick / 2, flat))

    heads = [head(-middle), head(middle)]
    bar = rng.uniform(0.014, 0.018)
    inner = grip / 2 + thick * 0.3
    reach = middle + thick / 2 + 0.002
    ends = [rod((0, s * (reach - 0.01), flat), (0, s * reach, flat), flat * 0.4, segments=24) for s in (-1, 1)]
    handle = rod((0, -inner, flat), (0, inner, flat), bar) + ellipsoid(bar * 2.5, grip * 0.6, bar * 2.5, (0, 0, flat))
    main = union(*heads)
    return shape(
        {"head": main, "grip": (handle + union(*ends)) - main},
        [*(hull_part(h) for h in heads), rod_part((0, -inner, flat), (0, inner, flat), bar * 1.1, flat=True)],
    )
