"""Real-sized furniture for a floor."""

from __future__ import annotations

import math

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import FABRICS, LEATHERS, PAINTS, STEEL, WOODS, Palette, palette
from diorama.world.modelling import Point2, Point3, Solid, box, circle, cylinder, rod, sphere, union
from diorama.world.parts import box_part, cylinder_part, rod_part
from diorama.world.shape import Part, Shape, Top, shape

_SOFT: Palette = FABRICS + LEATHERS
_HARD: Palette = WOODS + PAINTS
_Block = tuple[float, float, float, Point3]


def _rectangle(x: float, y: float, at: Point2 = (0.0, 0.0)) -> tuple[Point2, ...]:
    return tuple((at[0] + sx * x / 2, at[1] + sy * y / 2) for sx, sy in ((1, 1), (-1, 1), (-1, -1), (1, -1)))


def _boxes(blocks: list[_Block], edge: float = 0.0) -> Solid:
    return union(*(box(x, y, z, at, edge=edge) for x, y, z, at in blocks))


def _box_parts(blocks: list[_Block]) -> list[Part]:
    return [box_part(x, y, z, at) for x, y, z, at in blocks]


def _corners(x: float, y: float) -> list[Point2]:
    return [(sx * x / 2, sy * y / 2) for sx in (-1, 1) for sy in (-1, 1)]


@asset("chair", size=Range(0.78, 1.08), finishes={"frame": _HARD}, density=550, fronted=True, tags="furniture floor")
def chair(rng: Rng) -> Shape:
    """A plain dining chair: four legs, a seat and a back of slats."""
    wide, deep, seat = rng.uniform(0.4, 0.48), rng.uniform(0.4, 0.46), rng.uniform(0.42, 0.47)
    top, leg, thick = rng.uniform(0.82, 1.04), rng.uniform(0.034, 0.046), rng.uniform(0.026, 0.036)
    x, y = deep / 2 - leg / 2, wide / 2 - leg / 2
    blocks: list[_Block] = [(leg, leg, seat, (x, s * y, 0)) for s in (-1, 1)]
    blocks += [(leg, leg, top, (-x, s * y, 0)) for s in (-1, 1)]
    blocks += [(deep, wide, thick, (0, 0, seat - 0.001))]
    blocks += [(deep - 2 * leg, leg * 0.6, leg, (0, s * y, seat * 0.35)) for s in (-1, 1)]
    inner, rise = wide - 2 * leg, top - seat - thick
    if rng.random() < 0.5:
        count = int(rng.integers(2, 4))
        blocks += [
            (0.02, inner + 0.01, rise * 0.55 / count, (-x, 0, top - 0.01 - rise * 0.85 * (i + 0.68) / count))
            for i in range(count)
        ]
    else:
        count = int(rng.integers(3, 6))
        blocks += [
            (0.022, inner + 0.01, 0.06, (-x, 0, top - 0.07)),
            (0.02, inner + 0.01, 0.035, (-x, 0, seat + rise * 0.22)),
        ]
        blocks += [
            (
                0.016,
                inner * 0.5 / count,
                rise * 0.78 - 0.04,
                (-x, inner * ((i + 0.5) / count - 0.5), seat + rise * 0.25),
            )
            for i in range(count)
        ]
    return shape({"frame": _boxes(blocks)}, _box_parts(blocks))


