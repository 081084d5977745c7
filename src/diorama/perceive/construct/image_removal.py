"""Taking mirror images out of a picture: their places are filled with bare surface, and looked at again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.mirror_images import Candidate, candidate_images
from diorama.perceive.construct.reflected import Reflected
from diorama.perceive.construct.seen import Seen
from diorama.perceive.percepts import Mask, Pixels, Provider


@dataclass(frozen=True, eq=False)
class ImageRemoval:
    """A picture in which mirror images were filled, and what is found in it then."""

    picture: Pixels
    hole: Mask
    artefacts: float
    again: tuple[Candidate, ...]


def without_images(
    seen: Seen, found: Reflected, names: Sequence[str], providers: Mapping[str, Provider], limits: Limits
) -> ImageRemoval:
    """The picture without the mirror images of some things, and a second look at it."""
    assert found.surface is not None and found.expected is not None
    growth = max(1, round(limits.hole_growth * seen.picture.shape[0]))
    hole = np.zeros(found.surface.shape, bool)
    for pair in found.pairs:
        if pair.thing in names:
            hole |= pair.image.expected
    others = np.zeros_like(hole)
    for pair in found.pairs:
        if pair.thing not in names:
            others |= pair.image.expected
    hole = ndimage.binary_dilation(hole, iterations=growth) & found.surface & ~others
    if not hole.any():
        return ImageRemoval(seen.picture, hole, 0.0, found.candidates)
    picture = _filled(seen.picture, hole, found.surface & ~others, providers["inpaint"])
    again = candidate_images(picture, found.surface, found.expected, limits)
    return ImageRemoval(picture, hole, float(providers["quality"](picture, hole)), again)


def _filled(picture: Pixels, hole: Mask, bare: Mask, inpaint: Provider) -> Pixels:
    """A picture with a hole filled from bare surface, so that no thing is copied into it.

    For the filling, all else is strewn with pixels of the surface: a plain colour would fit everywhere, and be copied.
    """
    around = picture.copy()
    plain, other = bare & ~hole, ~bare & ~hole
    if plain.any():
        around[other] = np.random.default_rng(0).choice(picture[plain], int(other.sum()))
    done = picture.copy()
    done[hole] = inpaint(around, hole)[hole]
    return done
