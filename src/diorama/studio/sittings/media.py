"""Pictures and clips for participants, with nothing in the file but what is seen: as a quiz has them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from diorama.ask.question import Picture
from diorama.ask.quiz.bare_media import bare, bare_ending
from diorama.data import whole_file
from diorama.studio.settings import Settings

KEPT = "bare"
"""The folder of files that can be made again, inside the studio's own."""


def bare_file(settings: Settings, picture: Picture) -> tuple[Path, str]:
    """A file with the pixels or frames of a picture alone, made when it is first asked for, and its type."""
    ending = bare_ending(picture)
    path = settings.own_folder / KEPT / f"{sha256(picture.data).hexdigest()[:40]}.{ending}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(bare(picture))
    return path, f"image/{ending}" if picture.kind == "image" else f"video/{ending}"
