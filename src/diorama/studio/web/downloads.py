"""Files to take away: text of any kind, and tables for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from starlette.responses import Response


def download(text: str, kind: str, name: str) -> Response:
    """A text as a file of this name."""
    data = text.encode("utf-8", "replace")
    return Response(data, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def as_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table for spreadsheets; a text that one would take for a formula is shown as text."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_plain(cell) for cell in row])
    return stream.getvalue()


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
