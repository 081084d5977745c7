"""Clips whose frames show their numbers as a row of black and white bars, so that tests can read them back."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.sight.clips import Frame, frames_of, make_clip

WIDTH, HEIGHT, BITS = 160, 96, 8


def numbered_frame(number: int) -> NDArray[np.uint8]:
    """Eight bars from left to right, the highest bit first: white is 1."""
    bars = np.repeat([number >> bit & 1 for bit in reversed(range(BITS))], WIDTH // BITS)
    return np.repeat((40 + 170 * bars)[None, :, None].repeat(HEIGHT, axis=0), 3, axis=2).astype(np.uint8)


def numbered_clip(first: int, last: int, fps: int = 10) -> bytes:
    """A clip of the frames from one number to another."""
    return make_clip((Frame(k / fps, numbered_frame(n)) for k, n in enumerate(range(first, last + 1))), fps=fps)


def number_in(pixels: NDArray[np.uint8]) -> int:
    """The number that a frame shows, in whatever size."""
    height, width = pixels.shape[:2]
    row = pixels[height // 2].mean(axis=-1)
    return sum(int(row[int((bit + 0.5) * width / BITS)] > 125) << (BITS - 1 - bit) for bit in range(BITS))


def numbers_in(clip: bytes) -> list[int]:
    """The numbers of all frames of a clip, in order."""
    return [number_in(frame.pixels) for frame in frames_of(clip)]


def number_of_picture(data: bytes) -> int:
    """The number in a picture file."""
    return number_in(np.asarray(Image.open(io.BytesIO(data)).convert("RGB")))
