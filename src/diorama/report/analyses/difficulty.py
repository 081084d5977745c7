"""What makes a question hard: how often each row is right where a property of samples is low and where it is high.

Tasks differ in what is usual (T4 has seven objects, T1 thirty) and in the unit of a margin, so samples are divided into
thirds within their task and level. Equal values stay together. A task in which all are equal says nothing and is left
out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from diorama.ask import Record
from diorama.ask.resampling import outcomes
from diorama.ask.statistics import rate_interval
from diorama.report.analyses.analysis import Analysis, LeftOut, Material, Measured, at, points_cell, rate_cell
from diorama.report.charts import Mark, Series, chart, percent, steps
from diorama.report.grid import Cell, Column, Grid, Line
from diorama.report.layout import cells_of, suites_of
from diorama.report.rows import Row

Floats = NDArray[np.float64]
TITLE = "What makes a question hard"
THIRDS = ("lowest third", "middle", "highest third")
FEWEST = 8
"""The fewest samples for which it is shown."""
MOST_VALUES = 12
"""Whole-numbered properties with up to so many values are also shown by value, in each task."""


def difficulty(material: Material) -> Iterator[Analysis | LeftOut]:
    """One analysis with a chart and a table for each property that samples have."""
    grids: list[Grid] = []
    charts: list[tuple[str, str, str]] = []
    left_out: list[LeftOut] = []
    for each in material.measured:
        title = f"Right by {each.property.title}"
        third = thirds_within_tasks(each.values, material.records)
        if each.reason or not third:
            why = each.reason or "too few samples of a task, or all of them equal"
            left_out.append(LeftOut(title, why))
            continue
        charts.append((title, each.property.about, _chart(material.rows, third, each)))
        grids.append(_grid(material.rows, third, each))
        if (by_value := _by_value(material, each)) is not None:
            grids.append(by_value)
    if grids:
        yield Analysis(TITLE, (), tuple(grids), tuple(charts))
    yield from left_out


def thirds_within_tasks(values: Mapping[str, float], records: Sequence[Record]) -> dict[str, int]:
    """0, 1 or 2 for each sample: the third of its task and level that its value falls into."""
    by_task: dict[tuple[str, str, str], dict[str, float]] = defaultdict(dict)
    for r in records:
        if r.sample_id in values:
            by_task[r.suite, r.task, r.level][r.sample_id] = values[r.sample_id]
    found: dict[str, int] = {}
    for own in by_task.values():
        found |= thirds(own)
    return found if len(found) >= FEWEST else {}


def thirds(values: Mapping[str, float]) -> dict[str, int]:
    """The third of each value by rank; equal values share the middle of their ranks. Empty if all are equal.

    >>> thirds({"a": 1, "b": 2, "c": 3}), thirds({"a": 1, "b": 1, "c": 1, "d": 5})
    ({'a': 0, 'b': 1, 'c': 2}, {'a': 1, 'b': 1, 'c': 1, 'd': 2})
    """
    ordered = np.sort(np.array(list(values.values()), float))
    if len(ordered) < 3 or ordered[0] == ordered[-1]:
        return {}
    found = {}
    for name, value in values.items():
        below, upto = np.searchsorted(ordered, value, "left"), np.searchsorted(ordered, value, "right")
        found[name] = int(3 * (below + upto) // (2 * len(ordered)))
    return found


def _chart(rows: Sequence[Row], third: Mapping[str, int], each: Measured) -> str:
    series = []
    for row in rows:
        marks = []
        for k, name in enumerate(THIRDS):
            part = [r for r in row.records if third.get(r.sample_id) == k]
            if part:
                right = rate_interval(part)
                aside = 0.3 * (row.index / (len(rows) - 1) - 0.5) if len(rows) > 1 else 0.0
                tip = f"{row.label}, {each.property.title} {name}: correct {right.rate:.1%} of {len(part)}"
                marks.append(Mark(k + aside, right.rate, tip, right.low, right.high))
        if marks:
            series.append(Series(row.index, row.label, tuple(marks)))
    return chart(steps(f"{each.property.title}, in each task", THIRDS), percent("correct, %"), series, labelled=False)


def _grid(rows: Sequence[Row], third: Mapping[str, int], each: Measured) -> Grid:
    kept = [row for row in rows if any(r.sample_id in third for r in row.records)]
    counted = outcomes([row.records for row in kept], range(3), lambda r: _column(third, r))
    trend = counted.interval(_highest_minus_lowest)
    lines = []
    for k, row in enumerate(kept):
        parts = [[r for r in row.records if third.get(r.sample_id) == t] for t in range(3)]
        cells = [rate_cell(rate_interval(part), len(part)) if part else Cell() for part in parts]
        cells.append(points_cell(at(trend, k), star=True))
        lines.append(Line(row.label, tuple(cells), row.group, row.index, row.full_name))
    columns = (*(Column(name, each.property.title) for name in THIRDS), Column("highest − lowest"))
    caption = (
        f"{each.property.about} Correct in %, on the {len(third):,} samples that have it, in thirds of their task and "
        "level; the last column in points, * if its 95 % interval (bootstrap over scenes) leaves out zero."
    )
    return Grid(f"Right by {each.property.title}", caption, columns, tuple(lines))


def _column(third: Mapping[str, int], record: Record) -> tuple[int, ...]:
    return (third[record.sample_id],) if record.sample_id in third else ()


def _highest_minus_lowest(rates: Floats) -> Floats:
    return np.asarray(rates[..., 2] - rates[..., 0], float)


def _by_value(material: Material, each: Measured) -> Grid | None:
    """The same by the exact value in each task, for properties that count something small."""
    columns: list[Column] = []
    holds: list[set[str]] = []
    for suite in suites_of(material.records):
        for cell in cells_of(suite, material.records):
            own = {r.sample_id: each.values[r.sample_id] for r in material.records
                   if cell.holds(r) and r.sample_id in each.values}  # fmt: skip
            found = sorted(set(own.values()))
            if len(found) > MOST_VALUES or any(value != int(value) for value in found):
                return None
            if len(found) > 1:
                columns += [Column(f"{value:.0f}", cell.title) for value in found]
                holds += [{name for name, own_value in own.items() if own_value == value} for value in found]
    if not columns or len(columns) > 4 * MOST_VALUES:
        return None
    lines = []
    for row in material.rows:
        parts = [[r for r in row.records if r.sample_id in ids] for ids in holds]
        cells = tuple(rate_cell(rate_interval(part), len(part)) if part else Cell() for part in parts)
        lines.append(Line(row.label, cells, row.group, row.index, row.full_name))
    caption = f"{each.property.about} Correct in %, by the exact value in each task in which it varies."
    return Grid(f"Right by {each.property.title}, value by value", caption, tuple(columns), tuple(lines))
