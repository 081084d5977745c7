"""Fitting a picture and its tracks to what the network takes: sides of whole patches, 4 k + 1 frames."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from diorama.imagine.generators.protocol import CannotImagine
from diorama.imagine.tracks import Tracks

Size: TypeAlias = tuple[int, int]
"""Width, height, in pixels."""

CELL = 8
"""Pixels along a side of one latent cell."""
PATCH = 2 * CELL
"""Pixels along a side of what the transformer takes as one: sizes are multiples of it."""
STRIDE = 4
"""Frames of the clip in one latent frame; the first frame has a latent frame of its own."""
NARROWEST = 8
"""How many times longer than wide, or wider than long, a picture may be."""


@dataclass(frozen=True)
class Paths:
    """Tracks in the network's own measure."""

    points: NDArray[np.float64]
    """Tracks × frames × (x, y), in latent cells from the top left corner of the picture."""
    seen: NDArray[np.bool_]
    """Tracks × frames."""


def fitted_size(picture: Size, most: Size) -> Size:
    """The largest size of whole patches with about the picture's shape and at most the area of `most`.

    Small pictures are enlarged: the network is at its best at the area it was trained for.

    >>> fitted_size((1920, 1080), (832, 480))
    (832, 464)
    """
    width, height = picture
    shape = width / height
    if not 1 / NARROWEST <= shape <= NARROWEST:
        raise CannotImagine(f"the picture is too narrow for a generator: {width}×{height}")
    area = max(most[0] * most[1], PATCH * PATCH)
    longest = _whole_patches(area / PATCH)
    across, down = (_whole_patches(math.sqrt(area * share)) for share in (shape, 1 / shape))
    return min(across, longest), min(down, longest)


def _whole_patches(side: float) -> int:
    return max(1, int((side + 1e-6) // PATCH)) * PATCH


def fitted_frames(frames: int) -> int:
    """The next frame count that the network takes.

    >>> [fitted_frames(frames) for frames in (1, 5, 6, 81)]
    [5, 5, 9, 81]
    """
    return max(1, math.ceil((frames - 1) / STRIDE)) * STRIDE + 1


def fitted_paths(tracks: Tracks, picture: Size, size: Size, frames: int) -> Paths:
    """Tracks over a picture as paths over latent cells; after its last frame, each stays as it is then."""
    every = (*tracks.moving, *tracks.still)
    for track in every:
        if track.frames != frames or track.seen.shape != (frames,) or track.points.shape != (frames, 2):
            raise CannotImagine(f"a track over {track.frames} frames does not fit a clip of {frames}")
        if not np.isfinite(track.points).all():
            raise CannotImagine("a track has a point that is no number")
    later = fitted_frames(frames) - frames
    scale = np.array(size) / np.array(picture) / CELL
    points = np.array([np.pad(track.points, ((0, later), (0, 0)), "edge") for track in every])
    seen = np.array([np.pad(track.seen, (0, later), "edge") for track in every], bool)
    return Paths(points.reshape(len(every), frames + later, 2) * scale, seen.reshape(len(every), frames + later))
