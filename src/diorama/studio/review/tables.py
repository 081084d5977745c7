"""Batches of samples under review, and what people found."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from diorama.data.review_log import State
from diorama.studio.library.tables import DatasetRow
from diorama.studio.people.tables import Person
from diorama.studio.storage import Base, JsonData, JsonList, Part
from diorama.studio.storage.base import ONE_OF


class Sort(StrEnum):
    """Which samples a batch has."""

    PILOT = "pilot"
    """Some, in the proportions of the dataset's tasks and levels."""
    WHOLE = "whole"
    SPOT = "spot check"
    """A small share, more as the dataset grows: reported, never a gate."""


class Batch(Base):
    """Samples that are reviewed together."""

    __tablename__ = "review_batches"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    sort: Mapped[str] = mapped_column(info={ONE_OF: Sort})
    """A `Sort`."""
    dataset_id: Mapped[int] = mapped_column(ForeignKey(DatasetRow.id), index=True)
    """The dataset of the latest round."""
    seed: Mapped[int]
    share: Mapped[float | None]
    """Of a spot check."""
    pilot_id: Mapped[int | None] = mapped_column(ForeignKey("review_batches.id"))
    """The batch that a spot check refers to."""
    since: Mapped[datetime]
    by_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id))
    """None for a command."""
    round: Mapped[int] = mapped_column(default=1)
    """Which iteration it is in."""
    version: Mapped[int] = mapped_column(default=1)
    signed_at: Mapped[datetime | None]
    signed_by_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id))
    log_sha256: Mapped[str] = mapped_column(default="")


class Round(Base):
    """One iteration of a batch."""

    __tablename__ = "review_rounds"
    batch_id: Mapped[int] = mapped_column(ForeignKey(Batch.id), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    dataset_id: Mapped[int] = mapped_column(ForeignKey(DatasetRow.id))
    fingerprint: Mapped[str]
    shards: Mapped[JsonData]
    """The checksum of each file when the round began: what was reviewed must be what is signed."""
    since: Mapped[datetime]
    new: Mapped[int]
    """Samples that came in it."""
    flagged: Mapped[int] = mapped_column(default=0)
    """How many were made again at its end."""


class Item(Base):
    """A sample of a batch."""

    __tablename__ = "review_items"
    id: Mapped[int] = mapped_column(primary_key=True)
    batch_id: Mapped[int] = mapped_column(ForeignKey(Batch.id))
    sample_id: Mapped[str]
    position: Mapped[int]
    suite: Mapped[str]
    task: Mapped[str]
    level: Mapped[str]
    content: Mapped[str]
    """The checksum of what is asked, as it was when it came into the batch."""
    round: Mapped[int]
    """In which it came …"""
    left: Mapped[int | None]
    """… and the last one that had it, if it was replaced."""
    replaces: Mapped[str] = mapped_column(default="")
    state: Mapped[str] = mapped_column(default=State.PENDING.value, info={ONE_OF: State})
    """A `State`; follows from what people found and how they voted; kept for lists and counts."""
    first_by_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id))
    second_by_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id))
    version: Mapped[int] = mapped_column(default=1)
    __table_args__ = (
        UniqueConstraint("batch_id", "sample_id", "round"),
        Index("ix_review_items_state", "batch_id", "state", "position"),
    )


class Finding(Base):
    """What one person found in one sample."""

    __tablename__ = "review_findings"
    item_id: Mapped[int] = mapped_column(ForeignKey(Item.id), primary_key=True)
    layer: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    at: Mapped[datetime]
    issues: Mapped[JsonList]
    note: Mapped[str]


class Remark(Base):
    """One contribution to the discussion of a sample."""

    __tablename__ = "review_remarks"
    id: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey(Item.id), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id))
    at: Mapped[datetime]
    text: Mapped[str]


class Vote(Base):
    """A vote on a sample about which two people differ."""

    __tablename__ = "review_votes"
    item_id: Mapped[int] = mapped_column(ForeignKey(Item.id), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    at: Mapped[datetime]
    keep: Mapped[bool]


PART = Part("review", (Batch, Round, Item, Finding, Remark, Vote))
