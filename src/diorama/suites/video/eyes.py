"""Where a clip is filmed from, and from where its question is answered."""

from __future__ import annotations

import math

import numpy as np

from diorama.suites.video.query import Eye, Viewpoint
from diorama.suites.video.suite import video
from diorama.suites.video.tracks import Tracks
from diorama.world import Body, Camera, frame
from diorama.world.events import Event
from diorama.world.poses import box_corners, extent, rotation, vec3

Rng = np.random.Generator

TURNED_DEG = (100.0, 180.0)
"""How far apart two viewpoints are, around the scene: left and right differ between them …"""
LITTLE_DEG = (40.0, 80.0)
"""… or not quite …"""
OFTEN = 0.75
"""… and how often they do."""
EVERY = 0.4
"""Seconds between the moments that a camera must hold."""
WIDTH, HEIGHT = video.usual_size


def eyes(
    viewpoint: Viewpoint, event: Event, tracks: Tracks, cut: float, until: float, rider: str, rng: Rng
) -> tuple[Eye, Eye]:
    """The eye of the clip, and the one from which the question is answered."""
    stage = event.world.stage
    azimuth = stage.facing_deg + float(rng.uniform(-1, 1)) * stage.spread_deg + (180.0 if rng.random() < 0.5 else 0.0)
    match viewpoint:
        case "exo":
            clip = exo(event, tracks, until, azimuth, rng)
            return clip, clip
        case "ego":
            clip = ego(event, rider, rng)
            return clip, clip
        case "exo-exo":
            turn = float(rng.uniform(*(TURNED_DEG if rng.random() < OFTEN else LITTLE_DEG))) * float(
                rng.choice([-1, 1])
            )
            return exo(event, tracks, until, azimuth, rng), exo(event, tracks, until, azimuth + turn, rng)
        case "ego-exo":
            return ego(event, rider, rng), exo(event, tracks, until, azimuth, rng)
        case "exo-ego":
            still = Eye(camera=tracks.camera(ego(event, rider, rng), cut))
            return exo(event, tracks, until, azimuth, rng), still


def exo(event: Event, tracks: Tracks, until: float, azimuth_deg: float, rng: Rng) -> Eye:
    """A camera that stands still and holds all that takes part, from beginning to end."""
    stage = event.world.stage
    held = (*event.actors, *event.crowd)
    names = [event.world.names.index(n) for n in held]
    corners = [box_corners(event.world[n]) - np.asarray(event.world[n].position) for n in held]
    rows = [tracks.index(t) for t in np.arange(0.0, until + EVERY, EVERY)]
    points = [tracks.middles[row, k] + c * 0.8 for row in rows for k, c in zip(names, corners, strict=True)]
    everything = np.concatenate([*points, *([np.asarray(stage.show)] if stage.show else [])])
    camera = frame(
        everything,
        azimuth_deg=azimuth_deg,
        elevation_deg=float(rng.uniform(*stage.elevation_deg)),
        fovy_deg=float(rng.uniform(32, 52)),
        width=WIDTH,
        height=HEIGHT,
        margin=0.03,
    )
    return Eye(camera=camera)


def ego(event: Event, rider: str, rng: Rng) -> Eye:
    """A camera on a moving body, over its front edge, looking ahead."""
    body = event.world[rider]
    return Eye(camera=_over(body, float(rng.uniform(52, 68)), float(rng.uniform(4, 12))), rides=body.name)


def _over(body: Body, fovy_deg: float, down_deg: float) -> Camera:
    low, high = extent(body)
    ahead = rotation(body.quaternion)[:, 0]
    flat = np.array([ahead[0], ahead[1], 0.0]) / max(float(np.hypot(ahead[0], ahead[1])), 1e-9)
    middle = np.array([*((low + high) / 2)[:2], high[2]])
    reach = float(np.abs((high - low)[:2] @ np.abs(flat[:2]))) / 2
    tall = float(high[2] - low[2])
    at = middle + flat * reach + np.array([0.0, 0.0, 0.15 * tall])
    target = at + flat - np.array([0.0, 0.0, math.tan(math.radians(down_deg))])
    return Camera(position=vec3(at), target=vec3(target), fovy_deg=fovy_deg, width=WIDTH, height=HEIGHT)
