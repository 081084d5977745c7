"""Making tracks: from where a thing is and which way it goes to where it is in each frame.

In the paper a thing moves at constant speed along a straight line in the picture (`straight_track`), or as a point in
space with a velocity, under gravity (`thrown_track`). Points that stay hold the camera still (`still_tracks`).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diorama.imagine.generators.protocol import FPS, CannotImagine
from diorama.imagine.motion import Heading
from diorama.imagine.tracks import Track, resting_track, straight_track
from diorama.perceive.spots import Point, Size, Spot
from diorama.world import Camera, project
from diorama.world.cameras import basis, focal_px
from diorama.world.model import Vec3
from diorama.world.poses import vec3

Array = NDArray[np.float64]
Rng = np.random.Generator

GRAVITY = 9.81
APART = 0.072
"""How far still points keep from moving ones, as a share of the picture's shorter side: as far as the influence of a
track in the trajectory-conditioned generator (ATI) reaches, down to 1 %."""
CROSSED = 0.6
"""The share of the picture's longer side that a thing crosses in a clip, if nobody says how fast it is."""
FALLS = 0.25
"""The share of the picture's height that a thing falls in a clip if it is let go, and nobody says how fast."""
BENDS = 0.5
"""How far gravity draws down what is in flight, as a share of how far it flies in the clip."""
STRAIGHT_DOWN = 0.97
"""What falls is let go, and not in flight, if so much of its direction is down."""
GRID = 48
"""Places for a still point along the picture's longer side."""


def assumed_camera(size: Size, *, horizon: float = 0.25, fovy_deg: float = 40.0, eye_height: float = 1.5) -> Camera:
    """A level camera over the ground z = 0 for a picture whose own is not known.

    `horizon` is the share of the picture above it: most pictures look down a little. 40 degrees from bottom to top is
    a normal lens. From the height of a standing person's chest the middle of the picture is about 7 m away.
    """
    width, height = size
    sinks = (1 - 2 * horizon) * math.tan(math.radians(fovy_deg) / 2)
    return Camera(
        position=(0.0, 0.0, eye_height),
        target=(0.0, 1.0, eye_height - sinks),
        fovy_deg=fovy_deg,
        width=width,
        height=height,
    )


def lifted(camera: Camera, point: Point, depth: float) -> Vec3:
    """The point in space that is seen at a point of the picture, so far away along the optical axis."""
    x, y = (np.asarray(point) - (camera.width / 2, camera.height / 2)) * depth / focal_px(camera)
    return vec3(np.asarray(camera.position) + np.array([x, y, depth]) @ basis(camera))


def thrown_track(
    position: Vec3,
    velocity: Vec3,
    frames: int,
    camera: Camera,
    *,
    gravity: float = GRAVITY,
    floor: float | None = None,
    fps: float = FPS,
) -> Track:
    """A point that sets off in space, as a camera sees it: metres, and metres a second.

    `gravity` is 0 for what something carries along. On a `floor`, if there is one, it stays where it lands. Where it
    comes to be behind the camera it is not seen.
    """
    seconds = np.arange(frames) / fps
    places = np.asarray(position, float) + seconds[:, None] * np.asarray(velocity, float)
    places[:, 2] -= gravity / 2 * seconds**2
    if floor is not None and gravity > 0:
        landed = (places[:, 2] < floor) & (np.arange(frames) > 0)
        if landed.any():
            first = int(landed.argmax())
            places[first:] = [*places[first, :2], floor]
    spots = project(camera, places)
    seen = spots[:, 2] > 0
    if not seen[0]:
        raise CannotImagine("the thing starts behind the camera")
    last = np.maximum.accumulate(np.where(seen, np.arange(frames), 0))
    return Track(spots[last, :2], seen, falls=gravity > 0)


def imagined_track(
    spot: Spot, heading: Heading, size: Size, frames: int, *, camera: Camera | None = None, depth: float | None = None
) -> Track:
    """The track of a thing by its place and its heading in a picture: gone, thrown, or straight on.

    It starts at the point of the place, which is the middle of the box unless a point was told: that is where a
    generator looks for the thing.

    Without a speed, it is preset how far the thing gets in the clip, as in the paper. What falls gets as far by
    gravity: a clip shows in its own time what lasts less than a second. That needs a camera and a distance: unless they
    are known, those of `assumed_camera`, and of the ground a quarter of the picture above its bottom edge.
    """
    start = spot.point
    if heading.gone:
        return resting_track(start, frames, gone=True)
    steps = max(1, frames - 1)
    x, y = heading.direction or (0.0, 1.0 if heading.falls else 0.0)
    if not heading.falls:
        return straight_track(start, (x, y), heading.speed or CROSSED * max(size) / steps, frames)
    camera = camera or assumed_camera(size)
    depth = _usual_depth(camera) if depth is None else depth
    metres = depth / focal_px(camera)
    let_go = y > STRAIGHT_DOWN
    far = metres * (heading.speed * steps or (FALLS * size[1] if let_go else CROSSED * max(size)))
    seconds = math.sqrt(2 * far * (1.0 if let_go else BENDS) / GRAVITY)
    velocity = (0.0, 0.0) if let_go else (x * far / seconds, y * far / seconds)
    place, way = lifted(camera, start, depth), vec3(np.asarray(velocity) @ basis(camera)[:2])
    return thrown_track(place, way, frames, camera, fps=steps / seconds)


def still_tracks(
    rng: Rng, size: Size, moving: tuple[Track, ...], count: int, frames: int, *, wide: float = 0.0
) -> tuple[Track, ...]:
    """Random points that stay, further from all moving tracks than those reach; `CannotImagine` if there is no room.

    `wide` is how far the moving things themselves reach from their tracks, in pixels.
    """
    width, height = size
    step = max(size) / GRID
    columns, rows = (np.arange(step / 2, side, step) for side in size)
    places = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    free = np.ones(len(places), bool)
    for track in moving:
        free &= _distances(places, track.points) > wide + APART * min(size)
    if int(free.sum()) < count:
        raise CannotImagine(
            f"there is no room for {count} points that stay in a picture of {width}×{height} pixels: the moving ones "
            "cross all of it"
        )
    chosen = rng.choice(np.flatnonzero(free), count, replace=False)
    return tuple(resting_track((float(places[k, 0]), float(places[k, 1])), frames) for k in chosen.tolist())


def _distances(places: Array, way: Array) -> Array:
    """How far each place is from a way of straight pieces."""
    start, piece = way[:-1] if len(way) > 1 else way, np.diff(way, axis=0) if len(way) > 1 else np.zeros_like(way)
    apart = places[:, None] - start
    length = (piece**2).sum(axis=1)
    share = np.clip((apart * piece).sum(axis=2) / np.where(length > 0, length, 1.0), 0.0, 1.0)
    distances: Array = np.linalg.norm(apart - share[..., None] * piece, axis=2).min(axis=1)
    return distances


def _usual_depth(camera: Camera) -> float:
    """The distance of the ground a quarter of the picture above its bottom edge; of 3 m if no ground is seen there."""
    down = basis(camera)[1:] @ (
        0.0,
        0.0,
        -1.0,
    )  # how much of the picture's down, and of its depth, is towards the ground
    sinks = float(down[1] + down[0] * camera.height / 4 / focal_px(camera))
    return camera.position[2] / sinks if sinks > 0.05 and camera.position[2] > 0 else 3.0
