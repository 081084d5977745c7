"""VLMEvalKit: a table for each form of question, with pictures inside, and dataset classes that score with our rules.

The name of a table ends in a piece of its checksum: VLMEvalKit keeps decoded pictures by the name of a dataset, and
would show those of an earlier table under the same name. `openended` and `VIDEO` in a name mean something to it.
"""

from __future__ import annotations

import json
import re
from binascii import b2a_base64
from collections import Counter
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from string import ascii_uppercase
from zlib import crc32

from diorama.errors import DioramaError
from diorama.exchange.exporters.pandas_texts import guarded
from diorama.exchange.exporters.parquet import write_dataset
from diorama.exchange.exporters.prompt_texts import after_the_media, shown_media
from diorama.exchange.exporting import Exported, Exporter, ExportOrder, Progress
from diorama.exchange.rows import Row, Rows, rows_of
from diorama.suites import MediaPart, TextPart

CHOICES, OPEN, CLIPS = "choices", "openended", "VIDEO"
KEYS, CLASSES = "diorama-keys", "diorama_vlmevalkit.py"
NO_MEDIA = "shows no picture: VLMEvalKit leaves such questions out"
NULL = "holds a null character, which its reader cannot read"
_OWN = ("index", "id", "image", "question", "answer", "category", "l2-category")
_OWN_CLIPS = ("index", "id", "video", "question", "answer", "category", "l2-category", "parts")


def write(order: ExportOrder, folder: Path, progress: Progress) -> Exported:
    rows = rows_of(order)
    letters = _most_options(rows)
    advance = progress(0, rows.count)
    left_out: Counter[str] = Counter()
    tables: dict[str, Table] = {}
    with ExitStack() as stack:
        for row in rows.read():
            advance()
            if fault := _fault(row):
                left_out[fault] += 1
                continue
            form = _form(row)
            if form not in tables:
                tables[form] = stack.enter_context(Table(folder, form, letters if form != OPEN else 0))
            tables[form].add(row)
        if not tables:
            raise DioramaError(f"no sample can be written for VLMEvalKit: each {next(iter(left_out))}")
        stack.close()
        stem = _stem(rows.name)
        found = {form: table.named(stem) for form, table in sorted(tables.items())}
        write_dataset(order, rows, folder / KEYS, lambda: None, files=False)
        (folder / CLASSES).write_text((files(__package__) / "for_vlmevalkit.py").read_text("utf-8"), encoding="utf-8")
    written = sum(table.rows for table in tables.values())
    names, there = " ".join(found.values()), order.out.resolve()
    return Exported(
        (*(order.out / f"{name}.tsv" for name in found.values()), order.out / CLASSES), written, left_out,
        hint=f"in VLMEvalKit's folder: export LMUData={there} PYTHONPATH={there}; "
        f"python -m {Path(CLASSES).stem} --model … --data {names}",
    )  # fmt: skip


class Table:
    """One table being written: every cell in quotes, so that no tab, quote or end of a line in it matters."""

    def __init__(self, folder: Path, form: str, letters: int) -> None:
        self.folder, self.form, self.letters = folder, form, letters
        self.rows = self.checksum = 0

    def __enter__(self) -> Table:
        self._stream = (self.folder / f"{self.form}.tsv").open("wb")
        own = _OWN_CLIPS if self.form == CLIPS else _OWN
        self._write("\t".join((*own, *ascii_uppercase[: self.letters])).encode(), b"\n")
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def _write(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.checksum = crc32(piece, self.checksum)
            self._stream.write(piece)

    def add(self, row: Row) -> None:
        options = [guarded(option) for option in row.options]
        question = row.question if options else row.asked
        answer = row.letter if options else row.key.truth
        after = [answer, row.columns["task"], row.suite]
        if self.form == CLIPS:
            clip = next(m for m in shown_media(row) if m.kind == "video")
            shown = f"{row.id}/{clip.stem}".encode()
            after.append(self._parts(row))
        else:
            shown = _pictures(row)
            question = after_the_media(row, question)
        self._write(f'{self.rows}\t{_quoted(guarded(row.id))}\t"'.encode(), shown, b'"')
        for text in (*map(guarded, (question, *after)), *options, *[""] * (self.letters - len(options))):
            self._write(b"\t", _quoted(text).encode())
        self._write(b"\n")
        self.rows += 1

    def named(self, stem: str) -> str:
        """Give the table its last name, now that its checksum is known."""
        name = f"{stem}_{self.form}_{self.checksum:08x}"
        (self.folder / f"{self.form}.tsv").rename(self.folder / f"{name}.tsv")
        if self.form == CLIPS:
            (self.folder / CLIPS).rename(self.folder / name)
        return name

    def _parts(self, row: Row) -> str:
        """All that is shown, in order: texts, files and the place of the question."""
        for shown in row.media:
            path = self.folder / CLIPS / row.id / shown.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(shown.data)
            self.checksum = crc32(shown.data, self.checksum)
        media = {m.stem: m for m in row.media}
        found: list[dict[str, str]] = []
        for part in row.parts:
            match part:
                case TextPart(text=text):
                    found.append({"text": text})
                case MediaPart(media=stem):
                    found.append({media[stem].kind: f"{row.id}/{media[stem].name}"})
                case _:
                    found.append({"question": ""})
        return json.dumps(found, ensure_ascii=False)


def _most_options(rows: Rows) -> int:
    return max(2, *(len(row.options) for row in rows.read(("id", "suite", "options"))))


def _form(row: Row) -> str:
    if any(media.kind == "video" for media in shown_media(row)):
        return CLIPS
    return CHOICES if row.options else OPEN


def _fault(row: Row) -> str:
    """Why a sample cannot be in a table; empty if it can."""
    shown = shown_media(row)
    if not shown:
        return NO_MEDIA
    if any(media.kind == "video" and not media.name.lower().endswith(".mp4") for media in shown):
        return "shows a clip that is no MP4: VLMEvalKit reads no other"
    if any("\0" in text for text in (row.question, *row.options)):
        return NULL
    return ""


def _pictures(row: Row) -> bytes:
    """The pictures as VLMEvalKit unpacks them: one as it is, several as a list in JSON, with its quotes doubled."""
    pictures = [b2a_base64(media.data, newline=False) for media in shown_media(row)]
    return pictures[0] if len(pictures) == 1 else b'[""' + b'"", ""'.join(pictures) + b'""]'


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _stem(name: str) -> str:
    """A name for tables: VLMEvalKit takes some words in it for the form of what it holds."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:40] or "dataset"
    for word, other in (("video", "clip"), ("image", "picture"), ("openended", "open")):
        plain = re.sub(word, other, plain, flags=re.IGNORECASE)
    return plain


VLMEVALKIT = Exporter("vlmevalkit", "tables for VLMEvalKit, and dataset classes that score by our rules", write)
