"""A moving belt."""

from __future__ import annotations

import numpy as np

from diorama.errors import CannotPlace
from diorama.world.assets import get_asset
from diorama.world.bodies import drawn_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import WALLS, daylight, pick
from diorama.world.layouts.registry import WORLD_TRIES, add_layout, check_seed, settled
from diorama.world.model import Fixture, Stage, Surface, World, replace

CARGO = (
    "book",
    "box",
    "building block",
    "carton",
    "gift",
    "kettle",
    "mug",
    "radio",
    "tin",
    "tissue box",
    "toaster",
    "toolbox",
)
"""What a conveyor carries."""


@add_layout
def conveyor(seed: int = 0, objects: int = 4, *, speed: float = 0.35, tries: int = WORLD_TRIES) -> World:
    """A belt that carries things along +x; it moves whenever time does."""
    rng = np.random.default_rng([check_seed(seed), 0])
    length, width, height = rng.uniform(2.4, 3.0), rng.uniform(0.45, 0.55), 0.8
    steel = pick(rng, ("silver metal", "black metal"))
    belt = f.box((length, width, 0.05), (0, 0, height - 0.05), "black rubber")
    frame = Fixture(
        name="conveyor",
        blocks=(
            replace(belt, belt=(speed, 0.0, 0.0)),
            *(f.box((length, 0.03, 0.08), (0, s * (width / 2 + 0.02), height - 0.07), steel) for s in (-1, 1)),
            *(
                f.box((0.06, 0.06, height - 0.07), (sx * (length / 2 - 0.2), sy * width / 2, 0), steel)
                for sx in (-1, 1)
                for sy in (-1, 1)
            ),
        ),
    )
    stage = Stage(
        centre=(0.0, 0.0, height),
        radius=length / 2,
        elevation_deg=(14.0, 45.0),
        spread_deg=60.0,
        reach=9.0,
        show=tuple((sx * length / 2, sy * width / 2, height) for sx in (-1, 1) for sy in (-1, 1)),
    )
    top = Surface(name="top", fixture="conveyor", position=(0.0, 0.0, height), outline=f.rectangle(length, width))
    loading = replace(top, outline=tuple((x / 2 - length / 4, y) for x, y in top.outline))
    bare = World(
        layout="conveyor",
        seed=seed,
        stage=stage,
        surfaces=(top,),
        lights=daylight(rng, stage),
        fixtures=(frame, f.back_wall(1.5, 24.0, 3.2, pick(rng, WALLS), "white paint"), f.floor(24.0, "grey concrete")),
    )
    still = replace(bare, fixtures=(replace(frame, blocks=(belt, *frame.blocks[1:])), *bare.fixtures[1:]))
    cargo = [n for n in CARGO if get_asset(n).size.high < 0.9 * width]
    if objects > len(cargo):
        raise CannotPlace(f"conveyor: there are only {len(cargo)} kinds of things for it, fewer than {objects}")
    nouns = rng.choice(cargo, size=objects, replace=False).tolist()
    bodies = drawn_bodies(nouns, np.random.default_rng([seed, 2]))
    rested = settled(still, bodies, [loading], tries)
    return replace(rested, fixtures=bare.fixtures)
