"""Things that sound, blow or ring: round and loud, as they stand on a shelf."""

from __future__ import annotations

import math

from diorama.world.assets.profiles import facing, moved, rectangle, slab, stroke
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import PLASTICS, RUBBER, STEEL, WOODS, palette
from diorama.world.modelling import (
    Point3,
    Solid,
    arc,
    around,
    box,
    circle,
    cylinder,
    extrude,
    hull,
    revolve,
    rod,
    rounded_rectangle,
    sphere,
    sweep,
    torus,
    union,
)
from diorama.world.parts import box_part, cylinder_part, hull_part, rod_part, rods_along
from diorama.world.shape import Shape, Top, shape


@asset(
    "headphones",
    size=Range(0.16, 0.23),
    density=600,
    tags="desk household",
    finishes={"body": PLASTICS, "pads": ("black leather",), "caps": STEEL},
)
def headphones(rng: Rng) -> Shape:
    """Headphones standing on their ear cups, the band arched over."""
    half, lift, strap = rng.uniform(0.072, 0.085), rng.uniform(0.06, 0.075), rng.uniform(0.026, 0.036)
    cup_x, cup_z, rise = rng.uniform(0.066, 0.078), rng.uniform(0.082, 0.096), rng.uniform(1.05, 1.3)
    angles = arc(1.0, 0, 180, steps=13)

    def bow(out: float, into: float, wide: float, points: list[tuple[float, float]]) -> Solid:
        outline = [((half + out) * a, lift + (half * rise + out) * b) for a, b in points]
        outline += [((half - into) * a, lift + (half * rise - into) * b) for a, b in reversed(points)]
        return facing(outline, wide, (-wide / 2, 0, 0))

    cup = moved(rounded_rectangle(cup_x, cup_z, 0.02), (0, cup_z / 2))
    pad = moved(rounded_rectangle(cup_x * 0.94, cup_z * 0.94, 0.02), (0, cup_z / 2))
    cups = [slab(cup, 0.026, y=s * (half + 0.006)) for s in (-1, 1)]
    pads = [slab(pad, 0.024, y=s * (half - 0.016)) for s in (-1, 1)]
    caps = [slab(moved(circle(cup_x * 0.27, steps=24), (0, cup_z / 2)), 0.006, y=s * (half + 0.02)) for s in (-1, 1)]
    links = [bow(0.005, 0.005, strap, angles[i : i + 3]) for i in range(0, 11, 2)]
    return shape(
        {
            "body": union(bow(0.005, 0.005, strap, angles), *cups),
            "pads": union(bow(-0.004, 0.012, strap * 0.8, angles[3:10]), *pads),
            "caps": union(*caps),
        },
        [*(hull_part(s) for s in (*links, *cups, *pads))],
    )


@asset(
    "radio",
    size=Range(0.2, 0.36),
    density=350,
    fronted=True,
    tags="household desk",
    finishes={
        "body": (*WOODS, *palette("plastic", "red orange teal blue green pink white")),
        "grille": ("black fabric",),
        "trim": STEEL,
        "dial": ("white paint",),
        "needle": ("red paint",),
    },
)
def radio(rng: Rng) -> Shape:
    """An old-fashioned portable radio: loudspeaker, tuning dial, knobs, carrying handle and aerial."""
    x, y, z = rng.uniform(0.065, 0.09), rng.uniform(0.2, 0.27), rng.uniform(0.13, 0.165)
    face, aside = x / 2, y * 0.23
    body = facing(moved(rounded_rectangle(y, z, rng.uniform(0.012, 0.035)), (0, z / 2)), x, (-x / 2, 0, 0))
    size = min(y * 0.21, z * 0.38)
    if rng.random() < 0.5:
        cloth = rod((face - 0.002, -aside, z / 2), (face + 0.002, -aside, z / 2), size, segments=32)
        edge = torus(size, 0.004, segments=32).rotate((0, 90, 0)).translate((face, -aside, z / 2))
    else:
        cloth = box(0.004, 2 * size, z * 0.7, (face, -aside, z * 0.15))
        edge = box(0.004, 2 * size + 0.012, z * 0.7 + 0.012, (face, -aside, z * 0.15 - 0.006)) - box(
            0.1, 2 * size, z * 0.7, (face, -aside, z * 0.15)
        )
    slats = union(
        *(box(0.007, 1.7 * size, 0.004, (face, -aside, z * 0.5 + k * size * 0.4 - 0.002)) for k in (-1, 0, 1))
    )
    plate = box(0.004, y * 0.36, z * 0.24, (face, aside, z * 0.6))
    needle = box(0.006, 0.004, z * 0.2, (face, aside + y * rng.uniform(-0.12, 0.12), z * 0.62))
    knobs = [
        ((face - 0.002, aside + k * y * 0.1, z * 0.32), (face + 0.014, aside + k * y * 0.1, z * 0.32)) for k in (-1, 1)
    ]
    turners = union(*(rod(a, b, y * 0.05, segments=20) for a, b in knobs))
    grip: list[Point3] = [
        (0, -y * 0.33, z - 0.004),
        (0, -y * 0.3, z * 1.2),
        (0, y * 0.3, z * 1.2),
        (0, y * 0.33, z - 0.004),
    ]
    low, high = (-x * 0.38, y * 0.4, z - 0.004), (-x * 0.38, y * 0.4 + z * 0.28, z * rng.uniform(1.6, 2.0))
    aerial = rod(low, high, 0.004, end_radius=0.003, segments=8) + sphere(0.006, high, segments=10)
    return shape(
        {
            "body": body + sweep(grip, 0.006),
            "grille": cloth,
            "trim": union(edge, slats, turners, aerial),
            "dial": plate,
            "needle": needle,
        },
        [
            hull_part(body),
            *rods_along(grip, 0.006),
            rod_part(low, high, 0.004),
            *(rod_part(a, b, y * 0.05, flat=True) for a, b in knobs),
        ],
    )


