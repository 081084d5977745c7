"""Things with a plug or a battery, as they stand on a desk or a shelf."""

from __future__ import annotations

import math

from diorama.world.assets.profiles import facing, key, key_grid, moved, rectangle, spread, stadium
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import STEEL, palette
from diorama.world.modelling import (
    Point3,
    Solid,
    box,
    circle,
    cylinder,
    extrude,
    rod,
    rounded_rectangle,
    sphere,
    union,
)
from diorama.world.parts import box_part, cylinder_part, hull_part, rod_part
from diorama.world.shape import Shape, Top, shape

_DISPLAYS = ("blue screen", "teal screen", "purple screen")


def _screen(width: float, height: float, at: Point3) -> dict[str, Solid]:
    """A black bezel, a lit desktop and a window on it, on a plane that faces +x; `at` is its lower middle."""
    x, y, z = at
    return {
        "bezel": box(0.004, width, height, (x - 0.001, y, z)),
        "display": box(0.005, width - 0.014, height - 0.016, (x - 0.0005, y, z + 0.008)),
        "window": box(0.006, width * 0.42, height * 0.5, (x, y - width * 0.14, z + height * 0.3)),
    }


def _leaning(solid: Solid, degrees: float, at: Point3) -> Solid:
    return solid.rotate((0, -degrees, 0)).translate(at)


@asset(
    "laptop",
    size=Range(0.28, 0.38),
    density=900,
    fronted=True,
    tags="desk",
    finishes={
        "body": (*palette("metal", "silver gold copper"), *palette("plastic", "white pink blue red teal")),
        "keys": ("black plastic",),
        "bezel": ("black plastic",),
        "display": _DISPLAYS,
        "window": ("white screen",),
    },
)
def laptop(rng: Rng) -> Shape:
    """An open laptop: keys and a touch pad below, a lit screen leaning back."""
    y = rng.uniform(0.29, 0.36)
    x, thick, lean = y * rng.uniform(0.66, 0.74), rng.uniform(0.013, 0.019), rng.uniform(8, 26)
    base = stadium(x, y, thick, 0.012)
    hinge = (-x / 2 + 0.008, 0.0, thick - 0.004)
    lid = facing(moved(rounded_rectangle(y, x * 0.96, 0.012), (0, x * 0.48)), 0.008, (-0.004, 0, 0))
    lid = _leaning(lid, lean, hinge)
    rows, columns = spread(-x * 0.36, x * 0.08, 5), spread(-y * 0.43, y * 0.43, 12)
    size = ((rows[1] - rows[0]) * 0.84, (columns[1] - columns[0]) * 0.84)
    keys = key_grid(rows[:4], columns, *size, 0.004, thick - 0.002)
    last = rows[4]
    keys += key_grid([last], columns[:3] + columns[9:], *size, 0.004, thick - 0.002)
    keys += key(size[0], size[1] * 7, 0.004, (last, 0, thick - 0.002))
    pad = box(x * 0.26, y * 0.3, 0.002, (x * 0.3, 0, thick - 0.0005))
    lit = {slot: _leaning(s, lean, hinge) for slot, s in _screen(y - 0.012, x * 0.9, (0.004, 0, x * 0.035)).items()}
    return shape({"body": base + lid, "keys": keys + pad} | lit, [box_part(x, y, thick), hull_part(lid)])


