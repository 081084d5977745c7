"""Writing into the log, in the same transaction as what is logged."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, Session, mapped_column

from diorama.studio.people.tables import Person
from diorama.studio.storage import Base, JsonData, Part
from diorama.studio.storage.schema import never_changed


class LogLine(Base):
    """Who did what to what, and when."""

    __tablename__ = "audit_log"
    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(index=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id), index=True)
    """None for the studio itself."""
    deed: Mapped[str]
    """A verb in the past: ``invited``, ``flagged``."""
    about: Mapped[str]
    """What sort of thing: ``person``, ``sample``."""
    which: Mapped[str]
    """Its id."""
    details: Mapped[JsonData]


PART = Part("audit", (LogLine,), after=never_changed(LogLine))


def write(
    db: Session, at: datetime, person: int | None, deed: str, about: str, which: object = "", **details: object
) -> None:
    """Add a line; never put a secret into the details."""
    db.add(LogLine(at=at, person_id=person, deed=deed, about=about, which=str(which), details=details))
