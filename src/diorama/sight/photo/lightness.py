"""How light or dark a place is, before anything is rendered: it decides the exposure.

A few hundred rays against the blocks of the fixtures, each treated as its box, are enough for that. Bodies
are left out, so that a picture with one of them gone gets the same exposure.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diorama.world import Camera, World, ray_directions
from diorama.world.materials import material
from diorama.world.model import Block, Light, replace
from diorama.world.poses import rotation

Array = NDArray[np.float64]

ROWS = 24
"""Rays down the frame."""
SKY = 0.5
IN_SHADE = 0.4
"""Brightness in the shade, as a share of that in the sun."""


def lightness(world: World, camera: Camera) -> float:
    """The share of incoming light that the scene behind the bodies reflects, 0 … 1.

    That is the mean reflectance of the fixtures in the frame, less where the sun or the lamp does not reach (the
    inside of a shelf) or is far.
    """
    blocks = [block for fixture in world.fixtures for block in fixture.blocks]
    if not blocks:
        return SKY
    small = replace(camera, width=max(16, round(ROWS * camera.width / camera.height)), height=ROWS)
    rays = np.asarray(ray_directions(small), float).reshape(-1, 3)
    depths = _entries(blocks, np.broadcast_to(camera.position, rays.shape), rays)
    nearest, depth = depths.argmin(axis=0), depths.min(axis=0)
    hit = np.isfinite(depth)
    seen = np.where(hit, np.array([_luminance(block) for block in blocks])[nearest], SKY)
    places = np.asarray(camera.position) + rays[hit] * (depth[hit, None] * (1 - 1e-3))
    for light in (light for light in world.lights if light.shadow):
        seen[hit] *= IN_SHADE + (1 - IN_SHADE) * _reach(light, blocks, places)
    return float(seen.mean())


def _reach(light: Light, blocks: list[Block], places: Array) -> Array:
    """How much of a light arrives at each place: 0 in its shadow, 1 as at its target."""
    if light.kind == "sun":
        towards = np.broadcast_to(np.subtract(light.position, light.target), places.shape)
        return np.asarray(~np.isfinite(_entries(blocks, places, towards)).any(axis=0), float)
    towards = np.asarray(light.position) - places
    nearness = math.dist(light.position, light.target) ** 2 / (towards**2).sum(axis=1)
    return np.where((_entries(blocks, places, towards) < 1).any(axis=0), 0.0, np.minimum(nearness, 1.5))


def _entries(blocks: list[Block], origins: Array, directions: Array) -> Array:
    """Where each ray enters the box of each block: (blocks, rays), ∞ for a miss."""
    found = np.full((len(blocks), len(directions)), math.inf)
    for row, block in enumerate(blocks):
        turn = rotation(block.quaternion)
        low, high = _bounds(block)
        start, way = (origins - np.asarray(block.position)) @ turn, directions @ turn
        way = np.where(np.abs(way) < 1e-12, 1e-12, way)
        a, b = (low - start) / way, (high - start) / way
        enter, leave = np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)
        met = (enter <= leave) & (enter > 0)
        found[row, met] = enter[met]
    return found


def _bounds(block: Block) -> tuple[Array, Array]:
    if block.kind == "prism":
        outline = np.asarray(block.outline)
        (half,) = block.size
        return np.array([*outline.min(axis=0), -half]), np.array([*outline.max(axis=0), half])
    half_sizes = np.array(block.size if block.kind == "box" else (block.size[0], block.size[0], block.size[1]))
    return -half_sizes, half_sizes


def _luminance(block: Block) -> float:
    """Linear light that the material reflects."""
    srgb = material(block.material).rgb
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in srgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
