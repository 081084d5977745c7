"""Toy vehicles: painted bodies with dark windows, on wheels that really touch the ground."""

from __future__ import annotations

from collections.abc import Sequence

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import RUBBER, STEEL, WOODS, Palette, palette
from diorama.world.modelling import (
    Point2,
    Solid,
    box,
    extrude,
    hull,
    rod,
    rounded_rectangle,
    turn,
    union,
)
from diorama.world.parts import box_part, frame_parts, hull_part, rod_part
from diorama.world.shape import Cavity, Part, Shape, Top, shape

GLASS: Palette = ("black screen",)
LAMPS: Palette = ("yellow glow",)
TRIM: Palette = ("grey plastic",)
BODY: Palette = palette("paint", "red orange yellow green teal blue purple pink white grey")
_FINISH = {"body": BODY, "glass": GLASS, "tyre": RUBBER, "hub": STEEL, "lamp": LAMPS, "trim": TRIM}


class Wheels:
    """Pairs of wheels at some x: tyres, hubs, arches to cut out of the body, and parts."""

    def __init__(self, track: float, sizes: Sequence[tuple[float, float, float]]) -> None:
        """`track` is the full width over the tyres; `sizes` are (x, radius, width) of each axle."""
        tyres: list[Solid] = []
        hubs: list[Solid] = []
        arches: list[Solid] = []
        self.parts: list[Part] = []
        for x, radius, width in sizes:
            for s in (-1, 1):
                inner, outer = (x, s * (track / 2 - width), radius), (x, s * track / 2, radius)
                tyre = rod(inner, outer, radius, segments=32)
                hub = rod(
                    (x, s * (track / 2 - width / 2), radius),
                    (x, s * (track / 2 + 0.0012), radius),
                    radius * 0.55,
                    segments=20,
                )
                tyres.append(tyre - hub)
                hubs.append(hub)
                reach = (x, s * (track / 2 + 0.01), radius)
                arches.append(rod(inner, reach, radius * 1.14, segments=32))
                self.parts.append(rod_part(inner, outer, radius, flat=True))
            axle = rod((x, -track / 2 + width / 2, radius), (x, track / 2 - width / 2, radius), radius * 0.2)
            hubs.append(axle)
        self.tyres, self.hubs, self.arches = union(*tyres), union(*hubs), union(*arches)


def side_view(profile: Sequence[Point2], width: float, y: float = 0.0) -> Solid:
    """A closed outline in the xz plane, pulled to a full `width` about `y`."""
    return turn(extrude(profile, width), x=90).translate((0, y + width / 2, 0))


def _cabin(
    base: tuple[float, float], roof: tuple[float, float], width: float, z: tuple[float, float], *, grow: float = 0.0
) -> Solid:
    """A cabin that narrows from the x interval `base` to the x interval `roof`; `grow` swells it sideways."""

    def slab(span: tuple[float, float], across: float, height: float) -> Solid:
        outline = rounded_rectangle(span[1] - span[0] + 2 * grow, across + 2 * grow, 0.15 * across, steps=4)
        return extrude(outline, 0.001).translate(((span[0] + span[1]) / 2, 0, height))

    return hull(slab(base, width, z[0]), slab(roof, width * 0.84, z[1] - 0.001))


def _windows(grown: Solid, low: float, high: float, pillars: Sequence[Solid]) -> Solid:
    """A band of glass about a swollen cabin, broken by pillars."""
    return (grown ^ box(2, 2, high - low, (0, 0, low))) - union(*pillars)


def _corner_pillars(
    base: tuple[float, float], roof: tuple[float, float], width: float, z: tuple[float, float], thick: float
) -> list[Solid]:
    """Slanted pillars along the four upright edges of a cabin."""
    posts = []
    for s in (-1, 1):
        for i, inwards in ((0, 1), (1, -1)):
            low = (base[i] + inwards * thick * 0.4, s * (width / 2 - thick * 0.4), z[0])
            high = (roof[i] + inwards * thick * 0.4, s * (width * 0.42 - thick * 0.4), z[1])
            posts.append(rod(low, high, thick, segments=12))
    return posts


