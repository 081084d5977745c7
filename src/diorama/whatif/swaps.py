"""Swaps: whether two bodies can change places, and the fewest swaps to an order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from diorama.whatif.interventions import swapped
from diorama.world import Camera, Simulation, World, project
from diorama.world.outlines import depth_inside, footprint
from diorama.world.poses import box_centre, extent

SLACK = 0.0005
"""Metres: bodies this deep in each other only touch."""


SwapSequence = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Reach:
    """The orders that swaps of some bodies can give."""

    shortest: Mapping[tuple[str, ...], tuple[SwapSequence, ...]]
    """For every order that can be reached, all shortest sequences of swaps to it."""
    swaps: Mapping[tuple[tuple[str, ...], tuple[str, str]], bool]
    """Every swap looked at (the order it starts from, the pair), and whether it is feasible."""


def swap_feasible(world: World, a: str, b: str, *, model: Simulation | None = None) -> bool:
    """Whether each body at the other's place overlaps nothing and stays on the surface, by collision shapes.

    A `model` of the same bodies, in any poses, saves building one for every call.
    """
    return _fits(swapped(world, a, b), a, b, model or Simulation(world))


def left_to_right(world: World, camera: Camera, names: Sequence[str]) -> tuple[str, ...]:
    """The named bodies in the order of their middles in the picture."""
    column = {n: float(project(camera, box_centre(world[n]))[0]) for n in names}
    return tuple(sorted(names, key=lambda n: column[n]))


def reachable_orders(world: World, camera: Camera, bodies: Sequence[str]) -> Reach:
    """All orders that feasible swaps of the named bodies can give, with every shortest sequence to each.

    Few bodies on as many places have few arrangements, so the breadth-first search goes on until it has seen them
    all: an order that is not among the result cannot be reached by any number of swaps.
    """
    names = sorted(bodies)
    model = Simulation(world)
    start = tuple(names)  # on whose place each of the names stands
    worlds = {start: world}
    fits: dict[tuple[str, ...], bool] = {}
    ways: dict[tuple[str, ...], list[SwapSequence]] = {start: [()]}
    orders: dict[tuple[str, ...], list[SwapSequence]] = {left_to_right(world, camera, names): [()]}
    swaps: dict[tuple[tuple[str, ...], tuple[str, str]], bool] = {}
    frontier = [start]
    while frontier:
        met: dict[tuple[str, ...], list[SwapSequence]] = {}
        for here in frontier:
            before = left_to_right(worlds[here], camera, names)
            for a, b in combinations(names, 2):
                there = exchanged(here, (here[names.index(a)], here[names.index(b)]))
                if there not in fits:  # many swaps lead to one arrangement
                    worlds[there] = swapped(worlds[here], a, b)
                    fits[there] = _fits(worlds[there], a, b, model)
                swaps[before, (a, b)] = fits[there]
                if fits[there] and there not in ways:
                    met.setdefault(there, []).extend((*way, (a, b)) for way in ways[here])
        shorter = set(orders)
        for there, found in met.items():
            ways[there] = found
            order = left_to_right(worlds[there], camera, names)
            if order not in shorter:
                orders.setdefault(order, []).extend(found)
        frontier = list(met)
    return Reach({order: tuple(sorted(found)) for order, found in orders.items()}, swaps)


def exchanged(order: Sequence[str], pair: tuple[str, str]) -> tuple[str, ...]:
    """The order after two of its bodies have changed places."""
    a, b = pair
    return tuple(b if n == a else a if n == b else n for n in order)


def swaps_apart(order: Sequence[str], goal: Sequence[str]) -> int:
    """The fewest swaps from one order to another if all of them fitted."""
    place = {name: goal.index(name) for name in order}
    cycles, left = 0, set(order)
    while left:
        cycles += 1
        name = next(iter(left))
        while name in left:
            left.remove(name)
            name = order[place[name]]
    return len(order) - cycles


def _fits(after: World, a: str, b: str, model: Simulation) -> bool:
    if juts_out(after, a) or juts_out(after, b):
        return False
    model.pose(after)
    return model.depth() <= SLACK


def arrangement(world: World, names: Iterable[str]) -> tuple[float, ...]:
    """Where the bodies are, to a tenth of a millimetre."""
    return tuple(round(v, 4) for n in names for v in world[n].position)


def juts_out(world: World, name: str) -> bool:
    """Whether a body is not wholly on any surface."""
    return _to_edge(world, name) < 0


def _to_edge(world: World, name: str) -> float:
    """How far inside the edge of its surface a body stands; negative if it juts out of every surface."""
    points = footprint(world[name]).points
    lowest = float(extent(world[name])[0, 2])
    level = (s for s in world.surfaces if abs(s.position[2] - lowest) < 0.02)
    return max((depth_inside(s.outline, points - np.asarray(s.position[:2])) for s in level), default=-math.inf)
