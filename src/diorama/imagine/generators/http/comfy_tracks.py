"""Tracks as ComfyUI's `WanTrackToVideo` reads them: 121 points each, of which it takes one for each frame."""

from __future__ import annotations

import json
import math

import numpy as np

from diorama.imagine.generators.fitting import STRIDE
from diorama.imagine.generators.http.sent import Wish, place, working_frames
from diorama.imagine.tracks import Array

TRACK_POINTS = 121
"""Points that are read of each track, however long the clip is."""


def comfy_frames(frames: int) -> int:
    """The number of frames to ask ComfyUI for: 4k + 1, but not 120k + 1, for which `WanTrackToVideo` fails.

    >>> [comfy_frames(n) for n in (16, 81, 121)]
    [17, 81, 125]
    """
    length = working_frames(frames)
    return length if (length - 1) % (TRACK_POINTS - 1) else length + STRIDE


def points_read(length: int) -> list[int]:
    """Which point of a track `WanTrackToVideo` takes for each frame of a clip; for 81 frames as ATI itself does.

    >>> points_read(81)[:6], points_read(81)[-1]
    ([0, 1, 3, 4, 6, 7], 120)
    """
    common = math.gcd(TRACK_POINTS - 1, length - 1)
    step, copies = (TRACK_POINTS - 1) // common, (length - 1) // common
    return [0, *(1 + (1 + step * k) // copies for k in range(length - 1))]


def comfy_tracks(asked: Wish) -> str:
    """Tracks as `WanTrackToVideo` reads them: 121 points each, with ours where it looks for each frame.

    A track ends where its thing is taken away: what is missing counts as not seen.
    """
    reads, first = np.unique(points_read(asked.frames), return_index=True)
    tracks = []
    for path in asked.tracks:
        end = _end(path)
        if not end:
            continue
        many = TRACK_POINTS if end == len(path) else int(points_read(asked.frames)[end])
        known = first < end
        xs, ys = (np.interp(np.arange(many), reads[known], path[first[known], axis]) for axis in (0, 1))
        tracks.append([place(float(x), float(y)) for x, y in zip(xs, ys, strict=True)])
    return json.dumps(tracks)


def comes_back(path: Array) -> bool:
    """Whether a thing is seen again after it was not, which these tracks cannot tell."""
    return bool(np.isfinite(path[_end(path) :]).any())


def _end(path: Array) -> int:
    """The first frame in which a thing is not seen."""
    gone = np.flatnonzero(~np.isfinite(path[:, 0]))
    return int(gone[0]) if len(gone) else len(path)
