"""Toy vehicles of field, yard, rail, air and water."""

from __future__ import annotations

import math

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.assets.vehicles import BODY, GLASS, LAMPS, TRIM, Wheels, headlights, side_view
from diorama.world.materials import RUBBER, STEEL, palette
from diorama.world.modelling import (
    Point2,
    Solid,
    arc,
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
    turn,
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


@asset(
    "aeroplane",
    size=Range(0.26, 0.38),
    finishes={
        "body": palette("paint", "white red yellow orange blue teal green pink grey"),
        "glass": GLASS,
        "tyre": RUBBER,
        "engine": TRIM,
    },
    density=250,
    fronted=True,
    tags="vehicle toy",
)
def aeroplane(rng: Rng) -> Shape:
    """An airliner on three wheels, with swept wings, two engines, a tail fin and a row of windows."""
    length, radius = rng.uniform(0.27, 0.34), rng.uniform(0.021, 0.026)
    span, sweep_back = length * rng.uniform(0.84, 1.05), length * rng.uniform(0.14, 0.22)
    lift = radius + 0.034
    half = length / 2
    curve = smooth(
        [
            (0, -half),
            (radius * 0.5, -half * 0.86),
            (radius, -half * 0.35),
            (radius, half * 0.6),
            (radius * 0.72, half * 0.88),
            (0, half),
        ],
        steps=5,
    )
    tube = turn(revolve(curve, 32), y=90).translate((0, 0, lift))
    root, tip = length * 0.22, length * 0.08

    def wing(x: float, chord: float, end: float, reach: float, back: float, thick: float) -> Solid:
        outline: list[Point2] = [
            (x + chord / 2, 0),
            (x + chord / 2 - back, reach),
            (x + chord / 2 - back - end, reach),
            (x - chord / 2, 0),
        ]
        return extrude(outline, thick)

    left = wing(0.01, root, tip, span / 2, sweep_back, 0.007).translate((0, 0, lift - radius * 0.55))
    tail = wing(-half * 0.84, length * 0.12, length * 0.06, span * 0.19, length * 0.06, 0.006).translate((0, 0, lift))
    fin_x, fin_top = -half * 0.82, lift + radius + length * rng.uniform(0.13, 0.17)
    fin = side_view(
        [
            (fin_x + length * 0.09, lift),
            (fin_x - length * 0.02, fin_top),
            (fin_x - length * 0.1, fin_top),
            (fin_x - length * 0.05, lift),
        ],
        0.007,
    )
    sheets = [left, left.mirror((0, 1, 0)), tail, tail.mirror((0, 1, 0)), fin]
    body = union(tube, *sheets)
    pods, pod_parts = [], []
    for s in (-1, 1):
        y, x, z = s * span * 0.19, 0.01 + root / 2 - sweep_back * 0.3, lift - radius * 0.55 - 0.009
        pods.append(
            rod((x - 0.03, y, z), (x + 0.012, y, z), 0.0105, end_radius=0.0125, segments=20)
            - rod((x + 0.006, y, z), (x + 0.02, y, z), 0.009)
        )
        pod_parts.append(rod_part((x - 0.03, y, z), (x + 0.012, y, z), 0.012, flat=True))
    small = 0.0115
    gear = [(half * 0.62, 0.0), (-0.02, radius * 1.1), (-0.02, -radius * 1.1)]
    tyres = union(*(rod((x, y - 0.006, small), (x, y + 0.006, small), small, segments=24) for x, y in gear))
    legs = union(*(box(0.006, 0.02, lift - small, (x, y, small)) for x, y in gear)) - tube
    count = int(rng.integers(7, 11))
    dots = [
        box(0.006, radius * 2.02, 0.008, (-half * 0.3 + half * 0.8 * i / (count - 1), 0, lift + radius * 0.1))
        for i in range(count)
    ]
    brow = half * 0.8
    shield = turn(revolve([(x + 0.0012, z) for x, z in curve if x > 0], 32), y=90).translate((0, 0, lift)) ^ hull(
        box(0.03, 1, 0.001, (brow, 0, lift + radius * 0.25)),
        box(0.012, 1, 0.001, (brow - 0.004, 0, lift + radius * 0.72)),
    )
    return shape(
        {
            "body": body,
            "glass": (union(*dots) + shield) - body,
            "tyre": tyres,
            "engine": union(*pods, legs) - body - tyres,
        },
        [
            hull_part(tube),
            *(hull_part(s) for s in sheets),
            *pod_parts,
            *(rod_part((x, y - 0.006, small), (x, y + 0.006, small), small, flat=True) for x, y in gear),
            *(box_part(0.006, 0.02, lift - small, (x, y, small)) for x, y in gear),
        ],
    )


@asset(
    "helicopter",
    size=Range(0.26, 0.4),
    finishes={"body": BODY, "glass": GLASS, "rotor": ("black metal",), "skid": STEEL},
    density=220,
    fronted=True,
    tags="vehicle toy",
)
def helicopter(rng: Rng) -> Shape:
    """A round cockpit with a tail boom and skids, under a rotor."""
    long, wide, tall = rng.uniform(0.13, 0.155), rng.uniform(0.075, 0.088), rng.uniform(0.078, 0.09)
    middle = 0.03 + tall / 2
    pod = ellipsoid(long, wide, tall, (0, 0, middle), segments=36)
    bubble = ellipsoid(long + 0.003, wide + 0.003, tall + 0.003, (0, 0, middle), segments=36)
    glass = bubble ^ box(0.2, 1, tall * 0.44, (0.1 + long * 0.1, 0, middle - tall * 0.05))
    glass -= box(1, 0.006, 1) + box(0.007, 1, 1, (long * 0.24, 0, 0))
    end = -long * 0.5 - rng.uniform(0.1, 0.13)
    up = middle + tall * 0.2
    boom = rod((-long * 0.25, 0, middle + tall * 0.1), (end, 0, up), tall * 0.2, end_radius=0.0075, segments=20)
    fin = side_view(
        [(end + 0.028, up), (end - 0.01, up + 0.042), (end - 0.022, up + 0.042), (end - 0.006, up - 0.016)], 0.006
    )
    plane = box(0.022, 0.07, 0.005, (end + 0.045, 0, up - 0.002))
    top = middle + tall / 2
    mast = cylinder(0.018, 0.016, (-0.005, 0, top - 0.01), top_radius=0.013)
    body = union(pod, boom, fin, plane, mast)
    reach, blades = rng.uniform(0.11, 0.135), int(rng.choice([3, 4]))
    z = top + 0.018
    start = float(rng.uniform(0, 90))
    vane = box(reach - 0.008, 0.017, 0.0045, (reach / 2 + 0.004, 0, z))
    sails = around(vane, blades, start_deg=start).translate((-0.005, 0, 0))
    hub = cylinder(0.0055, 0.03, (-0.005, 0, top)) + cylinder(0.011, 0.009, (-0.005, 0, z - 0.002))
    side = 0.0075
    tail_rotor = union(
        *(
            turn(box(0.052, 0.004, 0.009, (0, 0, -0.0045)), y=a).translate((end - 0.008, side, up + 0.02))
            for a in (30, 120)
        ),
        rod((end - 0.008, 0.002, up + 0.02), (end - 0.008, side + 0.004, up + 0.02), 0.005),
    )
    track, skid, run = wide * 0.44, 0.0045, long * rng.uniform(0.42, 0.5)
    bars = [((-run, s * track, skid), (run, s * track, skid)) for s in (-1, 1)]
    struts = [
        ((x, s * track, skid), (x, s * wide * 0.2, middle - tall * 0.32))
        for s in (-1, 1)
        for x in (-run * 0.5, run * 0.5)
    ]
    legs = union(
        *(rod(a, b, skid, segments=16) for a, b in bars),
        *(rod(a, b, 0.004, segments=10) for a, b in struts),
        *(sphere(skid, p, segments=16) for bar in bars for p in bar),
    )
    spokes = [math.radians(start + 360 * i / blades) for i in range(blades)]
    return shape(
        {"body": body, "glass": glass - body, "rotor": union(sails, hub, tail_rotor) - body, "skid": legs - body},
        [
            hull_part(pod),
            hull_part(boom),
            hull_part(fin),
            box_part(0.022, 0.07, 0.005, (end + 0.045, 0, up - 0.002)),
            cylinder_part(0.013, z + 0.007 - top + 0.01, (-0.005, 0, top - 0.01)),
            *(
                box_part(
                    reach,
                    0.017,
                    0.0045,
                    (math.cos(a) * reach / 2 - 0.005, math.sin(a) * reach / 2, z),
                    yaw_deg=math.degrees(a),
                )
                for a in spokes
            ),
            rod_part((end - 0.008, side - 0.002, up + 0.02), (end - 0.008, side + 0.002, up + 0.02), 0.026, flat=True),
            *(rod_part(a, b, skid, flat=True) for a, b in bars),
            *(rod_part(a, b, 0.004) for a, b in struts),
        ],
    )


@asset(
    "boat",
    size=Range(0.24, 0.36),
    finishes={
        "hull": BODY,
        "deck": ("light wood",),
        "cabin": ("white paint",),
        "glass": GLASS,
        "line": ("black paint",),
    },
    density=250,
    fronted=True,
    tags="vehicle toy",
)
def boat(rng: Rng) -> Shape:
    """A toy steamer with a pointed bow, a flat keel, a white cabin and a funnel."""
    length, width = rng.uniform(0.25, 0.34), rng.uniform(0.095, 0.12)
    high, half = rng.uniform(0.05, 0.062), length / 2

    def plan(scale: float, inset: float = 0.0) -> list[Point2]:
        side = [(-half, 0.38), (-half * 0.7, 0.47), (0.0, 0.5), (half * 0.45, 0.4), (half * 0.8, 0.19), (half, 0.02)]
        port = [((x - math.copysign(inset, x)) * (0.5 + scale / 2), (y * width - inset) * scale) for x, y in side]
        return [*[(x, max(y, 0.001)) for x, y in port], *[(x, -max(y, 0.001)) for x, y in reversed(port)]]

    keel = extrude(plan(0.62), 0.001)
    shell = hull(keel, extrude(plan(1.0), 0.001).translate((0, 0, high - 0.001)))
    pit = extrude(plan(1.0, 0.006), 0.01).translate((0, 0, high - 0.0035))
    planks = extrude(plan(1.0, 0.0055), 0.004).translate((0, 0, high - 0.0065))
    waterline = hull(keel, extrude(plan(1.0), 0.001).translate((0, 0, high - 0.001))).scale((1.012, 1.025, 1)) ^ box(
        1, 1, high * 0.16, (0, 0, high * 0.5)
    )
    cab = (length * rng.uniform(0.26, 0.34), width * rng.uniform(0.5, 0.6), rng.uniform(0.034, 0.042))
    x, floor = -length * rng.uniform(0.02, 0.1), high - 0.004
    house = box(cab[0], cab[1], cab[2], (x, 0, floor), edge=0.005)
    bridge_x, roof = x + cab[0] * 0.14, floor + cab[2] - 0.001
    bridge = box(cab[0] * 0.5, cab[1] * 0.8, 0.028, (bridge_x, 0, roof), edge=0.004)
    panes = [box(0.011, cab[1] + 0.0024, 0.012, (x + cab[0] * f, 0, floor + cab[2] * 0.45)) for f in (-0.32, 0, 0.32)]
    panes += [
        box(cab[0] * 0.5 + 0.0024, cab[1] * 0.6, 0.012, (bridge_x, 0, roof + 0.009)),
        box(cab[0] * 0.34, cab[1] * 0.8 + 0.0024, 0.012, (bridge_x, 0, roof + 0.009)),
    ]
    pipe_x, pipe = x - cab[0] * 0.32, rng.uniform(0.011, 0.014)
    tall = rng.uniform(0.042, 0.055)
    funnel = cylinder(pipe, tall, (pipe_x, 0, roof), segments=28)
    cap = cylinder(pipe + 0.0012, tall * 0.26, (pipe_x, 0, roof + tall * 0.76), segments=28)
    hulk = (shell - pit) + (funnel - cap)
    cabin = (house + bridge) - funnel
    return shape(
        {
            "hull": hulk,
            "deck": planks - house - hulk,
            "cabin": cabin - shell,
            "glass": union(*panes) - cabin,
            "line": (waterline - shell) + cap,
        },
        [
            box_part(length * 0.5, width * 0.4, high * 0.5),
            hull_part(shell ^ box(1, 1, 1, (0, 0, 0.001))),
            box_part(*cab, (x, 0, floor)),
            box_part(cab[0] * 0.5, cab[1] * 0.8, 0.028, (bridge_x, 0, roof)),
            cylinder_part(pipe, tall, (pipe_x, 0, roof)),
        ],
    )