def headlights(x: float, y: float, z: float, radius: float) -> Solid:
    """Two round headlights that stick out a little at `x`."""
    return union(*(rod((x - 0.01, s * y, z), (x + 0.0015, s * y, z), radius) for s in (-1, 1)))


@asset("car", size=Range(0.2, 0.3), finishes=_FINISH, density=250, fronted=True, tags="vehicle toy")
def car(rng: Rng) -> Shape:
    """A small car with a bonnet, a glazed cabin and four wheels."""
    length, width = rng.uniform(0.21, 0.28), rng.uniform(0.1, 0.118)
    radius = rng.uniform(0.024, 0.029)
    low, belt = radius * 0.6, radius * 0.6 + rng.uniform(0.038, 0.046)
    top = belt + rng.uniform(0.032, 0.042)
    hatch = rng.random() < 0.5
    base = (-length * (0.47 if hatch else 0.36), length * rng.uniform(0.18, 0.26))
    roof = (-length * (0.4 if hatch else 0.22), length * rng.uniform(0.02, 0.08))
    wheels = Wheels(width + 0.004, [(length * 0.3, radius, 0.022), (-length * 0.3, radius, 0.022)])
    shell = box(length, width, belt - low, (0, 0, low), edge=0.014)
    z = (belt - 0.004, top)
    cabin = _cabin(base, roof, width * 0.92, z)
    pillars = _corner_pillars(base, roof, width * 0.92, z, 0.005)
    post = (base[0] + base[1]) / 2
    pillars.append(box(0.009, 1, 1, (post, 0, 0)))
    glass = _windows(_cabin(base, roof, width * 0.92, z, grow=0.0012), belt + 0.002, top - 0.007, pillars)
    body = (shell - wheels.arches) + cabin
    front = length / 2
    lamps = headlights(front, width * 0.32, belt - 0.018, 0.0095)
    bumpers = union(
        *(box(0.012, width * 0.86, 0.01, (s * (front - 0.002), 0, low + 0.004), edge=0.004) for s in (-1, 1))
    )
    return shape(
        {
            "body": body,
            "glass": glass - body,
            "tyre": wheels.tyres,
            "hub": wheels.hubs - body,
            "lamp": lamps - body,
            "trim": bumpers - body,
        },
        [box_part(length, width, belt - low, (0, 0, low)), hull_part(cabin), *wheels.parts],
    )


@asset("van", size=Range(0.22, 0.3), finishes=_FINISH, density=220, fronted=True, tags="vehicle toy")
def van(rng: Rng) -> Shape:
    """A tall box van with a short sloping nose and windows only in front."""
    length, width = rng.uniform(0.23, 0.285), rng.uniform(0.1, 0.115)
    radius = rng.uniform(0.023, 0.027)
    low, top = radius * 0.6, radius * 0.6 + rng.uniform(0.105, 0.13)
    belt, half = low + (top - low) * 0.48, length / 2
    nose = half - length * rng.uniform(0.1, 0.14)
    brow = nose - length * rng.uniform(0.1, 0.14)
    profile = [(-half, low), (half, low), (half, belt * 0.86), (nose, belt), (brow, top), (-half, top)]
    wheels = Wheels(width + 0.004, [(length * 0.31, radius, 0.022), (-length * 0.3, radius, 0.022)])
    solid = side_view(profile, width)
    body = solid - wheels.arches
    door = brow - length * 0.16
    rise = top - 0.012
    slope = (nose - brow) / (top - belt)
    side = side_view(
        [(door, belt), (nose - 0.012, belt), (nose - 0.012 - slope * (rise - belt), rise), (door, rise)], width + 0.003
    )
    shield = side_view(
        [
            (nose + 0.0015 - slope * 0.006, belt + 0.006),
            (brow + 0.0015 + slope * 0.01, top - 0.01),
            (brow - 0.01, top - 0.01),
            (nose - 0.02, belt + 0.006),
        ],
        width * 0.86,
    )
    rear = box(0.01, width * 0.7, (top - belt) * 0.6, (-half + 0.003, 0, belt + (top - belt) * 0.15))
    lamps = headlights(half, width * 0.34, belt * 0.66, 0.009)
    bumper = box(length + 0.006, width * 0.98, 0.01, (0, 0, low - 0.002)) - wheels.arches
    return shape(
        {
            "body": body,
            "glass": (side + shield + rear) - body,
            "tyre": wheels.tyres,
            "hub": wheels.hubs - body,
            "lamp": lamps - body,
            "trim": bumper - body,
        },
        [hull_part(solid ^ box(1, 1, belt)), hull_part(solid ^ box(1, 1, 1, (0, 0, belt))), *wheels.parts],
    )


