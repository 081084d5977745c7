"""Tests, who sits them, what each person was shown and answered. Answers and what was seen only grow."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, ForeignKey, ForeignKeyConstraint, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from diorama.studio.library.tables import DatasetRow
from diorama.studio.people.tables import Person
from diorama.studio.storage import Base, JsonData, JsonList, Part
from diorama.studio.storage.schema import never_changed


class Test(Base):
    """Questions of a dataset for people."""

    __tablename__ = "tests"
    __test__ = False  # pytest: nothing to collect
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    dataset_id: Mapped[int] = mapped_column(ForeignKey(DatasetRow.id))
    fingerprint: Mapped[str]
    """Of the dataset that the questions were drawn from; they are asked of no other."""
    selection: Mapped[JsonData]
    """What `diorama eval` would be told to ask the same questions."""
    questions: Mapped[int]
    seed: Mapped[int]
    protocol: Mapped[str]
    wordings: Mapped[JsonData]
    """The words that replace those of the dataset; empty if none do."""
    check_every: Mapped[int]
    """An attention check after so many questions; 0 for none."""
    forgiven: Mapped[int]
    """Checks that may be failed: whoever fails more is left out of the results."""
    made: Mapped[datetime]
    by_id: Mapped[int] = mapped_column(ForeignKey(Person.id))
    closed: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(default=1)


class TestQuestion(Base):
    """One of the samples that a test was drawn from."""

    __tablename__ = "tests_questions"
    __test__ = False
    test_id: Mapped[int] = mapped_column(ForeignKey(Test.id), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    sample_id: Mapped[str]
    scene: Mapped[str]
    """As it is compared between datasets."""
    options: Mapped[JsonList]


class Sitting(Base):
    """A test with one person."""

    __tablename__ = "tests_sittings"
    id: Mapped[int] = mapped_column(primary_key=True)
    test_id: Mapped[int] = mapped_column(ForeignKey(Test.id))
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    number: Mapped[int]
    """Of the person among those of this test: what results call them by, and what their order is drawn from."""
    begun: Mapped[datetime | None]
    ended: Mapped[datetime | None]
    turns: Mapped[int] = mapped_column(default=0)
    """How many questions and checks were shown."""
    __table_args__ = (UniqueConstraint("test_id", "person_id"), UniqueConstraint("test_id", "number"))


class Turn(Base):
    """A question, or an attention check, as it was shown to somebody."""

    __tablename__ = "tests_turns"
    sitting_id: Mapped[int] = mapped_column(ForeignKey(Sitting.id), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    question: Mapped[int | None]
    """Its place in the test; None for a check."""
    options: Mapped[JsonList]
    """The order in which options were shown, as their places in the dataset; for a check the options themselves."""
    wanted: Mapped[str] = mapped_column(default="")
    """What passes a check."""
    shown: Mapped[datetime]
    seen: Mapped[datetime | None]
    """When the page last said that somebody is there."""
    away: Mapped[float] = mapped_column(default=0.0)
    """Seconds of breaks, and of nobody being there."""
    break_since: Mapped[datetime | None]


class Answer(Base):
    """The one answer to a turn."""

    __tablename__ = "tests_answers"
    sitting_id: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    seconds: Mapped[float]
    """From the question to the answer, without breaks."""
    choice: Mapped[int | None]
    """The place of the option among those shown."""
    reply: Mapped[str]
    """As a model would have said it, with letters as in the dataset."""
    __table_args__ = (ForeignKeyConstraint(["sitting_id", "place"], [Turn.sitting_id, Turn.place]),)


class Seen(Base):
    """A scene that a person has seen, in whichever test."""

    __tablename__ = "tests_seen"
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    scene: Mapped[str] = mapped_column(primary_key=True)
    test_id: Mapped[int] = mapped_column(ForeignKey(Test.id))
    at: Mapped[datetime]


def _only_grow(connection: Connection) -> None:
    never_changed(Answer, Seen)(connection)


PART = Part("tests", (Test, TestQuestion, Sitting, Turn, Answer, Seen), after=_only_grow)
