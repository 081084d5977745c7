"""Toys for a table: a duck, a robot, a rocket, a ring stacker and a dollhouse."""

from __future__ import annotations

import math

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import STEEL, palette
from diorama.world.modelling import (
    Solid,
    around,
    box,
    cylinder,
    ellipsoid,
    extrude,
    hull,
    revolve,
    rod,
    smooth,
    sphere,
    torus,
    turn,
    union,
)
from diorama.world.parts import (
    box_part,
    cylinder_part,
    hull_part,
    rod_part,
    sphere_part,
    turned_parts,
)
from diorama.world.shape import Part, Shape, shape

_VIVID = "red orange yellow green teal blue purple pink"


@asset(
    "rubber duck",
    size=Range(0.09, 0.16),
    finishes={
        "body": palette("rubber", "yellow pink blue green orange purple teal white"),
        "beak": ("orange rubber",),
        "eye": ("black rubber",),
    },
    density=180,
    fronted=True,
    tags="toy bathroom",
)
def rubber_duck(rng: Rng) -> Shape:
    """A plump bath duck with a big head, an orange beak and an upturned tail."""
    long, wide, tall = rng.uniform(0.095, 0.12), rng.uniform(0.07, 0.082), rng.uniform(0.058, 0.068)
    head = rng.uniform(0.027, 0.032)
    belly = ellipsoid(long, wide, tall, (0, 0, tall * 0.42)) ^ box(1, 1, 1)
    neck_x, up = long * 0.2, tall * 0.92 + head * 0.55
    tail = hull(
        ellipsoid(long * 0.3, wide * 0.6, tall * 0.4, (-long * 0.28, 0, tall * 0.55), segments=24),
        sphere(0.006, (-long * 0.58, 0, tall * rng.uniform(0.95, 1.1)), segments=12),
    )
    skull = sphere(head, (neck_x, 0, up), segments=36)
    neck = rod((neck_x, 0, tall * 0.5), (neck_x, 0, up), head * 0.95, end_radius=head * 0.75, segments=24)
    wings = [
        hull(
            ellipsoid(long * 0.36, 0.016, tall * 0.42, (0, s * wide * 0.46, tall * 0.52), segments=20),
            sphere(0.005, (-long * 0.34, s * wide * 0.47, tall * 0.78), segments=12),
        )
        for s in (-1, 1)
    ]
    body = union(belly, tail, skull, neck, *wings)
    bill = ellipsoid(head * 1.3, head * 1.25, head * 0.36, (neck_x + head * 1.05, 0, up - head * 0.12), segments=24)
    bill += ellipsoid(head * 0.95, head * 1.0, head * 0.3, (neck_x + head * 0.95, 0, up - head * 0.36), segments=20)
    look = [math.cos(math.radians(35)), math.sin(math.radians(35))]
    eyes = union(
        *(
            sphere(
                head * 0.17, (neck_x + head * 0.9 * look[0], s * head * 0.9 * look[1], up + head * 0.34), segments=16
            )
            for s in (-1, 1)
        )
    )
    return shape(
        {"body": body, "beak": bill - body, "eye": eyes - body},
        [
            *(hull_part(p) for p in (belly, tail, *wings)),
            sphere_part(head, (neck_x, 0, up)),
            cylinder_part(head * 0.85, up - tall * 0.5, (neck_x, 0, tall * 0.5)),
            hull_part(bill),
        ],
    )


