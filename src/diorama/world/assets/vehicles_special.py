"""Toy vehicles of field, yard and rail."""

from __future__ import annotations

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.assets.vehicles import BODY, GLASS, LAMPS, TRIM, Wheels, headlights, side_view
from diorama.world.materials import RUBBER, STEEL, palette
from diorama.world.modelling import (
    arc,
    box,
    cylinder,
    hull,
    revolve,
    rod,
    sphere,
    union,
)
from diorama.world.parts import box_part, cylinder_part, hull_part, rod_part
from diorama.world.shape import Shape, shape

_HUBS = palette("plastic", "yellow white red")


@asset(
    "tractor",
    size=Range(0.2, 0.29),
    finishes={"body": BODY, "glass": GLASS, "tyre": RUBBER, "hub": _HUBS, "lamp": LAMPS, "trim": TRIM},
    density=300,
    fronted=True,
    tags="vehicle toy",
)
def tractor(rng: Rng) -> Shape:
    """A farm tractor: huge wheels behind, small ones in front, a long bonnet, a cab and a chimney."""
    big, small = rng.uniform(0.05, 0.06), rng.uniform(0.027, 0.033)
    base, bonnet = rng.uniform(0.115, 0.14), rng.uniform(0.048, 0.058)
    back, front = -base / 2, base / 2
    track = rng.uniform(0.13, 0.145)
    wheels = Wheels(track, [(back, big, 0.034), (front, small, 0.026)])
    low, hood = small * 1.1, big * 1.6
    nose = front + small * 0.8
    engine = box(nose - back, bonnet, hood - low, ((nose + back) / 2, 0, low), edge=0.007)
    cab_x, wide = 0.075, track - 0.074
    roof = 2 * big + rng.uniform(0.045, 0.06)
    seat = box(cab_x, wide, hood - big * 0.9, (back + 0.012, 0, big * 0.9))
    glass = box(cab_x - 0.006, wide - 0.004, roof - hood, (back + 0.012, 0, hood))
    posts = union(
        *(
            box(
                0.008,
                0.008,
                roof - hood,
                (back + 0.012 + sx * (cab_x / 2 - 0.004), sy * (wide / 2 - 0.004), hood - 0.002),
            )
            for sx in (-1, 1)
            for sy in (-1, 1)
        )
    )
    lid = box(cab_x + 0.014, wide + 0.012, 0.01, (back + 0.012, 0, roof - 0.001), edge=0.004)
    bow = [(back + x, big + z) for x, z in arc(big * 1.08, 25, 160)]
    over = [(back + x, big + z) for x, z in arc(big * 1.17, 160, 25)]
    fenders = [side_view([*bow, *over], 0.032, s * (track / 2 - 0.02)) for s in (-1, 1)]
    body = union(engine, seat, posts, lid, *fenders)
    pipe_x, pipe_top = nose - (nose - back) * 0.33, roof * rng.uniform(0.92, 1.04)
    pipe = rod((pipe_x, bonnet * 0.3, hood - 0.01), (pipe_x, bonnet * 0.3, pipe_top), 0.0055)
    grille = union(
        *(box(0.01, bonnet * 0.62, 0.004, (nose - 0.0038, 0, low + (hood - low) * f)) for f in (0.2, 0.35, 0.5))
    )
    axle = box(0.016, track - 0.05, 0.014, (front, 0, small - 0.007))
    lamps = headlights(nose, bonnet * 0.3, hood - 0.014, 0.006)
    return shape(
        {
            "body": body,
            "glass": glass - body,
            "tyre": wheels.tyres,
            "hub": wheels.hubs - body,
            "lamp": lamps - body,
            "trim": (pipe + grille + axle) - body - wheels.hubs,
        },
        [
            box_part(nose - back, bonnet, hood - low, ((nose + back) / 2, 0, low)),
            box_part(cab_x, wide, roof - big * 0.9, (back + 0.012, 0, big * 0.9)),
            box_part(cab_x + 0.014, wide + 0.012, 0.01, (back + 0.012, 0, roof - 0.001)),
            rod_part((pipe_x, bonnet * 0.3, hood - 0.01), (pipe_x, bonnet * 0.3, pipe_top), 0.0055, flat=True),
            box_part(0.016, track - 0.05, 0.014, (front, 0, small - 0.007)),
            *(hull_part(f) for f in fenders),
            *wheels.parts,
        ],
    )


