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

from diorama.sight.draft import DraftRenderer, draw
from diorama.sight.exact import see
from diorama.sight.mirror import Mirror, reflect
from diorama.world import Camera, World

Pixels = NDArray[np.uint8]


def draw_muted(world: World, camera: Camera, muted: Sequence[str]) -> Pixels:
    """A draft picture in which the `muted` bodies are there but not mirrored."""
    glossy = [s for s in world.surfaces if s.glossy]
    if not glossy:
        return draw(world, camera)
    sight = see(world, camera)
    return draw_both(world, camera, muted, [reflect(world, sight, s) for s in glossy])[1]


def draw_both(
    world: World, camera: Camera, muted: Sequence[str], mirrors: Sequence[Mirror], *, rough: bool = False
) -> tuple[Pixels, Pixels]:
    """The draft picture as it is, and with the `muted` bodies not mirrored in the `mirrors`."""
    names = [world[name].name for name in muted]
    with DraftRenderer(world, width=camera.width, height=camera.height, rough=rough) as renderer:
        picture = renderer.picture(camera)
        surface, bare, bare_surface = (
            renderer.picture(camera, without=without, dull=dull).astype(np.float64)
            for without, dull in (((), True), (names, False), (names, True))
        )
    changed = picture.astype(np.float64)
    for mirror in mirrors:
        images = np.logical_or.reduce([mirror.visible(n) for n in names])
        where = binary_dilation(images, iterations=2) & mirror.glass
        rest = 1 - world.surface(mirror.surface).reflectance
        changed[where] = (bare - rest * bare_surface + rest * surface)[where]
    return picture, np.clip(changed, 0, 255).round().astype(np.uint8)
