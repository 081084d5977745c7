"""A second derivation of the answers of T1 to T4, by MuJoCo's rasteriser and a mirrored world.

Nothing here casts a ray: masks are rendered, with and without bodies, and compared.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diorama.kinds import Answer, ObjectSet
from diorama.sight import DraftRenderer
from diorama.suites.structure.t1_single_removal import Removal, single_removal
from diorama.suites.structure.t2_minimum_removals import Unveiling, minimum_removals
from diorama.suites.structure.t3_transparency import SeeThrough, transparency
from diorama.suites.structure.t4_reflection import Reflections, reflection
from diorama.whatif.visibility import CLEAR_PX, CLEAR_SHARE, HIDDEN_PX, HIDDEN_SHARE, THROUGH_PX
from diorama.world import Camera, World, project, replace
from diorama.world.poses import oriented_box, rotation

Ids = NDArray[np.int32]

DOUBT_PX = 12
"""Pixels by which two ways of drawing an outline may differ and still agree."""


class Pictures:
    """Index pictures of one view: of all bodies, of some, of one alone."""

    def __init__(self, world: World, camera: Camera) -> None:
        self.world, self.camera = world, camera

    def ids(self, gone: tuple[str, ...] = ()) -> Ids:
        """The index (in the world's order) of the body at each pixel of the world without some."""
        left = self.world.without(gone)
        with DraftRenderer(left, width=self.camera.width, height=self.camera.height, rough=True) as renderer:
            found = renderer.segmentation(self.camera)
        order = np.array([*(self.world.names.index(n) for n in left.names), -1], np.int32)
        return order[found]

    def alone(self) -> dict[str, int]:
        """The area of every body's own outline."""
        with DraftRenderer(self.world, width=self.camera.width, height=self.camera.height, rough=True) as renderer:
            return {n: int((renderer.segmentation(self.camera, only=n) >= 0).sum()) for n in self.world.names}

    def area(self, ids: Ids, name: str) -> int:
        return int((ids == self.world.names.index(name)).sum())


@single_removal.check
def removal(query: Removal, answer: Answer, world: World, camera: Camera) -> str | None:
    """Draw the world without the body, and see which outlines have become whole."""
    assert isinstance(answer, ObjectSet)
    pictures = Pictures(world, camera)
    before, after, alone = pictures.ids(), pictures.ids((query.removed,)), pictures.alone()
    for name in world.inventory:
        if name == query.removed or not alone[name]:
            continue
        clear = max(CLEAR_PX, CLEAR_SHARE * alone[name])
        hidden = max(HIDDEN_PX, HIDDEN_SHARE * alone[name])
        was, now = alone[name] - pictures.area(before, name), alone[name] - pictures.area(after, name)
        if name in answer.names and (now > clear + DOUBT_PX or was < hidden - DOUBT_PX):
            return f"'{name}' is not freed: {was} px hidden before, {now} after"
        recognisable = pictures.area(before, name) >= max(150, 0.15 * alone[name]) + DOUBT_PX
        if name not in answer.names and was > hidden + DOUBT_PX and now <= clear - CLEAR_PX and recognisable:
            return f"'{name}' is freed too: {was} px hidden before, {now} after"
    return None


@minimum_removals.check
def removals(query: Unveiling, answer: Answer, world: World, camera: Camera) -> str | None:
    """Draw the world without all of them, and without all but one of them, for each."""
    assert isinstance(answer, ObjectSet)
    target, pictures = query.target, Pictures(world, camera)
    alone = pictures.alone()[target]
    clear = max(CLEAR_PX, CLEAR_SHARE * alone)
    left = alone - pictures.area(pictures.ids(answer.names), target)
    if left > clear + DOUBT_PX:
        return f"'{target}' is not free without {answer.names}: {left} px hidden"
    for name in answer.names:
        kept = alone - pictures.area(pictures.ids(tuple(n for n in answer.names if n != name)), target)
        if kept <= clear - CLEAR_PX:
            return f"'{name}' need not be removed: {kept} px hidden"
    depths = [_nearest_corner(world, camera, n) for n in answer.names]
    if any(b < a - 0.15 for a, b in pairwise(depths)):
        return f"not in order of depth: {dict(zip(answer.names, depths, strict=True))}"
    return None


@transparency.check
def see_through(query: SeeThrough, answer: Answer, world: World, camera: Camera) -> str | None:
    """Draw the world without the body and its contents, and look into the window where it was."""
    assert isinstance(answer, ObjectSet)
    pictures = Pictures(world, camera)
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
    front = Pictures(world, camera).ids()
    for surface in (s for s in world.surfaces if s.glossy):
        height = surface.position[2]
        below = replace(
            camera,
            position=(camera.position[0], camera.position[1], 2 * height - camera.position[2]),
            target=(camera.target[0], camera.target[1], 2 * height - camera.target[2]),
            up=(0.0, 0.0, -1.0),
        )
        left = replace(world.without(query.muted), fixtures=())
        image = Pictures(left, below).ids()[:, ::-1]
        glass = (front < 0) & _surface_pixels(world, camera, surface.name)
        for name in left.inventory:
            areas[name] += int(((image == left.names.index(name)) & glass).sum())
    for name, px in areas.items():
        if (px >= 60) != (name in answer.names):
            return f"the mirror image of '{name}' covers {px} px"
    return None


def _nearest_corner(world: World, camera: Camera, name: str) -> float:
    return float(project(camera, oriented_box(world[name]).corners)[:, 2].min())


def _surface_pixels(world: World, camera: Camera, name: str) -> NDArray[np.bool_]:
    """Where the outline of a surface falls in the picture, by projecting its corners."""
    from PIL import Image, ImageDraw

    surface = world.surface(name)
    corners = np.array([(x, y, 0.0) for x, y in surface.outline]) @ rotation(surface.quaternion).T
    spots = project(camera, corners + np.asarray(surface.position))[:, :2]
    canvas = Image.new("1", (camera.width, camera.height))
    ImageDraw.Draw(canvas).polygon([(float(x) - 0.5, float(y) - 0.5) for x, y in spots], fill=1)
    return np.asarray(canvas)
