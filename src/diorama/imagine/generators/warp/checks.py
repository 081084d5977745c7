"""What a warp cannot draw, said in one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.imagine.generators.protocol import CannotImagine
from diorama.imagine.generators.warp.scene import Mask
from diorama.imagine.tracks import Track, Tracks
from diorama.perceive.spots import Point

SMALLEST_PX = 16
"""The shorter side of a picture that can be warped."""
FEWEST_PX = 4
"""Pixels of a thing that can be cut out."""
Map = TypeVar("Map", bound=NDArray[np.generic])


def check_picture(picture: object) -> None:
    """Refuse what is no picture."""
    is_array = isinstance(picture, np.ndarray) and picture.dtype == np.uint8
    if not is_array or picture.ndim != 3 or picture.shape[2] != 3:  # type: ignore[attr-defined]
        raise CannotImagine("a picture to warp has rows, columns and three colours as whole numbers from 0 to 255")
    if min(picture.shape[:2]) < SMALLEST_PX:  # type: ignore[attr-defined]
        raise CannotImagine(f"a picture to warp has at least {SMALLEST_PX} x {SMALLEST_PX} pixels")


def check_tracks(tracks: Tracks, frames: int, shape: tuple[int, ...]) -> None:
    """Refuse tracks that cannot be followed in a picture of so many rows and columns."""
    if frames < 1:
        raise CannotImagine(f"a clip of {frames} frames cannot be made")
    if not tracks.moving:
        raise CannotImagine("no track moves, so there is nothing to imagine")
    for number, track in enumerate(tracks.moving, start=1):
        if np.shape(track.points) != (frames, 2) or np.shape(track.seen) != (frames,):
            raise CannotImagine(f"track {number} has {len(track.points)} points for {frames} frames, x and y each")
        if not np.isfinite(track.points).all():
            raise CannotImagine(f"track {number} has a number that is not finite")
        inside = (track.points >= 0).all(axis=1) & (track.points < shape[1::-1]).all(axis=1)
        if not inside[0]:
            raise CannotImagine(f"track {number} begins outside of the picture, at {_said(track.points[0])}")
        later = track.seen[1:].astype(bool)
        if later.any() and not inside[1:][later].any():
            raise CannotImagine(f"track {number} leaves the picture at once, to {_said(track.points[1])}")


def checked_map(values: Map | None, shape: tuple[int, ...], what: str) -> Map | None:
    """A map of the picture's size, or none."""
    if values is not None and np.shape(values) != shape:
        raise CannotImagine(f"the {what} are of {np.shape(values)} pixels and the picture of {shape}")
    return values


def checked_mask(mask_at: Callable[[Point], Mask], track: Track, shape: tuple[int, ...], taken: list[Mask]) -> Mask:
    """The mask of the thing where a track begins."""
    x, y = track.points[0].tolist()
    try:
        mask = mask_at((x, y))
    except CannotImagine:
        raise
    except DioramaError as error:
        raise CannotImagine(str(error)) from None
    if np.shape(mask) != shape or mask.dtype != bool:
        raise CannotImagine(f"the mask at {_said(track.points[0])} is not one of yes and no for each pixel")
    if mask.sum() < FEWEST_PX:
        raise CannotImagine(f"there is nothing at {_said(track.points[0])} that could be cut out")
    if any((mask & other).any() for other in taken):
        raise CannotImagine(f"two tracks move the same thing, at {_said(track.points[0])}")
    return mask


def _said(point: NDArray[np.float64]) -> str:
    x, y = point.tolist()
    return f"({x:.5g}, {y:.5g})"
