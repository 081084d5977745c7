"""Replies that people score, and how."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from diorama.kinds import Verdict
from diorama.studio.library.tables import DatasetRow, RunRow
from diorama.studio.people.tables import Person
from diorama.studio.storage import Base, JsonList, Part
from diorama.studio.storage.base import ONE_OF

SEATS = 2
"""People who score a reply without seeing each other."""
THIRD = 3
"""The seat of whoever decides."""


class Standing(StrEnum):
    """Where a reply stands."""

    WAITING = "waiting"
    """Fewer than two have scored it."""
    DISPUTED = "disputed"
    SETTLED = "settled"


class Scoring(Base):
    """Replies to one dataset that are scored together."""

    __tablename__ = "scoring_scorings"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    dataset_id: Mapped[int] = mapped_column(ForeignKey(DatasetRow.id))
    fingerprint: Mapped[str]
    rubric: Mapped[int]
    seed: Mapped[int]
    only_open: Mapped[bool]
    """Only replies that our rules could not read or score."""
    samples: Mapped[JsonList]
    """Those that were drawn."""
    since: Mapped[datetime]
    by_id: Mapped[int] = mapped_column(ForeignKey(Person.id))


class Reply(Base):
    """A reply of a model that people score."""

    __tablename__ = "scoring_replies"
    id: Mapped[int] = mapped_column(primary_key=True)
    scoring_id: Mapped[int] = mapped_column(ForeignKey(Scoring.id))
    run_id: Mapped[int] = mapped_column(ForeignKey(RunRow.id))
    run_key: Mapped[str]
    sample_id: Mapped[str]
    repeat: Mapped[int]
    suite: Mapped[str]
    task: Mapped[str]
    level: Mapped[str]
    scene: Mapped[str]
    sha256: Mapped[str]
    """Of the words: what is scored later must be these."""
    ours: Mapped[str]
    """Our verdict, which those who score do not see."""
    standing: Mapped[str] = mapped_column(default=Standing.WAITING.value, info={ONE_OF: Standing})
    """A `Standing`."""
    scores: Mapped[int] = mapped_column(default=0)
    """How many have scored it, without the one who decides."""
    verdict: Mapped[str] = mapped_column(default="")
    """Once it is settled."""
    __table_args__ = (
        UniqueConstraint("scoring_id", "run_id", "sample_id", "repeat"),
        Index("ix_scoring_replies_standing", "scoring_id", "standing", "id"),
    )


class Score(Base):
    """What one person says of a reply."""

    __tablename__ = "scoring_scores"
    reply_id: Mapped[int] = mapped_column(ForeignKey(Reply.id), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    verdict: Mapped[str] = mapped_column(info={ONE_OF: Verdict})
    note: Mapped[str]
    at: Mapped[datetime]
    version: Mapped[int] = mapped_column(default=0)
    __table_args__ = (UniqueConstraint("reply_id", "person_id"),)


PART = Part("scoring", (Scoring, Reply, Score))