@asset(
    "keyboard",
    size=Range(0.28, 0.45),
    density=500,
    fronted=True,
    tags="desk",
    finishes={"body": palette("plastic", "white black blue pink red teal purple"), "accent": ("grey plastic",)},
)
def keyboard(rng: Rng) -> Shape:
    """A computer keyboard with five rows of keys, a long space bar and now and then a number block."""
    pitch, rows_count = rng.uniform(0.0195, 0.023), 5
    block = rng.random() < 0.5
    columns_count = 17 if block else 14
    y, x = pitch * (columns_count + (1.6 if block else 1.0)), pitch * rows_count + rng.uniform(0.018, 0.03)
    front, back = rng.uniform(0.012, 0.016), rng.uniform(0.022, 0.03)
    slope = math.atan((back - front) / x)
    case = stadium(x, y, back, 0.01).trim_by_plane(
        (-math.sin(slope), 0, -math.cos(slope)), -math.cos(slope) * (front + back) / 2
    )

    def sloping(solid: Solid) -> Solid:
        return solid.rotate((0, math.degrees(slope), 0)).translate((0, 0, (front + back) / 2))

    rows = spread(-pitch * 2.5, pitch * 2.5, rows_count)
    left = -pitch * columns_count / 2 - (pitch * 0.3 if block else 0)
    columns = spread(left, left + pitch * 14, 14)
    well = box(pitch * 5.15, pitch * 14.15, 0.02, ((rows[2]), (columns[6] + columns[7]) / 2, -0.001))
    size, z, high = pitch * 0.8, -0.003, 0.009
    letters = key_grid(rows[:4], columns[1:13], size, size, high, z)
    letters += key(size, pitch * 5.86, high, (rows[4], columns[6], z))
    others = key_grid(rows[:4], [columns[0], columns[13]], size, size, high, z)
    others += key_grid(rows[4:], columns[:4] + columns[9:], size, size, high, z)
    if block:
        pad = spread(left + pitch * 14.6, left + pitch * 17.6, 3)
        well += box(pitch * 5.15, pitch * 3.15, 0.02, (rows[2], pad[1], -0.001))
        letters += key_grid(rows[1:], pad, size, size, high, z)
        others += key_grid(rows[:1], pad, size, size, high, z)
    plate = well.trim_by_plane((0, 0, -1), 0.0003).translate((0, 0, -0.002))
    caps, marked = sloping(letters), sloping(others)
    return shape(
        {"body": case - sloping(well) + caps, "accent": sloping(plate) + marked},
        [hull_part(case), hull_part(caps + marked)],
    )


@asset(
    "monitor",
    size=Range(0.36, 0.45),
    density=500,
    fronted=True,
    tags="desk",
    finishes={
        "body": ("black plastic", "white plastic", "grey plastic", "silver metal"),
        "bezel": ("black plastic",),
        "display": _DISPLAYS,
        "window": ("white screen",),
    },
)
def monitor(rng: Rng) -> Shape:
    """A flat screen on a neck and a broad foot."""
    y = rng.uniform(0.37, 0.44)
    z, low, rim = y * rng.uniform(0.58, 0.7), rng.uniform(0.07, 0.11), 0.014
    panel = facing(moved(rounded_rectangle(y, z, 0.01), (0, low + z / 2)), 0.022)
    hump = facing(moved(rounded_rectangle(y * 0.6, z * 0.6, 0.02), (0, low + z / 2)), 0.025, (-0.02, 0, 0))
    foot_x, foot_y = rng.uniform(0.15, 0.18), y * rng.uniform(0.45, 0.6)
    round_foot = rng.random() < 0.5
    outline = (
        [(foot_x / 2 * a, foot_y / 2 * b) for a, b in circle(1.0)]
        if round_foot
        else rounded_rectangle(foot_x, foot_y, 0.02)
    )
    foot = extrude(outline, 0.014)
    neck = box(0.024, y * 0.13, low + z * 0.4, (-0.025, 0, 0.005))
    return shape(
        {"body": union(panel, hump, foot, neck)} | _screen(y - rim, z - rim, (0.022, 0, low + rim / 2)),
        [
            hull_part(foot),
            box_part(0.024, y * 0.13, low + z * 0.4 - 0.01, (-0.025, 0, 0.01)),
            box_part(0.022, y, z, (0.011, 0, low)),
            box_part(0.025, y * 0.6, z * 0.6, (-0.0075, 0, low + z * 0.2)),
        ],
    )


