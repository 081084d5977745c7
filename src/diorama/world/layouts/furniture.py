"""Furniture and rooms as fixtures: what a layout puts its bodies on and in front of.

Every piece stands on z = 0, is centred over the origin unless told otherwise, and has the block that
things stand on as its first one. People look at it from −y.
"""

from __future__ import annotations

import math

import numpy as np

from diorama.world.model import Block, Fixture, Quat, Vec2, Vec3
from diorama.world.parts import quaternion_to

LYING: Quat = (math.cos(math.pi / 4), math.sin(math.pi / 4), 0.0, 0.0)
"""A cylinder's axis turned to lie along y."""


def box(size: Vec3, at: Vec3, material: str, *, quaternion: Quat = (1.0, 0.0, 0.0, 0.0), solid: bool = True) -> Block:
    """A block of full extents `size` whose bottom centre is at `at`."""
    x, y, z = size
    return Block(
        kind="box",
        size=(x / 2, y / 2, z / 2),
        position=(at[0], at[1], at[2] + z / 2),
        material=material,
        quaternion=quaternion,
        solid=solid,
    )


def post(radius: float, height: float, at: Vec3, material: str, *, solid: bool = True) -> Block:
    """An upright round bar whose bottom centre is at `at`."""
    return Block(
        kind="cylinder",
        size=(radius, height / 2),
        position=(at[0], at[1], at[2] + height / 2),
        material=material,
        solid=solid,
    )


def strut(start: tuple[float, float, float], end: tuple[float, float, float], radius: float, material: str) -> Block:
    """A round bar between two points."""
    a, b = np.asarray(start), np.asarray(end)
    length = float(np.linalg.norm(b - a))
    cx, cy, cz = ((a + b) / 2).tolist()
    return Block(
        kind="cylinder",
        size=(radius, length / 2),
        position=(cx, cy, cz),
        quaternion=quaternion_to(b - a),
        material=material,
    )


def facing(azimuth_deg: float) -> Quat:
    """An upright patch that looks that way; its outline's first axis points down, its second along the ground."""
    half = math.radians(azimuth_deg) / 2
    c, s, r = math.cos(half), math.sin(half), math.sqrt(0.5)
    return (r * c, -r * s, r * c, r * s)


def floor(side: float, material: str) -> Fixture:
    return Fixture(name="floor", blocks=(box((side, side, 0.1), (0, 0, -0.1), material),))


def back_wall(distance: float, width: float, height: float, material: str, skirting: str) -> Fixture:
    """A bare wall behind the stage, with a skirting board."""
    return Fixture(
        name="wall",
        blocks=(
            box((width, 0.1, height), (0, distance + 0.05, 0), material),
            box((width, 0.015, 0.09), (0, distance - 0.0075, 0), skirting),
        ),
    )


def window(x: float, distance: float, width: float, height: float, sill: float, pane: str) -> Fixture:
    """A window in the back wall, from `sill` up: a pane with the sky behind it between bars that hardly stand out."""
    frame, bar, out = "white paint", 0.055, 0.015
    y = distance - out / 2
    middle = (x, y + 0.004, sill)
    return Fixture(
        name="window",
        blocks=(
            box((width, 0.004, height), middle, pane, solid=False),
            *(box((bar, out, height), (x + s * width / 2, y, sill), frame, solid=False) for s in (-1, 0, 1)),
            *(
                box((width + bar, 1.3 * out, bar), (x, y, z - bar / 2), frame, solid=False)
                for z in (sill, sill + 0.6 * height, sill + height)
            ),
        ),
    )


def table(width: float, depth: float, height: float, top: str, legs: str, *, thickness: float = 0.035) -> Fixture:
    """Four square legs and an apron under a rectangular top."""
    leg, inset = 0.06, 0.06
    under = height - thickness
    x, y = width / 2 - inset, depth / 2 - inset
    return Fixture(
        name="table",
        blocks=(
            box((width, depth, thickness), (0, 0, under), top),
            *(box((leg, leg, under), (sx * x, sy * y, 0), legs) for sx in (-1, 1) for sy in (-1, 1)),
            box((2 * x, 0.02, 0.08), (0, -y, under - 0.08), legs),
            box((2 * x, 0.02, 0.08), (0, y, under - 0.08), legs),
        ),
    )


def round_table(radius: float, height: float, top: str, legs: str) -> Fixture:
    """A round top on a single column with a round foot."""
    return Fixture(
        name="table",
        blocks=(
            Block(kind="cylinder", size=(radius, 0.018), position=(0, 0, height - 0.018), material=top),
            post(0.06, height - 0.036, (0, 0, 0), legs),
            post(radius * 0.55, 0.03, (0, 0, 0), legs),
        ),
    )


