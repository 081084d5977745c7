"""Leases: an item is with one person for a while, so that nobody else works on it at the same time.

An item is named by its sort of work and its id, such as ``("review 3 stage 1", "structure-t1-1-000004")``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import ForeignKey, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from diorama.studio.people.tables import Person
from diorama.studio.storage import Base
from diorama.studio.web.refusals import Refusal


class Lease(Base):
    """One person's hold on one item, until it expires."""

    __tablename__ = "work_leases"
    work: Mapped[str] = mapped_column(primary_key=True)
    item: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    since: Mapped[datetime]
    until: Mapped[datetime] = mapped_column(index=True)


class Taken(Refusal):
    """Somebody else has the item."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(409, "Somebody else has it", f"This is with {' and '.join(names)} right now.")


def take(db: Session, work: str, item: str, person: int, *, now: datetime, last: timedelta, places: int = 1) -> Lease:
    """Take an item or keep it for longer; `Taken` if others hold all of its places."""
    holders = [lease for lease in held(db, work, now, item=item) if lease.person_id != person]
    if len(holders) >= places:
        ids = [lease.person_id for lease in holders]
        raise Taken(db.scalars(select(Person.name).where(Person.id.in_(ids)).order_by(Person.name)))
    own = db.get(Lease, (work, item, person))
    if own is None:
        own = Lease(work=work, item=item, person_id=person, since=now, until=now + last)
        db.add(own)
    elif own.until <= now:
        own.since = now
    own.until = now + last
    db.flush()
    return own


def take_first(
    db: Session,
    work: str,
    items: Iterable[str],
    person: int,
    *,
    now: datetime,
    last: timedelta,
    places: int = 1,
) -> str | None:
    """Take the first item that is free, beginning with one that the person has already; None if there is none."""
    items = list(items)
    holders: dict[str, set[int]] = {}
    for lease in held(db, work, now):
        holders.setdefault(lease.item, set()).add(lease.person_id)
    mine = [item for item in items if person in holders.get(item, ())]
    free = (item for item in items if len(holders.get(item, ())) < places)
    for item in (*mine, *free):
        take(db, work, item, person, now=now, last=last, places=places)
        return item
    return None


def keep(db: Session, work: str, item: str, person: int, *, now: datetime, last: timedelta) -> bool:
    """Keep what one has for longer; False if it expired and somebody else has it, or if it was never taken."""
    own = db.get(Lease, (work, item, person))
    if own is None or (own.until <= now and held(db, work, now, item=item)):
        return False
    own.until = now + last
    return True


def release(db: Session, work: str, item: str, person: int) -> None:
    """Give an item back; no harm if it is not with the person."""
    db.execute(delete(Lease).where(Lease.work == work, Lease.item == item, Lease.person_id == person))


def release_all(db: Session, person: int) -> None:
    db.execute(delete(Lease).where(Lease.person_id == person))


def held(db: Session, work: str, now: datetime, *, item: str | None = None) -> list[Lease]:
    """The leases of a sort of work that have not expired."""
    query = select(Lease).where(Lease.work == work, Lease.until > now)
    return list(db.scalars(query if item is None else query.where(Lease.item == item)))


def clear_expired(db: Session, now: datetime) -> None:
    db.execute(delete(Lease).where(Lease.until <= now))
