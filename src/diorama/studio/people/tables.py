"""People, their sessions, invitations and attempts to sign in. No secret is stored, only what proves it."""

from __future__ import annotations

import unicodedata
from datetime import datetime

from sqlalchemy import ForeignKey, select
from sqlalchemy.orm import Mapped, Session, mapped_column, relationship

from diorama.studio.people.roles import Role
from diorama.studio.storage import Base, JsonList, Part
from diorama.studio.storage.base import ONE_OF

LONGEST_NAME = 80


class Person(Base):
    """Somebody who signs in."""

    __tablename__ = "people"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    name_key: Mapped[str] = mapped_column(unique=True)
    """The name as it is compared."""
    password: Mapped[str]
    """Its argon2 hash."""
    active: Mapped[bool] = mapped_column(default=True)
    since: Mapped[datetime]
    version: Mapped[int] = mapped_column(default=1)
    roles: Mapped[list[PersonRole]] = relationship(
        cascade="all, delete-orphan", lazy="selectin", order_by="PersonRole.role"
    )

    @property
    def role_set(self) -> frozenset[Role]:
        return frozenset(Role(each.role) for each in self.roles)


class PersonRole(Base):
    __tablename__ = "people_roles"
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    role: Mapped[str] = mapped_column(primary_key=True, info={ONE_OF: Role})


class SignIn(Base):
    """A session: one browser of one person, until it ends."""

    __tablename__ = "people_sessions"
    token_hash: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    since: Mapped[datetime]
    seen: Mapped[datetime]


class Invite(Base):
    """A link that works once: to become somebody, or for somebody to choose a new password."""

    __tablename__ = "people_invites"
    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    roles: Mapped[JsonList]
    note: Mapped[str]
    """Whom it is for."""
    person_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id))
    """Who chooses a new password; None for somebody new."""
    by_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id))
    """Who invites; None for the link that is printed at the first start."""
    since: Mapped[datetime]
    until: Mapped[datetime]
    ended: Mapped[datetime | None]
    """When it was used or taken back."""


class Attempt(Base):
    """A sign-in that failed."""

    __tablename__ = "people_attempts"
    id: Mapped[int] = mapped_column(primary_key=True)
    name_key: Mapped[str] = mapped_column(index=True)
    address: Mapped[str] = mapped_column(index=True)
    at: Mapped[datetime]


PART = Part("people", (Person, PersonRole, SignIn, Invite, Attempt))


def name_key(name: str) -> str:
    """The name as it is compared: “ADA ” and “Ada” are one person."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def person_named(db: Session, name: str) -> Person | None:
    return db.scalar(select(Person).where(Person.name_key == name_key(name)))
