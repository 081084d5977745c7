"""A visit: one request, who makes it, and what a handler answers with."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote, unquote

from fastapi import Depends, Request
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from diorama.studio.audit.log import write
from diorama.studio.people.roles import Role
from diorama.studio.people.secrets import form_token
from diorama.studio.people.sessions import Someone, find
from diorama.studio.web.refusals import Forbidden, NotSignedIn

if TYPE_CHECKING:
    from diorama.studio.studio import Studio
    from diorama.studio.web.route import Access

SAID = "studio-said"
"""The cookie that carries one sentence to the next page."""


class Go(RedirectResponse):
    """To another page; for scripts, as data."""

    kept: dict[str, Any]


class Told(JSONResponse):
    """Data for a script."""

    kept: dict[str, Any]


@dataclass
class Visit:
    """One request."""

    studio: Studio
    request: Request
    now: datetime
    cookie: str
    """The token of the session; for a stranger, a random text that ties forms to the browser."""
    me: Someone | None
    once: str = ""
    """The key of the form that is posted."""
    what: str = ""
    """A checksum of the address and all that is posted."""
    db: Session = field(init=False)
    """The transaction of the handler."""
    new_cookie: str | None = None
    """What the browser shall bring from now on."""

    @property
    def person(self) -> Someone:
        """Who is there; for routes that are not for anyone."""
        if self.me is None:
            raise NotSignedIn
        return self.me

    @property
    def path(self) -> str:
        return self.request.url.path

    @property
    def by_script(self) -> bool:
        """Whether a script of ours asks, which shows refusals on the page that it is on."""
        return self.request.headers.get("x-studio") == "script"

    @property
    def address(self) -> str:
        """The network address it comes from."""
        return self.request.client.host if self.request.client else ""

    def is_(self, *roles: Role) -> bool:
        return self.me is not None and self.me.may(frozenset(roles))

    def form_token(self) -> str:
        """What forms on the page must bring."""
        return form_token(self.new_cookie or self.cookie)

    def check_again(self, access: Access) -> None:
        """Within the transaction: a session or role that was taken away a moment ago no longer counts."""
        if access.roles is None:
            return
        found = find(self.db, self.cookie, self.now, self.studio.settings)
        if found is None:
            raise NotSignedIn
        self.me = found.someone
        if not self.me.may(access.roles):
            raise Forbidden

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page from a template."""
        return HTMLResponse(self.studio.pages.render(template, self, **values), status)

    def go(self, path: str, said: str = "") -> Response:
        """On to another page, with a sentence to show there."""
        response = Told({"go": path}) if self.by_script else Go(path, 303)
        response.kept = {"go": path, "said": said}
        if said:
            response.set_cookie(
                SAID, quote(said[:500]), max_age=60, httponly=True, samesite="lax", secure=self.studio.settings.secure
            )
        return response

    def data(self, data: dict[str, Any]) -> Response:
        """Data for a script."""
        response = Told(data)
        response.kept = {"data": data}
        return response

    def log(self, deed: str, about: str, which: object = "", **details: object) -> None:
        """Write into the log, in the transaction of the handler."""
        write(self.db, self.now, None if self.me is None else self.me.id, deed, about, which, **details)

    def said(self) -> str:
        """The sentence that the page before left."""
        return unquote(self.request.cookies.get(SAID, ""))

    def use_cookie(self, token: str) -> None:
        """Give the browser another session token."""
        self.new_cookie = token

    def finish(self, response: Response) -> Response:
        """Set the cookies."""
        settings = self.studio.settings
        if self.new_cookie is not None:
            response.set_cookie(
                settings.cookie, self.new_cookie, max_age=int(settings.longest.total_seconds()), httponly=True,
                samesite="lax", secure=settings.secure, path="/",
            )  # fmt: skip
        if SAID in self.request.cookies and isinstance(response, HTMLResponse):
            response.delete_cookie(SAID)
        return response


def new_key() -> str:
    """A key for a form."""
    return secrets.token_urlsafe(12)


def _visit_of(request: Request) -> Visit:
    visit: Visit = request.state.visit
    return visit


Here = Annotated[Visit, Depends(_visit_of)]
"""The type of a handler's parameter `visit`."""
