"""Which bodies a straight move hits, by rays from the mover's front along its path: visible meshes, no physics.

It does not use collision parts or contacts, so it is an independent check of `paths.sweep`.
"""

from __future__ import annotations

import numpy as np

from diorama.sight.casting import cast_at_body
from diorama.whatif.interventions import Move, displacement
from diorama.world import World
from diorama.world.poses import outline_points

ACROSS = 120
"""Rays side by side over the larger side of the mover's cross-section."""


def struck(world: World, move: Move) -> dict[str, float]:
    """The inventory bodies that some point of the mover's front would reach on its path, and their distances."""
    body = world[move.name]
    path = displacement(world, move)
    length = float(np.linalg.norm(path))
    way = path / length
    side = np.array([-way[1], way[0], 0.0]) / np.hypot(*way[:2])
    up = np.cross(way, side)
    points = outline_points([body])
    low, high = (points @ np.stack([side, up]).T).min(axis=0), (points @ np.stack([side, up]).T).max(axis=0)
    step = float((high - low).max()) / ACROSS
    u, v = np.meshgrid(*(np.arange(a + step / 2, b, step) for a, b in zip(low, high, strict=True)))
    ahead = float((points @ way).max()) + 1.0
    starts = u.reshape(-1, 1) * side + v.reshape(-1, 1) * up + ahead * way
    back = cast_at_body(body, starts, np.broadcast_to(-way, starts.shape))
    front = starts[np.isfinite(back)] - back[np.isfinite(back), None] * way
    found = {}
    for name in (n for n in world.inventory if n != body.name):
        nearest = float(cast_at_body(world[name], front, np.broadcast_to(way, front.shape)).min(initial=np.inf))
        if nearest <= length:
            found[name] = nearest
    return found
