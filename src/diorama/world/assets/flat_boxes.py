"""Boxes and blocks that stack: closed, level on top, each with a print or a form that names it."""

from __future__ import annotations

import math

from diorama.world.assets.printing import bars, inlaid, lettering, mark
from diorama.world.assets.profiles import moved, rectangle, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import FABRICS, palette
from diorama.world.modelling import arc, box, circle, cylinder, sweep, union
from diorama.world.parts import box_part, rods_along
from diorama.world.shape import Shape, Top, shape


@asset(
    "pizza box",
    size=Range(0.27, 0.36),
    density=120,
    fronted=True,
    flat_top=True,
    tags="pile odd kitchen household",
    finishes={
        "body": ("white paper", "brown cardboard"),
        "word": ("red paint", "green paint"),
        "crust": ("orange paint",),
        "cheese": ("yellow paint",),
        "topping": ("red paint",),
    },
)
def pizza_box(rng: Rng) -> Shape:
    """A flat square box with a pizza on its lid, and the word."""
    side, z = rng.uniform(0.28, 0.34), rng.uniform(0.038, 0.05)
    lid = side + 0.006
    at, radius = (side * 0.14, 0.0), side * 0.3
    slices = [math.radians(60 * k + 30) for k in range(6)]
    spots = [(at[0] + radius * 0.55 * math.cos(a), at[1] + radius * 0.55 * math.sin(a)) for a in slices]
    marks = {
        "word": lettering("PIZZA", (-side * 0.33, 0), z, height=side * 0.16, width=side * 0.72),
        "crust": mark(moved(circle(radius), at), z),
        "cheese": mark(moved(circle(radius * 0.86), at), z),
        "topping": union(*(mark(moved(circle(radius * 0.17, steps=20), s), z) for s in [at, *spots])),
    }
    base = box(side, side, z - 0.002)
    cover = box(lid, lid, z * 0.55, (-0.001, 0, z * 0.45))
    tabs = union(*(box(0.004, side * 0.12, z * 0.4, (lid / 2, s * side * 0.3, z * 0.1)) for s in (-1, 1)))
    return shape(
        inlaid({"body": union(base, cover, tabs)}, marks, z),
        [box_part(lid, lid, z)],
        top=Top(z, tuple(rectangle(side, side))),
    )


def _shoe(length: float) -> list[tuple[float, float]]:
    """The outline of a low shoe, its toe to +y, its sole to +x."""
    profile = [
        (-0.5, 0),
        (0.5, 0),
        (0.5, 0.12),
        (0.4, 0.2),
        (0.14, 0.26),
        (-0.08, 0.44),
        (-0.2, 0.36),
        (-0.44, 0.4),
        (-0.5, 0.3),
    ]
    return [(length * (0.22 - v), length * u) for u, v in profile]


@asset(
    "shoebox",
    size=Range(0.29, 0.37),
    density=150,
    fronted=True,
    flat_top=True,
    tags="pile odd household",
    finishes={
        "lid": palette("paint", "orange blue green red black teal"),
        "body": ("white paper", "beige paper", "brown cardboard"),
        "word": ("white paint",),
    },
)
def shoebox(rng: Rng) -> Shape:
    """A long box whose lid comes down over its edge; a shoe and the word are printed on the lid."""
    y = rng.uniform(0.3, 0.35)
    x, z = y * rng.uniform(0.56, 0.62), y * rng.uniform(0.32, 0.38)
    over, rim = 0.005, z * rng.uniform(0.26, 0.34)
    lid = box(x + 2 * over, y + 2 * over, rim, (0, 0, z - rim))
    shoe = mark(moved(_shoe(y * 0.46), (-x * 0.16, 0)), z)
    word = lettering("SHOES", (x * 0.27, 0), z, height=x * 0.24, width=y * 0.6)
    return shape(
        inlaid({"lid": lid}, {"word": shoe + word}, z) | {"body": box(x, y, z - rim + 0.001)},
        [box_part(x + 2 * over, y + 2 * over, z)],
        top=Top(z, tuple(rectangle(x, y))),
    )


