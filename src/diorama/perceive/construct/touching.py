"""Where things touch in a picture: a pair graph that disagrees with that is in doubt.

The box around a thing is larger than the thing, so something may stand in a corner of it without hiding anything; and
what looks out above a flat top has a box that ends there, so that nothing seems to hide it. Both show at the borders.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diorama.perceive.percepts import Mask

APART = ((0, 1), (1, 0), (0, 2), (2, 0))
"""Rows and columns between two pixels that are neighbours: masks may leave a line between them."""


def touching_table(masks: Sequence[Mask]) -> NDArray[np.int64]:
    """For each two masks, along how many pixels they touch; no pixel may belong to two of them."""
    count = len(masks) + 1
    table = np.zeros((count, count), np.int64)
    if not masks:
        return table[1:, 1:]
    owner = np.zeros(masks[0].shape, np.int32)
    for number, mask in enumerate(masks, 1):
        owner[mask] = number
    rows, columns = owner.shape
    for down, right in APART:
        one, other = owner[: rows - down, : columns - right], owner[down:, right:]
        border = (one != other) & (one > 0) & (other > 0)
        pairs = np.bincount(one[border].astype(np.int64) * count + other[border], minlength=count * count)
        table += pairs.reshape(count, count)
    table += table.T
    return -(-table[1:, 1:] // 3)
