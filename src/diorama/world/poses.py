"""Where a body's points are: poses applied to shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from diorama.world.assets import build_shape
from diorama.world.model import Body, Quat, Vec3
from diorama.world.shape import Shape

Array = NDArray[np.float64]


@dataclass(frozen=True)
class OrientedBox:
    """A box in space: centre, half extents along its own axes, and those axes as columns."""

    centre: Array
    half: Array
    axes: Array

    @property
    def corners(self) -> Array:
        signs = np.array(list(product((-1.0, 1.0), repeat=3)))
        points: Array = self.centre + (signs * self.half) @ self.axes.T
        return points


def vec3(values: Iterable[float]) -> Vec3:
    """Three numbers as worlds keep them."""
    x, y, z = (float(v) for v in values)
    return x, y, z


def rotation(quaternion: Quat) -> Array:
    """The 3×3 matrix of a (w, x, y, z) quaternion."""
    w, x, y, z = quaternion
    n = math.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / n, x / n, y / n, z / n
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def yaw(degrees: float) -> Quat:
    """A turn about the z axis."""
    half = math.radians(degrees) / 2
    return (math.cos(half), 0.0, 0.0, math.sin(half))


def yaw_deg(quaternion: Quat) -> float:
    """The heading of a body's front, seen from above."""
    front = rotation(quaternion)[:, 0]
    return math.degrees(math.atan2(front[1], front[0]))


def euler(x_deg: float = 0.0, y_deg: float = 0.0, z_deg: float = 0.0) -> Quat:
    """Turns about the world's x, then y, then z axis."""
    w, x, y, z = Rotation.from_euler("xyz", (x_deg, y_deg, z_deg), degrees=True).as_quat(scalar_first=True).tolist()
    return (w, x, y, z)


def transform(body: Body, points: Array) -> Array:
    """Points of the body's own frame, in world coordinates."""
    moved: Array = (points * body.scale) @ rotation(body.quaternion).T + np.asarray(body.position)
    return moved


def oriented_box(body: Body) -> OrientedBox:
    """The box of the body's shape, turned as the body is."""
    low, high = build_shape(body.noun, body.seed).bounds
    return OrientedBox(box_centre(body), (high - low) / 2 * body.scale, rotation(body.quaternion))


def box_centre(body: Body) -> Array:
    """The centre of the body's oriented box."""
    low, high = build_shape(body.noun, body.seed).bounds
    centre: Array = transform(body, ((low + high) / 2)[None])[0]
    return centre


def box_corners(body: Body) -> Array:
    return oriented_box(body).corners


def extent(body: Body) -> Array:
    """Rows: the lowest and the highest corner of the upright box around a body as it stands."""
    box: Array = _extent(build_shape(body.noun, body.seed), body.scale, body.quaternion) + np.asarray(body.position)
    return box


@lru_cache(maxsize=256)
def _extent(shape: Shape, scale: float, quaternion: Quat) -> Array:
    """The extent about the body's own position, which stays when it is moved."""
    points = (shape.vertices * scale) @ rotation(quaternion).T
    return np.stack([points.min(axis=0), points.max(axis=0)])


def outline_points(bodies: Iterable[Body]) -> Array:
    """All vertices of the bodies, in world coordinates."""
    return np.concatenate([transform(b, build_shape(b.noun, b.seed).vertices) for b in bodies])
