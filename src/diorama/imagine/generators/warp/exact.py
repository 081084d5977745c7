"""Warps of our own worlds: exact masks, exact depth and the camera that is known."""

from __future__ import annotations

import numpy as np

from diorama.imagine.generators.warp.perspective import Perspective
from diorama.imagine.generators.warp.scene import Labels, Mask
from diorama.imagine.generators.warp.warp import MaskAt, Warp
from diorama.perceive.spots import Point
from diorama.sight import Shot, Sight, see
from diorama.sight.overlays import coverage
from diorama.world import Camera, World, project
from diorama.world.poses import box_centre

MIDDLE_PX = 1.5
"""A point so near to the middle of a body means that body, even if its middle is hollow or hidden."""
PAINTED = 0.02
"""Share of a pixel that an overlay covers if it counts as painted."""


def exact_warp(shot: Shot) -> Warp:
    """A warp for the picture of a shot; arrows, dots and boxes that are painted over it stay where they are."""
    sight = see(shot.world, shot.camera)
    labels: Labels = (sight.ids + 1).astype(np.int32)
    painted = [cover for each in shot.overlays for cover in coverage(each, shot.camera, sight.depth)]
    if painted:
        free = labels == 0
        labels[free & (np.max(painted, axis=0) > PAINTED)] = len(sight.names) + 1
    return Warp(_masks(shot.world, sight), sight.depth, labels, Perspective.of(shot.camera))


def oracle_masks(world: World, camera: Camera) -> MaskAt:
    """The exact visible mask of the body at each point of a view."""
    return _masks(world, see(world, camera))


def _masks(world: World, sight: Sight) -> MaskAt:
    middles = {body.name: project(sight.camera, box_centre(body))[:2] for body in world.bodies}

    def mask_at(point: Point) -> Mask:
        apart = {name: float(np.hypot(*(middle - point))) for name, middle in middles.items()}
        for name in sorted((n for n, px in apart.items() if px <= MIDDLE_PX), key=apart.__getitem__):
            return sight.visible(name)
        row, column = int(point[1]), int(point[0])
        seen = 0 <= row < sight.ids.shape[0] and 0 <= column < sight.ids.shape[1] and sight.ids[row, column] >= 0
        return sight.visible(sight.names[sight.ids[row, column]]) if seen else np.zeros(sight.ids.shape, bool)

    return mask_at
