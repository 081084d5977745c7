"""A billiard table."""

from __future__ import annotations

import numpy as np

from diorama.world.bodies import drawn_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.arenas.common import settled
from diorama.world.layouts.indoor import FLOORS, WALLS, WOODS, daylight, pick
from diorama.world.layouts.registry import WORLD_TRIES, add_layout, check_seed
from diorama.world.model import Fixture, Stage, Surface, World

POCKET = 0.062
"""Radius of a billiard pocket's mouth, metres."""


@add_layout
def billiard_table(seed: int = 0, objects: int = 6, *, tries: int = WORLD_TRIES) -> World:
    """A table with six pockets and balls of different colours on its cloth; the pockets are surfaces."""
    rng = np.random.default_rng([check_seed(seed), 0])
    length, width, height = 2.24, 1.12, 0.8
    cloth, wood = pick(rng, ("green felt", "blue felt")), pick(rng, WOODS)
    bed = _billiard_bed(length, width, height, cloth, wood)
    stage = Stage(
        centre=(0.0, 0.0, height),
        radius=1.25,
        elevation_deg=(25.0, 60.0),
        spread_deg=75.0,
        reach=9.0,
        show=tuple((sx * (length / 2 + 0.14), sy * (width / 2 + 0.14), height) for sx in (-1, 1) for sy in (-1, 1)),
    )
    playing = Surface(
        name="top",
        fixture=bed.name,
        position=(0.0, 0.0, height),
        outline=f.rectangle(length - 2 * POCKET, width - 2 * POCKET),
    )
    holes = tuple(
        Surface(name=f"pocket {k + 1}", fixture=bed.name, position=(x, y, height), outline=f.ring(POCKET))
        for k, (x, y) in enumerate(pockets(length, width))
    )
    bare = World(
        layout="billiard_table",
        seed=seed,
        stage=stage,
        lights=daylight(rng, stage),
        surfaces=(playing, *holes),
        fixtures=(bed, f.back_wall(2.6, 24.0, 3.2, pick(rng, WALLS), "white paint"), f.floor(24.0, pick(rng, FLOORS))),
    )
    balls = drawn_bodies(["billiard ball"] * objects, np.random.default_rng([seed, 2]))
    return settled(bare, balls, [playing], tries)


def pockets(length: float, width: float) -> tuple[tuple[float, float], ...]:
    """Where the six pockets are, in the cloth's plane."""
    return tuple((x, y) for x in (-length / 2, 0.0, length / 2) for y in (-width / 2, width / 2))


def _billiard_bed(length: float, width: float, height: float, cloth: str, wood: str) -> Fixture:
    """Slate cut out at the pockets, cushions between them, a rail around, and a black well under each pocket."""
    slate, edge, rail, r = 0.04, 0.06, 0.035, POCKET
    x, y = length / 2, width / 2
    strip, low = x - 2 * r, height - slate
    sides = [(sx, sy) for sx in (-1, 1) for sy in (-1, 1)]
    blocks = [f.box((length - 2 * r, width - 2 * r, slate), (0, 0, low), cloth)]
    blocks += [f.box((strip, r, slate), (sx * (r + strip / 2), sy * (y - r / 2), low), cloth) for sx, sy in sides]
    blocks += [f.box((r, width - 2 * r, slate), (sx * (x - r / 2), 0, low), cloth) for sx in (-1, 1)]
    blocks += [
        f.box((strip, edge, slate + rail), (sx * (r + strip / 2), sy * (y + edge / 2), low), cloth) for sx, sy in sides
    ]
    blocks += [f.box((edge, width - 2 * r, slate + rail), (sx * (x + edge / 2), 0, low), cloth) for sx in (-1, 1)]
    around = 2 * (x + 2 * edge)
    blocks += [f.box((around, edge, 0.12 + rail), (0, sy * (y + 1.5 * edge), height - 0.12), wood) for sy in (-1, 1)]
    blocks += [
        f.box((edge, 2 * (y + edge), 0.12 + rail), (sx * (x + 1.5 * edge), 0, height - 0.12), wood) for sx in (-1, 1)
    ]
    blocks.append(f.box((2 * (x + edge), 2 * (y + edge), 0.02), (0, 0, height - 0.12), "black leather"))
    blocks += [f.box((0.14, 0.14, height - 0.12), (sx * (x - 0.15), sy * (y - 0.12), 0), wood) for sx, sy in sides]
    return Fixture(name="billiard table", blocks=tuple(blocks))
