"""Contact shadows: the darker ground around the foot of a thing, which has to go where the thing goes."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from diorama.imagine.generators.warp.layers import MARGIN_PX, Layer
from diorama.imagine.generators.warp.scene import Grey, Mask, Scene
from diorama.perceive.fill import Values, smooth_fill, window_around

DARK, DARKEST = 0.9, 0.3
"""A pixel is in shadow if it has between these shares of the light of the ground around …"""
SAME_COLOUR = 0.03
"""… and its colour, as shares of red, green and blue, differs by no more than this: else it is another material."""
REACH = 0.8
"""How far a shadow is looked for, in sizes of the thing."""
BLUR_PX = 1.5
"""Over how many pixels light is averaged, so that the grain of a floor is no shadow."""
GROWN = 0.08
"""How far the soft edge of a shadow goes on beyond where it is noticed, in sizes of the thing."""
OTHERS = 1.5
"""What is so many times as far from this thing as from another is that one's shadow."""
TOUCHES_PX = 4
"""A shadow begins so near to the thing."""
BLACK = 0.1
"""The least light that is left in a shadow."""
LEVEL = 0.04
"""Share of its nearness by which ground may differ from the level plane under the foot of the thing."""


def shadow_region(scene: Scene, mask: Mask, foot: float) -> Mask:
    """The ground that the thing's own shadow darkens, as far as it is seen."""
    rows, columns = np.nonzero(mask)
    reach = int(np.ceil(REACH * max(np.ptp(rows), np.ptp(columns)))) + TOUCHES_PX
    window = window_around(mask, 2 * reach)
    found = np.zeros(mask.shape, bool)
    found[window] = _in_window(scene, mask, foot, window, reach)
    return found


def shadow_layer(scene: Scene, cleared: Values, nearness: Grey, region: Mask, mask: Mask) -> Layer | None:
    """The shadow of a thing, as what the picture there is darker than the cleared ground; None if it has none."""
    if not region.any():
        return None
    window = window_around(region | mask, 2 * MARGIN_PX)
    thing = ndimage.binary_dilation(mask[window])
    picture = smooth_fill(scene.picture[window].astype(np.float32), thing)
    light = _brightness(picture) / np.maximum(_brightness(cleared[window]), 1)
    light = smooth_fill(light[..., None], thing)[..., 0]
    soft = ndimage.gaussian_filter(ndimage.binary_dilation(region[window] | thing).astype(np.float32), BLUR_PX / 2)
    dark = soft * (1 - light.clip(BLACK, 1))
    return Layer(np.stack([dark, nearness[window]]).astype(np.float32), window[1].start, window[0].start)


def _in_window(scene: Scene, mask: Mask, foot: float, window: tuple[slice, slice], reach: int) -> Mask:
    own = mask[window]
    ground = (scene.labels[window] == 0) & ~own & _level(scene, mask, foot)[window]
    away = ndimage.distance_transform_edt(~own)
    near = away <= reach
    picture = scene.picture[window].astype(np.float32)
    usual, here = (_blurred(smooth_fill(picture, hole)) for hole in (near | ~ground, ~ground))
    light = here.mean(axis=-1) / np.maximum(usual.mean(axis=-1), 1)
    apart = np.abs(_shares(here) - _shares(usual)).max(axis=-1)
    dark = ground & near & (light < DARK) & (light > DARKEST) & (apart < SAME_COLOUR)
    if (others := (scene.labels[window] > 0) & ~own).any():
        dark &= away <= OTHERS * ndimage.distance_transform_edt(~others)
    dark = ndimage.binary_opening(dark)
    labels, _ = ndimage.label(dark, structure=np.ones((3, 3)))
    begins = np.unique(labels[ndimage.binary_dilation(own, iterations=TOUCHES_PX)])
    found: Mask = np.isin(labels, begins[begins > 0])
    if not found.any():
        return found
    grown = ndimage.binary_dilation(found, iterations=max(2, round(GROWN * reach / REACH)))
    closed = ndimage.binary_fill_holes(ndimage.binary_closing(grown | own, iterations=TOUCHES_PX))
    shadow: Mask = closed & ground
    return shadow


def _level(scene: Scene, mask: Mask, foot: float) -> Mask:
    """The ground that is level with what the thing stands on."""
    horizon = scene.perspective.horizon_px
    low = mask & (np.arange(len(mask)) >= foot - 3)[:, None]
    rise = float(np.median(scene.nearness[low])) / max(foot - horizon, 1)
    plane = rise * (np.arange(len(mask)) + 0.5 - horizon)[:, None]
    flat: Mask = np.abs(scene.nearness - plane) < LEVEL * np.maximum(plane, 1e-9)
    return flat


def _blurred(picture: Values) -> Values:
    blurred: Values = ndimage.gaussian_filter(picture, (BLUR_PX, BLUR_PX, 0))
    return blurred


def _brightness(picture: Values) -> Grey:
    bright: Grey = _blurred(picture).mean(axis=-1)
    return bright


def _shares(picture: Values) -> Values:
    """The shares of red, green and blue; dark pixels tell little and are taken for grey."""
    shares: Values = (picture + 10) / (picture + 10).sum(axis=-1, keepdims=True)
    return shares
