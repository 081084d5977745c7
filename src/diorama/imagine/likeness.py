"""Measures on pixels: how alike two pictures are, and where something is that a picture without it does not show."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_opening, uniform_filter

from diorama.imagine.generators.protocol import Pixels

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

STANDS_OUT = 45.0
"""Grey levels by which a pixel differs from the background, in some colour, if a thing is there."""
SHADED = (0.3, 1.0)
"""A shadow leaves between these shares of the light …"""
EVENLY = 0.12
"""… and much the same of each colour."""
WINDOW = 7
"""Pixels a side over which structure is compared."""


def intersection_over_union(one: Mask, other: Mask) -> float:
    """How well two masks agree; 1 if both are empty."""
    union = int((one | other).sum())
    return float((one & other).sum()) / union if union else 1.0


def similarity_map(one: Pixels, other: Pixels) -> Array:
    """The structural similarity (SSIM) of two pictures around each pixel, in grey, −1 to 1.

    It is that of Wang et al. (2004) with a flat window of 7×7 pixels.
    """
    a, b = (picture.astype(np.float64) @ (0.299, 0.587, 0.114) for picture in (one, other))
    mean_a, mean_b = uniform_filter(a, WINDOW), uniform_filter(b, WINDOW)
    spread_a, spread_b = uniform_filter(a * a, WINDOW) - mean_a**2, uniform_filter(b * b, WINDOW) - mean_b**2
    together: Array = uniform_filter(a * b, WINDOW) - mean_a * mean_b
    small, smaller = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    bright = (2 * mean_a * mean_b + small) / (mean_a**2 + mean_b**2 + small)
    found: Array = bright * (2 * together + smaller) / (spread_a + spread_b + smaller)
    return found


def standing_out(picture: Pixels, background: Pixels) -> Mask:
    """Where a picture shows something that its background does not have, shadows left out.

    It misses what has the colour of its background, and dark grey things on light grey take for shadows.
    """
    behind = uniform_filter(background.astype(np.float64), (3, 3, 1))
    differs = uniform_filter(picture.astype(np.float64), (3, 3, 1)) - behind
    light = (behind + differs + 1) / (behind + 1)
    shadow = (light.max(axis=2) < SHADED[1]) & (light.min(axis=2) > SHADED[0]) & (np.ptp(light, axis=2) < EVENLY)
    found: Mask = binary_opening((np.abs(differs).max(axis=2) > STANDS_OUT) & ~shadow)
    return found
