"""What a picture tells about where a body stands and how much room it takes: for gates on swaps.

A swap is judged by outlines on the ground. Nobody sees these: they are imagined from what shows. The back of a thing is
taken to be like its front, turned about its middle, which is right for boxes, bottles and balls. The strut of a
picture frame, a foot behind something else, or an arm that reaches out high above the ground make it wrong. How
wrong is a number here, the *doubt* of a body: the share of its size by which its outline may be other than one thinks.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull, QhullError

from diorama.sight import Sight
from diorama.world import Body, World, build_shape, project, ray_directions
from diorama.world.cameras import focal_px
from diorama.world.outlines import Footprint, footprint
from diorama.world.poses import box_centre, transform

Array = NDArray[np.float64]

FORGIVEN = 0.18
"""The share of its size by which any outline is misjudged, however well it is seen."""
UNSEEN = 1.0
"""The doubt of a body of which next to nothing shows."""
LEAST_PX = 60
"""Visible pixels from which something can be imagined."""
BANDS = 12
"""Slices of equal height in which a body is completed."""
FOOT = 0.12
"""The lowest share of a body's height: what it stands on."""
LOW = 0.5
"""The share of a body's height under which nothing is called an overhang."""
AROUND = 40
"""Points that are looked at around an outline."""
BEFORE = 0.006
"""Metres by which something must be nearer than a point to hide it."""


def doubt(world: World, sight: Sight, name: str) -> float:
    """The share of its size by which a body's outline may be other than one imagines from the picture."""
    if sight.visible_px(name) < LEAST_PX:
        return UNSEEN
    body = world[name]
    amiss = max(unseen_reach(body, sight), overhang(body)) / footprint(body).radius
    return min(UNSEEN, FORGIVEN + max(0.0, amiss - FORGIVEN) + (1 - foot_in_view(body, sight)) / 2)


def unseen_reach(body: Body, sight: Sight) -> float:
    """How far the true outline reaches beyond the one that is imagined from what shows, metres; a pixel is nothing."""
    imagined = _outline_of(_completed(_seen_points(sight, body.name)))
    if imagined is None:
        return math.inf
    pixel = float(project(sight.camera, box_centre(body))[2]) / focal_px(sight.camera)
    return max(0.0, -imagined.depth_of(footprint(body).points) - pixel)


def overhang(body: Body) -> float:
    """How far the middle of what stands low is from the middle of the whole, metres.

    A swap puts the middle of the whole in its new place. Of a lamp with a long arm one would put its foot there.
    """
    return math.dist(low_outline(body, LOW * _height(body)).centre, footprint(body).centre)


def foot_in_view(body: Body, sight: Sight) -> float:
    """The share of the near side of its foot that nothing else hides."""
    outline = low_outline(body, FOOT * _height(body))
    points, outward = _around(outline)
    near = np.einsum("ij,ij->i", np.asarray(sight.camera.position[:2]) - points, outward) > 0
    lowest = float(_vertices(body)[:, 2].min())
    return in_view(points[near], lowest, sight, but=body.name) if near.any() else 0.0


def in_view(points: Array, height: float, sight: Sight, *, but: str | None = None) -> float:
    """The share of points on the ground that lie in the frame with no body (`but` one) before them."""
    camera = sight.camera
    column, row, depth = project(camera, np.column_stack([points, np.full(len(points), height)])).T
    inside = (depth > 0) & (column >= 0) & (column < camera.width) & (row >= 0) & (row < camera.height)
    rows, columns, far = row[inside].astype(int), column[inside].astype(int), depth[inside] - BEFORE
    owners, hidden = sight.ids[rows, columns], 0
    for index in set(owners[owners >= 0].tolist()):
        if sight.names[index] != but:
            crop, here = sight.crops[sight.names[index]], owners == index
            nearest = crop.depth[rows[here] - crop.rows.start, columns[here] - crop.columns.start]
            hidden += int((nearest < far[here]).sum())
    return (len(rows) - hidden) / max(1, len(points))


def low_outline(body: Body, below: float) -> Footprint:
    """The outline, from above, of what lies lower than `below` metres over a body's lowest point."""
    points = _vertices(body)
    low = points[points[:, 2] <= points[:, 2].min() + below, :2]
    return _outline_of(low) or footprint(body)


def _seen_points(sight: Sight, name: str) -> Array:
    """Where the visible pixels of a body are in the world, with their columns: rows of x, y, z, column."""
    crop = sight.crops[name]
    seen = sight.ids[crop.rows, crop.columns] == sight.names.index(name)
    rays = ray_directions(sight.camera)[crop.rows, crop.columns][seen]
    points = np.asarray(sight.camera.position) + rays * crop.depth[seen][:, None]
    return np.column_stack([points, np.nonzero(seen)[1]]).astype(float)


def _completed(seen: Array) -> Array:
    """Points on the ground under what is seen, and under what one imagines: each slice turned about its middle.

    The middle of a slice lies between its leftmost and its rightmost point: exact for circles and rectangles.
    """
    if not len(seen):
        return np.empty((0, 2))
    low, high = seen[:, 2].min(), seen[:, 2].max()
    band = np.minimum((BANDS * (seen[:, 2] - low) / max(high - low, 1e-9)).astype(int), BANDS - 1)
    found = [seen[:, :2]]
    for k in range(BANDS):
        part = seen[band == k]
        if len(part):
            left, right = (part[part[:, 3] == edge, :2].mean(axis=0) for edge in (part[:, 3].min(), part[:, 3].max()))
            found.append(left + right - part[:, :2])
    return np.concatenate(found)


def _outline_of(points: Array) -> Footprint | None:
    """The outline around points on the ground; None if they lie on a line."""
    try:
        return Footprint.of(points[ConvexHull(points).vertices]) if len(points) >= 3 else None
    except QhullError:
        return None


def _around(outline: Footprint) -> tuple[Array, Array]:
    """Points at equal distances around an outline, and which way is outward there."""
    corners = outline.points
    ends = np.cumsum(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T))
    at = (np.arange(AROUND) + 0.5) * ends[-1] / AROUND
    edge = np.searchsorted(ends, at)
    back = (ends[edge] - at)[:, None]
    along = np.column_stack([-outline.normals[edge, 1], outline.normals[edge, 0]])
    points: Array = np.roll(corners, -1, axis=0)[edge] - back * along
    return points, outline.normals[edge]


def _vertices(body: Body) -> Array:
    return transform(body, build_shape(body.noun, body.seed).vertices)


def _height(body: Body) -> float:
    return float(np.ptp(_vertices(body)[:, 2]))