@asset("bus", size=Range(0.28, 0.4), finishes=_FINISH, density=200, fronted=True, tags="vehicle toy")
def bus(rng: Rng) -> Shape:
    """A long box on wheels with a row of windows along each side."""
    length, width = rng.uniform(0.29, 0.39), rng.uniform(0.092, 0.11)
    radius = rng.uniform(0.021, 0.025)
    low, top = radius * 0.6, radius * 0.6 + rng.uniform(0.1, 0.122)
    sill, half = low + (top - low) * 0.45, length / 2
    wheels = Wheels(width + 0.003, [(length * 0.32, radius, 0.02), (-length * 0.28, radius, 0.02)])
    shell = box(length, width, top - low, (0, 0, low), edge=0.011)
    body = shell - wheels.arches
    count, head = int(rng.integers(5, 8)), (top - low) * 0.34
    pitch = length * 0.88 / count
    panes = union(
        *(box(pitch * 0.78, width + 0.0024, head, (-length * 0.46 + pitch * (i + 0.5), 0, sill)) for i in range(count))
    )
    shield = box(0.02, width * 0.84, head * 1.25, (half - 0.0088, 0, sill - head * 0.2))
    rear = box(0.02, width * 0.7, head * 0.8, (-half + 0.0088, 0, sill))
    door = box(pitch * 0.62, 0.01, (top - low) * 0.72, (half - pitch * 0.75, -width / 2 + 0.0036, low + 0.006))
    lamps = headlights(half, width * 0.33, low + 0.017, 0.008)
    stripe = box(length * 0.93, width + 0.002, 0.007, (0, 0, sill - 0.013)) - door
    bumper = box(0.01, width * 0.9, 0.008, (half - 0.002, 0, low + 0.0005))
    glass = (panes + shield + rear + door) - body
    return shape(
        {
            "body": body,
            "glass": glass,
            "tyre": wheels.tyres,
            "hub": wheels.hubs - body,
            "lamp": lamps - body,
            "trim": (stripe + bumper) - wheels.arches - body,
        },
        [box_part(length, width, top - low, (0, 0, low)), *wheels.parts],
    )


