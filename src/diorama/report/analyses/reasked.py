"""Failures of one model, put to another (`structure`, Table 4): how many of them does the second get right?

A sample is a failure if more than half of its repeats were answered and not correct: what `eval --only wrong:FILE` asks
again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diorama.ask import Record
from diorama.ask.statistics import rate_interval
from diorama.ask.subsets import WRONG, mostly_ended
from diorama.report.analyses.analysis import WRONG_MEANS, Analysis, LeftOut, Material, rate_cell
from diorama.report.grid import Cell, Column, Grid, Line, Number
from diorama.report.layout import cells_of, suites_of
from diorama.report.rows import Row, protocol_warning

TITLE = "Failures of another model"
MOST = 12
"""Rows that are set against each other; the first ones if there are more."""
DETAILED = 6
"""Models whose failures are shown by task."""


def reasked(material: Material) -> Iterator[Analysis | LeftOut]:
    """Who gets right what another got wrong; by task in the details."""
    firsts = material.models[:MOST]
    if not firsts or len(material.rows) < 2:
        yield LeftOut(TITLE, "it needs a model and somebody else who was asked the same samples")
        return
    seconds = material.rows[:MOST]
    lost = {row.index: set(mostly_ended(WRONG, row.records)) for row in firsts}
    again = {
        (a.index, b.index): [r for r in b.records if r.sample_id in lost[a.index]]
        for a in firsts
        for b in seconds
        if a is not b
    }
    if not any(again.values()):
        yield LeftOut(TITLE, "nobody was asked a sample that another model failed")
        return
    columns = (
        Column("failures", tip="samples answered wrongly in more than half of the repeats"),
        *(Column(b.label, "of these right, %", b.full_name, row=b.index) for b in seconds),
    )
    lines = [
        Line(
            a.label,
            (
                Cell(f"{len(lost[a.index]):,}", number=Number(len(lost[a.index]))),
                *(Cell() if a is b else _cell(again[a.index, b.index]) for b in seconds),
            ),
            a.group,
            a.index,
            a.full_name,
        )
        for a in firsts
    ]
    caption = (
        "Each line: the samples that this model failed, and the share of them that others get right (how many of "
        "how many answers). What nobody gets right is a lack that models share; a slip of one is easy for another. "
        f"{WRONG_MEANS}"
    )
    if warning := protocol_warning(firsts):
        caption += f" {warning[:1].upper()}{warning[1:]}."
    by_task = _by_task(firsts[:DETAILED], seconds, again)
    yield Analysis(TITLE, (Grid(TITLE, caption, columns, tuple(lines)),), (by_task,))


def _by_task(
    firsts: Sequence[Row], seconds: Sequence[Row], again: dict[tuple[int, int], list[Record]]
) -> Grid:  # fmt: skip
    """The layout of Table 4: one line for each pair, and how many of how many in each task."""
    every = [r for records in again.values() for r in records]
    cells = [cell for suite in suites_of(every) for cell in cells_of(suite, every)]
    lines = [
        Line(
            f"{b.label} on {a.label}",
            (*(_cell([r for r in here if c.holds(r)]) for c in cells), _cell(here)),
            f"Failures of {a.label}",
            b.index,
            f"{b.full_name}, on the samples that {a.full_name} failed",
        )
        for a in firsts
        for b in seconds
        if a is not b and (here := again[a.index, b.index])
    ]
    columns = (*(Column(c.title) for c in cells), Column("all"))
    caption = "Correct in %, and how many of how many answers, on the samples that the other model failed."
    return Grid("Failures of another model, by task", caption, columns, tuple(lines))


def _cell(records: Sequence[Record]) -> Cell:
    if not records:
        return Cell()
    right = sum(r.correct for r in records)
    found = rate_interval(records)
    plain = rate_cell(found, len(records))
    return Cell(plain.text, f"{right}/{len(records)}", f"95 % interval {plain.side}", plain.share, number=plain.number)
