"""Things that stand in a street: a cone, a mailbox, a hydrant."""

from __future__ import annotations

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import STEEL, palette
from diorama.world.modelling import (
    Point3,
    arc,
    around,
    bands,
    box,
    circle,
    cylinder,
    extrude,
    revolve,
    rod,
    rounded_rectangle,
    smooth,
    turn,
    union,
)
from diorama.world.parts import (
    box_part,
    cylinder_part,
    hull_part,
    rod_part,
    turned_parts,
)
from diorama.world.shape import Part, Shape, shape


@asset(
    "traffic cone",
    size=Range(0.44, 0.78),
    finishes={"cone": palette("plastic", "orange red yellow green blue"), "band": ("white plastic",)},
    density=190,
    tags="outdoor floor",
)
def traffic_cone(rng: Rng) -> Shape:
    """A bright cone with white bands on a square foot."""
    height, foot, plate = rng.uniform(0.45, 0.75), rng.uniform(0.3, 0.4), rng.uniform(0.024, 0.034)
    radius, tip = foot * rng.uniform(0.36, 0.4), rng.uniform(0.022, 0.03)
    cone = cylinder(radius, height - plate, (0, 0, plate - 0.001), top_radius=tip)
    cone -= cylinder(tip * 0.6, 0.03, (0, 0, height - 0.02), segments=20)
    marks = (0.42, 0.6, 0.72, 0.84) if rng.random() < 0.5 else (0.45, 0.7)
    body, band = bands(cone, [plate + (height - plate) * m for m in marks])
    base = extrude(rounded_rectangle(foot, foot, foot * 0.12), plate)
    return shape(
        {"cone": base + body, "band": band},
        [box_part(foot, foot, plate), *turned_parts([(radius, plate), (tip, height)])],
    )


@asset(
    "mailbox",
    size=Range(1.0, 1.35),
    finishes={
        "box": palette("metal", "silver black") + palette("paint", "white red blue green yellow teal"),
        "post": ("dark wood", "light wood"),
        "flag": ("red paint",),
        "knob": ("black metal",),
    },
    density=350,
    fronted=True,
    tags="outdoor floor",
)
def mailbox(rng: Rng) -> Shape:
    """A letter box with an arched roof and a red flag, on a post."""
    length, wide = rng.uniform(0.5, 0.6), rng.uniform(0.24, 0.3)
    wall, post = rng.uniform(0.14, 0.2), rng.uniform(0.08, 0.1)
    stand = rng.uniform(0.72, 0.9)
    arch = [(-wide / 2, 0.0), (wide / 2, 0.0), *[(px, wall + pz) for px, pz in arc(wide / 2, 0, 180, steps=17)]]
    tunnel = turn(extrude(arch, length), x=90, z=90).translate((-length / 2, 0, stand))
    middle = wall * 0.55
    door = turn(extrude([(px * 1.05, middle + (pz - middle) * 1.05) for px, pz in arch], 0.02), x=90, z=90)
    door = door.translate((length / 2 - 0.006, 0, stand))
    body = tunnel + door
    floor = box(length * 0.8, wide * 0.7, 0.03, (0, 0, stand - 0.029))
    pole = union(
        box(post, post, stand - 0.01, (0, 0, 0)), floor, box(0.4, 0.4, 0.04), box(0.2, 0.2, 0.03, (0, 0, 0.039))
    )
    side = -wide / 2
    flag_x = length * 0.12
    flag = box(0.022, 0.014, wall + 0.14, (flag_x, side - 0.007, stand + wall * 0.45))
    tip = (0.11, 0.014, 0.07, (flag_x + 0.05, side - 0.007, stand + wall * 1.45 + 0.07))
    flag += box(*tip)
    pull = rod((length / 2, 0, stand + wall + wide * 0.22), (length / 2 + 0.045, 0, stand + wall + wide * 0.22), 0.016)
    parts: list[Part] = [
        hull_part(tunnel),
        hull_part(door),
        box_part(post, post, stand - 0.01),
        box_part(0.4, 0.4, 0.04),
        box_part(0.2, 0.2, 0.03, (0, 0, 0.039)),
        box_part(length * 0.8, wide * 0.7, 0.03, (0, 0, stand - 0.029)),
        box_part(*tip),
        box_part(0.022, 0.014, wall + 0.14, (flag_x, side - 0.007, stand + wall * 0.45)),
        rod_part(
            (length / 2, 0, stand + wall + wide * 0.22),
            (length / 2 + 0.045, 0, stand + wall + wide * 0.22),
            0.016,
            flat=True,
        ),
    ]
    return shape({"box": body, "post": pole - body, "flag": flag - body, "knob": pull - body}, parts)


@asset(
    "fire hydrant",
    size=Range(0.6, 0.86),
    finishes={"iron": palette("paint", "red yellow orange blue green white"), "cap": (*STEEL, "black metal")},
    density=1500,
    tags="outdoor floor",
)
def fire_hydrant(rng: Rng) -> Shape:
    """A stout post with a domed bonnet and capped nozzles on three sides."""
    height, radius = rng.uniform(0.62, 0.82), rng.uniform(0.095, 0.12)
    flange = radius * rng.uniform(1.4, 1.55)
    neck = height * rng.uniform(0.66, 0.72)
    dome = smooth(
        [
            (radius * 1.08, neck + 0.03),
            (radius * 0.98, neck + (height - neck) * 0.4),
            (radius * 0.6, neck + (height - neck) * 0.72),
            (radius * 0.24, height - 0.05),
        ],
        steps=4,
    )
    outer = [
        (flange, 0.0),
        (flange, 0.045),
        (radius, 0.05),
        (radius, neck),
        (radius * 1.28, neck + 0.001),
        (radius * 1.28, neck + 0.03),
        *dome,
        (radius * 0.24, height - 0.05),
    ]
    body = revolve([(0, 0), *outer[:-1], (0, height - 0.05)])
    nut = extrude(circle(radius * 0.22, steps=6), 0.06).translate((0, 0, height - 0.06))
    bolts = around(extrude(circle(0.014, steps=6), 0.018).translate((flange - 0.024, 0, 0.044)), 8)
    z = neck * rng.uniform(0.68, 0.76)
    arms: list[tuple[Point3, float]] = [((0, 1, 0), 0.045), ((0, -1, 0), 0.045), ((1, 0, 0), 0.062)]
    stubs, caps = [], []
    parts: list[Part] = [
        cylinder_part(flange, 0.045),
        cylinder_part(radius, neck),
        cylinder_part(radius * 1.28, 0.03, (0, 0, neck)),
        *turned_parts([dome[0], *dome[2::4], dome[-1]]),
        cylinder_part(radius * 0.22, 0.06, (0, 0, height - 0.06)),
    ]
    for (dx, dy, _), size in arms:
        start, mid, end = ((dx * r, dy * r, z) for r in (radius * 0.5, radius + 0.035, radius + 0.07))
        tip = (dx * (radius + 0.095), dy * (radius + 0.095), z)
        stubs.append(rod(start, mid, size * 0.85, segments=28))
        caps += [rod(mid, end, size * 1.12, segments=28), rod(end, tip, size * 0.4, segments=6)]
        parts += [rod_part(start, end, size, flat=True), rod_part(end, tip, size * 0.4, flat=True)]
    iron = union(body, *stubs)
    return shape({"iron": iron, "cap": union(*caps, nut, bolts) - iron}, parts)
