"""A second derivation of the swap tasks: every arrangement of the bodies, and which of them solid geometry allows.

Where `build` takes one swap after the other and asks physics for contacts, this cuts the drawn solids with each
other, marks the arrangements in which none overlap, and looks for the shortest way through these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations

import manifold3d
import networkx
import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Answer, Rearrangement, Swaps
from diorama.suites.structure.t5_one_swap import one_swap
from diorama.suites.structure.t6_several_swaps import several_swaps
from diorama.world import Body, Camera, World, build_shape, project
from diorama.world.outlines import depth_inside
from diorama.world.poses import rotation, transform

Array = NDArray[np.float64]
Arrangement = Mapping[str, str]
"""Each moved body and the one on whose place it stands."""

OVERLAP = 2e-8
"""Cubic metres that two solids must share to count as overlapping: less is touching."""


class Room:
    """The solids of a world, and what stands in whose way when bodies change places."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.boxes = {b.name: _box(b) for b in world.bodies}
        self._solids: dict[str, manifold3d.Manifold] = {}
        self._clear: dict[tuple[tuple[str, str], tuple[str, str]], bool] = {}

    def allows(self, arrangement: Arrangement) -> bool:
        """Whether nothing overlaps and nothing juts out over an edge."""
        stands = {n: arrangement.get(n, n) for n in self.world.names}
        moved = [n for n in stands if stands[n] != n]
        return all(self._on_surface(n, stands[n]) for n in moved) and all(
            self._apart((n, stands[n]), (other, stands[other])) for n in moved for other in stands if other != n
        )

    def order(self, arrangement: Arrangement, camera: Camera, names: Iterable[str]) -> tuple[str, ...]:
        """The names from left to right."""
        places = {n: self.boxes[arrangement.get(n, n)] for n in names}
        middles = {n: (*((low + high) / 2)[:2], self.boxes[n].mean(axis=0)[2]) for n, (low, high) in places.items()}
        return tuple(sorted(places, key=lambda n: float(project(camera, np.array(middles[n]))[0])))

    def _shift(self, name: str, place: str) -> Array:
        (low, high), (its_low, its_high) = self.boxes[name], self.boxes[place]
        shift: Array = (its_low + its_high - low - high) / 2
        shift[2] = its_low[2] - low[2]
        return shift

    def _apart(self, a: tuple[str, str], b: tuple[str, str]) -> bool:
        key = (min(a, b), max(a, b))
        if key not in self._clear:
            (low_a, high_a), (low_b, high_b) = (self.boxes[n] + self._shift(n, at) for n, at in (a, b))
            boxes_apart = bool((high_a < low_b).any() or (high_b < low_a).any())
            self._clear[key] = boxes_apart or (self._placed(*a) ^ self._placed(*b)).volume() < OVERLAP
        return self._clear[key]

    def _placed(self, name: str, place: str) -> manifold3d.Manifold:
        if name not in self._solids:
            self._solids[name] = _solid(self.world[name])
        return self._solids[name].translate(self._shift(name, place).tolist())

    def _on_surface(self, name: str, place: str) -> bool:
        body = self.world[name]
        points = transform(body, build_shape(body.noun, body.seed).vertices) + self._shift(name, place)
        return any(
            abs(points[:, 2].min() - s.position[2]) < 0.03
            and depth_inside(s.outline, points[:, :2] - np.asarray(s.position[:2])) >= 0
            for s in self.world.surfaces
        )


@one_swap.check
def every_pair(query: Rearrangement, answer: Answer, world: World, camera: Camera) -> str | None:
    """Try every pair of the scene."""
    assert isinstance(answer, Swaps)
    room, order = Room(world), query.order
    found = [
        (a, b)
        for a, b in combinations(world.inventory, 2)
        if room.order({a: b, b: a}, camera, order) == order and room.allows({a: b, b: a})
    ]
    stored = [tuple(sorted(pair)) for pair in answer.pairs]
    return None if [tuple(sorted(pair)) for pair in found] == stored else f"swaps that work: {found}"


@several_swaps.check
def every_arrangement(query: Rearrangement, answer: Answer, world: World, camera: Camera) -> str | None:
    """Find the shortest way through all arrangements that fit."""
    assert isinstance(answer, Swaps)
    room, order = Room(world), query.order
    start = tuple(sorted(order))
    fitting = [p for p in permutations(start) if p == start or room.allows(dict(zip(start, p, strict=True)))]
    graph = networkx.Graph()
    graph.add_nodes_from(fitting)
    graph.add_edges_from(
        (a, b) for a, b in combinations(fitting, 2) if sum(x != y for x, y in zip(a, b, strict=True)) == 2
    )
    steps = networkx.single_source_shortest_path_length(graph, start)
    lengths = [n for p, n in steps.items() if room.order(dict(zip(start, p, strict=True)), camera, order) == order]
    if not lengths:
        return "no sequence of swaps gives the order" if answer.feasible else None
    if not answer.feasible:
        return f"{min(lengths)} swaps give the order"
    stands = dict(zip(start, start, strict=True))
    for a, b in answer.pairs:
        stands[a], stands[b] = stands[b], stands[a]
        if tuple(stands[n] for n in start) not in fitting:
            return f"after swapping '{a}' with '{b}' things overlap"
    if room.order(stands, camera, order) != order:
        return f"{answer.pairs} does not reach the order"
    return None if len(answer.pairs) == min(lengths) else f"{min(lengths)} swaps are enough"


def _box(body: Body) -> Array:
    points = transform(body, build_shape(body.noun, body.seed).vertices)
    return np.stack([points.min(axis=0), points.max(axis=0)])


def _solid(body: Body) -> manifold3d.Manifold:
    """The drawn shape as a solid where it stands; a piece that is not closed counts as its hull."""
    solids = []
    for piece in build_shape(body.noun, body.seed).pieces:
        points = (piece.vertices * body.scale) @ rotation(body.quaternion).T + np.asarray(body.position)
        mesh = manifold3d.Mesh(np.asarray(points, np.float32), np.asarray(piece.faces, np.uint32))
        mesh.merge()
        solid = manifold3d.Manifold(mesh)
        closed = solid.status() == manifold3d.Error.NoError and not solid.is_empty()
        solids.append(solid if closed else manifold3d.Manifold.hull_points(points))
    return manifold3d.Manifold.batch_boolean(solids, manifold3d.OpType.Add)
