"""A sample as one line of JSON, with its media named as files: what `jsonl` and `webdataset` share.

The texts of a row that are JSON already are put in as they are, after a look whether they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pydantic_core import from_json

from diorama.data import Media
from diorama.data.columns import damage_named
from diorama.exchange.rows import Row

FileName = Callable[[str, Media, int], str]
"""The column (``media``, ``depth``, ``outcome``) of a medium, itself, and its place in the column → its file."""
_NESTED = {
    "answer": "null", "objects": "{}", "parts": "[]", "words": "[]", "query": "null", "shots": "[]", "world": "null",
    "trace": "{}", "annotation": "null",
}  # fmt: skip
"""Columns that hold JSON, and what stands for an empty one."""
_ORDER = (
    "id", "suite", "task", "level", "kind", "question", "options", "answer", "objects", "media", "parts", "words",
    "query", "shots", "world", "trace", "gates", "margin", "seed", "version", "annotation", "depth", "outcome",
)  # fmt: skip


def json_line(row: Row, file_name: FileName) -> tuple[bytes, dict[str, bytes]]:
    """The line of a sample, with its end, and the files that it refers to by name."""
    files: dict[str, bytes] = {}

    def filed(column: str, media: Media | None, place: int = 0) -> Any:
        if media is None:
            return None
        name = file_name(column, media, place)
        if name in files:  # a depth map that has the name of a picture
            name = file_name(f"{column}/", media, place)
        files[name] = media.data
        return {"role": media.role, "kind": media.kind, "file": name, "label": media.label}

    with damage_named(row.id):
        texts = {name: _checked(row.columns[name], empty) for name, empty in _NESTED.items()}
        plain = {name: row.columns[name] for name in _ORDER if name in row.columns and name not in _NESTED}
        plain["media"] = [filed("media", media, place) for place, media in enumerate(row.media)]
        for column, media in row.kept.items():
            found = filed(column, media)
            plain[column] = found and found["file"]
        texts |= {
            name: json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            for name, value in plain.items()
        }
        line = "{" + ",".join(f'"{name}":{texts[name]}' for name in _ORDER) + "}\n"
        return line.encode(), files


def _checked(text: str | None, empty: str) -> str:
    """Stored JSON on one line: breaks of lines can only be space between its parts."""
    if text is None:
        return empty
    from_json(text)
    return text.replace("\r", " ").replace("\n", " ")
