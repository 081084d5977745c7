"""What has to go before a body can be lifted straight up: what rests on it, and what is above it in its way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diorama.whatif.supports import SupportGraph, free_bodies, support_graph
from diorama.world import Simulation, World
from diorama.world.poses import extent

Box = NDArray[np.float64]
"""Rows: the lowest and the highest corner."""

STRIDE = 0.01
"""Metres between the heights at which a body that is lifted is looked at."""
SCRAPES = 0.004
"""Metres: bodies that overlap no more than this pass each other."""


def needed_first(world: World, graph: SupportGraph | None = None) -> dict[str, frozenset[str]]:
    """For each free body, the bodies that must go directly before it: those that rest on it or are in its way."""
    supports = support_graph(world) if graph is None else graph
    simulation = Simulation(world)
    resting = {name: frozenset(e.upper for e in supports.resting_on(name)) for name in free_bodies(world)}
    return {name: upon | in_the_way(simulation, name) for name, upon in resting.items()}


def in_the_way(simulation: Simulation, name: str, gone: frozenset[str] = frozenset()) -> frozenset[str]:
    """The bodies that one would hit if it were lifted straight up, with some others gone."""
    world = simulation.world
    boxes = {b.name: extent(b) for b in world.bodies if b.name not in gone}
    above = [other for other, box in boxes.items() if other != name and _over(box, boxes[name])]
    if not above:
        return frozenset()
    simulation.restart()
    for other in sorted(gone):
        simulation.take_away(other)
    top = max(float(boxes[other][1, 2]) for other in above) - float(boxes[name][0, 2])
    x, y, z = world[name].position
    found: set[str] = set()
    for height in np.arange(STRIDE, top + STRIDE, STRIDE):
        simulation.put(name, (x, y, z + float(height)))
        found |= {other for other, depth in simulation.overlaps(name).items() if depth > SCRAPES and other in boxes}
    simulation.restart()
    return frozenset(found)


def _over(box: Box, lifted: Box) -> bool:
    """Whether a box reaches above the bottom of another and meets it in plan."""
    return bool((box[1, :2] > lifted[0, :2]).all() and (box[0, :2] < lifted[1, :2]).all() and box[1, 2] > lifted[0, 2])
