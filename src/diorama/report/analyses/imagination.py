"""What imagining first is worth (`causal`, section 3 and appendix G), and which stage loses the answer.

A model that was asked plainly and with `cow` is compared with itself on the same samples. Runs in which oracles do the
first stages show what each of the later ones costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from diorama.ask import Record, Verdict
from diorama.ask.imagined_runs import imagines
from diorama.ask.statistics import compare
from diorama.ask.strategies import read_way
from diorama.imagine.scores import Failure, failure_of
from diorama.report.analyses.analysis import TOO_FEW, Analysis, LeftOut, Material, points_cell
from diorama.report.grid import Cell, Column, Grid, Line, Number
from diorama.report.layout import cells_of, suites_of
from diorama.report.rows import Row

TITLE = "Imagination"
STAGES = ("instance", "motion", "tracks", "generator")
"""The arguments of the strategy that say who does which stage."""
PAPER = {"collision": 0.024, "trajectory": 0.022}
"""What the paper's model gained (its section 3.2); of the other tasks it gives no numbers."""


def imagination(material: Material) -> Iterator[Analysis | LeftOut]:
    """For each suite: every setting with its gain, the gains by task, and how imaginations failed."""
    rows = [row for row in material.rows if imagines(row.strategy)]
    if not rows:
        yield LeftOut(TITLE, "no run used the strategy cow")
        return
    for suite in suites_of([r for row in rows for r in row.records]):
        here = [row for row in rows if row.of(suite)]
        grids = (_stages(material, here, suite), _by_task(material, here, suite), _failures(here, suite))
        yield Analysis(f"{TITLE}: {suite}", tuple(grid for grid in grids if grid is not None))


def _stages(material: Material, rows: Sequence[Row], suite: str) -> Grid:
    """Who did which stage, and what came of it."""
    lines = []
    for row in rows:
        arguments, records = read_way(row.strategy).arguments, row.of(suite)
        base = material.base_of(row, suite)
        found = compare(base, counted(records)) if base else None
        lines.append(
            Line(
                row.label,
                (
                    *(Cell(str(arguments[stage])) for stage in STAGES),
                    _count(len(records)),
                    _count(sum(r.verdict is Verdict.TOOL_FAILED for r in records)),
                    _count(sum(r.stages.get("imagined/clips") == 0 for r in records)),
                    _rate(sum(r.correct for r in records), len(records)),
                    Cell() if found is None else points_cell(found.difference, (found.scenes,), star=True),
                ),
                row.group,
                row.index,
                row.full_name,
            )
        )
    columns = (
        *(Column(stage, "done by") for stage in STAGES), Column("asked"), Column("tool failed"),
        Column("asked plainly", tip="no clip could be imagined, and the question was asked without"),
        Column("correct", "%"), Column("gain", "points", tip="against the same questions asked plainly"),
    )  # fmt: skip
    caption = (
        "Which stage loses the answer: from one line to the next, oracles take over stages. Gains are against the same "
        "samples asked without imagination, with 95 % intervals (bootstrap over scenes); a stage that failed counts as "
        f"not correct. {TOO_FEW}"
    )
    return Grid(f"{TITLE}: {suite}, by stage", caption, columns, tuple(lines))


def counted(records: Sequence[Record]) -> list[Record]:
    """Records in which a question that got no imagination is not correct: failing on hard ones must not pay."""
    return [
        r.model_copy(update={"verdict": Verdict.INCORRECT}) if r.verdict is Verdict.TOOL_FAILED else r for r in records
    ]


def _by_task(material: Material, rows: Sequence[Row], suite: str) -> Grid | None:
    """The gain in each task, as in the paper's Figure 6."""
    slices = cells_of(suite, [r for row in rows for r in row.records])
    lines = []
    for row in rows:
        base = material.base_of(row, suite)
        if not base:
            continue
        cells = []
        for one in slices:
            sides = [[r for r in records if one.holds(r)] for records in (base, counted(row.of(suite)))]
            common = {r.sample_id for r in sides[0]} & {r.sample_id for r in sides[1]}
            if common:
                found = compare(*sides)
                cells.append(points_cell(found.difference, (found.scenes,), star=True))
            else:
                cells.append(Cell())
        lines.append(Line(row.label, tuple(cells), row.group, row.index, row.full_name))
    if not lines:
        return None
    if suite == "causal":
        told = [PAPER.get(one.task or "") for one in slices]
        cells = [Cell() if gain is None else Cell(f"{100 * gain:+.1f}", number=Number(gain)) for gain in told]
        lines.append(Line("the paper: Qwen3-VL-30B-A3B, both levels together", tuple(cells)))
    caption = f"Correct with imagination minus correct without, on the same samples, in points of a hundred. {TOO_FEW}"
    columns = tuple(Column(one.title, tip=one.about) for one in slices)
    return Grid(f"{TITLE}: {suite}, gain by task", caption, columns, tuple(lines))


def _failures(rows: Sequence[Row], suite: str) -> Grid | None:
    """What went wrong first in each imagination, and how often the answer was right nevertheless."""
    lines = []
    for row in rows:
        scored = [r for r in row.of(suite) if any(name.startswith("instance/") for name in r.stages)]
        if scored:
            cells = tuple(_share(scored, kind) for kind in Failure)
            lines.append(Line(row.label, (_count(len(scored)), *cells), row.group, row.index, row.full_name))
    if not lines:
        return None
    caption = (
        "The first thing that went wrong in an imagination, by comparison with the truth: shares in % of those that "
        "could be compared, and beside each how many of these were answered right."
    )
    return Grid(
        f"{TITLE}: {suite}, failures", caption, (Column("compared"), *(Column(kind.value) for kind in Failure)),
        tuple(lines),
    )  # fmt: skip


def _share(scored: Sequence[Record], kind: Failure) -> Cell:
    kinds = Counter(failure_of(r.stages) for r in scored)
    right = sum(r.correct for r in scored if failure_of(r.stages) is kind)
    share = kinds[kind] / len(scored)
    return Cell(f"{100 * share:.1f}", f"{right}/{kinds[kind]} right", share=share, number=Number(share))


def _count(number: int) -> Cell:
    return Cell(f"{number:,}", number=Number(number))


def _rate(count: int, of: int) -> Cell:
    return Cell(f"{100 * count / of:.1f}", share=count / of, number=Number(count / of, count=of)) if of else Cell()
