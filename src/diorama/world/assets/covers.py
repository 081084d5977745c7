"""Thin things that are laid over others and hide them: paper and cloth, stiff as boards in physics."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diorama.world.assets.printing import bars, inlaid, lettering, mark
from diorama.world.assets.profiles import moved, rectangle, spread
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import palette
from diorama.world.modelling import Solid, box, circle, cylinder, ellipsoid, torus, union
from diorama.world.parts import box_part
from diorama.world.shape import Shape, Top, shape

CLOTH = 0.0035
"""How thick cloth is, and how high its waves are; together they are what other things touch."""
WAVE = 0.0035
_CLOTHS = palette("fabric", "red orange green teal blue purple")


@asset(
    "newspaper",
    size=Range(0.35, 0.44),
    density=300,
    fronted=True,
    flat_top=True,
    tags="pile odd cover household",
    finishes={
        "paper": ("white paper", "beige paper"),
        "ink": ("black paint",),
        "print": ("grey paint",),
        "photo": ("grey paint",),
        "subject": ("black paint",),
    },
)
def newspaper(rng: Rng) -> Shape:
    """A folded newspaper: its name across the head, a headline, a photo and columns of small print."""
    x = rng.uniform(0.36, 0.42)
    y = x * rng.uniform(0.72, 0.78)
    z = rng.uniform(0.006, 0.008)
    sheet = union(
        box(x, y, z * 0.5 - 0.0004, (0, 0, z * 0.5 + 0.0004)), box(x - 0.006, y - 0.004, z * 0.5, (-0.003, 0, 0))
    )
    fold = cylinder(z / 2, y, (0, 0, -y / 2), segments=16).rotate((90, 0, 0)).translate((x / 2 - z / 2, 0, z / 2))
    name = lettering("NEWS", (-x * 0.39, 0), z, height=x * 0.13, width=y * 0.8, bold=0.24)
    rules = bars([(-x * 0.3, 0, x * 0.01, y * 0.92)], z)
    columns = spread(-y * 0.47, y * 0.47, 4)
    wide = (columns[1] - columns[0]) * 0.86
    left = bool(rng.random() < 0.5)
    photo_at = (-x * 0.08, (columns[0] + columns[1]) / 2 if left else (columns[2] + columns[3]) / 2)
    deep, broad = x * 0.3, wide * 2.14
    head = (-x * 0.235, -photo_at[1])
    headline = bars([(head[0] + d * x * 0.03, head[1], x * 0.032, broad * w) for d, w in ((-0.8, 1), (0.9, 0.7))], z)
    lines = [
        (row, at, x * 0.011, wide * (0.6 if rng.random() < 0.12 else 1))
        for at in columns
        for row in spread(-x * 0.17, x * 0.46, 21)
        if not (abs(at - photo_at[1]) < broad / 2 and row < photo_at[0] + deep / 2 + x * 0.02)
    ]
    frame = mark(rectangle(deep, broad, photo_at), z)
    hill = ellipsoid(deep * 0.9, broad * 0.8, 1, (photo_at[0] + deep * 0.5, photo_at[1], z)) ^ frame
    sun = mark(moved(circle(deep * 0.14), (photo_at[0] - deep * 0.2, photo_at[1] + broad * 0.22)), z)
    marks = {"ink": name + rules + headline, "print": bars(lines, z), "photo": frame, "subject": hill + sun}
    return shape(inlaid({"paper": sheet + fold}, marks, z), [box_part(x, y, z)], top=Top(z, tuple(rectangle(x, y))))


def _soft(solids: dict[str, Solid], x: float, y: float, rng: Rng) -> dict[str, Solid]:
    """Cloth that does not lie quite flat: shallow waves, and edges that are not quite straight."""
    a, b, c = rng.uniform(0, 2 * math.pi, 3)

    def wave(points: NDArray[np.float64]) -> NDArray[np.float64]:
        u, v = 2 * points[:, 0] / x, 2 * points[:, 1] / y
        lift = WAVE / 3 * (np.sin(3.1 * u + a) * np.sin(2.7 * v + b) + np.sin(4.1 * (u + v) + c) / 2) + WAVE / 2
        return np.asarray(
            points + np.stack([0.006 * u * np.cos(4.2 * v + a), 0.006 * v * np.cos(4.6 * u + b), lift], 1)
        )

    return {slot: solid.refine_to_length(0.016).warp_batch(wave) for slot, solid in solids.items()}


@asset(
    "napkin",
    size=Range(0.26, 0.36),
    density=300,
    tags="pile odd cover kitchen household",
    finishes={"cloth": palette("fabric", "white beige yellow pink"), "border": _CLOTHS},
)
def napkin(rng: Rng) -> Shape:
    """A square cloth napkin, spread out: a broad coloured border and a fine line within it."""
    side = rng.uniform(0.28, 0.34)
    whole = box(side, side, CLOTH)
    bands = [(1.0, 0.86), (0.78, 0.73)]
    border = union(*(box(side * a, side * a, CLOTH) - box(side * b, side * b, 1, (0, 0, -0.5)) for a, b in bands))
    return shape(
        _soft({"cloth": whole - border, "border": border}, side, side, rng), [box_part(side, side, CLOTH + WAVE)]
    )


@asset(
    "tea towel",
    size=Range(0.4, 0.53),
    density=300,
    tags="pile odd cover kitchen",
    finishes={"cloth": ("white fabric", "beige fabric"), "stripes": _CLOTHS},
)
def tea_towel(rng: Rng) -> Shape:
    """A long linen tea towel, spread out: coloured stripes along it and a loop to hang it by."""
    y = rng.uniform(0.42, 0.5)
    x = y * rng.uniform(0.62, 0.7)
    loop = torus(0.016, 0.002, (0, y / 2 + 0.008, CLOTH / 2), segments=20)
    whole = box(x, y, CLOTH)
    count = int(rng.integers(4, 7))
    lanes = [(at * x, 0.055 * x) for at in spread(-0.46, 0.46, count)]
    fine = [(at + 0.06 * x, 0.016 * x) for at, _ in lanes[:-1]]
    stripes = union(*(box(w, 2, 1, (at, 0, -0.5)) for at, w in lanes + fine)) ^ whole
    solids = _soft({"cloth": whole - stripes, "stripes": stripes}, x, y, rng)
    return shape(
        {"cloth": solids["cloth"], "stripes": solids["stripes"] + loop.translate((0, 0, WAVE / 2))},
        [box_part(x, y, CLOTH + WAVE)],
    )
