"""Layers: parts of a picture that are moved and drawn over what is left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from diorama.imagine.generators.protocol import Pixels
from diorama.imagine.generators.warp.scene import Grey, Mask
from diorama.perceive.fill import Values, window_around

FEATHER_PX = 0.6
"""Blur of the edge of what is cut out."""
MARGIN_PX = 3
"""Pixels around what is cut out that are kept with it."""
IN_FRONT = 0.995
"""Of what is there: how near a thing must be to be drawn over it."""
ON_GROUND = 0.06
"""Share of its nearness by which the ground may differ where a shadow falls on it."""


@dataclass(frozen=True)
class Layer:
    """Something that is cut out: its values with its cover and nearness as last channels, and where it was cut."""

    values: Values
    """Channels × rows × columns: colours times cover, cover, nearness; of a shadow darkness and nearness."""
    left: int
    top: int


@dataclass
class Canvas:
    """A frame that is being drawn."""

    pixels: Pixels
    nearness: Grey


def cut_out(picture: Pixels, under: Pixels, nearness: Grey, mask: Mask) -> Layer:
    """A thing with a soft edge, whose colours are freed from what is under it: over that it is the picture again."""
    window = window_around(mask, MARGIN_PX)
    own = mask[window]
    cover: Grey = ndimage.gaussian_filter(own.astype(np.float32), FEATHER_PX)
    mixed = picture[window].astype(np.float32) - (1 - cover)[..., None] * under[window]
    colours = np.moveaxis(mixed.clip(0, 255 * cover[..., None]), -1, 0)
    return Layer(
        np.concatenate([colours, cover[None], _spread(nearness[window], own)[None]]), window[1].start, window[0].start
    )


def draw_thing(canvas: Canvas, layer: Layer, start: NDArray[np.float64], end: NDArray[np.float64], size: float) -> None:
    """Draw a thing that has come from `start` to `end` and is so many times as large, where nothing is in front."""
    placed = _placed(layer, start, end, size, canvas.nearness.shape)
    if placed is None:
        return
    values, window = placed
    near = values[4] * size
    cover = values[3] * (near >= IN_FRONT * canvas.nearness[window])
    shown = np.divide(cover, values[3], out=np.zeros_like(cover), where=values[3] > 0)
    drawn = canvas.pixels[window] * (1 - cover)[..., None] + np.moveaxis(values[:3] * shown, 0, -1)
    canvas.pixels[window] = drawn.round().clip(0, 255)
    np.copyto(canvas.nearness[window], near, where=cover > 0.5)


def draw_shadow(
    canvas: Canvas, layer: Layer, start: NDArray[np.float64], end: NDArray[np.float64], size: float
) -> None:
    """Darken the ground where the shadow now falls; what is nearer or farther than the ground stays as it is."""
    placed = _placed(layer, start, end, size, canvas.nearness.shape)
    if placed is None:
        return
    (dark, near), window = placed
    there = canvas.nearness[window]
    dark = dark * (np.abs(near * size - there) <= ON_GROUND * there)
    canvas.pixels[window] = (canvas.pixels[window] * (1 - dark)[..., None]).round()


def _placed(
    layer: Layer, start: NDArray[np.float64], end: NDArray[np.float64], size: float, shape: tuple[int, ...]
) -> tuple[Values, tuple[slice, slice]] | None:
    """The layer's values at the pixels of the picture that it now covers; None if it is outside."""
    corner = np.array([layer.top, layer.left])
    begin = end[::-1] + size * (corner - start[::-1])
    rows, columns = (
        slice(*np.clip([np.floor(low), np.ceil(low + size * side) + 1], 0, limit).astype(int).tolist())
        for low, side, limit in zip(begin, layer.values.shape[1:], shape, strict=True)
    )
    count = (rows.stop - rows.start, columns.stop - columns.start)
    if min(count) < 1:
        return None
    # pixel k has its middle at k + ½, in the picture as in the layer
    offset = (np.array([rows.start, columns.start]) + 0.5 - begin) / size - 0.5
    values = np.empty((len(layer.values), *count), np.float32)
    for channel, out in zip(layer.values, values, strict=True):
        ndimage.affine_transform(
            channel, np.full(2, 1 / size), offset, output_shape=count, output=out, order=1, mode="constant"
        )
    return values, (rows, columns)


def _spread(values: Grey, mask: Mask) -> Grey:
    """The mask's values, and outside of it that of its nearest pixel."""
    nearest = ndimage.distance_transform_edt(~mask, return_distances=False, return_indices=True)
    spread: Grey = values[tuple(nearest)]
    return spread
