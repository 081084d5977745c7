"""Posts that count once: a form that is sent again, after a lost connection or by a double click, changes nothing.

Every form has a key of its own. What was answered to it is stored together with what it did, and given again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ForeignKey, delete
from sqlalchemy.orm import Mapped, Session, mapped_column

from diorama.studio.people.tables import Person
from diorama.studio.storage import Base, JsonData

KEPT = timedelta(days=3)
LONGEST_KEY = 100


class Answered(Base):
    """A post that was carried out, and what was answered."""

    __tablename__ = "work_answered"
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    what: Mapped[str]
    """A checksum of the address and all that was sent: another text under the same key is another post."""
    at: Mapped[datetime] = mapped_column(index=True)
    answer: Mapped[JsonData]


def clear_old(db: Session, now: datetime) -> None:
    db.execute(delete(Answered).where(Answered.at < now - KEPT))
