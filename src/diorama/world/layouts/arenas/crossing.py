"""Two streets that cross."""

from __future__ import annotations

import math

import numpy as np

from diorama.errors import CannotPlace
from diorama.world.assets import build_shape
from diorama.world.bodies import drawn_bodies
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import daylight
from diorama.world.layouts.registry import WORLD_TRIES, add_layout, check_seed, settled
from diorama.world.model import Body, Fixture, Stage, Surface, World, replace

VEHICLES = ("car", "van", "truck", "bus", "tractor", "fire engine")

REAL_LENGTH = {
    "car": 4.2,
    "van": 5.0,
    "truck": 6.4,
    "bus": 6.8,
    "tractor": 3.8,
    "fire engine": 6.6,
    "traffic cone": 0.7,
    "barrel": 0.95,
    "mailbox": 1.2,
    "fire hydrant": 0.8,
    "crate": 1.0,
    "tyre": 0.7,
}
"""Longest sides in the street, metres."""


@add_layout
def crossing(seed: int = 0, objects: int = 7, *, tries: int = WORLD_TRIES) -> World:
    """Two streets that cross, with vehicles of real size and things beside the road."""
    rng = np.random.default_rng([check_seed(seed), 0])
    lane, reach = 3.5, 26.0
    arm = reach - lane
    roads = [
        f.box((2 * reach, 2 * lane, 0.02), (0, 0, 0), "black asphalt"),
        *(f.box((2 * lane, arm, 0.02), (0, s * (lane + arm / 2), 0), "black asphalt") for s in (-1, 1)),
    ]
    marks = [
        f.box((1.6, 0.16, 0.004), (s * (lane + 2 + 3.2 * k), 0, 0.02), "white paint", solid=False)
        for k in range(6)
        for s in (-1, 1)
    ]
    marks += [
        f.box((0.16, 1.6, 0.004), (0, s * (lane + 2 + 3.2 * k), 0.02), "white paint", solid=False)
        for k in range(6)
        for s in (-1, 1)
    ]
    street = Fixture(name="street", blocks=(*roads, *marks))
    stage = Stage(centre=(0.0, 0.0, 0.5), radius=9.0, spread_deg=180.0, elevation_deg=(18.0, 50.0), reach=70.0)
    top = Surface(name="top", fixture="street", position=(0.0, 0.0, 0.02), outline=f.rectangle(2 * lane, 2 * lane))
    arms = tuple(
        Surface(name=f"lane {k + 1}", fixture="street", position=(x, y, 0.02), outline=f.rectangle(w, d))
        for k, (x, y, w, d) in enumerate(
            (
                (lane + 4.6, 0.0, 9.0, 2 * lane - 0.4),
                (-lane - 4.6, 0.0, 9.0, 2 * lane - 0.4),
                (0.0, lane + 4.6, 2 * lane - 0.4, 9.0),
                (0.0, -lane - 4.6, 2 * lane - 0.4, 9.0),
            )
        )
    )
    bare = World(
        layout="crossing",
        seed=seed,
        stage=stage,
        surfaces=(top, *arms),
        lights=daylight(rng, stage),
        fixtures=(street, Fixture(name="ground", blocks=(f.box((120, 120, 0.1), (0, 0, -0.1), "green grass"),))),
    )
    kinds = [n for n in REAL_LENGTH if n in VEHICLES]
    others = [n for n in REAL_LENGTH if n not in VEHICLES]
    drive = min(len(kinds), max(1, math.ceil(objects / 2)))
    if objects - drive > len(others):
        known = len(kinds) + len(others)
        raise CannotPlace(f"crossing: there are only {known} kinds of things for it, fewer than {objects}")
    chosen = [
        *rng.choice(kinds, size=drive, replace=False).tolist(),
        *rng.choice(others, size=objects - drive, replace=False).tolist(),
    ]
    bodies = tuple(_real_size(b) for b in drawn_bodies(chosen, np.random.default_rng([seed, 2])))
    return settled(bare, bodies, [top, *arms], tries)


def _real_size(body: Body) -> Body:
    longest = max(build_shape(body.noun, body.seed).size)
    return replace(body, scale=REAL_LENGTH[body.noun] / longest)
