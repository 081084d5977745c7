"""Real video files for tests: textured scenes with a moving square, in which each frame bears its number."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

WIDTH, HEIGHT, BITS, STRIPE = 320, 192, 10, 24
Pixels = NDArray[np.uint8]
Draw = Callable[[int, float], Pixels]
"""Number and time of a frame → its pixels."""


def scene(number: int, *, seed: int = 0, x: float = 0.0, blurred: bool = False) -> Pixels:
    """A patterned wall with a white square before it, `x` from 0 (left) to 1, and the frame's number above."""
    squares = np.random.default_rng(seed).integers(20, 200, (HEIGHT // 8, WIDTH // 8, 3)).astype(np.uint8)
    pixels = squares.repeat(8, 0).repeat(8, 1)
    left = round(x * (WIDTH - 48))
    pixels[90:138, left : left + 48] = 255
    if blurred:
        pixels = np.array(Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(6)))
    step = WIDTH // BITS
    for k in range(BITS):
        pixels[:STRIPE, k * step : (k + 1) * step] = 235 if number >> k & 1 else 16
    return pixels


def number_of(pixels: Pixels) -> int:
    """The number that a frame bears, at any size."""
    height, width = pixels.shape[:2]
    row = pixels[round(height * STRIPE / HEIGHT / 2)].reshape(width, -1).mean(1)
    return sum(1 << k for k in range(BITS) if row[int((k + 0.5) * width / BITS)] > 126)


def moving(number: int, seconds: float) -> Pixels:
    """The square goes to and fro, once in four seconds."""
    return scene(number, x=abs((seconds / 2) % 2 - 1))


def even_times(seconds: float, fps: float = 25) -> list[float]:
    return [k / fps for k in range(round(seconds * fps))]


def write_film(
    path: Path, times: Sequence[float], draw: Draw = moving, *, rotation_deg: int | None = None, turned: int = 0,
    faststart: bool = False,
) -> Path:  # fmt: skip
    """Encode frames at these times; `turned` stores them turned by quarters, clockwise, as a held camera does."""
    options = {"movflags": "+faststart"} if faststart else {}
    with av.open(str(path), "w", options=options) as file:
        stream = file.add_stream("libx264", rate=25)
        stream.width, stream.height = (HEIGHT, WIDTH) if turned % 2 else (WIDTH, HEIGHT)
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, 12_800)
        stream.options = {"crf": "14", "preset": "veryfast", "g": "30"}
        if rotation_deg is not None:
            stream.set_display_rotation(rotation_deg)
        for number, seconds in enumerate(times):
            pixels = np.ascontiguousarray(np.rot90(draw(number, seconds), -turned))
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts, frame.time_base = round(seconds * 12_800), Fraction(1, 12_800)
            file.mux(stream.encode(frame))
        file.mux(stream.encode())
    return path


def quarter_turned(path: Path) -> Path:
    """Say in an MP4's header that players must turn the picture clockwise by a quarter, as telephones write it."""
    upright = b"".join(n.to_bytes(4, "big", signed=True) for n in (65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30))
    turned = b"".join(n.to_bytes(4, "big", signed=True) for n in (0, 65536, 0, -65536, 0, 0, HEIGHT << 16, 0, 1 << 30))
    data = path.read_bytes()
    track = data.index(b"tkhd")
    at = data.index(upright, track)
    path.write_bytes(data[:at] + turned + data[at + len(turned) :])
    return path


def cut_off(path: Path, share: float = 0.6) -> Path:
    """The beginning of a file, as a broken download leaves it."""
    data = path.read_bytes()
    short = path.with_stem(f"{path.stem}-short")
    short.write_bytes(data[: int(len(data) * share)])
    return short


def numbers(frames: Iterable[Pixels]) -> list[int]:
    return [number_of(pixels) for pixels in frames]


def decoded(data: bytes) -> list[Pixels]:
    """All frames of a film or a picture, by PyAV alone."""
    with av.open(io.BytesIO(data), "r") as file:
        return [np.asarray(f.to_ndarray(format="rgb24"), np.uint8) for f in file.decode(video=0)]
