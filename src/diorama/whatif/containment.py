"""What is inside what."""

from __future__ import annotations

from itertools import combinations, permutations

import networkx
import numpy as np
from numpy.typing import NDArray

from diorama.world import World, build_shape, oriented_box, rotation
from diorama.world.poses import extent

Corners = NDArray[np.float64]

NEAR = 1e-3
"""Metres between the boxes of two bodies that may touch."""


def inside(world: World, name: str, container: str) -> bool:
    """Whether the middle of a body lies in the cavity of a container."""
    holder = world[container]
    cavity = build_shape(holder.noun, holder.seed).cavity
    if cavity is None or name == container:
        return False
    middle = oriented_box(world[name]).centre
    local = rotation(holder.quaternion).T @ (middle - np.asarray(holder.position)) / holder.scale
    outline = np.asarray(cavity.outline)
    edges = np.roll(outline, -1, axis=0) - outline
    to = local[:2] - outline
    within = bool((edges[:, 0] * to[:, 1] - edges[:, 1] * to[:, 0] >= 0).all())
    return within and cavity.floor <= local[2] <= cavity.opening


def contents(world: World, name: str) -> tuple[str, ...]:
    """Everything inside a body, and inside that, in the world's order. What stands on top of it is not inside."""
    return all_contents(world)[world[name].name]


def all_contents(world: World) -> dict[str, tuple[str, ...]]:
    """The contents of every body."""
    holds = networkx.DiGraph()
    holds.add_nodes_from(world.names)
    boxes = {b: extent(world[b]) for b in world.names}
    near = [(a, b) for a, b in combinations(world.names, 2) if _meet(boxes[a], boxes[b])]
    holds.add_edges_from((b, a) for pair in near for a, b in permutations(pair) if inside(world, a, b))
    held = {n: networkx.descendants(holds, n) for n in world.names}
    return {n: tuple(b for b in world.names if b in held[n]) for n in world.names}


def _meet(a: Corners, b: Corners) -> bool:
    """Whether two boxes come within a millimetre of each other."""
    return bool((a[1] + NEAR >= b[0]).all() and (b[1] + NEAR >= a[0]).all())
