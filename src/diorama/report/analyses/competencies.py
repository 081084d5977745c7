"""Averages by competency, the spread within each, and the gap to the control tasks (`structure`, section 5, Table 2).

The spread is the highest minus the lowest rate of a competency's tasks: several ways of asking for one ability should
give about the same. The gap is the average of the control tasks (planning) minus that of a competency, for one and the
same model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from diorama.ask import Record
from diorama.ask.resampling import outcomes
from diorama.ask.statistics import rate_interval
from diorama.report.analyses.analysis import TOO_FEW, Analysis, LeftOut, Material, at, points_cell, rate_cell
from diorama.report.grid import Cell, Column, Grid, Line
from diorama.report.layout import group_of
from diorama.suites import SUITES

Floats = NDArray[np.float64]
TITLE = "By competency"


def competencies(material: Material) -> Iterator[Analysis | LeftOut]:
    """One table for each suite whose tasks belong to competencies."""
    for suite in sorted({r.suite for r in material.records}):
        tasks = sorted({r.task for r in material.records if r.suite == suite})
        groups: dict[str, list[str]] = {}
        for task in tasks:
            if group := group_of(suite, task, ""):
                groups.setdefault(group, []).append(task)
        if len(groups) < 2:
            yield LeftOut(f"{TITLE}: {suite}", "its tasks here do not belong to two or more competencies")
        else:
            control = SUITES.get(suite).control if suite in SUITES else ""
            yield Analysis(f"{TITLE}: {suite}", (_grid(material, suite, groups, control),))


def spread(rates: Floats, members: Sequence[int]) -> Floats:
    """Highest minus lowest rate (…, rows, tasks) of some tasks; nan for fewer than two with a rate."""
    kept = rates[..., list(members)]
    known = np.isfinite(kept).sum(axis=-1)
    high, low = np.where(np.isnan(kept), -np.inf, kept).max(-1), np.where(np.isnan(kept), np.inf, kept).min(-1)
    return np.asarray(np.where(known > 1, high - low, np.nan), float)


def gap(rates: Floats, control: int, other: int) -> Floats:
    """The rate of one column minus that of another."""
    return np.asarray(rates[..., control] - rates[..., other], float)


def _grid(material: Material, suite: str, groups: dict[str, list[str]], control: str) -> Grid:
    tasks = [task for members in groups.values() for task in members]
    names = [*tasks, *groups]
    group_with = {task: group for group, members in groups.items() for task in members}
    records = [[r for r in row.records if r.suite == suite and r.task in group_with] for row in material.rows]
    kept = [(row, own) for row, own in zip(material.rows, records, strict=True) if own]
    counted = outcomes([own for _, own in kept], names, lambda r: (r.task, group_with[r.task]))
    several = {group: [names.index(t) for t in members] for group, members in groups.items() if len(members) > 1}
    spreads = {group: counted.interval(partial(spread, members=members)) for group, members in several.items()}
    behind = [group for group in groups if group != control] if control in groups else []
    gaps = {
        group: counted.interval(partial(gap, control=names.index(control), other=names.index(group)))
        for group in behind
    }  # fmt: skip
    columns = (
        *(Column(group, "average", f"over all samples of {_listed(members)}") for group, members in groups.items()),
        *(Column(_listed(groups[group]), "spread", "highest minus lowest task, in points") for group in spreads),
        *(Column(_listed(groups[group]), f"gap to {_small(control)}", f"{control} minus {group}") for group in gaps),
    )
    lines = []
    for k, (row, own) in enumerate(kept):
        cells: list[Cell] = []
        for group in groups:
            here: list[Record] = [r for r in own if group_with[r.task] == group]
            cells.append(rate_cell(rate_interval(here), len(here)) if here else Cell())
        scenes = dict(zip(names, counted.scenes[k].tolist(), strict=True))
        for group, found in spreads.items():
            asked = [scenes[task] for task in groups[group] if scenes[task]]
            cells.append(points_cell(at(found, k), asked, signed=False))
        for group, found in gaps.items():
            cells.append(points_cell(at(found, k), (scenes[control], scenes[group]), star=True))
        lines.append(Line(row.label, tuple(cells), row.group, row.index, row.full_name))
    caption = (
        "A competency that a model has shows in all of its tasks: a small spread at a low average is a lack of it. "
        "Averages in % over samples; spread (highest minus lowest task) and gap in points, with 95 % intervals. "
        f"{TOO_FEW}"
    )
    return Grid(f"{TITLE}: {suite}", caption, columns, tuple(lines))


def _small(name: str) -> str:
    return name[:1].lower() + name[1:]


def _listed(tasks: Sequence[str]) -> str:
    return f"{tasks[0]}–{tasks[-1]}" if len(tasks) > 2 else ", ".join(tasks)
