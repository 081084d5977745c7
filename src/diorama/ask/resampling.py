"""Intervals by a seeded bootstrap over scenes, for any statistic of the rates of several rows in several columns.

Scenes are drawn with replacement, and all rows and columns see the same draw: differences, spreads and orders of rows
keep what the rows have in common. Memory does not grow with the number of draws times that of scenes.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diorama.ask.records import Record
from diorama.ask.statistics import SEED, Interval

Floats = NDArray[np.float64]
Statistic = Callable[[Floats], Floats]
"""From rates (…, rows, columns) to any numbers (…, *shape)."""
C = TypeVar("C", bound=Hashable)

DRAWS = 1000
AT_ONCE = 50
"""Draws that are held in memory at a time."""


@dataclass(frozen=True)
class Outcomes:
    """How often each row was asked and right, by scene and column."""

    hits: Floats
    """Rows × scenes × columns."""
    asked: Floats

    @property
    def rates(self) -> Floats:
        """Rows × columns; nan where nothing was asked."""
        return _ratio(self.hits.sum(axis=1), self.asked.sum(axis=1))

    @property
    def scenes(self) -> NDArray[np.int64]:
        """Rows × columns: in how many scenes something was asked."""
        return np.asarray((self.asked > 0).sum(axis=1), np.int64)

    def interval(self, statistic: Statistic, *, draws: int = DRAWS, seed: int = SEED) -> tuple[Floats, Floats, Floats]:
        """A statistic of the rates, and the lower and upper ends of its 95 % interval, each of the statistic's shape.

        Draws in which it is not defined are left out; an end is nan if it never is. Noise biases some statistics (a
        highest minus a lowest, an agreement of orders), so an interval is stretched where it would miss its value.
        """
        drawn = np.concatenate([statistic(rates) for rates in self._draws(draws, seed)])
        here = statistic(self.rates)
        kept = np.isfinite(drawn)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "All-NaN")
            low, high = np.nanquantile(np.where(kept, drawn, np.nan), [0.025, 0.975], axis=0)
        return here, np.minimum(low, here), np.maximum(high, here)

    def _draws(self, draws: int, seed: int) -> Iterator[Floats]:
        rows, scenes, columns = self.hits.shape
        rng = np.random.default_rng([seed, scenes])
        flat_hits = self.hits.transpose(1, 0, 2).reshape(scenes, -1)
        flat_asked = self.asked.transpose(1, 0, 2).reshape(scenes, -1)
        for start in range(0, draws, AT_ONCE):
            n = min(AT_ONCE, draws - start)
            times = np.stack([np.bincount(rng.integers(scenes, size=scenes), minlength=scenes) for _ in range(n)])
            weights = times.astype(float)
            yield _ratio(weights @ flat_hits, weights @ flat_asked).reshape(n, rows, columns)


def outcomes(
    rows: Sequence[Iterable[Record]],
    columns: Sequence[C],
    columns_of: Callable[[Record], Iterable[C]],
    counts: Callable[[Record], bool] = lambda r: r.correct,
) -> Outcomes:
    """Count the records of some rows: `columns_of` says in which columns each one belongs."""
    at = {name: k for k, name in enumerate(columns)}
    scenes: dict[str, int] = {}
    found: list[dict[tuple[int, int], list[int]]] = []
    for records in rows:
        cells: dict[tuple[int, int], list[int]] = {}
        for record in records:
            scene = scenes.setdefault(record.scene, len(scenes))
            for name in columns_of(record):
                if name in at:
                    cell = cells.setdefault((scene, at[name]), [0, 0])
                    cell[0] += counts(record)
                    cell[1] += 1
        found.append(cells)
    hits = np.zeros((len(rows), max(1, len(scenes)), len(columns)))
    asked = np.zeros_like(hits)
    for k, cells in enumerate(found):
        for (scene, column), (right, times) in cells.items():
            hits[k, scene, column], asked[k, scene, column] = right, times
    return Outcomes(hits, asked)


def as_interval(value: float, low: float, high: float) -> Interval | None:
    """An interval, or None if the value is not defined."""
    return Interval(float(value), float(low), float(high)) if np.isfinite(value) else None


def _ratio(hits: Floats, asked: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(asked > 0, hits / asked, np.nan), float)
