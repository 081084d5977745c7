"""Tables: honest accounting of records by model, strategy, task and level.

Everything that was asked is in every cell: the verdicts add up to it. Failed and unscored questions never leave the
denominator silently; where there are any, a cell has two rates, of all that was asked and of what was answered.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from diorama.ask.records import PEOPLE, Failure, Record, Spent
from diorama.ask.resampling import Ratios, ratios
from diorama.ask.statistics import (
    Interval,
    Spread,
    chance_interval,
    chance_rate,
    mean_interval,
    over_repeats,
    rate_interval,
)
from diorama.ask.tools import Meter
from diorama.kinds import KINDS, NOT_ANSWERED, Measure, Verdict

N = TypeVar("N", int, float)
Asked = tuple[str, str]
"""Model and strategy."""
Scope = tuple[str, str, str]
"""Suite, task and level; an empty string stands for all of them."""
ALL: Scope = ("", "", "")


@dataclass(frozen=True)
class Account:
    """How some questions ended: all counts, rates of them, and what they cost."""

    asked: int
    verdicts: dict[Verdict, int]
    failures: dict[Failure, int]
    flags: dict[str, int]
    """How often each flag was raised; its rate is over all questions asked."""
    means: dict[str, Interval]
    """The mean of each graded score, over the replies that have it …"""
    ratios: Ratios
    """… and what is no mean but a ratio of sums."""
    correct: Interval
    """As a share of all questions asked."""
    correct_of_answered: Interval | None
    """As a share of what was answered and scored; None if that is everything."""
    repeats: Spread
    chance: float | None
    """The exact expected rate of the random player …"""
    chance_interval: tuple[float, float] | None = field(default=None)
    """… and the interval in which 95 of 100 runs of this length end."""
    seconds: float | None = None
    """The mean per question."""
    calls: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    """Calls, tokens and cost are sums; None if unknown."""
    tools: dict[str, Spent] = field(default_factory=dict)
    """Calls, time, tokens and cost of the strategy's tools, by role."""

    @cached_property
    def numbers(self) -> dict[str, Interval]:
        """Every graded score of the set with its interval."""
        return {**self.means, **self.ratios.intervals()}

    def number(self, name: str) -> float | None:
        """A graded score of the set; None if it has none."""
        return self.means[name].rate if name in self.means else self.ratios.rates.get(name)

    @property
    def answered(self) -> int:
        """How many replies came and were scored."""
        return self.asked - sum(self.verdicts[v] for v in NOT_ANSWERED)

    def share(self, verdict: Verdict) -> float:
        """The share of all questions that ended with this verdict (`NOT_SURE`: the not-sure rate)."""
        return self.verdicts[verdict] / self.asked if self.asked else float("nan")

    def flag_share(self, flag: str) -> float:
        """The share of all questions for which a flag was raised (`overlaps`: the volumetric error rate)."""
        return self.flags.get(flag, 0) / self.asked if self.asked else float("nan")

    def line(self) -> str:
        """The whole account in one line: what was asked, and how it ended."""
        parts = [f"{self.asked} asked", f"{self.answered} answered"]
        for verdict in Verdict:
            if verdict not in _ALWAYS and not self.verdicts[verdict]:
                continue
            part = f"{self.verdicts[verdict]} {verdict.value.replace('_', ' ')}"
            if verdict is Verdict.FAILED and self.failures:
                kinds = sorted(self.failures.items())
                part += " (" + ", ".join(f"{n} {kind.value.replace('_', ' ')}" for kind, n in kinds) + ")"
            parts.append(part)
        return ", ".join(parts)


_ALWAYS = (Verdict.CORRECT, Verdict.INCORRECT)


def account(records: Iterable[Record]) -> Account:
    """The account of some records."""
    records = list(records)
    verdicts = Counter(r.verdict for r in records)
    flags: Counter[str] = Counter()
    for record in records:
        flags.update({flag: int(raised) for flag, raised in record.flags.items()})
    failures = Counter(r.failure for r in records if r.failure is not None)
    partial = any(not r.answered for r in records)
    seconds = [r.seconds for r in records if r.seconds is not None]
    noted = {name for r in records for name in r.numbers}
    divided = ratio_measures(r.answer_kind for r in records if r.numbers)
    summed = {name for own, each in divided.items() for name in (own, *each.above, *each.below)}
    spent = Meter()
    for record in records:
        for role, each in record.tools.items():
            spent.add(role, each)
    return Account(
        asked=len(records),
        verdicts={v: verdicts.get(v, 0) for v in Verdict},
        failures=dict(sorted(failures.items())),
        flags=dict(sorted(flags.items())),
        means={name: mean_interval(records, name) for name in sorted(noted - summed)},
        ratios=ratios(((r.scene, r.numbers) for r in records), divided),
        correct=rate_interval(records),
        correct_of_answered=rate_interval(records, among=lambda r: r.answered) if partial else None,
        repeats=over_repeats(records),
        chance=chance_rate(records),
        chance_interval=chance_interval(records),
        seconds=sum(seconds) / len(seconds) if seconds else None,
        calls=_total([r.calls for r in records]),
        input_tokens=_total([r.input_tokens for r in records]),
        output_tokens=_total([r.output_tokens for r in records]),
        cost=_total([r.cost for r in records]),
        tools=dict(sorted(spent.spent.items())),
    )


def ratio_measures(kinds: Iterable[str]) -> dict[str, Measure]:
    """The measures of some kinds of answer that are ratios of sums, by name."""
    wanted = set(kinds)
    if not wanted:
        return {}
    found = [kind.measures for name, kind in KINDS.working() if name in wanted]
    return {name: each for measures in found for name, each in measures.items() if each.is_ratio}


def table(records: Iterable[Record], *, averages: bool = True) -> dict[Asked, dict[Scope, Account]]:
    """Accounts by model and strategy, and by suite, task and level, in reading order.

    With `averages` also by level of a suite, by suite and over all; an average is over samples, not over tasks.
    """
    groups: dict[Asked, dict[Scope, list[Record]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        scopes = groups[record.model, record.strategy]
        for scope in _scopes(record) if averages else [(record.suite, record.task, record.level)]:
            scopes[scope].append(record)
    return {
        asked: {scope: account(scopes[scope]) for scope in sorted(scopes, key=_reading_order)}
        for asked, scopes in sorted(groups.items(), key=lambda item: item[0])
    }


def scorings(records: Iterable[Record]) -> dict[str, list[str]]:
    """The rules behind the verdicts, for each kind of answer scored by more than one set: these are not comparable.

    What people scored is a row of its own, and says so.
    """
    ways_of: dict[str, set[str]] = defaultdict(set)
    for record in records:
        if record.answered and record.scoring and not record.scoring.startswith(PEOPLE):
            ways_of[record.answer_kind].add(record.scoring)
    return {kind: sorted(ways) for kind, ways in sorted(ways_of.items()) if len(ways) > 1}


def _scopes(record: Record) -> list[Scope]:
    """All scopes in which a record counts, each once."""
    suite, task, level = record.suite, record.task, record.level
    return list(dict.fromkeys([(suite, task, level), (suite, task, ""), (suite, "", level), (suite, "", ""), ALL]))


def _reading_order(scope: Scope) -> tuple[object, ...]:
    suite, task, level = scope
    return (suite == "", suite, task == "", task, level == "", level)


def _total(values: Sequence[N | None]) -> N | None:
    known = [v for v in values if v is not None]
    return sum(known[1:], known[0]) if known else None
