"""What people read when something cannot be done."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from diorama.errors import DioramaError, short
from diorama.studio.storage import StorageTrouble
from diorama.studio.web.refusals import Invalid, NotFound, NotSignedIn, Refusal
from diorama.studio.web.security import ALWAYS
from diorama.studio.web.visit import Visit
from diorama.studio.work.versions import Stale

if TYPE_CHECKING:
    from diorama.studio.studio import Studio

log = logging.getLogger(__name__)


def add_errors(app: FastAPI) -> None:
    """Every error becomes a page, or data for a script."""
    refused = (Refusal, RequestValidationError, HTTPException, ClientDisconnect)
    for kind in (*refused, StorageTrouble, DioramaError, DataError, OverflowError, Exception):
        app.add_exception_handler(kind, _answer)


async def _answer(request: Request, error: Exception) -> Response:
    refusal = _refusal(error)
    visit: Visit | None = getattr(request.state, "visit", None)
    by_script = request.headers.get("x-studio") == "script"
    headers = dict(ALWAYS)  # what nobody foresaw is answered outside of `Headers`
    if refusal.retry_after is not None:
        headers["Retry-After"] = str(refusal.retry_after)
    if isinstance(refusal, NotSignedIn) and request.method in ("GET", "HEAD") and not by_script:
        return RedirectResponse(f"/sign-in?next={quote(_here(request))}", 303, headers)
    studio: Studio = request.app.state.studio
    compared = refusal if isinstance(refusal, Stale) else None
    if by_script:
        said: dict[str, object] = {"title": refusal.title, "message": refusal.message}
        if compared is not None:
            said |= {"yours": compared.yours, "theirs": compared.theirs}
        return JSONResponse(said, refusal.status, headers)
    visit = visit or Visit(studio, request, studio.clock(), "", None)
    page = studio.pages.render("web/error.html", visit, refusal=refusal, compared=compared)
    return visit.finish(HTMLResponse(page, refusal.status, headers))


def _refusal(error: Exception) -> Refusal:
    match error:
        case Refusal():
            return error
        case StorageTrouble():
            log.error("%s: %s", error, error.__cause__)
            return Refusal(
                503, "This could not be saved", f"The reason: {error}. Nothing was changed. Try again in a while.",
                retry_after=30,
            )  # fmt: skip
        case DioramaError():
            return Refusal(500, "This cannot be shown", short(error, 400))
        case RequestValidationError():
            faults = error.errors()
            if any(fault["loc"][:1] == ("path",) for fault in faults):
                return NotFound()
            named = [f"{'.'.join(map(str, fault['loc'][1:])) or 'the form'}: {fault['msg']}" for fault in faults[:5]]
            return Invalid(short("; ".join(named), 400))
        case DataError() | OverflowError():
            return Invalid("A number or a text in it is out of range.")
        case ClientDisconnect():  # nobody is there to read it
            return Refusal(400, "This did not arrive")
        case HTTPException(status_code=404):
            return NotFound()
        case HTTPException():
            return Refusal(error.status_code, "This cannot be done", short(error.detail))
        case _:
            log.error("while answering a request", exc_info=error)
            return Refusal(500, "Something went wrong here", "It was not your fault. Nothing was saved.")


def _here(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")
