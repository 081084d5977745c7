"""Where a clip is filmed from, and from where its question is answered."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diorama.suites.video.query import Eye, Viewpoint
from diorama.suites.video.suite import video
from diorama.suites.video.tracks import Tracks
from diorama.world import Body, Camera, frame
from diorama.world.events import Event
from diorama.world.poses import box_centre, box_corners, extent, rotation, vec3

Rng = np.random.Generator
Array = NDArray[np.float64]

TURNED_DEG = (100.0, 180.0)
"""How far apart two viewpoints are, around the scene: left and right differ between them …"""
LITTLE_DEG = (40.0, 80.0)
"""… or not quite …"""
OFTEN = 0.75
"""… and how often they do."""
EVERY = 0.4
"""Seconds between the moments that a camera must hold …"""
AROUND = 1.6
"""… from so long before the cut or the moment until so long after the other."""
DECOYS = 0.5
"""How often a camera holds as much on the other side."""
CORE = 0.8
"""The share of each thing's box that must be in the picture."""
WIDTH, HEIGHT = video.usual_size


def eyes(
    viewpoint: Viewpoint, event: Event, tracks: Tracks, cut: float, moment: float, rider: str, rng: Rng
) -> tuple[Eye, Eye]:
    """The eye of the clip, and the one from which the question is answered."""
    stage = event.world.stage
    held = held_points(event, tracks, cut, moment, decoys=bool(rng.random() < DECOYS))
    azimuth = stage.facing_deg + float(rng.uniform(-1, 1)) * stage.spread_deg + (180.0 if rng.random() < 0.5 else 0.0)
    match viewpoint:
        case "exo":
            clip = exo(event, held, azimuth, rng)
            return clip, clip
        case "ego":
            clip = ego(event, rider, rng)
            return clip, clip
        case "exo-exo":
            turn = float(rng.uniform(*(TURNED_DEG if rng.random() < OFTEN else LITTLE_DEG))) * float(
                rng.choice([-1, 1])
            )
            return exo(event, held, azimuth, rng), exo(event, held, azimuth + turn, rng)
        case "ego-exo":
            return ego(event, rider, rng), exo(event, held, azimuth, rng)
        case "exo-ego":
            still = Eye(camera=tracks.camera(ego(event, rider, rng), cut))
            return exo(event, held, azimuth, rng), still


def held_points(event: Event, tracks: Tracks, cut: float, moment: float, *, decoys: bool = False) -> Array:
    """What a camera that stands still must hold: all that takes part, around the cut and as far as the moment.

    Empty space in a picture tells where something will be. With decoys, as much is held on the other side of where
    everything is at the cut.
    """
    bodies = [event.world[n] for n in (*event.actors, *event.crowd)]
    own = [event.world.names.index(body.name) for body in bodies]
    begin, end = max(0.0, min(cut, moment) - AROUND), min(event.seconds, max(cut, moment) + AROUND)
    rows = sorted({tracks.index(t) for t in (*np.arange(begin, end, EVERY), end)})
    middles = tracks.middles[rows][:, own]
    if decoys:
        mirrored = 2 * tracks.middles[tracks.index(cut), own][None] - middles
        mirrored[..., 2] = middles[..., 2]
        middles = np.concatenate([middles, mirrored])
    corners = np.stack([(box_corners(body) - box_centre(body)) * CORE for body in bodies])
    points: Array = (middles[:, :, None] + corners[None]).reshape(-1, 3)
    return np.concatenate([points, np.asarray(event.world.stage.show).reshape(-1, 3)])


def exo(event: Event, held: Array, azimuth_deg: float, rng: Rng) -> Eye:
    """A camera that stands still and holds some points."""
    stage = event.world.stage
    camera = frame(
        held,
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
