"""The application: storage, screens, and the rules that hold for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from diorama.errors import DioramaError
from diorama.studio.audit.log import PART as AUDIT
from diorama.studio.library.drawer import Drawer
from diorama.studio.library.shelf import Shelf
from diorama.studio.people.sessions import clear_ended
from diorama.studio.people.tables import PART as PEOPLE
from diorama.studio.screens import all_screens
from diorama.studio.settings import Settings
from diorama.studio.storage import Part, open_storage, utc_now
from diorama.studio.studio import Studio
from diorama.studio.web.errors import add_errors
from diorama.studio.web.files import Files
from diorama.studio.web.pages import Pages
from diorama.studio.web.security import Headers
from diorama.studio.work.leases import clear_expired
from diorama.studio.work.part import PART as WORK
from diorama.studio.work.repeats import clear_old

THREADS = 16
"""Requests that are worked on at the same time: more would only slow down whoever is in the middle of a save."""
SERVICES = (PEOPLE, AUDIT, WORK)
"""Tables that screens share, before those of the screens themselves."""


def all_parts() -> tuple[Part, ...]:
    """All tables, each part once, in an order in which they can be made."""
    return tuple(dict.fromkeys((*SERVICES, *(s.part for s in all_screens() if s.part is not None))))


def open_studio(settings: Settings, *, clock: Callable[[], datetime] = utc_now) -> Studio:
    """Open the database, look at what is in the folder, and clear away what has ended."""
    folder = settings.folder
    if not folder.is_dir():
        raise DioramaError(f"{folder} is no folder: name the one that holds your datasets")
    if not settings.db:
        try:
            settings.own_folder.mkdir(exist_ok=True)
        except OSError as error:
            raise DioramaError(f"cannot make the folder {settings.own_folder}: {error.strerror or error}") from None
    storage = open_storage(settings.db or settings.own_folder / "studio.db", all_parts())
    now = clock()
    with storage.writing() as db:
        clear_ended(db, now, settings)
        clear_expired(db, now)
        clear_old(db, now)
    screens = all_screens()
    files = Files(screens)
    pages = Pages(screens, files)
    return Studio(settings, storage, Shelf(settings), Drawer(settings), screens, pages, files, clock)


def make_app(studio: Studio) -> FastAPI:
    """The web application of a studio."""

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        yield
        studio.close()

    app = FastAPI(title="Diorama studio", docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    app.state.studio = studio
    app.add_middleware(Headers)
    add_errors(app)
    app.add_route("/health", _health)
    app.add_route("/favicon.ico", studio.files.icon)
    app.add_route("/static/{screen}/{name}", studio.files.serve)
    for screen in studio.screens:
        app.include_router(screen.router)
    return app


async def _health(_request: Request) -> Response:
    return PlainTextResponse("ok")