@asset(
    "forklift",
    size=Range(0.2, 0.3),
    finishes={
        "body": palette("paint", "yellow orange red green blue teal white"),
        "frame": ("black metal",),
        "tyre": RUBBER,
        "hub": STEEL,
        "fork": STEEL,
    },
    density=420,
    fronted=True,
    tags="vehicle toy",
)
def forklift(rng: Rng) -> Shape:
    """A squat body under a roof on posts, with a mast and two long forks in front."""
    length, width = rng.uniform(0.125, 0.145), rng.uniform(0.088, 0.1)
    radius, reach = rng.uniform(0.022, 0.026), rng.uniform(0.075, 0.1)
    half, low = length / 2, radius * 0.7
    wheels = Wheels(width + 0.004, [(half * 0.62, radius, 0.022), (-half * 0.6, radius, 0.022)])
    floor, back = radius * 2.2, radius * 2.2 + rng.uniform(0.026, 0.034)
    deck = box(length, width, floor - low, (0, 0, low), edge=0.006)
    weight = box(length * 0.42, width, back - low, (-half + length * 0.21, 0, low), edge=0.009)
    dash = hull(
        box(0.016, width * 0.8, 0.002, (half - 0.014, 0, floor - 0.003)),
        box(0.008, width * 0.7, 0.002, (half - 0.018, 0, back)),
    )
    body = union(deck, weight, dash) - wheels.arches
    roof = back + rng.uniform(0.075, 0.09)
    posts = []
    for s in (-1, 1):
        posts += [
            ((half - 0.012, s * width * 0.4, floor - 0.004), (half * 0.42, s * width * 0.4, roof)),
            ((-half + 0.014, s * width * 0.4, back - 0.006), (-half * 0.72, s * width * 0.4, roof)),
        ]
    cage = union(*(rod(a, b, 0.0042, segments=10) for a, b in posts))
    span = half * 0.42 + half * 0.72
    plate_x = half * (0.42 - 0.72) / 2
    bars = union(
        *(box(span + 0.012, 0.008, 0.007, (plate_x, width * f, roof - 0.003)) for f in (-0.4, -0.13, 0.13, 0.4)),
        *(box(0.009, width * 0.88, 0.007, (plate_x + s * span / 2, 0, roof - 0.003)) for s in (-1, 1)),
    )
    mast_x, mast = half + 0.009, roof + rng.uniform(-0.01, 0.02)
    rails = union(
        *(box(0.011, 0.011, mast - 0.006, (mast_x, s * width * 0.3, 0.006)) for s in (-1, 1)),
        *(box(0.008, width * 0.6, 0.008, (mast_x, 0, z)) for z in (mast - 0.012, mast * 0.5)),
    )
    cushion = box(0.04, width * 0.5, 0.008, (-half + length * 0.3, 0, back - 0.002), edge=0.003)
    rest = box(0.01, width * 0.5, 0.036, (-half + length * 0.16, 0, back - 0.002), edge=0.003)
    frame = union(cage, bars, rails, cushion, rest) - body
    lift = rng.uniform(0.003, 0.02)
    face = mast_x + 0.0055
    forks = union(
        *(box(reach, 0.015, 0.005, (face + reach / 2, s * width * 0.25, lift)) for s in (-1, 1)),
        *(box(0.005, 0.015, 0.05, (face + 0.0025, s * width * 0.25, lift)) for s in (-1, 1)),
        *(box(0.005, width * 0.8, 0.01, (face + 0.0025, 0, lift + z)) for z in (0.018, 0.044)),
    )
    parts = [
        box_part(length, width, floor - low, (0, 0, low)),
        box_part(length * 0.42, width, back - low, (-half + length * 0.21, 0, low)),
        hull_part(dash),
        *(rod_part(a, b, 0.0042) for a, b in posts),
        box_part(span + 0.012, width * 0.88, 0.007, (plate_x, 0, roof - 0.003)),
        *(box_part(0.011, width * 0.6, 0.009, (mast_x, 0, z)) for z in (mast - 0.012, mast * 0.5)),
        box_part(0.01, width * 0.5, 0.036, (-half + length * 0.16, 0, back - 0.002)),
        box_part(0.005, width * 0.8, 0.036, (face + 0.0025, 0, lift + 0.018)),
    ]
    for s in (-1, 1):
        parts += [
            box_part(0.011, 0.011, mast - 0.006, (mast_x, s * width * 0.3, 0.006)),
            box_part(reach, 0.015, 0.005, (face + reach / 2, s * width * 0.25, lift)),
            box_part(0.005, 0.015, 0.05, (face + 0.0025, s * width * 0.25, lift)),
        ]
    return shape(
        {"body": body, "frame": frame, "tyre": wheels.tyres, "hub": wheels.hubs - body, "fork": forks - rails},
        [*parts, *wheels.parts],
    )


