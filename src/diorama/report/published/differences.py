"""Why published numbers and ours are not of the same: other data, other questions, another protocol, another scorer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diorama.ask import Record
from diorama.ask.protocols import PROTOCOLS
from diorama.ask.source import Source
from diorama.report.layout import task_name
from diorama.report.published.papers import Paper
from diorama.report.published.shown import ColumnKey
from diorama.report.rows import Row, complete_repeats
from diorama.suites import SUITES


@dataclass(frozen=True)
class Origin:
    """Where the questions of a dataset come from."""

    imported_from: str
    """The release, if it is one."""
    words: str
    """``built here from seed 7, drawn by draft``."""


def origin_of(source: Source | None) -> Origin | None:
    """Where a dataset comes from; None if it was not found."""
    if source is None:
        return None
    plan = source.data.manifest.plan
    if plan.imported_from:
        return Origin(plan.imported_from, f"imported as {plan.imported_from}")
    return Origin("", f"built here from seed {plan.seed} and drawn by {plan.renderer}")


def differences(
    paper: Paper, rows: Sequence[Row], cells: Sequence[ColumnKey], origin: Origin | None
) -> tuple[str, ...]:
    """A line for each difference between a paper's numbers and ours; `cells` are the tasks of its tables."""
    records = [r for row in rows for r in row.of(paper.suite)]
    models = [row for row in rows if row.is_model and row.of(paper.suite)]
    lines = [_data(paper, origin), *_questions(paper, records, cells, origin), _protocol(paper, models)]
    return (*filter(None, lines), _scorer(paper, models))


def _data(paper: Paper, origin: Origin | None) -> str:
    if origin is None:
        return (
            f"Other data, perhaps: the dataset was not found, so where its questions come from is not known here "
            f"(name it with --data). Theirs: {paper.data}."
        )
    if origin.imported_from == paper.name:
        return ""
    return f"Other data. Ours: {origin.words}. Theirs: {paper.data}."


def _questions(paper: Paper, records: Sequence[Record], cells: Sequence[ColumnKey], origin: Origin | None) -> list[str]:
    """What was asked of less, or in other shares."""
    theirs = origin is not None and origin.imported_from == paper.name
    lines = []
    asked = len({r.sample_id for r in records})
    if theirs and paper.questions is not None and asked < paper.questions:
        lines.append(f"Fewer questions: {asked:,} of their {paper.questions:,} were asked.")
    if missing := missing_cells(records, cells):
        names = ", ".join(task_name(paper.suite, place.task, place.level) for place in missing)
        lines.append(f"Fewer tasks: not asked here, and left out with any average that holds them: {names}.")
    levels = {task.level for task in SUITES.get(paper.suite).tasks()} - {""}
    if cells and not any(place.level for place in cells) and (unasked := levels - {r.level for r in records}):
        names = " and ".join(sorted(unasked))
        lines.append(f"Fewer questions: theirs are {' and '.join(sorted(levels))} together, and none here is {names}.")
    if not theirs and cells and not missing_cells(records, cells):
        lines.append("Other shares: averages are over samples, and the tasks have other shares in their data.")
    return lines


def missing_cells(records: Sequence[Record], cells: Sequence[ColumnKey]) -> list[ColumnKey]:
    """The tasks of a paper's tables of which nothing was asked."""
    asked = {(r.task, r.level): r for r in records}
    return [place for place in cells if not any(map(place.holds, asked.values()))]


def _protocol(paper: Paper, models: Sequence[Row]) -> str:
    """How models were asked otherwise than in the paper; empty if none was."""
    ways: dict[str, list[str]] = {}
    for row in models:
        if row.info.protocol != paper.name or row.deviations:
            ways.setdefault(_asked_as(row), []).append(row.label)
    ours = "; ".join(f"{', '.join(labels)}: {way}" for way, labels in ways.items())
    return f"Other protocol. Ours: {ours}. Theirs: {PROTOCOLS.get(paper.name).settings}." if ours else ""


def _asked_as(row: Row) -> str:
    """The protocol of a row and what differs from it; without one, the settings of its run."""
    if row.terms:
        return row.terms
    config = row.info.config
    repeats = complete_repeats(row.records)
    told = [
        f"strategy {row.strategy}",
        "asked once" if repeats == 1 else f"asked {repeats} times",
        *([f"temperature {config['temperature']:g}"] if "temperature" in config else []),
        *([f"thinking {row.info.thinking}"] if row.info.thinking else []),
    ]
    return f"no protocol ({', '.join(told)})"


def _scorer(paper: Paper, models: Sequence[Row]) -> str:
    graders = sorted({row.info.grader for row in models} - {""})
    readers = sorted({row.info.reader for row in models} - {""})
    ours = paper.our_scorer
    if graders:
        ours += f"; {' and '.join(graders)} as the judge where the kind of answer wants one, asked in our words"
    if readers:
        ours += f"; {' and '.join(readers)} read what rules could not"
    return f"Other scorer. Ours: {ours}. Theirs: {paper.scorer}."
