"""Are the muted mirror images really not in the stored picture?

The view is drawn once more with every mirror image, small. Where that shows a muted one, the stored picture must
differ.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diorama.data.checks.case import Case
from diorama.data.checks.pictures import drawn_again, shrunk, smaller, stored_pixels
from diorama.sight import Shot, reflect, see
from diorama.suites.meaning import Mismatch
from diorama.world.model import replace

CONTRAST = 10
"""Steps of 255 by which a pixel with and without a mirror image differ."""
GONE_SHARE = 0.3
"""The share of a mirror image's pixels that must differ so; where it is there, noise alone makes them differ."""


def muted_reflections(case: Case) -> Iterator[Mismatch]:
    """No mirror image that the shot mutes is seen in its picture."""
    media = {m.stem: m for m in case.sample.media}
    for shot in case.sample.shots:
        if not shot.muted or shot.stem not in media:
            continue
        stored = stored_pixels(media[shot.stem])
        if isinstance(stored, Mismatch):
            continue  # the check of pictures says so
        small = smaller(shot)
        mirrored = drawn_again(case, replace(small, muted=()))
        differs = np.abs(mirrored.astype(np.int16) - shrunk(stored, small)).max(axis=2) >= CONTRAST
        for name, image in _images(small).items():
            share = float(differs[image].mean())
            if share < GONE_SHARE:
                yield Mismatch(f"no mirror image of '{name}'", f"{1 - share:.0%} of it is as if mirrored")


def _images(shot: Shot) -> dict[str, NDArray[np.bool_]]:
    """Where each muted mirror image would be seen; those that would not be are left out."""
    sight = see(shot.world, shot.camera)
    mirrors = [reflect(shot.world, sight, s) for s in shot.world.surfaces if s.glossy]
    masks = {name: np.logical_or.reduce([m.visible(name) for m in mirrors]) for name in shot.muted if mirrors}
    return {name: mask for name, mask in masks.items() if mask.any()}
