"""Exports for admins to download."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

from fastapi import Form
from starlette.responses import Response, StreamingResponse

from diorama.studio.copies.exporting import LINES, SHEETS, exported
from diorama.studio.people.roles import Role
from diorama.studio.web.refusals import Invalid
from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here

SCREEN = Screen("copies", "Export", Path(__file__).parent, "/export", frozenset({Role.ADMIN}))
TYPES = {LINES: "application/jsonl", SHEETS: "application/zip"}
PIECE = 1 << 18


@SCREEN.page("/export")
def export_page(visit: Here) -> Response:
    return visit.page("copies/export.html")


@SCREEN.action("/export", transaction=False)
def export(visit: Here, form: Annotated[str, Form(max_length=10)]) -> Response:
    """Everything that people decided, as one file."""
    if form not in TYPES:
        raise Invalid("Choose JSON lines or CSV.")
    with visit.studio.storage.writing() as db:
        visit.db = db
        visit.log("exported", "studio", form)
    file = exported(visit.studio.storage, form)
    name = f"studio-{visit.now:%Y-%m-%d}{form}"
    return StreamingResponse(
        _pieces(file), media_type=TYPES[form], headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece
