"""Overlays: arrows, boxes and dotted paths that belong to the picture and not to the world.

They are drawn over finished pixels at places computed from the camera and hidden where exact depth says
something stands in front, so that every renderer shows them in the same pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Annotated, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from pydantic import Field

from diorama.sight.exact import Depth
from diorama.world import Camera, project, ray_directions
from diorama.world.model import Plain, Vec3

Pixels = NDArray[np.uint8]
Rgb = tuple[int, int, int]

RED: Rgb = (214, 32, 32)
BLUE: Rgb = (28, 72, 214)
LINES_HIGH = 480
"""Height in pixels of a picture in which a frame has the widths that it states."""
FINE = 4
"""Sub-pixels a side, for smooth edges."""
LIFT = 2e-3
"""Metres a flat arrow floats above the surface it is drawn on."""


class Arrow(Plain):
    """A flat arrow lying on a level surface from `start` to `end`; `width` is that of its shaft."""

    kind: Literal["arrow"] = "arrow"
    start: Vec3
    end: Vec3
    colour: Rgb = RED
    width: float = 0.02


class DottedPath(Plain):
    """Dots along points in space; each faces the camera and has a real size."""

    kind: Literal["dots"] = "dots"
    points: tuple[Vec3, ...]
    colour: Rgb = BLUE
    radius: float = 0.015


class Frame(Plain):
    """A rectangle around some points, always in front (the red box around where a ball started).

    Its pixels are those of a picture 480 high; in others it is wider or finer with everything else.
    """

    kind: Literal["frame"] = "frame"
    points: tuple[Vec3, ...]
    colour: Rgb = RED
    pad_px: float = 4.0
    line_px: float = 2.5


Overlay: TypeAlias = Annotated[Arrow | DottedPath | Frame, Field(discriminator="kind")]


def draw_overlays(pixels: Pixels, camera: Camera, depth: Depth, overlays: Sequence[Overlay]) -> Pixels:
    """Paint overlays onto a picture whose exact depth is known."""
    out = pixels.astype(np.float64)
    for overlay in overlays:
        for cover in coverage(overlay, camera, depth):
            where = cover > 0
            out[where] += cover[where, None] * (np.asarray(overlay.colour, float) - out[where])
    return out.round().astype(np.uint8)


def coverage(overlay: Overlay, camera: Camera, depth: Depth) -> list[NDArray[np.float64]]:
    """The share of each pixel that each piece of an overlay covers where nothing hides it."""
    if isinstance(overlay, Arrow):
        return [_arrow(overlay, camera, depth)]
    if isinstance(overlay, DottedPath):
        return [_dot(point, overlay.radius, camera, depth) for point in overlay.points]
    return [_frame(overlay, camera)]


def _arrow(arrow: Arrow, camera: Camera, depth: Depth) -> NDArray[np.float64]:
    start, end = np.asarray(arrow.start), np.asarray(arrow.end)
    along = (end - start)[:2]
    length = float(np.hypot(*along))
    along = along / length
    side = np.array([-along[1], along[0]])
    head = min(3.0 * arrow.width, 0.5 * length)
    outline = [
        (0, 0.5),
        (length - head, 0.5),
        (length - head, 1.5),
        (length, 0),
        (length - head, -1.5),
        (length - head, -0.5),
        (0, -0.5),
    ]
    height = float(start[2]) + LIFT
    corners = np.array([[*(start[:2] + a * along + w * arrow.width * side), height] for a, w in outline])
    spots = project(camera, corners)
    if (spots[:, 2] <= 0).any():
        return np.zeros(depth.shape)
    area = _paint(camera, lambda draw: draw.polygon(_fine(spots[:, :2]), fill=255))
    plane = _plane_depth(camera, height)
    shown: NDArray[np.float64] = area * (plane <= depth + LIFT)
    return shown


def _dot(point: Vec3, radius: float, camera: Camera, depth: Depth) -> NDArray[np.float64]:
    column, row, distance = project(camera, np.asarray(point, float))
    if not distance > 0:
        return np.zeros(depth.shape)
    size = radius * camera.height / 2 / math.tan(math.radians(camera.fovy_deg) / 2) / distance
    box = _fine(np.array([[column - size, row - size], [column + size, row + size]]))
    shown: NDArray[np.float64] = _paint(camera, lambda draw: draw.ellipse(box, fill=255)) * (distance <= depth + radius)
    return shown


def _frame(frame: Frame, camera: Camera) -> NDArray[np.float64]:
    spots = project(camera, np.asarray(frame.points, float))[:, :2]
    times = camera.height / LINES_HIGH
    low, high = spots.min(axis=0) - frame.pad_px * times, spots.max(axis=0) + frame.pad_px * times
    box = _fine(np.stack([low, high]))
    line = max(1, round(frame.line_px * times * FINE))
    return _paint(camera, lambda draw: draw.rectangle(box, outline=255, width=line))


def _paint(camera: Camera, brush: Callable[[ImageDraw.ImageDraw], None]) -> NDArray[np.float64]:
    canvas = Image.new("L", (camera.width * FINE, camera.height * FINE))
    brush(ImageDraw.Draw(canvas))
    return np.asarray(canvas.reduce(FINE), float) / 255


def _fine(points: NDArray[np.float64]) -> list[tuple[float, float]]:
    return [(float(x) * FINE, float(y) * FINE) for x, y in points]


def _plane_depth(camera: Camera, height: float) -> NDArray[np.float64]:
    """Depth of the level plane at `height` along each ray."""
    rise = ray_directions(camera)[..., 2]
    with np.errstate(divide="ignore"):
        distance: NDArray[np.float64] = (height - camera.position[2]) / rise
    return np.where(distance > 0, distance, np.inf)
