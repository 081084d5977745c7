"""T4: seven bodies on a polished surface, two of them without a mirror image; whose images are there?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace as changed

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.kinds import ObjectSet, Query
from diorama.sight import Easel, Mirror, Shot, View
from diorama.sight.muting import draw_both
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.flat import FlatScene
from diorama.suites.structure.occlusion import NUDGES
from diorama.suites.structure.scenes import polished_world
from diorama.suites.structure.standing_out import DRAFT, PHOTO, differing, require_no_trace, require_plain
from diorama.suites.structure.suite import OPTICAL, structure
from diorama.suites.views import from_some_view
from diorama.whatif import recognisable, survives
from diorama.world import Camera, World, replace

Rng = np.random.Generator

IMAGE_PX = 60
"""A mirror image counts from here on …"""
ASKED_IMAGE_PX = 150
"""… and is asked about only if it is clearly visible."""
SHOWN = 0.65
"""How much of each body must be in view. Five of seven have to be named, and a boot behind a lamp, half of it in view,
passes for a bin; the image of what is mostly hidden is soon taken for that of its neighbour."""
MUTED = 2
LOOK_HEIGHT = 240
"""Pixels from top to bottom of the pictures that are drawn to look at. Half of the usual: what stands out there stands
out in the picture that is stored, and four of them take as long as that one."""


class Reflections(Query):
    """Which bodies have no mirror image."""

    muted: tuple[str, ...]

    def surroundings_show(self) -> bool:
        """Windows and walls mirror in the surface too, as far as anyone who looks can tell."""
        return True


def mirrors(view: View) -> tuple[Mirror, ...]:
    """All glossy surfaces."""
    return tuple(view.mirror(s.name) for s in view.world.surfaces if s.glossy)


def images_px(mirrors: Sequence[Mirror], names: Iterable[str], muted: Collection[str] = ()) -> dict[str, int]:
    """The area of each body's mirror image in all glossy surfaces together."""
    left = [m.muted(muted) for m in mirrors]
    return {n: sum(m.visible_px(n) for m in left) for n in names if n not in muted}


def image_masks(mirrors: Sequence[Mirror], names: Iterable[str]) -> dict[str, NDArray[np.bool_]]:
    """Where the mirror image of each body is seen, in any of the glossy surfaces."""
    return {n: np.logical_or.reduce([m.visible(n) for m in mirrors]) for n in names}


def _answer(images: dict[str, int]) -> ObjectSet:
    return ObjectSet(names=tuple(n for n, px in images.items() if px >= IMAGE_PX))


@structure.task("T4", kind="objects", query=Reflections, title="reflection", group=OPTICAL)
def reflection(turn: int, rng: Rng) -> Draft:
    """Mute two of seven mirror images, all of which would be plain to see, and ask for the others."""
    world = polished_world(rng)
    return from_some_view(world, lambda camera: _from(world, camera, rng), rng)


@reflection.answer
def answer(query: Reflections, world: World, camera: Camera) -> ObjectSet:
    """Every body whose mirror image shows."""
    return _answer(images_px(mirrors(View(world, camera)), world.inventory, query.muted))


@reflection.flat
def flat(query: Reflections, scene: FlatScene, rng: Rng, groundline: bool) -> ObjectSet:
    """All objects: a list of boxes says nothing about mirror images."""
    return ObjectSet(names=tuple(scene.boxes))


@reflection.look
def look(query: Reflections, shots: tuple[Shot, ...], easel: Easel) -> None:
    """Every mirror image stands out in the picture, the muted ones would, and they are gone.

    Drafts were measured before, as far as all images are concerned; they mute by the very masks that are used here.
    """
    if easel.renderer == "draft":
        return
    (shot, *_) = shots
    size = (round(LOOK_HEIGHT * shot.camera.width / shot.camera.height), LOOK_HEIGHT)
    small = shot.resized(*size)
    glass = mirrors(View(small.world, small.camera))
    images = image_masks(glass, small.world.inventory)
    bare = easel.draw(replace(small, muted=small.world.inventory))
    whole = easel.draw(replace(small, muted=()))
    require_plain(images, differing(whole, bare, images), PHOTO)
    stored = np.asarray(Image.fromarray(easel.draw(shot)).resize(size, Image.Resampling.BOX))
    kept = {n: mask for n, mask in images.items() if n not in query.muted}
    require_plain(kept, differing(stored, bare, kept), PHOTO)
    others = np.logical_or.reduce([m.muted(query.muted).ids >= 0 for m in glass])
    require_no_trace(differing(stored, bare, {n: images[n] & ~others for n in query.muted}))


def _from(world: World, camera: Camera, rng: Rng) -> Draft:
    view = View(world, camera)
    if not all(recognisable(view.sight(), n) for n in world.inventory):
        raise Rejected("an object could not be recognised")
    if any(view.sight().visible_px(n) < SHOWN * view.sight().silhouette_px(n) for n in world.inventory):
        raise Rejected("too much of an object is hidden")
    glass = mirrors(view)
    whole = images_px(glass, world.inventory)
    if min(whole.values()) < ASKED_IMAGE_PX:
        raise Rejected("a mirror image is too small")
    images = image_masks(glass, world.inventory)
    plain = differing(*draw_both(world, camera, world.inventory, glass, rough=True), images)
    require_plain(images, plain, DRAFT)
    muted = tuple(str(n) for n in rng.choice(list(world.inventory), size=MUTED, replace=False))
    left = images_px(glass, world.inventory, muted)
    if min(left.values()) < ASKED_IMAGE_PX:
        raise Rejected("a mirror image is too small")
    draft = Draft(
        query=Reflections(muted=muted),
        shots=(Shot(world=world, camera=camera, muted=muted),),
        words=(structure.draw_words(rng, "T4"),),
        answer=ObjectSet(names=tuple(left)),
        gates=("recognisable", "plain mirror images", "told from the surface", "survives nudges"),
        trace={
            "image_px": left,
            "image_px_unmuted": whole,
            "image_px_told_apart": {n: int(mask.sum()) for n, mask in plain.items()},
        },
    )

    def again(nudged: World, seen_from: Camera) -> tuple[ObjectSet, float]:
        images = images_px(mirrors(View(nudged, seen_from)), nudged.inventory, muted)
        return _answer(images), min(images.values()) / IMAGE_PX - 1

    result = survives(again, world, camera, rng, count=NUDGES)
    if not result.holds:
        raise Rejected("the answer changes under a nudge")
    return changed(draft, margin=result.margin, trace={**draft.trace, "nudges_tried": result.tried})
