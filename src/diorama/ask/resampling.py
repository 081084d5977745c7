"""Intervals by a seeded bootstrap over scenes, for any statistic of the rates of several rows in several columns.

Scenes are drawn with replacement, and all rows and columns see the same draw: differences, spreads and orders of rows
keep what the rows have in common. Memory does not grow with the number of draws times that of scenes.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diorama.ask.records import Record
from diorama.ask.statistics import FEWEST_SCENES, SEED, Interval
from diorama.kinds import Measure

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


@dataclass(frozen=True)
class Ratios:
    """Measures of a set that are ratios of sums: F1 of all plans together, not the mean of their F1s."""

    names: tuple[str, ...]
    sums: Outcomes
    """One row, a column for each measure."""

    @property
    def rates(self) -> dict[str, float]:
        """Each measure that is defined: nothing divided by nothing is not."""
        found = zip(self.names, self.sums.rates[0].tolist(), strict=True)
        return {name: rate for name, rate in found if np.isfinite(rate)}

    @property
    def drawable(self) -> frozenset[str]:
        """The measures that have scenes enough for an interval."""
        return frozenset(name for name, n in zip(self.names, self.sums.scenes[0], strict=True) if n >= FEWEST_SCENES)

    def intervals(self) -> dict[str, Interval]:
        """The same with 95 % intervals; with too few scenes to draw from, an interval is all of [0, 1]."""
        if not self.names:
            return {}
        parts, drawable = self.sums.interval(lambda rates: rates[..., 0, :]), self.drawable
        found = {}
        for k, name in enumerate(self.names):
            value, low, high = (float(part[k]) for part in parts)
            if np.isfinite(value):
                found[name] = Interval(value, low, high) if name in drawable else Interval(value, 0.0, 1.0)
        return found


def ratios(noted: Iterable[tuple[str, Mapping[str, float]]], measures: Mapping[str, Measure]) -> Ratios:
    """Add up what some measures divide: numbers, each with the scene it was noted in; a missing one adds nothing."""
    numbers = sorted({name for measure in measures.values() for name in (*measure.above, *measure.below)})
    by_scene: dict[str, list[float]] = {}
    for scene, values in noted:
        if values:
            sums = by_scene.setdefault(scene, [0.0] * len(numbers))
            for k, name in enumerate(numbers):
                sums[k] += values.get(name, 0.0)
    table = np.array(list(by_scene.values()) or [[0.0] * len(numbers)])

    def added(sides: Sequence[tuple[str, ...]]) -> Floats:
        times = np.array([[side.count(name) for side in sides] for name in numbers], float)
        return np.asarray(table @ times.reshape(len(numbers), len(sides)), float)[None]

    above, below = added([m.above for m in measures.values()]), added([m.below for m in measures.values()])
    return Ratios(tuple(measures), Outcomes(above, below))


def as_interval(value: float, low: float, high: float) -> Interval | None:
    """An interval, or None if the value is not defined."""
    return Interval(float(value), float(low), float(high)) if np.isfinite(value) else None


def _ratio(hits: Floats, asked: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(asked > 0, hits / asked, np.nan), float)
