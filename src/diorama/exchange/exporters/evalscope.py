"""EvalScope: tables for its two general benchmarks, `general_vmcq` for multiple choice and `general_vqa` for the rest.

Its texts say with `<image 1>` where a picture stands, so the order of all that is shown is kept. Of free answers it
only counts common words, which says little about lists, swaps and plans.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from diorama.data import Media
from diorama.errors import DioramaError
from diorama.exchange.exporters.prompt_texts import shown_media, text_in_order
from diorama.exchange.exporting import Exported, Exporter, ExportOrder, Progress
from diorama.exchange.rows import Row, rows_of

VMCQ, VQA = "general_vmcq", "general_vqa"
_SPLIT = {VMCQ: "val", VQA: "test"}
_PLACEHOLDER = re.compile(r"<(image|video|audio) \d+>")
CLASH = "has a text that reads like one of EvalScope's placeholders"
_FILES = pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
_COMMON = [("id", pa.string()), ("images", _FILES), ("videos", _FILES), ("answer", pa.string())]
_SCHEMAS = {
    VMCQ: pa.schema([("question", pa.string()), ("options", pa.list_(pa.string())), *_COMMON]),
    VQA: pa.schema([("messages", pa.string()), *_COMMON]),
}
_GROUP_BYTES, _GROUP_ROWS = 32 << 20, 64


def write(order: ExportOrder, folder: Path, progress: Progress) -> Exported:
    rows = rows_of(order)
    advance = progress(0, rows.count)
    left_out: Counter[str] = Counter()
    tables: dict[str, _Table] = {}
    with ExitStack() as stack:
        for row in rows.read():
            advance()
            if any(_PLACEHOLDER.search(text) for text in (row.question, *row.options)):
                left_out[CLASH] += 1
                continue
            benchmark = VMCQ if row.options else VQA
            name = f"{benchmark}/{row.suite}_{_SPLIT[benchmark]}.parquet"
            if name not in tables:
                (folder / benchmark).mkdir(exist_ok=True)
                tables[name] = stack.enter_context(_Table(folder / name, _SCHEMAS[benchmark]))
            tables[name].add(_vmcq(row) if row.options else _vqa(row))
        if not tables:
            raise DioramaError(f"no sample can be written for EvalScope: each {next(iter(left_out))}")
    written = sum(table.rows for table in tables.values())
    files = tuple(order.out / name for name in sorted(tables))
    return Exported(files, written, left_out, hint=_hint(order.out, sorted(tables)))


class _Table:
    """A Parquet file being written, a group of rows in memory at a time."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self._path, self._schema = path, schema
        self._waiting: list[dict[str, Any]] = []
        self._size = self.rows = 0

    def __enter__(self) -> _Table:
        self._writer = pq.ParquetWriter(
            self._path, self._schema, compression="none", use_dictionary=False, write_statistics=False
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        self._writer.close()

    def add(self, row: dict[str, Any]) -> None:
        self._waiting.append(row)
        self._size += sum(len(file["bytes"]) for name in ("images", "videos") for file in row[name])
        self.rows += 1
        if len(self._waiting) == _GROUP_ROWS or self._size >= _GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(pa.Table.from_pylist(self._waiting, schema=self._schema))
            self._waiting, self._size = [], 0


def _vmcq(row: Row) -> dict[str, Any]:
    question = text_in_order(row, row.question, _mark)
    return {"question": question, "options": list(row.options), "answer": row.letter, **_shared(row)}


def _vqa(row: Row) -> dict[str, Any]:
    message = {"role": "user", "content": text_in_order(row, row.asked, _mark)}
    return {"messages": json.dumps([message], ensure_ascii=False), "answer": row.key.truth, **_shared(row)}


def _shared(row: Row) -> dict[str, Any]:
    def of(kind: str) -> list[dict[str, Any]]:
        return [{"bytes": m.data, "path": m.name} for m in shown_media(row) if m.kind == kind]

    return {"id": row.id, "images": of("image"), "videos": of("video")}


def _mark(media: Media, number: int) -> str:
    return f"<{media.kind} {number}>"


def _hint(out: Path, names: list[str]) -> str:
    benchmark = names[0].split("/")[0]
    subsets = [name.split("/")[1].rpartition("_")[0] for name in names if name.startswith(benchmark)]
    arguments = json.dumps({benchmark: {"local_path": str(out / benchmark), "subset_list": subsets}})
    return f"evalscope eval --datasets {benchmark} --dataset-args '{arguments}' --model …"


EVALSCOPE = Exporter("evalscope", "tables for EvalScope's general_vmcq and general_vqa", write)
