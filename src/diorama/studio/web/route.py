"""The route of every screen: who may come in, how much they may bring, and whether the form is ours."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive

from diorama.studio.people.roles import Role
from diorama.studio.people.secrets import form_token, same
from diorama.studio.people.sessions import NOTED_AFTER, find, note_use
from diorama.studio.storage.base import is_text
from diorama.studio.web.refusals import Forbidden, Invalid, NotFound, NotSignedIn, Refusal
from diorama.studio.web.visit import Visit

if TYPE_CHECKING:
    from diorama.studio.studio import Studio

LONGEST_NUMBER = 9
"""Digits of a number in an address."""
_NO_TEXT = "A text in it has a character that is none."


@dataclass(frozen=True)
class Access:
    """Who may call a route, and how."""

    roles: frozenset[Role] | None
    """None: whoever, signed in or not."""
    writes: bool = False
    transaction: bool = True
    most_bytes: int | None = None


class StudioRoute(APIRoute):
    """Checks everything before a byte of the body is believed."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        access: Access = self.endpoint.__dict__["access"]

        async def guarded(request: Request) -> Response:
            studio: Studio = request.app.state.studio
            most = access.most_bytes or studio.settings.most_bytes
            request = Request(request.scope, _limited(request, most), request._send)
            visit = await run_in_threadpool(_visit, studio, request)
            request.state.visit = visit
            _check_address(request)
            if access.roles is not None:
                if visit.me is None:
                    raise NotSignedIn
                if not visit.me.may(access.roles):
                    raise Forbidden
            if access.writes:
                await _check_form(visit)
            return visit.finish(await handle(request))

        return guarded


def _visit(studio: Studio, request: Request) -> Visit:
    """Find out who is there."""
    now, token = studio.clock(), request.cookies.get(studio.settings.cookie, "")
    found = None
    if token:
        with studio.storage.reading() as db:
            found = find(db, token, now, studio.settings)
        if found is not None and now - found.seen > NOTED_AFTER:
            with studio.storage.writing() as db:
                note_use(db, token, now)
    visit = Visit(studio, request, now, token, None if found is None else found.someone)
    if not token:
        visit.cookie = secrets.token_urlsafe(24)
        visit.use_cookie(visit.cookie)
    return visit


def _check_address(request: Request) -> None:
    """Refuse what no database takes: a zero byte, and numbers that no row has."""
    if "\0" in request.scope["path"] or any("\0" in value for _, value in request.query_params.multi_items()):
        raise NotFound
    if any(isinstance(v, str) and v.isdigit() and len(v) > LONGEST_NUMBER for v in request.path_params.values()):
        raise NotFound


async def _check_form(visit: Visit) -> None:
    """Refuse posts that no page of ours has made."""
    request = visit.request
    origin = request.headers.get("origin")
    if origin is not None and _host_of(origin) not in _own_hosts(visit):
        raise Forbidden("This was sent by another site.")
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        try:
            form = await request.form()
        except UnicodeError:  # the sender names the encoding
            raise Invalid(_NO_TEXT) from None
        given, once = form.get("_form", ""), form.get("_once", "")
        if not all(is_text(value) for _, value in form.multi_items() if isinstance(value, str)):
            raise Invalid(_NO_TEXT)
        sent = repr([(name, value) for name, value in form.multi_items() if name != "_form"]).encode(errors="replace")
    else:
        sent = await request.body()
        if b"\\u0000" in sent:
            raise Invalid(_NO_TEXT)
        given, once = request.headers.get("x-form", ""), request.headers.get("x-once", "")
    if not isinstance(given, str) or not same(given, form_token(visit.cookie)):
        raise Forbidden("This form is too old, or was not made here. Open the page again; keep a copy of your text.")
    visit.once = once if isinstance(once, str) else ""
    visit.what = sha256(visit.path.encode() + b"\0" + sent).hexdigest()


def _host_of(address: str) -> str | None:
    """The host and port of an address; None if it is none."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return None


def _own_hosts(visit: Visit) -> set[str]:
    return {visit.request.headers.get("host", ""), urlsplit(visit.studio.settings.address).netloc}


def _limited(request: Request, most: int) -> Receive:
    """Receive the body up to a limit; what is announced as longer is not received at all."""
    received = 0

    async def receive() -> Message:
        nonlocal received
        announced = request.headers.get("content-length", "")
        if announced.isdigit() and int(announced) > most:
            raise _too_long(most)
        message = await request.receive()
        received += len(message.get("body", b""))
        if received > most:
            raise _too_long(most)
        return message

    return receive


def _too_long(most: int) -> Refusal:
    return Refusal(413, "Too long", f"At most {most / 1e6:.3g} MB can be sent here.")
