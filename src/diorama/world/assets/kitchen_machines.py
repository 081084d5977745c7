"""Large things on the kitchen counter: small machines and the bread bin."""

from __future__ import annotations

import math

from diorama.world.assets.kitchen_vessels import turned
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import PAINTS, PLASTICS, STEEL, palette
from diorama.world.modelling import (
    Point2,
    arc,
    box,
    cylinder,
    extrude,
    rod,
    smooth,
    sphere,
    sweep,
    union,
)
from diorama.world.parts import (
    box_part,
    cylinder_part,
    hull_part,
    rod_part,
    rods_along,
    turned_parts,
)
from diorama.world.shape import Part, Shape, shape


def bread_slice(width: float, height: float) -> list[Point2]:
    """The outline of a slice of bread, its foot at the origin."""
    crown = [
        (x * width * 0.29 + side * width * 0.21, height * 0.72 + y * height * 0.28)
        for side, start, end in ((1, -35, 100), (-1, 80, 215))
        for x, y in arc(1.0, start, end, steps=7)
    ]
    return [(width * 0.42, 0.0), *crown, (-width * 0.42, 0.0)]


@asset(
    "toaster",
    size=Range(0.24, 0.36),
    finishes={
        "body": (*palette("metal", "silver black copper"), *PAINTS),
        "dark": ("black plastic",),
        "bread": ("beige skin",),
        "crust": ("brown skin",),
    },
    density=450,
    tags="kitchen",
)
def toaster(rng: Rng) -> Shape:
    """A rounded box with two slots that slices of bread look out of, and a lever and a dial at one end."""
    length, depth, height = rng.uniform(0.25, 0.32), rng.uniform(0.15, 0.19), rng.uniform(0.17, 0.2)
    foot, slot, gap = 0.012, 0.026, depth * 0.19
    run = length * rng.uniform(0.5, 0.6)
    edge = rng.uniform(0.025, 0.045)
    body = box(depth, length, height, (0, 0, foot), edge=edge)
    cuts = union(*(box(slot, run + 0.02, 0.04, (s * gap, 0, foot + height - 0.03)) for s in (-1, 1)))
    liner = union(*(box(slot, run + 0.02, 0.004, (s * gap, 0, foot + height - 0.03)) for s in (-1, 1)))
    feet = [(sx * depth * 0.3, sy * length * 0.36) for sx in (-1, 1) for sy in (-1, 1)]
    base = union(*(cylinder(0.013, foot + 0.006, (x, y, 0), segments=20) for x, y in feet))
    end = -length / 2
    lever = box(0.036, 0.022, 0.014, (0, end - 0.008, foot + height * 0.66), edge=0.004)
    track = box(0.01, 0.004, height * 0.42, (0, end, foot + height * 0.32))
    spindle = [(depth * 0.24, end + y, foot + height * 0.24) for y in (0.01, -0.012)]
    dial = rod(spindle[0], spindle[1], 0.013)
    rise = rng.uniform(0.035, 0.055)
    tall = run * 0.92
    bottom = foot + height + rise - tall
    loaf = extrude(bread_slice(run * 0.98, tall), 0.018).rotate((90, 0, 90)).translate((-0.009, 0, bottom))
    crumb = extrude(bread_slice(run * 0.84, tall * 0.92), 0.0204).rotate((90, 0, 90)).translate((-0.0102, 0, bottom))
    keep = box(depth, length, 0.2, (0, 0, foot + height - 0.028))
    crust = union(*((loaf - crumb).translate((s * gap, 0, 0)) for s in (-1, 1))) ^ keep
    bread = union(*(crumb.translate((s * gap, 0, 0)) for s in (-1, 1))) ^ keep
    shell = body - cuts
    toast: list[Part] = [box_part(0.018, run * 0.9, rise * 0.5, (s * gap, 0, foot + height)) for s in (-1, 1)]
    toast += [box_part(0.018, run * 0.76, rise * 0.42, (s * gap, 0, foot + height + rise * 0.5)) for s in (-1, 1)]
    return shape(
        {"body": shell, "dark": union(base, track, lever, dial, liner) - shell, "bread": bread, "crust": crust},
        [
            hull_part(body),
            *(cylinder_part(0.013, foot + 0.006, (x, y, 0)) for x, y in feet),
            box_part(0.036, 0.022, 0.014, (0, end - 0.008, foot + height * 0.66)),
            rod_part(spindle[0], spindle[1], 0.013, flat=True),
            *toast,
        ],
    )


