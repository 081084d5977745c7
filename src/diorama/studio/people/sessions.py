"""Signing in and out, and knowing people again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from diorama.studio.people.roles import Role
from diorama.studio.people.secrets import hash_of, new_token
from diorama.studio.people.tables import Attempt, Person, PersonRole, SignIn
from diorama.studio.settings import Settings

NOTED_AFTER = timedelta(minutes=5)
"""How old `seen` may be before it is written again: not every page should write."""
WATCHED = timedelta(minutes=15)
"""For how long failed attempts count."""
MOST_FOR_NAME_HERE, MOST_FOR_ADDRESS, MOST_FOR_NAME = 5, 30, 60
"""Failed attempts for a name from one address, from one address, and for a name from anywhere."""


@dataclass(frozen=True)
class Someone:
    """The person who is signed in."""

    id: int
    name: str
    roles: frozenset[Role]

    def may(self, roles: frozenset[Role]) -> bool:
        return bool(self.roles & roles)


def begin(db: Session, person: Person, now: datetime) -> str:
    """A new session; returns its token, which nobody else ever knows."""
    token = new_token()
    db.add(SignIn(token_hash=hash_of(token), person_id=person.id, since=now, seen=now))
    return token


def end(db: Session, token: str) -> None:
    db.execute(delete(SignIn).where(SignIn.token_hash == hash_of(token)))


def end_all(db: Session, person_id: int) -> None:
    """Sign a person out everywhere."""
    db.execute(delete(SignIn).where(SignIn.person_id == person_id))


@dataclass(frozen=True)
class Found:
    """A session that has not ended."""

    someone: Someone
    seen: datetime
    """When it was last noted that it is used."""


def find(db: Session, token: str, now: datetime, settings: Settings) -> Found | None:
    """Who has this session, if it has not ended and its person is still active; one query, since every page asks."""
    if not token:
        return None
    query = (
        select(SignIn.seen, SignIn.since, Person.id, Person.name, PersonRole.role)
        .join(Person, Person.id == SignIn.person_id)
        .outerjoin(PersonRole, PersonRole.person_id == Person.id)
        .where(SignIn.token_hash == hash_of(token), Person.active)
    )
    rows = db.execute(query).all()
    if not rows:
        return None
    seen, since, person, name, _ = rows[0]
    if now - seen > settings.idle or now - since > settings.longest:
        return None
    return Found(Someone(person, name, frozenset(Role(role) for *_, role in rows if role is not None)), seen)


def note_use(db: Session, token: str, now: datetime) -> None:
    """Note that a session is used."""
    db.execute(update(SignIn).where(SignIn.token_hash == hash_of(token)).values(seen=now))


def clear_ended(db: Session, now: datetime, settings: Settings) -> None:
    """Forget sessions that have ended, and attempts that no longer count."""
    ended = or_(SignIn.seen < now - settings.idle, SignIn.since < now - settings.longest)
    db.execute(delete(SignIn).where(ended))
    db.execute(delete(Attempt).where(Attempt.at < now - WATCHED))


def too_many(db: Session, name_key: str, address: str, now: datetime) -> bool:
    """Whether so many attempts failed lately that the next one must wait."""

    def failed(*where: object) -> int:
        return db.scalar(select(func.count()).select_from(Attempt).where(Attempt.at > now - WATCHED, *where)) or 0  # type: ignore[arg-type]

    by_name, by_address = Attempt.name_key == name_key, Attempt.address == address
    return (
        failed(by_name, by_address) >= MOST_FOR_NAME_HERE
        or failed(by_address) >= MOST_FOR_ADDRESS
        or failed(by_name) >= MOST_FOR_NAME
    )
