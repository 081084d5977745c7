"""Is the stored picture what the shots draw?

The draft renderer draws the same bytes again. Others must agree in the mean colour of every patch. Photos, which take
long, are drawn again at a third of their size, and in full only where that differs: a small picture hardly resolves the
slats of a bright bread bin, and is lighter there.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from diorama.data.checks.case import Case, NotChecked, every_shot
from diorama.data.drawing import OUTCOME
from diorama.data.sample import Media
from diorama.errors import DioramaError
from diorama.sight import Shot, draw_overlays, see
from diorama.suites.meaning import Mismatch
from diorama.world.model import replace

Pixels = NDArray[np.uint8]

EXACT = frozenset({"draft"})
"""Renderers that draw the same pixels every time."""
SLOW = frozenset({"photo"})
"""Renderers whose pictures are drawn again in a smaller size."""
SMALLER, LOWEST = 3, 160
"""How many times smaller along each side, and the height below which no picture is made smaller."""
PATCHES = 10
"""Patches from the top of a picture to its bottom."""
PATCH_STEPS = 14.0
"""Steps of 255 by which the mean colour of a patch may differ. Most photos of a third of the size differ by less than
10; a mirror image that should not be there makes 35 and more."""


def pictures_of_shots(case: Case) -> Iterator[Mismatch]:
    """Every still is what its shot draws, in the size of its camera."""
    media = {m.stem: m for m in case.sample.media}
    shots = [shot for shot in case.sample.shots if shot.role != OUTCOME]
    if (wanted := [shot.stem for shot in shots]) != list(media):
        yield Mismatch(f"pictures named {', '.join(wanted)}", ", ".join(media) or "none")
        return
    yield from every_shot(shots, lambda shot: _compared(case, shot, media[shot.stem]))


def _compared(case: Case, shot: Shot, media: Media) -> Iterator[Mismatch]:
    if shot.kind != "image":
        return  # clips have a check of their own
    stored = stored_pixels(media)
    if isinstance(stored, Mismatch):
        yield stored
        return
    size = f"{shot.camera.width}×{shot.camera.height} pixels"
    if stored.shape[:2] != (shot.camera.height, shot.camera.width):
        yield Mismatch(f"a picture of {size}", f"{stored.shape[1]}×{stored.shape[0]}")
    elif case.renderer in EXACT:
        different = (drawn_again(case, shot) != stored).any(axis=2)
        if different.any():
            yield Mismatch("the pixels that its shot draws", f"{int(different.sum())} of {different.size} differ")
    else:
        steps = patch_difference(_marked_again(case, shot), shrunk(stored, quick_view(case, shot)))
        if steps > PATCH_STEPS and case.renderer in SLOW:
            steps = patch_difference(drawn_again(case, shot), stored)
        if steps > PATCH_STEPS:
            expected = f"the picture that its shot draws, each patch within {PATCH_STEPS:.0f} of 255"
            yield Mismatch(expected, f"a patch that differs by {steps:.0f}")


def drawn_again(case: Case, shot: Shot) -> Pixels:
    """A shot by the renderer that drew the dataset, if it can be had."""
    try:
        return case.easel.draw(shot)
    except DioramaError as error:
        raise NotChecked(f"{error}") from None


def _marked_again(case: Case, shot: Shot) -> Pixels:
    """The quick view of a shot. Marks are painted in the full size: in a small one thin lines are rounded."""
    view = quick_view(case, shot)
    if view is shot or not shot.overlays:
        return drawn_again(case, view)
    bare = Image.fromarray(drawn_again(case, replace(view, overlays=())))
    large = np.asarray(bare.resize((shot.camera.width, shot.camera.height), Image.Resampling.BILINEAR))
    return shrunk(draw_overlays(large, shot.camera, see(shot.world, shot.camera).depth, shot.overlays), view)


def stored_pixels(media: Media) -> Pixels | Mismatch:
    """A stored picture as pixels, or that it is none."""
    try:
        with Image.open(io.BytesIO(media.data)) as picture:
            return np.asarray(picture.convert("RGB"))
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        return Mismatch("a picture that can be opened", f"{error}")


def quick_view(case: Case, shot: Shot) -> Shot:
    """The shot in the size in which it is drawn again: smaller if that takes long."""
    if case.renderer not in SLOW:
        return shot
    times = max(1.0, min(SMALLER, shot.camera.height / LOWEST))
    return shot.resized(round(shot.camera.width / times), round(shot.camera.height / times))


def shrunk(pixels: Pixels, shot: Shot) -> Pixels:
    """A picture in the size of a shot, by averaging."""
    size = (shot.camera.width, shot.camera.height)
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))


def patch_difference(one: Pixels, other: Pixels) -> float:
    """The largest difference in the mean colour of a square patch, in steps of 255."""
    side = max(1, one.shape[0] // PATCHES)
    rows, columns = one.shape[0] // side, one.shape[1] // side
    apart = (one.astype(np.float64) - other)[: rows * side, : columns * side]
    patches = apart.reshape(rows, side, columns, side, 3).mean(axis=(1, 3))
    return float(np.abs(patches).max())
