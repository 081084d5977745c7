"""A studio that runs in a thread of the test, and people who visit it."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from diorama.studio import Settings, make_app, open_studio
from diorama.studio.library.indexing import look_again
from diorama.studio.people.roles import Role
from diorama.studio.people.sessions import begin
from diorama.studio.people.tables import Person, PersonRole, name_key
from diorama.studio.serving import listen
from diorama.studio.storage import utc_now
from diorama.studio.studio import Studio

_KEYS = re.compile(r'name="(_form|_once|version)" value="([^"]*)"')


class Clock:
    """Now, and as much later as a test says."""

    def __init__(self) -> None:
        self.later = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.later


class Visitor(httpx.Client):
    """Somebody at a browser without scripts."""

    def keys_of(self, page: str, action: str | None = None) -> dict[str, str]:
        """The hidden fields of the form on a page that is sent to `action`, or of the first form after the header."""
        text = self.get(page).text
        forms = re.findall(r"<form\b.*?</form>", text, re.S)
        wanted = [f for f in forms if f'action="{action or page}"' in f]
        assert wanted, f"no form for {action or page} on {page}"
        return {name: unescape(value) for name, value in _KEYS.findall(wanted[0])}

    def fill(self, page: str, action: str | None = None, **fields: Any) -> httpx.Response:
        """Open a page, fill in its form, and send it."""
        keys = self.keys_of(page, action)
        return self.post(action or page, data={**keys, **fields})

    def by_script(self, path: str, data: dict[str, Any], **headers: str) -> httpx.Response:
        """Post as our scripts do, with the token of the start page."""
        found = re.search(r'data-form="([^"]*)"', self.get("/").text)
        assert found
        return self.post(path, json=data, headers={"X-Studio": "script", "X-Form": found[1], **headers})


@dataclass(frozen=True)
class Running:
    """A studio with its address."""

    studio: Studio
    address: str
    clock: Clock

    def visitor(self) -> Visitor:
        """A stranger."""
        return Visitor(base_url=self.address, timeout=30, verify=False)  # certificates take long to read

    def person(self, name: str, *roles: Role, password: str = "x") -> int:
        """Make a person, without the slow hash of a password."""
        with self.studio.storage.writing() as db:
            person = Person(name=name, name_key=name_key(name), password=password, since=self.clock())
            person.roles = [PersonRole(role=role) for role in roles]
            db.add(person)
            db.flush()
            return person.id

    def token(self, person: int) -> str:
        """A session for a person."""
        with self.studio.storage.writing() as db:
            return begin(db, db.get_one(Person, person), self.clock())

    def signed_in(self, name: str, *roles: Role) -> Visitor:
        """A new person who is signed in."""
        visitor = self.visitor()
        visitor.cookies.set(self.studio.settings.cookie, self.token(self.person(name, *roles)), domain="127.0.0.1")
        return visitor


@contextmanager
def running(settings: Settings) -> Iterator[Running]:
    """Serve a studio on a free port."""
    with listen(replace(settings, port=0)) as listening:
        settings = replace(settings, port=listening.getsockname()[1])
        clock = Clock()
        studio = open_studio(settings, clock=clock)
        look_again(studio)
        server = uvicorn.Server(uvicorn.Config(make_app(studio), log_level="error", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
            assert thread.is_alive()
        try:
            yield Running(studio, settings.address, clock)
        finally:
            server.should_exit = True
            thread.join(10)


def settings_for(folder: Path, db: str = "") -> Settings:
    return Settings(folder=folder, db=db)
