"""Artefacts: how much a part of a picture looks as if it had been changed, without weights.

Three numbers are measured for the part: how much finer grain, how much more structure it has than the ring around it,
and how sharp its outline is. Each is compared with the same part moved elsewhere in the same picture, where nothing was
changed: so a busy picture forgives more than a plain one. The score says how unusual the most unusual number is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from diorama.perceive.fill import window_around
from diorama.perceive.percepts import Mask, Pixels, Quality
from diorama.perceive.providers.wishes import checked_picture
from diorama.perceive.registry import provider
from diorama.sight import Shot

RING_PX, GAP_PX = 14, 2
"""Width of the ring that a part is compared with, and how far it stays away from the outline."""
ACROSS, LEAST_ELSEWHERE = 9, 8
"""Places in a row at which the part is measured for comparison, and how many must be left to go by."""
FLOOR = 0.75
"""Grey levels below which differences are not seen."""
USUAL = (0.25, 0.45, 0.2)
"""Spread of the three numbers where a picture has too few places to compare with; its middle is 0."""
LEAST_SPREAD = (0.05, 0.1, 0.05)
"""However alike the places of a picture are."""
HALF, SOFT = 4.5, 0.9
"""The score is a half at so many spreads from the middle, and rises from a quarter to three quarters around that."""
LONGEST_PX = 1500
"""A larger picture is looked at in a window around the part."""

Grey = NDArray[np.float32]


@provider("quality", "artefacts")
def artefacts(shot: Shot | None) -> Quality:
    """Grain, structure and outline of a part, against the rest of its picture."""
    return _Artefacts()


@dataclass(frozen=True)
class _Artefacts:
    def __call__(self, picture: Pixels, changed: Mask) -> float:
        picture = checked_picture(picture)
        if not changed.any() or changed.all():
            return 0.0
        window = _window(changed)
        grey, part = picture[window].astype(np.float32).mean(axis=2), changed[window]
        maps = _Maps.of(grey)
        bands = _bands(part)
        own = _measured(maps, bands, (0, 0))
        if own is None:
            return 0.0
        others = [found for shift in _elsewhere(part) if (found := _measured(maps, bands, shift)) is not None]
        middle, spread = np.zeros(3), np.array(USUAL)
        if len(others) >= LEAST_ELSEWHERE:
            middle = np.median(others, axis=0)
            spread = np.maximum(1.4826 * np.median(np.abs(np.array(others) - middle), axis=0), LEAST_SPREAD)
        far = (own - middle) / spread
        unusual = max(abs(float(far[0])), abs(float(far[1])), float(far[2]))  # a soft outline is nothing odd
        return float(1 / (1 + np.exp(-(unusual - HALF) / SOFT * np.log(3))))


@dataclass(frozen=True)
class _Maps:
    """A picture's grain, structure and edges, pixel by pixel."""

    grain: Grey
    structure: Grey
    edges: Grey

    @staticmethod
    def of(grey: Grey) -> _Maps:
        smooth = ndimage.gaussian_filter(grey, 1.0)
        coarse = ndimage.gaussian_gradient_magnitude(grey, 2.0)
        return _Maps(np.abs(grey - smooth), coarse, ndimage.gaussian_gradient_magnitude(grey, 0.7))


@dataclass(frozen=True)
class _Bands:
    """Pixels of a part, of the ring around it, of its outline, and beside its outline; as rows and columns."""

    inside: NDArray[np.intp]
    ring: NDArray[np.intp]
    outline: NDArray[np.intp]
    beside: NDArray[np.intp]


def _bands(part: Mask) -> _Bands:
    depth = ndimage.distance_transform_edt(part)
    away = ndimage.distance_transform_edt(~part)
    inside = part & (depth > GAP_PX)
    outline = (part & (depth <= 1)) | (~part & (away <= 1))
    beside = (part & (depth > 3) & (depth <= 6)) | (~part & (away > 3) & (away <= 6))
    ring = ~part & (away > GAP_PX) & (away <= RING_PX)
    return _Bands(*(np.argwhere(each) for each in (inside if inside.any() else part, ring, outline, beside)))


def _measured(maps: _Maps, bands: _Bands, shift: tuple[int, int]) -> NDArray[np.float64] | None:
    """Grain and structure inside against the ring, and the outline against what is beside it; None off the picture."""
    grain_in, grain_out = _mean(maps.grain, bands.inside, shift), _mean(maps.grain, bands.ring, shift)
    much_in, much_out = _mean(maps.structure, bands.inside, shift), _mean(maps.structure, bands.ring, shift)
    on, beside = _mean(maps.edges, bands.outline, shift), _mean(maps.edges, bands.beside, shift)
    values = np.array([grain_in, grain_out, much_in, much_out, on, beside]) + FLOOR
    if np.isnan(values).any():
        return None
    logs = np.log(values)
    return np.array([logs[0] - logs[1], logs[2] - logs[3], logs[4] - logs[5]])


def _mean(values: Grey, band: NDArray[np.intp], shift: tuple[int, int]) -> float:
    """The mean over a band that was moved; NaN if most of it is off the picture."""
    at = band + shift
    there = ((at >= 0) & (at < values.shape)).all(axis=1)
    if not len(at) or there.mean() < 0.5:
        return float("nan")
    return float(values[at[there, 0], at[there, 1]].mean())


def _elsewhere(part: Mask) -> Iterator[tuple[int, int]]:
    """Moves that take a part to where it does not touch itself and still lies in the picture."""
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    tall, wide = int(rows[-1] - rows[0] + 1), int(columns[-1] - columns[0] + 1)
    downs = np.unique(np.linspace(-rows[0], part.shape[0] - 1 - rows[-1], ACROSS).round().astype(int))
    rights = np.unique(np.linspace(-columns[0], part.shape[1] - 1 - columns[-1], ACROSS).round().astype(int))
    for down in downs.tolist():
        for right in rights.tolist():
            if abs(down) >= tall + GAP_PX or abs(right) >= wide + GAP_PX:
                yield down, right


def _window(changed: Mask) -> tuple[slice, slice]:
    if max(changed.shape) <= LONGEST_PX:
        return slice(None), slice(None)
    rows, columns = np.nonzero(changed)
    return window_around(changed, max(LONGEST_PX // 2, 2 * int(max(np.ptp(rows), np.ptp(columns)))))
