"""Right answers, doubt and length of each model (`causal`, Figure 3): TPR, NSR and tokens written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diorama.ask import Record, Verdict
from diorama.ask.statistics import rate_interval
from diorama.report import figures
from diorama.report.analyses.analysis import WRONG_MEANS, Analysis, LeftOut, Material, rate_cell
from diorama.report.grid import Cell, Column, Grid, Line, Number

TITLE = "Doubt and length"


def doubt(material: Material) -> Iterator[Analysis | LeftOut]:
    """One line for each row; left out if nobody was unsure and nobody's tokens were counted."""
    unsure = any(r.verdict is Verdict.NOT_SURE for r in material.records)
    counted = any(r.output_tokens is not None for r in material.records)
    if not unsure and not counted:
        yield LeftOut(TITLE, "no answer was “not sure”, and no run counted tokens")
        return
    lines = tuple(
        Line(row.label, _cells(row.records), row.group, row.index, row.full_name)
        for row in material.rows
        if row.records
    )  # fmt: skip
    columns = (
        Column("correct", "% of asked (TPR)"), Column("not sure", "% of asked (NSR)"),
        Column("correct when sure", tip="of the questions that were answered with something else than “not sure”, %"),
        Column("all", "tokens an answer"), Column("right", "tokens an answer"), Column("wrong", "tokens an answer"),
    )  # fmt: skip
    caption = (
        "A model that doubts less does not always know more, and a longer answer is not always a better one: compare "
        "TPR with NSR, and the length of right and wrong answers. With 95 % intervals. "
        f"{WRONG_MEANS}"
    )
    drawn = (
        ("Right against unsure", "Does who doubts less also know more?", figures.doubt(material.rows)),
        ("Right against length", "Each model’s answers in quarters by tokens written.", figures.length(material.rows)),
    )
    charts = tuple((name, note, picture) for name, note, picture in drawn if picture is not None)
    yield Analysis(TITLE, (Grid(TITLE, caption, columns, lines),), charts=charts)


def _cells(records: Sequence[Record]) -> tuple[Cell, ...]:
    sure = [r for r in records if r.answered and r.verdict is not Verdict.NOT_SURE]
    wrong = [r for r in records if r.wrong]
    return (
        rate_cell(rate_interval(records), len(records)),
        rate_cell(rate_interval(records, lambda r: r.verdict is Verdict.NOT_SURE), len(records), shaded=False),
        rate_cell(rate_interval(sure), len(sure)) if sure else Cell(),
        *(_mean_tokens(part) for part in (records, [r for r in records if r.correct], wrong)),
    )


def _mean_tokens(records: Sequence[Record]) -> Cell:
    known = [r.output_tokens for r in records if r.output_tokens is not None]
    if not known:
        return Cell()
    mean = sum(known) / len(known)
    return Cell(f"{mean:,.0f}", tip=f"of {len(known):,} answers", number=Number(mean, count=len(known)))
