"""What an analysis is: some tables and a figure about the rows of a report, or a reason why it is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diorama.ask import Record
from diorama.ask.causes import CauseRecord
from diorama.ask.resampling import as_interval
from diorama.ask.statistics import FEWEST_SCENES, Interval
from diorama.ask.strategies import BASES
from diorama.data.properties import Property
from diorama.report.families import Kin
from diorama.report.grid import Cell, Grid, Number
from diorama.report.rows import Row, asked_alike


@dataclass(frozen=True)
class Analysis:
    """What one analysis found."""

    title: str
    grids: tuple[Grid, ...]
    details: tuple[Grid, ...] = ()
    """Tables that a page folds away."""
    charts: tuple[tuple[str, str, str], ...] = ()
    """Title, a sentence and the picture of each chart, in the colours of the rows."""
    pictures: tuple[tuple[str, str, str], ...] = ()
    """The same for figures with colours of their own."""
    notes: tuple[str, ...] = ()
    """Sentences that a reader needs, above all."""


@dataclass(frozen=True)
class LeftOut:
    """An analysis for which the runs lack something, and what that is."""

    title: str
    reason: str


@dataclass(frozen=True)
class Measured:
    """A property with its value for each sample that has one."""

    property: Property
    values: Mapping[str, float] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """The values of a property that has words for values."""
    reason: str = ""
    """Why there are none."""
    note: str = ""
    """On how many samples it failed, if on any."""


@dataclass(frozen=True)
class Material:
    """Everything that an analysis may look at."""

    rows: tuple[Row, ...]
    measured: tuple[Measured, ...] = ()
    kin: Mapping[str, Kin] = field(default_factory=dict)
    """Family and size of each model."""
    judged: Mapping[str, tuple[CauseRecord, ...]] = field(default_factory=dict)
    """What judges said of wrong answers, by the key of the run."""

    @cached_property
    def models(self) -> tuple[Row, ...]:
        """All rows but players and people."""
        return tuple(row for row in self.rows if row.is_model)

    @cached_property
    def comparable(self) -> tuple[tuple[Row, ...], ...]:
        """Models in groups that were asked in the same way: only these have an order."""
        return asked_alike(self.rows)

    @cached_property
    def records(self) -> tuple[Record, ...]:
        return tuple(r for row in self.rows for r in row.records)

    def base_of(self, row: Row, suite: str) -> tuple[Record, ...]:
        """What the model of a row answered in the base setting (the first of `BASES` that was used).

        Nothing if the row is the base itself, or if they have no sample in common.
        """
        asked = {r.sample_id for r in row.of(suite)}
        if row.strategy in BASES:
            return ()
        for name in BASES:
            for other in self.rows:
                if other.model == row.model and other.strategy == name and (found := other.of(suite)):
                    return tuple(found) if asked.intersection(r.sample_id for r in found) else ()
        return ()


TOO_FEW = f"No interval and no star with fewer than {FEWEST_SCENES} scenes on a side."
"""What captions of tables with such intervals say."""


WRONG_MEANS = "Wrong is what was answered and not correct: “not sure”, unread and refused replies too."
"""What captions of tables that count wrong answers say."""


def too_few(scenes: Iterable[int]) -> str:
    """Why there is no interval, given the number of scenes on each side; empty if there are enough."""
    counts = list(scenes)
    if min(counts) >= FEWEST_SCENES:
        return ""
    return f"no interval: {' and '.join(map(str, counts))} scenes, at least {FEWEST_SCENES} needed"


def points_cell(
    found: Interval | None, scenes: Iterable[int], *, signed: bool = True, star: bool = False, tip: str = ""
) -> Cell:
    """A difference in percentage points with its interval; with `star`, a star if the interval leaves out zero.

    `scenes` are the numbers of scenes on each side: with too few, a reason takes the interval's place.
    """
    if found is None:
        return Cell()
    style = "+.1f" if signed else ".1f"
    if why := too_few(scenes):
        text = f"{100 * found.rate:{style}}".replace("-", "−")
        return Cell(text, tip="; ".join(filter(None, (tip, why))), number=Number(found.rate))
    ends = [f"{round(100 * end):{'+d' if signed else 'd'}}" for end in (found.low, found.high)]
    mark = "*" if star and (found.low > 0 or found.high < 0) else ""
    text, side = f"{100 * found.rate:{style}}{mark}", (" … " if signed else "–").join(ends)
    return Cell(text.replace("-", "−"), side.replace("-", "−") if signed else side, tip, number=number_of(found))


def rate_cell(found: Interval | None, count: int | None = None, *, tip: str = "", shaded: bool = True) -> Cell:
    """A share in % with its interval, and how many questions it is a share of."""
    if found is None or not np.isfinite(found.rate):
        return Cell()
    told = tip or ("" if count is None else f"of {count:,} questions")
    side = f"{100 * found.low:.0f}–{100 * found.high:.0f}"
    return Cell(f"{100 * found.rate:.1f}", side, told, found.rate if shaded else None, number=number_of(found, count))


def number_of(found: Interval, count: int | None = None) -> Number:
    return Number(found.rate, found.low, found.high, count)


def at(parts: tuple[object, ...] | Sequence[object], *index: int) -> Interval | None:
    """The interval at an index of what `Outcomes.interval` returned."""
    value, low, high = (np.asarray(part)[index] for part in parts)
    return as_interval(float(value), float(low), float(high))