def _upholstered(rng: Rng, seat_wide: float, seats: int) -> Shape:
    """A soft seat with a back and two arms, on short wooden feet."""
    arm, back = rng.uniform(0.12, 0.2), rng.uniform(0.16, 0.22)
    deep, seat, top = rng.uniform(0.76, 0.88), rng.uniform(0.4, 0.45), rng.uniform(0.76, 0.9)
    rest, foot, soft = rng.uniform(0.55, 0.64), rng.uniform(0.06, 0.12), rng.uniform(0.13, 0.17)
    inner = seat_wide * seats
    wide = inner + 2 * arm
    base: list[_Block] = [(deep - 0.05, wide - 0.04, seat - soft - foot + 0.02, (-0.02, 0, foot))]
    solid: list[_Block] = [(back, wide - 0.02, top - foot, (-deep / 2 + back / 2, 0, foot))]
    solid += [(deep, arm, rest - foot, (0, s * (wide - arm) / 2, foot)) for s in (-1, 1)]
    pads: list[_Block] = []
    for i in range(seats):
        y = seat_wide * (i + 0.5 - seats / 2)
        pads += [
            (deep - back, seat_wide - 0.012, soft, (back / 2 + 0.015, y, seat - soft)),
            (0.13, seat_wide - 0.014, top - seat + 0.02, (-deep / 2 + back + 0.05, y, seat - 0.01)),
        ]
    feet = [(sx * (deep / 2 - 0.07), sy * (wide / 2 - 0.08)) for sx in (-1, 1) for sy in (-1, 1)]
    legs = union(*(cylinder(0.024, foot + 0.02, (x, y, 0), top_radius=0.032, segments=20) for x, y in feet))
    body = union(_boxes(base), _boxes(solid, edge=0.045), _boxes(pads, edge=0.04))
    return shape(
        {"cover": body, "foot": legs - body},
        [*_box_parts([*base, *solid, *pads]), *(cylinder_part(0.026, foot + 0.01, (x, y, 0)) for x, y in feet)],
    )


@asset(
    "armchair",
    size=Range(0.74, 1.1),
    finishes={"cover": _SOFT, "foot": ("dark wood",)},
    density=75,
    fronted=True,
    tags="furniture floor",
)
def armchair(rng: Rng) -> Shape:
    """A deep upholstered chair with arms."""
    return _upholstered(rng, rng.uniform(0.5, 0.6), 1)


@asset(
    "sofa",
    size=Range(1.3, 2.3),
    finishes={"cover": _SOFT, "foot": ("dark wood",)},
    density=75,
    fronted=True,
    tags="furniture floor",
)
def sofa(rng: Rng) -> Shape:
    """A long upholstered seat for two or three, with a cushion for each."""
    return _upholstered(rng, rng.uniform(0.54, 0.62), int(rng.integers(2, 4)))


@asset("stool", size=Range(0.42, 0.78), finishes={"wood": _HARD}, density=550, flat_top=True, tags="furniture floor")
def stool(rng: Rng) -> Shape:
    """A round seat without a back on splayed legs with rungs."""
    height, radius, thick = rng.uniform(0.43, 0.76), rng.uniform(0.15, 0.19), rng.uniform(0.032, 0.045)
    count, stick = int(rng.choice([3, 4])), rng.uniform(0.016, 0.022)
    spread = radius * rng.uniform(0.95, 1.15)
    angles = [2 * math.pi * (i + 0.5) / count for i in range(count)]

    def at(angle: float, z: float) -> Point3:
        r = spread + (radius * 0.62 - spread) * z / height
        return (r * math.cos(angle), r * math.sin(angle), z)

    legs = [(at(a, -0.01), at(a, height - thick * 0.5)) for a in angles]
    rung_z = height * rng.uniform(0.28, 0.4)
    rungs = [(at(a, rung_z), at(b, rung_z)) for a, b in zip(angles, [*angles[1:], angles[0]], strict=True)]
    seat = cylinder(radius * 0.94, thick * 0.3, (0, 0, height - thick), top_radius=radius) + cylinder(
        radius, thick * 0.72, (0, 0, height - thick * 0.72)
    )
    solid = union(seat, *(rod(a, b, stick) for a, b in legs), *(rod(a, b, stick * 0.7) for a, b in rungs)) ^ box(
        3, 3, 3
    )
    feet = [cylinder_part(stick, 0.02, (at(a, 0.01)[0], at(a, 0.01)[1], 0)) for a in angles]
    return shape(
        {"wood": solid},
        [
            cylinder_part(radius, thick, (0, 0, height - thick)),
            *feet,
            *(rod_part(at(a, 0.002), at(a, height - thick * 0.5), stick) for a in angles),
            *(rod_part(a, b, stick * 0.7) for a, b in rungs),
        ],
        top=Top(height, tuple(circle(radius, steps=16))),
    )