@asset(
    "speaker",
    size=Range(0.22, 0.36),
    density=450,
    fronted=True,
    flat_top=True,
    tags="household desk",
    finishes={"body": (*WOODS, *palette("plastic", "white grey red teal blue orange")), "cone": RUBBER, "ring": STEEL},
)
def speaker(rng: Rng) -> Shape:
    """A loudspeaker box with a big cone below and a small one above."""
    y, z = rng.uniform(0.15, 0.2), rng.uniform(0.24, 0.34)
    x = y * rng.uniform(0.85, 1.1)
    big = min(y * 0.4, z * 0.26)
    small = big * rng.uniform(0.4, 0.6)
    body, cones, rings = box(x, y, z, edge=0.006), [], []
    for radius, height in ((big, big + z * 0.06), (small, z - small - z * 0.08)):
        dish = revolve([(0, -0.011), (radius * 0.3, -0.011), (radius, 0.002), (radius, 0.02), (0, 0.02)], 32)
        bowl = revolve([(0, -0.009), (radius * 0.3, -0.009), (radius, 0.004), (radius, -0.02), (0, -0.02)], 32)
        dome = sphere(radius * 0.3, segments=16).scale((1, 1, 0.5)).translate((0, 0, -0.009))
        body -= dish.rotate((0, 90, 0)).translate((x / 2, 0, height))
        cones.append((bowl + dome).rotate((0, 90, 0)).translate((x / 2, 0, height)))
        rings.append(torus(radius, 0.0045, segments=32).rotate((0, 90, 0)).translate((x / 2, 0, height)))
    return shape(
        {"body": body, "cone": union(*cones), "ring": union(*rings)},
        [box_part(x, y, z)],
        top=Top(z, tuple(rectangle(x, y))),
    )


@asset(
    "fan",
    size=Range(0.29, 0.44),
    density=500,
    fronted=True,
    tags="household desk",
    finishes={"body": PLASTICS, "cage": STEEL},
)
def fan(rng: Rng) -> Shape:
    """A desk fan: blades behind a round wire guard, on a neck and a foot."""
    radius, neck, foot = rng.uniform(0.1, 0.135), rng.uniform(0.05, 0.09), rng.uniform(0.075, 0.1)
    blades, deep, wire = int(rng.integers(3, 6)), rng.uniform(0.045, 0.06), 0.003
    middle = neck + 0.02 + radius

    def ring(r: float, x: float) -> Solid:
        return revolve([(r - wire, -wire), (r + wire, -wire), (r + wire, wire), (r - wire, wire)], 32).translate(
            (0, 0, x)
        )

    front, back = deep * 0.55, -deep * 0.45
    spokes = around(rod((radius * 0.2, 0, front + 0.004), (radius, 0, front - 0.008), wire, segments=6), 12)
    spokes += around(rod((radius * 0.2, 0, back), (radius, 0, back + 0.006), wire, segments=6), 8)
    rim = revolve([(radius, -0.012), (radius + 0.005, -0.012), (radius + 0.005, 0.012), (radius, 0.012)])
    bars = around(rod((radius, 0, back + 0.004), (radius, 0, front - 0.006), wire, segments=6), 12)
    cage = union(
        rim,
        spokes,
        bars,
        ring(radius * 0.5, front + 0.001),
        ring(radius * 0.76, front - 0.003),
        ring(radius, front - 0.008),
        ring(radius, back + 0.006),
    )
    paddle = extrude(
        [(radius * (0.5 + 0.42 * a), radius * (0.3 * b + 0.06 * a)) for a, b in circle(1.0, steps=20)], 0.005
    )
    paddle = paddle.translate((0, 0, -0.0025)).rotate((24, 0, 0))
    hub = cylinder(radius * 0.19, deep * 0.75, (0, 0, -deep * 0.2), segments=24)
    motor = cylinder(radius * 0.36, 0.05, (0, 0, back - 0.048), top_radius=radius * 0.42, segments=28)
    badge = cylinder(radius * 0.22, 0.008, (0, 0, front), segments=24)
    turned = [
        s.rotate((0, 90, 0)).translate((0, 0, middle)) for s in (union(around(paddle, blades), hub, motor, badge), cage)
    ]
    stem = rod((back - 0.022, 0, 0.01), (back - 0.022, 0, middle - radius * 0.2), 0.013)
    base = revolve([(0, 0), (foot, 0), (foot, 0.012), (foot * 0.6, 0.026), (0, 0.03)]).translate((back * 0.5, 0, 0))
    return shape(
        {"body": union(turned[0], stem, base), "cage": turned[1]},
        [
            cylinder_part(foot, 0.016, (back * 0.5, 0, 0)),
            cylinder_part(foot * 0.6, 0.012, (back * 0.5, 0, 0.016)),
            rod_part((back - 0.022, 0, 0.02), (back - 0.022, 0, middle - radius * 0.2), 0.013, flat=True),
            rod_part((back, 0, middle), (front - 0.002, 0, middle), radius + 0.004, flat=True),
            rod_part((back - 0.048, 0, middle), (back, 0, middle), radius * 0.4, flat=True),
        ],
    )


