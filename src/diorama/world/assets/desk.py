"""Things of a desk: paper and what keeps it, a globe, a lamp to read by."""

from __future__ import annotations

import math

from diorama.world.assets.profiles import key_grid, rectangle, slab, spread, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import GLAZES, PAINTS, PLASTICS, STEEL, WOODS, palette
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
    smooth,
    sphere,
    sweep,
    torus,
    union,
)
from diorama.world.parts import (
    box_part,
    cylinder_part,
    frame_parts,
    hull_part,
    ring_parts,
    rod_part,
    rods_along,
    sphere_part,
    turned_parts,
)
from diorama.world.shape import Cavity, Part, Shape, Top, shape

_COVERS = palette("paint", "red orange green teal blue purple pink black brown grey")


@asset(
    "book",
    size=Range(0.17, 0.28),
    density=600,
    flat_top=True,
    tags="desk household",
    finishes={"cover": _COVERS, "pages": ("white paper",), "inlay": ("gold metal", "yellow paint", "white paint")},
)
def book(rng: Rng) -> Shape:
    """A hardback lying flat: round spine, white pages, a framed cover."""
    x = rng.uniform(0.13, 0.185)
    y = x * rng.uniform(1.32, 1.5)
    z = rng.uniform(0.022, 0.052)
    board, joint = 0.0032, 0.01
    spine = slab([(-x / 2 + a * 0.012, z / 2 + b * z / 2) for a, b in circle(1.0, steps=24)], y)
    cover = box(x, y, z) + spine - box(x, y + 0.01, z - 2 * board, (joint, 0, board))
    pages = box(x - joint - 0.003, y - 0.009, z - 2 * board + 0.001, (joint / 2 - 0.002, 0, board - 0.0005))
    frame = stadium(x * 0.8, y * 0.84, 0.01, 0.01) - stadium(x * 0.8 - 0.014, y * 0.84 - 0.014, 0.01, 0.005)
    emblem = cylinder(x * 0.16, 0.01) if rng.random() < 0.5 else box(x * 0.24, y * 0.45, 0.01)
    mark = (frame + emblem).translate((0.004, 0, z - 0.0015))
    return shape(
        {"cover": cover - mark, "pages": pages, "inlay": mark.trim_by_plane((0, 0, -1), -(z - 0.0006))},
        [box_part(x, y, z), hull_part(spine)],
        top=Top(z, tuple(rectangle(x, y))),
    )


@asset(
    "binder",
    size=Range(0.28, 0.33),
    density=500,
    tags="desk",
    finishes={
        "cover": palette("plastic", "red orange yellow green teal blue purple pink black grey"),
        "paper": ("white paper",),
        "ring": STEEL,
    },
)
def binder(rng: Rng) -> Shape:
    """A ring binder standing on edge: a label and a finger hole on its broad back."""
    x, y, z = rng.uniform(0.25, 0.28), rng.uniform(0.055, 0.09), rng.uniform(0.29, 0.32)
    wall, hole = 0.0045, min(0.016, y * 0.24)
    low = z * rng.uniform(0.2, 0.3)
    cover = box(x, y, z) - box(x, y - 2 * wall, z + 0.01, (-wall, 0, -0.005))
    cover -= rod((0, 0, low), (x, 0, low), hole)
    ring = torus(hole, 0.003, segments=24).rotate((0, 90, 0)).translate((x / 2, 0, low))
    sheets = box(x - 0.045, y - 2 * wall - 0.003, z - 0.018, (-0.006, 0, 0.004))
    label = box(0.004, y * 0.66, z * 0.36, (x / 2 - 0.001, 0, z * 0.48))
    return shape(
        {"cover": cover, "paper": sheets + label, "ring": ring},
        [
            box_part(x, wall, z, (0, y / 2 - wall / 2, 0)),
            box_part(x, wall, z, (0, -y / 2 + wall / 2, 0)),
            box_part(wall, y, z, (x / 2 - wall / 2, 0, 0)),
            box_part(x - 0.045, y - 2 * wall, z - 0.018, (-0.006, 0, 0.004)),
        ],
    )


