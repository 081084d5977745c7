"""Right answers of a suite by what kind of question it is (`video`, Figures 4 and 5): viewpoint, horizon, scene.

For suites whose answers are right or wrong; graded ones have slices of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from diorama.ask.statistics import rate_interval
from diorama.report.analyses.analysis import Analysis, LeftOut, Material, Measured, rate_cell
from diorama.report.grid import Cell, Column, Grid, Line
from diorama.report.layout import suites_of

CAPTION = "Correct of all asked, in %, with 95 % intervals."
LEAST = 2
"""Groups without which there is nothing to compare."""


def breakdown(material: Material) -> Iterator[Analysis | LeftOut]:
    """A table for each suite and each property with words for values."""
    for suite in suites_of(material.records):
        mine = [r for r in material.records if r.suite == suite]
        if any(r.numbers for r in mine):
            continue
        ids = {r.sample_id for r in mine}
        grids = [
            _grid(material, suite, each, groups)
            for each in material.measured
            if each.property.words and len(groups := _groups(each, ids)) >= LEAST
        ]
        if grids:
            yield Analysis(f"Kinds of questions: {suite}", tuple(grids))


def _groups(each: Measured, ids: set[str]) -> Mapping[str, set[str]]:
    groups: dict[str, set[str]] = {}
    for sample, word in sorted(each.words.items(), key=lambda pair: pair[1]):
        if sample in ids:
            groups.setdefault(word, set()).add(sample)
    return groups


def _grid(material: Material, suite: str, each: Measured, groups: Mapping[str, set[str]]) -> Grid:
    lines = []
    for row in material.rows:
        parts = [[r for r in row.records if r.suite == suite and r.sample_id in ids] for ids in groups.values()]
        if any(parts):
            cells = tuple(rate_cell(rate_interval(part), len(part)) if part else Cell() for part in parts)
            lines.append(Line(row.label, cells, row.group, row.index, row.full_name))
    columns = tuple(Column(word, tip=f"{len(ids)} questions") for word, ids in groups.items())
    return Grid(f"{suite} by {each.property.title}", f"{each.property.about} {CAPTION}", columns, tuple(lines))
