"""Vegetables, bread, cheese and cake."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diorama.world.assets.fruit import LEAF, links, ribbed
from diorama.world.assets.kitchen_machines import bread_slice
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import palette
from diorama.world.modelling import (
    Point2,
    Solid,
    arc,
    around,
    ellipsoid,
    extrude,
    hull,
    revolve,
    rod,
    smooth,
    sphere,
    sweep,
    torus,
    union,
)
from diorama.world.parts import box_part, hull_part, rods_along, sphere_part, turned_parts
from diorama.world.shape import Part, Shape, shape


@asset(
    "pumpkin",
    size=Range(0.18, 0.34),
    finishes={"skin": palette("skin", "orange white"), "stalk": ("green leaf",)},
    density=500,
    tags="food outdoor",
)
def pumpkin(rng: Rng) -> Shape:
    """A squat round vegetable with deep ribs and a thick crooked stalk."""
    radius = rng.uniform(0.095, 0.155)
    height = radius * rng.uniform(1.25, 1.6)
    count = int(rng.integers(8, 12))
    curve = smooth(
        [
            (radius * 0.4, 0),
            (radius * 0.86, height * 0.15),
            (radius, height * 0.5),
            (radius * 0.85, height * 0.84),
            (radius * 0.45, height),
            (radius * 0.15, height * 0.95),
            (0, height * 0.93),
        ],
        steps=4,
    )
    body = ribbed(revolve([(0, 0), *curve], count * 6), count, 0.13)
    girth = radius * rng.uniform(0.11, 0.15)
    lean = radius * rng.uniform(0.08, 0.2)
    path = [(0.0, 0.0, height * 0.9), (0.0, lean * 0.2, height * 1.06), (lean * 0.3, lean, height * 1.22)]
    stalk = sweep(path, [girth * 1.5, girth, girth * 1.1], segments=10)
    return shape(
        {"skin": body, "stalk": stalk - body},
        [hull_part(revolve([(0, 0), *((r * 0.97, z) for r, z in curve[::2])], 24)), *rods_along(path, girth)],
    )


@asset(
    "tomato",
    size=Range(0.075, 0.11),
    finishes={"skin": ("red skin",), "leaf": LEAF},
    density=950,
    round=True,
    tags="food kitchen",
)
def tomato(rng: Rng) -> Shape:
    """A plump round vegetable, a little lobed, with a green star on top."""
    radius = rng.uniform(0.039, 0.052)
    height = radius * rng.uniform(1.4, 1.65)
    curve = smooth(
        [
            (radius * 0.35, 0),
            (radius * 0.82, height * 0.15),
            (radius, height * 0.48),
            (radius * 0.86, height * 0.82),
            (radius * 0.45, height * 0.98),
            (0, height * 0.97),
        ],
        steps=5,
    )
    body = ribbed(revolve([(0, 0), *curve], 48), int(rng.integers(5, 8)), 0.045)
    z = height * 0.98
    sepal = hull(
        ellipsoid(0.012, 0.011, 0.005, (0.004, 0, z + 0.001), segments=10),
        sphere(0.0016, (radius * rng.uniform(0.58, 0.75), 0, z - height * 0.03), segments=6),
    )
    stem = rod((0, 0, z), (0.003, 0.002, z + radius * 0.25), 0.0032, segments=10)
    star = around(sepal, int(rng.integers(5, 7)), start_deg=rng.uniform(0, 60))
    return shape(
        {"skin": body, "leaf": union(star, stem) - body},
        [hull_part(revolve([(0, 0), *curve[::2]], 20)), hull_part(stem)],
    )


@asset(
    "carrot",
    size=Range(0.22, 0.34),
    finishes={"skin": ("orange skin",), "leaf": LEAF},
    density=1000,
    tags="food kitchen",
)
def carrot(rng: Rng) -> Shape:
    """A long pointed root lying down, with a tuft of green leaves at its thick end."""
    length = rng.uniform(0.15, 0.2)
    radius = length * rng.uniform(0.1, 0.135)
    girth = [0.1, 0.3, 0.55, 0.8, 0.96, 1.0, 0.7]
    along = [0.0, 0.1, 0.35, 0.65, 0.88, 0.95, 1.0]
    radii = [radius * g for g in girth]
    path = [(0.0, length * (t - 0.5), r * 0.9) for t, r in zip(along, radii, strict=True)]
    root = union(*links(path, radii, segments=20))
    for t in (0.25, 0.42, 0.6, 0.78):
        r = float(np.interp(t, along, radii))
        ring = torus(r * 1.02, 0.0012, segments=20).rotate((90, 0, 0)).translate((0, length * (t - 0.5), r * 0.92))
        root -= ring
    top = length * 0.5 + radius * 0.5
    fronds: list[Solid] = []
    parts: list[Part] = [hull_part(union(*links(path[:-1], radii[:-1], segments=16)))]
    for side, lift in ((-0.5, 0.05), (0.5, 0.05), (-0.32, 0.3), (0.32, 0.3), (-0.12, 0.1), (0.12, 0.1), (0.0, 0.45)):
        up, reach = lift + rng.uniform(-0.04, 0.04), length * rng.uniform(0.4, 0.55)
        base = (side * radius * 0.5, top - radius * 0.3, radius)
        tip = (side * reach, top + reach * 0.8, radius + up * reach)
        middle = tuple((a + b) / 2 for a, b in zip(base, tip, strict=True))
        fronds.append(sweep([base, (middle[0], middle[1], middle[2]), tip], [0.003, 0.0035, 0.0075], segments=8))
        parts += rods_along([base, tip], 0.0045)
    return shape({"skin": root, "leaf": union(*fronds) - root}, parts)


@asset(
    "aubergine",
    size=Range(0.17, 0.29),
    finishes={"skin": ("purple skin",), "leaf": LEAF},
    density=650,
    tags="food kitchen",
)
def aubergine(rng: Rng) -> Shape:
    """A long glossy purple vegetable lying down, thick at one end, with a green cap and stalk at the other."""
    length = rng.uniform(0.12, 0.175)
    radius = length * rng.uniform(0.2, 0.25)
    bend = length * rng.uniform(0.04, 0.14)
    girth = [0.52, 0.58, 0.68, 0.82, 0.95, 1.0, 0.93, 0.66]
    along = [0.0, 0.14, 0.3, 0.48, 0.66, 0.82, 0.94, 1.02]
    radii = [radius * g for g in girth]
    path = [(bend * 4 * t * (1 - t), length * (0.5 - t), r * 0.95) for t, r in zip(along, radii, strict=True)]
    body = union(*links(path, radii, segments=20))
    neck, start = radii[0], path[0]
    cap = ellipsoid(neck * 2.3, neck * 1.9, neck * 2.3, (start[0], start[1] + neck * 0.45, start[2]), segments=20)
    sepals = []
    for i in range(5):
        a = math.radians(90 + 72 * i)
        out = (math.cos(a), math.sin(a))
        low, high = neck * 0.95, radii[2] * 1.03
        sepals.append(
            rod(
                (start[0] + low * out[0], start[1] + neck * 0.4, start[2] + low * out[1]),
                (path[2][0] + high * out[0], path[2][1], path[2][2] + high * out[1]),
                neck * 0.5,
                end_radius=0.002,
                segments=10,
            )
        )
    stem = [
        (start[0], start[1] + neck, start[2]),
        (start[0] - neck * 0.1, start[1] + neck * 2.0, start[2] * 1.1),
        (start[0] - neck * 0.4, start[1] + neck * 2.8, start[2] * 1.4),
    ]
    green = union(cap, *sepals, sweep(stem, [neck * 0.4, neck * 0.3, neck * 0.36], segments=10))
    return shape(
        {"skin": body, "leaf": green.trim_by_plane((0, 0, 1), 0.0008) - body},
        [hull_part(union(*links(path[a:b], radii[a:b]))) for a, b in ((0, 3), (2, 5), (4, 8))]
        + [hull_part(cap.trim_by_plane((0, 0, 1), 0.0008)), *rods_along(stem, neck * 0.33)],
    )


@asset(
    "mushroom",
    size=Range(0.08, 0.13),
    finishes={"cap": palette("skin", "brown beige white"), "stem": ("white skin", "beige skin")},
    density=500,
    tags="food kitchen",
)
def mushroom(rng: Rng) -> Shape:
    """A domed cap on a short thick stem."""
    radius = rng.uniform(0.043, 0.06)
    rise = radius * rng.uniform(0.65, 0.95)
    stem_height = radius * rng.uniform(0.75, 1.05)
    girth = radius * rng.uniform(0.36, 0.46)
    stem = smooth(
        [
            (girth * 1.12, 0),
            (girth * 1.15, stem_height * 0.2),
            (girth * 0.9, stem_height * 0.6),
            (girth, stem_height * 1.1),
        ],
        steps=4,
    )
    z = stem_height
    dome = smooth(
        [
            (radius * 0.5, z + rise * 0.04),
            (radius * 0.9, z - rise * 0.1),
            (radius, z + rise * 0.08),
            (radius * 0.9, z + rise * 0.5),
            (radius * 0.52, z + rise * 0.88),
            (0, z + rise),
        ],
        steps=5,
    )
    cap = revolve([(0, z + rise * 0.04), *dome])
    foot = revolve([(0, 0), *stem, (0, stem[-1][1])])
    return shape(
        {"cap": cap, "stem": foot - cap},
        [*turned_parts(stem[::4]), hull_part(revolve([(0, z), *dome[::2]], 20))],
    )


@asset(
    "loaf",
    size=Range(0.20, 0.32),
    finishes={"crust": ("brown skin",), "crumb": ("beige skin",)},
    density=280,
    tags="food kitchen",
)
def loaf(rng: Rng) -> Shape:
    """A tin loaf of bread, brown outside, cut open at one end, with pale slashes across its top."""
    length = rng.uniform(0.21, 0.3)
    width, height = rng.uniform(0.105, 0.125), rng.uniform(0.11, 0.13)
    outline = bread_slice(width, height)
    half = length / 2
    stand = (90, 0, 0)
    body = extrude(outline, length).rotate(stand).translate((0, half, 0))
    inner = [(x * 0.88, 0.006 + z * 0.9) for x, z in outline]
    face = extrude(inner, 0.006).rotate(stand).translate((0, -half + 0.005, 0))
    count = int(rng.integers(3, 5))
    slash = ellipsoid(width * 0.62, length / count * 0.28, height * 0.14, segments=16)
    slash = slash.rotate((0, 0, rng.uniform(15, 30))).translate((0, 0, height * 0.95))
    slashes = union(*(slash.translate((0, length * ((i + 0.6) / (count + 0.2) - 0.5), 0)) for i in range(count)))
    crown = extrude([p for p in outline if p[1] > height * 0.4], length).rotate(stand).translate((0, half, 0))
    return shape(
        {"crust": body - face, "crumb": face + (slashes - body)},
        [box_part(width * 0.86, length, height * 0.55), hull_part(crown)],
    )


@asset(
    "cheese",
    size=Range(0.11, 0.19),
    finishes={"body": palette("skin", "yellow orange")},
    density=1050,
    tags="food kitchen",
)
def cheese(rng: Rng) -> Shape:
    """A wedge of yellow cheese full of holes."""
    radius, height = rng.uniform(0.12, 0.17), rng.uniform(0.05, 0.075)
    opening = rng.uniform(38, 54)
    outline: list[Point2] = [(0.0, 0.0), *arc(radius, -opening / 2, opening / 2, steps=14)]
    whole = extrude(outline, height)
    side = math.radians(opening / 2)
    holes = []

    def bite(x: float, y: float, z: float, size: float) -> None:
        holes.append(sphere(min(size * height, 0.0085), (x, y, z), segments=16))

    for t, u in ((0.34, 0.6), (0.48, 0.25), (0.64, 0.66), (0.8, 0.3), (0.92, 0.72)):
        for s in (-1, 1):
            r = radius * (t + rng.uniform(-0.05, 0.03))
            bite(
                r * math.cos(side),
                s * (r * math.sin(side) + 0.002),
                height * (u + rng.uniform(-0.08, 0.08)),
                rng.uniform(0.08, 0.14),
            )
    for t, u in ((0.42, 0.2), (0.6, -0.45), (0.72, 0.35), (0.86, -0.2), (0.88, 0.65)):
        angle = side * (u + rng.uniform(-0.15, 0.1))
        bite(radius * t * math.cos(angle), radius * t * math.sin(angle), height + 0.003, rng.uniform(0.1, 0.17))
    for t, u in ((-0.7, 0.3), (-0.3, 0.7), (0.1, 0.35), (0.45, 0.68), (0.75, 0.3)):
        angle = side * (t + rng.uniform(-0.1, 0.1))
        reach = radius + 0.002
        bite(reach * math.cos(angle), reach * math.sin(angle), height * u, rng.uniform(0.09, 0.15))
    return shape({"body": (whole - union(*holes)).rotate((0, 0, 65))}, [hull_part(whole.rotate((0, 0, 65)))])


@asset(
    "cupcake",
    size=Range(0.08, 0.13),
    finishes={
        "icing": palette("skin", "pink white brown yellow teal purple"),
        "case": palette("paper", "white red blue brown"),
        "cherry": ("red paint",),
    },
    density=450,
    tags="food kitchen",
)
def cupcake(rng: Rng) -> Shape:
    """A small cake in a pleated paper case with a tall swirl of icing and a cherry."""
    radius = rng.uniform(0.036, 0.043)
    case_height = radius * rng.uniform(0.8, 0.95)
    foot = radius * 0.74
    pleats = [
        (r * math.cos(a), r * math.sin(a))
        for i in range(56)
        for r, a in [(foot if i % 2 else foot * 0.93, 2 * math.pi * i / 56)]
    ]
    case = extrude(pleats, case_height, scale_top=radius / foot)
    rings = int(rng.integers(3, 5))
    tall = radius * rng.uniform(1.35, 1.75)
    curve: list[Point2] = []
    for i in range(rings):
        r = radius * 1.14 * (1 - 0.72 * i / (rings - 0.2))
        low, high = case_height + tall * i / rings - 0.002, case_height + tall * (i + 1) / rings - 0.002
        curve += [
            (r * 0.84, low),
            (r, low + (high - low) * 0.35),
            (r * 0.96, low + (high - low) * 0.65),
            (r * 0.78, high - 0.0005),
        ]
    twist = rng.uniform(45, 75)

    def swirl(points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Lobes that climb round the icing."""
        angle = np.arctan2(points[:, 1], points[:, 0])
        factor = 1 + 0.07 * np.cos(7 * angle + twist * points[:, 2] / radius * 0.08)
        return np.asarray(points * np.stack([factor, factor, np.ones_like(factor)], axis=1), float)

    icing = revolve([(0, curve[0][1]), *curve, (0, curve[-1][1])], 56).warp_batch(swirl)
    steps = [
        part
        for low, wide, _, high in zip(*[iter(curve)] * 4, strict=True)
        for part in turned_parts([(wide[0] * 0.98, low[1]), (wide[0] * 0.88, high[1])])
    ]
    top = (0.0, 0.0, curve[-1][1] + radius * 0.16)
    cherry = sphere(radius * 0.25, top, segments=24)
    return shape(
        {"icing": icing, "case": case - icing, "cherry": cherry - icing},
        [*turned_parts([(foot, 0), (radius, case_height)]), *steps, sphere_part(radius * 0.25, top)],
    )