@asset("truck", size=Range(0.24, 0.34), finishes=_FINISH, density=300, fronted=True, container=True, tags="vehicle toy")
def truck(rng: Rng) -> Shape:
    """A lorry: a cab in front and an open cargo bed behind."""
    bed, width = rng.uniform(0.15, 0.2), rng.uniform(0.105, 0.125)
    cab, gap, wall = rng.uniform(0.075, 0.095), 0.01, 0.005
    radius = rng.uniform(0.025, 0.029)
    deck, high = radius * 2 + 0.008, rng.uniform(0.04, 0.06)
    length = bed + gap + cab
    rear, front = -length / 2, length / 2
    axles = [(front - cab * 0.5, radius, 0.024), (rear + bed * 0.3, radius, 0.024)]
    if bed > 0.175:
        axles.append((rear + bed * 0.3 + radius * 2.1, radius, 0.024))
    wheels = Wheels(width, axles)
    frame = box(length - 0.01, width - 0.056, 0.014, (0, 0, radius * 1.1))
    tray_at = (rear + bed / 2, 0.0, deck)
    tray = box(bed, width, high, tray_at) - box(bed - 2 * wall, width - 2 * wall, 1, (tray_at[0], 0, deck + wall))
    ribs = union(
        *(box(0.006, width + 0.004, high * 0.94, (rear + bed * f, 0, deck + 0.001)) for f in (0.08, 0.36, 0.64, 0.92))
    )
    ribs -= box(bed + 0.1, width - wall, 1, (tray_at[0], 0, 0))
    low, top = radius * 0.9, deck + high + rng.uniform(0.015, 0.035)
    sill = low + (top - low) * 0.52
    block = _cabin((front - cab, front), (front - cab, front - cab * 0.12), width, (sill, top))
    lower = hull(
        _cabin((front - cab, front), (front - cab, front), width, (low, low + 0.01)),
        _cabin((front - cab, front), (front - cab, front), width, (sill - 0.001, sill + 0.001)),
    )
    head = hull(lower, block)
    pillars = [
        *_corner_pillars((front - cab, front), (front - cab, front - cab * 0.12), width, (sill, top), 0.006),
        box(0.02, 1, 1, (front - cab, 0, 0)),
    ]
    grown = _cabin((front - cab, front), (front - cab, front - cab * 0.12), width, (sill, top), grow=0.0013)
    glass = _windows(grown, sill + 0.004, top - 0.009, pillars)
    body = (lower + block - wheels.arches) + tray
    lamps = headlights(front, width * 0.33, low + 0.018, 0.009)
    bumper = box(0.012, width * 0.9, 0.012, (front - 0.002, 0, low - 0.003), edge=0.004)
    trim = (frame + bumper + ribs) - body - lamps
    inner = (bed / 2 - wall, width / 2 - wall)
    return shape(
        {
            "body": body,
            "glass": glass - body,
            "tyre": wheels.tyres,
            "hub": wheels.hubs - frame,
            "lamp": lamps - body,
            "trim": trim,
        },
        [
            hull_part(head),
            box_part(length - 0.01, width - 0.056, 0.014, (0, 0, radius * 1.1)),
            box_part(bed, width, wall, tray_at),
            *frame_parts(bed, width, high, wall, tray_at),
            *wheels.parts,
        ],
        cavity=Cavity(
            deck + wall,
            deck + high,
            tuple((tray_at[0] + sx * inner[0], sy * inner[1]) for sx, sy in ((1, 1), (-1, 1), (-1, -1), (1, -1))),
        ),
    )


