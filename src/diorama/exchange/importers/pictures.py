"""Pictures and clips of a release as checked media: from bytes, base64, paths, or what `datasets` stores.

A picture is decoded once before it is taken: what is no picture, is cut short, or would take up all memory is named
with its row, instead of failing in the middle of a run.
"""

from __future__ import annotations

import binascii
import io
import os
import re
import warnings
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from diorama.data import Media
from diorama.errors import DioramaError, short
from diorama.exchange.importers.faults import BadRow
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row
from diorama.kinds.table_values import list_in

MOST_PIXELS = 64_000_000
MOST_BYTES = 512 << 20
KEPT = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}
"""Formats that models are sent as they are; others become PNG."""
FORMATS = (*KEPT, "GIF", "BMP", "TIFF")
MOST_PICTURES = 64
"""Pictures of one question."""
SHORTEST_BASE64 = 64
"""Texts up to this length are no picture: they are paths, or the index of another row (VLMEvalKit)."""
LONGEST_PATH = 255
"""Longer texts without the ending of a file name should have been base64."""
VIDEO_ENDINGS = (".mp4", ".mov", ".mkv", ".webm", ".avi", ".m4v")
_BASE64 = re.compile(r"[A-Za-z0-9+/=_\s-]+")
_DATA_URI = re.compile(r"data:image/[\w.+-]+;base64,", re.I)
_PATH_LIKE = re.compile(r"\.[A-Za-z0-9]{2,5}$")


@dataclass(frozen=True)
class Taken:
    """The bytes of a picture or clip, and the file that they are in, if they are in one."""

    data: bytes
    path: Path | None = None


def values_in(cell: Any) -> list[Any]:
    """What a cell holds: one picture or several, also as a list that is written into a text."""
    if isinstance(cell, str) and cell.lstrip().startswith("["):
        found = list_in(cell)
        if found is None:
            raise BadRow(f"its list of pictures cannot be read: {short(cell, 40)}")
        cell = found
    values = list(cell) if isinstance(cell, list | tuple) else [cell]
    if len(values) > MOST_PICTURES:
        raise BadRow(f"it has {len(values)} pictures, more than {MOST_PICTURES}")
    return [v for v in values if v is not None and v != ""]


def taken(value: Any, row: Row, source: Source) -> Taken:
    """The bytes behind a value: bytes, {bytes, path}, base64, a data URI, or a path."""
    if isinstance(value, Mapping):
        inside, path = value.get("bytes"), value.get("path")
        if inside is None and not path:
            raise BadRow("its picture is neither stored nor named")
        return taken(inside if inside is not None else path, row, source)
    if isinstance(value, bytes | bytearray):
        return Taken(bytes(value))
    if not isinstance(value, str):
        raise BadRow(f"its picture is neither bytes nor a path: {short(value, 40)}")
    text = value.strip()
    if uri := _DATA_URI.match(text[:100]):
        return Taken(_decoded(text[uri.end() :]))
    if len(text) > SHORTEST_BASE64 and not _PATH_LIKE.search(text[-8:]) and _BASE64.fullmatch(text):
        return Taken(_decoded(text))
    if len(text) > LONGEST_PATH and not _PATH_LIKE.search(text[-8:]):
        raise BadRow(f"its picture is no base64: {short(text, 30)}")
    path = source.find(text, row)
    if path.stat().st_size > MOST_BYTES:
        raise BadRow(f"{short(text, 60)} has {path.stat().st_size >> 20} MB, more than {MOST_BYTES >> 20}")
    return Taken(path.read_bytes(), path)


def _decoded(text: str) -> bytes:
    if "-" in text or "_" in text:
        text = text.translate(str.maketrans("-_", "+/"))
    try:
        return b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadRow(f"its picture is no whole base64 ({short(error, 60)})") from None


def checked_image(data: bytes) -> tuple[bytes, str]:
    """The bytes of a picture that a model can be sent, and the ending of its file name."""
    if not data:
        raise BadRow("its picture is empty")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # ours is the lower limit
        try:
            with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    most = f"more than {MOST_PIXELS // 1_000_000} megapixels"
                    raise BadRow(f"its picture is {picture.width}×{picture.height}, {most}")
                picture.load()
                if (ending := KEPT.get(picture.format or "")) is not None:
                    return data, ending
                buffer = io.BytesIO()
                picture.convert("RGBA" if "transparency" in picture.info else "RGB").save(buffer, "PNG")
                return buffer.getvalue(), "png"
        except BadRow:
            raise
        except Exception as error:  # whatever a file holds: decoders raise all sorts of things
            begins = data[:24].decode("ascii", "replace")
            why = f"it begins with {begins!r}" if isinstance(error, UnidentifiedImageError) else short(error, 80)
            raise BadRow(f"its picture is not one that can be read: {why}") from None


def image(
    value: Any, row: Row, source: Source, *, link: bool, stem: str = "view", role: str = "view", label: str = ""
) -> Media:
    """A picture of a row."""
    found = taken(value, row, source)
    data, ending = checked_image(found.data)
    linked = link and found.path is not None and data is found.data and not source.unpacked
    return Media(
        role=role, kind="image", data=data, name=f"{stem}.{ending}", label=label,
        linked_to=os.path.abspath(found.path) if linked and found.path else "",
    )  # fmt: skip


def images(cell: Any, row: Row, source: Source, *, link: bool) -> tuple[Media, ...]:
    """All pictures of a cell; of several, each is called by its number."""
    values = values_in(cell)
    if len(values) == 1:
        return (image(values[0], row, source, link=link),)
    return tuple(
        image(value, row, source, link=link, stem=f"view-{k}", label=f"picture {k}")
        for k, value in enumerate(values, start=1)
    )


def clip(value: Any, row: Row, source: Source, *, link: bool, stem: str = "clip") -> Media:
    """A film of a row, as it is."""
    from diorama.sight.clips import check_clip

    found = taken(value, row, source)
    try:
        check_clip(found.data)
    except DioramaError as error:
        raise BadRow(f"its film cannot be read: {short(error, 120)}") from None
    ending = (found.path.suffix.lower() if found.path else "") or ".mp4"
    linked = link and found.path is not None and not source.unpacked
    return Media(
        role="clip", kind="video", data=found.data, name=f"{stem}{ending if ending in VIDEO_ENDINGS else '.mp4'}",
        label="the clip", linked_to=os.path.abspath(found.path) if linked and found.path else "",
    )  # fmt: skip


def shown_scene(media: tuple[Media, ...]) -> str:
    """A checksum of what is shown first: questions about the same picture are not independent."""
    return sha256(media[0].data).hexdigest()[:12] if media else ""
