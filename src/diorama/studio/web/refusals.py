"""Refusals: a request that is not carried out, and what whoever made it should read."""

from __future__ import annotations


class Refusal(Exception):
    """Ends a request; nothing of its transaction is kept."""

    def __init__(self, status: int, title: str, message: str = "", *, retry_after: int | None = None) -> None:
        super().__init__(title)
        self.status = status
        self.title = title
        self.message = message
        self.retry_after = retry_after
        """Seconds to wait."""


class NotSignedIn(Refusal):
    """Pages send to the sign-in; everything else is refused."""

    def __init__(self) -> None:
        super().__init__(401, "Please sign in", "You are not signed in any more. Your text is still on this page.")


class NotFound(Refusal):
    """Also for what exists but is not for this person to know of."""

    def __init__(self, message: str = "There is nothing at this address.") -> None:
        super().__init__(404, "Not found", message)


class Forbidden(Refusal):
    def __init__(self, message: str = "Your roles do not allow this.") -> None:
        super().__init__(403, "Not allowed", message)


class Invalid(Refusal):
    """What a form holds cannot be taken."""

    def __init__(self, message: str) -> None:
        super().__init__(422, "This cannot be saved as it is", message)
