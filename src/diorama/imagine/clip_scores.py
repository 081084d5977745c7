"""How a clip compares with what would really happen, by its pixels.

Where the mover is in a clip is measured for all generators in one way, also for those that know it, so that the numbers
compare: it is what a frame shows and the exact picture of the world without the mover does not show. Other things that
are moved, or taken away, are left out. The same is measured in the true clip, and the clip is counted relative to
that: 1 is as good as the truth by this measure. Where even the true mover does not stand out, there is no number.
Limits: whatever else a generator invents counts as the mover, and things that look alike are not told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import binary_dilation

from diorama.errors import DioramaError
from diorama.imagine.generators.filming import frames_of_supposed, without_gone
from diorama.imagine.generators.protocol import Pixels
from diorama.imagine.likeness import intersection_over_union, similarity_map, standing_out
from diorama.imagine.supposed import Supposed, first_touch, mask_of, sights_of, worlds_of
from diorama.sight import Sight, draw_shot
from diorama.sight.clips import frame_times_of, frames_of
from diorama.world import World

Mask = NDArray[np.bool_]

MOMENTS = (0.25, 0.5, 0.75, 1.0)
"""Shares of the time at which a clip is looked at."""
MEASURABLE = 0.3
"""The least that must be found of the true mover in the true clip: intersection over union, or a share of it."""
EDGE_PX = 4
"""Pixels around a thing that are nobody's."""
REACHED = 0.5
"""A mover that is found as well as this, relative to the true clip, is there."""
NEARLY_THERE = 0.3
"""A thing that overlaps the place where it starts by more has hardly moved."""
MOVED_METRES = 0.002
OTHERWISE = 12.0
"""Grey levels by which pictures of different renderers differ on average; those of one differ by less than 3."""


@dataclass(frozen=True)
class _Moment:
    """One of the frames that are looked at."""

    shown: Pixels
    """What the clip shows."""
    true: Pixels
    """What it should show."""
    sight: Sight
    """What there really is to be seen."""
    ignored: Mask
    """Where other things were moved or taken away."""


def clip_scores(
    clip: bytes, truth: Supposed, given: Pixels | None = None, *, renderer: str = "draft", preset: str | None = None
) -> dict[str, float]:
    """Measures of a clip, 0 to 1, by name.

    ``mover``: whether the thing is where it should be, over time; of what is taken away, whether it is gone.
    ``contact``: whether it is there when it should touch what it truly runs into; only if it does, and if it is not
    nearly there from the start. ``similarity`` and ``similarity where it moves``: structural similarity with the true
    clip, everywhere and where the mover is or was; below 0 counts as 0. There are none if the `given` picture was
    clearly not drawn by this renderer: a clip that goes on from it cannot be compared with ours.
    """
    frames = len(frame_times_of(clip))
    if frames < 2:
        raise DioramaError("a clip of one frame shows nothing happen")
    touch = first_touch(truth)
    spread = [max(1, round(share * (frames - 1))) for share in MOMENTS]
    picked = sorted({*spread, *([] if touch is None else [max(1, round(touch.share * (frames - 1)))])})
    shown = _shown(clip, picked, (truth.shot.camera.width, truth.shot.camera.height))
    picture, *true = frames_of_supposed(truth, frames, [0, *picked], renderer=renderer, preset=preset)
    if given is not None and not _alike(given, picture):
        return {}
    before, *sights = sights_of(truth, frames, [0, *picked])
    ignored = [_others(truth, *each, before) for each in zip(worlds_of(truth, frames, picked), sights, strict=True)]
    looked_at = dict(zip(picked, map(_Moment, shown, true, sights, ignored), strict=True))
    moments = [looked_at[k] for k in sorted(set(spread))]
    alone = replace(truth, gone=tuple({*truth.gone, truth.mover}))
    plate = draw_shot(without_gone(alone), renderer=renderer, preset=preset)
    start = mask_of(before, truth.mover)
    found = _similarity(moments, truth.mover, start)
    if truth.mover in truth.gone:
        return found | _vanished(moments, start, picture, plate)
    there = [rate for each in moments if (rate := _there(each, truth.mover, plate)) is not None]
    found |= {"mover": float(np.mean(there))} if there else {}
    if touch is None:
        return found
    return found | _contact(looked_at[max(1, round(touch.share * (frames - 1)))], truth.mover, start, plate)


def _shown(clip: bytes, picked: Sequence[int], size: tuple[int, int]) -> list[Pixels]:
    """The picked frames of a clip in the size of the picture."""
    wanted = set(picked)
    return [
        np.asarray(Image.fromarray(frame.pixels).resize(size, Image.Resampling.LANCZOS), np.uint8)
        for k, frame in enumerate(frames_of(clip))
        if k in wanted
    ]


def _alike(given: Pixels, drawn: Pixels) -> bool:
    return given.shape == drawn.shape and float(np.abs(given.astype(float) - drawn).mean()) < OTHERWISE


def _others(truth: Supposed, world: World, now: Sight, before: Sight) -> Mask:
    """Where things other than the mover are that are not as in the picture any more, and where they were."""
    found = np.zeros(before.ids.shape, bool)
    for body in truth.shot.world.bodies:
        if body.name != truth.mover and (
            body.name not in world or not np.allclose(world[body.name].position, body.position, atol=MOVED_METRES)
        ):
            found |= mask_of(before, body.name) | mask_of(now, body.name)
    return _grown(found, EDGE_PX)


def _similarity(moments: Sequence[_Moment], mover: str, start: Mask) -> dict[str, float]:
    whole, around = [], []
    for each in moments:
        alike = np.maximum(similarity_map(each.shown, each.true), 0.0)
        whole.append(float(alike.mean()))
        where = _grown(start | mask_of(each.sight, mover), 2 * EDGE_PX)
        around += [float(alike[where].mean())] if where.any() else []
    found = {"similarity": float(np.mean(whole))}
    return found | ({"similarity where it moves": float(np.mean(around))} if around else {})


def _there(moment: _Moment, mover: str, plate: Pixels) -> float | None:
    """How well the mover is found where it should be, relative to the true clip; None if it cannot be measured."""
    counted = ~moment.ignored
    mask = mask_of(moment.sight, mover) & counted
    best, reached = (
        intersection_over_union(standing_out(pixels, plate) & counted, mask) for pixels in (moment.true, moment.shown)
    )
    return min(1.0, reached / best) if mask.any() and best >= MEASURABLE else None


def _vanished(moments: Sequence[_Moment], start: Mask, picture: Pixels, plate: Pixels) -> dict[str, float]:
    """Of what is taken away: how much of it is not seen any more."""
    at_first = float(standing_out(picture, plate)[start].mean()) if start.any() else 0.0
    if at_first < MEASURABLE:
        return {}
    left = [min(1.0, float(standing_out(each.shown, plate)[start].mean()) / at_first) for each in moments]
    return {"mover": 1.0 - float(np.mean(left))}


def _contact(moment: _Moment, mover: str, start: Mask, plate: Pixels) -> dict[str, float]:
    """Whether the mover is where it touches something when it should."""
    there = _there(moment, mover, plate)
    if there is None or intersection_over_union(start, mask_of(moment.sight, mover)) > NEARLY_THERE:
        return {}
    return {"contact": float(there >= REACHED)}


def _grown(mask: Mask, pixels: int) -> Mask:
    grown: Mask = binary_dilation(mask, iterations=pixels) if mask.any() else mask
    return grown