@asset(
    "alarm clock",
    size=Range(0.12, 0.19),
    density=700,
    fronted=True,
    tags="household desk",
    finishes={
        "body": palette("paint", "red orange yellow green teal blue purple pink black"),
        "bells": STEEL,
        "face": ("white paint",),
        "hands": ("black paint",),
    },
)
def alarm_clock(rng: Rng) -> Shape:
    """A round alarm clock on two feet, with a bell on each shoulder and a hammer between."""
    radius, deep = rng.uniform(0.05, 0.062), rng.uniform(0.042, 0.055)
    middle, spread_deg = radius * 1.2, rng.uniform(34, 42)
    front = deep / 2
    body = rod((-front, 0, middle), (front, 0, middle), radius, segments=40)
    body -= rod((front - 0.006, 0, middle), (front + 0.01, 0, middle), radius * 0.87, segments=40)
    face = rod((front - 0.008, 0, middle), (front - 0.004, 0, middle), radius * 0.9, segments=40)
    marks = [
        stroke(
            (front - 0.004, radius * 0.66 * s, middle + radius * 0.66 * c),
            (front - 0.004, radius * 0.8 * s, middle + radius * 0.8 * c),
            0.0045,
            0.003,
        )
        for s, c in circle(1.0, steps=12)
    ]
    hours, minutes = rng.uniform(0, 2 * math.pi, 2)
    centre = (front - 0.0035, 0.0, middle)
    hands = [
        stroke(centre, (centre[0], radius * r * math.sin(a), middle + radius * r * math.cos(a)), 0.0055, 0.003)
        for r, a in ((0.42, hours), (0.6, minutes))
    ]
    dome = revolve([(0, 0), (radius * 0.44, 0), *[(a, b * 0.8) for a, b in arc(radius * 0.44, 15, 90, steps=6)]], 24)
    bells = [
        (dome.translate((0, 0, radius * 1.08)) + cylinder(0.004, radius * 0.2, (0, 0, radius * 0.92)))
        .rotate((s * spread_deg, 0, 0))
        .translate((0, 0, middle))
        for s in (-1, 1)
    ]
    hammer = cylinder(0.0035, radius * 0.32, (0, 0, middle + radius * 0.95), segments=8) + box(
        0.012, radius * 0.3, 0.009, (0, 0, middle + radius * 1.25)
    )
    foot = hull(
        box(deep * 0.8, 0.018, 0.003, (0, radius * 0.78, 0)),
        box(deep * 0.5, 0.014, 0.004, (0, radius * 0.52, radius * 0.42)),
    )
    feet = [foot, foot.mirror((0, 1, 0))]
    return shape(
        {
            "body": union(body, *feet),
            "bells": union(hammer, *bells),
            "face": face,
            "hands": union(*marks, *hands, rod(centre, (front + 0.001, 0, middle), 0.005)),
        },
        [
            rod_part((-front, 0, middle), (front, 0, middle), radius, flat=True),
            *(hull_part(s) for s in (*feet, *bells, hammer)),
        ],
    )
