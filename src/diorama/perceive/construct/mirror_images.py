"""Mirror images among the pixels of a surface: where it looks like what it would mirror there.

What a polished surface shows is a mixture of itself and of what it mirrors. So where a mirror image is expected, the
picture is compared with the thing itself, seen through the plane: slow changes, such as shadows and light, are taken
out of both, and colours count more than brightness, because a thing is lit otherwise from below. The slope of one over
the other is how much is mirrored: about 0 where there is no image, however busy the surface is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.mirror_plane import Expected
from diorama.perceive.fill import window_around
from diorama.perceive.percepts import Mask, Pixels
from diorama.perceive.providers.wishes import require

Values = NDArray[np.float32]

USUAL_HEIGHT = 480
"""Pixels below are those of a picture of this height."""
SLOW_PX = 20.0
"""What changes over more than this is light and shadow."""
FINE_PX = 0.7
"""What changes over less than this is noise."""
RIM_PX = 3
"""The outline of an image tells most: so much around it is compared too."""
LOCAL_PX = 5.0
"""Over how much of an image it is told which part of it is there."""
BRIGHTNESS = 0.3
"""How much brightness counts beside colour."""
AMBIENT = 170.0
"""Of 255: what a surface mirrors where no thing is in the way, walls and sky; it is mostly not in the picture."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """What is found where the mirror image of a thing is expected."""

    thing: int
    """Its number among the things that are seen."""
    expected: Mask
    """Where the image would be."""
    region: Mask
    """Where it is."""
    strength: float
    """How much of the thing's contrast is mirrored: 0 is nothing, 1 is as in a perfect mirror."""
    fit: float
    """Correlation of the picture with the thing."""
    explained: float
    """Squared contrast of the picture that the image accounts for."""
    step: float
    """How much the colour changes inside the expected outline, in steps of 255, whatever the thing looks like."""

    def is_image(self, limits: Limits) -> bool:
        return self.strength >= limits.image_strength and self.fit >= limits.image_fit

    def is_doubtful(self, limits: Limits) -> bool:
        """Whether it can neither be said that there is a mirror image nor that there is none."""
        return not self.is_image(limits) and (self.strength > limits.no_image or self.step >= limits.unexplained_step)

    def is_gone(self, limits: Limits) -> bool:
        """Whether nothing of the thing is seen any more."""
        return not self.is_image(limits) and self.strength <= limits.no_image


def candidate_images(picture: Pixels, surface: Mask, expected: Expected, limits: Limits) -> tuple[Candidate, ...]:
    """A candidate for each thing whose mirror image would be large enough."""
    if not (expected.things >= 0).any():
        return ()
    scale = picture.shape[0] / USUAL_HEIGHT
    window = window_around(expected.things >= 0, math.ceil(3 * SLOW_PX * scale))
    part, numbers, inner = picture[window], expected.things[window], ndimage.binary_erosion(surface)[window]
    there = numbers >= 0
    things = picture.reshape(-1, 3)[np.maximum(expected.source[window], 0)].astype(np.float32)
    steps = np.where(there[..., None], things - AMBIENT, 0).astype(np.float32)
    wanted = _told(_without_slow(steps, inner, scale))
    found = _told(_without_slow(part.astype(np.float32), inner, scale))
    outlines = _without_slow(there[..., None].astype(np.float32), inner, scale)
    away, (rows, columns) = ndimage.distance_transform_edt(~there, return_indices=True)
    nearest = np.where((away <= RIM_PX * scale) & inner, numbers[rows, columns], -1)
    both, own = (wanted * found).sum(axis=2), (wanted * wanted).sum(axis=2)
    local = _smoothed(both, LOCAL_PX * scale) / np.maximum(_smoothed(own, LOCAL_PX * scale), 1e-3)
    candidates = []
    for number in np.unique(nearest[nearest >= 0]).tolist():
        mask, around = expected.mask(number), nearest == number
        if mask.sum() < limits.least_image * mask.size:
            continue
        product, energy = float(both[around].sum()), float(own[around].sum())
        strength = product / max(energy, 1e-6)
        region = np.zeros_like(mask)
        if strength > 0:
            region[window] = mask[window] & (local >= strength / 2)
        other, outline = float((found[around] ** 2).sum()), outlines[around]
        steps_of_colour = (outline * found[around]).sum(axis=0) / max(float((outline**2).sum()), 1e-6)
        candidates.append(
            Candidate(
                number,
                mask,
                region,
                strength,
                fit=product / max((energy * other) ** 0.5, 1e-6),
                explained=product * max(strength, 0.0),
                step=float(np.linalg.norm(steps_of_colour)),
            )
        )
    return tuple(candidates)


def _without_slow(values: Values, mask: Mask, scale: float) -> Values:
    """Values within a mask without what changes slowly, and without noise."""
    return np.asarray(
        np.where(mask[..., None], _within(values, mask, FINE_PX * scale) - _within(values, mask, SLOW_PX * scale), 0),
        np.float32,
    )


def _within(values: Values, mask: Mask, px: float) -> Values:
    """Values smoothed within a mask: nothing of what is outside gets in."""
    weight = _smoothed(mask.astype(np.float32), px)[..., None]
    inside = _smoothed(values * mask[..., None], px).reshape(values.shape)
    return np.asarray(inside / np.maximum(weight, 1e-3), np.float32)


def _told(values: Values) -> Values:
    """Colours with less of their brightness."""
    return np.asarray(values - (1 - BRIGHTNESS) * values.mean(axis=2, keepdims=True), np.float32)


def _smoothed(values: Values, px: float) -> Values:
    """A Gaussian blur of each channel; OpenCV's takes a third of the time of scipy's."""
    require("mirror images", "cv2")
    cv2: Any = import_module("cv2")
    size = 2 * int(4 * px + 0.5) + 1
    return np.asarray(cv2.GaussianBlur(values, (size, size), px, borderType=cv2.BORDER_REFLECT), np.float32)
