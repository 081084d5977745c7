"""The `physics` generator: steps the sample's own world with the estimate that it is given.

It knows the world but not what the question supposes: a wrong estimate gives a clip of what would follow from that.
So it parts what a pipeline gets wrong about the supposition from what a video model gets wrong about the world.
"""

from __future__ import annotations

from dataclasses import dataclass

from diorama.imagine.estimates import supposed_by
from diorama.imagine.generators.filming import film_supposed
from diorama.imagine.generators.protocol import Pixels
from diorama.imagine.tracks import Tracks
from diorama.sight import Shot


@dataclass(frozen=True)
class PhysicsGenerator:
    """Simulates what tracks say about the world of a picture, and films it."""

    shot: Shot
    """The picture as a still; how fast its bodies are is not looked at."""
    renderer: str = "draft"
    preset: str | None = None

    def imagine(self, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int) -> bytes:
        """The clip, in the size of the picture; the words and the seed make no difference."""
        height, width = picture.shape[:2]
        supposed = supposed_by(tracks, self.shot, (width, height))
        return film_supposed(supposed, frames, renderer=self.renderer, preset=self.preset)
