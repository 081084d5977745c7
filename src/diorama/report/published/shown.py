"""Which published numbers stand in a table, and under which headings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from diorama.ask import Record
from diorama.report.grid import Column
from diorama.report.layout import group_of, task_name
from diorama.report.published.numbers import PublishedNumber, published
from diorama.report.published.papers import Comparison, Paper


@dataclass(frozen=True)
class ColumnKey:
    """What a column is about; no task or no level is an average over them."""

    metric: str
    task: str = ""
    level: str = ""

    def holds(self, record: Record) -> bool:
        """Whether a record of the suite belongs here."""
        return self.task in ("", record.task) and self.level in ("", record.level)


@dataclass(frozen=True)
class Entry:
    """A line of published numbers: a model in a setting."""

    model: str
    setting: str

    @property
    def label(self) -> str:
        return f"{self.model} · {self.setting}" if self.setting else self.model


@dataclass(frozen=True)
class Shown:
    """The numbers of a comparison, by line and column."""

    paper: Paper
    comparison: Comparison

    @cached_property
    def numbers(self) -> Mapping[Entry, Mapping[ColumnKey, PublishedNumber]]:
        """All of them; of what several tables repeat, that of the first."""
        found: dict[Entry, dict[ColumnKey, PublishedNumber]] = {}
        for table in self.comparison.tables:
            for number in published(self.paper.name, table=table, metric=tuple(self.comparison.metrics)):
                places = found.setdefault(Entry(number.model, number.setting), {})
                places.setdefault(ColumnKey(number.metric, number.task, number.level), number)
        return found

    @cached_property
    def places(self) -> tuple[ColumnKey, ...]:
        """The columns, in the order of the table."""
        every = {place: None for places in self.numbers.values() for place in places}
        order = list(self.comparison.metrics)
        averages = {place: place.task == "" and place.level == "" for place in every}
        return tuple(sorted(every, key=lambda place: (order.index(place.metric), averages[place])))

    @property
    def cells(self) -> tuple[ColumnKey, ...]:
        """The columns that are no averages."""
        return tuple(place for place in self.places if place.task)

    def entries(self, strategies: Collection[str]) -> tuple[Entry, ...]:
        """The lines of the base setting, and of those settings that are one of these strategies."""
        return tuple(e for e in self.numbers if not e.setting or self.paper.settings.get(e.setting) in strategies)

    def column(self, place: ColumnKey) -> Column:
        """The heading of a column: its metric if there are several, or else its task."""
        title = self.comparison.metrics[place.metric]
        if len(self.comparison.metrics) > 1:
            aspect, _, score = title.partition(" ")
            return Column(score, aspect)
        suite = self.paper.suite
        group = group_of(suite, place.task or None, place.level or None)
        return Column(task_name(suite, place.task) if place.task else "Avg.", group)


def shown_of(paper: Paper) -> tuple[Shown, ...]:
    """All comparisons of a paper, the main one first."""
    return tuple(Shown(paper, comparison) for comparison in paper.comparisons)


def tables_of(numbers: Sequence[PublishedNumber]) -> str:
    """``Table 4``, ``Tables 1 and 10``: where some numbers are from, in the order of the tables."""
    names = list(dict.fromkeys(number.table for number in numbers))
    *before, last = names
    return f"Tables {', '.join(before)} and {last}" if before else f"Table {last}"
