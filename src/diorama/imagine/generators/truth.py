"""The `truth` generator: films what would really happen, whatever it is told. The best that any generator could do."""

from __future__ import annotations

from dataclasses import dataclass

from diorama.imagine.generators.filming import film_supposed
from diorama.imagine.generators.protocol import Pixels
from diorama.imagine.supposed import Supposed
from diorama.imagine.tracks import Tracks


@dataclass(frozen=True)
class TruthGenerator:
    """Films the true course of a sample (`truth_of_sample`); tracks, words and seed make no difference."""

    truth: Supposed
    renderer: str = "draft"
    preset: str | None = None

    def imagine(self, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int) -> bytes:
        """The clip, in the size of the picture."""
        height, width = picture.shape[:2]
        return film_supposed(self.truth.resized(width, height), frames, renderer=self.renderer, preset=self.preset)
