"""A scene: a picture with how near everything in it is, and which pixels belong to things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from diorama.imagine.generators.protocol import Pixels
from diorama.imagine.generators.warp.perspective import Perspective

Mask = NDArray[np.bool_]
Grey = NDArray[np.float32]
Labels = NDArray[np.int32]
"""For each pixel the number of the thing that is seen there; 0 for the ground, walls and whatever never moves."""


@dataclass(frozen=True)
class Scene:
    """What is known of a picture."""

    picture: Pixels
    nearness: Grey
    """1 / depth: 0 is infinitely far. Unlike depth it is linear along planes, so it can be interpolated."""
    labels: Labels
    perspective: Perspective
    measured: bool
    """Whether the nearness comes from real depth; otherwise from the rule of the ground."""


def make_scene(
    picture: Pixels,
    movers: Sequence[Mask],
    depth: NDArray[np.floating[Any]] | None = None,
    labels: Labels | None = None,
    perspective: Perspective | None = None,
) -> Scene:
    """A scene from what is there; without depth all stands on one level ground."""
    height, width = picture.shape[:2]
    eye = perspective or Perspective.usual(height)
    labels = np.zeros((height, width), np.int32) if labels is None else labels.astype(np.int32)
    for mask in movers:
        labels[mask] = labels.max() + 1
    if depth is None:
        return Scene(picture, _ground(labels, eye), labels, eye, measured=False)
    nearness = np.where(depth > 0, 1 / np.maximum(depth, 1e-6), 0).astype(np.float32)
    return Scene(picture, nearness, labels, eye, measured=True)


def _ground(labels: Labels, eye: Perspective) -> Grey:
    """Nearness if everything stands on level ground: that of its lowest row."""
    rows = np.arange(len(labels), dtype=np.float32) + 0.5
    nearness = np.maximum(rows - eye.horizon_px, 0)[:, None].repeat(labels.shape[1], axis=1)
    for label, window in enumerate(ndimage.find_objects(labels), start=1):
        if window is not None:
            part = nearness[window]
            part[labels[window] == label] = part.max()
    return nearness.astype(np.float32)
