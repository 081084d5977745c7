"""Why answers about clips are wrong (`video`, F.3), as a judge says (`diorama causes`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from diorama.ask.causes import DEFINITIONS, SUITE, Cause, CauseRecord, Ending, fitting
from diorama.ask.strategies import BASES
from diorama.report.analyses.analysis import WRONG_MEANS, Analysis, LeftOut, Material
from diorama.report.grid import Cell, Column, Grid, Line, Number
from diorama.report.rows import Row

TITLE = "Causes of errors, by a judge"
APART = {
    Ending.NO_REASONING: ("no reasoning", "the reply shows no way to its answer"),
    Ending.UNREAD: ("unread", "the judge named no cause, or several"),
    Ending.FAILED: ("failed", "no reply came from the judge; diorama causes asks again"),
}
COLUMNS = (
    Column("judge"), Column("errors"), Column("judged"),
    *(Column(cause.words, "of those judged, %", f"{meaning}.") for cause, meaning in DEFINITIONS.items()),
    *(Column(title, "no cause", tip) for title, tip in APART.values()),
    Column("not asked", "no cause", "no judge was asked, or there is no exact caption"),
)  # fmt: skip
CAPTION = (
    "One cause for each wrong answer that a judge could judge, from the reply, the right answer and exact captions of "
    f"both parts of the event; shares are of these. What has no cause is counted apart. {WRONG_MEANS}"
)


def judged_causes(material: Material) -> Iterator[Analysis | LeftOut]:
    """One line for each model and judge, in the base setting and wherever else a judge was asked."""
    rows = [row for row in material.models if any(record.wrong for record in row.of(SUITE))]
    lines = tuple(line for row in rows for line in _lines(row, material.judged.get(row.key, ())))
    if lines:
        yield Analysis(f"{TITLE}: {SUITE}", (Grid(f"{TITLE}: {SUITE}", CAPTION, COLUMNS, lines),))
    elif any(row.strategy in BASES for row in rows):
        yield LeftOut(f"{TITLE}: {SUITE}", "no judge was asked: diorama causes LOGS --judge MODEL")


def _lines(row: Row, said: Sequence[CauseRecord]) -> Iterator[Line]:
    errors = [record for record in row.of(SUITE) if record.wrong]
    now = fitting(said, errors)
    for judge in sorted({one.judge for one in now}):
        mine = [one for one in now if one.judge == judge]
        endings = Counter(one.ending for one in mine)
        causes = Counter(one.cause for one in mine)
        cells = (
            Cell(judge),
            _count(len(errors)),
            _count(endings[Ending.JUDGED]),
            *(_share(causes[cause], endings[Ending.JUDGED]) for cause in Cause),
            *(_count(endings[ending]) for ending in APART),
            _count(len(errors) - len(mine)),
        )
        yield Line(row.label, cells, row.group, row.index, row.full_name)


def _count(count: int) -> Cell:
    return Cell(f"{count:,}", number=Number(count))


def _share(count: int, of: int) -> Cell:
    if not of:
        return Cell()
    return Cell(f"{100 * count / of:.1f}", f"{count}/{of}", share=count / of, number=Number(count / of, count=of))
