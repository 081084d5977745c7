"""Accuracy beside cost (`logic`, Table A1): what each strategy takes in calls, tokens and time, and what it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from diorama.ask import Record
from diorama.ask.statistics import Interval
from diorama.ask.tables import account
from diorama.report.analyses.analysis import Analysis, LeftOut, Material, rate_cell
from diorama.report.charts import Mark, Series, chart, log_axis, percent
from diorama.report.grid import Cell, Column, Grid, Line, Number
from diorama.report.rows import Row

TITLE = "Accuracy beside cost"
F1 = "f1"
"""How the names of graded scores end that sum up the others."""
SCORERS = ("reader", "grader")
"""The roles of those who help to score."""


def cost(material: Material) -> Iterator[Analysis | LeftOut]:
    """One line and one dot for each model and strategy."""
    rows = [row for row in material.models if row.records]
    if len({row.strategy for row in rows}) < 2:
        yield LeftOut(TITLE, "it needs models that were asked with at least two strategies")
        return
    scores = {row.index: _scores(row) for row in rows}
    names = list(dict.fromkeys(name for each in scores.values() for name in each))
    lines = []
    for row in rows:
        cells = _cells(row.records, [scores[row.index].get(name) for name in names])
        lines.append(Line(row.label, cells, row.group, row.index, row.full_name))
    columns = (
        *(Column(f"{name}, %") for name in names),
        Column("calls", "a question", "requests to the model that got a reply"),
        Column("tokens read", "a question"), Column("tokens written", "a question"),
        Column("seconds", "a question", "waiting for the model"),
        Column("seconds of tools", "a question", "maps, graphs and models in other roles"),
        Column("cost", "a question"),
    )  # fmt: skip
    caption = (
        "What one question takes on average, over all that was asked; a dash where nobody said. Seconds are those of "
        "the run as it was: they depend on the server and on how many questions were in flight."
    )
    wanted = [*((name, "calls", _calls) for name in names), (names[0], "tokens", _tokens)]
    drawn = [
        (f"{name.capitalize()} against {unit}", f"Of the model, for each question: {unit}.", picture)
        for name, unit, value in wanted
        if (picture := _figure([(row, scores[row.index].get(name)) for row in rows], name, unit, value)) is not None
    ]
    yield Analysis(TITLE, (Grid(TITLE, caption, columns, tuple(lines)),), charts=tuple(drawn))


def _scores(row: Row) -> dict[str, Interval]:
    """Correct answers, and the F1 scores of graded ones: where an answer has many parts, few are right in all."""
    totals = account(row.records)
    graded = {name.replace("_", " "): score for name, score in totals.numbers.items() if name.endswith(F1)}
    return {"correct": totals.correct, **graded}


def _calls(record: Record) -> float | None:
    return record.calls


def _tokens(record: Record) -> float | None:
    known = [n for n in (record.input_tokens, record.output_tokens) if n is not None]
    return sum(known) if known else None


def _of_tools(record: Record) -> float | None:
    """Who helps to score is no part of the strategy."""
    used = [spent.seconds for role, spent in record.tools.items() if role not in SCORERS]
    return sum(used) if used else None


def _cells(records: Sequence[Record], scores: Sequence[Interval | None]) -> tuple[Cell, ...]:
    return (
        *(rate_cell(score, len(records)) for score in scores),
        _mean(records, _calls, ",.1f"),
        _mean(records, lambda r: r.input_tokens, ",.0f"),
        _mean(records, lambda r: r.output_tokens, ",.0f"),
        _mean(records, lambda r: r.seconds, ",.1f"),
        _mean(records, _of_tools, ",.1f"),
        _mean(records, lambda r: r.cost, ",.4f", "$"),
    )


def _mean(records: Sequence[Record], value: Callable[[Record], float | None], style: str, unit: str = "") -> Cell:
    known = [v for r in records if (v := value(r)) is not None]
    if not known:
        return Cell()
    mean = sum(known) / len(known)
    return Cell(f"{unit}{mean:{style}}", tip=f"of {len(known):,} questions", number=Number(mean, count=len(known)))


def _figure(
    scored: Sequence[tuple[Row, Interval | None]], name: str, unit: str, value: Callable[[Record], float | None]
) -> str | None:
    """A dot for each row whose calls or tokens are known; None for fewer than two."""
    series = []
    for row, score in scored:
        known = [v for r in row.records if (v := value(r)) is not None]
        if score is not None and sum(known) > 0:
            mean = sum(known) / len(known)
            tip = f"{row.label}: {mean:,.1f} {unit} a question, {name} {score.rate:.1%}"
            series.append(Series(row.index, row.label, (Mark(mean, score.rate, tip, score.low, score.high),)))
    if len(series) < 2:
        return None
    axis = log_axis(f"{unit} a question", [s.marks[0].x for s in series])
    return chart(axis, percent(f"{name}, %"), series, labelled=True)
