"""Things that are kept because they are nice to look at."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from diorama.world.assets.profiles import facing, moved, rectangle
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import GLAZES, WOODS, palette
from diorama.world.modelling import (
    Point2,
    Point3,
    Solid,
    arc,
    around,
    box,
    circle,
    cylinder,
    hull,
    revolve,
    rod,
    smooth,
    sweep,
    union,
)
from diorama.world.parts import box_part, cylinder_part, hull_part, ring_parts, rod_part, rods_along, turned_parts
from diorama.world.shape import Part, Shape, shape


def _blade(path: Sequence[Point2], widths: Sequence[float], turn_deg: float) -> list[Solid]:
    """A flat leaf along (x, z) points, in convex links, turned about z."""
    thin = 0.0036
    cuts = [box(thin, w, thin, (x, 0, z - thin / 2)) for (x, z), w in zip(path, widths, strict=True)]
    return [hull(a, b).rotate((0, 0, turn_deg)) for a, b in itertools.pairwise(cuts)]


def _broad_leaves(rng: Rng, start: float, size: float) -> list[list[Solid]]:
    leaves = []
    count = int(rng.integers(11, 14))
    for i in range(count):
        reach, rise = (0.5, 1.3) if i >= count * 0.6 else (1.0, 0.8)
        reach, rise = size * reach * rng.uniform(0.85, 1.1), size * rise * rng.uniform(0.85, 1.1)
        wide = size * rng.uniform(0.36, 0.46)
        path = [
            (0.004 + reach * a, start + rise * b)
            for a, b in ((0, 0), (0.3, 0.7), (0.55, 0.95), (0.8, 1.0), (1.0, 0.85))
        ]
        leaves.append(_blade(path, (0.007, wide * 0.65, wide, wide * 0.72, 0.005), 137.5 * i + rng.uniform(-15, 15)))
    return leaves


def _sword_leaves(rng: Rng, start: float, size: float) -> list[list[Solid]]:
    leaves = []
    count = int(rng.integers(8, 11))
    for i in range(count):
        tall, lean, out = size * rng.uniform(1.2, 1.9), rng.uniform(0.05, 0.28), size * rng.uniform(0.1, 0.3)
        path = [(out, start - 0.005), (out + tall * lean * 0.4, start + tall * 0.6), (out + tall * lean, start + tall)]
        leaves.append(_blade(path, (size * 0.18, size * 0.26, 0.005), 137.5 * i))
    return leaves


@asset(
    "plant",
    size=Range(0.19, 0.42),
    density=500,
    tags="household desk outdoor",
    finishes={"leaves": ("green leaf",), "pot": ("orange terracotta", *GLAZES), "soil": ("brown fabric",)},
)
def plant(rng: Rng) -> Shape:
    """A potted plant: broad arching leaves or upright swords."""
    top, tall = rng.uniform(0.055, 0.075), rng.uniform(0.09, 0.13)
    foot, lip, rim = top * rng.uniform(0.62, 0.8), tall * 0.78, top + 0.006
    pot = revolve(
        [(0, 0), (foot, 0), (top, lip), (rim, lip), (rim, tall), (rim - 0.008, tall), (rim - 0.008, lip), (0, lip)]
    )
    level = tall - 0.008
    soil = cylinder(rim - 0.007, level - lip + 0.002, (0, 0, lip - 0.002))
    make = _broad_leaves if rng.random() < 0.6 else _sword_leaves
    leaves = make(rng, level - 0.004, top * rng.uniform(1.7, 2.1))
    return shape(
        {"leaves": union(*(link for leaf in leaves for link in leaf)), "pot": pot, "soil": soil},
        [
            *turned_parts([(foot, 0), (top, lip)]),
            cylinder_part(rim, level - lip, (0, 0, lip)),
            *(hull_part(hull(*leaf[i : i + 2])) for leaf in leaves for i in range(0, len(leaf), 2)),
        ],
    )


def _flame(at: Point3, size: float) -> Solid:
    drop = smooth([(0, 0), (size * 0.34, size * 0.28), (size * 0.2, size * 0.7), (0, size)], steps=4)
    return revolve(drop, 16).translate(at)


@asset(
    "candle",
    size=Range(0.11, 0.27),
    density=900,
    tags="household candle",
    finishes={
        "wax": palette("wax", "white red beige green blue purple pink yellow orange"),
        "holder": ("gold metal", "silver metal", "black metal"),
        "wick": ("black fabric",),
        "flame": ("yellow glow",),
    },
)
def candle(rng: Rng) -> Shape:
    """A burning candle: a thick one with drips on a saucer, or a thin one in a holder with a finger ring."""
    thick = rng.random() < 0.5
    radius = rng.uniform(0.028, 0.038) if thick else rng.uniform(0.012, 0.015)
    dish, height = radius * 1.45 if thick else 0.044, rng.uniform(0.085, 0.13) if thick else rng.uniform(0.14, 0.18)
    base, top = 0.007, 0.007 + height
    rim = [(dish * 0.8, 0.0), (dish, 0.014)]
    holder = revolve([(0, 0), *rim, (dish - 0.004, 0.014), (dish * 0.8 - 0.003, base), (0, base)])
    parts: list[Part] = [
        cylinder_part(dish * 0.8, base),
        *ring_parts(
            [(dish * 0.8 - 0.003, 0.002), (dish - 0.004, 0.014)], [(dish * 0.8, 0.002), (dish, 0.014)], sectors=12
        ),
    ]
    if not thick:
        socket = [(radius + 0.009, base - 0.001), (radius + 0.004, base + 0.012), (radius + 0.007, base + 0.03)]
        ring: list[Point3] = [(0.0, dish + 0.014 + y, 0.0225 + z) for y, z in arc(0.016, 180, -180, steps=13)]
        holder += revolve([(0, 0), *socket, (0, base + 0.03)], 28) + sweep(ring, 0.0035, segments=8)
        parts += [cylinder_part(radius + 0.006, 0.03, (0, 0, base)), *rods_along(ring[::2], 0.0035)]
    wax = revolve(
        [
            (0, base),
            (radius, base),
            (radius, top - 0.003),
            (radius - 0.003, top),
            (radius * 0.6, top - 0.004),
            (0, top - 0.004),
        ]
    )
    for angle in rng.uniform(0, 2 * math.pi, 5):
        x, y, size = radius * math.cos(angle), radius * math.sin(angle), radius * 0.1 + 0.002
        low = top - height * rng.uniform(0.12, 0.4)
        wax += sweep([(x, y, low), (x, y, top - size * 1.1)], [size, size * 0.7], segments=8)
    tip = top + 0.012
    blaze = 0.028 + radius * 0.35
    parts += [
        cylinder_part(radius, height, (0, 0, base)),
        rod_part((0, 0, top), (0, 0, tip + blaze * 0.9), blaze * 0.3),
    ]
    return shape(
        {
            "wax": wax,
            "holder": holder,
            "wick": rod((0, 0, top - 0.006), (0, 0, tip + 0.004), 0.0022, segments=8),
            "flame": _flame((0, 0, top + 0.007), blaze),
        },
        parts,
    )


@asset(
    "picture frame",
    size=Range(0.17, 0.32),
    density=600,
    fronted=True,
    tags="household desk",
    finishes={
        "frame": (*WOODS, *palette("paint", "red black white blue teal pink"), "gold metal"),
        "mat": ("white paper",),
        "sky": ("blue paper",),
        "hill": ("green paper",),
        "sun": ("yellow paper",),
    },
)
def picture_frame(rng: Rng) -> Shape:
    """A framed picture of green hills under a blue sky, leaning on its strut."""
    y, z = rng.uniform(0.15, 0.28), rng.uniform(0.16, 0.26)
    rail, lean, deep = rng.uniform(0.024, 0.034), rng.uniform(10, 15), 0.016
    inner_y, inner_z, mat = y - 2 * rail, z - 2 * rail, 0.012
    window = rectangle(inner_y, inner_z, (0, z / 2))
    frame = facing(rectangle(y, z, (0, z / 2)), deep) - facing(window, deep, (0.006, 0, 0))
    mount = facing(rectangle(inner_y, inner_z, (0, z / 2)), 0.004, (0.004, 0, 0))
    wide, tall = inner_y - 2 * mat, inner_z - 2 * mat
    view = facing(rectangle(wide, tall, (0, z / 2)), 0.02, (0.005, 0, 0))
    low = z / 2 - tall / 2
    hills = [
        moved([(a * wide * 0.5, b * tall * h) for a, b in circle(1.0)], (wide * o, low))
        for o, h in ((-0.28, rng.uniform(0.35, 0.5)), (0.22, rng.uniform(0.45, 0.65)))
    ]
    sun = moved(circle(tall * 0.11, steps=20), (-wide * 0.22, low + tall * 0.78))
    solids = {
        "frame": frame,
        "mat": mount,
        "sky": view ^ facing(rectangle(wide, tall, (0, z / 2)), 0.009),
        "hill": view ^ union(*(facing(h, 0.0102) for h in hills)),
        "sun": view ^ facing(sun, 0.0102),
    }
    leaning = {slot: s.rotate((0, -lean, 0)) for slot, s in solids.items()}
    back = -math.sin(math.radians(lean)) * z * 0.75
    strut = hull(box(0.005, y * 0.2, 0.003, (back - z * 0.3, 0, 0)), box(0.005, y * 0.12, 0.01, (back, 0, z * 0.68)))
    floor = box(1, 1, 1)
    leaning["frame"] = leaning["frame"] ^ floor
    return shape(leaning | {"frame": leaning["frame"] + strut}, [hull_part(hull(*leaning.values())), hull_part(strut)])


@asset(
    "lantern",
    size=Range(0.2, 0.36),
    density=500,
    tags="household outdoor candle",
    finishes={
        "frame": (*palette("metal", "black copper gold silver"), *palette("paint", "red green blue white")),
        "light": ("yellow glow",),
    },
)
def lantern(rng: Rng) -> Shape:
    """A lit lantern: four posts about a glowing middle, a pointed roof and a ring to carry it by."""
    half, tall = rng.uniform(0.045, 0.06), rng.uniform(0.1, 0.14)
    base, bar, roof, ring = 0.022, half * 0.22, half * rng.uniform(0.7, 1.0), half * rng.uniform(0.45, 0.6)
    eaves = base + tall
    foot = box(2.4 * half, 2.4 * half, base * 0.5) + box(2 * half, 2 * half, base)
    post = box(bar, bar, tall, (half - bar / 2, half - bar / 2, base))
    rails = [box(2 * half, bar * 0.8, bar * 0.8, (0, half - bar * 0.45, base + tall * k)) for k in (0.0, 0.94)]
    mullion = box(bar * 0.6, bar * 0.6, tall, (0, half - bar * 0.45, base))
    cap = hull(
        box(2.35 * half, 2.35 * half, 0.008, (0, 0, eaves)), box(half * 0.8, half * 0.8, 0.004, (0, 0, eaves + roof))
    )
    knob = cylinder(half * 0.3, half * 0.35, (0, 0, eaves + roof), segments=20)
    top = eaves + roof + half * 0.3
    path: list[Point3] = [(0.0, y, top + ring * 0.9 + z) for y, z in arc(ring, -90, 270, steps=15)]
    frame = union(foot, cap, knob, around(union(post, mullion, *rails), 4), sweep(path, 0.004, segments=8))
    light = box(2 * half - bar * 1.3, 2 * half - bar * 1.3, tall + 0.004, (0, 0, base - 0.002))
    return shape(
        {"frame": frame, "light": light},
        [
            box_part(2.4 * half, 2.4 * half, base * 0.5),
            box_part(2 * half, 2 * half, base * 0.5 + tall, (0, 0, base * 0.5)),
            hull_part(cap),
            cylinder_part(half * 0.3, half * 0.35, (0, 0, eaves + roof)),
            *rods_along(path[::2], 0.004),
        ],
    )
