"""Filling holes without weights: shifted pieces of the picture, Telea's method of OpenCV, patch match."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from diorama.errors import DioramaError, short
from diorama.perceive.fill import filled, window_around
from diorama.perceive.percepts import Inpaint, Mask, Pixels
from diorama.perceive.providers.weights import one_line
from diorama.perceive.providers.wishes import checked_picture, require
from diorama.perceive.registry import provider
from diorama.sight import Shot

AROUND_PX = 120
"""How much of what is around a hole patch match may copy from, at least …"""
AROUND = 1.0
"""… and in sizes of the hole."""
_ONE_AT_A_TIME = threading.Lock()
"""Patch match draws its random numbers from one place for the whole process."""


@provider("inpaint", "shift_fill")
def shift_fill(shot: Shot | None) -> Inpaint:
    """Pieces of the same picture, shifted and joined: our own, without further libraries."""
    return _ShiftFill()


@provider("inpaint", "telea")
def telea(shot: Shot | None, *, radius: float = 5.0) -> Inpaint:
    """Telea's method: fast and smooth, without grain."""
    return _Telea(radius)


@telea.check
def _can_fill(*, radius: float) -> None:
    require("telea", "cv2")
    if not 0.5 <= radius <= 100:
        raise DioramaError(f"radius is between 0.5 and 100 pixels; got {radius:g}")


@provider("inpaint", "patchmatch")
def patchmatch(shot: Shot | None, *, radius: int = 7, seed: int = 0) -> Inpaint:
    """Patch match (the package pypatchmatch): the best texture without a network, in seconds."""
    return _PatchMatch(radius, seed)


@patchmatch.check
def _can_match(*, radius: int, seed: int) -> None:
    if not 1 <= radius <= 30 or not 0 <= seed < 2**32:
        raise DioramaError("patchmatch: radius is between 1 and 30 pixels, seed between 0 and 2^32 - 1")
    _require_patchmatch()


def checked_hole(picture: Pixels, hole: Mask) -> Mask:
    """A hole that can be filled: of the picture's size, with something around it."""
    if hole.shape != picture.shape[:2] or hole.dtype != bool:
        raise DioramaError("a hole is yes or no for each pixel of the picture")
    if hole.all():
        raise DioramaError("the hole is the whole picture, so there is nothing to fill it from")
    return hole


@dataclass(frozen=True)
class _ShiftFill:
    def __call__(self, picture: Pixels, hole: Mask) -> Pixels:
        picture = checked_picture(picture)
        if not checked_hole(picture, hole).any():
            return picture.copy()
        values = filled(picture.astype(np.float32), hole, np.zeros_like(hole))
        return pasted(picture, hole, values.round().clip(0, 255).astype(np.uint8))


@dataclass(frozen=True)
class _Telea:
    radius: float

    def __call__(self, picture: Pixels, hole: Mask) -> Pixels:
        require("telea", "cv2")
        picture = checked_picture(picture)
        if not checked_hole(picture, hole).any():
            return picture.copy()
        cv2: Any = import_module("cv2")
        window = window_around(hole, int(np.ceil(self.radius)) + 8)
        part = cv2.inpaint(
            np.ascontiguousarray(picture[window]), hole[window].astype(np.uint8), self.radius, cv2.INPAINT_TELEA
        )
        return pasted(picture, hole, part, window)


@dataclass(frozen=True)
class _PatchMatch:
    radius: int
    seed: int

    def __call__(self, picture: Pixels, hole: Mask) -> Pixels:
        _require_patchmatch()
        picture = checked_picture(picture)
        if not checked_hole(picture, hole).any():
            return picture.copy()
        matcher: Any = import_module("patchmatch")
        rows, columns = np.nonzero(hole)
        margin = max(AROUND_PX, round(AROUND * max(np.ptp(rows), np.ptp(columns))))
        window = window_around(hole, margin)
        part = np.ascontiguousarray(picture[window])
        if min(part.shape[:2]) <= 2 * self.radius:
            raise DioramaError(f"patchmatch: the picture is too small for a radius of {self.radius} pixels")
        with _ONE_AT_A_TIME, one_line("patch match"):
            matcher.set_random_seed(self.seed)
            done = matcher.inpaint(part, hole[window].astype(np.uint8), patch_size=self.radius)
        return pasted(picture, hole, np.asarray(done, np.uint8), window)


def pasted(picture: Pixels, hole: Mask, part: Pixels, window: tuple[slice, slice] | None = None) -> Pixels:
    """The picture with the hole taken from a part of its own size, or of a window's; all else as it was."""
    window = window or (slice(None), slice(None))
    out = picture.copy()
    inside = hole[window]
    out[window][inside] = part[inside]
    return out


def _require_patchmatch() -> None:
    try:
        import_module("patchmatch")
    except (ImportError, OSError) as error:
        raise DioramaError(
            f"patchmatch needs: pip install pypatchmatch ({short(error, 80)}); shift_fill needs nothing"
        ) from None
