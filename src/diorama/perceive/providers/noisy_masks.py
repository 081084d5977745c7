"""Noisy masks: the oracle's with stated errors; see `noisy`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from diorama.perceive.fill import window_around
from diorama.perceive.percepts import Mask, Pixels, Prompt, Segment
from diorama.perceive.providers.errors import chance_of, check_errors, smooth_field
from diorama.perceive.providers.oracle import OracleSegment
from diorama.perceive.providers.truth import known_shot, truth_of
from diorama.perceive.providers.wishes import checked_picture
from diorama.perceive.registry import provider
from diorama.sight import Shot

WAVE_PX = 8.0
"""How long the waves of a ragged outline are."""
CUT = (0.2, 0.5)
"""The share of a mask that is lost when it is cut off."""


@provider("segment", "noisy", knows_world=True)
def noisy_segment(
    shot: Shot | None,
    *,
    eroded_px: float = 0.0,
    dilated_px: float = 0.0,
    ragged_px: float = 0.0,
    missed: float = 0.0,
    cut: float = 0.0,
    merged: float = 0.0,
    severity: float = 1.0,
    seed: int = 0,
) -> Segment:
    """Outlines that lie inside or outside of the true ones, or wander around them; shares of masks that are empty,
    lose a part at one side, or take the thing beside them along.
    """
    sizes = (eroded_px * severity, dilated_px * severity, ragged_px * severity)
    return _Segment(OracleSegment(known_shot(shot, "noisy")), *sizes, missed * severity, cut * severity,
                    merged * severity, seed)  # fmt: skip


@noisy_segment.check
def _can_cut(
    *, eroded_px: float, dilated_px: float, ragged_px: float, missed: float, cut: float, merged: float,
    severity: float, seed: int,
) -> None:  # fmt: skip
    sizes = {"eroded_px": eroded_px, "dilated_px": dilated_px, "ragged_px": ragged_px}
    check_errors(severity, {"missed": missed, "cut": cut, "merged": merged}, sizes)


@dataclass(frozen=True)
class _Segment:
    oracle: OracleSegment
    eroded_px: float
    dilated_px: float
    ragged_px: float
    missed: float
    cut: float
    merged: float
    seed: int

    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        picture = checked_picture(picture)
        return [self._seen(picture, mask) for mask in self.oracle(picture, prompts)]

    def _seen(self, picture: Pixels, mask: Mask) -> Mask:
        """A mask with its errors, whichever prompt it answers."""
        if not mask.any():
            return mask
        rng = chance_of(self.seed, picture, "segment", np.packbits(mask).tobytes())
        missed, cut, merged, lost, angle = rng.random(5).tolist()
        if missed < self.missed:
            return np.zeros_like(mask)
        if merged < self.merged:
            mask = mask | self._beside(picture, mask)
        if cut < self.cut:
            mask = _cut_off(mask, CUT[0] + lost * (CUT[1] - CUT[0]), 2 * np.pi * angle)
        outwards = self.dilated_px - self.eroded_px
        if not outwards and not self.ragged_px:
            return mask
        window = window_around(mask, int(np.ceil(abs(outwards) + 4 * self.ragged_px)) + 2)
        part = mask[window]
        away = ndimage.distance_transform_edt(~part) - ndimage.distance_transform_edt(part)
        away += np.where(part, 0.5, -0.5)  # zero on the outline, between the pixels
        waves = self.ragged_px * smooth_field((part.shape[0], part.shape[1]), WAVE_PX, rng)
        seen = np.zeros_like(mask)
        seen[window] = away <= outwards + waves
        return seen

    def _beside(self, picture: Pixels, mask: Mask) -> Mask:
        """The body whose outline touches that of a mask most; nothing if there is none."""
        sight = truth_of(self.oracle.shot, picture).sight
        ring = ndimage.binary_dilation(mask, iterations=2) & ~mask
        numbers = sight.ids[ring]
        numbers = numbers[numbers >= 0]
        return np.asarray(sight.ids == np.bincount(numbers).argmax()) if numbers.size else np.zeros_like(mask)


def _cut_off(mask: Mask, share: float, angle: float) -> Mask:
    """A mask without the share of it that lies farthest in one direction."""
    rows, columns = np.nonzero(mask)
    along = columns * np.cos(angle) + rows * np.sin(angle)
    kept = np.zeros_like(mask)
    keep = along <= np.quantile(along, 1 - share)
    kept[rows[keep], columns[keep]] = True
    return kept
