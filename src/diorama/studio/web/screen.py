"""Screens: a folder with routes, templates and tables, and one object that says what is in it.

SCREEN = Screen("review", "Review", folder=Path(__file__).parent, home="/review", roles=STAFF, part=PART)

@SCREEN.page("/review/{batch}")
def show_batch(visit: Here, batch: int) -> Response:
return visit.page("review/batch.html", batch=visit.db.get(Batch, batch))

@SCREEN.action("/review/{batch}/decide")
def decide(visit: Here, batch: int, form: Annotated[Decision, Form()]) -> Response:
…
return visit.go(f"/review/{batch}")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fastapi import APIRouter
from starlette.responses import Response

from diorama.studio.people.roles import EVERYONE, Role
from diorama.studio.storage import Part
from diorama.studio.web.repeating import answered_before, keep_answer
from diorama.studio.web.route import Access, StudioRoute

if TYPE_CHECKING:
    from diorama.studio.web.visit import Visit

Handler = TypeVar("Handler", bound=Callable[..., Response])


@dataclass(frozen=True)
class Tile:
    """What the start page says of a screen: work that waits, as a link."""

    title: str
    path: str
    text: str = ""
    count: int | None = None


@dataclass
class Screen:
    """One screen, or a few that belong together."""

    name: str
    """Its templates are ``NAME/….html``, its files ``static("NAME", "….js")``."""
    title: str
    """In the navigation; empty for none."""
    folder: Path
    home: str = "/"
    """Where the navigation leads."""
    roles: frozenset[Role] = EVERYONE
    """Who may open its pages, unless a route says otherwise, and who sees it in the navigation."""
    part: Part | None = None
    """Its tables."""
    tiles: Callable[[Visit], Iterable[Tile]] | None = None
    """What the start page shows of it, for somebody with one of its roles."""
    router: APIRouter = field(default_factory=lambda: APIRouter(route_class=StudioRoute))

    def page(
        self, path: str, *, roles: frozenset[Role] | None = None, anyone: bool = False, transaction: bool = True
    ) -> Callable[[Handler], Handler]:
        """A page to look at (GET): it reads, in one view of the database, and never changes anything."""
        return self._route("GET", path, Access(self._who(roles, anyone), transaction=transaction))

    def action(
        self,
        path: str,
        *,
        roles: frozenset[Role] | None = None,
        anyone: bool = False,
        transaction: bool = True,
        most_bytes: int | None = None,
    ) -> Callable[[Handler], Handler]:
        """What a form or a script posts: one transaction, done before the answer goes out, and done once.

        Without `transaction` the handler opens its own with `visit.studio.storage.writing()`, after slow things.
        """
        access = Access(self._who(roles, anyone), writes=True, transaction=transaction, most_bytes=most_bytes)
        return self._route("POST", path, access)

    def _who(self, roles: frozenset[Role] | None, anyone: bool) -> frozenset[Role] | None:
        return None if anyone else self.roles if roles is None else roles

    def _route(self, method: str, path: str, access: Access) -> Callable[[Handler], Handler]:
        def declare(handler: Handler) -> Handler:
            run = _guarded(handler, access)
            methods = [method, "HEAD"] if method == "GET" else [method]
            self.router.add_api_route(path, run, methods=methods, response_model=None, include_in_schema=False)
            return handler

        return declare


def _guarded(handler: Callable[..., Response], access: Access) -> Callable[..., Response]:
    """The handler within its transaction, all in one thread."""

    @wraps(handler)
    def run(**given: Any) -> Response:
        visit: Visit = given["visit"]
        if not access.transaction:
            return handler(**given)
        if not access.writes:
            with visit.studio.storage.reading() as db:
                visit.db = db
                return handler(**given)
        with visit.studio.storage.writing() as db:
            visit.db = db
            visit.check_again(access)
            earlier = answered_before(visit)
            if earlier is not None:
                return earlier
            response = handler(**given)
            if response.status_code >= 400:
                db.rollback()
            else:
                keep_answer(visit, response)
        return response

    run.__dict__["access"] = access
    return run