@asset(
    "first aid kit",
    size=Range(0.23, 0.31),
    density=200,
    fronted=True,
    flat_top=True,
    tags="pile odd household bathroom",
    finishes={
        "body": ("red plastic", "green plastic", "blue plastic"),
        "sign": ("white plastic",),
        "cross": ("red plastic",),
        "fittings": ("black plastic",),
    },
)
def first_aid_kit(rng: Rng) -> Shape:
    """A case that lies flat: a cross in a white disc on its lid, a handle and two catches in front."""
    y = rng.uniform(0.235, 0.285)
    x, z = y * rng.uniform(0.68, 0.76), rng.uniform(0.07, 0.095)
    shell = stadium(x, y, z, 0.022) - (
        stadium(x + 1, y + 1, 0.003, 0, (0, 0, z * 0.55)) - stadium(x - 0.005, y - 0.005, z, 0.02)
    )
    radius = x * rng.uniform(0.34, 0.4)
    long, wide = radius * 1.35, radius * 0.45
    marks = {
        "sign": mark(circle(radius), z),
        "cross": bars([(0, 0, long, wide), (0, 0, wide, long)], z),
    }
    handle = [(x / 2 - 0.002 + 0.026 * min(1.0, 1.7 * s), y * 0.2 * c, z * 0.55) for c, s in arc(1.0, 0, 180, steps=11)]
    catches = union(*(box(0.008, 0.028, z * 0.42, (x / 2, s * y * 0.33, z * 0.36)) for s in (-1, 1)))
    return shape(
        inlaid({"body": shell}, marks, z) | {"fittings": sweep(handle, 0.006, segments=10) + catches},
        [box_part(x, y, z), *rods_along(handle[::2], 0.006)],
        top=Top(z, tuple(rectangle(x - 0.01, y - 0.01))),
    )


@asset(
    "brick",
    size=Range(0.19, 0.24),
    density=1800,
    flat_top=True,
    tags="pile odd tool outdoor",
    finishes={"body": ("orange terracotta", "grey concrete")},
)
def brick(rng: Rng) -> Shape:
    """A fired brick with holes through it."""
    y = rng.uniform(0.2, 0.235)
    x, z = y * rng.uniform(0.47, 0.51), y * rng.uniform(0.28, 0.34)
    count = int(rng.integers(3, 5))
    gap = y * 0.8 / count
    holes = [
        cylinder(min(x * 0.2, gap * 0.34), 1, (0, (k - (count - 1) / 2) * gap, -0.5), segments=24) for k in range(count)
    ]
    return shape(
        {"body": box(x, y, z, edge=0.003) - union(*holes)},
        [box_part(x, y, z)],
        top=Top(z, tuple(rectangle(x, y))),
    )


@asset(
    "towel",
    size=Range(0.25, 0.34),
    density=220,
    flat_top=True,
    fronted=True,
    tags="pile odd bathroom household",
    finishes={"cloth": FABRICS, "band": ("white fabric", "beige fabric", "grey fabric")},
)
def towel(rng: Rng) -> Shape:
    """A thick towel folded into a soft pad: round layers one on the other, two bands across them."""
    y, x = rng.uniform(0.26, 0.33), rng.uniform(0.17, 0.22)
    folds, thick = int(rng.integers(2, 4)), rng.uniform(0.022, 0.027)
    layers = []
    for k in range(folds):
        tuck = 0.0 if k == 0 else float(rng.uniform(0.0, 0.01))
        layers.append(box(x - tuck, y - tuck, thick * 1.06, (-tuck / 2, 0, k * thick), edge=thick * 0.5))
    whole = union(*layers)
    z = whole.bounding_box()[5]
    bands = union(*(box(1, w, 1, (0, y * at, -0.5)) for at, w in ((0.34, 0.03), (0.22, 0.012))))
    return shape(
        {"cloth": whole - bands, "band": whole ^ bands},
        [box_part(x - 0.006, y - 0.006, z)],
        top=Top(z, tuple(rectangle(x - thick, y - thick))),
    )
