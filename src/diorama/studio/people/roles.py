"""What people may do."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """A person can have several."""

    ADMIN = "admin"
    """Invites people, gives roles, reads the log; imports and exports."""
    ANNOTATOR = "annotator"
    """Verifies or flags samples, scores replies, works on clips."""
    REVIEWER = "reviewer"
    """Reviews what annotators did, never their own work."""
    PARTICIPANT = "participant"
    """Takes the test, and never sees an answer."""


ABOUT = {
    Role.ADMIN: "invites people, gives roles, reads the log",
    Role.ANNOTATOR: "verifies samples, scores replies, works on clips",
    Role.REVIEWER: "reviews what annotators did",
    Role.PARTICIPANT: "takes the test, and sees no answers before",
}
EVERYONE = frozenset(Role)
STAFF = frozenset({Role.ADMIN, Role.ANNOTATOR, Role.REVIEWER})
"""Those who may see answers."""
