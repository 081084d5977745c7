"""How clips are sent: as they are, to providers that take videos, or as frames in order, each with its time.

Frames are decoded one at a time and made small at once. The first and the last frame of a clip are always among
them: questions speak of these.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from PIL import Image
from pydantic import Field

from diorama.ask.question import Picture, Piece, Request
from diorama.ask.tools import ToolFailed
from diorama.errors import DioramaError, short
from diorama.sight.clips import check_clip, limited, sampled_frames
from diorama.world.model import Plain

Form = Literal["", "frames", "native"]
"""As the provider can take it, frames for everybody, or as they are."""
TAKES_VIDEO = frozenset({"google", "diorama-api", "diorama-hf", "diorama"})
"""Providers that take videos; the last are the players, which look at nothing."""
MOST_FRAMES = 256
"""Frames of one clip that are sent at most."""
LEAST_PX, MOST_PX, MOST_RATE = 32, 4096, 60.0
QUALITY = 92
INTRODUCED = "The next {count} pictures are frames of one clip, in order, each after its time in the clip:"


class Frames(Plain):
    """How many frames stand for a clip, and how large they are."""

    per_second: float = Field(default=1.0, gt=0, le=MOST_RATE)
    longest_px: int = Field(default=768, ge=LEAST_PX, le=MOST_PX)
    """The longer side of a frame; smaller ones stay as they are."""

    @property
    def words(self) -> str:
        return f"{self.per_second:g} a second, at most {self.longest_px} px"


class VideoInput(Plain):
    """What a run wants for its clips."""

    form: Form = ""
    frames: Frames = Frames()

    def for_model(self, model: str, *, under_test: bool = True) -> Frames | None:
        """The frames that a model is sent; None if it gets clips as they are.

        A model under test whose provider takes no videos is refused `native`; another role gets frames then.
        """
        provider = model.partition("/")[0]
        if self.form == "frames":
            return self.frames
        if provider in TAKES_VIDEO:
            return None
        if self.form == "native" and under_test:
            raise DioramaError(f"--video native: the provider '{provider}' takes no videos; give --video frames")
        return self.frames

    def by_role(self, model: str, roles: Mapping[str, str]) -> dict[str, Frames]:
        """Who is sent which frames, among the model under test (``model``) and the models in other roles."""
        wanted = {"model": self.for_model(model)}
        wanted |= {role: self.for_model(name, under_test=False) for role, name in roles.items()}
        return {role: frames for role, frames in wanted.items() if frames is not None}


def read_video_input(video: str = "", rate: float | None = None, size: int | None = None) -> VideoInput:
    """The options ``--video``, ``--frame-rate`` and ``--frame-size``, if they are such that a run can have them."""
    match video:
        case "" | "frames" | "native":
            form: Form = video
        case _:
            raise DioramaError(f"--video is frames or native; got '{short(video, 40)}'")
    if form == "native" and (rate is not None or size is not None):
        raise DioramaError("--video native sends clips as they are: leave --frame-rate and --frame-size out")
    usual = Frames()
    rate, size = usual.per_second if rate is None else rate, usual.longest_px if size is None else size
    if not 0 < rate <= MOST_RATE:
        raise DioramaError(f"--frame-rate is more than 0 and at most {MOST_RATE:g}; got {rate:g}")
    if not LEAST_PX <= size <= MOST_PX:
        raise DioramaError(f"--frame-size is between {LEAST_PX} and {MOST_PX}; got {size}")
    return VideoInput(form=form, frames=Frames(per_second=rate, longest_px=size))


def with_frames(request: Request, frames: Frames | None) -> Request:
    """The request with frames in place of its clips; without `frames`, its clips as they are, if they can be read."""
    clips = [part for part in request.parts if isinstance(part, Picture) and part.kind == "video"]
    if frames is not None and clips:
        return Request(tuple(_pieces(request.parts, frames)), request.system)
    for clip in clips:
        try:
            check_clip(clip.data)
        except DioramaError as error:
            raise ToolFailed(f"'{clip.name}': {error}") from None
    return request


def _pieces(parts: Iterable[Piece], frames: Frames) -> Iterator[Piece]:
    for part in parts:
        if isinstance(part, str) or part.kind == "image":
            yield part
            continue
        shown = _frames_of(part, frames)
        yield INTRODUCED.format(count=len(shown))
        for seconds, picture in shown:
            yield f"At {seconds:.2f} s:"
            yield picture


def _frames_of(clip: Picture, frames: Frames) -> list[tuple[float, Picture]]:
    stem = clip.name.rsplit(".", 1)[0]
    found: list[tuple[float, Picture]] = []
    try:
        for frame in sampled_frames(clip.data, frames.per_second):
            if len(found) == MOST_FRAMES:
                raise ToolFailed(
                    f"'{clip.name}' has more than {MOST_FRAMES} frames at {frames.per_second:g} a second: give a lower "
                    "--frame-rate"
                )
            name = f"{stem}-{len(found):03d}.jpg"
            found.append((frame.seconds, Picture(_jpeg(limited(frame.pixels, frames.longest_px)), "image", name)))
    except DioramaError as error:
        raise ToolFailed(str(error)) from None
    return found


def _jpeg(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=QUALITY, subsampling=0)
    return stream.getvalue()
