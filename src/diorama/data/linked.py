"""Media that stay in files of their own: a dataset holds where they are, and a checksum.

A dataset may come from a stranger, so a path alone is never followed: a file is used only if it has the size and the
checksum that are stored. Whoever knows these knows the file already.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from diorama.data.sample import FileName, Media
from diorama.errors import DioramaError, short
from diorama.world.model import Plain


class Link(Plain):
    """What is known of a file that is not stored."""

    name: FileName
    size: int
    sha256: str


_LINKS: TypeAdapter[tuple[Link, ...]] = TypeAdapter(tuple[Link, ...])


def file_of(media: Media) -> dict[str, Any]:
    """A medium as the struct of a picture column: its bytes, or the path of the file that it stays in."""
    if media.linked_to:
        return {"bytes": None, "path": media.linked_to}
    return {"bytes": media.data, "path": media.name}


def links_text(media: Sequence[Media]) -> str | None:
    """What is stored of all linked media of a sample; None if there are none."""
    links = [
        {"name": m.name, "size": len(m.data), "sha256": sha256(m.data).hexdigest()} for m in media if m.linked_to
    ]
    return json.dumps(links, separators=(",", ":")) if links else None


def read_links(text: str | None) -> tuple[Link, ...]:
    """The links of a row, in the order of its linked media."""
    return () if text is None else _LINKS.validate_json(text)


def linked_media(
    path: str, link: Link | None, *, role: str, kind: Literal["image", "video"], label: str
) -> Media:  # fmt: skip
    """A linked medium, read from its file; refused if that is not the file that was linked."""
    if link is None:
        raise ValueError(f"its {kind} is neither stored nor linked")
    return Media(
        role=role, kind=kind, data=_same_bytes(Path(path), link), name=link.name, label=label, linked_to=path
    )  # fmt: skip


def _same_bytes(path: Path, link: Link) -> bytes:
    again = "put it back, or import again without --link"
    try:
        if not path.is_file():
            raise DioramaError(f"the linked file {short(path)} is gone: {again}")
        with path.open("rb") as stream:
            data = stream.read(link.size + 1) if os.fstat(stream.fileno()).st_size == link.size else b""
    except (OSError, ValueError) as error:  # a path with a null byte
        raise DioramaError(f"the linked file {short(path)} cannot be read ({short(error)}): {again}") from None
    if len(data) != link.size or sha256(data).hexdigest() != link.sha256:
        raise DioramaError(f"the linked file {short(path)} is not what it was when it was linked: {again}")
    return data


