"""What holds what: read from contacts and from what falls when something is gone."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from diorama.world import World, build_shape, oriented_box, rotation, simulate, touching

Corners = NDArray[np.float64]

FALLS = 0.003
"""Metres: a body that moves farther when another is gone was resting on it."""


def rests_on(world: World, name: str) -> frozenset[str]:
    """The bodies that directly carry `name`: it touches them, and without them it would move."""
    name = world[name].name
    partners = {a if b == name else b for a, b in touching(world) if name in (a, b)} & set(world.names)
    return frozenset(other for other in partners if moves_without(world, name, other))


def moves_without(world: World, name: str, other: str) -> bool:
    """Whether `name` moves within half a second once `other` is gone."""
    after = simulate(world.without([other]), seconds=0.5, every=0.5).final[name]
    return float(np.linalg.norm(np.subtract(after.position, world[name].position))) > FALLS


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
    """Everything that stands in or on a body, and in or on that, in the world's order."""
    held = {world[name].name}
    corners = {b: oriented_box(world[b]).corners for b in world.names}
    lowest = {b: float(corners[b][:, 2].min()) for b in world.names}
    pairs = touching(world) if _boxes_meet(corners[name], [c for b, c in corners.items() if b != name]) else set()
    while True:
        more = {
            b
            for b in world.names
            if b not in held
            and any(
                inside(world, b, h) or (tuple(sorted((b, h))) in pairs and lowest[b] > lowest[h] + 0.004) for h in held
            )
        }
        if not more:
            return tuple(b for b in world.names if b in held and b != name)
        held |= more


def _boxes_meet(corners: Corners, others: Iterable[Corners]) -> bool:
    """Whether upright boxes around the corners come within a millimetre of each other: contacts cost a model."""
    low, high = corners.min(axis=0) - 1e-3, corners.max(axis=0) + 1e-3
    return any(bool((o.max(axis=0) >= low).all() and (o.min(axis=0) <= high).all()) for o in others)
