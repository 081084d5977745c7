"""A query: what a question asks, as a typed value. Answer, check, players and pictures are all functions of it."""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import ValidationError

from diorama.errors import first_fault
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


class Described(Query):
    """What a released question says of itself: nothing can be derived from it, but results are shown by it."""

    imported: Literal[True] = True
    scene: str = ""
    """The same for all questions about one picture or place: they are not independent."""
    scene_category: str | None = None
    source: str | None = None
    """Original, or how it was derived from another question."""
    viewpoint: str | None = None
    gap: float | None = None
    """Seconds from the end of what is shown to the end of what is asked about."""
    released_id: str = ""
    """Its id in the release, which several questions may share …"""
    group: str = ""
    """… the part of the release that it is in …"""
    asked: str = ""
    """… and its words there, if ours differ, as where options are written into the question."""

    def may_fail(self) -> bool:
        return True  # nobody knows


_DESCRIBED = '{"imported":true'
"""How the JSON of such a query begins."""


def read_described(text: str) -> Described | None:
    """A stored query as what a release says of its question; None if it is any other query."""
    if not text.startswith(_DESCRIBED):
        return None
    try:
        return Described.model_validate_json(text)
    except ValidationError as error:
        raise ValueError(f"its query is none: {first_fault(error)}") from None


Q = TypeVar("Q", bound=Query)
