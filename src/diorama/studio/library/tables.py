"""The index of datasets and runs. Everything in it can be made again, except the status of samples."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from diorama.studio.storage import Base, JsonData, Part


class DatasetRow(Base):
    """A dataset in the folder. Its number stays the same when it is built on, or rebuilt."""

    __tablename__ = "library_datasets"
    id: Mapped[int] = mapped_column(primary_key=True)
    path: Mapped[str] = mapped_column(unique=True)
    """Relative to the studio's folder."""
    name: Mapped[str]
    fingerprint: Mapped[str]
    """By name and checksum."""
    state: Mapped[str]
    """Of its manifest when it was indexed: time and size."""
    samples: Mapped[int]
    tasks: Mapped[JsonData]
    """How many samples there are of each task of each suite."""
    gone: Mapped[bool] = mapped_column(default=False)
    fault: Mapped[str] = mapped_column(default="")
    """Why it cannot be read."""
    indexed: Mapped[datetime]


class SampleRow(Base):
    """A sample by its light columns, where it is, and what people have decided on it."""

    __tablename__ = "library_samples"
    dataset_id: Mapped[int] = mapped_column(ForeignKey(DatasetRow.id), primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int]
    suite: Mapped[str]
    task: Mapped[str]
    level: Mapped[str]
    kind: Mapped[str]
    scene: Mapped[str]
    margin: Mapped[float | None]
    gates: Mapped[str]
    """With a bar before and after each name."""
    question: Mapped[str]
    """Its beginning."""
    shard: Mapped[str]
    row_group: Mapped[int]
    row: Mapped[int]
    content: Mapped[str]
    """A checksum of question, options, answer, query and world: a sample that was made again has another."""
    status: Mapped[str] = mapped_column(default="")
    """Where it stands in review; empty until somebody has begun."""
    __table_args__ = (
        Index("ix_library_samples_position", "dataset_id", "position"),
        Index("ix_library_samples_task", "dataset_id", "suite", "task", "level"),
        Index("ix_library_samples_status", "dataset_id", "status"),
    )


class RunRow(Base):
    """A file of answers in the folder."""

    __tablename__ = "library_runs"
    id: Mapped[int] = mapped_column(primary_key=True)
    path: Mapped[str] = mapped_column(unique=True)
    state: Mapped[str]
    dataset: Mapped[str] = mapped_column(index=True)
    """The fingerprint of the dataset that was asked."""
    model: Mapped[str]
    strategy: Mapped[str]
    key: Mapped[str]
    """Of its settings."""
    records: Mapped[int]
    gone: Mapped[bool] = mapped_column(default=False)
    fault: Mapped[str] = mapped_column(default="")


class AnswerRow(Base):
    """Where in its file a record is, and how it ended."""

    __tablename__ = "library_answers"
    run_id: Mapped[int] = mapped_column(ForeignKey(RunRow.id), primary_key=True)
    sample_id: Mapped[str] = mapped_column(primary_key=True)
    repeat: Mapped[int] = mapped_column(primary_key=True)
    verdict: Mapped[str]
    start: Mapped[int]
    length: Mapped[int]
    __table_args__ = (Index("ix_library_answers_verdict", "run_id", "verdict"),)


PART = Part("library", (DatasetRow, SampleRow, RunRow, AnswerRow))
