"""GrabCut: the pixels of a thing by a box or a point, from the colours in and around it; no weights.

It is right for things that differ in colour from what is around them, and takes a part of a contact shadow along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from diorama.perceive.fill import window_around
from diorama.perceive.percepts import Box, Mask, Pixels, Prompt, Segment
from diorama.perceive.providers.wishes import box_mask, checked_picture, checked_prompts, clipped, require
from diorama.perceive.registry import provider
from diorama.sight import Shot

MARGIN = 0.4
"""How much of what is around a box is looked at, in sizes of the box …"""
LEAST_PX = 24
"""… and at least so many pixels."""
LONGEST_PX, SEARCHED_PX, TRIED_PX = 640, 400, 720
"""The longer sides of what is looked at, of the same while the right box is looked for, and of the picture for that."""
ROUNDS = 5
SEED_PX = 2
"""Pixels around a point that are surely of the thing."""
SIZES = tuple(0.025 * 1.5**k for k in range(7))
"""Half the sides of the boxes that are tried around a point, in longer sides of the picture: 5 % to 57 % of it."""
LEAST_SHARE = 0.0005
"""Of the picture: what is smaller is a spot on a thing."""


@provider("segment", "grabcut")
def grabcut(shot: Shot | None) -> Segment:
    """GrabCut of OpenCV."""
    return _GrabCut()


@grabcut.check
def _can_look() -> None:
    require("grabcut", "cv2")


@dataclass(frozen=True)
class _GrabCut:
    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        require("grabcut", "cv2")
        picture = checked_picture(picture)
        checked_prompts(prompts, picture.shape, "grabcut", words=False)
        cv2: Any = import_module("cv2")
        small = _Small.of(cv2, picture) if any(prompt.box is None for prompt in prompts) else None
        return [_cut(cv2, picture, small, prompt) for prompt in prompts]


@dataclass(frozen=True)
class _Small:
    """A picture in which boxes are tried, and how steep its colours are."""

    picture: Pixels
    steps: NDArray[np.float32]
    scale: float
    """Its size, as a share of the whole picture's."""

    @staticmethod
    def of(cv2: Any, picture: Pixels) -> _Small:
        scale = min(1.0, TRIED_PX / max(picture.shape[:2]))
        size = tuple(max(1, round(side * scale)) for side in picture.shape[1::-1])
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if scale < 1 else picture
        grey = small.astype(np.float32)
        squares = sum(ndimage.gaussian_gradient_magnitude(grey[..., k], 1.0) ** 2 for k in range(3))
        return _Small(small, np.sqrt(squares), scale)


def _cut(cv2: Any, picture: Pixels, small: _Small | None, prompt: Prompt) -> Mask:
    """The pixels of one thing."""
    box = None if prompt.box is None else clipped(prompt.box, picture.shape)
    if box is None:
        assert prompt.point is not None and small is not None
        box = _box_around(cv2, picture.shape, small, prompt.point)
    return _in_box(cv2, picture, box, prompt.point)


def _box_around(cv2: Any, shape: tuple[int, ...], small: _Small, point: tuple[float, float]) -> Box:
    """The box for the thing at a point: of ever larger ones, that whose cut-out looks most like a whole thing.

    The outline of a whole thing is sharp and short, and it seldom ends where only the box does.
    """
    x, y = (
        min(max(at * small.scale, 0.0), side - 1.0) for at, side in zip(point, small.picture.shape[1::-1], strict=True)
    )
    best, chosen = -1.0, Box(0, 0, shape[1], shape[0])
    for size in SIZES:
        half = size * max(small.picture.shape[:2])
        box = clipped((x - half, y - half, x + half, y + half), small.picture.shape)
        if box is None:
            continue
        whole = _wholeness(small, _in_box(cv2, small.picture, box, (x, y), SEARCHED_PX), box)
        if whole > best:
            best, chosen = whole, clipped([at / small.scale for at in box], shape) or chosen
    return chosen


