"""Each setting against the base on the same samples (`video`, Tables 2, 3, 5–9, 12–14): what a change of input does.

A model that was asked the same questions in several ways is compared with itself: the base is the way in which the
question is put as it is. Gain over chance with and without pictures (Figure 7) stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from diorama.ask.statistics import compare
from diorama.report.analyses.analysis import TOO_FEW, Analysis, LeftOut, Material, points_cell
from diorama.report.grid import Cell, Column, Grid, Line, Number
from diorama.report.layout import suites_of
from diorama.report.rows import Row, guessing

TITLE = "Settings against the base"


def settings(material: Material) -> Iterator[Analysis | LeftOut]:
    """For each suite, what each other setting of a model changes."""
    for suite in suites_of(material.records):
        lines = [line for row in material.rows if (line := _line(material, row, suite)) is not None]
        if lines:
            columns = (
                Column("samples"), Column("base", "correct, %"), Column("setting", "correct, %"),
                Column("difference", "points"), Column("over chance", "points"),
            )  # fmt: skip
            caption = (
                f"The same samples in both settings, in points of a hundred, with 95 % intervals (bootstrap over "
                f"scenes). {TOO_FEW}"
            )
            yield Analysis(f"{TITLE}: {suite}", (Grid(f"{TITLE}: {suite}", caption, columns, tuple(lines)),))


def _line(material: Material, row: Row, suite: str) -> Line | None:
    """One setting of a model beside its base; None if it is that, or has none."""
    base, mine = material.base_of(row, suite), row.of(suite)
    if not base:
        return None
    asked = {r.sample_id for r in base}
    found = compare(base, mine)
    chance = guessing([r for r in mine if r.sample_id in asked])
    over = None if chance is None else found.second - chance
    return Line(
        f"{row.model.rpartition('/')[2]}: {row.strategy}",
        (
            Cell(f"{found.samples:,}", number=Number(found.samples)),
            Cell(f"{100 * found.first:.1f}", number=Number(found.first)),
            Cell(f"{100 * found.second:.1f}", number=Number(found.second)),
            points_cell(found.difference, (found.scenes,), star=True),
            Cell() if over is None else Cell(f"{100 * over:+.1f}".replace("-", "−"), number=Number(over)),
        ),
        row.group, row.index, row.full_name,
    )  # fmt: skip
