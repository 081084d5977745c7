"""The background: the picture without the things that move, and without their shadows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import ndimage

from diorama.imagine.generators.warp.scene import Grey, Mask, Scene
from diorama.perceive.fill import Values, filled

EDGE_PX = 2
"""Pixels around a thing that are filled with it, for its edge is mixed into them."""
GOES_ON = 0.2
"""Share of a thing's edge along which another is seen, from which on that one is taken to go on behind it."""


def background(scene: Scene, things: Sequence[Mask], shadows: Sequence[Mask]) -> tuple[Values, Grey]:
    """Colours and nearness behind the things, in which no other thing is smeared into the ground."""
    values = np.dstack([scene.picture.astype(np.float32), scene.nearness])
    gone = np.any([*things, *shadows], axis=0)
    out = values.copy()
    for thing, shadow in zip(things, shadows, strict=True):
        stays = (scene.labels > 0) & ~gone & ~_goes_on_behind(scene, thing, gone)
        hole = ndimage.binary_dilation(thing | shadow, iterations=EDGE_PX) & ~stays
        others = ndimage.binary_dilation(stays | (gone & ~hole))
        out[hole] = filled(values, hole, others & ~hole)[hole]
    return out[..., :3], np.minimum(out[..., 3], scene.nearness)  # what is behind is no nearer


def _goes_on_behind(scene: Scene, thing: Mask, gone: Mask) -> Mask:
    """The other things of which the thing hides a part: they may go on in the hole, and all others may not."""
    around = ndimage.binary_dilation(thing, iterations=EDGE_PX) & ~thing
    edge = around & (scene.labels > 0) & ~gone
    nearest = ndimage.distance_transform_edt(~thing, return_distances=False, return_indices=True)
    farther = scene.nearness[edge] < scene.nearness[nearest[0][edge], nearest[1][edge]]
    labels, counts = np.unique(scene.labels[edge][farther], return_counts=True)
    behind: Mask = np.isin(scene.labels, labels[counts >= GOES_ON * around.sum()]) & ~gone
    return behind
