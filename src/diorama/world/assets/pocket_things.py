"""Small things that lie flat on others and stay there: from pockets, drawers and the sink."""

from __future__ import annotations

from itertools import product

import numpy as np

from diorama.world.assets.printing import bars, inlaid, lettering, mark
from diorama.world.assets.profiles import rectangle, spread, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import LEATHERS, STEEL, palette
from diorama.world.modelling import (
    Point2,
    Solid,
    arc,
    box,
    cylinder,
    extrude,
    rounded_rectangle,
    sphere,
    sweep,
    torus,
    turn,
    union,
)
from diorama.world.parts import box_part, hull_part
from diorama.world.shape import Shape, shape


@asset(
    "phone",
    size=Range(0.14, 0.18),
    density=1900,
    fronted=True,
    tags="pile odd desk household",
    finishes={
        "body": palette("plastic", "white pink red teal yellow"),
        "bezel": ("black plastic",),
        "screen": ("blue screen", "teal screen", "purple screen"),
        "icons": ("white screen",),
        "others": ("green screen", "orange screen", "red screen"),
    },
)
def phone(rng: Rng) -> Shape:
    """A smartphone on its back: a tall lit screen with the clock, rows of icons and a dock."""
    x = rng.uniform(0.148, 0.172)
    y = x * rng.uniform(0.47, 0.51)
    z = rng.uniform(0.008, 0.01)
    long, wide = x - 0.016, y - 0.012
    rows, columns = spread(-long * 0.24, long * 0.26, 3), spread(-wide * 0.45, wide * 0.45, 4)
    side = (columns[1] - columns[0]) * 0.64
    dock = [(long * 0.42, b, side, side) for b in columns[1:-1]]
    clock = bars([(-long * 0.34, b, long * 0.07, wide * 0.17) for b in (-wide * 0.14, wide * 0.14)], z)
    marks = {
        "bezel": mark(rounded_rectangle(x - 0.006, y - 0.006, 0.01), z),
        "screen": mark(rounded_rectangle(long, wide, 0.007), z),
        "icons": clock + bars(dock + [(a, b, side, side) for a, b in product(rows, columns[::2])], z),
        "others": bars([(a, b, side, side) for a, b in product(rows, columns[1::2])], z),
    }
    return shape(inlaid({"body": stadium(x, y, z, 0.013)}, marks, z), [box_part(x, y, z)])


@asset(
    "remote control",
    size=Range(0.16, 0.21),
    density=700,
    fronted=True,
    tags="pile odd household",
    finishes={
        "body": ("black plastic", "grey plastic", "white plastic"),
        "buttons": ("grey plastic", "beige plastic"),
        "power": ("red plastic",),
        "blue": ("blue plastic",),
        "green": ("green plastic",),
        "yellow": ("yellow plastic",),
    },
)
def remote_control(rng: Rng) -> Shape:
    """A long remote control: a red power button, a ring to steer with, number keys, three coloured keys."""
    x = rng.uniform(0.165, 0.2)
    y = x * rng.uniform(0.25, 0.3)
    z, proud = rng.uniform(0.016, 0.02), 0.003
    columns = spread(-y * 0.44, y * 0.44, 3)
    dot = (columns[1] - columns[0]) * 0.33

    def knob(at: Point2, radius: float) -> Solid:
        return cylinder(radius, proud + 0.002, (*at, z - 0.002), segments=16)

    numbers = union(*(knob(at, dot) for at in product(spread(-x * 0.02, x * 0.3, 4), columns)))
    wheel = (-x * 0.2, 0.0)
    ring = knob(wheel, y * 0.34) - cylinder(y * 0.2, 1, (*wheel, -0.5), segments=16) + knob(wheel, y * 0.12)
    coloured = zip(("green", "yellow", "blue"), columns, strict=True)
    keys = {slot: stadium(x * 0.03, dot * 2, proud + 0.002, 0.002, (x * 0.38, b, z - 0.002)) for slot, b in coloured}
    solids = {"buttons": numbers + ring, "power": knob((-x * 0.41, -y * 0.24), dot * 1.25)} | keys
    return shape(
        {"body": stadium(x, y, z, y * 0.3) - union(*solids.values())} | solids,
        [hull_part(stadium(x, y, z + proud / 2, y * 0.3))],
    )


