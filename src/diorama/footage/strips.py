"""Preview strips: a few small pictures of a clip side by side, for people."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from diorama.data import whole_file
from diorama.errors import DioramaError
from diorama.footage.decoding import stream_frames

PICTURES, LONG_SIDE = 8, 160
STRIPS = "strips"


def write_strip(video: Path, start: float, end: float, path: Path) -> None:
    """Write a row of pictures, spread evenly over the stretch, as a JPEG."""
    rate = PICTURES / (end - start)
    frames = [
        Image.fromarray(f.pixels)
        for f in stream_frames(video, start=start, end=end, per_second=rate, long_side=LONG_SIDE)
    ]
    if not frames:
        raise DioramaError(f"{video} has no picture from {start:g} to {end:g} s")
    strip = Image.new("RGB", (sum(f.width for f in frames), frames[0].height))
    at = 0
    for frame in frames:
        strip.paste(frame, (at, 0))
        at += frame.width
    with whole_file(path) as file:
        file.write(jpeg(strip))


def jpeg(picture: Image.Image, quality: int = 85) -> bytes:
    """A picture as the bytes of a JPEG file."""
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()
