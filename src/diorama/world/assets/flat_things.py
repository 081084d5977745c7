"""Thin things with a level face that others are put on: paper, boards, a screen, a disc."""

from __future__ import annotations

from itertools import product

from diorama.world.assets.printing import bars, inlaid, lettering, mark
from diorama.world.assets.profiles import moved, rectangle, spread, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import STEEL, WOODS, palette
from diorama.world.modelling import box, circle, cylinder, ellipsoid, rounded_rectangle, torus, union
from diorama.world.parts import box_part, cylinder_part
from diorama.world.shape import Shape, Top, shape

_TITLES = ("STYLE", "STAY", "NEST", "LIONS", "WIN")


@asset(
    "magazine",
    size=Range(0.25, 0.31),
    density=700,
    fronted=True,
    flat_top=True,
    tags="pile odd desk household",
    finishes={
        "cover": palette("paint", "red orange green teal blue purple pink"),
        "title": ("white paint", "yellow paint"),
        "shirt": palette("paint", "black white grey"),
        "face": ("beige paint", "brown paint"),
        "hair": palette("paint", "black brown orange"),
        "pages": ("white paper",),
    },
)
def magazine(rng: Rng) -> Shape:
    """A glossy magazine: a title across its cover, a portrait below it, lines of print beside that."""
    x = rng.uniform(0.255, 0.3)
    y = x * rng.uniform(0.74, 0.8)
    z = rng.uniform(0.007, 0.011)
    title = str(rng.choice(_TITLES))
    side = float(rng.choice([-1.0, 1.0]))
    head, middle = (x * 0.04, -side * y * 0.1), y * 0.17
    shirt = ellipsoid(x * 0.62, y * 0.68, 1, (x * 0.47, head[1], z)) ^ box(
        x * 0.94, y * 0.92, 0.0024, (0, 0, z - 0.0012)
    )
    hair = mark(moved([(a * 1.1, b) for a, b in circle(middle * 1.2)], (head[0] - middle * 0.15, head[1])), z)
    face = mark(moved([(a * 1.15, b * 0.9) for a, b in circle(middle)], (head[0] + middle * 0.12, head[1])), z)
    lines = [
        (v, side * y * 0.33, x * 0.022, y * w)
        for v, w in zip(spread(-x * 0.16, x * 0.28, 6), (0.22, 0.16, 0.24, 0.14, 0.22, 0.18), strict=True)
    ]
    words = lettering(title, (-x * 0.37, 0), z, height=x * 0.17, width=y * 0.8) + bars(lines, z)
    sheet = box(x, y, 0.0016, (0, 0, z - 0.0016))
    solids = inlaid(
        {"cover": sheet + box(x, y, 0.001)}, {"shirt": shirt, "hair": hair, "face": face, "title": words}, z
    )
    pages = box(x - 0.003, y - 0.0015, z - 0.0024, (0, -0.00075, 0.0009))
    return shape(solids | {"pages": pages}, [box_part(x, y, z)], top=Top(z, tuple(rectangle(x, y))))


@asset(
    "notebook",
    size=Range(0.19, 0.25),
    density=600,
    fronted=True,
    flat_top=True,
    tags="pile odd desk",
    finishes={
        "cover": palette("paint", "red orange yellow green teal blue purple pink"),
        "pages": ("white paper",),
        "label": ("white paper",),
        "ink": ("grey paint",),
        "wire": STEEL,
    },
)
def notebook(rng: Rng) -> Shape:
    """A spiral notebook: a row of wire rings along its left edge, a blank label on a plain cover."""
    x = rng.uniform(0.195, 0.24)
    y = x * rng.uniform(0.7, 0.76)
    z, tube = rng.uniform(0.013, 0.018), 0.0019
    edge, out = -y / 2 + 0.002, 0.011
    loop = torus(1, tube / out, segments=20).scale((out, z / 2 + 0.0006 - tube, out))
    ring = loop.rotate((90, 0, 0)).rotate((0, 0, 90))
    rows = spread(-x * 0.46, x * 0.46, int(rng.integers(11, 15)))
    wire = union(*(ring.translate((at, edge, z / 2)) for at in rows)).trim_by_plane((0, 0, 1), 0)
    label = mark(moved(rounded_rectangle(x * 0.3, y * 0.56, 0.006), (-x * 0.16, y * 0.06)), z)
    lines = bars([(-x * 0.16 + d * x * 0.055, y * 0.06, x * 0.018, y * 0.42) for d in (-1, 1)], z)
    covers = stadium(x, y, 0.002, 0.008) + stadium(x, y, 0.002, 0.008, (0, 0, z - 0.002))
    pages = box(x - 0.006, y - 0.005, z - 0.003, (0, 0, 0.0015))
    over = bars([(at, edge + 0.009, 0.0045, 0.018) for at in rows], z)
    solids = inlaid({"cover": covers}, {"label": label, "ink": lines, "wire": over}, z)
    return shape(
        solids | {"pages": pages, "wire": solids["wire"] + wire},
        [box_part(x, y, z), box_part(x * 0.92, out, z * 0.8, (0, edge - out / 2, z * 0.1))],
        top=Top(z, tuple(rectangle(x, y))),
    )


