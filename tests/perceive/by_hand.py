"""Small pictures whose things, masks and depths are given by hand."""

from __future__ import annotations

import numpy as np

from diorama.perceive.construct.graph import extent
from diorama.perceive.construct.seen import Seen, Thing
from diorama.perceive.percepts import Box, DepthMap

SHAPE = (60, 100)
FLOOR = 9.0


def seen_by_hand(
    *things: tuple[str, tuple[int, int, int, int], float], shape: tuple[int, int] = SHAPE, floor: float = FLOOR
) -> Seen:
    """Rectangles by name, box (left, top, right, bottom) and depth: a nearer one hides what is behind it."""
    owner = np.full(shape, -1)
    values = np.full(shape, floor, np.float32)
    for k in sorted(range(len(things)), key=lambda k: -things[k][2] if np.isfinite(things[k][2]) else -np.inf):
        _, (left, top, right, bottom), depth = things[k]
        owner[top:bottom, left:right] = k
        values[top:bottom, left:right] = depth
    masks = [owner == k for k in range(len(things))]
    return Seen(
        np.zeros((*shape, 3), np.uint8),
        tuple(
            Thing(name, f"the {name}", Box(*extent(mask)), mask, 0.9, depth)
            for (name, _, depth), mask in zip(things, masks, strict=True)
        ),
        DepthMap(values, metric=False),
    )
