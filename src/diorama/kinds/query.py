"""A query: what a question asks, as a typed value. Answer, check, players and pictures are all functions of it."""

from __future__ import annotations

from typing import TypeVar

from diorama.whatif import Intervention
from diorama.world.model import Plain


class Query(Plain):
    """What is removed, which order, which direction: each task has its own subclass."""

    def intervention(self) -> Intervention | None:
        """What the question supposes to happen; None if it only asks what is there."""
        return None

    def bodies(self) -> tuple[str, ...]:
        """The bodies the question is about, the most important first."""
        return ()

    def form_name(self) -> str:
        """In which of its task's forms it is asked, as far as anyone can tell who sees the question; "" if in one only.

        The audit looks at each form by itself. A field called `form` says it; others override this.
        """
        return str(getattr(self, "form", ""))

    def may_fail(self) -> bool:
        """Whether nothing at all may be right ("none", "infeasible"), so that the form of an answer has to name it."""
        return False

    def surroundings_show(self) -> bool:
        """Whether walls and windows may be seen in the way that is asked about: to name them besides is not wrong."""
        return False


class QueryDigest(Query):
    """What scoring without a world still has to know of a question, in place of its query."""

    surroundings: bool = False
    in_order: bool = False
    """Whether steps are carried out in the order in which they are given."""

    def surroundings_show(self) -> bool:
        return self.surroundings


class ForeignQuery(Query):
    """The stored query of a task that is not installed here: kept as it is, and unusable until it is installed."""

    text: str


Q = TypeVar("Q", bound=Query)
