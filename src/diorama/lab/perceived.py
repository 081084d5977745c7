"""Scenes from a user's own depth maps and masks, in place of exact ones."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.data import Sample
from diorama.errors import DioramaError, short
from diorama.lab.regions import Look, NotYet, Scene, scene_of

MOST_PIXELS = 40_000_000
DEPTH_MODES = ("I;16", "I;16B", "I")
"""What Pillow calls pictures of whole numbers; a depth map in colours says nothing of metres."""


def source_of(depths: Path | None, masks: Path | None) -> tuple[Look, str]:
    """Where scenes come from, and its name for the setting."""
    if depths is None and masks is None:
        return scene_of, "exact"
    if depths is None or masks is None:
        raise DioramaError("--depths and --masks go together: regions need both")
    for folder in (depths, masks):
        if not folder.is_dir():
            raise DioramaError(f"there is no folder {folder}")
    return partial(scene_from_files, depths, masks), f"perceived: {depths}, {masks}"


def scene_from_files(depths: Path, masks: Path, sample: Sample, width: int, height: int) -> Scene:
    """The scene of a sample from ``ID.png`` in both folders; depth in millimetres, 0 where it is not known."""
    name = f"{sample.id}.png"
    depth = _read(depths, name)
    if depth.mode not in DEPTH_MODES:
        raise NotYet(f"{depths / name} is no depth map: wanted are 16-bit millimetres, not '{depth.mode}'")
    metres = np.asarray(depth.resize((width, height), Image.Resampling.NEAREST), np.float64) / 1000
    mask = _read(masks, name).convert("L").resize((width, height), Image.Resampling.NEAREST)
    target: NDArray[np.bool_] = np.asarray(mask) > 127
    return Scene(np.where(metres > 0, metres, np.nan), target)


def _read(folder: Path, name: str) -> Image.Image:
    path = folder / name
    if path.parent != folder or not path.is_file():
        raise NotYet(f"there is no {path}")
    try:
        picture = Image.open(path)
        if picture.width * picture.height > MOST_PIXELS:
            raise NotYet(f"{path} has {picture.width}×{picture.height} pixels: that is no picture of a sample")
        picture.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise NotYet(f"{path} cannot be read: {short(error, 80)}") from None
    return picture
