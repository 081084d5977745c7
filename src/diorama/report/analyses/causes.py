"""Why answers about clips are wrong (`video`, F.3), as far as other runs tell without a judge.

A model that errs on the clip and is right once it sees the unseen part saw enough and concluded wrongly; one that errs
even then did not see it. Who says what the last frame shows did not take the motion in; who says the same without any
picture followed habit. An error may have several marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from diorama.ask import Record
from diorama.ask.strategies import BASES
from diorama.report.analyses.analysis import Analysis, LeftOut, Material
from diorama.report.grid import Cell, Column, Grid, Line, Number
from diorama.report.layout import suites_of
from diorama.report.rows import Row

TITLE = "Causes of errors"
GOLD, BLIND = "gold", "text_only"
STATIC = "diorama/last_frame"
"""The player for whom nothing moves on."""

Key = tuple[str, int]


def causes(material: Material) -> Iterator[Analysis | LeftOut]:
    """One line for each model that was asked about clips as they are, and also in another setting."""
    for suite in suites_of(material.records):
        still = _replies(next((r for r in material.rows if r.model == STATIC and r.of(suite)), None), suite)
        lines = [line for row in material.models if (line := _line(material, row, suite, still)) is not None]
        if not lines:
            continue
        columns = (
            Column("errors"),
            Column("reasoning", tip="right once the unseen part is shown"),
            Column("perception", tip="wrong even when the unseen part is shown"),
            Column("static", tip="the answer that the frame at the cut suggests"),
            Column("prior", tip="the same answer without any picture"),
        )
        caption = (
            "Wrong answers in the base setting, and how many of them, in %, bear each mark. Reasoning: right with the "
            "unseen part. Perception: wrong with it, too. Static: the answer of the player last_frame. Prior: the "
            "same answer from the text alone. Where a run is missing, the cell is empty."
        )
        yield Analysis(f"{TITLE}: {suite}", (Grid(f"{TITLE}: {suite}", caption, columns, tuple(lines)),))


def _line(material: Material, row: Row, suite: str, still: Mapping[Key, Record]) -> Line | None:
    if row.strategy not in BASES:
        return None
    others = {
        name: _replies(next((r for r in material.rows if r.model == row.model and r.strategy == name), None), suite)
        for name in (GOLD, BLIND)
    }
    if not any(others.values()):
        return None
    wrong = [r for r in row.of(suite) if r.wrong]
    gold = [g for r in wrong if (g := others[GOLD].get((r.sample_id, r.repeat))) is not None and g.answered]
    pairs = {
        "static": [(r, s) for r in wrong if (s := still.get((r.sample_id, 0))) is not None],
        "prior": [(r, b) for r in wrong if (b := others[BLIND].get((r.sample_id, r.repeat))) is not None],
    }
    cells = [
        Cell(f"{len(wrong):,}", number=Number(len(wrong))),
        _share(sum(g.correct for g in gold), len(gold)),
        _share(sum(not g.correct for g in gold), len(gold)),
        *(_share(sum(_alike(a, b) for a, b in found), len(found)) for found in pairs.values()),
    ]
    return Line(row.label, tuple(cells), row.group, row.index, row.full_name)


def _replies(row: Row | None, suite: str) -> dict[Key, Record]:
    return {} if row is None else {(r.sample_id, r.repeat): r for r in row.of(suite)}


def _alike(a: Record, b: Record) -> bool:
    """Whether both were read as the same answer."""
    return bool(a.read_as) and a.read_as == b.read_as


def _share(count: int, of: int) -> Cell:
    if not of:
        return Cell()
    return Cell(f"{100 * count / of:.1f}", f"{count}/{of}", share=count / of, number=Number(count / of, count=of))
