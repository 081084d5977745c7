"""Fill: what is probably behind a thing, from the picture around it.

The hole is covered with pieces of the same picture, shifted as a whole so that they continue what is around the hole;
then their tone is bent to meet the edge of the hole smoothly. So the grain of a floor stays grain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import fft, ndimage

Values = NDArray[np.float32]
"""Rows, columns, channels."""
Mask = NDArray[np.bool_]
Spectrum = NDArray[np.complexfloating[Any, Any]]
Shift = tuple[int, int]
"""Rows and columns from a pixel of the hole to the one that is copied there."""

RING_PX = 8
"""Width of what is compared around a hole, in pixels of the smaller picture in which shifts are looked for."""
SEARCHED_PX = 400
"""The longer side of that picture."""
SECTORS = 6
"""Parts of the ring: each finds a shift of its own, because what is behind a thing may be of several pieces."""
COMPARED = 0.95
"""Share of a part of the ring that must be there to compare at a shift."""
NEAR_COST = 0.02
"""Added to the mean squared difference (of colours from 0 to 1) for each picture's size: of like shifts the nearest."""
OPEN_COST, MOST_OPEN = 0.1, 0.5
"""Added if a shift leaves the hole uncovered, in proportion; one that leaves more than half of it is no use."""
BLEND_PX = 3.0
"""Over how many pixels two pieces are blended."""
BENT = 16.0
"""Grey levels by which the tone of a piece is bent at most: a larger difference is no matter of tone."""
NEARLY, ROUGH, SOMEWHERE = 1.5, 8.0, 0.15
"""A piece fits where its squared error is at most so many times the least and so many grey levels more; it must fit
that share of the ring."""
NO_SOURCE = 1e6
"""The cost of a pixel that cannot be copied."""


@dataclass(frozen=True)
class _Patch:
    """One way to cover the hole: all pixels shifted alike, and which of them can be copied."""

    values: Values
    good: Mask


def filled(values: Values, hole: Mask, others: Mask) -> Values:
    """The picture with the hole covered by what is around it; nothing of `others` gets into the hole.

    The first three channels are compared; all are filled.
    """
    out = values.copy()
    labels, _ = ndimage.label(hole, structure=np.ones((3, 3)))
    for label, window in enumerate(ndimage.find_objects(labels), start=1):
        one = np.zeros_like(hole)
        one[window] = labels[window] == label
        _fill_one(out, one, values, usable=~(hole | others))
    return out


def smooth_fill(values: Values, hole: Mask) -> Values:
    """The hole filled smoothly from its edge: averages of ever larger squares, each used where smaller ones have none.

    A picture that is all hole stays as it is.
    """
    weight = (~hole).astype(np.float32)[..., None]
    if not weight.any():
        return values
    smooth = _pulled(values * weight, weight)
    out: Values = np.where(hole[..., None], smooth, values)
    return out


def window_around(mask: Mask, margin: int) -> tuple[slice, slice]:
    """The rows and columns that hold a mask and a margin around it."""
    rows, columns = (
        slice(max(0, int(at[0]) - margin), min(side, int(at[-1]) + 1 + margin))
        for at, side in zip((np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0)), mask.shape, strict=True)
    )
    return rows, columns


def _pulled(sums: Values, weight: Values) -> Values:
    """Weighted values divided by their weight; where there is no weight, the same of the picture of half the size."""
    if min(weight.shape[:2]) < 2 or (weight > 0).all():
        mean: Values = sums / np.maximum(weight, 1e-6)
        return mean
    half_sums, half_weight = _halved(sums), _halved(weight)
    coarse = _pulled(half_sums, half_weight)
    fine = _doubled(coarse, sums.shape)
    known = np.minimum(weight, 1.0)
    pulled: Values = known * (sums / np.maximum(weight, 1e-6)) + (1 - known) * fine
    return pulled


