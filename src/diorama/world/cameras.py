"""Cameras: projection, rays, and viewpoints that hold a whole scene.

A camera is a pinhole; pixel (column, row) has its centre at (column + ½, row + ½); depth is measured along
the optical axis.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.world.model import Body, Camera, World, replace
from diorama.world.poses import box_corners, outline_points, vec3

Array = NDArray[np.float64]

AZIMUTHS = 13
ELEVATIONS = 4
LENSES_DEG = (26.0, 38.0, 50.0)
MARGIN = 0.05
"""Share of the frame kept free at each edge."""


@lru_cache(maxsize=256)
def basis(camera: Camera) -> Array:
    """Rows: the camera's right, down and forward axes in world coordinates."""
    forward = np.subtract(camera.target, camera.position)
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, camera.up)
    length = np.linalg.norm(right)
    if length < 1e-9:
        raise DioramaError("a camera cannot look along its own 'up' direction")
    right /= length
    axes: Array = np.stack([right, np.cross(forward, right), forward])
    axes.flags.writeable = False
    return axes


def focal_px(camera: Camera) -> float:
    return camera.height / 2 / math.tan(math.radians(camera.fovy_deg) / 2)


def project(camera: Camera, points: Array) -> Array:
    """World points (…, 3) to (column, row, depth); points behind the camera have depth ≤ 0."""
    local = np.subtract(points, camera.position) @ basis(camera).T
    depth = local[..., 2]
    safe = np.where(depth > 1e-9, depth, np.nan)
    column = camera.width / 2 + focal_px(camera) * local[..., 0] / safe
    row = camera.height / 2 + focal_px(camera) * local[..., 1] / safe
    return np.stack([column, row, depth], axis=-1)


@lru_cache(maxsize=4)
def ray_directions(camera: Camera) -> NDArray[np.float32]:
    """Directions through all pixel centres, shape (height, width, 3), scaled so that depth = ray parameter."""
    focal = focal_px(camera)
    right, down, forward = basis(camera).astype(np.float32)
    x = ((np.arange(camera.width) + 0.5 - camera.width / 2) / focal).astype(np.float32)
    y = ((np.arange(camera.height) + 0.5 - camera.height / 2) / focal).astype(np.float32)
    columns, rows = x[:, None] * right, y[:, None] * down + forward
    directions = np.empty((camera.height, camera.width, 3), np.float32)
    for axis in range(3):  # three large sums are much faster than many of three numbers each
        np.add(rows[:, None, axis], columns[None, :, axis], out=directions[:, :, axis])
    directions.flags.writeable = False
    return directions


def wholly_in_frame(camera: Camera, body: Body, *, margin_px: float = 0.0) -> bool:
    """Whether no vertex of the body falls outside the picture."""
    column, row, depth = project(camera, outline_points([body])).T
    return bool(
        (depth > 0).all()
        and (column >= margin_px).all()
        and (column <= camera.width - margin_px).all()
        and (row >= margin_px).all()
        and (row <= camera.height - margin_px).all()
    )


def frame(
    points: Array,
    *,
    azimuth_deg: float,
    elevation_deg: float,
    fovy_deg: float = 38.0,
    width: int = 720,
    height: int = 480,
    margin: float = MARGIN,
) -> Camera:
    """The nearest camera in the given direction (seen from the points) that has them all in its frame."""
    azimuth, elevation = math.radians(azimuth_deg), math.radians(elevation_deg)
    back = np.array(
        [math.cos(azimuth) * math.cos(elevation), math.sin(azimuth) * math.cos(elevation), math.sin(elevation)]
    )
    centre = (points.min(axis=0) + points.max(axis=0)) / 2
    camera = Camera(position=vec3(centre + back), target=vec3(centre), fovy_deg=fovy_deg, width=width, height=height)
    right, down, _ = basis(camera)
    tan_y = math.tan(math.radians(fovy_deg) / 2) * (1 - 2 * margin)
    tan_x = tan_y * width / height
    for _ in range(4):
        x, y, depth, distance = _stand_back((points - centre) @ basis(camera).T, tan_x, tan_y)
        middle_x, middle_y = (np.min(x / depth) + np.max(x / depth)) / 2, (np.min(y / depth) + np.max(y / depth)) / 2
        centre = centre + distance * (middle_x * right + middle_y * down)
    *_, distance = _stand_back((points - centre) @ basis(camera).T, tan_x, tan_y)
    return replace(camera, position=vec3(centre + distance * back), target=vec3(centre))


def _stand_back(local: Array, tan_x: float, tan_y: float) -> tuple[Array, Array, Array, float]:
    """How far back a camera must stand for all points (in its axes, about its target) to lie in the frame."""
    x, y, z = local.T
    distance = float(np.max(np.maximum(np.abs(x) / tan_x, np.abs(y) / tan_y) - z))
    distance = max(distance, 0.05 - float(z.min()))
    return x, y, z + distance, distance


def default_camera(world: World, *, width: int = 720, height: int = 480) -> Camera:
    """A view from the front, a little to one side, that sees the whole scene."""
    stage = world.stage
    low, high = stage.elevation_deg
    return frame(
        scene_points(world),
        azimuth_deg=stage.facing_deg + 0.2 * stage.spread_deg,
        elevation_deg=low + 0.45 * (high - low),
        width=width,
        height=height,
    )


def viewpoints(world: World, *, width: int = 720, height: int = 480) -> tuple[Camera, ...]:
    """The grid of cameras that see the whole scene: azimuths × elevations × lenses, without those that
    would have to step back through a wall.
    """
    stage = world.stage
    points = scene_points(world)
    offsets = np.linspace(-stage.spread_deg, stage.spread_deg, AZIMUTHS)
    elevations = np.linspace(*stage.elevation_deg, ELEVATIONS)
    cameras = (
        frame(
            points,
            azimuth_deg=stage.facing_deg + float(offset),
            elevation_deg=float(elevation),
            fovy_deg=lens,
            width=width,
            height=height,
        )
        for offset, elevation, lens in product(offsets, elevations, LENSES_DEG)
    )
    return tuple(c for c in cameras if math.dist(c.position, stage.centre) <= stage.reach)


def scene_points(world: World) -> Array:
    """What a view of the whole scene has to hold: the inventory and what the stage wants shown."""
    boxes = [box_corners(b) for b in world.bodies if b.inventory]
    if world.stage.show:
        boxes.append(np.asarray(world.stage.show))
    if boxes:
        return np.concatenate(boxes)
    centre, r = np.asarray(world.stage.centre), world.stage.radius
    return np.array([np.add(centre, (sx * r, sy * r, sz * r / 2)) for sx, sy, sz in product((-1, 1), (-1, 1), (0, 1))])