@asset(
    "side table", size=Range(0.42, 0.66), finishes={"wood": _HARD}, density=550, flat_top=True, tags="furniture floor"
)
def side_table(rng: Rng) -> Shape:
    """A small table: a square top with four legs and a shelf, or a round top on a single column."""
    height, thick = rng.uniform(0.45, 0.62), rng.uniform(0.024, 0.034)
    if rng.random() < 0.5:
        x, y, leg = rng.uniform(0.4, 0.5), rng.uniform(0.4, 0.5), rng.uniform(0.034, 0.044)
        blocks: list[_Block] = [
            (x, y, thick, (0, 0, height - thick)),
            (x - 0.06, y - 0.06, 0.06, (0, 0, height - thick - 0.059)),
            (x - 0.05, y - 0.05, 0.018, (0, 0, height * 0.24)),
        ]
        blocks += [
            (leg, leg, height - thick + 0.001, (px, py, 0)) for px, py in _corners(x - 0.03 - leg, y - 0.03 - leg)
        ]
        return shape({"wood": _boxes(blocks)}, _box_parts(blocks), top=Top(height, _rectangle(x, y)))
    radius, post, foot = rng.uniform(0.21, 0.27), rng.uniform(0.024, 0.034), rng.uniform(0.15, 0.18)
    solid = union(
        cylinder(radius, thick, (0, 0, height - thick), segments=56),
        cylinder(post, height - 0.01, (0, 0, 0.005)),
        cylinder(foot, 0.022, segments=56),
        cylinder(post * 2.2, 0.03, (0, 0, 0.02), top_radius=post),
        cylinder(post, 0.04, (0, 0, height - thick - 0.039), top_radius=post * 2.4),
    )
    return shape(
        {"wood": solid},
        [
            cylinder_part(radius, thick, (0, 0, height - thick)),
            cylinder_part(foot, 0.022),
            cylinder_part(post, height - 0.02, (0, 0, 0.01)),
        ],
        top=Top(height, tuple(circle(radius, steps=16))),
    )


@asset(
    "bookcase",
    size=Range(0.95, 1.95),
    finishes={
        "wood": _HARD,
        "red": ("red paper",),
        "blue": ("blue paper",),
        "green": ("green paper",),
        "yellow": ("yellow paper",),
    },
    density=270,
    fronted=True,
    tags="furniture floor",
)
def bookcase(rng: Rng) -> Shape:
    """Open shelves with rows of coloured books."""
    wide, deep, shelves = rng.uniform(0.6, 0.95), rng.uniform(0.26, 0.32), int(rng.integers(3, 6))
    gap, board = rng.uniform(0.3, 0.34), rng.uniform(0.024, 0.034)
    foot = 0.06
    height = foot + shelves * gap + board
    case: list[_Block] = [(deep, board, height, (0, s * (wide - board) / 2, 0)) for s in (-1, 1)]
    case += [
        (0.014, wide - board, height - 0.01, (-deep / 2 + 0.008, 0, 0.005)),
        (0.014, wide - board, foot, (deep / 2 - 0.025, 0, 0.002)),
    ]
    case += [(deep - 0.004, wide - board, board, (-0.001, 0, foot + gap * i)) for i in range(shelves)]
    case += [(deep, wide - board, board, (0, 0, height - board))]
    books: dict[str, list[_Block]] = {"red": [], "blue": [], "green": [], "yellow": []}
    rows: list[_Block] = []
    inner = wide - 2 * board
    for i in range(shelves):
        z, y = foot + gap * i + board, -inner / 2 + 0.004
        end, left = inner * rng.uniform(0.1, 0.48), y
        tall = (gap - board) * rng.uniform(0.68, 0.85)
        while y < end:
            thick = rng.uniform(0.03, 0.055)
            size = (rng.uniform(0.17, 0.2), thick - 0.003, tall * rng.uniform(0.88, 1.0))
            books[str(rng.choice(list(books)))].append((*size, (0.01, y + thick / 2, z - 0.001)))
            y += thick
        rows.append((0.185, y - left, tall * 0.94, (0.01, (y + left) / 2, z)))
    frame = _boxes(case)
    colours = {k: _boxes(v) - frame for k, v in books.items() if v}
    return shape({"wood": frame, **colours}, _box_parts([*case, *rows]))


