"""Graded scores of a suite, and where they come from: by answer size, and by every property that has words for values.

As `logic` (Table 2 and Figure 7) asks: precision, recall and F1 of all plans together; F1 by number of steps, by source
and by kind of scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from diorama.ask import Record
from diorama.ask.resampling import ratios
from diorama.ask.tables import ratio_measures
from diorama.kinds import KINDS, Measure
from diorama.report.analyses.analysis import Analysis, LeftOut, Material, rate_cell
from diorama.report.grid import Column, Grid, Line
from diorama.report.layout import suites_of
from diorama.report.rows import Row

CAPTION = (
    "In %, over all answers together, with the 95 % interval (bootstrap over scenes; 0–100 below ten of them). "
    "Replies that could not be read give nothing and count; questions that failed do not. Published: as the released "
    "scorer of the paper counts, without answers of which nothing matches."
)


@dataclass(frozen=True)
class Slicing:
    """One way to divide the samples of a suite."""

    title: str
    about: str
    groups: Mapping[str, set[str]]
    """Samples by the name of their group, in reading order."""


def slices(material: Material) -> Iterator[Analysis | LeftOut]:
    """The graded scores of each suite that has any, as a whole and by slice."""
    for suite in suites_of(material.records):
        graded = [r for r in material.records if r.suite == suite and r.numbers]
        measures = ratio_measures(r.answer_kind for r in graded)
        if not measures:
            continue
        title = f"Graded scores: {suite}"
        every = Slicing("", "", {"": {r.sample_id for r in graded}})
        whole = _grid(title, material.rows, every, measures)
        main = {name: each for name, each in measures.items() if not each.detail}
        details = []
        for found in (_by_size(graded), *_by_words(material, graded)):
            if isinstance(found, LeftOut):
                yield found
            else:
                details.append(_grid(f"{title} by {found.title}", material.rows, found, main))
        yield Analysis(title, (whole,), tuple(details))


def _by_size(graded: Sequence[Record]) -> Slicing:
    groups: dict[str, set[str]] = {}
    for r in sorted(graded, key=lambda r: r.answer_size or 0):
        if r.answer_size is not None:
            groups.setdefault(KINDS.get(r.answer_kind).size_group(r.answer_size), set()).add(r.sample_id)
    return Slicing("answer size", "Steps, swaps or objects of the right answer.", groups)


def _by_words(material: Material, graded: Sequence[Record]) -> Iterator[Slicing | LeftOut]:
    ids = {r.sample_id for r in graded}
    for each in material.measured:
        if each.property.words:
            groups: dict[str, set[str]] = {}
            for sample, word in sorted(each.words.items(), key=lambda pair: pair[1]):
                if sample in ids:
                    groups.setdefault(word, set()).add(sample)
            if groups:
                yield Slicing(each.property.title, each.property.about, groups)
            else:
                yield LeftOut(f"Graded scores by {each.property.title}", each.reason or "no sample has it")


def _grid(title: str, rows: Sequence[Row], slicing: Slicing, measures: Mapping[str, Measure]) -> Grid:
    lines = []
    for row in rows:
        cells = []
        for ids in slicing.groups.values():
            own = [r for r in row.records if r.sample_id in ids]
            found = ratios(((r.scene, r.numbers) for r in own), measures).intervals()
            cells.append([rate_cell(found.get(name), len(own)) for name in measures])
        if any(cell.text for group in cells for cell in group):
            by_measure = tuple(cell for column in zip(*cells, strict=True) for cell in column)
            lines.append(Line(row.label, by_measure, row.group, row.index, row.full_name))
    columns = tuple(
        Column(group, each.title) if group else Column(each.title)
        for each in measures.values()
        for group in slicing.groups
    )
    return Grid(title, f"{slicing.about} {CAPTION}".strip(), columns, tuple(lines))