@asset(
    "wallet",
    size=Range(0.1, 0.15),
    density=500,
    fronted=True,
    tags="pile odd household",
    finishes={
        "leather": LEATHERS,
        "seam": ("beige fabric", "yellow fabric"),
        "card": ("blue plastic", "teal plastic"),
        "card two": ("orange plastic", "yellow plastic"),
        "note": ("green paper",),
        "snap": ("gold metal", "silver metal"),
    },
)
def wallet(rng: Rng) -> Shape:
    """A folded leather wallet with a strap and a snap; banknotes and two bank cards stick out of its back."""
    y = rng.uniform(0.108, 0.125)
    x, z = y * rng.uniform(0.72, 0.78), rng.uniform(0.018, 0.022)
    half = z / 2
    leaf = stadium(x, y, half - 0.0015, 0.008)
    fold = cylinder(half, y - 0.012, (0, 0, -(y - 0.012) / 2), segments=24).rotate((90, 0, 0))
    whole = union(leaf, leaf.translate((0, 0, half + 0.0015)), fold.translate((x / 2 - 0.003, 0, half)))
    inner, outer = rounded_rectangle(x - 0.016, y - 0.014, 0.005), rounded_rectangle(x - 0.012, y - 0.01, 0.006)
    strap = stadium(x * 0.42, 0.026, 0.004, 0.012, (-x * 0.3, 0, z - 0.001))
    snap = cylinder(0.007, 0.006, (-x * 0.17, 0, z - 0.001), segments=20)
    reach, level = x * 0.6, z - 0.006
    sheets = {
        "note": box(reach, y * 0.86, 0.0016, (-x * 0.42, y * 0.01, level)),
        "card": box(reach, y * 0.36, 0.0018, (-x * 0.36, -y * 0.22, level + 0.0012)),
        "card two": box(reach, y * 0.36, 0.0018, (-x * 0.33, y * 0.22, level + 0.0012)),
    }
    solids = inlaid({"leather": whole + strap}, {"seam": mark(outer, z) - mark(inner, z) - strap}, z)
    return shape(
        solids | sheets | {"snap": snap},
        [box_part(x, y, z), box_part(reach, y * 0.86, 0.003, (-x * 0.42, 0, level))],
    )


_TEETH = ((0.3, 0.0), (0.36, 0.9), (0.44, 0.3), (0.54, 1.0), (0.64, 0.2), (0.74, 0.8), (0.84, 0.3), (0.93, 0.9))
"""Where along the blade of a key its edge turns, and how deep it is cut there."""


def _key(length: float, thick: float) -> Solid:
    """A flat door key along +x: a round bow with an eye at the origin, a blade with teeth."""
    bow, half = length * 0.21, length * 0.07
    edge = [(length * t, half * (1.3 - d)) for t, d in _TEETH]
    blade: list[Point2] = [(0.0, -half), (length * 0.96, -half), (length, 0.0), *reversed(edge), (0.0, half * 1.3)]
    solid = cylinder(bow, thick, (bow * 0.5, 0, 0), segments=28) + extrude(blade, thick)
    return solid - cylinder(bow * 0.4, 1, (0, 0, -0.5), segments=16)


@asset(
    "keys",
    size=Range(0.085, 0.15),
    density=7000,
    tags="pile odd household",
    finishes={
        "brass": ("gold metal",),
        "steel": STEEL,
        "ring": STEEL,
        "tag": palette("plastic", "red blue green orange pink"),
    },
)
def keys(rng: Rng) -> Shape:
    """Two door keys and a coloured tag on a ring, spread out flat."""
    long, thick, ring = rng.uniform(0.066, 0.076), 0.004, rng.uniform(0.016, 0.02)
    spread_deg = rng.uniform(24, 34)

    def hung(solid: Solid, way_deg: float, lift: float) -> Solid:
        return turn(solid.translate((ring, 0, lift)), z=way_deg)

    brass = hung(_key(long, thick), spread_deg, 0)
    steel = hung(_key(long * rng.uniform(0.86, 1.0), thick), -spread_deg, 0)
    tag = stadium(0.046, 0.026, thick, 0.009, (0.02, 0, 0)) - cylinder(0.004, 1, (0.002, 0, -0.5), segments=16)
    fob = hung(tag, 180 + rng.uniform(-30, 30), 0)
    loop = torus(ring, 0.0018, (0, 0, thick / 2), segments=36)
    flat = [hull_part(solid) for solid in (brass, steel, fob)]
    eyes = union(brass, steel, fob)
    return shape({"brass": brass, "steel": steel - brass, "tag": fob, "ring": loop - eyes}, [*flat, hull_part(loop)])


@asset(
    "scissors",
    size=Range(0.15, 0.22),
    density=3000,
    tags="pile odd desk household",
    finishes={
        "handles": palette("plastic", "red orange yellow green blue purple"),
        "blades": STEEL,
        "pivot": ("black metal",),
    },
)
def scissors(rng: Rng) -> Shape:
    """Scissors lying half open: two steel blades that cross, two loops for the fingers."""
    long, thick = rng.uniform(0.085, 0.1), 0.006
    opened = rng.uniform(11, 16)
    wide, grip = long * 0.125, long * rng.uniform(0.2, 0.24)
    tang = [(-long * 0.28, -wide * 0.5), (long * 0.2, -wide * 0.6)]
    outline: list[Point2] = [*tang, (long, 0.0), *((u, -v) for u, v in reversed(tang))]
    oval = [(-long * 0.25 - grip * 1.15 * (1 - c), grip * 0.85 * s + grip * 0.5) for c, s in arc(1.0, 0, 360, steps=25)]
    loop = sweep([(x, y, thick / 2) for x, y in oval], thick * 0.72, segments=10)
    arm = extrude(outline, thick * 0.45)
    arms = [turn(arm.translate((0, 0, thick * 0.05)), z=opened), turn(arm.translate((0, 0, thick * 0.5)), z=-opened)]
    loops = [turn(loop.mirror((0, 1, 0)), z=opened), turn(loop, z=-opened)]
    pivot, handles = cylinder(wide * 0.3, thick * 1.2, segments=16), union(*loops)
    return shape(
        {"handles": handles, "blades": union(*arms) - handles - pivot, "pivot": pivot},
        [hull_part(solid) for solid in (*arms, *loops)],
    )


