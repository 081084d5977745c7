"""The figures of a report: bars for each task, how answers end, and accuracy against doubt and length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise

from diorama.ask import Record, Verdict
from diorama.ask.statistics import Interval, rate_interval
from diorama.ask.tables import account
from diorama.report.cards import WORDS
from diorama.report.charts import Mark, Series, chart, log_axis, percent
from diorama.report.layout import Slice, cells_of, suites_of
from diorama.report.rows import Row, guessing

FEWEST = 8
"""The fewest samples with a value for which a figure in quarters is drawn."""


def panels(rows: Sequence[Row]) -> str:
    """One panel of bars for each task at each level."""
    records = [r for row in rows for r in row.records]
    drawn = [_panel(rows, place, records) for suite in suites_of(records) for place in cells_of(suite, records)]
    return f'<div class="panels">{"".join(drawn)}</div>'


def _panel(rows: Sequence[Row], place: Slice, records: Sequence[Record]) -> str:
    kept = [r for r in records if place.holds(r)]
    samples = len({r.sample_id for r in kept})
    about = f"{place.about} · " if place.about else ""
    return (
        f'<div class="panel"><h3>{escape(place.title)}</h3><p class="soft">{escape(about)}{samples} '
        f"{'sample' if samples == 1 else 'samples'}</p>{_bars(rows, place.holds, guessing(kept))}</div>"
    )


def _bars(rows: Sequence[Row], holds: Callable[[Record], bool], guess: float | None) -> str:
    tick = "" if guess is None else f'<i class="guess" style="left:{100 * guess:.1f}%"></i>'
    bars = []
    for row in rows:
        totals = row.account(holds)
        if totals is None:
            continue
        right = totals.correct
        sure = f"95 % interval {100 * right.low:.1f}–{100 * right.high:.1f}"
        tip = f"{row.label}: {totals.verdicts[Verdict.CORRECT]} of {totals.asked}, {sure}"
        bars.append(
            f'<div class="bar" data-row="{row.index}" title="{escape(tip)}"><span>{escape(row.label)}</span>'
            f'<span class="track"><i class="fill c{row.index}" style="width:{100 * right.rate:.1f}%"></i>{tick}'
            f'<i class="ci" style="left:{100 * right.low:.1f}%;width:{100 * (right.high - right.low):.1f}%"></i></span>'
            f"<span>{100 * right.rate:.1f}</span></div>"
        )
    return "".join(bars)


def outcomes(rows: Sequence[Row]) -> str:
    """How every question ended, as one stacked 100 % bar for each row."""
    used = [v for v in Verdict if any(r.verdict is v for row in rows for r in row.records)]
    key = "".join(f'<span><i class="v-{v.value}"></i>{WORDS[v]}</span>' for v in used)
    bars = []
    for row in rows:
        totals = account(row.records)
        pieces = "".join(
            f'<i class="v-{v.value}" style="width:{100 * totals.share(v):.2f}%" '
            f'title="{WORDS[v]}: {totals.verdicts[v]} of {totals.asked}"></i>'
            for v in used
            if totals.verdicts[v]
        )
        bars.append(
            f'<div class="bar" data-row="{row.index}"><span>{escape(row.label)}</span>'
            f'<span class="stack">{pieces}</span></div>'
        )
    return f'<div class="key">{key}</div><div class="outcomes">{"".join(bars)}</div>'


def doubt(rows: Sequence[Row]) -> str | None:
    """Right answers against “not sure”: is a model that doubts less also right more often?"""
    series = []
    for row in rows:
        totals = account(row.records)
        unsure = totals.share(Verdict.NOT_SURE)
        tip = f"{row.label}: correct {totals.correct.rate:.1%}, not sure {unsure:.1%}"
        series.append(Series(row.index, row.label, (_mark(unsure, totals.correct, tip),)))
    if not any(mark.x for one in series for mark in one.marks):
        return None
    most = max(mark.x for one in series for mark in one.marks)
    return chart(percent("not sure, % (NSR)", most), percent("correct, % (TPR)"), series, labelled=True)


def length(rows: Sequence[Row]) -> str | None:
    """Right answers against the number of tokens written, in quarters of each row's own answers."""
    series = []
    for row in rows:
        kept = [r for r in row.records if r.output_tokens]
        if row.player or len(kept) < FEWEST:
            continue
        ordered = sorted(kept, key=lambda r: (r.output_tokens or 0, r.sample_id, r.repeat))
        marks = []
        for part in _parts(ordered, 4):
            right = rate_interval(part)
            mean = sum(r.output_tokens or 0 for r in part) / len(part)
            tip = f"{row.label}: {mean:.0f} tokens on average, correct {right.rate:.1%} of {len(part)}"
            marks.append(_mark(mean, right, tip))
        series.append(Series(row.index, row.label, tuple(marks)))
    if not series:
        return None
    x = log_axis("tokens written", [m.x for one in series for m in one.marks])
    return chart(x, percent("correct, %"), series, labelled=False)


def _mark(x: float, right: Interval, tip: str) -> Mark:
    return Mark(x, right.rate, tip, right.low, right.high)


def _parts(items: Sequence[Record], count: int) -> list[Sequence[Record]]:
    edges = [len(items) * k // count for k in range(count + 1)]
    return [items[a:b] for a, b in pairwise(edges)]
