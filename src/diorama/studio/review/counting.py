"""What was found, in numbers: issues by task and round, and the share at fault with its interval."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from diorama.ask.statistics import Interval, wilson
from diorama.data.review_log import Issue, ReviewedSample, State
from diorama.studio.review.tables import Batch, Item

HEADER = ("round", "suite", "task", "level", "issue", "by annotators", "by reviewers", "samples", "upheld")
DECIDED = (State.VERIFIED, State.FLAGGED, State.REPLACED)


@dataclass(frozen=True)
class IssueCount:
    """How often an issue was raised about samples of a task that came in a round."""

    round: int
    suite: str
    task: str
    level: str
    issue: Issue
    by_annotators: int
    by_reviewers: int
    samples: int
    """By either."""
    upheld: int
    """Of these, how many had to be made again."""

    @property
    def cells(self) -> tuple[object, ...]:
        return (
            self.round, self.suite, self.task, self.level, self.issue.value, self.by_annotators, self.by_reviewers,
            self.samples, self.upheld,
        )  # fmt: skip


def issue_counts(samples: Iterable[ReviewedSample]) -> list[IssueCount]:
    """The counts of all issues that were raised, in order."""
    groups: dict[tuple[int, str, str, str], list[ReviewedSample]] = defaultdict(list)
    for sample in samples:
        groups[sample.round, sample.suite, sample.task, sample.level].append(sample)
    return [count for place, group in sorted(groups.items()) for count in _of_group(place, group)]


def _of_group(place: tuple[int, str, str, str], group: Sequence[ReviewedSample]) -> Iterator[IssueCount]:
    by_layer: Counter[tuple[int, Issue]] = Counter()
    raised: Counter[Issue] = Counter()
    upheld: Counter[Issue] = Counter()
    for sample in group:
        by_layer.update((review.layer, issue) for review in sample.reviews for issue in review.issues)
        found = {issue for review in sample.reviews for issue in review.issues}
        raised.update(found)
        if sample.state in (State.FLAGGED, State.REPLACED):
            upheld.update(found)
    for issue in Issue:
        if raised[issue]:
            yield IssueCount(*place, issue, by_layer[1, issue], by_layer[2, issue], raised[issue], upheld[issue])


@dataclass(frozen=True)
class FaultRate:
    """The share of the decided samples of a task that were at fault when they came."""

    task: str
    samples: int
    decided: int
    faulty: int
    interval: Interval | None
    """None before anything is decided."""


def fault_rates(db: Session, batch: Batch) -> list[FaultRate]:
    """By task, and over all at the end."""
    query = select(Item.suite, Item.task, Item.level, Item.state, func.count()).where(Item.batch_id == batch.id)
    found: dict[str, Counter[State]] = defaultdict(Counter)
    for suite, task, level, state, count in db.execute(query.group_by(Item.suite, Item.task, Item.level, Item.state)):
        found[" ".join(filter(None, (suite, task, level)))][State(state)] += count
    everything = sum(found.values(), Counter[State]())
    return [_rate(task, counts) for task, counts in (*sorted(found.items()), ("all", everything))]


def _rate(task: str, counts: Counter[State]) -> FaultRate:
    decided = sum(counts[state] for state in DECIDED)
    faulty = counts[State.FLAGGED] + counts[State.REPLACED]
    interval = Interval(faulty / decided, *wilson(faulty, decided)) if decided else None
    return FaultRate(task, counts.total(), decided, faulty, interval)
