"""Warps of pictures whose world nobody knows: masks, and perhaps depth, by providers of perception."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diorama.imagine.generators.protocol import CannotImagine, Pixels
from diorama.imagine.generators.registry import Known
from diorama.imagine.generators.warp.scene import Mask
from diorama.imagine.generators.warp.warp import Warp
from diorama.imagine.tracks import Tracks
from diorama.perceive.kept import provider_of
from diorama.perceive.percepts import Prompt
from diorama.perceive.registry import read_provider
from diorama.perceive.spots import Point
from diorama.sight import Shot


@dataclass(frozen=True)
class PerceivedWarp:
    """A warp whose masks and depth are looked for in the picture that it is given."""

    segment: str
    depth: str
    """Empty: everything stands on level ground."""
    known: Known

    def imagine(self, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int) -> bytes:
        """A clip in which the things at the tracks' starts move along them."""
        return self.warp_of(picture).imagine(picture, tracks, description, frames, seed)

    def warp_of(self, picture: Pixels) -> Warp:
        """The warp for a picture."""
        shot, depth = self._shot(), None
        if self.depth:
            found = provider_of(read_provider("depth", self.depth), shot)(picture)
            known = np.isfinite(found.values)
            if not known.any():
                raise CannotImagine(f"{self.depth} does not know how far anything in the picture is")
            depth = np.where(known, found.values, found.values[known].max()).astype(np.float64)
        segment = provider_of(read_provider("segment", self.segment), shot)

        def mask_at(point: Point) -> Mask:
            (mask,) = segment(picture, [Prompt(point=point)])
            return np.asarray(mask, bool)

        return Warp(mask_at, depth)

    def _shot(self) -> Shot | None:
        """The world of the picture, if there is one: there are providers that look at it."""
        try:
            return self.known.shot()
        except CannotImagine:
            return None
