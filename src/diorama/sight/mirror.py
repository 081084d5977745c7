"""Mirror images in planar glossy surfaces, by rays reflected where they meet the surface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError, UnknownName
from diorama.sight.casting import MISS, cast_at_body, cast_at_fixtures
from diorama.sight.exact import NOTHING, Crop, Depth, Mask, Sight, frame_window, frontmost
from diorama.world import Camera, Surface, World, ray_directions
from diorama.world.poses import box_corners, rotation

Array = NDArray[np.float64]

ON_PLANE = 1e-3
"""Metres: a hit this close to the plane is on the surface."""


@dataclass(frozen=True)
class Mirror:
    """What one surface shows of each body, in the pixels where the surface itself is seen."""

    surface: str
    glass: Mask
    """Where the camera sees the surface."""
    crops: Mapping[str, Crop]
    """Each body's mirror image alone: distances after the bounce."""
    backdrop: Depth
    """Distance of fixtures after the bounce."""

    @cached_property
    def ids(self) -> NDArray[np.int32]:
        """The body whose mirror image is seen at each pixel (index in the world's order), −1 for none."""
        return frontmost(self.crops.values(), self.backdrop)[0]

    def visible(self, name: str) -> Mask:
        """Where the mirror image of the body is seen."""
        if name not in self.crops:
            raise UnknownName("object", name, self.crops)
        seen: Mask = self.ids == list(self.crops).index(name)
        return seen

    def visible_px(self, name: str) -> int:
        return int(self.visible(name).sum())

    def muted(self, names: Iterable[str]) -> Mirror:
        """The same mirror when some bodies have no image in it; what they hid shows instead."""
        gone = set(names)
        return Mirror(self.surface, self.glass, {n: c for n, c in self.crops.items() if n not in gone}, self.backdrop)


def reflect(world: World, sight: Sight, surface: Surface) -> Mirror:
    """Mirror images of all bodies in a glossy surface, as the view `sight` shows them."""
    if not surface.glossy:
        raise DioramaError(f"the surface '{surface.name}' is not glossy; nothing is mirrored in it")
    camera = sight.camera
    eye = np.asarray(camera.position)
    normal = rotation(surface.quaternion)[:, 2]
    clear = (sight.ids == NOTHING) & np.isfinite(sight.backdrop) & _may_show(surface, camera)
    directions = ray_directions(camera)[clear].astype(np.float64)
    hits = eye + directions * sight.backdrop[clear][:, None]
    on_it = _on_patch(surface, hits) & (directions @ normal < 0)
    start = (hits + 1e-5 * normal)[on_it]
    bounced = (directions - 2 * (directions @ normal)[:, None] * normal)[on_it]
    glass = np.zeros_like(clear)
    glass[clear] = on_it
    ray_at = np.full(glass.shape, -1)
    ray_at[glass] = np.arange(len(start))

    backdrop = np.full(glass.shape, MISS, np.float32)
    backdrop[glass] = cast_at_fixtures(world.fixtures, start, bounced)
    crops = {}
    for body in world.bodies:
        corners = box_corners(body)
        mirrored = corners - 2 * ((corners - np.asarray(surface.position)) @ normal)[:, None] * normal
        rows, columns = frame_window(camera, mirrored)
        rays = ray_at[rows, columns]
        window = np.full(rays.shape, MISS, np.float32)
        inside = rays >= 0
        if inside.any():
            window[inside] = cast_at_body(body, start[rays[inside]], bounced[rays[inside]])
        crops[body.name] = Crop(rows, columns, window)
    return Mirror(surface.name, glass, crops, backdrop)


def _may_show(surface: Surface, camera: Camera) -> Mask:
    """The part of the frame in which the surface can be seen."""
    outline = np.asarray(surface.outline)
    flat = np.column_stack([outline, np.zeros(len(outline))])
    corners = flat @ rotation(surface.quaternion).T + np.asarray(surface.position)
    may = np.zeros((camera.height, camera.width), bool)
    may[frame_window(camera, corners)] = True
    return may


def _on_patch(surface: Surface, points: Array) -> Mask:
    local = (points - np.asarray(surface.position)) @ rotation(surface.quaternion)
    inside: Mask = np.abs(local[..., 2]) < ON_PLANE
    outline = np.asarray(surface.outline)
    for (x0, y0), (x1, y1) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        inside &= (x1 - x0) * (local[..., 1] - y0) - (y1 - y0) * (local[..., 0] - x0) >= 0
    return inside
