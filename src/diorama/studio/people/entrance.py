"""The way in and out: signing in, joining by a link, one's own password."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form
from sqlalchemy import select
from starlette.responses import Response

from diorama.studio.audit.log import write
from diorama.studio.people.forms import name_fault, password_fault
from diorama.studio.people.invites import find_invite
from diorama.studio.people.roles import EVERYONE, Role
from diorama.studio.people.secrets import LONGEST_PASSWORD, fits, hash_password
from diorama.studio.people.sessions import WATCHED, begin, end, end_all, too_many
from diorama.studio.people.tables import LONGEST_NAME, Attempt, Person, PersonRole, name_key, person_named
from diorama.studio.web.refusals import NotFound, Refusal
from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here

Text = Annotated[str, Form(max_length=1000)]
GONE = "This link was used already, has expired, or was taken back. Ask for a new one."


def add_to(screen: Screen) -> None:
    """Declare the routes."""
    screen.page("/sign-in", anyone=True)(sign_in_page)
    screen.action("/sign-in", anyone=True, transaction=False)(sign_in)
    screen.action("/sign-out", anyone=True)(sign_out)
    screen.page("/join/{token}", anyone=True)(join_page)
    screen.action("/join/{token}", anyone=True, transaction=False)(join)
    screen.page("/signed-in", roles=EVERYONE)(signed_in_page)
    screen.page("/me", roles=EVERYONE)(my_page)
    screen.action("/me/password", roles=EVERYONE, transaction=False)(change_password)


def sign_in_page(visit: Here, next: str = "/") -> Response:
    if visit.me is not None:
        return visit.go(_local(next))
    return visit.page("people/sign_in.html", next=_local(next), fault="", name="")


def sign_in(visit: Here, name: Text, password: Text, next: Text = "/") -> Response:
    """Check the password, outside of any transaction since that takes time; then begin a new session."""
    key, storage = name_key(name)[:LONGEST_NAME], visit.studio.storage
    with storage.writing() as db:  # counted before the password is looked at: parallel guesses count too
        if too_many(db, key, visit.address, visit.now):
            raise Refusal(
                429, "Too many attempts", "Wait a quarter of an hour, then try again.",
                retry_after=int(WATCHED.total_seconds()),
            )  # fmt: skip
        attempt = Attempt(name_key=key, address=visit.address, at=visit.now)
        db.add(attempt)
        db.flush()
        person = person_named(db, name)
        stored = person.password if person is not None and person.active else None
    if not fits(password[: LONGEST_PASSWORD + 1], stored):
        return visit.page(
            "people/sign_in.html", 403, next=_local(next), fault="Name or password is wrong.", name=name[:LONGEST_NAME]
        )
    with storage.writing() as db:
        person = person_named(db, name)
        if person is None or not person.active or person.password != stored:
            raise Refusal(403, "Please try again")
        db.delete(db.get_one(Attempt, attempt.id))
        end(db, visit.cookie)
        visit.use_cookie(begin(db, person, visit.now))
        write(db, visit.now, person.id, "signed in", "person", person.id)
    return visit.go(_local(next))


def signed_in_page(visit: Here) -> Response:
    """Where a tab ends that was opened only to sign in again."""
    return visit.page("people/signed_in.html")


def sign_out(visit: Here) -> Response:
    end(visit.db, visit.cookie)
    if visit.me is not None:
        visit.log("signed out", "person", visit.me.id)
    visit.use_cookie("")
    return visit.go("/sign-in")


def join_page(visit: Here, token: str) -> Response:
    row = find_invite(visit.db, token, visit.now)
    if row is None:
        raise NotFound(GONE)
    person = visit.db.get(Person, row.person_id) if row.person_id is not None else None
    return visit.page("people/join.html", token=token, person=person, fault="", name="")


def join(visit: Here, token: str, password: Text, again: Text, name: Text = "") -> Response:
    """Become somebody, or choose a new password; the link ends with it."""
    name = " ".join(name.split())
    storage = visit.studio.storage
    with storage.reading() as db:
        row = find_invite(db, token, visit.now)
        if row is None:
            raise NotFound(GONE)
        person = db.get(Person, row.person_id) if row.person_id is not None else None
        fault = ("" if person is not None else name_fault(db, name)) or password_fault(password, again)
    if fault:
        return visit.page("people/join.html", 422, token=token, person=person, fault=fault, name=name[:LONGEST_NAME])
    hashed = hash_password(password)
    with storage.writing() as db:
        row = find_invite(db, token, visit.now)
        if row is None:
            raise NotFound(GONE)
        row.ended = visit.now
        if row.person_id is None:
            if fault := name_fault(db, name):
                raise Refusal(422, "This name cannot be taken", fault)
            person = Person(name=name, name_key=name_key(name), password=hashed, since=visit.now)
            person.roles = [PersonRole(role=Role(role)) for role in row.roles]
            db.add(person)
            db.flush()
        else:
            person = db.get_one(Person, row.person_id)
            person.password = hashed
            end_all(db, person.id)
        write(db, visit.now, person.id, "joined" if row.person_id is None else "chose a password", "person", person.id)
        end(db, visit.cookie)
        if person.active:
            visit.use_cookie(begin(db, person, visit.now))
    return visit.go("/")


def my_page(visit: Here) -> Response:
    return visit.page("people/me.html", fault="")


def change_password(visit: Here, old: Text, password: Text, again: Text) -> Response:
    """Another password; all other browsers of the person are signed out."""
    storage, me = visit.studio.storage, visit.person
    with storage.writing() as db:
        key = f"{me.id} changes"
        if too_many(db, key, visit.address, visit.now):
            raise Refusal(429, "Too many attempts", "Wait a quarter of an hour, then try again.")
        attempt = Attempt(name_key=key, address=visit.address, at=visit.now)
        db.add(attempt)
        db.flush()
        stored = db.scalar(select(Person.password).where(Person.id == me.id))
    fault = password_fault(password, again)
    if not fits(old[: LONGEST_PASSWORD + 1], stored):
        fault = "The old password is wrong."
    if fault:
        return visit.page("people/me.html", 422, fault=fault)
    hashed = hash_password(password)
    with storage.writing() as db:
        person = db.get_one(Person, me.id)
        if person.password != stored or not person.active:
            raise Refusal(409, "Please try again")
        db.delete(db.get_one(Attempt, attempt.id))
        person.password = hashed
        end_all(db, person.id)
        visit.use_cookie(begin(db, person, visit.now))
        write(db, visit.now, person.id, "chose a password", "person", person.id)
    return visit.go("/me", "Your password was changed.")


def _local(path: str) -> str:
    """An address of this studio, whatever is asked for."""
    bad = not path.startswith("/") or path.startswith(("//", "/\\")) or any(ord(c) < 33 or c == "\\" for c in path)
    return "/" if bad or path.startswith(("/sign-in", "/sign-out")) else path
