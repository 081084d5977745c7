"""A billiard table: six pockets, cushions between them, and balls that bounce off each other as ivory does.

It is a small one, for a table of full size would show balls of a dozen pixels.
"""

from __future__ import annotations

import math

import numpy as np

from diorama.world.bodies import drawn_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import FLOORS, WALLS, WOODS, daylight, pick
from diorama.world.layouts.registry import WORLD_TRIES, add_layout, check_seed, settled
from diorama.world.model import Block, Fixture, Stage, Surface, World, replace

LENGTH, WIDTH, HEIGHT = 1.12, 0.56, 0.8
"""Between the cushions, and of the cloth above the floor, metres."""
CORNER, SIDE = 0.085, 0.062
"""How far from the corner, or from the middle of the long side, the cushions end."""
BOUNCE, GRIP = 0.95, 0.2
"""Of balls against balls, and on the cloth."""
EDGE, RAIL = 0.06, 0.035
"""Width of the cushions, and how high they stand."""
AROUND = 0.08
"""Metres beyond the cushions' faces that every view shows: all of the pockets."""


@add_layout
def billiard_table(seed: int = 0, objects: int = 6, *, tries: int = WORLD_TRIES) -> World:
    """A table with six pockets and balls of different colours on its cloth.

    The surface `cloth` ends at the cushions; each `pocket` is an upright patch between two cushions' ends, f.facing
    the table: a ball is pocketed when its middle passes through.
    """
    rng = np.random.default_rng([check_seed(seed), 0])
    bed = _bed(pick(rng, ("green felt", "blue felt")), pick(rng, WOODS))
    stage = Stage(
        centre=(0.0, 0.0, HEIGHT),
        radius=1.25,
        elevation_deg=(46.0, 74.0),
        spread_deg=60.0,
        reach=9.0,
        show=tuple((sx * (LENGTH / 2 + AROUND), sy * (WIDTH / 2 + AROUND), HEIGHT) for sx in (-1, 1) for sy in (-1, 1)),
    )
    flat = {"fixture": bed.name, "position": (0.0, 0.0, HEIGHT)}
    playing = Surface(name="top", outline=f.rectangle(LENGTH - 2 * CORNER, WIDTH - 2 * CORNER), **flat)
    bare = World(
        layout="billiard_table",
        seed=seed,
        stage=stage,
        lights=daylight(rng, stage),
        surfaces=(playing, Surface(name="cloth", outline=f.rectangle(LENGTH, WIDTH), **flat), *_mouths(bed.name)),
        fixtures=(bed, f.back_wall(2.6, 24.0, 3.2, pick(rng, WALLS), "white paint"), f.floor(24.0, pick(rng, FLOORS))),
    )
    balls = drawn_bodies(["billiard ball"] * objects, np.random.default_rng([seed, 2]))
    world = settled(bare, balls, [playing], tries)
    return replace(world, bodies=tuple(replace(b, bounce=BOUNCE, grip=GRIP) for b in world.bodies))


def _mouths(bed: str) -> tuple[Surface, ...]:
    """The openings between the cushions."""
    x, y, mouths = LENGTH / 2, WIDTH / 2, []
    for sx in (-1, 0, 1):
        for sy in (-1, 1):
            at = (0.0, sy * y) if sx == 0 else (sx * (x - CORNER / 2), sy * (y - CORNER / 2))
            wide = 2 * SIDE if sx == 0 else math.sqrt(2) * CORNER
            mouths.append((at, math.degrees(math.atan2(-sy, -sx)), wide))
    return tuple(
        Surface(
            name=f"pocket {k + 1}",
            fixture=bed,
            position=(*at, HEIGHT + RAIL / 2),
            quaternion=f.facing(azimuth_deg),
            outline=f.rectangle(RAIL, wide),
        )
        for k, (at, azimuth_deg, wide) in enumerate(mouths)
    )


def _bed(cloth: str, wood: str) -> Fixture:
    """Slate cut out at the pockets, cushions between them, a rail around, and a black well under each pocket."""
    slate, cut, frame = 0.04, 0.02, 0.12
    x, y, low = LENGTH / 2, WIDTH / 2, HEIGHT - 0.04
    strip = x - CORNER - SIDE
    middle = SIDE + strip / 2
    sides = [(sx, sy) for sx in (-1, 1) for sy in (-1, 1)]
    blocks = [f.box((2 * (x - CORNER), 2 * (y - cut), slate), (0, 0, low), cloth)]
    blocks += [f.box((strip, cut, slate), (sx * middle, sy * (y - cut / 2), low), cloth) for sx, sy in sides]
    blocks += [f.box((CORNER, 2 * (y - CORNER), slate), (s * (x - CORNER / 2), 0, low), cloth) for s in (-1, 1)]
    blocks += [f.box((strip, EDGE, slate + RAIL), (sx * middle, sy * (y + EDGE / 2), low), cloth) for sx, sy in sides]
    blocks += [f.box((EDGE, 2 * (y - CORNER), slate + RAIL), (s * (x + EDGE / 2), 0, low), cloth) for s in (-1, 1)]
    long, short, base = 2 * (x + 2 * EDGE), 2 * (y + EDGE), HEIGHT - frame
    blocks += [f.box((long, EDGE, frame + RAIL), (0, s * (y + 1.5 * EDGE), base), wood) for s in (-1, 1)]
    blocks += [f.box((EDGE, short, frame + RAIL), (s * (x + 1.5 * EDGE), 0, base), wood) for s in (-1, 1)]
    blocks.append(f.box((2 * (x + EDGE), short, 0.02), (0, 0, base), "black leather"))
    blocks += [f.box((0.14, 0.14, base), (sx * (x - 0.15), sy * (y - 0.12), 0), wood) for sx, sy in sides]
    return Fixture(name="billiard table", blocks=(*blocks, *_holes()))


def _holes() -> list[Block]:
    """Round and black, so that nobody overlooks a pocket; balls fall through."""
    spots = [(sx * (LENGTH / 2 - 0.008), sy * (WIDTH / 2 - 0.008), 0.07) for sx in (-1, 1) for sy in (-1, 1)]
    spots += [(0.0, sy * (WIDTH / 2 + 0.018), SIDE) for sy in (-1, 1)]
    return [f.post(r, 0.002, (hx, hy, HEIGHT - 0.001), "black leather", solid=False) for hx, hy, r in spots]
