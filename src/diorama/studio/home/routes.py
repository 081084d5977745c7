"""The start page shows the tiles of all screens that the person may open."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import Response

from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here

SCREEN = Screen("home", "", Path(__file__).parent)


@SCREEN.page("/")
def start(visit: Here) -> Response:
    """What there is to do."""
    mine = [s for s in visit.studio.screens if s.tiles is not None and visit.person.may(s.roles)]
    tiles = [tile for screen in mine if screen.tiles is not None for tile in screen.tiles(visit)]
    return visit.page("home/start.html", tiles=tiles)
