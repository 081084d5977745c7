"""Our side of a comparison: the metric of a paper, computed from records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from diorama.ask import Record, Verdict
from diorama.ask.resampling import ratios
from diorama.ask.statistics import Interval, mean_of, over_repeats, rate_interval
from diorama.ask.tables import ratio_measures
from diorama.report.grid import Cell, Number
from diorama.report.published.papers import published_name

OVERLAPS = "overlaps"
LEAST_PLAUSIBLE = "least plausible/is the right option"
"""The stage that the strategy `least_plausible` scores."""


def measured(metric: str, records: Sequence[Record]) -> Interval | None:
    """A metric of some records with its 95 % interval; None if they have nothing of it."""
    if not records:
        return None
    return _OURS[metric](records) if metric in _OURS else _of_plans(metric, records)


def measured_cell(metric: str, records: Sequence[Record]) -> Cell:
    """A metric of some records as a cell."""
    found = measured(metric, records)
    if found is None:
        return Cell()
    tip = f"{len(records):,} asked; 95 % interval {100 * found.low:.1f}–{100 * found.high:.1f}"
    repeats = over_repeats(records)
    if metric == "correct" and repeats.std is not None:
        tip += f"; ± {100 * repeats.std:.1f} over {repeats.repeats} repeats"
    side = f"{100 * found.low:.0f}–{100 * found.high:.0f}"
    return Cell(f"{100 * found.rate:.1f}", side, tip, found.rate, 0, _number(found, len(records)))


def _number(found: Interval, count: int) -> Number:
    return Number(found.rate, found.low, found.high, count)


def _not_sure(records: Sequence[Record]) -> Interval:
    return rate_interval(records, lambda r: r.verdict is Verdict.NOT_SURE)


def _overlapping(records: Sequence[Record]) -> Interval | None:
    noted = any(OVERLAPS in r.flags for r in records)
    return rate_interval(records, lambda r: r.flags.get(OVERLAPS, False)) if noted else None


def _least_plausible(records: Sequence[Record]) -> Interval | None:
    kept = [r for r in records if LEAST_PLAUSIBLE in r.stages]
    return mean_of(kept, lambda r: r.stages.get(LEAST_PLAUSIBLE)) if kept else None


def _of_plans(metric: str, records: Sequence[Record]) -> Interval | None:
    """Precision, recall or F1 of all plans together, as the released scorer counts."""
    measures = ratio_measures(r.answer_kind for r in records if r.numbers)
    return ratios(((r.scene, r.numbers) for r in records), measures).intervals().get(published_name(metric))


_OURS: Mapping[str, Callable[[Sequence[Record]], Interval | None]] = {
    "correct": rate_interval, "not_sure": _not_sure, "overlaps": _overlapping, "least_plausible": _least_plausible,
}  # fmt: skip
