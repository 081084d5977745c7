"""Procedural patterns for materials, as small tileable pictures.

They are made from fixed seeds: a pattern belongs to its material, not to a world.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, zoom

from diorama.world.materials import material

Pixels = NDArray[np.uint8]
Field = NDArray[np.float64]
SIDE = 256


@cache
def texture(name: str) -> Pixels:
    """The pattern of a material in its colour: (256, 256, 3), tileable."""
    stuff = material(name)
    pattern = _PATTERNS[stuff.texture or "noise"]()
    rgb = np.asarray(stuff.rgb)[None, None] * pattern[..., None]
    pixels: Pixels = (np.clip(rgb, 0, 1) * 255).round().astype(np.uint8)
    return pixels


def _noise(scale_y: float, scale_x: float, seed: int) -> Field:
    """Smooth tileable noise with mean 0 and deviation 1."""
    field = gaussian_filter(np.random.default_rng(seed).standard_normal((SIDE, SIDE)), (scale_y, scale_x), mode="wrap")
    normal: Field = (field - field.mean()) / field.std()
    return normal


def _grain() -> Field:
    rings = np.sin(2 * np.pi * (np.arange(SIDE)[:, None] / SIDE * 9) + 2.2 * _noise(14, 60, 1))
    pattern: Field = 1 + 0.10 * rings + 0.06 * _noise(1, 40, 2)
    return pattern


def _veins() -> Field:
    ridges = np.exp(-((_noise(18, 22, 3) * 4) ** 2)) + 0.5 * np.exp(-((_noise(8, 8, 4) * 6) ** 2))
    pattern: Field = 1 + 0.03 * _noise(20, 20, 5) - 0.28 * ridges
    return pattern


def _speckle() -> Field:
    return 1 + 0.16 * _noise(1.2, 1.2, 6) + 0.10 * _noise(3, 3, 7)


def _soft_noise() -> Field:
    return 1 + 0.03 * _noise(3, 3, 8) + 0.02 * _noise(12, 12, 9)


def _brushed() -> Field:
    return 1 + 0.05 * _noise(0.7, 30, 10)


def _weave() -> Field:
    y, x = np.mgrid[0:SIDE, 0:SIDE] * (2 * np.pi * 16 / SIDE)
    pattern: Field = 1 + 0.13 * np.sin(x) * np.sin(y) + 0.04 * _noise(2, 2, 11)
    return pattern


def _brick() -> Field:
    rows, columns = 8, 4
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    row = y * rows // SIDE
    offset = (row % 2) * (SIDE // columns // 2)
    joint = (y % (SIDE // rows) < 4) | ((x + offset) % (SIDE // columns) < 4)
    tone = np.random.default_rng(12).uniform(0.85, 1.12, (rows, columns))
    base = zoom(tone, (SIDE // rows, SIDE // columns), order=0)
    pattern: Field = np.where(joint, 1.3, base) + 0.04 * _noise(2, 2, 13)
    return pattern


def _tiles() -> Field:
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    joint = (y % (SIDE // 2) < 3) | (x % (SIDE // 2) < 3)
    pattern: Field = np.where(joint, 0.72, 1.0) + 0.015 * _noise(4, 4, 14)
    return pattern


_PATTERNS = {
    "grain": _grain,
    "veins": _veins,
    "speckle": _speckle,
    "noise": _soft_noise,
    "brushed": _brushed,
    "weave": _weave,
    "brick": _brick,
    "tiles": _tiles,
}
