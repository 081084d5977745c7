"""Who hides whom, by pairs: the nearer of two things hides the other if its mask meets the other's box enough."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.seen import Seen
from diorama.perceive.percepts import Mask
from diorama.perceive.providers.wishes import box_of

Array = NDArray[np.float64]
Counts = NDArray[np.int64]


def occlusion_graph(seen: Seen, limits: Limits, overlaps: Array | None = None) -> nx.DiGraph:
    """An edge from each thing to what it hides; a thing without depth hides nothing and is hidden by nothing.

    Edges know their `overlap`, nodes their `depth`. `overlaps` is the table, if it is known already.
    """
    depths = np.array([thing.depth for thing in seen.things])
    overlaps = overlap_table([thing.mask for thing in seen.things]) if overlaps is None else overlaps
    graph = nx.DiGraph()
    graph.add_nodes_from((thing.name, {"depth": thing.depth}) for thing in seen.things)
    hides = (depths[:, None] < depths[None, :]) & (overlaps > limits.overlap)
    for i, j in zip(*(at.tolist() for at in np.nonzero(hides)), strict=True):
        graph.add_edge(seen.names[i], seen.names[j], overlap=float(overlaps[i, j]))
    return graph


def overlap_table(masks: Sequence[Mask]) -> Array:
    """For each mask (a row) and the box around each mask (a column): what both share of what they cover together."""
    extents = np.array([extent(mask) for mask in masks], np.int64).reshape(-1, 4)
    areas = (extents[:, 2] - extents[:, 0]) * (extents[:, 3] - extents[:, 1])
    table = np.zeros((len(masks), len(masks)))
    for i, mask in enumerate(masks):
        sums = _sums(mask, extents[i])
        inside = _inside(sums, extents[i], extents)
        table[i] = inside / np.maximum(sums[-1, -1] + areas - inside, 1)
    return table


def extent(mask: Mask) -> tuple[int, int, int, int]:
    """The box around a mask in whole pixels: left, top, right, bottom; all 0 if nothing is in it."""
    left, top, right, bottom = box_of(mask) or (0, 0, 0, 0)
    return int(left), int(top), int(right), int(bottom)


def _sums(mask: Mask, own: Counts) -> Counts:
    """How much of a mask lies above and to the left of each corner of a pixel, inside its own box."""
    left, top, right, bottom = own
    sums = np.zeros((bottom - top + 1, right - left + 1), np.int64)
    sums[1:, 1:] = mask[top:bottom, left:right].cumsum(axis=0, dtype=np.int64).cumsum(axis=1)
    return sums


def _inside(sums: Counts, own: Counts, boxes: Counts) -> Counts:
    """How many pixels of a mask lie in each box."""
    rows, columns = sums.shape
    left, right = (np.clip(boxes[:, k] - own[0], 0, columns - 1) for k in (0, 2))
    top, bottom = (np.clip(boxes[:, k] - own[1], 0, rows - 1) for k in (1, 3))
    found: Counts = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return found
