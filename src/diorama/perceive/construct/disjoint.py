"""Masks that share no pixel: what two of them claim belongs to the smaller one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from diorama.perceive.percepts import Mask


def disjoint(masks: Sequence[Mask]) -> list[Mask]:
    """The masks with each pixel in one of them at most.

    A mask that runs over is usually that of the large thing behind: what is small would be lost in it.
    """
    if not masks:
        return []
    owner = np.full(masks[0].shape, -1, np.int32)
    for k in sorted(range(len(masks)), key=lambda k: (-np.count_nonzero(masks[k]), k)):
        owner[masks[k]] = k
    return [owner == k for k in range(len(masks))]


def doubles(masks: Sequence[Mask], share: float) -> Iterator[tuple[int, int]]:
    """Pairs of masks whose intersection is more than a share of their union: one thing that was found twice."""
    areas = [np.count_nonzero(mask) for mask in masks]
    for k, mask in enumerate(masks):
        for other in range(k):
            fewer, more = sorted((areas[k], areas[other]))
            if fewer > share * more and fewer:
                both = np.count_nonzero(mask & masks[other])
                if both > share * (areas[k] + areas[other] - both):
                    yield other, k
