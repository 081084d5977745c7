"""Cutting a film exactly: the frames of one side are decoded and encoded anew, so no other frame is in the file.

Sound is left out: it may tell what is not to be seen yet.
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from diorama.errors import DioramaError, MissingSystemLibrary
from diorama.footage.decoding import stream_frames

TICKS = 90_000
"""Units of time in a second; frames keep their distances, even or not."""
CRF = "20"


def write_cut(video: Path, path: Path, start: float, end: float, *, long_side: int) -> int:
    """Write the frames from `start` on and before `end` as an MP4; it appears under its name only when complete.

    Returns how many frames it holds, which is checked by reading it again.
    """
    import av
    from av.codec.codec import UnknownCodecError

    part = path.with_name(f".{path.stem}.{os.getpid()}.part.mp4")
    count, first = 0, 0.0
    try:
        with av.open(str(part), "w", format="mp4", options={"movflags": "+faststart", "fflags": "+bitexact"}) as new:
            stream = None
            for frame in stream_frames(video, start=start, end=end, long_side=long_side, even=True):
                if stream is None:
                    first = frame.seconds
                    stream = new.add_stream("libx264", rate=30)
                    stream.height, stream.width = frame.pixels.shape[:2]
                    stream.pix_fmt = "yuv420p"
                    stream.time_base = stream.codec_context.time_base = Fraction(1, TICKS)
                    stream.options = {"crf": CRF, "preset": "fast", "threads": "1"}  # the same bytes on any machine
                picture = av.VideoFrame.from_ndarray(frame.pixels, format="rgb24")
                picture.pts, picture.time_base = round((frame.seconds - first) * TICKS), Fraction(1, TICKS)
                new.mux(stream.encode(picture))
                count += 1
            if stream is None:
                raise DioramaError(f"{video} has no picture from {start:g} to {end:g} s")
            new.mux(stream.encode())
        if (found := sum(1 for _ in stream_frames(part, long_side=16))) != count:
            raise DioramaError(f"{video}: {count} pictures were written, {found} can be read again")
        os.replace(part, path)
    except UnknownCodecError:
        raise MissingSystemLibrary("this PyAV has no H.264 encoder; run: pip install --force-reinstall av") from None
    finally:
        part.unlink(missing_ok=True)
    return count


def cut_bytes(video: Path, start: float, end: float, *, long_side: int) -> bytes:
    """A stretch of a film as the bytes of an MP4."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        write_cut(video, path, start, end, long_side=long_side)
        return path.read_bytes()
