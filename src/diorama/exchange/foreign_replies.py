"""Replies out of the files that other harnesses write, as `diorama score --from …` takes them.

Texts stay as they are: "None" and "N/A" are replies. Pickles are never opened.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from diorama.errors import DioramaError, UnknownName, short
from diorama.exchange.exporters.pandas_texts import unguarded

Replies = dict[tuple[str, int | None], str]
MOST_BYTES = 1 << 30
"""A table larger than this is no file of replies."""
FAILED = "Failed to obtain answer"
"""What VLMEvalKit writes where a model did not answer: no reply of any model."""


def read_foreign_replies(paths: Sequence[Path], origin: str) -> Replies:
    """The replies in the files of one harness, by the id of the sample."""
    if origin not in READERS:
        raise UnknownName("source of replies", origin, READERS)
    replies: Replies = {}
    for path in paths:
        for sample_id, reply in READERS[origin](path):
            if replies.get((sample_id, None), reply) != reply:
                raise DioramaError(f"{path}: a second reply for {short(sample_id, 100)}, and another one")
            replies[sample_id, None] = reply.encode("utf-8", "replace").decode("utf-8")
    if not replies:
        raise DioramaError(f"{', '.join(map(str, paths))}: no replies in it")
    return replies


def _vlmevalkit(path: Path) -> Iterator[tuple[str, str]]:
    """Tables with the columns `id` and `prediction`: xlsx (its usual form), tsv or json."""
    reader = _TABLES.get(path.suffix.lower())
    if reader is None:
        more = ": set PRED_FORMAT=tsv and run it again" if path.suffix.lower() == ".pkl" else ""
        raise DioramaError(f"{path}: VLMEvalKit's files of predictions that are read are .xlsx, .tsv and .json{more}")
    for sample_id, reply in reader(path):
        if not reply.startswith(FAILED):
            yield unguarded(sample_id), reply


def _xlsx(path: Path) -> Iterator[tuple[str, str]]:
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise DioramaError(
            f"{path}: reading xlsx needs openpyxl: pip install openpyxl; or run VLMEvalKit with PRED_FORMAT=tsv"
        ) from None
    try:
        content = io.BytesIO(_content(path))
        with ZipFile(content) as archive:
            if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
                raise DioramaError(f"{path} unpacks to more than {MOST_BYTES >> 30} GB: no file of replies does")
        book = load_workbook(content, read_only=True, data_only=False)
        rows = book.worksheets[0].iter_rows(values_only=True)
        yield from _replies(path, next(rows, ()), rows)
    except DioramaError:
        raise
    except Exception as error:  # a broken archive raises whatever its parser stumbles over
        raise DioramaError(f"{path} is no xlsx file: {short(error)}") from None


def _tsv(path: Path) -> Iterator[tuple[str, str]]:
    csv.field_size_limit(MOST_BYTES)
    try:
        rows = csv.reader(io.StringIO(_content(path).decode("utf-8-sig"), newline=""), delimiter="\t", strict=True)
        yield from _replies(path, next(rows, ()), rows)
    except (csv.Error, UnicodeDecodeError) as error:
        raise DioramaError(f"{path} is no table with tabs in UTF-8: {short(error)}") from None


def _json(path: Path) -> Iterator[tuple[str, str]]:
    try:
        rows = json.loads(_content(path))
    except (ValueError, RecursionError) as error:
        raise DioramaError(f"{path} is no JSON: {short(error)}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DioramaError(f"{path}: a file of predictions is a list of objects with id and prediction")
    for row in rows:
        yield from _replies(path, tuple(row), [tuple(row.values())])


_TABLES: dict[str, Callable[[Path], Iterator[tuple[str, str]]]] = {".xlsx": _xlsx, ".tsv": _tsv, ".json": _json}


def _replies(path: Path, header: Sequence[Any], rows: Iterable[Sequence[Any]]) -> Iterator[tuple[str, str]]:
    names = [str(name) for name in header]
    for wanted in ("id", "prediction"):
        if wanted not in names:
            raise DioramaError(
                f"{path} has no column '{wanted}': name the file that VLMEvalKit wrote for a table of "
                "`diorama export --to vlmevalkit`"
            )
    at, said = names.index("id"), names.index("prediction")
    for row in rows:
        cells = (*row, *[None] * (len(names) - len(row)))
        if cells[at] is not None:
            yield _text(cells[at]), _text(cells[said])


def _text(cell: Any) -> str:
    """A cell as the text that was written: an empty one is an empty reply, and 2.0 in a column of numbers was 2."""
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _lmms_eval(path: Path) -> Iterator[tuple[str, str]]:
    """The samples that `--log_samples` writes for our tasks: JSON lines in which `reply` is the id and the reply."""
    for number, line in enumerate(_content(path).split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)["reply"]
            sample_id, reply = found["id"], found["reply"]
        except (ValueError, TypeError, KeyError, RecursionError):
            sample_id = reply = None
        if not isinstance(sample_id, str) or not isinstance(reply, str):
            raise DioramaError(
                f"{path}, line {number}: no reply with its id; name a file …_samples_diorama_….jsonl that lmms-eval "
                "wrote with --log_samples for a task of `diorama export --to lmms-eval`"
            )
        yield sample_id, reply


READERS: dict[str, Callable[[Path], Iterator[tuple[str, str]]]] = {"lmms-eval": _lmms_eval, "vlmevalkit": _vlmevalkit}
"""Who else's files of replies can be read."""


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:  # a pipe has no size to ask for
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise DioramaError(f"{path} is larger than {MOST_BYTES >> 30} GB: no file of replies is")
    return content