@asset(
    "fire engine",
    size=Range(0.28, 0.38),
    finishes={**_FINISH, "body": ("red paint",), "ladder": STEEL},
    density=220,
    fronted=True,
    tags="vehicle toy",
)
def fire_engine(rng: Rng) -> Shape:
    """A red engine with a ladder on its roof, a blue light bar and shutters along its sides."""
    length, width = rng.uniform(0.29, 0.36), rng.uniform(0.1, 0.115)
    radius = rng.uniform(0.024, 0.028)
    low, top = radius * 0.75, radius * 0.75 + rng.uniform(0.085, 0.1)
    half, cab = length / 2, length * 0.32
    wheels = Wheels(width + 0.003, [(half - cab * 0.62, radius, 0.022), (-length * 0.25, radius, 0.022)])
    front = box(cab, width, top - low, (half - cab / 2, 0, low), edge=0.01)
    rear = box(length - cab + 0.01, width, top - low - 0.018, (-cab / 2 - 0.005, 0, low), edge=0.005)
    body = (front + rear) - wheels.arches
    sill = low + (top - low) * 0.5
    panes = [box(cab * 0.36, width + 0.0024, (top - low) * 0.36, (half - cab * f, 0, sill)) for f in (0.28, 0.72)]
    shield = box(0.02, width * 0.84, (top - low) * 0.4, (half - 0.0088, 0, sill - 0.002))
    shutter = box((length - cab) * 0.26, width + 0.002, top - low - 0.054, (-half, 0, low + 0.03))
    shutters = union(*(shutter.translate(((length - cab) * f, 0, 0)) for f in (0.18, 0.5, 0.82))) - wheels.arches
    rail = rng.uniform(0.016, 0.02)
    deck = top + 0.003
    ladder = [box(length * 0.86, 0.006, 0.008, (-length * 0.05, s * rail, deck)) for s in (-1, 1)]
    ladder += [box(0.006, 2 * rail, 0.006, (length * (i / 11.5 - 0.44), 0, deck + 0.001)) for i in range(10)]
    ladder += [box(0.02, 2 * rail + 0.01, 0.024, (-half + 0.04, 0, deck - 0.0225))]
    beacon = box(0.016, width * 0.7, 0.011, (half - cab * 0.35, 0, top - 0.002), edge=0.004)
    steps = union(*ladder) - beacon
    lamps = headlights(half, width * 0.34, low + 0.02, 0.009)
    bumper = box(0.014, width * 0.96, 0.014, (half - 0.001, 0, low - 0.002), edge=0.004)
    return shape(
        {
            "body": body,
            "glass": (union(*panes) + shield) - body,
            "tyre": wheels.tyres,
            "hub": wheels.hubs - body,
            "lamp": (lamps + beacon) - body - bumper,
            "trim": (bumper + shutters) - body,
            "ladder": steps - body,
        },
        [
            box_part(cab, width, top - low, (half - cab / 2, 0, low)),
            box_part(length - cab, width, top - low - 0.018, (-cab / 2, 0, low)),
            box_part(length * 0.86, rail * 2 + 0.006, 0.008, (-length * 0.05, 0, deck)),
            box_part(0.02, 2 * rail + 0.01, 0.024, (-half + 0.04, 0, deck - 0.0225)),
            box_part(0.016, width * 0.7, 0.011, (half - cab * 0.35, 0, top - 0.002)),
            *wheels.parts,
        ],
    )


@asset(
    "skateboard",
    size=Range(0.28, 0.4),
    finishes={
        "deck": WOODS + palette("paint", "red orange yellow green teal blue purple pink"),
        "wheel": palette("plastic", "white red yellow"),
        "truck": STEEL,
    },
    density=600,
    flat_top=True,
    tags="vehicle toy",
)
def skateboard(rng: Rng) -> Shape:
    """A flat deck with round, turned-up ends on four small wheels."""
    length, width, thick = rng.uniform(0.29, 0.37), rng.uniform(0.08, 0.098), 0.008
    radius, kick = rng.uniform(0.0135, 0.0165), rng.uniform(0.014, 0.022)
    flat, base = length * 0.31, radius * 2 + 0.008
    curve = [(-length / 2, base + kick), (-flat, base), (flat, base), (length / 2, base + kick)]
    sheet = side_view([*curve, *[(x, z + thick) for x, z in reversed(curve)]], width)
    plan = extrude(rounded_rectangle(length, width, width * 0.49, steps=10), 1)
    deck = sheet ^ plan
    wheels = Wheels(width * 0.92, [(flat * 0.8, radius, 0.018), (-flat * 0.8, radius, 0.018)])
    mounts = union(
        *(
            hull(
                box(0.03, 0.04, 0.002, (s * flat * 0.8, 0, base - 0.001)),
                box(0.012, 0.03, 0.008, (s * flat * 0.8, 0, radius)),
            )
            for s in (-1, 1)
        )
    )
    ends = [hull_part(deck ^ box(length, 1, 1, (s * (flat + length / 2), 0, 0))) for s in (-1, 1)]
    top = [(sx * flat, sy * width * 0.49) for sx, sy in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return shape(
        {"deck": deck, "wheel": wheels.tyres, "truck": (wheels.hubs + mounts) - deck},
        [
            box_part(2 * flat, width, thick, (0, 0, base)),
            *ends,
            *wheels.parts,
            *(box_part(0.02, 0.04, base - radius, (s * flat * 0.8, 0, radius)) for s in (-1, 1)),
        ],
        top=Top(base + thick, tuple(top)),
    )
