"""T4: seven bodies on a polished surface, two of them without a mirror image; whose images are there?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label

from diorama.kinds import ObjectSet, Query
from diorama.sight import Mirror, Shot, View
from diorama.sight.muting import draw_both
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.flat import FlatScene
from diorama.suites.structure.occlusion import NUDGES
from diorama.suites.structure.scenes import from_some_view, polished_world
from diorama.suites.structure.suite import OPTICAL, structure
from diorama.whatif import recognisable, survives
from diorama.world import Camera, World

Rng = np.random.Generator

IMAGE_PX = 60
"""A mirror image counts from here on …"""
PLAIN_PX = 150
"""… and is asked about only if it is clearly visible."""
CONTRAST = 20
"""Steps of 255 by which a pixel of an image must differ from the surface without it."""
PLAIN_SHARE = 0.65
"""How much of an image must differ so: a pale tin on pale granite shows an edge here and there, and nobody sees it."""
PIECE_PX = 200
"""The least size of its largest piece: of a trophy behind a lantern a bit of a handle shows on each side."""
MUTED = 2


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


def told_apart(view: View, mirrors: Sequence[Mirror]) -> dict[str, NDArray[np.bool_]]:
    """Where each mirror image clearly differs, in a draft picture, from the bare surface."""
    names = view.world.inventory
    picture, bare = draw_both(view.world, view.camera, names, mirrors, rough=True)
    differs = np.abs(picture.astype(np.int16) - bare).max(axis=2) >= CONTRAST
    return {n: np.logical_or.reduce([m.visible(n) for m in mirrors]) & differs for n in names}


def _largest_piece_px(mask: NDArray[np.bool_]) -> int:
    pieces, count = label(mask)
    return int(np.bincount(pieces[mask]).max()) if count else 0


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


def _from(world: World, camera: Camera, rng: Rng) -> Draft:
    view = View(world, camera)
    if not all(recognisable(view.sight(), n) for n in world.inventory):
        raise Rejected("an object could not be recognised")
    glass = mirrors(view)
    whole = images_px(glass, world.inventory)
    if min(whole.values()) < PLAIN_PX:
        raise Rejected("a mirror image is too small")
    plain = told_apart(view, glass)
    if any(plain[n].sum() < max(PLAIN_PX, PLAIN_SHARE * px) for n, px in whole.items()):
        raise Rejected("a mirror image is too faint")
    if any(_largest_piece_px(mask) < PIECE_PX for mask in plain.values()):
        raise Rejected("a mirror image is in bits")
    muted = tuple(str(n) for n in rng.choice(list(world.inventory), size=MUTED, replace=False))
    left = images_px(glass, world.inventory, muted)
    if min(left.values()) < PLAIN_PX:
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
    return replace(draft, margin=result.margin, trace={**draft.trace, "nudges_tried": result.tried})
