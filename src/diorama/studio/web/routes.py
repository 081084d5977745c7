"""The layout, the style sheet and the scripts that all screens share, as a screen without pages of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Form
from starlette.responses import Response

from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here
from diorama.studio.work.leases import keep, release

Name = Annotated[str, Form(max_length=200)]
SCREEN = Screen("web", "", Path(__file__).parent)


@SCREEN.page("/form-token")
def token(visit: Here) -> Response:
    """For a page that was open while its reader signed in again: what its forms must bring from now on."""
    return visit.data({"form": visit.form_token()})


@SCREEN.action("/leases/keep")
def keep_lease(visit: Here, work: Name, item: Name) -> Response:
    """A page that is open tells now and then that somebody is still there; only leases that one has are kept."""
    last = visit.studio.settings.lease
    return visit.data({"kept": keep(visit.db, work, item, visit.person.id, now=visit.now, last=last)})


@SCREEN.action("/leases/release")
def give_back(visit: Here, work: Name, item: Name) -> Response:
    """Give an item back, for others to take."""
    release(visit.db, work, item, visit.person.id)
    return visit.data({})
