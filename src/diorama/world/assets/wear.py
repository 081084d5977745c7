"""Things to put on and to carry things in."""

from __future__ import annotations

from diorama.world.assets.profiles import rectangle, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import FABRICS, LEATHERS, STEEL, palette
from diorama.world.modelling import (
    Point3,
    Solid,
    arc,
    box,
    circle,
    cylinder,
    ellipsoid,
    extrude,
    hull,
    revolve,
    rod,
    rounded_rectangle,
    sweep,
    union,
)
from diorama.world.parts import box_part, cylinder_part, hull_part, ring_parts, rods_along
from diorama.world.shape import Shape, Top, shape


@asset(
    "backpack",
    size=Range(0.33, 0.45),
    density=120,
    fronted=True,
    tags="household",
    finishes={"body": FABRICS, "zips": ("black fabric",), "buckle": STEEL},
)
def backpack(rng: Rng) -> Shape:
    """A school backpack standing up: pocket in front, zip over the top, shoulder straps behind."""
    deep, wide, tall = rng.uniform(0.12, 0.15), rng.uniform(0.24, 0.29), rng.uniform(0.34, 0.4)
    curve = wide * rng.uniform(0.26, 0.36)
    top = tall - curve
    corners = [
        rod((-deep * 0.5, k * (wide / 2 - curve), top), (deep * 0.4, k * (wide / 2 - curve), top), curve, segments=24)
        for k in (-1, 1)
    ]
    body = hull(box(deep, wide, tall * 0.5, edge=0.025), *corners)
    pocket_high = tall * rng.uniform(0.38, 0.46)
    pocket = hull(
        box(deep * 0.5, wide * 0.78, pocket_high * 0.9, (deep * 0.5, 0, tall * 0.05), edge=0.02),
        box(deep * 0.2, wide * 0.7, pocket_high, (deep * 0.42, 0, tall * 0.05), edge=0.015),
    )
    bulge = body.translate((0, 0, -tall / 2)).scale((1, 1.02, 1.012)).translate((0, 0, tall / 2))
    zips = bulge ^ box(0.01, 1, 1, (deep * 0.16, 0, tall * 0.4))
    zips += box(0.006, wide * 0.56, 0.01, (deep * 0.745, 0, tall * 0.05 + pocket_high * 0.62))
    buckle = box(0.007, 0.02, 0.026, (deep * 0.75, wide * 0.2, tall * 0.05 + pocket_high * 0.62 - 0.022))
    loop: list[Point3] = [(-deep * 0.25, y, tall - 0.004 + z * 0.8) for y, z in arc(wide * 0.13, 0, 180, steps=7)]
    straps: list[list[Point3]] = [
        [
            (-deep * 0.45, k * wide * 0.2, tall * 0.9),
            (-deep * 0.5 - 0.03, k * wide * 0.24, tall * 0.75),
            (-deep * 0.5 - 0.03, k * wide * 0.3, tall * 0.4),
            (-deep * 0.45, k * wide * 0.38, tall * 0.12),
        ]
        for k in (-1, 1)
    ]
    bands = union(*(sweep(p, 0.013, segments=10) for p in straps), sweep(loop, 0.007, segments=8))
    return shape(
        {"body": body + pocket, "zips": zips + bands, "buckle": buckle},
        [
            hull_part(body),
            hull_part(pocket),
            *rods_along(loop, 0.007),
            *(q for p in straps for q in rods_along(p, 0.013)),
        ],
    )


@asset(
    "suitcase",
    size=Range(0.36, 0.45),
    density=150,
    flat_top=True,
    tags="household",
    finishes={
        "body": (*LEATHERS, *palette("leather", "blue green teal")),
        "straps": ("beige leather", "black leather"),
        "metal": ("gold metal", "silver metal"),
    },
)
def suitcase(rng: Rng) -> Shape:
    """An old suitcase lying flat: two straps, metal corners, a handle between two locks."""
    x, y, z = rng.uniform(0.26, 0.31), rng.uniform(0.37, 0.44), rng.uniform(0.11, 0.15)
    belt, off, seam = rng.uniform(0.026, 0.036), y * rng.uniform(0.25, 0.29), z * 0.6
    body = stadium(x, y, z, 0.02) - (
        stadium(x + 0.1, y + 0.1, 0.005, 0.02, (0, 0, seam))
        - stadium(x - 0.007, y - 0.007, 0.02, 0.017, (0, 0, seam - 0.01))
    )
    straps: list[Solid] = []
    for k in (-1, 1):
        body -= box(x + 1, belt, z + 1, (0, k * off, 0.002)) - box(x - 0.006, belt * 2, z - 0.003, (0, k * off, 0))
        straps.append(box(x - 0.0018, belt - 0.003, z - 0.003, (0, k * off, 0.0022)))
    guard = stadium(x + 0.003, y + 0.003, z - 0.002, 0.021, (0, 0, 0.001))
    corner = box(0.09, 0.09, z * 0.3, (x / 2, y / 2, 0)) + box(0.09, 0.09, z * 0.3, (x / 2, y / 2, z * 0.7))
    corner += corner.mirror((1, 0, 0))
    locks = union(*(box(0.008, 0.028, z * 0.34, (x / 2 + 0.001, k * y * 0.17, seam - z * 0.17)) for k in (-1, 1)))
    metal = (guard ^ (corner + corner.mirror((0, 1, 0)))) + locks
    grip: list[Point3] = [
        (x / 2 - 0.004, -y * 0.1, seam),
        (x / 2 + 0.03, -y * 0.085, seam),
        (x / 2 + 0.03, y * 0.085, seam),
        (x / 2 - 0.004, y * 0.1, seam),
    ]
    return shape(
        {"body": body, "straps": union(sweep(grip, 0.008, segments=10), *straps), "metal": metal},
        [box_part(x, y, z), *rods_along(grip, 0.008)],
        top=Top(z, tuple(rectangle(x, y))),
    )


