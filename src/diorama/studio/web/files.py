"""The style sheets, scripts and pictures of screens, read once; nothing else can be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from diorama.studio.web.refusals import NotFound

if TYPE_CHECKING:
    from diorama.studio.web.screen import Screen

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}


class Files:
    """What is in the folders `static` of all screens."""

    def __init__(self, screens: Sequence[Screen]) -> None:
        self._files: dict[tuple[str, str], tuple[bytes, str]] = {}
        for screen in screens:
            for path in sorted((screen.folder / "static").glob("*")):
                if path.suffix in TYPES:
                    self._files[screen.name, path.name] = (path.read_bytes(), TYPES[path.suffix])

    def address(self, screen: str, name: str) -> str:
        """Where a file is; another content has another address."""
        data = self._files[screen, name][0]
        return f"/static/{screen}/{name}?{sha256(data).hexdigest()[:12]}"

    async def serve(self, request: Request) -> Response:
        """The route of all of them; no file of a dataset is here, so they need no sign-in."""
        place = (request.path_params["screen"], request.path_params["name"])
        if place not in self._files:
            raise NotFound
        return self._answer(*place)

    async def icon(self, _request: Request) -> Response:
        """What browsers ask for beside any page."""
        return self._answer("web", "icon.svg")

    def _answer(self, screen: str, name: str) -> Response:
        data, kind = self._files[screen, name]
        return Response(data, media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"})
