"""What every generator is: a picture, tracks and words → a clip in which that happens."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.imagine.tracks import Tracks

Pixels = NDArray[np.uint8]
"""Rows, columns, red-green-blue."""

FPS = 16
"""Frames a second of imagined clips."""


class CannotImagine(DioramaError):
    """A stage of imagination failed; the message says which and why. It is counted as a tool that failed."""


class Generator(Protocol):
    """Anything that turns a picture into a clip of what is supposed to happen in it."""

    def imagine(self, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int) -> bytes:
        """A clip (H.264 in MP4) of `frames` frames; the first is the picture itself, or nearly.

        Whatever makes that impossible is raised as `CannotImagine`.
        """
