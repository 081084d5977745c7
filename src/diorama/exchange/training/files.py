"""Writing rows as they come: Parquet with pictures inside, or JSON lines with pictures beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from diorama.ask.question import Picture
from diorama.exchange.training.conversations import file_name

GROUP = 16
"""Rows of a row group: what a writer holds in memory."""
TEXT = pa.string()
PICTURES = pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
MESSAGES = pa.list_(pa.struct([("role", TEXT), ("content", TEXT)]))
"""Messages that say where pictures are with `<image>`."""
PARTED = pa.list_(
    pa.struct([("role", TEXT), ("content", pa.list_(pa.struct([("type", TEXT), ("text", TEXT)])))])
)  # fmt: skip
"""Messages whose contents are lists of texts and places of pictures."""
MEDIA = "media"
"""The folder of pictures and clips beside JSON lines."""


class Rows(Protocol):
    """Takes one row after the other."""

    def add(self, row: dict[str, Any]) -> None: ...


class _ParquetRows:
    def __init__(self, writer: pq.ParquetWriter, schema: pa.Schema) -> None:
        self._writer, self._schema, self._waiting = writer, schema, list[dict[str, Any]]()

    def add(self, row: dict[str, Any]) -> None:
        self._waiting.append(row)
        if len(self._waiting) == GROUP:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            self._writer.write_batch(pa.RecordBatch.from_pylist(self._waiting, schema=self._schema))
            self._waiting = []


class _JsonRows:
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def add(self, row: dict[str, Any]) -> None:
        self._stream.write(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n")


@contextmanager
def parquet_rows(path: Path, columns: Mapping[str, pa.DataType]) -> Iterator[Rows]:
    """A Parquet file to fill; pictures are known as such to `datasets`."""
    features = {name: _feature(kind) for name, kind in columns.items()}
    info = json.dumps({"info": {"features": features}})
    schema = pa.schema(list(columns.items()), metadata={"huggingface": info})
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        rows = _ParquetRows(writer, schema)
        yield rows
        rows.flush()


@contextmanager
def json_rows(path: Path) -> Iterator[Rows]:
    """A file of JSON lines to fill."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        yield _JsonRows(stream)


def packed(pictures: Iterable[Picture]) -> list[dict[str, Any]]:
    """Pictures as a column of pictures holds them."""
    return [{"bytes": picture.data, "path": picture.name} for picture in pictures]


def stored(folder: Path, pictures: Iterable[Picture]) -> list[str]:
    """Pictures or clips as files under a folder, each once; their paths from there."""
    paths = []
    for picture in pictures:
        path = folder / MEDIA / file_name(picture)
        path.parent.mkdir(exist_ok=True)
        if not path.exists():
            path.write_bytes(picture.data)
        paths.append(f"{MEDIA}/{path.name}")
    return paths


def _feature(kind: pa.DataType) -> dict[str, Any] | list[Any]:
    """A type as `datasets` describes it."""
    if kind == PICTURES:
        return {"feature": {"_type": "Image"}, "_type": "Sequence"}
    if pa.types.is_list(kind):
        return [_feature(kind.value_type)]
    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind}
    return {"dtype": str(kind), "_type": "Value"}