@asset(
    "soap",
    size=Range(0.08, 0.11),
    density=1000,
    fronted=True,
    tags="pile odd bathroom",
    finishes={"bar": palette("wax", "pink green yellow teal"), "word": ("white wax",)},
)
def soap(rng: Rng) -> Shape:
    """A bar of soap, round at all edges, with the word pressed into it."""
    y = rng.uniform(0.085, 0.105)
    x, z = y * rng.uniform(0.6, 0.66), y * rng.uniform(0.27, 0.32)
    bar = box(x, y, z, edge=z * 0.44)
    word = lettering("SOAP", (0, 0), z, height=x * 0.3, width=y * 0.56)
    return shape(inlaid({"bar": bar}, {"word": word}, z), [box_part(x * 0.96, y * 0.97, z)])


@asset(
    "sponge",
    size=Range(0.1, 0.14),
    density=150,
    tags="pile odd kitchen bathroom",
    finishes={"foam": palette("foam", "yellow orange pink"), "scourer": ("green fabric",)},
)
def sponge(rng: Rng) -> Shape:
    """A washing-up sponge: bright foam full of holes on a green scouring pad."""
    y = rng.uniform(0.108, 0.13)
    x, z = y * rng.uniform(0.62, 0.7), rng.uniform(0.034, 0.042)
    pad = z * 0.28
    foam = stadium(x, y, z - pad, 0.007, (0, 0, pad))
    pores: list[Solid] = []
    for _ in range(70):
        a, b, height = (
            rng.uniform(-0.47, 0.47) * x,
            rng.uniform(-0.47, 0.47) * y,
            pad + rng.uniform(0.1, 0.9) * (z - pad),
        )
        faces = ((a, b, z), (a, b, z), (x / 2, b, height), (-x / 2, b, height), (a, y / 2, height), (a, -y / 2, height))
        pores.append(sphere(rng.uniform(0.002, 0.005), faces[int(rng.integers(6))], segments=10))
    foam -= union(*pores)
    return shape({"foam": foam, "scourer": stadium(x, y, pad, 0.007)}, [box_part(x, y, z)])


@asset(
    "chocolate bar",
    size=Range(0.14, 0.19),
    density=900,
    fronted=True,
    tags="pile odd food kitchen",
    finishes={
        "wrapper": palette("paint", "red blue purple green orange"),
        "chocolate": ("brown paint",),
        "foil": ("silver metal",),
        "band": ("gold metal", "yellow paint", "white paint"),
    },
)
def chocolate_bar(rng: Rng) -> Shape:
    """A bar of chocolate, half out of its wrapper: rows of brown squares, torn foil, a bright sleeve."""
    y = rng.uniform(0.15, 0.178)
    x, z = y * rng.uniform(0.44, 0.5), rng.uniform(0.013, 0.016)
    seen = y * rng.uniform(0.42, 0.5)
    columns, rows = spread(-y / 2, -y / 2 + seen, 3), spread(-x * 0.47, x * 0.47, 3)
    a, b = rows[1] - rows[0], columns[1] - columns[0]
    squares = [
        extrude(rectangle(a * 0.96, b * 0.96), z * 0.5, scale_top=0.78).translate((u, v, z * 0.45))
        for u, v in product(rows, columns)
    ]
    slab = union(box(x * 0.94, seen + 0.01, z * 0.5, (0, -y / 2 + seen / 2 + 0.005, 0)), *squares)
    start = -y / 2 + seen
    sleeve = stadium(x, y / 2 - start, z, 0.004, (0, (start + y / 2) / 2, 0))
    torn: list[Point2] = [(-x / 2, start + 0.004)]
    torn += [
        (u, start - d)
        for u, d in zip(np.linspace(-x / 2, x / 2, 9).tolist(), (0.004, 0.011) * 4 + (0.004,), strict=True)
    ]
    torn += [(x / 2, start + 0.004)]
    foil = extrude(torn, z * 0.98)
    band = bars([(0, (start + y / 2) / 2, x * 0.5, (y / 2 - start) * 0.62)], z)
    return shape(
        inlaid({"wrapper": sleeve}, {"band": band}, z) | {"foil": foil - sleeve, "chocolate": slab - sleeve - foil},
        [box_part(x, y, z)],
    )