@asset(
    "tablet",
    size=Range(0.23, 0.29),
    density=1600,
    fronted=True,
    flat_top=True,
    tags="pile odd desk household",
    finishes={
        "body": ("white plastic", "silver metal", "grey plastic", "pink plastic"),
        "bezel": ("black plastic",),
        "screen": ("blue screen", "teal screen", "purple screen"),
        "icons": ("white screen",),
        "others": ("yellow screen", "orange screen", "red screen"),
        "button": ("grey plastic",),
    },
)
def tablet(rng: Rng) -> Shape:
    """A tablet computer lying on its back: rows of square icons on its lit screen, a round button beside it."""
    y = rng.uniform(0.235, 0.28)
    x = y * rng.uniform(0.68, 0.75)
    z = rng.uniform(0.008, 0.011)
    rim = 0.007
    wide, deep = y - 2 * rim - 0.044, x - 2 * rim - 0.022
    rows, columns = spread(-deep * 0.46, deep * 0.46, 4), spread(-wide * 0.47, wide * 0.47, 6)
    side = (rows[1] - rows[0]) * 0.58
    spots = [(a, b, side, side) for a, b in product(rows, columns)]
    odd = set(rng.choice(len(spots), size=9, replace=False).tolist())
    marks = {
        "bezel": mark(rounded_rectangle(x - 2 * rim, y - 2 * rim, 0.012), z),
        "screen": mark(rectangle(deep, wide), z),
        "icons": bars([s for k, s in enumerate(spots) if k not in odd], z),
        "others": bars([s for k, s in enumerate(spots) if k in odd], z),
        "button": mark(moved(circle(0.0068, steps=24), (0, wide / 2 + 0.012)), z),
    }
    return shape(
        inlaid({"body": stadium(x, y, z, 0.018)}, marks, z),
        [box_part(x, y, z)],
        top=Top(z, tuple(rectangle(x - 0.01, y - 0.01))),
    )


@asset(
    "clipboard",
    size=Range(0.31, 0.37),
    density=800,
    fronted=True,
    flat_top=True,
    tags="pile odd desk",
    finishes={
        "board": (*palette("wood", "light dark"), *palette("plastic", "blue red black green")),
        "paper": ("white paper",),
        "ink": ("grey paint",),
        "clip": STEEL,
    },
)
def clipboard(rng: Rng) -> Shape:
    """A board with a steel clip at its head that holds a sheet with a list on it."""
    x = rng.uniform(0.315, 0.36)
    y = x * rng.uniform(0.68, 0.74)
    board, sheet = 0.005, 0.0015
    z = board + sheet
    paper = box(x * 0.86, y * 0.88, sheet + 0.001, (x * 0.035, 0, board - 0.001))
    rows = spread(-x * 0.3, x * 0.4, int(rng.integers(7, 10)))
    lengths = rng.uniform(0.36, 0.58, len(rows))
    lines = [(v, -y * 0.22 + y * w / 2, x * 0.016, y * w) for v, w in zip(rows, lengths, strict=True)]
    boxes = [(v, -y * 0.32, x * 0.03, x * 0.03) for v in rows]
    wide = y * rng.uniform(0.38, 0.48)
    plate = stadium(0.05, wide, 0.004, 0.012, (-x / 2 + 0.033, 0, z - 0.001))
    roll = cylinder(0.007, wide * 0.9, (0, 0, -wide * 0.45), segments=16).rotate((90, 0, 0))
    loop = torus(0.011, 0.0028, (-x / 2 + 0.004, 0, z + 0.004), segments=24)
    clip = union(plate, roll.translate((-x / 2 + 0.02, 0, z + 0.007)), loop)
    return shape(
        {"board": stadium(x, y, board, 0.014)}
        | inlaid({"paper": paper}, {"ink": bars(lines + boxes, z)}, z)
        | {"clip": clip},
        [box_part(x, y, z), box_part(0.06, wide, 0.012, (-x / 2 + 0.028, 0, z))],
        top=Top(z, tuple(rectangle(x - 0.066, y, (0.033, 0)))),
    )


@asset(
    "chessboard",
    size=Range(0.3, 0.4),
    density=700,
    flat_top=True,
    tags="pile odd toy household",
    finishes={
        "frame": WOODS,
        "dark": ("black paint", "brown paint", "red paint", "green paint"),
        "light": ("white paint", "beige paint"),
    },
)
def chessboard(rng: Rng) -> Shape:
    """A chessboard: eight by eight squares in two colours within a wooden frame."""
    side, z = rng.uniform(0.31, 0.39), rng.uniform(0.016, 0.028)
    field = side * rng.uniform(0.86, 0.91)
    cells = spread(-field / 2, field / 2, 8)
    light = [(cells[i], cells[k], field / 8, field / 8) for i in range(8) for k in range(8) if (i + k) % 2]
    marks = {"dark": mark(rectangle(field, field), z), "light": bars(light, z)}
    return shape(
        inlaid({"frame": stadium(side, side, z, 0.004)}, marks, z),
        [box_part(side, side, z)],
        top=Top(z, tuple(rectangle(side, side))),
    )


@asset(
    "vinyl record",
    size=Range(0.24, 0.31),
    density=1400,
    flat_top=True,
    tags="pile odd household",
    finishes={
        "disc": ("black plastic",),
        "grooves": ("grey plastic",),
        "label": palette("paper", "red orange yellow green blue pink white"),
        "hole": ("black plastic",),
    },
)
def vinyl_record(rng: Rng) -> Shape:
    """A long-playing record: a black disc with fine rings, a round coloured label and a hole."""
    radius, z = rng.uniform(0.122, 0.153), rng.uniform(0.004, 0.0055)
    label = radius * rng.uniform(0.33, 0.4)
    rings = [radius * share for share in (0.92, 0.79, 0.66, 0.53)]
    grooves = union(*(mark(circle(r, steps=64), z) - mark(circle(r - 0.0013, steps=64), z) for r in rings))
    marks = {
        "grooves": grooves,
        "label": mark(circle(label), z),
        "hole": mark(circle(label * 0.12, steps=16), z),
    }
    return shape(
        inlaid({"disc": cylinder(radius, z, segments=64)}, marks, z),
        [cylinder_part(radius, z)],
        top=Top(z, tuple(circle(radius, steps=24))),
    )