@asset(
    "cabinet",
    size=Range(0.65, 1.25),
    finishes={"wood": _HARD, "knob": STEEL},
    density=180,
    fronted=True,
    flat_top=True,
    tags="furniture floor",
)
def cabinet(rng: Rng) -> Shape:
    """A low cupboard with two panelled doors, sometimes with drawers above them."""
    wide, deep, height = rng.uniform(0.65, 1.1), rng.uniform(0.36, 0.44), rng.uniform(0.72, 0.92)
    foot, thick = rng.uniform(0.07, 0.13), 0.03
    blocks: list[_Block] = [
        (deep, wide, height - thick - foot, (0, 0, foot)),
        (deep + 0.05, wide + 0.04, thick, (0.01, 0, height - thick)),
    ]
    blocks += [(0.05, 0.05, foot + 0.01, (px, py, 0)) for px, py in _corners(deep - 0.07, wide - 0.07)]
    x = deep / 2
    room = height - thick - foot
    drawers = room * 0.27 if rng.random() < 0.5 else 0.0
    fronts: list[_Block] = []
    knobs: list[Point3] = []
    door, low = room - drawers - 0.03, foot + 0.015
    for s in (-1, 1):
        y = s * wide / 4
        fronts.append((0.036, wide / 2 - 0.024, door, (x, y, low)))
        knobs.append((x + 0.018, s * 0.055, low + door * 0.55))
        if drawers:
            fronts.append((0.036, wide / 2 - 0.024, drawers - 0.012, (x, y, low + door + 0.014)))
            knobs.append((x + 0.018, y, low + door + 0.008 + drawers / 2))
    panels = [(0.03, fy - 0.11, fz - 0.11, (x + 0.025, at[1], at[2] + 0.055)) for _, fy, fz, at in fronts if fz > 0.25]
    body = _boxes([*blocks, *fronts]) - (_boxes(panels) if panels else Solid())
    pulls = union(
        *(
            rod((kx - 0.01, ky, kz), (kx + 0.02, ky, kz), 0.008) + sphere(0.016, (kx + 0.024, ky, kz), segments=20)
            for kx, ky, kz in knobs
        )
    )
    return shape(
        {"wood": body, "knob": pulls - body},
        [*_box_parts([*blocks, *fronts]), *(rod_part((a, b, c), (a + 0.038, b, c), 0.014) for a, b, c in knobs)],
        top=Top(height, _rectangle(deep + 0.04, wide + 0.03, (0.01, 0))),
    )


@asset(
    "ottoman",
    size=Range(0.42, 0.72),
    finishes={"cover": _SOFT, "foot": palette("wood", "dark light"), "piping": ("black fabric",)},
    density=110,
    flat_top=True,
    tags="furniture floor",
)
def ottoman(rng: Rng) -> Shape:
    """A padded footstool, square or round, with a piped cushion and short feet."""
    height, foot = rng.uniform(0.36, 0.44), rng.uniform(0.05, 0.09)
    soft = height * rng.uniform(0.3, 0.38)
    cut = height - soft
    if rng.random() < 0.5:
        x, y = rng.uniform(0.5, 0.58), rng.uniform(0.5, 0.7)
        body = box(x - 0.02, y - 0.02, cut - foot + 0.03, (0, 0, foot)) + box(x, y, soft, (0, 0, cut), edge=0.03)
        cord = box(x + 0.004, y + 0.004, 0.016, (0, 0, cut - 0.006), edge=0.007)
        parts = [box_part(x, y, height - foot, (0, 0, foot))]
        outline, feet = _rectangle(x * 0.94, y * 0.94), _corners(x - 0.12, y - 0.12)
    else:
        radius = rng.uniform(0.24, 0.3)
        rim = 0.025
        body = (
            cylinder(radius - 0.01, cut - foot + 0.03, (0, 0, foot), segments=56)
            + cylinder(radius, soft - rim, (0, 0, cut), segments=56)
            + cylinder(radius, rim, (0, 0, height - rim), top_radius=radius - rim, segments=56)
        )
        cord = cylinder(radius + 0.003, 0.016, (0, 0, cut - 0.006), segments=56)
        parts = [cylinder_part(radius, height - foot, (0, 0, foot))]
        outline, feet = tuple(circle(radius - rim, steps=16)), _corners(radius * 1.1, radius * 1.1)
    legs = union(*(cylinder(0.022, foot + 0.01, (fx, fy, 0), top_radius=0.03, segments=20) for fx, fy in feet))
    return shape(
        {"cover": body - cord, "foot": legs - body, "piping": cord},
        [*parts, *(cylinder_part(0.024, foot + 0.01, (fx, fy, 0)) for fx, fy in feet)],
        top=Top(height, outline),
    )
