"""What rests on what: found by taking each body away and seeing what moves, and checked against contact forces.

A body rests on another if they touch and it would move without the other. Only direct support counts: of a mug on a
book on a box, the mug rests on the book alone.

>>> from diorama.world.layouts import empty
>>> from diorama.world import make_body, replace, settle
>>> base, upper = make_body("box", name="base"), make_body("mug", position=(0, 0, 0.05))
>>> world = settle(replace(empty(), bodies=(base, upper)))
>>> [(s.upper, s.how, s.lower) for s in support_graph(world).edges]
[('mug', 'inside', 'base')]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import networkx
import numpy as np
from numpy.typing import NDArray

from diorama.whatif.containment import inside
from diorama.world import Simulation, World, rotation
from diorama.world.poses import box_corners

Array = NDArray[np.float64]
How = Literal["on", "inside", "leaning on"]

FALLS = 0.003
"""Metres: a body that moves farther when another is gone was resting on it."""
WATCHED = 0.5
"""Seconds that the rest is watched after a body is gone."""
STEADY = 0.1
"""Seconds after which contact forces have settled."""
CARRIES = 0.04
"""The share of a body's weight with which another must push it to count as carrying it."""
TILTED_DEG = 12.0
"""A body of which no side is nearer to upright than this leans; others stand or lie."""
UPWARDS = 0.3
"""The least share of a push that must go upwards for it to carry."""


@dataclass(frozen=True)
class Support:
    """One body resting on another."""

    upper: str
    lower: str
    how: How


@dataclass(frozen=True)
class SupportGraph:
    """All direct support among the bodies of a world."""

    edges: tuple[Support, ...]

    @cached_property
    def _graph(self) -> networkx.DiGraph[str]:
        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_edges_from((e.upper, e.lower) for e in self.edges)
        return graph

    @property
    def cyclic(self) -> bool:
        """Whether some bodies hold each other, so that none of them can go first."""
        return not networkx.is_directed_acyclic_graph(self._graph)

    def resting_on(self, name: str) -> tuple[Support, ...]:
        """What rests directly on a body."""
        return tuple(e for e in self.edges if e.lower == name)

    def supports_of(self, name: str) -> tuple[Support, ...]:
        """What a body directly rests on."""
        return tuple(e for e in self.edges if e.upper == name)

    def above(self, name: str) -> frozenset[str]:
        """Everything that rests on a body, directly or not."""
        return frozenset(networkx.ancestors(self._graph, name)) if name in self._graph else frozenset()

    def below(self, name: str) -> frozenset[str]:
        """Everything that a body rests on, directly or not."""
        return frozenset(networkx.descendants(self._graph, name)) if name in self._graph else frozenset()


def support_graph(world: World) -> SupportGraph:
    """What rests on what, by taking one body after another away and letting time pass."""
    simulation = Simulation(world)
    free = free_bodies(world)
    near = {n: {m for pair in simulation.touching() if n in pair for m in pair} - {n} for n in free}
    edges = []
    for lower in free:
        if not near[lower] & set(free):
            continue
        moved = _moved_without(simulation, lower)
        edges += [Support(upper, lower, _how(world, upper, lower)) for upper in free if upper in near[lower] & moved]
    return SupportGraph(tuple(edges))


def pushed_graph(world: World) -> SupportGraph:
    """What rests on what, by the forces between bodies at rest: what is pushed upwards, or leans, rests on the other.

    It uses no removal, so that it can check `support_graph`.
    """
    pushes, weights = contact_pushes(world)
    edges = []
    for (lower, upper), push in pushes.items():
        if float(np.linalg.norm(push)) < CARRIES * min(weights[upper], weights[lower]):
            continue
        lifted = push[2] >= CARRIES * weights[upper] and push[2] >= UPWARDS * float(np.linalg.norm(push))
        if _leans(world, upper, lower) or (lifted and not _leans(world, lower, upper)):
            edges.append(Support(upper, lower, _how(world, upper, lower)))
    order = {name: k for k, name in enumerate(world.names)}
    return SupportGraph(tuple(sorted(edges, key=lambda e: (order[e.lower], order[e.upper]))))


def contact_pushes(world: World) -> tuple[Mapping[tuple[str, str], Array], Mapping[str, float]]:
    """The steady force, N, of each free body on each other that it touches, and how heavy each is."""
    simulation = Simulation(world)
    simulation.step(max(1, round(STEADY / simulation.timestep)))
    free = free_bodies(world)
    pushes = {pair: push for pair, push in simulation.forces().items() if set(pair) <= set(free)}
    return pushes, {n: simulation.weight(n) for n in free}


def tilt_deg(world: World, name: str) -> float:
    """How far the side of a body that is nearest to upright is turned from it, degrees: 0 if it stands or lies."""
    return float(np.degrees(np.arccos(min(1.0, np.abs(rotation(world[name].quaternion)[2]).max()))))


def _moved_without(simulation: Simulation, name: str) -> set[str]:
    """The bodies that move once one is gone."""
    simulation.restart()
    simulation.take_away(name)
    simulation.step(round(WATCHED / simulation.timestep))
    after = simulation.state()
    simulation.restart()
    return {n for n in simulation.world.names if n != name and shift(simulation.world, after, n) > FALLS}


def shift(before: World, after: World, name: str) -> float:
    """How far the corner of a body's box that moved farthest has come, metres."""
    return float(np.linalg.norm(box_corners(after[name]) - box_corners(before[name]), axis=1).max())


def _how(world: World, upper: str, lower: str) -> How:
    if inside(world, upper, lower):
        return "inside"
    return "leaning on" if _leans(world, upper, lower) else "on"


def _leans(world: World, upper: str, lower: str) -> bool:
    """Whether a body is tilted against one that is not."""
    return tilt_deg(world, upper) >= TILTED_DEG > tilt_deg(world, lower)


def free_bodies(world: World) -> list[str]:
    """The bodies that can be moved."""
    return [b.name for b in world.bodies if not b.fixed and b.hinge is None]
