"""From shots to media: the pictures and clips of a sample, drawn now or again."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

from diorama.data.sample import Media
from diorama.sight import FPS, Easel, Shot, film_shot, see, write_video
from diorama.world import Camera, World

OUTCOME = "outcome"
"""The role of a shot that shows what then happens: kept apart from what a model is shown."""


def draw_media(shots: Sequence[Shot], easel: Easel) -> tuple[tuple[Media, ...], Media | None]:
    """The media of some shots, and apart from them the film of the outcome, if there is a shot of it.

    The outcome of a still is for people who review samples: a draft will do. That of a clip is the part of the film
    that is not shown, and looks like the rest of it.
    """
    shown = tuple(draw_one(shot, easel) for shot in shots if shot.role != OUTCOME)
    brush = easel if shots[0].kind == "video" else Easel("draft")
    return shown, next((draw_one(shot, brush) for shot in shots if shot.role == OUTCOME), None)


def draw_one(shot: Shot, easel: Easel) -> Media:
    """One shot as the bytes of a file."""
    if shot.kind == "image":
        data = png(Image.fromarray(easel.draw(shot)))
        return Media(role=shot.role, kind="image", data=data, name=f"{shot.stem}.png", label=shot.label)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        first = None if shot.recording is None else round(shot.recording.start * FPS)
        write_video(path, film_shot(shot, renderer=easel.renderer, preset=easel.preset), first=first)
        return Media(
            role=shot.role, kind="video", data=path.read_bytes(), name=f"{shot.stem}.mp4", label=shot.label
        )  # fmt: skip


def png(picture: Image.Image) -> bytes:
    """A picture as PNG bytes, without a timestamp."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=False, compress_level=6)
    return buffer.getvalue()


def depth_picture(world: World, camera: Camera) -> Media:
    """Exact depth along the optical axis as a 16-bit PNG of millimetres; 0 where there is nothing."""
    depth = see(world, camera).depth
    millimetres = np.where(np.isfinite(depth), np.clip(np.round(depth * 1000), 0, 65535), 0).astype(np.uint16)
    return Media(role="depth", kind="image", data=png(Image.fromarray(millimetres)), name="depth.png")
