"""The instrument of probes: what every site holds of some tokens and of every body, with what is true of them.

Activations are large (hundreds of megabytes a picture in an 8B model), so a few tokens are drawn, and wide states are
projected onto fixed random directions. That keeps some of what a line can read, and of wider states less: what a probe
finds is the least that is there. Patches are averaged over the token that they are merged into, so that all sites are
asked about the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.data import Sample
from diorama.lab.examples import Example
from diorama.lab.grid import Grid
from diorama.lab.passes import run_pass
from diorama.lab.probes import PLACE
from diorama.lab.prompt import Prompt
from diorama.lab.regions import NoRegion
from diorama.lab.sites import Site, sites_of
from diorama.lab.subject import Subject
from diorama.sight import Sight, see

Array = NDArray[np.float32]

TOKENS = 48
"""Tokens that are drawn from a picture."""
WIDTH = 256
"""Numbers that are kept of a state."""
ON_BODY = 0.6
"""A token is of a body that covers this share of it."""
BODY_CELLS = 1.5
"""A body that is seen on less than so many tokens' area has no state of its own."""
HIDDEN, WHOLE = 0.1, 0.01
"""Shares of a body that are covered where it counts as partly hidden, and as whole; what lies between is not asked."""
HIDES_PX = 40
"""Pixels of a body that another one covers where it counts as hiding it."""


@dataclass(frozen=True)
class Activations:
    """The instrument."""

    seed: int = 0
    width: int = WIDTH
    """Wider states are projected onto so many directions."""
    name: str = "probe"
    answers: bool = False

    def setting(self) -> dict[str, Any]:
        return {"seed": self.seed, "tokens": TOKENS, "width": self.width}

    def check(self, subject: Subject) -> None:
        """Its settings fit every model."""

    def look(self, subject: Subject, sample: Sample, prompt: Prompt) -> Example:
        """States of drawn tokens and of bodies at every site, and the truth about them."""
        if not sample.shots:
            raise NoRegion("the sample has no world: nothing is known of its picture")
        grid = prompt.grid
        shot = sample.shots[0].resized(grid.width, grid.height)
        sight = see(shot.world, shot.camera)
        cover = np.stack([grid.cover(sight.visible(name), "tokens").reshape(-1) for name in sight.inventory])
        depth = np.where(np.isfinite(sight.depth), sight.depth, np.nan).astype(np.float64)
        even = grid.mean(np.nan_to_num(depth, nan=0.0), "tokens").reshape(-1)
        known = grid.mean(np.isfinite(depth).astype(float), "tokens").reshape(-1) > 0.99
        rng = np.random.default_rng([self.seed, *sample.id.encode()])
        drawn = np.sort(rng.permutation(np.flatnonzero(known))[:TOKENS])
        bodies = [k for k in range(len(cover)) if cover[k].sum() >= BODY_CELLS]
        if len(bodies) < 2 or not len(drawn):
            raise NoRegion("fewer than two objects are large enough in the picture")
        sites = sites_of(subject)
        states = run_pass(subject, prompt, keep=sites).states
        cells = [self._cells(site, states[site.name], grid) for site in sites]
        rows, columns = grid.shape("tokens")
        spots = np.stack(np.divmod(np.arange(rows * columns), columns), axis=1) / (rows, columns)
        pool = pooled(spots, cover[bodies])
        owner = np.where(cover.max(axis=0) >= ON_BODY, cover.argmax(axis=0), -1)[drawn]
        hidden = hidden_labels(sight)
        arrays: dict[str, Any] = {
            "tokens": stacked([places(spots[drawn]), *(of[drawn] for of in cells)]),
            "bodies": stacked([places(pool, cover[bodies]), *(pooled(of, cover[bodies]) for of in cells)]),
            "depth": even[drawn].astype(np.float32),
            "hidden": np.where(owner >= 0, hidden[owner], -1).astype(np.int8),
            **pairs(sight, [sight.inventory[k] for k in bodies]),
        }
        return Example({"sites": [PLACE, *(site.name for site in sites)]}, arrays)

    def _cells(self, site: Site, state: Any, grid: Grid) -> Array:
        """The state of each token, in raster order: tokens × `width` at most."""
        flat = state.float().reshape(-1, state.shape[-1])
        narrow = flat if flat.shape[1] <= self.width else flat @ directions(flat.shape[1], self.width, self.seed, flat)
        values: Array = narrow.cpu().numpy()
        if site.space == "sequence":
            return values[grid.positions]
        rows, columns = grid.shape("tokens")
        if site.space == "merged":
            raster = np.empty_like(values)
            raster[grid.merged_order] = values
            return raster
        patches = np.empty((grid.rows * grid.columns, values.shape[1]), np.float32)
        patches[grid.patch_order] = values[grid.before :]
        blocks = patches.reshape(rows, grid.merge, columns, grid.merge, -1)
        merged: Array = blocks.mean(axis=(1, 3)).reshape(rows * columns, -1)
        return merged


def stacked(states: Sequence[Array]) -> NDArray[np.float32]:
    """States of all sites in one array: narrower ones are filled up with zeros, which tell a probe nothing.

    In 32 bits: a few features of large models are thousands of times larger than all others, and 16 bits would round
    these away once they are mixed.
    """
    widest = max(state.shape[1] for state in states)
    return np.stack([np.pad(s, ((0, 0), (0, widest - s.shape[1]))) for s in states]).astype(np.float32)


def places(spots: NDArray[Any], cover: NDArray[np.float64] | None = None) -> Array:
    """Where tokens or bodies are, as features that a line can bend by; of bodies their size, too."""
    y, x = spots.T
    size = [] if cover is None else [cover.sum(axis=1)]
    features: Array = np.stack([y, x, y * y, x * x, x * y, *size], axis=1).astype(np.float32)
    return features


def directions(wide: int, narrow: int, seed: int, like: Any) -> Any:
    """Random directions that lengths are kept along, on average; the same for all states of a width."""
    torch: Any = import_module("torch")
    drawn = np.random.default_rng([seed, wide]).standard_normal((wide, narrow)) / np.sqrt(narrow)
    return torch.as_tensor(drawn, dtype=torch.float32, device=like.device)


def pooled(cells: Array, cover: NDArray[np.float64]) -> Array:
    """The mean state of the tokens that each body covers, by how much of them it does."""
    weights = cover / cover.sum(axis=1, keepdims=True)
    mean: Array = (weights @ cells).astype(np.float32)
    return mean


def hidden_labels(sight: Sight) -> NDArray[np.int8]:
    """Of each inventory body: 1 if it is partly hidden, 0 if it is whole, −1 if it is neither, plainly."""
    shares = [1 - sight.visible_fraction(name) for name in sight.inventory]
    return np.array([1 if s >= HIDDEN else 0 if s <= WHOLE else -1 for s in shares], np.int8)


def pairs(sight: Sight, names: Sequence[str]) -> dict[str, Any]:
    """Which of two bodies is nearer, and which one hides the other: pairs, and whether it is the first."""
    middle = [float(np.median(sight.depth[sight.visible(name)])) for name in names]
    near, hide = [], []
    for a, b in combinations(range(len(names)), 2):
        near.append((a, b, middle[a] < middle[b]))
        over, under = sight.in_front_px(names[a], names[b]), sight.in_front_px(names[b], names[a])
        if (over >= HIDES_PX) != (under >= HIDES_PX):
            hide.append((a, b, over >= HIDES_PX))
    table = {"nearer": near, "hides": hide}
    return {name: np.array(rows, np.int16).reshape(-1, 3) for name, rows in table.items()}
