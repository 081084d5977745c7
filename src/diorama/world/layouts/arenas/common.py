"""What several arenas are made with."""

from __future__ import annotations

import math

import numpy as np

from diorama.errors import CannotPlace
from diorama.world.layouts.placement import Plot, at_rest, scatter
from diorama.world.model import Block, Body, Quat, Surface, World, replace
from diorama.world.parts import quaternion_to

LYING: Quat = (math.cos(math.pi / 4), math.sin(math.pi / 4), 0.0, 0.0)
"""A cylinder's axis turned to lie along y."""


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


def settled(bare: World, bodies: tuple[Body, ...], surfaces: list[Surface], tries: int) -> World:
    """Scatter bodies over some surfaces and let them rest; several attempts, then `CannotPlace`."""
    reason = f"{bare.layout}: {len(bodies)} objects do not come to rest without falling over or touching"
    for attempt in range(tries):
        rng = np.random.default_rng([bare.seed, 3, attempt])
        try:
            placed = scatter(bodies, [Plot(s) for s in surfaces], bare.stage.facing_deg, rng)
        except CannotPlace as problem:
            reason = f"{bare.layout}: {problem}"
            continue
        world = at_rest(replace(bare, bodies=tuple(placed)))
        if world is not None:
            return world
    raise CannotPlace(f"{reason} (seed {bare.seed}, {tries} tries); ask for fewer objects or another seed")