def _pencil_relief(out: float, z: float, length: float) -> dict[str, Solid]:
    """A flat pencil that lies on a wall facing +x at distance `out`, point up."""
    half, deep, at = 0.0075, 0.0045, out - 0.0025
    tip = [(-half, 0), (half, 0), (0.0, 2.4 * half)]

    def flat(points: list[tuple[float, float]], bottom: float, thick: float) -> Solid:
        solid = extrude(points, thick)
        return solid.rotate((90, 0, 90)).translate((at, 0, bottom))

    lead = [(-half * 0.55, 1.44 * half), (half * 0.55, 1.44 * half), (0.0, 2.75 * half)]
    return {
        "pencil": box(deep, 2 * half, length, (at + deep / 2, 0, z)),
        "tip": flat(tip, z + length, deep),
        "lead": flat(lead, z + length, deep + 0.0008),
        "eraser": box(deep, 2 * half, half * 1.3, (at + deep / 2, 0, z - half * 1.3)),
    }


@asset(
    "pencil holder",
    size=Range(0.09, 0.125),
    density=1000,
    container=True,
    tags="desk",
    finishes={
        "body": palette("plastic", "red green teal blue purple black grey white"),
        "pencil": ("yellow paint",),
        "tip": ("light wood",),
        "lead": ("black plastic",),
        "eraser": ("pink rubber",),
    },
)
def pencil_holder(rng: Rng) -> Shape:
    """A tall empty cup, round or square, with pencils in relief on its sides."""
    z, radius, wall, base = rng.uniform(0.095, 0.12), rng.uniform(0.036, 0.043), 0.0045, 0.007
    if rng.random() < 0.5:
        outer, inner = stadium(2 * radius, 2 * radius, z, 0.006), box(2 * (radius - wall), 2 * (radius - wall), z)
        outline = rectangle(2 * (radius - wall), 2 * (radius - wall))
        parts = [
            box_part(2 * radius, 2 * radius, base),
            *frame_parts(2 * radius, 2 * radius, z - 0.002, wall, (0, 0, 0.002)),
        ]
        count = 4
    else:
        outer, inner, count = cylinder(radius, z), cylinder(radius - wall, z), 5
        outline = circle(radius - wall, steps=16)
        parts = [
            cylinder_part(radius, base),
            *ring_parts([(radius - wall, 0.002), (radius - wall, z)], [(radius, 0.002), (radius, z)]),
        ]
    relief = _pencil_relief(radius, z * 0.24, z * rng.uniform(0.36, 0.46))
    body = outer - inner.translate((0, 0, base))
    return shape(
        {"body": body} | {slot: around(solid, count) for slot, solid in relief.items()},
        parts,
        cavity=Cavity(base, z, tuple(outline)),
    )


@asset("stapler", size=Range(0.12, 0.18), density=1400, tags="desk", finishes={"body": PLASTICS, "metal": STEEL})
def stapler(rng: Rng) -> Shape:
    """A stapler ready to press: a long jaw over a flat foot, steel between them."""
    length, width = rng.uniform(0.125, 0.165), rng.uniform(0.03, 0.04)
    tall, opened = rng.uniform(0.85, 1.15), rng.uniform(8, 12)
    foot = stadium(length, width, length * 0.05, width * 0.3)
    heel = slab(
        [(length * a, length * b) for a, b in ((-0.48, 0.02), (-0.26, 0.02), (-0.3, 0.15), (-0.46, 0.15))], width * 0.62
    )
    crown = smooth([(0.02, 0.03), (0.03, 0.1), (0.2, 0.135), (0.6, 0.125), (0.88, 0.105), (0.97, 0.05), (0.97, 0.03)])
    jaw = slab([(length * (a - 0.5), length * b * tall) for a, b in crown], width * 0.8)
    rail = box(length * 0.88, width * 0.6, length * 0.05, (length * 0.025, 0, 0))
    lift = length * 0.125
    jaw, rail = (s.rotate((0, -opened, 0)).translate((0, 0, lift)) for s in (jaw, rail))
    anvil = box(length * 0.14, width * 0.55, 0.004, (length * 0.38, 0, length * 0.05 - 0.002))
    return shape(
        {"body": union(foot, heel, jaw), "metal": rail + anvil},
        [box_part(length, width, length * 0.05), hull_part(heel), hull_part(hull(jaw, rail))],
    )