@asset(
    "blender",
    size=Range(0.32, 0.45),
    finishes={"body": (*PAINTS, *PLASTICS), "jug": ("silver metal", "white plastic"), "dark": ("black plastic",)},
    density=350,
    tags="kitchen",
)
def blender(rng: Rng) -> Shape:
    """A heavy tapered base with a dial and buttons, and on it a tall jug with a handle and a lid."""
    height = rng.uniform(0.34, 0.42)
    radius = height * rng.uniform(0.23, 0.26)
    base = height * rng.uniform(0.46, 0.5)
    top = radius * 0.72
    foot = [(radius - 0.006, 0.0), (radius, 0.006), (radius * 0.98, base * 0.35), (top, base * 0.9), (top, base)]
    body = turned(foot)
    cap = height * 0.92
    wide = radius * rng.uniform(0.86, 0.95)
    jug = turned([(top * 0.86, base - 0.002), (top * 0.86, base + 0.012), (wide, cap)])
    lid = turned([(wide + 0.004, cap), (wide + 0.004, cap + height * 0.03), (wide * 0.8, cap + height * 0.045)])
    knob = cylinder(wide * 0.4, height * 0.04, (0, 0, height * 0.96))
    path = [
        (0.0, top * 0.9, base + height * 0.14),
        (0.0, wide + radius * 0.42, base + height * 0.18),
        (0.0, wide + radius * 0.5, cap - height * 0.07),
        (0.0, wide * 0.9, cap - height * 0.05),
    ]
    handle = sweep(path, radius * 0.1, segments=14)
    front = (radius * 0.99, 0.0, base * 0.34)
    dial = rod((radius * 0.8, 0, base * 0.42), (radius * 1.08, 0, base * 0.34), radius * 0.24, segments=24)
    pins = union(
        *(
            sphere(radius * 0.08, (front[0] * math.cos(a), front[0] * math.sin(a), front[2]), segments=16)
            for a in (-0.75, -0.5, 0.5, 0.75)
        )
    )
    solid = body + lid
    return shape(
        {"body": solid, "jug": jug - solid, "dark": union(handle, dial, pins, knob) - solid - jug},
        [
            *turned_parts([(radius, 0.0), (radius * 0.98, base * 0.35), (top, base * 0.9), (top, base)]),
            *turned_parts([(top * 0.86, base), (wide, cap)]),
            cylinder_part(wide, height * 0.045, (0, 0, cap)),
            cylinder_part(wide * 0.4, height * 0.035, (0, 0, height * 0.965)),
            *rods_along(path, radius * 0.1),
            rod_part((radius * 0.8, 0, base * 0.42), (radius * 1.08, 0, base * 0.34), radius * 0.24, flat=True),
        ],
    )


