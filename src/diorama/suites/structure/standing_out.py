"""Gates on pictures of mirror images: each stands out from the bare surface, in one piece, and muted ones are gone.

Areas are counted as in a picture of the usual height, whatever size is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_opening, label

from diorama.suites.drafts import Rejected
from diorama.suites.sizes import USUAL

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Masks = Mapping[str, Mask]

USUAL_HEIGHT = USUAL[1]
CONTRAST = 20
"""Steps of 255 by which a pixel of an image must differ from the surface without it."""
TRACE_PX = 60
"""A muted image has left a trace if so much in one piece differs."""


@dataclass(frozen=True)
class Plainness:
    """What is asked of a mirror image that a question may be about."""

    share: float
    """How much of it must differ: a pale tin on pale granite shows an edge here and there, and nobody sees it."""
    piece_px: int
    """The least size of its largest piece: of a trophy behind a lantern a bit of a handle shows on each side."""
    area_px: int = 150
    """The least area that differs."""


DRAFT = Plainness(share=0.65, piece_px=200)
PHOTO = Plainness(share=0.55, piece_px=300)
"""In photos, patterned and round things show by less of their area, but small ones are soon lost: the dark image of a
tomato of 200 pixels passes for its shadow."""


def differing(picture: Pixels, bare: Pixels, images: Masks) -> dict[str, Mask]:
    """Where each mirror image clearly differs from the bare surface."""
    differs = np.abs(picture.astype(np.int16) - bare).max(axis=2) >= CONTRAST
    return {name: mask & differs for name, mask in images.items()}


def require_plain(images: Masks, seen: Masks, least: Plainness) -> None:
    """Reject unless of each image enough is `seen`, in one piece."""
    for name, mask in images.items():
        enough = max(least.area_px, least.share * usual_px(mask))
        if usual_px(seen[name]) < enough:
            raise Rejected("a mirror image is too faint")
    if any(largest_piece_px(mask) < least.piece_px for mask in seen.values()):
        raise Rejected("a mirror image is in bits")


def require_no_trace(seen: Masks) -> None:
    """Reject if something is still `seen` where images were muted.

    A line one pixel thin is no image: edges fall a little otherwise in a picture that is drawn smaller.
    """
    if any(largest_piece_px(binary_opening(mask, np.ones((2, 2), bool))) >= TRACE_PX for mask in seen.values()):
        raise Rejected("a muted mirror image left a trace")


def usual_px(mask: Mask) -> float:
    """The area of a mask, as it would be in a picture of the usual height."""
    return float(mask.sum()) * (USUAL_HEIGHT / mask.shape[0]) ** 2


def largest_piece_px(mask: Mask) -> float:
    """The area of the largest connected part of a mask, counted so too."""
    pieces, count = label(mask)
    largest = float(np.bincount(pieces[mask]).max()) if count else 0.0
    return largest * (USUAL_HEIGHT / mask.shape[0]) ** 2
