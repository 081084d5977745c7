"""Flights: whether a ball that is on its way passes through a goal."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.world import Simulation, Surface, World, oriented_box, rotation
from diorama.world.model import Vec3
from diorama.world.outlines import depth_inside

Array = NDArray[np.float64]

LOOK, LOOKS_A_POINT = 0.002, 5
"""Seconds between looks at the ball, and how many looks there are for each point of the path."""
AFAR = 9.0
"""Margins are capped at this many ball radii."""


@dataclass(frozen=True)
class Flight:
    """What happened to a ball on its way to a goal."""

    scored: bool
    margin: float
    """In ball radii: how far the ball stays from the frame where it passes the goal's plane, inside or outside."""
    crossing: Vec3 | None
    """Where its middle passed that plane nearest to the goal, if it did."""
    touched: tuple[str, ...]
    """What it bounced off until then, in order."""
    path: Array
    """Its middle, a hundred times a second."""
    seconds: float
    """When it was decided."""


def fly(world: World, name: str, *, goal: str = "goal", seconds: float = 3.0, timestep: float | None = None) -> Flight:
    """Let a ball go on until it has passed the goal's plane for good, has come to rest, or time is up.

    It scores if its middle passes through the surface `goal`, against the way that faces.
    """
    mouth, ball = world.surface(goal), world[name]
    simulation = Simulation(world, timestep=timestep)
    stride = max(1, round(LOOK / simulation.timestep))
    radius = float(oriented_box(ball).half.min())
    own = rotation(ball.quaternion).T @ (oriented_box(ball).centre - np.asarray(ball.position))
    middle = _middle(simulation, name, own)
    path, touched, margin, crossing = [middle], list[str](), AFAR, None
    scored = False
    for look in range(1, round(seconds / LOOK) + 1):
        simulation.step(stride)
        now = _middle(simulation, name, own)
        for pair in simulation.touching():
            other = pair[0] if pair[1] == name else pair[1]
            if name in pair and (not touched or touched[-1] != other):
                touched.append(other)
        spot = passes(mouth, middle, now)
        if spot is not None:
            inside = depth_inside(mouth.outline, spot[None, :2])
            if (abs(inside) - radius) / radius < margin:
                x, y, z = (rotation(mouth.quaternion) @ spot + np.asarray(mouth.position)).tolist()
                margin, crossing = (abs(inside) - radius) / radius, (x, y, z)
            scored = inside > 0
        over = scored or _over(mouth, middle, now)
        middle = now
        if look % LOOKS_A_POINT == 0:
            path.append(now)
        if over:
            break
    return Flight(scored, max(0.0, margin), crossing, tuple(touched), np.array(path), simulation.seconds)


def passes(surface: Surface, before: Array, after: Array) -> Array | None:
    """Where a straight step passes a surface's plane against the way it faces, in the surface's own axes."""
    axes, origin = rotation(surface.quaternion), np.asarray(surface.position)
    a, b = (before - origin) @ axes, (after - origin) @ axes
    if not a[2] > 0 >= b[2]:
        return None
    spot: Array = a + (b - a) * a[2] / (a[2] - b[2])
    return spot


def aimed(world: World, name: str, at: Vec3, seconds: float) -> World:
    """The ball with the velocity that takes its middle to a point in that many seconds, if nothing is in the way."""
    if not (math.isfinite(seconds) and seconds > 0):
        raise DioramaError(f"seconds must be more than 0; got {seconds}")
    way = np.subtract(at, oriented_box(world[name]).centre)
    x, y, z = (way / seconds + np.array([0.0, 0.0, world.gravity * seconds / 2])).tolist()
    return world.change(name, velocity=(x, y, z))


def _middle(simulation: Simulation, name: str, own: Array) -> Array:
    """Where the point `own` of a body's frame is now."""
    positions, quaternions = simulation.poses()
    index = simulation.world.names.index(name)
    w, x, y, z = quaternions[index].tolist()
    middle: Array = positions[index] + rotation((w, x, y, z)) @ own
    return middle


def _over(mouth: Surface, before: Array, now: Array) -> bool:
    """Whether the ball is well beyond the goal and going on, or at rest, so that nothing can follow."""
    axis, origin = rotation(mouth.quaternion)[:, 2], np.asarray(mouth.position)
    was, here = float((before - origin) @ axis), float((now - origin) @ axis)
    return (here < -0.8 and here < was) or float(np.linalg.norm(now - before)) < 0.1 * LOOK