@asset(
    "robot",
    size=Range(0.16, 0.27),
    finishes={
        "body": palette("metal", "silver copper")
        + palette("plastic", "red orange yellow green teal blue purple pink white grey"),
        "joint": ("black plastic",),
        "eye": ("yellow glow",),
        "light": ("red plastic",),
    },
    density=400,
    fronted=True,
    tags="toy",
)
def robot(rng: Rng) -> Shape:
    """A boxy tin robot with glowing eyes, an antenna, claw arms and big feet."""
    wide, deep, tall = rng.uniform(0.072, 0.09), rng.uniform(0.05, 0.062), rng.uniform(0.065, 0.085)
    leg, foot = rng.uniform(0.035, 0.05), 0.018
    hip, chest = foot + leg, foot + leg + tall
    skull = (deep * 0.92, wide * rng.uniform(0.62, 0.78), rng.uniform(0.042, 0.052))
    torso = box(deep, wide, tall, (0, 0, hip), edge=0.006)
    face_z = chest + 0.008
    head = box(*skull, (0, 0, face_z), edge=0.006)
    shoes = [box(deep * 1.2, wide * 0.42, foot, (deep * 0.08, s * wide * 0.26, 0), edge=0.004) for s in (-1, 1)]
    shin = [box(deep * 0.5, wide * 0.26, leg + 0.006, (0, s * wide * 0.26, foot - 0.003)) for s in (-1, 1)]
    neck = cylinder(0.013, 0.014, (0, 0, chest - 0.003))
    reach, swing = wide / 2 + 0.012, rng.uniform(0.0, 0.03)
    shoulder, hand = chest - 0.016, hip + 0.006
    arms = [
        ((0, s * (wide / 2 - 0.004), shoulder), (0, s * reach, shoulder), (swing, s * reach, hand)) for s in (-1, 1)
    ]
    sleeves = union(*(rod(b, c, 0.0095) + sphere(0.0115, b, segments=20) for _, b, c in arms))
    claws = union(
        *(sphere(0.0125, c, segments=20) - box(0.05, 0.007, 0.02, (c[0], c[1], c[2] - 0.02)) for _, _, c in arms)
    )
    stem = face_z + skull[2]
    spike = rod((0, 0, stem - 0.004), (0, 0, stem + 0.02), 0.0035)
    bulb = sphere(0.0075, (0, 0, stem + 0.024), segments=20)
    body = union(torso, head, *shoes, sleeves)
    joint = union(*shin, neck, claws, spike, *(rod(a, b, 0.008) for a, b, _ in arms))
    front = skull[0] / 2
    eye = rng.uniform(0.0068, 0.0085)
    eyes = union(
        *(
            rod(
                (front - 0.01, s * skull[1] * 0.24, face_z + skull[2] * 0.62),
                (front + 0.003, s * skull[1] * 0.24, face_z + skull[2] * 0.62),
                eye,
            )
            for s in (-1, 1)
        )
    )
    mouth = box(0.01, skull[1] * 0.5, 0.0055, (front - 0.0035, 0, face_z + skull[2] * 0.2))
    panel = box(0.01, wide * 0.62, tall * 0.5, (deep / 2 - 0.004, 0, hip + tall * 0.3))
    buttons = union(
        *(
            rod((deep / 2, y * wide, hip + tall * 0.55), (deep / 2 + 0.004, y * wide, hip + tall * 0.55), 0.0065)
            for y in (-0.17, 0, 0.17)
        )
    )
    return shape(
        {
            "body": body,
            "joint": (joint + mouth + panel) - body,
            "eye": eyes - body,
            "light": (bulb + buttons) - panel - spike,
        },
        [
            box_part(deep, wide, tall, (0, 0, hip)),
            box_part(*skull, (0, 0, face_z)),
            cylinder_part(0.013, 0.014, (0, 0, chest - 0.003)),
            sphere_part(0.0075, (0, 0, stem + 0.024)),
            rod_part((0, 0, stem - 0.004), (0, 0, stem + 0.022), 0.0035),
            *(box_part(deep * 1.2, wide * 0.42, foot, (deep * 0.08, s * wide * 0.26, 0)) for s in (-1, 1)),
            *(box_part(deep * 0.5, wide * 0.26, leg + 0.006, (0, s * wide * 0.26, foot - 0.003)) for s in (-1, 1)),
            *(p for a, b, c in arms for p in (rod_part(a, b, 0.01), rod_part(b, (c[0], c[1], c[2] - 0.011), 0.0105))),
        ],
    )