def counter(width: float, depth: float, height: float, top: str, front: str, handles: str) -> Fixture:
    """A run of cupboards under a worktop, doors towards −y."""
    thickness, plinth = 0.04, 0.1
    doors = max(2, round(width / 0.5))
    door = width / doors
    tall = height - thickness - plinth
    face = -depth / 2 + 0.03
    blocks = [
        box((width, depth, thickness), (0, 0, height - thickness), top),
        box((width - 0.02, depth - 0.06, tall), (0, 0.015, plinth), front),
        box((width - 0.06, depth - 0.14, plinth), (0, 0.04, 0), "black paint"),
    ]
    for i in range(doors):
        x = -width / 2 + (i + 0.5) * door
        blocks.append(box((door - 0.012, 0.018, tall - 0.02), (x, face, plinth + 0.01), front))
        blocks.append(box((0.012, 0.02, 0.14), (x + door * 0.38, face - 0.019, plinth + tall - 0.22), handles))
    return Fixture(name="counter", blocks=tuple(blocks))


def desk(width: float, depth: float, height: float, top: str, frame: str) -> Fixture:
    """A top on a drawer unit at one side and a panel at the other."""
    thickness = 0.03
    under = height - thickness
    x = width / 2
    drawers = tuple(
        box((0.38, 0.02, under / 3 - 0.02), (x - 0.24, -depth / 2 + 0.04, 0.01 + k * under / 3), top) for k in range(3)
    )
    return Fixture(
        name="desk",
        blocks=(
            box((width, depth, thickness), (0, 0, under), top),
            box((0.42, depth - 0.1, under), (x - 0.24, 0.02, 0), frame),
            box((0.03, depth - 0.08, under), (-x + 0.05, 0, 0), frame),
            box((width - 0.2, 0.02, 0.3), (0, depth / 2 - 0.08, under - 0.3), frame),
            *drawers,
        ),
    )


def console(width: float, depth: float, height: float, top: str, legs: str) -> Fixture:
    """A slim table with a lower shelf."""
    slim = table(width, depth, height, top, legs, thickness=0.03)
    return Fixture(name="console", blocks=(*slim.blocks, box((width - 0.14, depth - 0.08, 0.02), (0, 0, 0.15), top)))


def bench(width: float, depth: float, height: float, seat: str, legs: str) -> Fixture:
    """A low seat on two panels."""
    return Fixture(
        name="bench",
        blocks=(
            box((width, depth, 0.045), (0, 0, height - 0.045), seat),
            *(box((0.04, depth - 0.04, height - 0.045), (s * (width / 2 - 0.12), 0, 0), legs) for s in (-1, 1)),
            box((width - 0.28, 0.03, 0.1), (0, 0, height * 0.45), legs),
        ),
    )


def chest(width: float, depth: float, height: float, top: str, front: str, handles: str, *, rows: int = 3) -> Fixture:
    """A chest of drawers."""
    tall = (height - 0.09) / rows
    blocks = [
        box((width, depth, 0.03), (0, 0, height - 0.03), top),
        box((width - 0.03, depth - 0.03, height - 0.09), (0, 0, 0.06), front),
        box((width - 0.1, depth - 0.1, 0.06), (0, 0, 0), "black paint"),
    ]
    for row in range(rows):
        for side in (-1, 1):
            x, z = side * width / 4, 0.06 + row * tall
            blocks.append(box((width / 2 - 0.04, 0.018, tall - 0.02), (x, -depth / 2 + 0.01, z + 0.01), front))
            blocks.append(box((0.1, 0.02, 0.012), (x, -depth / 2 - 0.008, z + tall / 2), handles))
    return Fixture(name="chest", blocks=tuple(blocks))


def shelves(width: float, depth: float, heights: tuple[float, ...], material: str) -> Fixture:
    """An open rack: one board for each height, two sides and a back; boards come first."""
    board, side, top = 0.025, 0.03, heights[-1] + 0.45
    return Fixture(
        name="shelves",
        blocks=(
            *(box((width, depth, board), (0, 0, h - board), material) for h in heights),
            *(box((side, depth, top), (s * (width / 2 + side / 2), 0, 0), material) for s in (-1, 1)),
            box((width + 2 * side, 0.02, top), (0, depth / 2 + 0.01, 0), material),
            box((width + 2 * side, depth + 0.02, board), (0, 0.01, top), material),
        ),
    )


def workbench(width: float, depth: float, height: float, top: str, legs: str) -> Fixture:
    """A thick top on heavy legs with a lower board."""
    heavy = table(width, depth, height, top, legs, thickness=0.07)
    return Fixture(name="workbench", blocks=(*heavy.blocks, box((width - 0.1, depth - 0.16, 0.03), (0, 0, 0.2), legs)))


def rug(width: float, depth: float, material: str) -> Fixture:
    """A thin rug on the floor; things stand on it."""
    return Fixture(name="rug", blocks=(box((width, depth, 0.012), (0, 0, 0), material),))


def rectangle(width: float, depth: float) -> tuple[Vec2, ...]:
    """An outline centred on the origin, counter-clockwise."""
    x, y = width / 2, depth / 2
    return ((-x, -y), (x, -y), (x, y), (-x, y))


def ring(radius: float, *, sides: int = 32) -> tuple[Vec2, ...]:
    """A round outline, counter-clockwise."""
    return tuple(
        (radius * math.cos(2 * math.pi * k / sides), radius * math.sin(2 * math.pi * k / sides)) for k in range(sides)
    )
