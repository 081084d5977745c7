"""Stages of strategies: how what a strategy found out on its way compares with the truth, before it gave an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diorama.ask import Record
from diorama.ask.statistics import mean_of
from diorama.report.analyses.analysis import Analysis, LeftOut, Material, rate_cell
from diorama.report.grid import Cell, Column, Grid, Line

TITLE = "Stages of strategies"


def stages(material: Material) -> Iterator[Analysis | LeftOut]:
    """One line for each row and stage, one column for each measure; all are means over the questions that have them."""
    names = list(dict.fromkeys(name for r in material.records for name in r.stages))
    if not names:
        yield LeftOut(TITLE, "no strategy here has stages that are scored by themselves")
        return
    steps = list(dict.fromkeys(name.partition("/")[0] for name in names))
    measures = sorted({name.partition("/")[2] for name in names})
    lines = []
    for row in material.rows:
        for step in steps:
            cells = tuple(_cell(row.records, f"{step}/{measure}") for measure in measures)
            if any(cell.text for cell in cells):
                lines.append(Line(f"{row.label}: {step}", cells, row.group, row.index, row.full_name))
    caption = (
        "Means in % over the questions in which a stage was reached, with 95 % intervals. For scene graphs: objects "
        "and support relations against those of the world; in a round, precision is of what the round added, recall of "
        "all that was found until then. These are no accuracies: of the Brier score, of wrong options called "
        "plausible, and of right ones called the least plausible, less is better."
    )
    yield Analysis(TITLE, (Grid(TITLE, caption, tuple(map(Column, measures)), tuple(lines)),))


def _cell(records: Sequence[Record], name: str) -> Cell:
    count = sum(name in r.stages for r in records)
    return rate_cell(mean_of(records, lambda r: r.stages.get(name)), count) if count else Cell()
