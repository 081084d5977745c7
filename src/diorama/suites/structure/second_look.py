"""A second derivation of the answers of T1 to T4, by MuJoCo's rasteriser and a mirrored world.

Nothing here casts a ray: masks are rendered, with and without bodies, and compared.
"""

from __future__ import annotations

from itertools import pairwise
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Answer, ObjectSet
from diorama.sight import DraftRenderer
from diorama.suites.structure.t1_single_removal import Removal, single_removal
from diorama.suites.structure.t2_minimum_removals import Unveiling, minimum_removals
from diorama.suites.structure.t3_transparency import SeeThrough, transparency
from diorama.suites.structure.t4_reflection import IMAGE_PX, Reflections, reflection
from diorama.whatif.visibility import (
    CLEAR_PX,
    CLEAR_SHARE,
    HIDDEN_PX,
    HIDDEN_SHARE,
    SHOWN_PX,
    SHOWN_SHARE,
    THROUGH_PX,
)
from diorama.world import Camera, World, project, replace
from diorama.world.poses import outline_points, rotation

Ids = NDArray[np.int32]

DOUBT_PX = 12
"""Pixels by which two ways of drawing an outline may differ and still agree."""


class Pictures:
    """Index pictures of one view: of all bodies, of some, of one alone; by one renderer, as making one takes long."""

    def __init__(self, world: World, camera: Camera) -> None:
        self.world, self.camera = world, camera
        self._renderer = DraftRenderer(world, width=camera.width, height=camera.height, rough=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._renderer.close()

    def ids(self, gone: tuple[str, ...] = ()) -> Ids:
        """The index (in the world's order) of the body at each pixel of the world without some."""
        return self._renderer.segmentation(self.camera, without=gone)

    def alone(self, name: str) -> int:
        """The area of a body's own outline."""
        return int((self._renderer.segmentation(self.camera, only=name) >= 0).sum())

    def area(self, ids: Ids, name: str) -> int:
        return int((ids == self.world.names.index(name)).sum())


@single_removal.check
def removal(query: Removal, answer: Answer, world: World, camera: Camera) -> str | None:
    """Draw the world without the body, and see which outlines have become whole."""
    assert isinstance(answer, ObjectSet)
    with Pictures(world, camera) as pictures:
        before, after = pictures.ids(), pictures.ids((query.removed,))
        alone = {name: pictures.alone(name) for name in world.inventory}
    for name in world.inventory:
        if name == query.removed or not alone[name]:
            continue
        clear = max(CLEAR_PX, CLEAR_SHARE * alone[name])
        hidden = max(HIDDEN_PX, HIDDEN_SHARE * alone[name])
        was, now = alone[name] - pictures.area(before, name), alone[name] - pictures.area(after, name)
        if name in answer.names and (now > clear + DOUBT_PX or was < hidden - DOUBT_PX):
            return f"'{name}' is not freed: {was} px hidden before, {now} after"
        recognisable = pictures.area(before, name) >= max(SHOWN_PX, SHOWN_SHARE * alone[name]) + DOUBT_PX
        if name not in answer.names and was > hidden + DOUBT_PX and now <= clear - CLEAR_PX and recognisable:
            return f"'{name}' is freed too: {was} px hidden before, {now} after"
    return None


@minimum_removals.check
def removals(query: Unveiling, answer: Answer, world: World, camera: Camera) -> str | None:
    """Draw the world without all of them, and without all but one of them, for each."""
    assert isinstance(answer, ObjectSet)
    target, needed = query.target, answer.names
    with Pictures(world, camera) as pictures:
        alone = pictures.alone(target)
        left = alone - pictures.area(pictures.ids(needed), target)
        kept = {n: alone - pictures.area(pictures.ids(tuple(o for o in needed if o != n)), target) for n in needed}
    clear = max(CLEAR_PX, CLEAR_SHARE * alone)
    if left > clear + DOUBT_PX:
        return f"'{target}' is not free without {needed}: {left} px hidden"
    for name, px in kept.items():
        if px <= clear - CLEAR_PX:
            return f"'{name}' need not be removed: {px} px hidden"
    return wrong_order(needed, world, camera)


def wrong_order(names: tuple[str, ...], world: World, camera: Camera) -> str | None:
    """What is not nearest first, by the vertex of each body that is nearest along the view: no depth is drawn or cast.

    There is no tolerance: questions are asked only where neighbours in the order plainly differ.
    """
    depths = {name: _nearest_vertex(world, camera, name) for name in names}
    if any(depths[b] <= depths[a] for a, b in pairwise(names)):
        shown = ", ".join(f"'{name}' at {depth:.3f} m" for name, depth in depths.items())
        return f"not from the nearest to the farthest: {shown}"
    return None


@transparency.check
def see_through(query: SeeThrough, answer: Answer, world: World, camera: Camera) -> str | None:
    """Draw the world without the body and its contents, and look into the window where it was."""
    assert isinstance(answer, ObjectSet)
    with Pictures(world, camera) as pictures:
        window = pictures.ids() == world.names.index(query.transparent)
        behind = pictures.ids((query.transparent, *query.contents))
    for name in world.inventory:
        shown = int(((behind == world.names.index(name)) & window).sum())
        if (shown >= THROUGH_PX) != (name in answer.names) and abs(shown - THROUGH_PX) > DOUBT_PX:
            return f"'{name}' shows on {shown} px"
    return None


@reflection.check
def mirrored(query: Reflections, answer: Answer, world: World, camera: Camera) -> str | None:
    """Turn the world upside down through the surface and draw that: what is seen in the glass is a mirror image."""
    assert isinstance(answer, ObjectSet)
    areas = dict.fromkeys(world.inventory, 0)
    with Pictures(world, camera) as pictures:
        front = pictures.ids()
    for surface in (s for s in world.surfaces if s.glossy):
        height = surface.position[2]
        below = replace(
            camera,
            position=(camera.position[0], camera.position[1], 2 * height - camera.position[2]),
            target=(camera.target[0], camera.target[1], 2 * height - camera.target[2]),
            up=(0.0, 0.0, -1.0),
        )
        left = replace(world.without(query.muted), fixtures=())
        with Pictures(left, below) as pictures:
            image = pictures.ids()[:, ::-1]
        glass = (front < 0) & _surface_pixels(world, camera, surface.name)
        for name in left.inventory:
            areas[name] += int(((image == left.names.index(name)) & glass).sum())
    for name, px in areas.items():
        if (px >= IMAGE_PX) != (name in answer.names):
            return f"the mirror image of '{name}' covers {px} px"
    return None


def _nearest_vertex(world: World, camera: Camera, name: str) -> float:
    return float(project(camera, outline_points([world[name]]))[:, 2].min())


def _surface_pixels(world: World, camera: Camera, name: str) -> NDArray[np.bool_]:
    """Where the outline of a surface falls in the picture, by projecting its corners."""
    from PIL import Image, ImageDraw

    surface = world.surface(name)
    corners = np.array([(x, y, 0.0) for x, y in surface.outline]) @ rotation(surface.quaternion).T
    spots = project(camera, corners + np.asarray(surface.position))[:, :2]
    canvas = Image.new("1", (camera.width, camera.height))
    ImageDraw.Draw(canvas).polygon([(float(x) - 0.5, float(y) - 0.5) for x, y in spots], fill=1)
    return np.asarray(canvas)