@asset(
    "locomotive",
    size=Range(0.24, 0.34),
    finishes={
        "body": palette("paint", "red green blue orange purple teal yellow"),
        "iron": ("black metal",),
        "band": ("gold metal",),
        "wheel": palette("paint", "red black grey"),
    },
    density=450,
    fronted=True,
    tags="vehicle toy",
)
def locomotive(rng: Rng) -> Shape:
    """A steam engine: a round boiler with a funnel and a dome, a cab behind, a cowcatcher in front."""
    length, width = rng.uniform(0.225, 0.285), rng.uniform(0.085, 0.1)
    radius = rng.uniform(0.019, 0.024)
    half, deck = length / 2, radius * 1.5
    wheels = Wheels(width * 0.86, [(x, radius, 0.014) for x in (-half * 0.68, -half * 0.08, half * 0.52)])
    frame = box(length, width * 0.52, 0.02, (0, 0, deck - 0.012)) + box(
        length, width, 0.008, (0, 0, radius * 2 + 0.002)
    )
    boiler = width * rng.uniform(0.33, 0.38)
    axis = radius * 2 + 0.006 + boiler
    cab, roof = length * rng.uniform(0.28, 0.33), axis + boiler * rng.uniform(1.25, 1.5)
    start, nose = -half + cab, half - 0.016
    floor = radius * 2 + 0.006
    tank = rod((start - 0.01, 0, axis), (nose - 0.035, 0, axis), boiler, segments=36)
    house = box(cab * 0.92, width * 0.9, roof - floor, (-half + cab * 0.5, 0, floor))
    pane = width * 0.9 * 0.34
    holes = box(cab * 0.5, 1, (roof - floor) * 0.34, (-half + cab * 0.5, 0, floor + (roof - floor) * 0.5))
    eyes = union(
        *(
            box(
                cab * 2,
                pane * 0.75,
                (roof - floor) * 0.2,
                (-half + cab * 0.5, s * width * 0.29, roof - (roof - floor) * 0.28),
            )
            for s in (-1, 1)
        )
    )
    inside = box(cab * 0.92 - 0.012, width * 0.9 - 0.012, roof - floor - 0.012, (-half + cab * 0.5, 0, floor + 0.006))
    guard = hull(
        box(0.002, width * 0.9, 0.026, (half - 0.003, 0, 0.008)),
        box(0.002, width * 0.3, 0.006, (half + 0.028, 0, 0.008)),
    )
    body = union(house - (holes + eyes), tank, frame, guard)
    lid = side_view(
        [
            (-half - 0.004, roof - 0.001),
            (-half + cab + 0.004, roof - 0.001),
            (-half + cab + 0.004, roof + 0.008),
            (-half - 0.004, roof + 0.008),
        ],
        width,
    )
    core = inside ^ (holes + eyes)
    smoke = rod((nose - 0.036, 0, axis), (nose, 0, axis), boiler * 1.05, segments=36)
    door = rod((nose - 0.004, 0, axis), (nose + 0.005, 0, axis), boiler * 0.55, end_radius=boiler * 0.45, segments=24)
    stack_x, tip = nose - 0.019, axis + boiler + rng.uniform(0.035, 0.05)
    flare = rng.random() < 0.5
    stack = revolve(
        [
            (0, 0),
            (0.011, 0),
            (0.011, (tip - axis) * 0.7),
            (0.021 if flare else 0.015, tip - axis - 0.004),
            (0.021 if flare else 0.015, tip - axis),
            (0, tip - axis),
        ],
        28,
    ).translate((stack_x, 0, axis))
    dome_x = start + (nose - 0.036 - start) * 0.55
    dome = cylinder(0.013, boiler + 0.006, (dome_x, 0, axis)) + sphere(
        0.013, (dome_x, 0, axis + boiler + 0.006), segments=24
    )
    rings = [
        rod((x - 0.003, 0, axis), (x + 0.003, 0, axis), boiler + 0.0014, segments=36)
        for x in (start + 0.008, dome_x - 0.024, dome_x + 0.022)
    ]
    iron = union(lid, smoke, stack, core) - body
    brass = union(dome, door, *rings) - body - iron
    return shape(
        {"body": body, "iron": iron, "band": brass, "wheel": wheels.tyres + (wheels.hubs - frame)},
        [
            rod_part((start - 0.01, 0, axis), (nose, 0, axis), boiler * 1.03, flat=True),
            box_part(cab * 0.92, width * 0.9, roof - floor, (-half + cab * 0.5, 0, floor)),
            hull_part(lid),
            box_part(length, width, 0.008, (0, 0, radius * 2 + 0.002)),
            box_part(length, width * 0.52, 0.02, (0, 0, deck - 0.012)),
            hull_part(guard),
            cylinder_part(0.012, (tip - axis) * 0.7, (stack_x, 0, axis)),
            hull_part(stack ^ box(1, 1, 1, (0, 0, axis + (tip - axis) * 0.7))),
            rod_part((dome_x, 0, axis), (dome_x, 0, axis + boiler + 0.019), 0.013),
            *wheels.parts,
        ],
    )
