"""Tracks drawn into their picture, for people."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from diorama.imagine.generators.protocol import Pixels
from diorama.imagine.tracks import Track, Tracks
from diorama.sight import BLUE, RED

DOTS = 12
"""Dots along a way, spread evenly in time: where they lie close, the thing is slow."""
STILL = (250, 210, 40)
OUTSIDE = 4.0
"""What lies farther outside is drawn no farther away than so many sides of the picture."""


def draw_tracks(picture: Pixels, tracks: Tracks) -> Pixels:
    """The picture with each way as a line with dots, its start in a box; a cross where the thing is taken away."""
    canvas = Image.fromarray(picture)
    draw = ImageDraw.Draw(canvas)
    size = max(3, round(min(canvas.size) / 90))
    for track in tracks.still:
        x, y = _bounded(track, canvas.size)[0]
        draw.ellipse((x - size, y - size, x + size, y + size), fill=STILL)
    for track in tracks.moving:
        points = _bounded(track, canvas.size)
        draw.line([(x, y) for x, y in points], fill=BLUE, width=max(1, size // 2))
        for k in np.unique(np.linspace(0, len(points) - 1, DOTS).round().astype(int)).tolist():
            x, y = points[k]
            draw.ellipse((x - size, y - size, x + size, y + size), fill=BLUE)
        x, y = points[0]
        draw.rectangle((x - 3 * size, y - 3 * size, x + 3 * size, y + 3 * size), outline=RED, width=max(1, size // 2))
        if not track.seen.all():
            x, y = points[int(track.seen.argmin())]
            for side in (-1, 1):
                draw.line((x - 3 * size, y - 3 * side * size, x + 3 * size, y + 3 * side * size), fill=RED, width=size)
    return np.asarray(canvas, np.uint8)


def _bounded(track: Track, size: tuple[int, int]) -> list[tuple[float, float]]:
    """The points of a track, no farther outside than can be drawn."""
    far = np.array(size) * OUTSIDE
    return [(float(x), float(y)) for x, y in np.clip(track.points, -far, far + size)]