@asset(
    "rocket",
    size=Range(0.2, 0.34),
    finishes={
        "body": palette("plastic", "white red yellow orange teal blue green purple pink"),
        "fin": palette("plastic", "red blue orange black"),
        "glass": ("black screen",),
        "rim": STEEL,
    },
    density=300,
    tags="toy",
)
def rocket(rng: Rng) -> Shape:
    """A cigar-shaped rocket that stands on its fins, with a round porthole and a coloured nose."""
    height, radius = rng.uniform(0.21, 0.31), rng.uniform(0.034, 0.044)
    base = rng.uniform(0.02, 0.03)
    curve = smooth(
        [
            (radius * 0.62, base),
            (radius * 0.95, base + height * 0.2),
            (radius, base + height * 0.38),
            (radius * 0.8, base + height * 0.66),
            (radius * 0.42, base + height * 0.87),
            (0.002, base + height),
        ],
        steps=5,
    )
    hulk = revolve([(0, base), *curve, (0, base + height)])
    nose_z = base + height * rng.uniform(0.74, 0.8)
    nose, rest = hulk.split_by_plane((0, 0, 1), nose_z)
    nozzle = cylinder(radius * 0.55, 0.014, (0, 0, base - 0.012), top_radius=radius * 0.42, segments=28)
    count, reach = int(rng.choice([3, 4])), radius * rng.uniform(1.75, 2.1)
    outline = [
        (radius * 0.5, base + height * 0.06),
        (radius * 0.8, base + height * 0.3),
        (reach, base + height * 0.1),
        (reach, 0),
        (reach - 0.014, 0),
    ]
    fin = turn(extrude(outline, 0.009), x=90).translate((0, 0.0045, 0))
    start = 180 / count
    port_z, size = base + height * 0.56, radius * 0.5
    at = radius * 0.88
    pane = rod((at - 0.02, 0, port_z), (at + 0.004, 0, port_z), size * 0.72, segments=28)
    frame = rod((at - 0.02, 0, port_z), (at + 0.0025, 0, port_z), size, segments=28) - pane
    body = rest - pane - frame
    stripe_z = base + height * 0.2
    belt = (
        revolve(
            [(r + 0.0012, z) for r, z in curve if stripe_z < z < stripe_z + height * 0.1]
            + [(0, stripe_z + height * 0.1), (0, stripe_z)]
        )
        - hulk
    )
    fins = around(fin, count, start_deg=start)
    return shape(
        {"body": body, "fin": (fins - hulk) + nose + (belt - fins), "glass": pane, "rim": frame + (nozzle - hulk)},
        [
            *turned_parts([*curve[::3], curve[-1]] if curve[-1] not in curve[::3] else curve[::3]),
            cylinder_part(radius * 0.48, 0.014, (0, 0, base - 0.012)),
            *(hull_part(turn(fin, z=start + 360 * i / count)) for i in range(count)),
        ],
    )


@asset(
    "ring stacker",
    size=Range(0.14, 0.24),
    finishes={
        "ring": palette("plastic", _VIVID),
        "second": ("yellow plastic",),
        "fourth": ("blue plastic",),
        "post": ("white plastic",),
    },
    density=350,
    tags="toy",
)
def ring_stacker(rng: Rng) -> Shape:
    """Rings, smaller and smaller, on a peg that ends in a ball."""
    count, tube = int(rng.integers(4, 6)), rng.uniform(0.0125, 0.0155)
    first, taper = rng.uniform(0.046, 0.056), rng.uniform(0.0055, 0.0075)
    base = 0.012
    slots: dict[str, list[Solid]] = {"ring": [], "second": [], "fourth": []}
    foot = cylinder(first + tube * 0.9, base, top_radius=first + tube * 0.7)
    parts = [cylinder_part(first + tube * 0.88, base)]
    for i in range(count):
        radius, z = first - taper * i, base + tube * (2 * i + 1) * 0.96
        slots[("ring", "second", "ring", "fourth", "ring")[i]].append(torus(radius, tube, (0, 0, z), segments=24))
        knee = tube * math.sin(math.radians(40))
        parts += turned_parts(
            [
                (radius + tube * 0.3, z - tube * 0.94),
                (radius + tube * 0.84, z - knee),
                (radius + tube, z),
                (radius + tube * 0.84, z + knee),
                (radius + tube * 0.3, z + tube * 0.94),
            ],
            sides=20,
        )
    top = base + tube * 2 * count * 0.96
    rings = {k: union(*v) for k, v in slots.items()}
    rings["second"] -= rings["ring"]
    rings["fourth"] -= rings["ring"]
    peg = cylinder(first - taper * (count - 1) - tube * 0.8, top - 0.004)
    knob = rng.uniform(0.019, 0.023)
    ball = sphere(knob, (0, 0, top + knob * 0.75), segments=32)
    post = peg - union(foot, *rings.values())
    rings["ring"] += (foot - rings["second"] - rings["fourth"]) + (ball - peg)
    return shape({**rings, "post": post}, [*parts, sphere_part(knob, (0, 0, top + knob * 0.75))])


