"""Rank stability: is the order of models the same in every task and in every repeat (`structure`, section 5)?

Agreement of two orders is Kendall's τ-b: 1 for the same, 0 for unrelated, −1 for reversed. Only samples that all models
were asked count, so that an order never depends on who was asked what. Intervals come from a bootstrap over scenes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from diorama.ask.ranks import agreement, places
from diorama.ask.resampling import Outcomes, outcomes
from diorama.ask.statistics import Interval
from diorama.report.analyses.analysis import TOO_FEW, Analysis, LeftOut, Material, at, number_of, too_few
from diorama.report.grid import Cell, Column, Grid, Line, Number
from diorama.report.layout import Slice, cells_of, group_of
from diorama.report.rows import Row

Floats = NDArray[np.float64]
TITLE = "Rank stability"
FEWEST = 3
"""The fewest models with an order worth comparing: two agree by chance half of the time."""


def stability(material: Material) -> Iterator[Analysis | LeftOut]:
    """One analysis for each suite, and for each way in which enough models were asked."""
    for suite in sorted({r.suite for r in material.records}):
        groups = [tuple(row for row in same if row.of(suite)) for same in material.comparable]
        enough = [same for same in groups if len(same) >= FEWEST]
        if not enough:
            most = max(map(len, groups), default=0)
            yield LeftOut(f"{TITLE}: {suite}", f"an order needs at least {FEWEST} comparable models; there are {most}")
        for same in enough:
            named = f"{TITLE}: {suite}" + (f", {same[0].way or 'asked as usual'}" if len(enough) > 1 else "")
            yield _analysis(same, suite, named)


def _analysis(rows: Sequence[Row], suite: str, title: str) -> Analysis | LeftOut:
    common = set.intersection(*({r.sample_id for r in row.records if r.suite == suite} for row in rows))
    records = [[r for r in row.records if r.sample_id in common] for row in rows]
    if not common:
        return LeftOut(title, "no sample was put to all of these models")
    cells = cells_of(suite, records[0])
    pairs = set.intersection(*({(r.sample_id, r.repeat) for r in own} for own in records))
    repeats = sorted({repeat for _, repeat in pairs})
    by_task = outcomes(records, [(c.task, c.level) for c in cells], lambda r: [(r.task, r.level)])
    taus = by_task.interval(agreement)
    scenes = by_task.scenes.min(axis=0).tolist()
    lines = []
    if len(cells) > 1:
        every = list(combinations(range(len(cells)), 2))
        lines.append(_mean_line("all tasks", by_task, every))
        for name, members in _groups(suite, cells).items():
            if 1 < len(members) < len(cells):
                lines.append(_mean_line(f"within {name}", by_task, list(combinations(members, 2))))
    if len(repeats) > 1:
        again = outcomes(
            [[r for r in own if (r.sample_id, r.repeat) in pairs] for own in records], repeats, lambda r: [r.repeat]
        )
        lines.append(_mean_line("repeats", again, list(combinations(range(len(repeats)), 2))))
    if not lines:
        return LeftOut(title, "there is one task and one repeat: nothing to compare an order with")
    caption = (
        f"How far {len(rows)} models keep their order from task to task and from repeat to repeat: Kendall's τ, the "
        f"mean over all pairs, with a 95 % interval (bootstrap over scenes). 1 is the same order, 0 none in common. On "
        f"the {len(common):,} samples that all were asked. {TOO_FEW}"
    )
    columns = (Column("mean τ"), Column("lowest τ", tip="of all pairs"), Column("pairs"))
    return Analysis(
        title,
        (Grid(title, caption, columns, tuple(lines)),),
        (_ranks(rows, by_task, cells, suite), *([_pairs(cells, taus, scenes, suite)] if len(cells) > 1 else [])),
    )


@dataclass(frozen=True)
class _Over:
    """A statistic of rates: mean and lowest τ over some pairs of columns."""

    pairs: Sequence[tuple[int, int]]

    def __call__(self, rates: Floats) -> Floats:
        taus = agreement(rates)
        kept = np.stack([taus[..., a, b] for a, b in self.pairs], axis=-1)
        known = np.isfinite(kept)
        count = known.sum(axis=-1)
        mean = np.where(known, kept, 0).sum(axis=-1) / np.maximum(count, 1)
        low = np.where(known, kept, np.inf).min(axis=-1)
        return np.where(count[..., None] > 0, np.stack([mean, low], axis=-1), np.nan)


def _mean_line(label: str, counted: Outcomes, pairs: Sequence[tuple[int, int]]) -> Line:
    found = counted.interval(_Over(pairs))
    mean, low = at(found, 0), at(found, 1)
    scenes = counted.scenes.min(axis=0)
    lowest = Cell() if low is None else Cell(_two(low.rate), number=Number(low.rate))
    return Line(
        label,
        (
            _tau_cell(mean, [int(scenes[k]) for pair in pairs for k in pair]),
            lowest,
            Cell(str(len(pairs)), number=Number(len(pairs))),
        ),
    )


def _groups(suite: str, cells: Sequence[Slice]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for k, cell in enumerate(cells):
        if name := group_of(suite, cell.task, cell.level):
            groups.setdefault(name, []).append(k)
    return groups


def _pairs(
    cells: Sequence[Slice], taus: tuple[Floats, Floats, Floats], scenes: Sequence[int], suite: str
) -> Grid:  # fmt: skip
    def cell(a: int, b: int) -> Cell:
        return Cell() if a == b else _tau_cell(at(taus, a, b), (scenes[a], scenes[b]))

    every = range(len(cells))
    lines = tuple(Line(one.title, tuple(cell(a, b) for b in every)) for a, one in enumerate(cells))
    caption = "Kendall's τ of the models' orders in two tasks, with its 95 % interval; a dash where all are equal."
    columns = tuple(Column(" ".join(filter(None, (c.task, c.level))), tip=c.title) for c in cells)
    return Grid(f"Every two tasks: {suite}", caption, columns, lines)


def _ranks(rows: Sequence[Row], counted: Outcomes, cells: Sequence[Slice], suite: str) -> Grid:
    """The place of each model in each task and overall, with the interval of the latter."""
    overall = Outcomes(counted.hits.sum(axis=2, keepdims=True), counted.asked.sum(axis=2, keepdims=True))
    found = overall.interval(lambda rates: (rates[..., None, :, 0] > rates[..., :, None, 0]).sum(-1) + 1.0)
    lines = []
    orders = [places([float(v) for v in counted.rates[:, c]]) for c in range(len(cells))]
    for k, row in enumerate(rows):
        here = at(found, k)
        assert here is not None
        few = too_few((int(overall.scenes[k, 0]),))
        side = "" if few else f"{here.low:.0f}–{here.high:.0f}"
        number = Number(here.rate) if few else number_of(here)
        every = [order[k] for order in orders]
        cells_here = [Cell() if p is None else Cell(str(p), number=Number(p)) for p in every]
        lines.append(
            Line(
                row.label,
                (*cells_here, Cell(f"{here.rate:.0f}", side, few, number=number)),
                row.group,
                row.index,
                row.full_name,
            )
        )
    columns = (*(Column(" ".join(filter(None, (c.task, c.level))), "rank", c.title) for c in cells), Column("all"))
    caption = "Rank of each model by its correct answers (1 is best; equals share it), overall with a 95 % interval."
    return Grid(f"Ranks: {suite}", caption, columns, tuple(lines))


def _tau_cell(found: Interval | None, scenes: Iterable[int]) -> Cell:
    """An agreement with its interval; `scenes` are those of each task or repeat that it rests on."""
    if found is None:
        return Cell()
    if too_few((min(scenes),)):
        return Cell(_two(found.rate), tip=TOO_FEW, number=Number(found.rate))
    return Cell(_two(found.rate), f"{_two(found.low)} … {_two(found.high)}", number=number_of(found))


def _two(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
