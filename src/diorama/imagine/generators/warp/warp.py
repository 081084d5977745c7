"""The warp: things are cut out of the picture and moved along their tracks, in seconds and without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.imagine.generators.protocol import FPS, Pixels
from diorama.imagine.generators.warp.background import background
from diorama.imagine.generators.warp.checks import check_picture, check_tracks, checked_map, checked_mask
from diorama.imagine.generators.warp.footing import Footing, footing, sizes
from diorama.imagine.generators.warp.layers import Canvas, Layer, cut_out, draw_shadow, draw_thing
from diorama.imagine.generators.warp.perspective import Perspective
from diorama.imagine.generators.warp.scene import Grey, Labels, Mask, Scene, make_scene
from diorama.imagine.generators.warp.shadow import shadow_layer, shadow_region
from diorama.imagine.tracks import Array, Track, Tracks
from diorama.perceive.spots import Point
from diorama.sight.clips import Frame, make_clip

MaskAt = Callable[[Point], Mask]
"""The mask (rows × columns) of the thing at a point of the picture; empty if there is none."""


@dataclass(frozen=True)
class Warp:
    """A generator that moves cut-outs; it turns nothing round, and what was hidden of a thing stays missing."""

    mask_at: MaskAt
    depth: NDArray[np.floating[Any]] | None = None
    """Metres along the optical axis (z, not along the ray), rows × columns; without it all stands on level ground."""
    things: Labels | None = None
    """Which pixels belong to which thing, also to those that stay: they are not smeared into the ground."""
    perspective: Perspective | None = None
    """The horizon and the nadir of the camera, if they are known."""

    def imagine(self, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int) -> bytes:
        """A clip in which the things at the tracks' starts move along them; words and seed change nothing."""
        drawn = self.frames(picture, tracks, frames)
        return make_clip((Frame(k / FPS, pixels) for k, pixels in enumerate(drawn)), fps=FPS)

    def frames(self, picture: Pixels, tracks: Tracks, count: int) -> Iterator[Pixels]:
        """The frames before they are encoded, one at a time."""
        check_picture(picture)
        shape = picture.shape[:2]
        check_tracks(tracks, count, shape)
        depth = checked_map(self.depth, shape, "depth")
        labels = checked_map(self.things, shape, "labels of things")
        masks: list[Mask] = []
        for track in tracks.moving:
            masks.append(checked_mask(self.mask_at, track, shape, masks))
        scene = make_scene(picture, masks, depth, labels, self.perspective)
        ground, nearness, movers = _cut(scene, tracks.moving, masks)
        return (_frame(ground, nearness, movers, k) for k in range(count))


@dataclass(frozen=True)
class _Mover:
    """A thing that moves: what is drawn, where and when."""

    thing: Layer
    shadow: Layer | None
    points: Array
    sizes: Array
    seen: NDArray[np.bool_]
    nearness: float


def _cut(scene: Scene, tracks: tuple[Track, ...], masks: list[Mask]) -> tuple[Pixels, Grey, list[_Mover]]:
    """What is left without the things that move, how near that is, and the things."""
    stands = [footing(scene, mask, track) for mask, track in zip(masks, tracks, strict=True)]
    regions = [
        np.zeros_like(mask) if each.in_the_air else shadow_region(scene, mask, each.foot)
        for mask, each in zip(masks, stands, strict=True)
    ]
    cleared, nearness = background(scene, masks, regions)
    shadows = [
        shadow_layer(scene, cleared, nearness, region, mask) for region, mask in zip(regions, masks, strict=True)
    ]
    ground: Pixels = cleared.round().clip(0, 255).astype(np.uint8)
    under = _with_shadows(ground, nearness, shadows)
    movers = []
    for mask, track, each, shadow in zip(masks, tracks, stands, shadows, strict=True):
        near = _nearness(scene, each)
        thing = cut_out(scene.picture, under, near, mask)
        size = sizes(scene, each, track.points)
        movers.append(_Mover(thing, shadow, track.points, size, track.seen, float(np.median(near[mask]))))
    return ground, nearness, movers


def _nearness(scene: Scene, stands: Footing) -> Grey:
    """How near a thing's pixels are; one in the air is in front of all if nobody knows its depth."""
    known = scene.measured or not stands.in_the_air
    return scene.nearness if known else np.full_like(scene.nearness, 2 * scene.nearness.max())


def _with_shadows(ground: Pixels, nearness: Grey, shadows: list[Layer | None]) -> Pixels:
    """The background with all shadows where they were in the picture."""
    canvas, here = Canvas(ground.copy(), nearness), np.zeros(2)
    for shadow in shadows:
        if shadow is not None:
            draw_shadow(canvas, shadow, here, here, 1.0)
    return canvas.pixels


def _frame(ground: Pixels, nearness: Grey, movers: list[_Mover], k: int) -> Pixels:
    """One frame: the background, all shadows, and the things from far to near."""
    canvas = Canvas(ground.copy(), nearness.copy())
    there = [mover for mover in movers if mover.seen[k]]
    for mover in there:
        if mover.shadow is not None:
            draw_shadow(canvas, mover.shadow, mover.points[0], mover.points[k], float(mover.sizes[k]))
    for mover in sorted(there, key=lambda mover: mover.nearness * float(mover.sizes[k])):
        draw_thing(canvas, mover.thing, mover.points[0], mover.points[k], float(mover.sizes[k]))
    return canvas.pixels