def _wholeness(small: _Small, mask: Mask, box: Box) -> float:
    """How much a mask looks like a whole thing that was cut out of a box."""
    area = int(mask.sum())
    if area < LEAST_SHARE * mask.size:
        return 0.0
    window = window_around(mask, 4)
    inside, limits = mask[window], box_mask(box, mask.shape)[window]
    outline = inside & ~ndimage.binary_erosion(inside, border_value=1)
    at_limits = outline & ~ndimage.binary_erosion(limits, iterations=2, border_value=1)
    free = outline & ~at_limits
    if not free.any():
        return 0.0
    cut_off = float(at_limits.sum() / outline.sum())
    return float(small.steps[window][free].mean()) * (1 - cut_off) ** 6 * area / float(outline.sum()) ** 2


def _in_box(cv2: Any, picture: Pixels, box: Box, point: tuple[float, float] | None, longest: int = LONGEST_PX) -> Mask:
    """What in a box differs from what is around the box; it holds the point, if one is given."""
    window = _window(box, picture.shape)
    part = picture[window]
    inside = box_mask(box, picture.shape)[window]
    if inside.all():  # nothing is known of what the thing is not
        return box_mask(box, picture.shape)
    step = max(1.0, max(part.shape[:2]) / longest)
    size = (max(2, round(part.shape[1] / step)), max(2, round(part.shape[0] / step)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA) if step > 1 else part
    trimap = np.where(_resized(cv2, inside, size), cv2.GC_PR_FGD, cv2.GC_BGD).astype(np.uint8)
    if point is not None:
        rows, columns = np.ogrid[: size[1], : size[0]]
        x, y = ((at - cut.start) / step for at, cut in zip(point, window[::-1], strict=True))
        trimap[np.hypot(rows + 0.5 - y, columns + 0.5 - x) <= SEED_PX + 0.5] = cv2.GC_FGD
    if (trimap == cv2.GC_BGD).all() or (trimap != cv2.GC_BGD).all():
        return box_mask(box, picture.shape)
    cv2.setRNGSeed(0)  # it divides colours into groups at random
    cv2.grabCut(np.ascontiguousarray(small[..., ::-1]), trimap, None, np.zeros((1, 65)), np.zeros((1, 65)), ROUNDS,
                cv2.GC_INIT_WITH_MASK)  # fmt: skip
    mask = np.zeros(picture.shape[:2], bool)
    found = _one_piece((trimap == cv2.GC_FGD) | (trimap == cv2.GC_PR_FGD), trimap == cv2.GC_FGD)
    mask[window] = _resized(cv2, found, (part.shape[1], part.shape[0])) & inside
    return mask


def _window(box: Box, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The part of the picture that is looked at."""
    margin = max(LEAST_PX, round(MARGIN * max(box.right - box.left, box.bottom - box.top)))
    return window_around(box_mask(Box(*np.array(box).round()), shape), margin)


def _resized(cv2: Any, mask: Mask, size: tuple[int, int]) -> Mask:
    if mask.shape == size[::-1]:
        return mask
    grey: NDArray[np.float32] = cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(grey > 0.5, bool)


def _one_piece(mask: Mask, sure: Mask) -> Mask:
    """The piece that holds what is surely of the thing, else the largest one, smoothed and without holes."""
    smooth = ndimage.binary_opening(mask, iterations=1) | sure
    labels, count = ndimage.label(smooth if smooth.any() else mask)
    if not count:
        return mask
    sizes = np.bincount(labels.ravel(), minlength=count + 1)
    held = np.bincount(labels[sure], minlength=count + 1) if sure.any() else sizes
    held[0] = sizes[0] = 0
    one = labels == int(np.argmax(held))
    return np.asarray(ndimage.binary_fill_holes(ndimage.binary_closing(np.pad(one, 3), iterations=2))[3:-3, 3:-3])
