"""The exact modules of construction, read off one of our own worlds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from diorama.perceive.construct.seen import Seen, Thing, median_depth
from diorama.perceive.construct.volumes import Volume, Volumes
from diorama.perceive.percepts import DepthMap, Pixels
from diorama.perceive.providers.wishes import box_of
from diorama.sight import Shot, Sight
from diorama.whatif.visibility import clear_px
from diorama.world import Camera, World, project
from diorama.world.outlines import Footprint, footprint
from diorama.world.poses import extent, outline_points

Array = NDArray[np.float64]
LEVEL = 0.03
"""Metres between a surface and the lowest point of what stands on it."""


@dataclass(frozen=True, eq=False)
class Known:
    """One of our own pictures, and all that is known of it."""

    shot: Shot
    picture: Pixels
    sight: Sight

    @property
    def world(self) -> World:
        return self.shot.world


def exact_things(known: Known, depth: DepthMap, least_px: int) -> tuple[Thing, ...]:
    """Everything that can be named, with its visible pixels, as deep as a depth map says."""
    found = []
    for name in known.world.inventory:
        mask = known.sight.visible(name)
        box = box_of(mask)
        if box is not None and int(mask.sum()) >= least_px:
            found.append(Thing(name, known.world[name].phrase, box, mask, 1.0, median_depth(depth, mask)))
    return tuple(found)


def with_depth(seen: Seen, depth: DepthMap) -> Seen:
    """The same things with another depth map."""
    things = tuple(replace(thing, depth=median_depth(depth, thing.mask)) for thing in seen.things)
    return Seen(seen.picture, things, depth)


def exact_graph(sight: Sight) -> nx.DiGraph:
    """Who lies in front of whom on more rays than count as clear, at any layer."""
    graph = nx.DiGraph()
    graph.add_nodes_from(sight.inventory)
    for back in sight.inventory:
        if sight.silhouette_px(back):
            least = clear_px(sight, back)
            graph.add_edges_from((front, back) for front, px in sight.occluders(back).items() if px > least)
    return graph


def exact_back_faces(world: World, camera: Camera) -> dict[str, float]:
    """How far the farthest point of each body is."""
    return {b.name: float(project(camera, outline_points([b]))[:, 2].max()) for b in world.bodies if b.inventory}


def exact_volumes(world: World, camera: Camera) -> Volumes:
    """The outlines of all bodies seen from above, on the surface that most of them stand on."""
    sizes = {body.name: extent(body) for body in world.bodies if body.inventory}
    volumes = {n: Volume(footprint(world[n]), float(np.ptp(size[:, 2]))) for n, size in sizes.items()}
    stand = Counter(
        surface.name
        for size in sizes.values()
        for surface in world.surfaces
        if abs(surface.position[2] - size[0, 2]) < LEVEL
    )
    if not stand:
        return Volumes(volumes, None, lambda points: project(camera, points)[..., 0])
    ground = world.surface(stand.most_common(1)[0][0])
    x, y, level = ground.position
    floor = Footprint.of(np.asarray(ground.outline)).placed((x, y))

    def columns(points: Array) -> Array:
        found: Array = project(camera, points + np.array([0, 0, level]))[..., 0]
        return found

    return Volumes(volumes, floor, columns)
