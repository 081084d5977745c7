"""Toy vehicles of air and water."""

from __future__ import annotations

import math

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.assets.vehicles import BODY, GLASS, TRIM, side_view
from diorama.world.materials import RUBBER, STEEL, palette
from diorama.world.modelling import (
    Point2,
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
    turn,
    union,
)
from diorama.world.parts import box_part, cylinder_part, hull_part, rod_part
from diorama.world.shape import Shape, shape


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