@asset(
    "hat",
    decals=True,
    size=Range(0.24, 0.39),
    density=100,
    tags="household",
    finishes={
        "felt": palette("fabric", "black grey brown beige red blue green purple"),
        "band": palette("fabric", "white yellow orange"),
    },
)
def hat(rng: Rng) -> Shape:
    """A hat with a brim and a ribbon: a dented felt one, or a top hat."""
    head, oval = rng.uniform(0.078, 0.09), rng.uniform(1.12, 1.22)
    tall_hat = rng.random() < 0.35
    high = head * (rng.uniform(1.7, 2.1) if tall_hat else rng.uniform(1.15, 1.35))
    crown_top = head * (rng.uniform(0.98, 1.1) if tall_hat else rng.uniform(0.72, 0.82))
    brim = head + (0.04 if tall_hat else rng.uniform(0.055, 0.075))
    disc = revolve([(0, 0), (brim * 0.8, 0), (brim, 0.008), (brim, 0.014), (brim * 0.8, 0.007), (0, 0.007)])
    soft = 0.004 if tall_hat else 0.02
    crown = revolve([(0, 0.003), (head, 0.003), (crown_top, high - soft), (crown_top - soft, high), (0, high)])
    if not tall_hat:
        crown -= ellipsoid(crown_top * 1.5, crown_top * 0.6, 0.04, (0, 0, high + 0.004))
        for k in (-1, 1):
            crown -= ellipsoid(
                crown_top * 0.9, crown_top * 0.5, high * 0.6, (crown_top * 0.85, k * crown_top * 1.0, high * 0.9)
            )
    wide = high * (0.2 if tall_hat else 0.26)
    slope = (head - crown_top) / (high - soft)
    ribbon = revolve(
        [
            (head - 0.01, 0.004),
            (head + 0.0022, 0.004),
            (head + 0.0022 - slope * wide, 0.004 + wide),
            (head - 0.01 - slope * wide, 0.004 + wide),
        ]
    )
    disc, crown, ribbon = (s.scale((oval, 1, 1)) for s in (disc, crown, ribbon))
    return shape({"felt": disc + crown, "band": ribbon}, [hull_part(disc), hull_part(crown)])


@asset(
    "boot",
    size=Range(0.24, 0.36),
    density=500,
    fronted=True,
    tags="household outdoor",
    finishes={
        "upper": palette("rubber", "red yellow green blue teal purple pink black orange"),
        "sole": ("beige rubber", "white rubber", "grey rubber"),
    },
)
def boot(rng: Rng) -> Shape:
    """A rubber boot: tall open shaft, round toe, ribbed sole with a heel."""
    tall, leg = rng.uniform(0.25, 0.34), rng.uniform(0.05, 0.058)
    mouth, long, wall = leg * rng.uniform(1.05, 1.2), rng.uniform(0.15, 0.18), 0.006
    ankle, sole = tall * 0.36, 0.024
    toe = (long - 0.045, 0.0, sole + 0.022)
    foot = hull(
        cylinder(leg, 0.06, (0, 0, sole - 0.002)),
        ellipsoid(0.11, 0.098, 0.062, toe),
        ellipsoid(0.09, 0.08, 0.05, (0.04, 0, ankle * 0.72)),
    )
    foot = foot ^ box(1, 1, 1, (0, 0, sole - 0.002))
    shaft = revolve(
        [(0, 0.05), (leg, 0.05), (leg, ankle), (mouth, tall), (mouth - wall, tall), (leg - wall, ankle), (0, ankle)]
    )
    rim = revolve(
        [
            (mouth - 0.001, tall - 0.022),
            (mouth + 0.003, tall - 0.022),
            (mouth + 0.004, tall + 0.002),
            (mouth - wall - 0.001, tall + 0.002),
            (mouth - wall - 0.001, tall - 0.004),
            (mouth - 0.001, tall - 0.004),
        ]
    )
    outline = [(x * (leg + 0.004), y * (leg + 0.004)) for x, y in circle(1.0, steps=28)]
    heel = extrude(outline, sole) ^ box(leg * 1.6, 1, 1, (-leg * 0.5, 0, 0))
    fore = extrude([(toe[0] + x * 0.058, y * 0.054) for x, y in circle(1.0, steps=28)], sole) + extrude(
        rounded_rectangle(0.06, 0.098, 0.02), sole
    ).translate((toe[0] - 0.03, 0, 0))
    waist = hull(heel, fore) ^ box(1, 1, sole - 0.01, (0, 0, 0.01))
    return shape(
        {"upper": foot + shaft, "sole": union(heel, fore, waist, rim)},
        [
            hull_part(heel),
            hull_part(fore),
            hull_part(waist),
            hull_part(foot),
            cylinder_part(leg, ankle - 0.03, (0, 0, 0.03)),
            *ring_parts([(leg - wall, ankle), (mouth - wall, tall)], [(leg, ankle), (mouth, tall)]),
        ],
    )
