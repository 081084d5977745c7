"""Tables: honest accounting of records by model, strategy, task and level.

Everything that was asked is in every cell: the verdicts add up to it. Failed and unscored questions never leave the
denominator silently; where there are any, a cell has two rates, of all that was asked and of what was answered.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from diorama.ask.records import Failure, Record, Verdict
from diorama.ask.statistics import Interval, Spread, chance_interval, chance_rate, over_repeats, rate_interval

N = TypeVar("N", int, float)
Row = tuple[str, str]
"""Model and strategy."""
Column = tuple[str, str, str]
"""Suite, task and level; an empty word stands for all of them."""
ALL: Column = ("", "", "")


@dataclass(frozen=True)
class Cell:
    """How some questions ended: all counts, rates of them, and what they cost."""

    asked: int
    verdicts: dict[Verdict, int]
    failures: dict[Failure, int]
    flags: dict[str, int]
    """How often each flag was raised; a rate of it is over all that was asked."""
    correct: Interval
    """Of all that was asked."""
    correct_of_answered: Interval | None
    """Of what was answered and scored; None where that is everything."""
    repeats: Spread
    chance: float | None
    """The exact expected rate of the random player …"""
    chance_interval: tuple[float, float] | None = field(default=None)
    """… and between which rates it ends up in 95 of 100 runs of this length."""
    seconds: float | None = None
    """Mean of a question."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    """Sums; None if nobody knows."""

    @property
    def answered(self) -> int:
        """How many replies came and were judged."""
        return self.asked - self.verdicts[Verdict.FAILED] - self.verdicts[Verdict.UNSCORED]

    def share(self, verdict: Verdict) -> float:
        """The share of all that was asked that ended so (`NOT_SURE`: the not-sure rate)."""
        return self.verdicts[verdict] / self.asked if self.asked else float("nan")

    def flag_share(self, flag: str) -> float:
        """The share of all that was asked for which a flag was raised (`overlaps`: the volumetric error rate)."""
        return self.flags.get(flag, 0) / self.asked if self.asked else float("nan")

    def line(self) -> str:
        """The whole account in one line: what was asked, and how it ended."""
        parts = [f"{self.asked} asked", f"{self.answered} answered"]
        parts += [
            f"{self.verdicts[v]} {v.value.replace('_', ' ')}" for v in Verdict if v in _ALWAYS or self.verdicts[v]
        ]
        if self.failures:
            kinds = ", ".join(f"{n} {kind.value.replace('_', ' ')}" for kind, n in sorted(self.failures.items()))
            parts[-1 if not self.verdicts[Verdict.UNSCORED] else -2] += f" ({kinds})"
        return ", ".join(parts)


_ALWAYS = (Verdict.CORRECT, Verdict.INCORRECT)


def account(records: Iterable[Record]) -> Cell:
    """The account of some records."""
    records = list(records)
    verdicts = Counter(r.verdict for r in records)
    flags = Counter(flag for r in records for flag, raised in r.flags.items() if raised)
    failures = Counter(r.failure for r in records if r.failure is not None)
    partial = any(not r.answered for r in records)
    seconds = [r.seconds for r in records if r.seconds is not None]
    return Cell(
        asked=len(records),
        verdicts={v: verdicts.get(v, 0) for v in Verdict},
        failures=dict(sorted(failures.items())),
        flags=dict(sorted(flags.items())),
        correct=rate_interval(records),
        correct_of_answered=rate_interval(records, among=lambda r: r.answered) if partial else None,
        repeats=over_repeats(records),
        chance=chance_rate(records),
        chance_interval=chance_interval(records),
        seconds=sum(seconds) / len(seconds) if seconds else None,
        input_tokens=_total([r.input_tokens for r in records]),
        output_tokens=_total([r.output_tokens for r in records]),
        cost=_total([r.cost for r in records]),
    )


def table(records: Iterable[Record], *, averages: bool = True) -> dict[Row, dict[Column, Cell]]:
    """Cells by row and column, in reading order.

    With `averages` also by level of a suite, by suite and over all; an average is over samples, not over tasks.
    """
    found: dict[Row, dict[Column, list[Record]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        cells = found[record.model, record.strategy]
        for column in _columns(record) if averages else [(record.suite, record.task, record.level)]:
            cells[column].append(record)
    return {
        row: {column: account(cells[column]) for column in sorted(cells, key=_reading_order)}
        for row, cells in sorted(found.items(), key=lambda item: item[0])
    }


def volumetric_errors(records: Sequence[Record]) -> Interval:
    """The share of all swap questions whose proposed swaps would overlap something."""
    return rate_interval(records, lambda r: r.flags.get("overlaps", False), among=lambda r: r.answer_kind == "swaps")


def _columns(record: Record) -> list[Column]:
    """All columns that a record counts in, each once."""
    suite, task, level = record.suite, record.task, record.level
    return list(dict.fromkeys([(suite, task, level), (suite, task, ""), (suite, "", level), (suite, "", ""), ALL]))


def _reading_order(column: Column) -> tuple[object, ...]:
    suite, task, level = column
    return (suite == "", suite, task == "", task, level == "", level)


def _total(values: Sequence[N | None]) -> N | None:
    known = [v for v in values if v is not None]
    return sum(known[1:], known[0]) if known else None
