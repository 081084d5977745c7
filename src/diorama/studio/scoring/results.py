"""What people said, in numbers: how far two agree, and how far our own rules agree with them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from diorama.ask.kappa import Agreement, Pair, agreement
from diorama.ask.people_scores import RULES, three_ways
from diorama.kinds import Verdict
from diorama.studio.scoring.tables import Reply, Score, Scoring, Standing

HEADER = ("between", "task", "replies", "agreed", "kappa", "low", "high")
ALL = "all"
THEY, OURS = "two people", "people and our rules"


@dataclass(frozen=True)
class TaskAgreement:
    """The agreement about the replies to one task, or all."""

    between: str
    task: str
    found: Agreement

    @property
    def cells(self) -> tuple[object, ...]:
        interval = self.found.interval
        ends = ("", "") if interval is None else (round(interval.low, 4), round(interval.high, 4))
        kappa = "" if self.found.kappa is None else round(self.found.kappa, 4)
        return self.between, self.task, self.found.pairs, round(self.found.agreed, 4), kappa, *ends


def agreements(db: Session, scoring: Scoring) -> list[TaskAgreement]:
    """Between the two who scored each reply, and between people and our rules; by task, and over all at the end.

    The first to score a reply is the first of its pair, whoever that is.
    """
    return [*_by_task(THEY, _pairs(db, scoring)), *_by_task(OURS, _with_ours(db, scoring))]


def confusion(db: Session, scoring: Scoring) -> dict[str, dict[Verdict, int]]:
    """How often a verdict of ours is which one of theirs."""
    query = select(Reply.ours, Reply.verdict).where(
        Reply.scoring_id == scoring.id, Reply.standing == Standing.SETTLED.value
    )
    counts = Counter((ours, Verdict(theirs)) for ours, theirs in db.execute(query))
    seen = [verdict.value for verdict in Verdict if any(ours == verdict for ours, _ in counts)]
    return {ours: {theirs: counts[ours, theirs] for theirs in RULES} for ours in seen}


def _by_task(between: str, pairs: Iterator[tuple[str, Pair]]) -> Iterator[TaskAgreement]:
    by_task: dict[str, list[Pair]] = defaultdict(list)
    for task, pair in pairs:
        by_task[task].append(pair)
    for task, found in sorted(by_task.items()):
        yield TaskAgreement(between, task, agreement(found))
    yield TaskAgreement(between, ALL, agreement(pair for found in by_task.values() for pair in found))


def _pairs(db: Session, scoring: Scoring) -> Iterator[tuple[str, Pair]]:
    first, second = aliased(Score), aliased(Score)
    query = (
        select(Reply, first.verdict, second.verdict)
        .join(first, (first.reply_id == Reply.id) & (first.seat == 1))
        .join(second, (second.reply_id == Reply.id) & (second.seat == 2))
        .where(Reply.scoring_id == scoring.id)
        .order_by(Reply.id)
    )
    for reply, one, other in db.execute(query):
        yield _task(reply), (reply.scene, one, other)


def _with_ours(db: Session, scoring: Scoring) -> Iterator[tuple[str, Pair]]:
    """Our verdicts as people would give them; replies that our rules could not score are left out."""
    query = select(Reply).where(Reply.scoring_id == scoring.id, Reply.standing == Standing.SETTLED.value)
    for reply in db.scalars(query.order_by(Reply.id)):
        ours = Verdict(reply.ours)
        if ours is not Verdict.UNSCORED:
            yield _task(reply), (reply.scene, reply.verdict, three_ways(ours).value)


def _task(reply: Reply) -> str:
    return " ".join(filter(None, (reply.suite, reply.task, reply.level)))
