"""Are the muted mirror images really not in the stored picture?

The view is drawn again with and without them. Where a muted one would be, the stored picture must look like the latter.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diorama.data.checks.case import Case, every_shot
from diorama.data.checks.pictures import drawn_again, quick_view, shrunk, stored_pixels
from diorama.data.sample import Media
from diorama.sight import Shot, reflect, see
from diorama.suites.meaning import Mismatch
from diorama.world.model import replace


def muted_reflections(case: Case) -> Iterator[Mismatch]:
    """No mirror image that the shot mutes is seen in its picture."""
    media = {m.stem: m for m in case.sample.media}
    muting = [shot for shot in case.sample.shots if shot.muted and shot.stem in media]
    yield from every_shot(muting, lambda shot: _still_there(case, shot, media[shot.stem]))


def _still_there(case: Case, shot: Shot, media: Media) -> Iterator[Mismatch]:
    stored = stored_pixels(media)
    if isinstance(stored, Mismatch):
        return  # the check of pictures says so
    view = quick_view(case, shot)
    picture = shrunk(stored, view).astype(np.int16)
    without = np.abs(picture - drawn_again(case, view)).sum(axis=2)
    mirrored = np.abs(picture - drawn_again(case, replace(view, muted=()))).sum(axis=2)
    for name, image in _images(view).items():
        if mirrored[image].sum() <= without[image].sum():
            yield Mismatch(f"no mirror image of '{name}'", "a picture that is nearer to one with it")


def _images(shot: Shot) -> dict[str, NDArray[np.bool_]]:
    """Where each muted mirror image would be seen; those that would not be are left out."""
    sight = see(shot.world, shot.camera)
    mirrors = [reflect(shot.world, sight, s) for s in shot.world.surfaces if s.glossy]
    masks = {name: np.logical_or.reduce([m.visible(name) for m in mirrors]) for name in shot.muted if mirrors}
    return {name: mask for name, mask in masks.items() if mask.any()}