@asset(
    "calculator",
    size=Range(0.11, 0.18),
    density=700,
    fronted=True,
    tags="desk",
    finishes={
        "body": palette("plastic", "red teal blue purple black grey pink"),
        "keys": ("white plastic",),
        "operators": ("orange plastic",),
        "bezel": ("black plastic",),
        "display": ("green screen",),
    },
)
def calculator(rng: Rng) -> Shape:
    """A desk calculator: a display at the back of a sloping block, rows of white keys, a row of orange ones."""
    width = rng.uniform(0.08, 0.105)
    depth = width * rng.uniform(1.4, 1.65)
    front, back = rng.uniform(0.01, 0.014), rng.uniform(0.024, 0.036)
    slope = math.atan((back - front) / depth)
    body = stadium(depth, width, back, 0.008).trim_by_plane(
        (-math.sin(slope), 0, -math.cos(slope)), -math.cos(slope) * (front + back) / 2
    )
    rows = spread(-depth * 0.16, depth * 0.45, int(rng.integers(4, 6)))
    columns = spread(-width * 0.43, width * 0.43, 4)
    size = ((rows[1] - rows[0]) * 0.72, (columns[1] - columns[0]) * 0.76)
    at = (-depth * 0.32, 0.0, -0.002)

    def sloping(solid: Solid) -> Solid:
        return solid.rotate((0, math.degrees(slope), 0)).translate((0, 0, (front + back) / 2))

    return shape(
        {
            "body": body,
            "keys": sloping(key_grid(rows, columns[:3], *size, 0.006, -0.002)),
            "operators": sloping(key_grid(rows, columns[3:], *size, 0.006, -0.002)),
            "bezel": sloping(box(depth * 0.26, width * 0.88, 0.0035, at)),
            "display": sloping(box(depth * 0.17, width * 0.76, 0.0045, at)),
        },
        [hull_part(body)],
    )


_LANDS = (
    (5, 20, 34),
    (-18, 24, 20),
    (50, 20, 20),
    (58, 60, 32),
    (48, 95, 34),
    (22, 78, 14),
    (60, 125, 26),
    (-25, 134, 22),
    (48, -100, 32),
    (62, -120, 18),
    (20, -102, 12),
    (-8, -60, 26),
    (-32, -65, 16),
    (74, -42, 16),
    (-88, 0, 22),
)
"""Latitude, longitude and radius, in degrees, of blobs that look like the continents."""


@asset(
    "globe",
    size=Range(0.24, 0.4),
    density=300,
    tags="desk",
    finishes={"sea": ("blue paint",), "land": ("green paint",), "stand": (*WOODS, "gold metal", "black plastic")},
)
def globe(rng: Rng) -> Shape:
    """A globe of the Earth, leaning in its half ring on a round foot."""
    radius, tilt = rng.uniform(0.085, 0.125), rng.uniform(20, 26)
    foot = radius * rng.uniform(0.6, 0.8)
    ring, tube = radius * 1.14, radius * 0.05
    middle = 0.022 + radius * rng.uniform(0.15, 0.35) + ring
    blobs = []
    for latitude, longitude, size in _LANDS:
        a, b = math.radians(latitude), math.radians(longitude)
        at = (radius * math.cos(a) * math.cos(b), radius * math.cos(a) * math.sin(b), radius * math.sin(a))
        blobs.append(sphere(2 * radius * math.sin(math.radians(size) / 2), at, segments=20))
    spin = rng.uniform(0, 360)
    land = (sphere(radius * 1.012) ^ union(*blobs)).rotate((0, 0, spin)).rotate((-tilt, 0, 0)).translate((0, 0, middle))
    path: list[Point3] = [(0.0, y, middle + z) for y, z in arc(ring, 90 - tilt, 270, steps=13)]
    pole = (0.0, math.sin(math.radians(tilt)), math.cos(math.radians(tilt)))
    axle = rod((0, -pole[1] * ring, middle - pole[2] * ring), (0, pole[1] * ring, middle + pole[2] * ring), tube * 0.8)
    plinth = [(foot, 0.0), (foot, 0.01), (tube * 2, 0.024), (tube * 1.4, middle - ring)]
    stand = union(sweep(path, tube), axle, revolve([(0, 0), *plinth, (0, middle - ring)]))
    return shape(
        {"sea": sphere(radius, (0, 0, middle)), "land": land, "stand": stand},
        [*turned_parts(plinth), sphere_part(radius, (0, 0, middle)), *rods_along(path, tube)],
    )


