"""How a picture lies in a model: patches in rows and columns, merged into tokens, in the order of each stage.

Everything in the laboratory that speaks of places in a picture goes through a grid. Rasters are row by row from the top
left; a model may keep patches in another order, which the grid knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Level = Literal["patches", "tokens"]
Array = NDArray[np.float64]
Order = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Grid:
    """The patches and tokens of one picture."""

    width: int
    height: int
    """Of the picture as it was given, pixels. The model sees it resized: the grid covers all of it."""
    rows: int
    columns: int
    """Of patches."""
    merge: int
    """A token stands for so many patches across, and as many down."""
    patch_order: Order
    """The raster number of the patch at each place of the vision blocks' sequence, after the `before` ones."""
    merged_order: Order
    """The raster number of the token at each place of what a merger gives."""
    positions: Order
    """The place in the language model's sequence of each token, in raster order."""
    before: int = 0
    """Places before the patches in the vision blocks' sequence: a class token."""

    def shape(self, level: Level) -> tuple[int, int]:
        """Rows and columns of patches or of tokens.

        >>> Grid(64, 32, 4, 8, 2, np.arange(32), np.arange(8), np.arange(8)).shape("tokens")
        (2, 4)
        """
        side = 1 if level == "patches" else self.merge
        return self.rows // side, self.columns // side

    def cover(self, mask: NDArray[np.bool_], level: Level) -> Array:
        """The share of each cell's area that a mask of the picture covers; rows × columns."""
        return self.mean(mask.astype(np.float64), level)

    def mean(self, values: Array, level: Level) -> Array:
        """The mean of a map of the picture over each cell's area, pixels that are cut by its edge included in part."""
        rows, columns = self.shape(level)
        total = np.zeros((values.shape[0] + 1, values.shape[1] + 1))
        total[1:, 1:] = np.cumsum(np.cumsum(values, axis=0), axis=1)
        down, across = _edges(values.shape[0], rows), _edges(values.shape[1], columns)
        at = _between(_between(total, down).T, across).T
        sums = np.diff(np.diff(at, axis=0), axis=1)
        means: Array = sums / (values.shape[0] / rows * values.shape[1] / columns)
        return means

    def patch_places(self, cells: NDArray[np.bool_]) -> Order:
        """The places in the vision blocks' sequence of some patches; `cells` is a raster of patches."""
        return np.flatnonzero(cells.reshape(-1)[self.patch_order]) + self.before

    def merged_places(self, cells: NDArray[np.bool_]) -> Order:
        """The places in a merger's output of some tokens; `cells` is a raster of tokens."""
        return np.flatnonzero(cells.reshape(-1)[self.merged_order])

    def sequence_places(self, cells: NDArray[np.bool_]) -> Order:
        """The places in the language model's sequence of some tokens; `cells` is a raster of tokens."""
        places: Order = self.positions[cells.reshape(-1)]
        return places

    def tokens_of(self, patches: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The tokens that any of these patches is merged into; rasters."""
        rows, columns = self.shape("tokens")
        found: NDArray[np.bool_] = patches.reshape(rows, self.merge, columns, self.merge).any(axis=(1, 3))
        return found

    def patches_of(self, tokens: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """All patches that are merged into some tokens; rasters."""
        return np.repeat(np.repeat(tokens, self.merge, axis=0), self.merge, axis=1)


def _edges(length: int, cells: int) -> Array:
    return np.linspace(0.0, float(length), cells + 1)


def _between(sums: Array, edges: Array) -> Array:
    """Rows of a table at edges that may lie between two of them."""
    low = np.minimum(np.floor(edges).astype(int), len(sums) - 2)
    share = (edges - low)[:, None]
    rows: Array = sums[low] * (1 - share) + sums[low + 1] * share
    return rows


def in_blocks(rows: int, columns: int, merge: int) -> Order:
    """Raster numbers of patches in the order in which Qwen's models keep them: block by block of what is merged.

    >>> in_blocks(2, 4, 2).tolist()
    [0, 1, 4, 5, 2, 3, 6, 7]
    """
    raster = np.arange(rows * columns).reshape(rows // merge, merge, columns // merge, merge)
    return raster.transpose(0, 2, 1, 3).reshape(-1)
