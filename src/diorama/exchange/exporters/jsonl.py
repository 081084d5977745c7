"""JSON lines beside files of pictures: for programs that read neither Parquet nor tar, and for a look with an editor.

`samples.jsonl` holds all of each sample, so that `diorama import jsonl` gives the same dataset again.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from diorama.data import Media
from diorama.data.columns import SCHEMA
from diorama.exchange.exporters.sample_json import json_line
from diorama.exchange.exporting import Exported, Exporter, ExportOrder, Progress
from diorama.exchange.rows import rows_of

LINES, MEDIA = "samples.jsonl", "media"


def write(order: ExportOrder, folder: Path, progress: Progress) -> Exported:
    rows = rows_of(order)
    advance = progress(0, rows.count)
    with (folder / LINES).open("wb") as lines:
        (folder / MEDIA).mkdir()
        for row in rows.read(tuple(SCHEMA.names)):
            line, files = json_line(row, partial(_file, row.id))
            for name, data in files.items():
                path = folder / name
                if not path.parent.is_dir():
                    path.parent.mkdir(parents=True)
                path.write_bytes(data)
            lines.write(line)
            advance()
    return Exported((order.out / LINES,), rows.count, hint=f"back again: diorama import jsonl {order.out} --out …")


def _file(sample_id: str, column: str, media: Media, place: int) -> str:
    folder = column if column.endswith("/") else ""
    return f"{MEDIA}/{sample_id}/{folder}{media.name}"


JSONL = Exporter("jsonl", "JSON lines with all of each sample, and a file for each picture and clip", write)