@asset(
    "coffee maker",
    size=Range(0.28, 0.40),
    finishes={
        "body": (*PAINTS, *palette("plastic", "black white red grey")),
        "dark": ("black plastic",),
        "metal": STEEL,
    },
    density=350,
    fronted=True,
    tags="kitchen",
)
def coffee_maker(rng: Rng) -> Shape:
    """A filter coffee machine: a tank behind, a brewing head above, and a pot with a handle on the hot plate."""
    width, depth, height = rng.uniform(0.17, 0.21), rng.uniform(0.22, 0.25), rng.uniform(0.3, 0.38)
    plinth, head = 0.035, height * rng.uniform(0.27, 0.32)
    tank = depth * 0.36
    back = -depth / 2
    room = height - head - plinth
    edge = 0.01
    body = union(
        box(depth, width, plinth, edge=edge),
        box(tank, width, height, (back + tank / 2, 0, 0), edge=edge),
        box(depth * 0.96, width, head, (back + depth * 0.48, 0, height - head), edge=edge),
    )
    radius = min(width * 0.4, (depth - tank) * 0.5) * 0.96
    middle = depth / 2 - radius - 0.006
    plate = cylinder(radius * 0.95, 0.004, (middle, 0, plinth - 0.001))
    pot_height = room * 0.86
    z = plinth + 0.002
    pot = smooth(
        [
            (radius * 0.86, z),
            (radius, z + pot_height * 0.25),
            (radius * 0.95, z + pot_height * 0.55),
            (radius * 0.66, z + pot_height * 0.86),
        ],
        steps=4,
    )
    lid = cylinder(radius * 0.7, pot_height * 0.15, (middle, 0, z + pot_height * 0.85))
    carafe = turned(pot).translate((middle, 0, 0))
    out = middle + radius
    path = [
        (out - radius * 0.3, 0.0, z + pot_height * 0.88),
        (out + 0.028, 0.0, z + pot_height * 0.84),
        (out + 0.03, 0.0, z + pot_height * 0.4),
        (out - 0.006, 0.0, z + pot_height * 0.3),
    ]
    grip = sweep(path, 0.008, segments=12)
    face = depth * 0.46
    lamp = box(0.01, width * 0.5, head * 0.34, (face - 0.001, 0, height - head * 0.72), edge=0.003)
    button = rod((face, -width * 0.36, height - head * 0.5), (face + 0.007, -width * 0.36, height - head * 0.5), 0.011)
    pot_parts = [hull_part(turned(pot[i : i + 5]).translate((middle, 0, 0))) for i in (0, 4, 8)]
    return shape(
        {"body": body, "dark": union(carafe, grip, lamp, button) - body - lid, "metal": union(plate, lid) - body},
        [
            box_part(depth, width, plinth),
            box_part(tank, width, height - plinth, (back + tank / 2, 0, plinth)),
            box_part(depth * 0.96 - tank, width, head, (back + tank + (depth * 0.96 - tank) / 2, 0, height - head)),
            *pot_parts,
            cylinder_part(radius * 0.7, pot_height * 0.15, (middle, 0, z + pot_height * 0.85)),
            *rods_along(path, 0.008),
        ],
    )


@asset(
    "bread bin",
    size=Range(0.33, 0.45),
    finishes={"body": (*palette("metal", "silver copper"), *PAINTS), "trim": ("light wood", "dark wood")},
    density=220,
    fronted=True,
    tags="kitchen",
)
def bread_bin(rng: Rng) -> Shape:
    """A long box with a ribbed roll-top front that curves into the lid, and a handle along its lower edge."""
    width, depth, height = rng.uniform(0.34, 0.42), rng.uniform(0.22, 0.26), rng.uniform(0.17, 0.21)
    bend = height * 0.8
    rib = [(depth / 2 - bend + c, height - bend + s) for c, s in arc(bend, 0, 90, steps=13)]
    outline = [(-depth / 2, 0.012), (depth / 2, 0.012), *rib, (-depth / 2, height)]
    core = extrude(outline, width - 0.03).rotate((90, 0, 0)).translate((0, width / 2 - 0.015, 0))
    slats = union(*(rod((x, -width / 2 + 0.015, z), (x, width / 2 - 0.015, z), 0.006, segments=10) for x, z in rib))
    edge = [
        (-depth / 2 - 0.002, 0.0),
        (depth / 2 + 0.006, 0.0),
        (depth / 2 + 0.006, height - bend),
        *((depth / 2 - bend + c, height - bend + s) for c, s in arc(bend + 0.009, 0, 90, steps=13)),
        (-depth / 2 - 0.002, height + 0.009),
    ]
    cheek = extrude(edge, 0.018).rotate((90, 0, 0))
    cheeks = cheek.translate((0, width / 2, 0)) + cheek.translate((0, -width / 2 + 0.018, 0))
    bar = box(0.018, width * 0.4, 0.014, (depth / 2 + 0.008, 0, height - bend + 0.012), edge=0.005)
    return shape(
        {"body": core + slats, "trim": (cheeks + bar) - core - slats},
        [
            hull_part(core + slats),
            hull_part(cheek.translate((0, width / 2, 0))),
            hull_part(cheek.translate((0, -width / 2 + 0.018, 0))),
            box_part(0.018, width * 0.4, 0.014, (depth / 2 + 0.008, 0, height - bend + 0.012)),
        ],
    )
