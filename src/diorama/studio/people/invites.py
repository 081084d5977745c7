"""Links that work once: they make a person, or let one choose a new password."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from diorama.studio.people.roles import Role
from diorama.studio.people.secrets import hash_of, new_token
from diorama.studio.people.tables import Invite, Person, PersonRole


def invite(
    db: Session,
    roles: Iterable[Role],
    *,
    now: datetime,
    days: int,
    by: int | None = None,
    note: str = "",
    person: int | None = None,
) -> tuple[str, Invite]:
    """A new link; its token is known now and never again."""
    token = new_token()
    row = Invite(
        token_hash=hash_of(token), roles=sorted(set(roles)), note=note, person_id=person, by_id=by, since=now,
        until=now + timedelta(days=days), ended=None,
    )  # fmt: skip
    db.add(row)
    db.flush()
    return token, row


def find_invite(db: Session, token: str, now: datetime) -> Invite | None:
    """The invitation of a link, if it can still be used."""
    row = db.scalar(select(Invite).where(Invite.token_hash == hash_of(token)))
    return row if row is not None and row.ended is None and row.until > now else None


def end_links_of(db: Session, person: int, now: datetime) -> None:
    """End the open links that a person has made, or could choose a new password with: none is a way back in."""
    own = (Invite.by_id == person) | (Invite.person_id == person)
    db.execute(update(Invite).where(own, Invite.ended.is_(None)).values(ended=now))


def needs_first_person(db: Session) -> bool:
    """Whether nobody could let others in."""
    admins = select(Person.id).join(PersonRole).where(Person.active, PersonRole.role == Role.ADMIN)
    return db.scalar(admins.limit(1)) is None


def first_link(db: Session, now: datetime) -> str | None:
    """The link for the first person; each start makes a new one, and ends those before."""
    if not needs_first_person(db):
        return None
    db.execute(update(Invite).where(Invite.by_id.is_(None), Invite.ended.is_(None)).values(ended=now))
    return invite(db, [Role.ADMIN], now=now, days=1, note="the first person")[0]
