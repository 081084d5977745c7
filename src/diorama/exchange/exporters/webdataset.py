"""WebDataset: tar files whose members of one name belong together, for readers that stream.

A key ends at the first dot of a name, so the second picture of `x` is `x.1.png`. Depth is `x.depth16`: under a name
that ends in `png`, readers would make 8 bits of its 16.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from diorama.data import Media
from diorama.data.columns import SCHEMA
from diorama.exchange.exporters.sample_json import json_line
from diorama.exchange.exporting import Exported, Exporter, ExportOrder, Progress
from diorama.exchange.rows import Row, Rows, rows_of

TAR_SAMPLES, TAR_BYTES = 1000, 512 << 20
"""A tar ends at this many samples or bytes."""


def write(order: ExportOrder, folder: Path, progress: Progress) -> Exported:
    rows = rows_of(order)
    advance = progress(0, rows.count)
    names: list[str] = []
    with ExitStack() as stack:
        for name, row in _dealt(rows):
            if name not in names:
                stack.close()
                names.append(name)
                tar = stack.enter_context((folder / name).open("xb"))
                stack.callback(tar.write, bytes(2 * tarfile.BLOCKSIZE))  # the end of a tar
            for member, data in _members(row):
                found = tarfile.TarInfo(member)
                found.size = len(data)
                tar.write(found.tobuf(tarfile.GNU_FORMAT))
                tar.write(data)
                tar.write(bytes(-len(data) % tarfile.BLOCKSIZE))
            advance()
    files = tuple(order.out / name for name in names)
    return Exported(files, rows.count, hint='webdataset.WebDataset([…]).decode("pil").to_tuple("png", "json")')


def _dealt(rows: Rows) -> Iterator[tuple[str, Row]]:
    """Each row with the tar that it goes into; a tar holds samples of one suite."""
    suite, number, samples, size = "", 0, 0, 0
    for row in rows.read(tuple(SCHEMA.names)):
        if row.suite != suite:
            suite, number, samples, size = row.suite, 0, 0, 0
        elif samples == TAR_SAMPLES or size >= TAR_BYTES:
            number, samples, size = number + 1, 0, 0
        samples += 1
        size += sum(len(media.data) for media in (*row.media, *filter(None, row.kept.values())))
        yield f"{suite}-{number:06d}.tar", row


def _members(row: Row) -> Iterator[tuple[str, bytes]]:
    """The files of a sample: first what describes it."""
    count = {"image": 0, "video": 0}

    def ending(column: str, media: Media, place: int) -> str:
        last = Path(media.name).suffix.lower().lstrip(".") or {"image": "png", "video": "mp4"}[media.kind]
        if column != "media":
            return "depth16" if media.kind == "image" else f"{column.strip('/')}.{last}"
        number, count[media.kind] = count[media.kind], count[media.kind] + 1
        return f"{number}.{last}" if number else last

    line, files = json_line(row, ending)
    yield f"{row.id}.json", line
    for name, data in files.items():
        yield f"{row.id}.{name}", data


WEBDATASET = Exporter("webdataset", "tar files for the webdataset library and for datasets, streamed", write)
