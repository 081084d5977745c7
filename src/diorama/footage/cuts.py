"""Cuts that are kept: each stretch of a film in a file of its own under `cuts/`, made when it is first wanted.

That folder may be deleted at any time.
"""

from __future__ import annotations

from pathlib import Path

from diorama import __version__
from diorama.errors import DioramaError
from diorama.footage.cutting import write_cut
from diorama.footage.journal import key_of
from diorama.footage.probing import probe
from diorama.footage.records import Clip, located

CUTS = "cuts"


def make_cuts_folder(folder: Path) -> None:
    try:
        (folder / CUTS).mkdir(exist_ok=True)
    except OSError as error:
        raise DioramaError(f"cannot make the folder {folder / CUTS}: {error.strerror or error}") from None


def side_of(folder: Path, clip: Clip, span: tuple[float, float], long_side: int) -> Path:
    """A stretch of a clip's video, cut now or before."""
    path = place_of(folder, clip, span, long_side)
    if not is_whole(path):
        write_cut(located(folder, clip.video), path, *span, long_side=long_side)
    return path


def place_of(folder: Path, clip: Clip, span: tuple[float, float], long_side: int) -> Path:
    """Where a cut is kept: its name stands for all that could change it."""
    key = key_of(Path(clip.video).name, clip.video_bytes, span, long_side, __version__)
    return folder / CUTS / f"{clip.id}-{key}.mp4"


def is_whole(path: Path) -> bool:
    """Whether a film that was cut before can be used; a power cut may have left a part of it."""
    try:
        return path.exists() and probe(path).frames > 1
    except DioramaError:
        return False
