"""Volumetric errors: how often proposed swaps would put one object into another (`structure`, Table 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diorama.ask import Record
from diorama.ask.statistics import rate_interval
from diorama.report.analyses.analysis import WRONG_MEANS, Analysis, LeftOut, Material, rate_cell
from diorama.report.grid import Cell, Column, Grid, Line
from diorama.report.layout import Slice, cells_of
from diorama.report.rows import Row

TITLE = "Volumetric errors"
OVERLAPS = "overlaps"
"""The flag that scorers raise."""


def volumes(material: Material) -> Iterator[Analysis | LeftOut]:
    """By task: as a share of all samples, as the paper has it, and of the answers that were wrong."""
    suites = sorted({r.suite for r in material.records})
    flagged = {(r.suite, r.task, r.level) for r in material.records if OVERLAPS in r.flags}
    cells = [c for suite in suites for c in cells_of(suite, material.records) if (c.suite, c.task, c.level) in flagged]
    if not cells:
        yield LeftOut(TITLE, "no answer here proposes swaps")
        return
    lines = []
    for row in material.rows:
        pairs = [_both(row, cell) for cell in cells]
        if any(a.text for a, _ in pairs):
            told = (*(a for a, _ in pairs), *(b for _, b in pairs))
            lines.append(Line(row.label, told, row.group, row.index, row.full_name))
    columns = (
        *(Column(c.title, "% of all asked") for c in cells),
        *(Column(c.title, "% of wrong answers") for c in cells),
    )
    caption = (
        "Answers whose swaps would make two objects overlap. If they are few, a model knows how much room things take, "
        "and what it gets wrong is the plan. With 95 % intervals. "
        f"{WRONG_MEANS}"
    )
    yield Analysis(TITLE, (Grid(TITLE, caption, columns, tuple(lines)),))


def _both(row: Row, cell: Slice) -> tuple[Cell, Cell]:
    asked = [r for r in row.records if cell.holds(r)]
    if not asked:
        return Cell(), Cell()
    return _share(asked), _share([r for r in asked if r.wrong])


def _share(records: Sequence[Record]) -> Cell:
    if not records:
        return Cell()
    hits = sum(map(_overlaps, records))
    found = rate_interval(records, _overlaps)
    return rate_cell(found, len(records), tip=f"{hits:,} of {len(records):,}", shaded=False)


def _overlaps(record: Record) -> bool:
    return record.flags.get(OVERLAPS, False)
