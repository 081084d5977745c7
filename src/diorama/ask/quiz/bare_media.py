"""Pictures and clips with nothing in them but what is seen and heard: no EXIF, no text, no titles, no cover."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image, ImageOps

from diorama.ask.question import Picture
from diorama.errors import DioramaError, short
from diorama.sight.video import READING

KEPT_MODES = ("1", "L", "LA", "RGB", "RGBA", "I;16")
"""Kinds of pixels that a PNG file holds as they are."""


def bare_ending(picture: Picture) -> str:
    """How the name of its bare file ends."""
    return "png" if picture.kind == "image" else picture.mime.removeprefix("video/")


def bare(picture: Picture) -> bytes:
    """A file with the same pixels or frames, and nothing else in it."""
    try:
        return _bare_png(picture.data) if picture.kind == "image" else _bare_clip(picture.data, bare_ending(picture))
    except Exception as error:  # whatever a file holds: decoders raise all sorts of things
        sort = "a picture" if picture.kind == "image" else "a video"
        why = short(error, 80) or type(error).__name__
        raise DioramaError(f"{picture.name} cannot be read as {sort}: {why}") from None


def _bare_png(data: bytes) -> bytes:
    """The pixels, upright, in a new file."""
    with Image.open(io.BytesIO(data)) as stored:
        upright = ImageOps.exif_transpose(stored)
        mode = "RGBA" if upright.has_transparency_data else "RGB"
        seen = upright if upright.mode in KEPT_MODES else upright.convert(mode)
        pixels = Image.frombytes(seen.mode, seen.size, seen.tobytes())
    new = io.BytesIO()
    pixels.save(new, "PNG", compress_level=4)  # half the time of the usual 6, and 3 % more bytes
    return new.getvalue()


def _bare_clip(data: bytes, form: str) -> bytes:
    """The packets of the film and its sound, not encoded again, in a new file."""
    import av

    new = io.BytesIO()
    with (
        av.open(io.BytesIO(data), "r", options=READING) as stored,
        av.open(new, "w", format=form, options={"fflags": "+bitexact"}) as copy,
    ):
        kept = [*stored.streams.video[:1], *stored.streams.audio[:1]]
        twins: dict[int, Any] = {stream.index: copy.add_stream_from_template(stream) for stream in kept}
        for twin in twins.values():
            twin.metadata.clear()
        for packet in stored.demux(*kept):
            if packet.dts is not None:  # the last one only says that there are no more
                packet.stream = twins[packet.stream.index]
                copy.mux(packet)
    return new.getvalue()
