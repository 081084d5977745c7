"""Fitting: whether a body that is let go over a container comes to rest inside, below the rim."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.whatif.containment import contents
from diorama.world import Body, Simulation, World, build_shape, oriented_box, rotation
from diorama.world.outlines import depth_inside
from diorama.world.poses import transform
from diorama.world.shape import Cavity

Array = NDArray[np.float64]

LOOK = 0.05
"""Seconds between looks at what has happened."""
REST = 0.004
"""m/s: slower than this for two looks is at rest."""
AFAR = 1.0
"""The largest margin of a body that ends beside the container, in its own heights."""


@dataclass(frozen=True)
class Fit:
    """Where a body came to rest that was let go over a container."""

    fits: bool
    margin: float
    """Heights of the body (as it lies in the end) by which its highest point is below or above the opening, or by
    which it lies beside it."""
    clearance: float
    """The same with a sign: below the opening is positive."""
    share: float
    """How far its highest point is from the opening, against the depth of the container; 1 if it lies beside."""
    pushed: float
    """Metres by which the rim of the container was moved at the most."""
    end: World


def fits_into(
    world: World,
    name: str,
    container: str,
    *,
    held: Collection[str] | None = None,
    seconds: float = 3.0,
    timestep: float | None = None,
) -> Fit:
    """Let a body fall over a container: does it come to rest wholly inside?

    Only the body, the container and what that holds can move; bodies around them are left out. A caller that
    knows what is `held` can pass it and save the search.
    """
    holder = world[container]
    cavity = build_shape(holder.noun, holder.seed).cavity
    if cavity is None:
        raise DioramaError(f"{holder.phrase} cannot hold anything")
    if held is None:
        held = contents(world.without([name]), container)
    end = _rested(_released(world, name, {name, container, *held}), name, container, seconds, timestep)
    body, around = end[name], end[container]
    points = transform(body, build_shape(body.noun, body.seed).vertices)
    local = (points - np.asarray(around.position)) @ rotation(around.quaternion) / around.scale
    middle = (local.min(axis=0) + local.max(axis=0)) / 2
    tall = float(np.ptp(local[:, 2]))
    clearance = (cavity.opening - float(local[:, 2].max())) / tall
    depth = depth_inside(cavity.outline, middle[None, :2])
    if depth >= 0 and middle[2] > cavity.floor:
        fits, margin = clearance >= 0, abs(clearance)
        share = margin * tall / (cavity.opening - cavity.floor)
    else:
        fits, margin, share = False, min(AFAR, max(0.0, -depth) / tall), 1.0
    return Fit(fits, margin, clearance, share, _pushed(holder, around, cavity), end)


def _released(world: World, name: str, keep: Collection[str]) -> World:
    """The body free to fall, without the surroundings that do not matter."""
    alone = world.without([n for n in world.names if n not in keep])
    return alone.change(name, fixed=False, hinge=None)


def _rested(world: World, name: str, container: str, seconds: float, timestep: float | None) -> World:
    """The world when all is at rest, the body has gone past, or time is up."""
    simulation = Simulation(world, timestep=timestep)
    stride, calm = max(1, round(LOOK / simulation.timestep)), 0
    while calm < 2 and simulation.seconds < seconds:
        simulation.step(stride)
        calm = calm + 1 if simulation.speed() < REST else 0
        if _past(simulation.state(), name, container):
            break
    return simulation.state()


def _past(world: World, name: str, container: str) -> bool:
    """Whether the body has fallen beside the container: it cannot come back."""
    body, holder = oriented_box(world[name]), oriented_box(world[container])
    return float(body.corners[:, 2].max()) < float(holder.corners[:, 2].min())


def _pushed(before: Body, after: Body, cavity: Cavity) -> float:
    rim = np.array([(x, y, cavity.opening) for x, y in cavity.outline])
    return float(np.linalg.norm(transform(after, rim) - transform(before, rim), axis=1).max())
