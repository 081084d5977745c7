"""Draft pictures in which some bodies have no mirror image.

OpenGL mirrors everything or nothing, so the picture is put together from four: a glossy surface shows
``(1 − r) · surface + r · mirror``. Without the muted bodies we learn what the mirror would show behind them;
with them on a dull surface, what the surface itself looks like with their shadows on it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation

from diorama.sight.draft import draw
from diorama.sight.exact import see
from diorama.sight.mirror import reflect
from diorama.world import Camera, World, replace

Pixels = NDArray[np.uint8]


def draw_muted(world: World, camera: Camera, muted: Sequence[str]) -> Pixels:
    """A draft picture in which the `muted` bodies are there but not mirrored."""
    names = [world[name].name for name in muted]
    picture = draw(world, camera).astype(np.float64)
    glossy = [s for s in world.surfaces if s.glossy]
    if not names or not glossy:
        return picture.astype(np.uint8)
    dull = replace(world, surfaces=tuple(replace(s, reflectance=0.0) for s in world.surfaces))
    surface = draw(dull, camera).astype(np.float64)
    bare = draw(world.without(names), camera).astype(np.float64)
    bare_surface = draw(dull.without(names), camera).astype(np.float64)
    sight = see(world, camera)
    for patch in glossy:
        mirror = reflect(world, sight, patch)
        images = np.logical_or.reduce([mirror.visible(n) for n in names])
        where = binary_dilation(images, iterations=2) & mirror.glass
        rest = 1 - patch.reflectance
        picture[where] = (bare - rest * bare_surface + rest * surface)[where]
    return np.clip(picture, 0, 255).round().astype(np.uint8)
