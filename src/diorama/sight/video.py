"""Videos: H.264 in MP4, written frame by frame."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError, MissingSystemLibrary
from diorama.sight.draft import DraftRenderer
from diorama.sight.mounted import camera_at
from diorama.world import Camera, Motion

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.video.stream import VideoStream

FPS = 24
CONTAINERS = "mov,matroska,avi,gif"
"""Formats of clips that are opened. Playlists and lists of files are none of them: they would open what they name."""
MARK = "first frame "
"""What stands before the number of a video's first frame, in the comment of its file."""
READING = {"format_whitelist": CONTAINERS}
"""How clips are opened, wherever they come from."""
WAITING = 8
"""Frames that may wait to be encoded while the next ones are drawn."""


def write_video(
    path: str | Path, frames: Iterable[NDArray[np.uint8]], *, fps: int = FPS, crf: int = 18, first: int | None = None
) -> int:
    """Encode frames as they come; the file appears under its name only when complete. Returns how many.

    A thread of its own encodes, so that the next frames are drawn meanwhile; a few may wait, never all.
    `first` is the number of the first frame in a longer film: it is noted in the file (`first_frame`).
    """
    import av
    from av.codec.codec import UnknownCodecError

    path = Path(path)
    part = path.with_name(path.name + ".part")
    count = 0
    try:
        with (
            av.open(str(part), "w", format="mp4", options={"movflags": "+faststart"}) as container,
            ThreadPoolExecutor(max_workers=1) as encoder,
        ):
            stream = None
            waiting: deque[Future[None]] = deque()
            if first is not None:
                container.metadata["comment"] = f"{MARK}{first}"
            for pixels in frames:
                if stream is None:
                    stream = _stream(container, pixels, fps, crf)
                waiting.append(encoder.submit(_encode, container, stream, pixels))
                if len(waiting) > WAITING:
                    waiting.popleft().result()
                count += 1
            if stream is None:
                raise DioramaError(f"{path}: a video needs at least one frame")
            waiting.append(encoder.submit(_encode, container, stream, None))
            for frame in waiting:
                frame.result()
        os.replace(part, path)
    except UnknownCodecError:
        raise MissingSystemLibrary("this PyAV has no H.264 encoder; run: pip install --force-reinstall av") from None
    finally:
        part.unlink(missing_ok=True)
    return count


def read_video(path: str | Path | BinaryIO) -> Iterator[NDArray[np.uint8]]:
    """The frames of a video, one at a time."""
    import av

    with av.open(str(path) if isinstance(path, str | Path) else path, "r", options=READING) as container:
        for frame in container.decode(video=0):
            yield np.asarray(frame.to_ndarray(format="rgb24"), np.uint8)


def first_frame(path: str | Path | BinaryIO) -> int | None:
    """The number of a video's first frame in the film that it is a part of; None if the file does not say."""
    import av

    with av.open(str(path) if isinstance(path, str | Path) else path, "r", options=READING) as container:
        comment = str(container.metadata.get("comment", ""))
    number = comment.removeprefix(MARK)
    return int(number) if comment.startswith(MARK) and number.isascii() and number.isdigit() else None


def frame_times(motion: Motion, fps: int) -> list[float]:
    """The moments of a film of a motion: `fps` a second, the first at its beginning."""
    return [k / fps for k in range(int(np.floor(motion.times[-1] * fps + 1e-6)) + 1)]


def film(motion: Motion, camera: Camera, *, fps: int = FPS, rides: str = "") -> Iterator[NDArray[np.uint8]]:
    """Draft pictures of a recorded motion, `fps` a second; the camera may ride on a body."""
    with DraftRenderer(motion.world, width=camera.width, height=camera.height, film=True) as renderer:
        for seconds in frame_times(motion, fps):
            yield renderer.picture(camera_at(camera, rides, motion, seconds), motion.at(seconds))


def _encode(container: OutputContainer, stream: VideoStream, pixels: NDArray[np.uint8] | None) -> None:
    """Add a frame to a video; without one, what the encoder still holds."""
    import av

    frame = None if pixels is None else av.VideoFrame.from_ndarray(pixels, format="rgb24")
    for packet in stream.encode(frame):
        container.mux(packet)


def _stream(container: OutputContainer, first: NDArray[np.uint8], fps: int, crf: int) -> VideoStream:
    height, width = first.shape[:2]
    if width % 2 or height % 2:
        raise DioramaError(f"H.264 wants even sides; got {width}×{height}")
    stream = container.add_stream("libx264", rate=fps)
    stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
    stream.options = {"crf": str(crf), "preset": "medium", "threads": "1"}  # one thread: same bytes on any machine
    return stream
