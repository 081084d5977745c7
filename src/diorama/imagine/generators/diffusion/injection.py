"""ATI's trajectory injection: the latent of a picture, with what stands at a track's start carried along the track.

The network is shown, besides noise, twenty channels for each latent frame: four of a mask (1 where it is told what is
there) and sixteen of the latent. Without tracks only the first frame is told. Injection tells the later ones a little:
around the place of each track a Gaussian spot of the feature that the first frame has at the track's start, and in the
mask how strong that spot is. Everything here follows the published method, so that its weights see what they were
trained on; two things look odd and belong to it: cells are placed with the outermost ones on the picture's edges (half
a cell from where features are sampled), and weights are not normalised.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diorama.imagine.generators.fitting import STRIDE, Paths

Floats = NDArray[np.float32]

MASKS = 4
"""Channels of the mask, before those of the latent."""
SHARPNESS = 220.0
"""ATI's: a weight is exp(-220 d²), with d in halves of the picture's shorter side."""
LEAST_SPREAD = 1.25
"""Cells below which a spot's standard deviation does not fall."""
STRONGEST = 2
"""How many tracks may share a cell; weaker ones are left out of it."""


def spread(height: int, width: int) -> float:
    """The standard deviation of a spot, in latent cells.

    ATI's is a share of the picture: 1.43 cells at 832×480, its own size. In a small latent that would be narrower than
    a cell, and a track between two cells would be lost: so it never falls below 1.25 cells. From 424 pixels on the
    shorter side it is exactly ATI's.
    """
    return max(min(height, width) / (2 * math.sqrt(2 * SHARPNESS)), LEAST_SPREAD)


def injected(condition: Floats, paths: Paths) -> Floats:
    """The condition of a clip (channels × latent frames × rows × columns) with all paths in its later frames."""
    _, later, height, width = condition.shape
    carried = condition.copy()
    if not len(paths.points):
        return carried
    features = sampled(condition[MASKS:, 0], paths.points[:, 0])
    places, there = latent_places(paths, later - 1)
    for k in range(1, later):
        weights, tracks = strongest(spots(places[:, k - 1], there[:, k - 1], height, width))
        total = weights.sum(0)
        spread_out = np.einsum("khw,khwc->chw", weights, features[tracks])
        carried[MASKS:, k] = spread_out + condition[MASKS:, k] * (1 - total.clip(0, 1))
        carried[:MASKS, k] = total
    return carried


def sampled(latent: Floats, points: NDArray[np.float64]) -> Floats:
    """The feature of a latent (channels × rows × columns) at each point, between cells a mixture: points × channels.

    Beyond the edge is nothing; points outside of the picture count as on its edge.
    """
    _, height, width = latent.shape
    padded = np.pad(latent, ((0, 0), (1, 1), (1, 1)))
    x = points[:, 0].clip(0, width) + 0.5  # cell i has its middle at i + 0.5, and one cell was put before it
    y = points[:, 1].clip(0, height) + 0.5
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    right, bottom = np.minimum(left + 1, width + 1), np.minimum(top + 1, height + 1)
    across, down = x - left, y - top
    upper = padded[:, top, left] * (1 - across) + padded[:, top, right] * across
    lower = padded[:, bottom, left] * (1 - across) + padded[:, bottom, right] * across
    mixed = upper * (1 - down) + lower * down
    return np.asarray(mixed.T, np.float32)


def latent_places(paths: Paths, later: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Where each path is in each later latent frame, and whether it is there at all: the mean of what is seen in it."""
    tracks = len(paths.points)
    seen = paths.seen[:, 1:].reshape(tracks, later, STRIDE, 1)
    points = paths.points[:, 1:].reshape(tracks, later, STRIDE, 2)
    counts = seen.sum(2)
    return (points * seen).sum(2) / np.maximum(counts, 1), counts[..., 0] > 0


def spots(places: NDArray[np.float64], there: NDArray[np.bool_], height: int, width: int) -> Floats:
    """How strongly each path is in each cell of one latent frame: paths × rows × columns."""
    across = np.linspace(0, width, width) - places[:, :1]
    down = np.linspace(0, height, height) - places[:, 1:]
    squares = down[:, :, None] ** 2 + across[:, None, :] ** 2
    return np.asarray(np.exp(-squares / (2 * spread(height, width) ** 2)) * there[:, None, None], np.float32)


def strongest(weights: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """The two largest weights of each cell, and whose they are."""
    tracks = np.argsort(-weights, axis=0, kind="stable")[:STRONGEST]
    return np.take_along_axis(weights, tracks, axis=0), tracks