@asset(
    "dollhouse",
    size=Range(0.24, 0.42),
    finishes={
        "wall": palette("paint", _VIVID + " white"),
        "roof": palette("wood", "dark reddish"),
        "floor": ("light wood",),
        "trim": ("white paint",),
    },
    density=500,
    fronted=True,
    tags="toy",
)
def dollhouse(rng: Rng) -> Shape:
    """A little two-storey house, open in front to show its rooms, with a gabled roof and a chimney."""
    deep, wide, storey = rng.uniform(0.12, 0.16), rng.uniform(0.22, 0.29), rng.uniform(0.085, 0.1)
    wall, eaves = 0.007, rng.uniform(0.012, 0.02)
    high, gable = 2 * storey, rng.uniform(0.07, 0.1)
    parts: list[Part] = []
    walls: list[Solid] = []
    boxes: list[tuple[float, float, float, tuple[float, float, float]]] = [
        (deep, wall, high, (0, s * (wide - wall) / 2, 0)) for s in (-1, 1)
    ]
    split = [rng.uniform(-0.12, 0.12) * wide for _ in range(2)]
    boxes += [(wall, wide, high, (-(deep - wall) / 2, 0, 0))]
    boxes += [(deep - wall, wall, storey, (wall / 2, y, storey * i)) for i, y in enumerate(split)]
    for x, y, z, at in boxes:
        walls.append(box(x, y, z, at))
        parts.append(box_part(x, y, z, at))
    attic = turn(extrude([(-wide / 2, 0), (wide / 2, 0), (0, gable)], deep), x=90, z=90).translate((-deep / 2, 0, high))
    parts.append(hull_part(attic))
    levels = [
        (deep - wall - 0.002, wide - 2 * wall, wall, (wall / 2, 0, z)) for z in (0, storey - wall / 2, high - wall)
    ]
    parts += [box_part(x, y, z, at) for x, y, z, at in levels]
    slope = math.degrees(math.atan2(gable, wide / 2))
    run = math.hypot(gable, wide / 2) + eaves
    roofs = []
    for s in (-1, 1):
        slab = box(deep + 0.02, run, 0.009, (0, -s * run / 2, -0.001))
        roofs.append(turn(slab, x=s * slope).translate((0, 0, high + gable + 0.0005)))
    chimney_y = wide * 0.24
    chimney = box(0.03, 0.03, gable * 0.95, (-deep * 0.15, chimney_y, high + gable * 0.45))
    roof = union(*roofs)
    body = union(*walls, attic, chimney) - roof
    x = deep / 2
    window = rod((x - 0.004, 0, high + gable * 0.4), (x + 0.002, 0, high + gable * 0.4), gable * 0.2, segments=24)
    side = [box(deep * 0.3, 0.004, storey * 0.45, (-deep * 0.05, -wide / 2, storey * (i + 0.3))) for i in (0, 1)]
    side += [box(deep * 0.3, 0.004, storey * 0.45, (-deep * 0.05, wide / 2, storey * (i + 0.3))) for i in (0, 1)]
    floors = union(*(box(*e) for e in levels))
    return shape(
        {"wall": body - floors, "roof": roof, "floor": floors, "trim": (window + union(*side)) - body},
        [
            *parts,
            *(hull_part(r) for r in roofs),
            box_part(0.03, 0.03, gable * 0.95, (-deep * 0.15, chimney_y, high + gable * 0.45)),
        ],
    )
