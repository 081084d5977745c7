"""Which samples a batch has: pure functions of ids, cells and a seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import floor
from typing import TypeVar

import numpy as np

Cell = TypeVar("Cell")


def mirrored(counts: Mapping[Cell, int], size: int) -> dict[Cell, int]:
    """How many of each cell a pilot of this size has, so that their shares are those of the whole.

    By largest remainders: no share is off by a whole sample, and the numbers add up to the size.

    >>> mirrored({"T1": 60, "T2": 30, "T4": 10}, 11)
    {'T1': 7, 'T2': 3, 'T4': 1}
    """
    total = sum(counts.values())
    size = min(size, total)
    exact = {cell: size * count / total for cell, count in counts.items()} if total else {}
    found = {cell: floor(share) for cell, share in exact.items()}
    order = sorted(exact, key=lambda cell: found[cell] - exact[cell])  # stable: of equals, the first cell
    for cell in order[: size - sum(found.values())]:
        found[cell] += 1
    return found


def draw_pilot(cells: Sequence[tuple[str, Cell]], size: int, seed: int) -> set[str]:
    """The samples of a pilot, by id: of each cell as many as mirror the whole, drawn by the seed."""
    by_cell: dict[Cell, list[str]] = {}
    for sample_id, cell in cells:
        by_cell.setdefault(cell, []).append(sample_id)
    wanted = mirrored({cell: len(ids) for cell, ids in by_cell.items()}, size)
    rng = np.random.default_rng([seed, len(cells)])
    return {
        ids[int(k)] for cell, ids in by_cell.items() for k in rng.choice(len(ids), size=wanted[cell], replace=False)
    }


def draw_spots(sample_ids: Iterable[str], share: float, seed: int) -> set[str]:
    """The samples of a spot check: each by its own lot, so that what is built later changes nothing about the rest.

    If no lot is drawn, the luckiest sample is taken: a check of nothing would say nothing.
    """
    lots = {sample_id: _lot(sample_id, seed) for sample_id in sample_ids}
    return {sample_id for sample_id, lot in lots.items() if lot < share} or set(sorted(lots, key=lots.__getitem__)[:1])


def _lot(sample_id: str, seed: int) -> float:
    """A number from 0 to 1 that depends on nothing but the sample and the seed."""
    return int.from_bytes(sha256(f"{seed} {sample_id}".encode()).digest()[:7], "big") / 2**56
