"""What makes a question hard: how often each row is right where a property of samples is low and where it is high.

Tasks differ in what is usual (T4 has seven objects, T1 thirty) and in the unit of a margin, so samples are divided into
thirds within their task and level, and the rates of tasks are averaged: equal values stay together, which makes thirds
unequally large, and a pooled rate would show which tasks a third holds more of. A task without samples in each of the
three says nothing and is left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from diorama.ask import Record
from diorama.ask.resampling import outcomes
from diorama.ask.statistics import mean_rate_interval, rate_interval
from diorama.report.analyses.analysis import TOO_FEW, Analysis, LeftOut, Material, Measured, at, points_cell, rate_cell
from diorama.report.charts import Mark, Series, chart, percent, steps
from diorama.report.grid import Cell, Column, Grid, Line
from diorama.report.layout import cells_of, suites_of
from diorama.report.rows import Row

Floats = NDArray[np.float64]
Task = tuple[str, str, str]
"""Suite, task and level."""
TITLE = "What makes a question hard"
THIRDS = ("lowest third", "middle", "highest third")
FEWEST = 8
"""The fewest samples of each third for which it is shown."""
MOST_VALUES = 12
"""Whole-numbered properties with up to so many values are also shown by value, in each task."""


def difficulty(material: Material) -> Iterator[Analysis | LeftOut]:
    """One analysis with a chart and a table for each property that samples have."""
    grids: list[Grid] = []
    charts: list[tuple[str, str, str]] = []
    left_out: list[LeftOut] = []
    for each in (one for one in material.measured if not one.property.words):
        title = f"Right by {each.property.title}"
        third = thirds_within_tasks(each.values, material.records)
        if third:
            charts.append((title, each.property.about, _chart(material.rows, third, each)))
            grids.append(_grid(material.rows, third, each))
        else:
            why = (
                each.reason
                or f"too few samples, or too many are equal: each third needs {FEWEST}, of tasks with all three"
                + (f"; {each.note}" if each.note else "")
            )
            left_out.append(LeftOut(title, why))
        if (by_value := _by_value(material, each)) is not None:
            grids.append(by_value)
    if grids:
        yield Analysis(TITLE, (), tuple(grids), tuple(charts))
    yield from left_out


def thirds_within_tasks(values: Mapping[str, float], records: Sequence[Record]) -> dict[str, int]:
    """0, 1 or 2 for each sample: the third of its task and level that its value falls into.

    Without the tasks that lack one of the three; empty if one of them has too few samples in all.
    """
    by_task: dict[Task, dict[str, float]] = defaultdict(dict)
    for r in records:
        if r.sample_id in values:
            by_task[_task(r)][r.sample_id] = values[r.sample_id]
    found: dict[str, int] = {}
    for own in by_task.values():
        here = thirds(own)
        if len(set(here.values())) == len(THIRDS):
            found |= here
    sizes = Counter(found.values())
    return found if all(sizes[k] >= FEWEST for k in range(len(THIRDS))) else {}


def by_task_and_third(records: Sequence[Record], third: Mapping[str, int]) -> dict[Task, list[list[Record]]]:
    """The records of each third, for each task in which there are some of all three."""
    found: dict[Task, list[list[Record]]] = defaultdict(lambda: [[] for _ in THIRDS])
    for r in records:
        if r.sample_id in third:
            found[_task(r)][third[r.sample_id]].append(r)
    return {task: parts for task, parts in found.items() if all(parts)}


def _task(record: Record) -> Task:
    return record.suite, record.task, record.level


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
        tasks = list(by_task_and_third(row.records, third).values())
        for k, name in enumerate(THIRDS if tasks else ()):
            parts = [parts[k] for parts in tasks]
            right = mean_rate_interval(parts)
            aside = 0.3 * (row.index / (len(rows) - 1) - 0.5) if len(rows) > 1 else 0.0
            tip = f"{row.label}, {each.property.title} {name}: correct {right.rate:.1%}, {_asked(parts)}"
            marks.append(Mark(k + aside, right.rate, tip, right.low, right.high))
        if marks:
            series.append(Series(row.index, row.label, tuple(marks)))
    return chart(steps(f"{each.property.title}, in each task", THIRDS), percent("correct, %"), series, labelled=False)


def _grid(rows: Sequence[Row], third: Mapping[str, int], each: Measured) -> Grid:
    every = [(row, by_task) for row in rows if (by_task := by_task_and_third(row.records, third))]
    tasks = sorted({task for _, by_task in every for task in by_task})
    counted = outcomes(
        [[r for parts in by_task.values() for part in parts for r in part] for _, by_task in every],
        [(task, k) for task in tasks for k in range(len(THIRDS))],
        lambda r: [(_task(r), third[r.sample_id])],
    )
    trend = counted.interval(highest_minus_lowest)
    lines = []
    for k, (row, by_task) in enumerate(every):
        cells = []
        scenes = []
        for t in range(len(THIRDS)):
            parts = [parts[t] for parts in by_task.values()]
            cells.append(rate_cell(mean_rate_interval(parts), sum(map(len, parts)), tip=_asked(parts)))
            scenes.append(len({r.scene for part in parts for r in part}))
        cells.append(points_cell(at(trend, k), (scenes[0], scenes[-1]), star=True))
        lines.append(Line(row.label, tuple(cells), row.group, row.index, row.full_name))
    columns = (*(Column(name, each.property.title) for name in THIRDS), Column("highest − lowest"))
    caption = (
        f"{each.property.about} Correct in %, on {len(third):,} samples that have it, in thirds of their task and "
        "level; each task weighs alike. The last column in points, * if its 95 % interval (bootstrap over scenes) "
        f"leaves out zero. {TOO_FEW} {_told(each)}"
    )
    return Grid(f"Right by {each.property.title}", caption.strip(), columns, tuple(lines))


def _asked(parts: Sequence[Sequence[Record]]) -> str:
    tasks = f"mean of {len(parts)} tasks, " if len(parts) > 1 else ""
    return f"{tasks}of {sum(map(len, parts)):,} questions"


def highest_minus_lowest(rates: Floats) -> Floats:
    """The mean over tasks of the last third minus the first, from rates (…, rows, tasks × thirds)."""
    by_task = rates.reshape(*rates.shape[:-1], -1, len(THIRDS))
    gains = by_task[..., -1] - by_task[..., 0]
    known = np.isfinite(gains)
    count = known.sum(axis=-1)
    total = np.where(known, gains, 0).sum(axis=-1)
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), np.nan), float)


def _told(each: Measured) -> str:
    """A sentence about samples on which a property failed, if there are any."""
    return f"{each.note[:1].upper()}{each.note[1:]}." if each.note else ""


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
    caption = (
        f"{each.property.about} Correct in %, by the exact value in each task in which it varies. {_told(each)}".strip()
    )
    return Grid(f"Right by {each.property.title}, value by value", caption, tuple(columns), tuple(lines))
