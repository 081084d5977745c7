"""Signing in and out, and knowing people again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session

from diorama.studio.people.roles import Role
from diorama.studio.people.secrets import hash_of, new_token
from diorama.studio.people.tables import Attempt, Person, SignIn
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


def someone(person: Person) -> Someone:
    return Someone(person.id, person.name, person.role_set)


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


def find(db: Session, token: str, now: datetime, settings: Settings) -> tuple[Someone, SignIn] | None:
    """Who has this session, if it has not ended and its person is still active."""
    row = db.get(SignIn, hash_of(token)) if token else None
    if row is None or now - row.seen > settings.idle or now - row.since > settings.longest:
        return None
    person = db.get(Person, row.person_id)
    return (someone(person), row) if person is not None and person.active else None


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