def _halved(values: Values) -> Values:
    """Sums over 2 × 2 pixels, a little blurred so that no grid shows."""
    rows, columns = values.shape[:2]
    even = np.pad(values, ((0, rows % 2), (0, columns % 2), (0, 0)))
    blurred = ndimage.uniform_filter(even, (3, 3, 1), mode="constant")
    summed: Values = blurred.reshape(even.shape[0] // 2, 2, even.shape[1] // 2, 2, -1).sum(axis=(1, 3))
    return summed


def _doubled(values: Values, shape: tuple[int, ...]) -> Values:
    twice = values.repeat(2, axis=0).repeat(2, axis=1)[: shape[0], : shape[1]]
    blurred: Values = ndimage.uniform_filter(twice, (3, 3, 1), mode="nearest")
    return blurred


def _fill_one(out: Values, hole: Mask, values: Values, usable: Mask) -> None:
    """Cover one hole of the whole picture."""
    step = max(1, -(-max(usable.shape) // SEARCHED_PX))
    pad = (RING_PX + 1) * step
    cut = window_around(hole, pad)
    target = hole[cut]
    ring = ndimage.binary_dilation(target, iterations=RING_PX * step) & usable[cut]
    shifts = [
        _refined(values, usable, cut, part, shift, step)
        for part, shift in _shifts(values[..., :3], usable, hole, ring, cut, step)
    ]
    patches = [_patch(values, usable, cut, shift) for shift in dict.fromkeys(shifts)]
    out[cut][target] = _joined(values[cut], target, ring, patches)[target]


def _joined(here: Values, hole: Mask, ring: Mask, patches: list[_Patch]) -> Values:
    """Pieces joined so that each goes on from where it fits the ring best, with their tone bent to meet the edge."""
    smooth = smooth_fill(here, ~ring)
    fitting = _fitting(here, ring, patches)
    costs = [_cost(here, ring, patch) for patch in fitting] + [np.full(hole.shape, 0.5 * NO_SOURCE, np.float32)]
    chosen = np.argmin(costs, axis=0)
    out, total = np.zeros_like(here), np.zeros((*hole.shape, 1), np.float32)
    for k, patch in enumerate([*fitting, _Patch(smooth, hole)]):
        if (mine := chosen == k).any():
            tone = (here - patch.values).clip(-BENT, BENT)
            share = ndimage.gaussian_filter(mine.astype(np.float32), BLEND_PX / 2)[..., None]
            out += share * (patch.values + smooth_fill(tone, ~(ring & patch.good)))
            total += share
    return out / total


def _fitting(here: Values, ring: Mask, patches: list[_Patch]) -> list[_Patch]:
    """The pieces that are nearly the best ones somewhere: one that is second best all around is nothing of here."""
    errors = [np.where(patch.good, _squares(here, patch), NO_SOURCE)[ring] for patch in patches]
    if not errors:
        return []
    near_best = NEARLY * np.min(errors, axis=0) + ROUGH**2
    return [p for p, error in zip(patches, errors, strict=True) if (error <= near_best).mean() >= SOMEWHERE]


def _cost(here: Values, ring: Mask, patch: _Patch) -> NDArray[np.float32]:
    """How badly a piece goes on from the ring, carried into the hole; where it has no source it cannot be taken."""
    error = smooth_fill(_squares(here, patch)[..., None], ~(ring & patch.good))[..., 0]
    cost: NDArray[np.float32] = ndimage.gaussian_filter(error + NO_SOURCE * ~patch.good, BLEND_PX)
    return cost


def _squares(here: Values, patch: _Patch) -> NDArray[np.float32]:
    squares: NDArray[np.float32] = ((here - patch.values)[..., :3] ** 2).mean(axis=-1)
    return squares


def _patch(values: Values, usable: Mask, window: tuple[slice, slice], shift: Shift) -> _Patch:
    """The window's pixels as they are at a shift."""
    rows, columns = (np.arange(cut.start, cut.stop) + by for cut, by in zip(window, shift, strict=True))
    inside = ((rows >= 0) & (rows < len(usable)))[:, None] & ((columns >= 0) & (columns < usable.shape[1]))[None]
    at = np.ix_(rows.clip(0, len(usable) - 1), columns.clip(0, usable.shape[1] - 1))
    return _Patch(values[at], usable[at] & inside)


def _shifts(
    values: Values, usable: Mask, hole: Mask, ring: Mask, cut: tuple[slice, slice], step: int
) -> Iterator[tuple[Mask, Shift]]:
    """Shifts at which the picture looks as around the hole, for the whole ring and for each part of it.

    They are looked for in a smaller picture, so that they are right to a few pixels only.
    """
    small = (slice(None, None, step),) * 2
    search = _Search(values[small] / 255, usable[small], hole[small])
    for part in _parts(ring):
        whole = np.zeros(usable.shape, bool)
        whole[cut] = part
        found = search.best(whole[small])
        if found is not None:
            yield part, (found[0] * step, found[1] * step)


def _refined(values: Values, usable: Mask, cut: tuple[slice, slice], part: Mask, shift: Shift, step: int) -> Shift:
    """The shift, of those at most half a step away, at which the part looks most alike."""
    by = range(-(step // 2), step // 2 + 1)
    rows, columns = (at[::step] for at in np.nonzero(part))
    own = values[cut][rows, columns, :3]

    def error(there: Shift) -> float:
        at = tuple(
            (k + c.start + d).clip(0, n - 1)
            for k, c, d, n in zip((rows, columns), cut, there, usable.shape, strict=True)
        )
        return float(((values[at][:, :3] - own) ** 2).sum() + NO_SOURCE * (~usable[at]).sum())

    return min(((shift[0] + down, shift[1] + right) for down in by for right in by), key=error)


def _parts(ring: Mask) -> Iterator[Mask]:
    """The whole ring, and its parts by their direction from its middle."""
    if not ring.any():
        return
    yield ring
    rows, columns = np.indices(ring.shape)
    own_rows, own_columns = np.nonzero(ring)
    angle = np.arctan2(rows - own_rows.mean(), columns - own_columns.mean())
    sector = np.floor((angle + np.pi) / (2 * np.pi) * SECTORS).clip(0, SECTORS - 1)
    for k in range(SECTORS):
        part = ring & (sector == k)
        if part.any():
            yield part


class _Search:
    """The difference between a part of the picture and the same part at every shift, by Fourier transforms."""

    def __init__(self, values: Values, usable: Mask, hole: Mask) -> None:
        self.values, self.hole = values, hole
        self.shape = [fft.next_fast_len(2 * n, real=True) for n in usable.shape]
        source = np.where(usable[..., None], values, 0)
        self.usable = self._spectrum(usable)
        self.squares = self._spectrum((source**2).sum(axis=-1))
        self.sources = [self._spectrum(source[..., k]) for k in range(3)]
        self.uncovered = hole.sum() - self._matches(self._spectrum(hole), self.usable)
        down, right = (np.minimum(np.arange(n), n - np.arange(n)) for n in self.shape)
        self.far = NEAR_COST * np.hypot(down[:, None], right[None]) / max(usable.shape)

    def best(self, part: Mask) -> Shift | None:
        """The shift at which what can be copied looks most like the part; None if there is none."""
        area = self._spectrum(part)
        own = np.where(part[..., None], self.values, 0)
        both = self._matches(area, self.usable)
        error = (own**2).sum() + self._matches(area, self.squares)
        for k, source in enumerate(self.sources):
            error -= 2 * self._matches(self._spectrum(own[..., k]), source)
        least = COMPARED * part.sum()
        open_share = self.uncovered / max(1, self.hole.sum())
        cost = error / np.maximum(both, 1) + self.far + OPEN_COST * open_share
        cost[(both < np.maximum(least, 1)) | (open_share > MOST_OPEN)] = np.inf
        row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
        if not np.isfinite(cost[row, column]):
            return None
        height, width = self.shape
        return int(row - height * (row > height // 2)), int(column - width * (column > width // 2))

    def _spectrum(self, values: NDArray[np.generic]) -> Spectrum:
        found: Spectrum = fft.rfft2(values.astype(np.float32), self.shape)
        return found

    def _matches(self, one: Spectrum, other: Spectrum) -> NDArray[np.float32]:
        """At each shift the sum over pixels p of one(p) · other(p + shift)."""
        found: NDArray[np.float32] = fft.irfft2(one.conj() * other, self.shape)
        return found
