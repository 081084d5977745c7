"""Mirror images in planar glossy surfaces, by rays reflected where they meet the surface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError, UnknownName
from diorama.sight.casting import MISS, Backdrop, Mask, cast_at_body, cast_at_fixtures
from diorama.sight.exact import NOTHING, Crop, Depth, Sight, frame_window, in_sight, nearest
from diorama.world import Camera, Fixture, Surface, World, ray_directions
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
    behind: Backdrop
    """The fixtures' mirror image: distances after the bounce."""

    @cached_property
    def ids(self) -> NDArray[np.int32]:
        """The body whose mirror image is seen at each pixel (index in the world's order), −1 for none."""
        return in_sight(*nearest(self.crops.values(), (self.glass.shape[0], self.glass.shape[1])), self.behind)

    @property
    def backdrop(self) -> Depth:
        """Distance of fixtures after the bounce."""
        return self.behind.depth

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
        return Mirror(self.surface, self.glass, {n: c for n, c in self.crops.items() if n not in gone}, self.behind)


def reflect(world: World, sight: Sight, surface: Surface) -> Mirror:
    """Mirror images of all bodies in a glossy surface, as the view `sight` shows them."""
    if not surface.glossy:
        raise DioramaError(f"the surface '{surface.name}' is not glossy; nothing is mirrored in it")
    camera = sight.camera
    eye = np.asarray(camera.position)
    normal = rotation(surface.quaternion)[:, 2]
    clear = (sight.ids == NOTHING) & _may_show(surface, camera)
    depth = sight.behind.at(clear)
    clear[clear] = np.isfinite(depth)
    directions = ray_directions(camera)[clear].astype(np.float64)
    hits = eye + directions * depth[np.isfinite(depth)][:, None]
    on_it = _on_patch(surface, hits) & (directions @ normal < 0)
    start = (hits + 1e-5 * normal)[on_it]
    bounced = (directions - 2 * (directions @ normal)[:, None] * normal)[on_it]
    glass = np.zeros_like(clear)
    glass[clear] = on_it
    ray_at = np.full(glass.shape, -1)
    ray_at[glass] = np.arange(len(start))

    behind = Backdrop((camera.height, camera.width), partial(_cast_bounced, world.fixtures, ray_at, start, bounced))
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
    return Mirror(surface.name, glass, crops, behind)


def _cast_bounced(
    fixtures: tuple[Fixture, ...], ray_at: NDArray[np.int64], start: Array, bounced: Array, pixels: Mask
) -> Depth:
    """Distances after the bounce at some pixels; ∞ where the surface is not seen."""
    rays = ray_at[pixels]
    depth = np.full(len(rays), MISS, np.float32)
    depth[rays >= 0] = cast_at_fixtures(fixtures, start[rays[rays >= 0]], bounced[rays[rays >= 0]])
    return depth


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
