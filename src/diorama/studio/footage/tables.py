"""Footage projects as people work on them: clips, questions with all their versions, validations, and who saw what."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, ForeignKeyConstraint, Index
from sqlalchemy.orm import Mapped, mapped_column

from diorama.footage import Candidate, Clip
from diorama.studio.people.tables import Person
from diorama.studio.storage import Base, JsonData, JsonList, Part


class ProjectRow(Base):
    """A folder of footage."""

    __tablename__ = "footage_projects"
    id: Mapped[int] = mapped_column(primary_key=True)
    path: Mapped[str] = mapped_column(unique=True)
    """Relative to the studio's folder."""
    synced: Mapped[datetime]
    state: Mapped[str]
    """Of its files when they were last brought in step."""
    faults: Mapped[JsonList]
    """What was wrong with lines of its files then."""

    @property
    def name(self) -> str:
        return "(the studio's folder)" if self.path == "." else self.path


class ClipRow(Base):
    """A clip as it stands here."""

    __tablename__ = "footage_clips"
    project_id: Mapped[int] = mapped_column(ForeignKey(ProjectRow.id), primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int]
    status: Mapped[str]
    record: Mapped[JsonData]
    filed: Mapped[JsonData]
    """As it was when the files were last brought in step."""
    filed_version: Mapped[int] = mapped_column(default=1)
    gone: Mapped[bool] = mapped_column(default=False)
    """No longer in the files."""
    version: Mapped[int] = mapped_column(default=1)
    __table_args__ = (Index("ix_footage_clips_position", "project_id", "position"),)

    @property
    def clip(self) -> Clip:
        return Clip.model_validate(self.record)


class QuestionRow(Base):
    """A candidate question as it stands here."""

    __tablename__ = "footage_questions"
    project_id: Mapped[int] = mapped_column(ForeignKey(ProjectRow.id), primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    clip_id: Mapped[str] = mapped_column(index=True)
    position: Mapped[int]
    status: Mapped[str]
    deleted: Mapped[bool] = mapped_column(default=False)
    record: Mapped[JsonData]
    filed: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    """As it was when the files were last brought in step; None if they do not hold it."""
    filed_version: Mapped[int] = mapped_column(default=0)
    """The version that they were brought in step with."""
    version: Mapped[int] = mapped_column(default=1)
    content: Mapped[int] = mapped_column(default=1)
    """The version that first held what it now holds: after an undo, an earlier one."""
    __table_args__ = (Index("ix_footage_questions_position", "project_id", "deleted", "position"),)

    @property
    def candidate(self) -> Candidate:
        return Candidate.model_validate(self.record)


class VersionRow(Base):
    """What a question was at one time; rows are only added."""

    __tablename__ = "footage_versions"
    project_id: Mapped[int] = mapped_column(primary_key=True)
    question_id: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    record: Mapped[JsonData]
    deleted: Mapped[bool]
    content: Mapped[int]
    """Itself, or the version that an undo went back to."""
    before: Mapped[int | None]
    """What an undo goes back to; None for the first."""
    how: Mapped[str]
    person_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id), index=True)
    """None for the files."""
    at: Mapped[datetime]
    __table_args__ = (
        ForeignKeyConstraint(["project_id", "question_id"], ["footage_questions.project_id", "footage_questions.id"]),
    )


class CheckRow(Base):
    """One person's validation of a question: their answer, then what they think of it."""

    __tablename__ = "footage_checks"
    project_id: Mapped[int] = mapped_column(primary_key=True)
    question_id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    version: Mapped[int]
    """Of the question that was asked."""
    answer: Mapped[str] = mapped_column(default="")
    """The option that was chosen; empty if none was."""
    right: Mapped[bool] = mapped_column(default=False)
    decision: Mapped[str] = mapped_column(default="")
    """``usable`` or ``unusable``; empty until it is decided."""
    reason: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    made: Mapped[int | None]
    """The version of the question that this decision made."""
    at: Mapped[datetime]
    __table_args__ = (
        ForeignKeyConstraint(["project_id", "question_id"], ["footage_questions.project_id", "footage_questions.id"]),
    )


class SeenRow(Base):
    """A stretch of film that a person has been shown."""

    __tablename__ = "footage_seen"
    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[int] = mapped_column(ForeignKey(ProjectRow.id))
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id))
    video: Mapped[str]
    start: Mapped[float]
    end: Mapped[float]
    clip_id: Mapped[str]
    worked: Mapped[bool]
    """Whether the whole clip was taken to work on, so that its films may be fetched."""
    at: Mapped[datetime]
    __table_args__ = (Index("ix_footage_seen_who", "project_id", "person_id"),)


PART = Part("footage", (ProjectRow, ClipRow, QuestionRow, VersionRow, CheckRow, SeenRow))
