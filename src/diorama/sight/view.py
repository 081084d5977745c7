"""A view: a world through a camera, and all that can be asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.sight.exact import Sight, see
from diorama.sight.mirror import Mirror, reflect
from diorama.sight.overlays import Overlay, draw_overlays
from diorama.sight.renderers import get_renderer
from diorama.world import Camera, OrientedBox, World, default_camera, oriented_box, project
from diorama.world.poses import outline_points


@dataclass(frozen=True)
class Rectangle:
    """A box in the picture, in pixels; right and bottom are exclusive."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class View:
    """A world seen through one camera."""

    world: World
    camera: Camera

    def sight(self) -> Sight:
        """Exact masks, depth and layers; the rays are cast once."""
        return self._sight

    def image(
        self,
        *,
        renderer: str = "draft",
        preset: str | None = None,
        overlays: Sequence[Overlay] = (),
        muted: Sequence[str] = (),
    ) -> Image.Image:
        """The picture; `muted` bodies have no mirror image, `preset` is a quality of the renderer."""
        brush, quality = get_renderer(renderer, preset)
        pixels = brush.picture(self.world, self.camera, muted=muted, preset=quality)
        if overlays:
            pixels = draw_overlays(pixels, self.camera, self._sight.depth, overlays)
        return Image.fromarray(pixels)

    def visible_fraction(self, name: str) -> float:
        """The visible share of a body's silhouette, exactly."""
        return self._sight.visible_fraction(name)

    def mirror(self, surface: str) -> Mirror:
        """The mirror images in a glossy surface."""
        return reflect(self.world, self._sight, self.world.surface(surface))

    def box(self, name: str) -> OrientedBox:
        """The oriented 3D box of a body."""
        return oriented_box(self.world[name])

    def whole_rectangle(self, name: str) -> Rectangle:
        """The rectangle around all of a body, seen or not, inside the frame or not."""
        spots = project(self.camera, outline_points([self.world[name]]))[:, :2]
        (left, top), (right, bottom) = spots.min(axis=0).tolist(), spots.max(axis=0).tolist()
        return Rectangle(left, top, right, bottom)

    def visible_rectangle(self, name: str) -> Rectangle | None:
        """The rectangle around what is seen of a body; None if nothing is."""
        return _around(self._sight.visible(name))

    @cached_property
    def _sight(self) -> Sight:
        return see(self.world, self.camera)


def look(world: World, camera: Camera | None = None, *, width: int = 720, height: int = 480) -> View:
    """A view of a world; without a camera, one that sees the whole scene."""
    return View(world, camera or default_camera(world, width=width, height=height))


def _around(mask: NDArray[np.bool_]) -> Rectangle | None:
    rows, columns = np.nonzero(mask.any(axis=1))[0], np.nonzero(mask.any(axis=0))[0]
    if not len(rows):
        return None
    return Rectangle(float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))
