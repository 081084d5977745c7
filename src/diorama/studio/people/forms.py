"""What people type about themselves, checked."""

from __future__ import annotations

from sqlalchemy.orm import Session

from diorama.studio.people.secrets import LONGEST_PASSWORD, SHORTEST_PASSWORD
from diorama.studio.people.tables import LONGEST_NAME, name_key, person_named


def name_fault(db: Session, name: str) -> str:
    """What is wrong with a name for somebody new; empty if nothing is."""
    if not name_key(name):
        return "Please give a name."
    if len(name) > LONGEST_NAME or any(not c.isprintable() for c in name):
        return f"A name has at most {LONGEST_NAME} characters, and none that cannot be seen."
    return "Somebody has this name already." if person_named(db, name) is not None else ""


def password_fault(password: str, again: str) -> str:
    """What is wrong with a new password; empty if nothing is."""
    if password != again:
        return "The two passwords differ."
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        return f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters."
    return "" if len(set(password)) > 3 else "This password is too easy to guess."