@asset(
    "photo camera",
    size=Range(0.11, 0.16),
    density=700,
    fronted=True,
    tags="household desk",
    finishes={
        "body": (*palette("plastic", "black grey red blue teal white"), "silver metal"),
        "grip": ("brown leather",),
        "lens": ("black plastic",),
        "ring": STEEL,
        "glass": ("blue screen",),
        "flash": ("white glow",),
    },
)
def camera(rng: Rng) -> Shape:
    """A photo camera: a fat lens, a finder hump with a flash, a shutter button."""
    x, y, z = rng.uniform(0.04, 0.05), rng.uniform(0.118, 0.15), rng.uniform(0.07, 0.088)
    barrel, long = z * rng.uniform(0.36, 0.43), rng.uniform(0.035, 0.06)
    off = rng.uniform(0.0, 0.1) * y
    body = facing(moved(rounded_rectangle(y, z, 0.012), (0, z / 2)), x, (-x / 2, 0, 0))
    peak = moved([(-0.25 * y, 0), (0.25 * y, 0), (0.15 * y, z * 0.26), (-0.15 * y, z * 0.26)], (off, z - 0.001))
    hump = facing(peak, x * 0.9, (-x * 0.4, 0, 0))
    middle = z * 0.48
    grip = box(x + 0.006, y * 0.2, z * 0.72, (0.002, -y * 0.37, z * 0.12))
    front, tip = (x / 2 - 0.002, off, middle), (x / 2 + long, off, middle)
    collar, inner = (x / 2 + long * 0.35, off, middle), (tip[0] - 0.01, off, middle)
    tube = rod(front, tip, barrel, segments=32) - rod(inner, (tip[0] + 0.01, off, middle), barrel * 0.82, segments=32)
    ring = rod((collar[0] - 0.004, off, middle), (collar[0] + 0.004, off, middle), barrel * 1.06, segments=32)
    glass = sphere(barrel * 0.8, segments=24).scale((0.25, 1, 1)).translate((inner[0] + 0.001, off, middle))
    flash = box(0.006, y * 0.17, z * 0.13, (x / 2, off, z * 1.06))
    button = (0.0, -y * 0.36, z - 0.002)
    dial = (0.0, y * 0.38, z - 0.002)
    knobs = cylinder(0.0085, 0.009, button, segments=20) + cylinder(0.011, 0.008, dial, segments=20)
    return shape(
        {"body": body + hump, "grip": grip, "lens": tube, "ring": ring + knobs, "glass": glass, "flash": flash},
        [
            hull_part(body),
            hull_part(hump),
            hull_part(grip),
            rod_part(front, tip, barrel, flat=True),
            cylinder_part(0.0085, 0.009, button),
            cylinder_part(0.011, 0.008, dial),
        ],
    )


@asset(
    "printer",
    size=Range(0.38, 0.45),
    density=250,
    fronted=True,
    flat_top=True,
    tags="desk",
    finishes={
        "body": palette("plastic", "white grey black beige"),
        "dark": ("black plastic",),
        "paper": ("white paper",),
        "display": ("blue screen",),
        "light": ("green glow",),
    },
)
def printer(rng: Rng) -> Shape:
    """A desk printer: a sheet comes out of its mouth onto a tray, buttons beside a small display."""
    y, x, z = rng.uniform(0.38, 0.44), rng.uniform(0.25, 0.3), rng.uniform(0.16, 0.21)
    mouth, low, high, deep = y * rng.uniform(0.6, 0.68), z * 0.2, z * 0.52, x * 0.45
    tray = rng.uniform(0.07, 0.11)
    room = box(deep, mouth, high - low, (x / 2 - deep / 2 + 0.001, 0, low))
    seam = z - 0.034
    body = (
        stadium(x, y, z, 0.02)
        - room
        - (
            stadium(x + 0.01, y + 0.01, 0.005, 0.02, (0, 0, seam))
            - stadium(x - 0.008, y - 0.008, 0.01, 0.018, (0, 0, seam - 0.002))
        )
    )
    shelf = stadium(tray + 0.02, mouth * 0.94, 0.01, 0.012, (x / 2 + tray / 2 - 0.01, 0, low - 0.008))
    lining = box(0.006, mouth - 0.002, high - low - 0.002, (x / 2 - deep, 0, low + 0.001))
    sheet = box(deep + tray * 0.55, mouth * 0.72, 0.003, (x / 2 + tray * 0.275 - deep / 2 + 0.004, 0, low + 0.004))
    panel = box(0.008, y * 0.5, z * 0.2, (x / 2, -y * 0.02, z * 0.56))
    display = box(0.0105, y * 0.16, z * 0.14, (x / 2, -y * 0.15, z * 0.59))
    lights = union(*(box(0.0105, 0.014, 0.01, (x / 2, y * k, z * 0.63)) for k in (0.04, 0.11, 0.18)))
    side = (y - mouth) / 2
    return shape(
        {"body": body + shelf, "dark": lining + panel, "paper": sheet, "display": display, "light": lights},
        [
            box_part(x, y, low),
            box_part(x, y, z - high, (0, 0, high)),
            box_part(x - deep, y, high - low, (-deep / 2, 0, low)),
            *(box_part(deep, side, high - low, (x / 2 - deep / 2, s * (y - side) / 2, low)) for s in (-1, 1)),
            box_part(tray, mouth * 0.94, 0.01, (x / 2 + tray / 2, 0, low - 0.008)),
        ],
        top=Top(z, tuple(rectangle(x, y))),
    )
