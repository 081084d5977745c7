"""People: all there are, inviting, roles, and taking people out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Form
from sqlalchemy import func, select
from starlette.responses import Response

from diorama.studio.people import entrance
from diorama.studio.people.invites import end_links_of, invite
from diorama.studio.people.roles import ABOUT, Role
from diorama.studio.people.sessions import end_all
from diorama.studio.people.tables import PART, Invite, Person, PersonRole
from diorama.studio.web.refusals import Invalid, NotFound
from diorama.studio.web.screen import Screen, Tile
from diorama.studio.web.visit import Here, Visit
from diorama.studio.work.leases import release_all
from diorama.studio.work.versions import check_version


def _tiles(visit: Visit) -> list[Tile]:
    count = visit.db.scalar(select(func.count()).select_from(Person).where(Person.active))
    return [Tile("People", "/people", "invite, roles", count)]


SCREEN = Screen(
    "people", "People", Path(__file__).parent, "/people", frozenset({Role.ADMIN}), part=PART, tiles=_tiles
)  # fmt: skip
entrance.add_to(SCREEN)
MOST_INVITES = 50
"""Open invitations that are listed, the latest first."""
Roles = Annotated[list[Role], Form(default_factory=list)]


@SCREEN.page("/people")
def everybody(visit: Here) -> Response:
    """All people and the invitations that are still open."""
    people = visit.db.scalars(select(Person).order_by(Person.active.desc(), Person.name_key)).all()
    return visit.page(
        "people/people.html", people=people, invites=_open_invites(visit), about=ABOUT, link="", names=_names(visit)
    )


@SCREEN.action("/people/invite")
def invite_somebody(visit: Here, roles: Roles, note: Annotated[str, Form(max_length=200)] = "") -> Response:
    """A link for somebody new; it is shown once."""
    if not roles:
        raise Invalid("Choose at least one role.")
    token, row = invite(
        visit.db, roles, now=visit.now, days=visit.studio.settings.invite_days, by=visit.person.id, note=note.strip()
    )
    visit.log("invited", "invitation", row.id, roles=row.roles, note=row.note)
    return _with_link(visit, token)


@SCREEN.action("/people/invites/{number}/end")
def end_invite(visit: Here, number: int) -> Response:
    """Take an invitation back."""
    row = visit.db.get(Invite, number)
    if row is None or row.ended is not None:
        raise NotFound("This invitation was used or taken back already.")
    row.ended = visit.now
    visit.log("took back", "invitation", row.id)
    return visit.go("/people", "The invitation was taken back.")


@SCREEN.page("/people/{number}")
def one_person(visit: Here, number: int) -> Response:
    """Roles of a person, and what else an admin may do."""
    return visit.page("people/person.html", person=_person(visit, number), about=ABOUT)


@SCREEN.action("/people/{number}")
def change_person(
    visit: Here, number: int, version: Annotated[int, Form()], roles: Roles, active: Annotated[bool, Form()] = False
) -> Response:
    """Give and take roles; let somebody in or not."""
    person = _person(visit, number)
    wanted = frozenset(roles)
    check_version(
        person,
        version,
        yours={"roles": ", ".join(sorted(wanted)), "may sign in": active},
        theirs={"roles": ", ".join(sorted(person.role_set)), "may sign in": person.active},
    )
    if Role.ADMIN in person.role_set and person.active and not (active and Role.ADMIN in wanted) and _admins(visit) < 2:
        raise Invalid("There must be one admin at least: make somebody else an admin first.")
    before = sorted(person.role_set)
    person.roles = [PersonRole(role=role) for role in sorted(wanted)] if wanted != person.role_set else person.roles
    if person.active and not active:
        end_all(visit.db, person.id)
        release_all(visit.db, person.id)
    if not active or (Role.ADMIN in before and Role.ADMIN not in wanted):
        end_links_of(visit.db, person.id, visit.now)
    person.active = active
    visit.log("changed", "person", person.id, before=before, roles=sorted(wanted), active=active)
    return visit.go("/people", f"{person.name} was changed.")


@SCREEN.action("/people/{number}/new-password")
def new_password(visit: Here, number: int) -> Response:
    """A link with which a person chooses a new password; it is shown once."""
    person = _person(visit, number)
    token, row = invite(
        visit.db, (), now=visit.now, days=visit.studio.settings.invite_days, by=visit.person.id, note=person.name,
        person=person.id,
    )  # fmt: skip
    visit.log("offered a new password", "person", person.id, invitation=row.id)
    return _with_link(visit, token)


def _with_link(visit: Visit, token: str) -> Response:
    visit.db.flush()
    people = visit.db.scalars(select(Person).order_by(Person.active.desc(), Person.name_key)).all()
    link = f"{visit.studio.settings.address}/join/{token}"
    return visit.page(
        "people/people.html", people=people, invites=_open_invites(visit), about=ABOUT, link=link, names=_names(visit)
    )


def _open_invites(visit: Visit) -> list[Invite]:
    query = select(Invite).where(Invite.ended.is_(None), Invite.until > visit.now).order_by(Invite.id.desc())
    return list(visit.db.scalars(query.limit(MOST_INVITES)))


def _names(visit: Visit) -> dict[int, str]:
    return dict(visit.db.execute(select(Person.id, Person.name)).all())


def _person(visit: Visit, number: int) -> Person:
    person = visit.db.get(Person, number)
    if person is None:
        raise NotFound
    return person


def _admins(visit: Visit) -> int:
    query = select(func.count()).select_from(PersonRole).join(Person, Person.id == PersonRole.person_id)
    return visit.db.scalar(query.where(Person.active, PersonRole.role == Role.ADMIN)) or 0
