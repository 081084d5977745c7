"""Swaps: whether two bodies can change places, and the fewest swaps to an order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from diorama.whatif.interventions import swapped
from diorama.world import Camera, Simulation, World, project
from diorama.world.outlines import Footprint, depth_inside, footprint
from diorama.world.poses import box_centre, extent

SLACK = 0.0005
"""Metres: bodies this deep in each other only touch."""


SwapSequence = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Reach:
    """The orders that swaps of some bodies can give."""

    shortest: Mapping[tuple[str, ...], tuple[SwapSequence, ...]]
    """For every order that can be reached, all shortest sequences of swaps to it."""
    swaps: Mapping[tuple[tuple[str, ...], tuple[str, str]], tuple[bool, float]]
    """Every swap looked at (the order it starts from, the pair): whether it is feasible, and how clearly.

    The second is the gap in metres that decides it, and 0 where outlines and solids say different things.
    """

    def clearness(self, start: tuple[str, ...], goal: tuple[str, ...]) -> float:
        """The gap nearest to zero of all swaps that decide what the shortest way to the goal is, metres.

        If there is a way, these are the swaps of all sequences of its length that would lead to the goal if
        everything fitted; if there is none, those that do not fit.
        """
        if goal not in self.shortest:
            return min((gap for feasible, gap in self.swaps.values() if not feasible), default=math.inf)
        gaps, seen = [math.inf], set()
        waiting = [(start, len(self.shortest[goal][0]))]
        while waiting:
            order, left = waiting.pop()
            for pair in combinations(sorted(goal), 2):
                after = exchanged(order, pair)
                if swaps_apart(after, goal) >= left:
                    continue
                feasible, gap = self.swaps[order, pair]
                gaps.append(gap)
                if feasible and left > 1 and (after, left) not in seen:
                    seen.add((after, left))
                    waiting.append((after, left - 1))
        return min(gaps)


def swap_gap(world: World, a: str, b: str) -> float:
    """How well a swap fits: the smallest gap (metres) to any neighbour or to the edge, negative if it does not.

    Judged by outlines from above, which is what a swap of standing bodies comes down to.
    """
    return _gap(swapped(world, a, b), a, b)


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
    ways: dict[tuple[float, ...], list[SwapSequence]] = {arrangement(world, names): [()]}
    orders: dict[tuple[str, ...], list[SwapSequence]] = {left_to_right(world, camera, names): [()]}
    frontier = [world]
    swaps: dict[tuple[tuple[str, ...], tuple[str, str]], tuple[bool, float]] = {}
    still = {n: footprint(world[n]) for n in world.names if n not in names}
    fits: dict[tuple[float, ...], bool] = {}  # many swaps lead to one arrangement
    while frontier:
        met: dict[tuple[float, ...], tuple[World, list[SwapSequence]]] = {}
        for here in frontier:
            before = left_to_right(here, camera, names)
            for a, b in combinations(names, 2):
                after = swapped(here, a, b)
                key, gap = arrangement(after, names), _gap(after, a, b, still)
                if key not in fits:
                    fits[key] = _fits(after, a, b, model)
                feasible = fits[key]
                plain = abs(gap) if feasible == (gap >= 0) else 0.0
                swaps[before, (a, b)] = (feasible, plain)
                if not feasible:
                    continue
                if key not in ways:
                    longer = [(*way, (a, b)) for way in ways[arrangement(here, names)]]
                    met.setdefault(key, (after, []))[1].extend(longer)
        shorter = set(orders)
        for key, (after, found) in met.items():
            ways[key] = found
            order = left_to_right(after, camera, names)
            if order not in shorter:
                orders.setdefault(order, []).extend(found)
        frontier = [after for after, _ in met.values()]
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


def _gap(after: World, a: str, b: str, still: Mapping[str, Footprint] | None = None) -> float:
    """The smallest gap around two bodies; the outlines of those that never move can be given."""
    known = still or {}
    prints = {n: known[n] if n in known else footprint(after[n]) for n in after.names}
    smallest = min(_to_edge(after, a), _to_edge(after, b))
    for name, other in ((n, o) for n in (a, b) for o in after.names if o != n):
        mine, its = prints[name], prints[other]
        circles = math.dist(mine.centre, its.centre) - mine.radius - its.radius
        if circles < smallest:  # outlines are no nearer than the circles around them
            smallest = min(smallest, mine.gap_to(its))
    return smallest


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
