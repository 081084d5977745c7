"""Warp: the generator that needs no network. Cut out, fill what is behind, move along the track, in seconds on a CPU.

`Warp` takes a mask for a point of the picture and, if there is one, depth. In our worlds both are exact:

    warp = exact_warp(sample.shots[0])
    clip = warp.imagine(picture, tracks, "the car drives on", frames=16, seed=0)
"""

from __future__ import annotations

from diorama.imagine.generators.warp.exact import exact_warp, oracle_masks
from diorama.imagine.generators.warp.perspective import Perspective
from diorama.imagine.generators.warp.warp import MaskAt, Warp

__all__ = ["MaskAt", "Perspective", "Warp", "exact_warp", "oracle_masks"]
