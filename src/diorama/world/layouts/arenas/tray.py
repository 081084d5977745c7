"""A rimmed tray on a table."""

from __future__ import annotations

import math

import numpy as np

from diorama.world.bodies import drawn_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import FLOORS, WALLS, WOODS, daylight, pick
from diorama.world.layouts.registry import WORLD_TRIES, add_layout, check_seed, settled
from diorama.world.model import Fixture, Stage, Surface, World


@add_layout
def tray(seed: int = 0, objects: int = 4, *, noun: str = "candle", tries: int = WORLD_TRIES) -> World:
    """A rimmed tray on a table, with several things of one kind that only their looks tell apart."""
    rng = np.random.default_rng([check_seed(seed), 0])
    side = rng.uniform(0.44, 0.54) * math.sqrt(max(1.0, objects / 5))
    deep, height, base = side * rng.uniform(0.65, 0.85), 0.74, 0.012
    wood = pick(rng, WOODS)
    rim = pick(rng, ("white paint", "black paint", "silver metal", "light wood"))
    plate = Fixture(
        name="tray",
        blocks=(
            f.box((side, deep, base), (0, 0, height), rim),
            *(f.box((0.012, deep, 0.03), (s * (side / 2 + 0.006), 0, height), rim) for s in (-1, 1)),
            *(f.box((side + 0.024, 0.012, 0.03), (0, s * (deep / 2 + 0.006), height), rim) for s in (-1, 1)),
        ),
    )
    stage = Stage(
        centre=(0.0, 0.0, height),
        radius=side / 2,
        spread_deg=80.0,
        elevation_deg=(10.0, 40.0),
        reach=6.0,
        show=tuple((sx * side / 2, sy * deep / 2, height) for sx in (-1, 1) for sy in (-1, 1)),
    )
    top = Surface(name="top", fixture="tray", position=(0.0, 0.0, height + base), outline=f.rectangle(side, deep))
    bare = World(
        layout="tray",
        seed=seed,
        stage=stage,
        surfaces=(top,),
        lights=daylight(rng, stage),
        fixtures=(
            plate,
            f.table(1.3, 0.9, height, wood, wood),
            f.back_wall(1.8, 24.0, 3.2, pick(rng, WALLS), "white paint"),
            f.floor(24.0, pick(rng, FLOORS)),
        ),
    )
    return settled(bare, drawn_bodies([noun] * objects, np.random.default_rng([seed, 2])), [top], tries)