def _table_lamp(rng: Rng) -> tuple[dict[str, Solid], list[Part]]:
    wide, high = rng.uniform(0.095, 0.13), rng.uniform(0.13, 0.17)
    narrow = wide * rng.uniform(0.5, 0.85)
    neck = rng.uniform(0.16, 0.22)
    foot, belly = wide * rng.uniform(0.55, 0.7), rng.uniform(0.2, 0.5)
    top = neck + high
    body = [(foot, 0.0), (foot, 0.012), (foot * 0.6, 0.02)]
    if belly > 0.3:
        body += smooth(
            [(foot * 0.5, 0.02), (foot * 0.8, neck * 0.35), (foot * 0.4, neck * 0.75), (0.007, neck * 0.9)], steps=3
        )
    else:
        body += [(0.009, 0.03)]
    body += [(0.007, neck + high * 0.3)]
    shade = revolve([(wide, neck), (narrow, top), (narrow - 0.004, top), (wide - 0.004, neck)])
    bulb = (0.0, 0.0, neck + high * 0.4)
    spokes = around(rod((0, 0, top - 0.02), (narrow - 0.002, 0, top - 0.02), 0.003, segments=8), 3)
    post = rod(bulb, (0, 0, top - 0.017), 0.004, segments=8)
    return (
        {
            "shade": shade,
            "base": union(revolve([(0, 0), *body, (0, body[-1][1])]), spokes, post),
            "bulb": sphere(0.026, bulb, segments=20),
        },
        [
            *turned_parts(body, sides=16),
            sphere_part(0.026, bulb),
            rod_part(bulb, (0, 0, top - 0.017), 0.004),
            *(rod_part((0, 0, top - 0.02), (c, s, top - 0.02), 0.003) for c, s in circle(narrow - 0.002, steps=3)),
            *ring_parts([(wide - 0.004, neck), (narrow - 0.004, top)], [(wide, neck), (narrow, top)]),
        ],
    )


def _reading_lamp(rng: Rng) -> tuple[dict[str, Solid], list[Part]]:
    foot, lower, upper = rng.uniform(0.07, 0.085), rng.uniform(0.19, 0.22), rng.uniform(0.17, 0.2)
    lean, reach = math.radians(rng.uniform(15, 25)), math.radians(rng.uniform(40, 52))
    elbow = (-0.02 - lower * math.sin(lean), 0.0, 0.02 + lower * math.cos(lean))
    wrist = (elbow[0] + upper * math.cos(reach), 0.0, elbow[2] + upper * math.sin(reach))
    start = (-0.02, 0.0, 0.015)
    mouth, long = rng.uniform(0.055, 0.068), rng.uniform(0.09, 0.11)
    cap = revolve(
        [
            (0, 0.004),
            (mouth - 0.004, 0.004),
            (mouth - 0.003, 0),
            (mouth, 0),
            (0.022, long * 0.7),
            (0.018, long),
            (0, long),
        ]
    )
    glow = cylinder(mouth * 0.7, 0.012, (0, 0, -0.004), top_radius=mouth * 0.5)
    turn = rng.uniform(-35, -20)
    head, light = (s.translate((0, 0, -long * 0.75)).rotate((0, turn, 0)).translate(wrist) for s in (cap, glow))
    joints = union(*(sphere(0.012, p, segments=16) for p in (start, elbow, wrist)))
    arms = union(rod(start, elbow, 0.007), rod(elbow, wrist, 0.007), joints)
    base = revolve([(0, 0), (foot, 0), (foot, 0.012), (foot * 0.85, 0.022), (0, 0.022)])
    return (
        {"shade": union(head, arms), "base": base, "bulb": light},
        [
            cylinder_part(foot, 0.022),
            rod_part(start, elbow, 0.007),
            rod_part(elbow, wrist, 0.007),
            hull_part(head),
            sphere_part(0.012, elbow),
        ],
    )


@asset(
    "lamp",
    size=Range(0.29, 0.45),
    density=900,
    tags="desk household",
    finishes={"shade": PAINTS, "base": (*WOODS, *GLAZES[-3:], "black metal", "gold metal"), "bulb": ("yellow glow",)},
)
def lamp(rng: Rng) -> Shape:
    """A table lamp with a cone for a shade, or a reading lamp with a jointed arm."""
    solids, parts = _table_lamp(rng) if rng.random() < 0.55 else _reading_lamp(rng)
    return shape(solids, parts)
