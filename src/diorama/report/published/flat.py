"""Published numbers as lines of `report --csv`, under the columns that our own have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diorama.report.layout import suites_of
from diorama.report.published.papers import BY_SUITE, Paper, published_name
from diorama.report.published.shown import ColumnKey, Entry, Shown, shown_of
from diorama.report.published.tables import setting_of
from diorama.report.rows import Row
from diorama.suites import SUITES

COLUMNS = {"correct": "rate", "overlaps": "overlaps"}
"""The column of each metric that has one; those of plans have their own names."""


def flat_published(rows: Sequence[Row], header: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """One line for each published model, setting and task that stands beside a row: a value for each column or None."""
    for suite in suites_of([r for row in rows for r in row.records]):
        if suite not in BY_SUITE:
            continue
        paper = BY_SUITE[suite]
        settings = {setting_of(row, paper) for row in rows if row.is_model and row.of(suite)}
        lines: dict[tuple[Entry, str, str], dict[str, object]] = {}
        for shown in shown_of(paper):
            for entry in shown.entries(settings):
                for place in shown.numbers[entry]:
                    _enter(lines, shown, entry, place, header)
        yield from (tuple(line.get(name) for name in header) for line in lines.values())


def _enter(
    lines: dict[tuple[Entry, str, str], dict[str, object]],
    shown: Shown,
    entry: Entry,
    place: ColumnKey,
    header: Sequence[str],
) -> None:
    """Put a number into the line of its model and task, if a column of ours is its metric."""
    column = COLUMNS.get(place.metric) or published_name(place.metric)
    if column not in header:
        return
    number, paper = shown.numbers[entry][place], shown.paper
    known: dict[str, object] = {
        "model": entry.model, "strategy": paper.settings.get(entry.setting, ""), "protocol": paper.name,
        "deviations": entry.setting, "label": entry.label, "player": "no", "suite": paper.suite,
        "task": place.task or "all", "level": _level(paper, place), "asked": number.n,
        "source": f"published, table {number.table}",
    }  # fmt: skip
    line = lines.setdefault((entry, place.task, place.level), known)
    line[column] = round(number.value / 100, 6)
    if column == "rate" and number.spread is not None:
        line["spread"] = round(number.spread / 100, 6)


def _level(paper: Paper, place: ColumnKey) -> str:
    """As our own lines say it: ``all`` where several levels are together, nothing where there are none."""
    several = any(task.level for task in SUITES.get(paper.suite).tasks())
    return place.level or ("all" if several or not place.task else "")
