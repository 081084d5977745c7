"""A cupboard without doors on the floor, something in it, and something with a front before it."""

from __future__ import annotations

import math

import numpy as np

from diorama.errors import CannotPlace, DioramaError
from diorama.world.assets import assets, build_shape
from diorama.world.assets.choosing import some_nouns
from diorama.world.bodies import described, drawn_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.arenas.hiding_floor import APART, SCREENS, TRIES, anywhere
from diorama.world.layouts.arenas.rooms import FLAT, furnished_room, wall_of
from diorama.world.layouts.indoor import FRONTS, WOODS, garage_floor, pick, playroom_floor
from diorama.world.layouts.placement import Plot
from diorama.world.layouts.registry import WORLD_TRIES, Rng, add_layout, first_at_rest
from diorama.world.model import Body, Fixture, Surface, World, replace
from diorama.world.outlines import footprint

BOARD = 0.02
BEFORE = 1.0
"""Metres before the cupboard and to its sides within which things stand."""


@add_layout
def cupboard(seed: int = 0, objects: int = 4, *, tries: int = WORLD_TRIES) -> World:
    """An open cupboard at the wall: the second body stands in it, the first, which has a front, before it.

    The cupboard opens towards −y, so what is in it comes out only that way; the surface `inside` is its floor.
    """
    if objects < 2:
        raise DioramaError(f"a cupboard scene takes two objects; got {objects}")
    return first_at_rest("cupboard", lambda rng: _arranged(objects, seed, rng), objects, seed, tries)


def _arranged(objects: int, seed: int, rng: Rng) -> World:
    room = _rug_to_the_wall(furnished_room(rng, (playroom_floor, garage_floor), (2.2, 1.7), pieces=0))
    top = room.surface("top")
    screen, kept, *others = _cast(objects, rng)
    x = float(rng.uniform(-0.5, 0.5))
    box, inside = _box(kept, x, wall_of(room), top.position[2], rng)
    edge = inside.position[1] + inside.outline[0][1]  # where it opens
    half_x, half_y = np.abs(np.asarray(top.outline)).max(axis=0).tolist()
    near, left, right = max(-half_y, edge - BEFORE), max(-half_x, x - BEFORE), min(half_x, x + BEFORE)
    free = replace(
        top,
        position=((left + right) / 2, (near + edge - BOARD) / 2, top.position[2]),
        outline=f.rectangle(right - left, edge - BOARD - near),
    )
    plot, shelf = Plot(free), Plot(inside)
    kept = anywhere(kept, shelf, rng)
    screen = _before(screen, kept, edge, plot, rng)
    placed = [anywhere(body, plot, rng) for body in others]
    stage = replace(
        room.stage, facing_deg=-90.0, spread_deg=40.0, elevation_deg=(10.0, 30.0),
        show=tuple((x + sx * 0.3, edge, z) for sx in (-1, 1) for z in (0.0, float(inside.position[2]) + 0.45)),
    )  # fmt: skip
    return replace(
        room, layout="cupboard", seed=seed, stage=stage, surfaces=(free, inside),
        fixtures=(*room.fixtures, box), bodies=(screen, kept, *placed),
    )  # fmt: skip


def _rug_to_the_wall(room: World) -> World:
    """The same room with its rug as far as the wall: the cupboard stands on it, and nothing across its edge."""
    (rug,) = (fixture for fixture in room.fixtures if fixture.name == "rug")
    (sheet,) = rug.blocks
    near, far = sheet.position[1] - sheet.size[1], wall_of(room)
    grown = replace(
        sheet,
        position=(sheet.position[0], (near + far) / 2, sheet.position[2]),
        size=(sheet.size[0], (far - near) / 2, sheet.size[2]),
    )
    others = (fixture for fixture in room.fixtures if fixture is not rug)
    return replace(room, fixtures=(replace(rug, blocks=(grown,)), *others))


def _cast(count: int, rng: Rng) -> tuple[Body, ...]:
    first = pick(rng, SCREENS)
    pool = [
        a.noun
        for a in assets().values()
        if 0.16 <= a.size.high <= 0.4 and not (a.round or a.tags & {"odd", "hung"} or a.noun in {first, *FLAT})
    ]
    return described(drawn_bodies([first, *some_nouns(pool, count - 1, rng)], rng))


def _box(kept: Body, x: float, wall: float, level: float, rng: Rng) -> tuple[Fixture, Surface]:
    """Floor, roof, back and two sides around a body with room to spare."""
    long, wide, tall = (side * kept.scale for side in build_shape(kept.noun, kept.seed).size)
    across = math.hypot(long, wide)
    width, depth = across + float(rng.uniform(0.12, 0.4)), across + float(rng.uniform(0.08, 0.16))
    height = tall + float(rng.uniform(0.08, 0.2))
    paint = pick(rng, (*FRONTS, *WOODS))
    y, low = wall - 0.03 - BOARD - depth / 2, level + BOARD
    blocks = (
        f.box((width, depth, BOARD), (x, y, level), paint),
        f.box((width + 2 * BOARD, depth + BOARD, BOARD), (x, y + BOARD / 2, low + height), paint),
        f.box((width + 2 * BOARD, BOARD, height + BOARD), (x, y + (depth + BOARD) / 2, level), paint),
        *(f.box((BOARD, depth, height + BOARD), (x + s * (width + BOARD) / 2, y, level), paint) for s in (-1, 1)),
    )
    floor = Surface(name="inside", fixture="cupboard", position=(x, y, low), outline=f.rectangle(width, depth))
    return Fixture(name="cupboard", blocks=blocks), floor


def _before(screen: Body, kept: Body, edge: float, plot: Plot, rng: Rng) -> Body:
    """Stand a body before the opening; its back may point anywhere but into the cupboard."""
    for _ in range(TRIES):
        heading = float(rng.uniform(0, 180))  # its front to the cupboard or along it
        flat = footprint(screen, at=(0.0, 0.0), heading_deg=heading).points
        overlap = (float(np.ptp(flat[:, 0])) + float(np.ptp(footprint(kept).points[:, 0]))) / 2
        x = kept.position[0] + float(rng.uniform(-0.85, 0.85)) * overlap
        y = edge - APART - float(rng.uniform(0.0, 0.1)) - float(flat[:, 1].max())
        if plot.admits(footprint(screen, at=(x, y), heading_deg=heading), APART):
            return plot.put(screen, (x, y), heading)
    raise CannotPlace(f"no room for {screen.phrase} before the cupboard")
