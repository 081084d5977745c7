"""Swaps: whether two bodies can change places, and the fewest swaps to an order."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from diorama.whatif.interventions import swapped
from diorama.world import Camera, Simulation, World, project
from diorama.world.outlines import depth_inside, footprint, gap
from diorama.world.poses import oriented_box, outline_points

SLACK = 0.0005
"""Metres: bodies this deep in each other only touch."""


@dataclass(frozen=True)
class Search:
    """The outcome of looking for an order: all shortest sequences, and how much was looked at."""

    shortest: tuple[tuple[tuple[str, str], ...], ...]
    explored: int

    @property
    def feasible(self) -> bool:
        return bool(self.shortest)


def swap_gap(world: World, a: str, b: str) -> float:
    """How well a swap fits: the smallest gap (metres) to any neighbour or to the edge, negative if it does not.

    Judged by outlines from above, which is what a swap of standing bodies comes down to.
    """
    after = swapped(world, a, b)
    prints = {n: footprint(after[n]) for n in after.names}
    gaps = []
    for name in (a, b):
        gaps += [gap(prints[name].points, prints[n].points) for n in after.names if n != name]
        gaps.append(_to_edge(after, name))
    return min(gaps)


def swap_feasible(world: World, a: str, b: str, *, model: Simulation | None = None) -> bool:
    """Whether each body at the other's place overlaps nothing and stays on the surface, by physics' own shapes.

    A `model` of the same bodies, wherever they are in it, saves building one for every question.
    """
    after = swapped(world, a, b)
    if any(_to_edge(after, n) < 0 for n in (a, b)):
        return False
    model = model or Simulation(world)
    model.pose(after)
    return model.depth() <= SLACK


def left_to_right(world: World, camera: Camera, names: Sequence[str]) -> tuple[str, ...]:
    """The named bodies in the order of their middles in the picture."""
    column = {n: float(project(camera, oriented_box(world[n]).centre)[0]) for n in names}
    return tuple(sorted(names, key=lambda n: column[n]))


def swaps_to_order(world: World, camera: Camera, order: Sequence[str], *, most: int = 4) -> Search:
    """Breadth-first search over feasible swaps of the listed bodies for the fewest that give the order."""
    goal = tuple(order)
    model = Simulation(world)
    seen = {_key(world, goal)}
    frontier: deque[tuple[World, tuple[tuple[str, str], ...]]] = deque([(world, ())])
    found: list[tuple[tuple[str, str], ...]] = []
    explored = 0
    while frontier:
        here, done = frontier.popleft()
        if found and len(done) >= len(found[0]):
            break
        if len(done) == most:
            continue
        for a, b in combinations(goal, 2):
            explored += 1
            if not swap_feasible(here, a, b, model=model):
                continue
            after = swapped(here, a, b)
            steps = (*done, (a, b))
            if left_to_right(after, camera, goal) == goal:
                found.append(steps)
                continue
            key = _key(after, goal)
            if key not in seen:
                seen.add(key)
                frontier.append((after, steps))
    return Search(tuple(found), explored)


def _key(world: World, names: Sequence[str]) -> tuple[float, ...]:
    """Where the bodies are, to a tenth of a millimetre."""
    return tuple(round(v, 4) for n in names for v in world[n].position)


def _to_edge(world: World, name: str) -> float:
    """How far inside the edge of its surface a body stands; negative if it juts out of every surface."""
    points = footprint(world[name]).points
    lowest = float(outline_points([world[name]])[:, 2].min())
    level = (s for s in world.surfaces if abs(s.position[2] - lowest) < 0.02)
    return max((depth_inside(s.outline, points - np.asarray(s.position[:2])) for s in level), default=-math.inf)
