"""What the tasks beside this file show, ask and count, in lmms-eval. It needs `diorama` in the same environment.

`process_results` returns the reply with the id of its sample too: `--log_samples` writes both, and
`diorama score DATASET --predictions …_samples_….jsonl --from lmms-eval` scores them again.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import datasets
import pyarrow as pa
from PIL import Image

from diorama.ask.scoring import score_reply
from diorama.data import Media
from diorama.data.keys import key_from_row
from diorama.exchange.exporters.prompt_texts import after_the_media, shown_media
from diorama.exchange.rows import Row
from diorama.kinds import Verdict
from diorama.suites import MediaPart, TextPart

RESEARCH = ("depth", "outcome", "trace", "annotation")
"""Columns that no question shows and no score needs."""


def process_docs(split: Any) -> Any:
    """Leave pictures as files, and note what these are called: texts are made where pictures are left out."""
    split = split.remove_columns([name for name in RESEARCH if name in split.column_names])
    split = split.cast_column("image", datasets.Sequence(datasets.Image(decode=False)))
    for column in ("image", "video"):
        split = split.add_column(f"{column}_names", list(_names(split, column)))
    return split


def _names(split: Any, column: str) -> Iterator[list[str]]:
    for table in split.with_format("arrow").iter(64):
        for chunk in table[column].chunks:
            yield from pa.ListArray.from_arrays(chunk.offsets, chunk.values.field("path")).to_pylist()


def _row(doc: dict[str, Any]) -> Row:
    """The sample of a row; of pictures that were left out, the names alone."""
    files = {
        column: doc.get(column) or [{"bytes": b"-", "path": name} for name in doc[f"{column}_names"]]
        for column in ("image", "video")
    }
    return Row({**doc, **files})


def doc_to_visual(doc: dict[str, Any]) -> list[Any]:
    """Pictures, and the files of clips, in the order in which they are shown."""
    return [_loaded(media) for media in shown_media(_row(doc))]


def doc_to_text(doc: dict[str, Any], lmms_eval_specific_kwargs: Any = None) -> str:
    """The question for models that are shown all pictures first."""
    row = _row(doc)
    return after_the_media(row, row.asked)


def doc_to_messages(doc: dict[str, Any], lmms_eval_specific_kwargs: Any = None) -> list[dict[str, Any]]:
    """The question for models that are shown everything in its place."""
    row = _row(doc)
    media = {m.stem: m for m in row.media}
    content: list[dict[str, Any]] = []
    for part in row.parts:
        match part:
            case TextPart(text=text):
                content.append({"type": "text", "text": text})
            case MediaPart(media=stem):
                content.append({"type": media[stem].kind, "url": _loaded(media[stem])})
            case _:
                content.append({"type": "text", "text": row.asked})
    return [{"role": "user", "content": content}]


def doc_to_target(doc: dict[str, Any]) -> str:
    """The right answer, in words."""
    return Row(doc).key.truth


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, Any]:
    """Whether a reply is right, by Diorama's rules, and the reply itself."""
    judgement = score_reply(key_from_row(doc), results[0])
    right = judgement.verdict is Verdict.CORRECT
    reply = {"id": doc["id"], "reply": results[0], "verdict": judgement.verdict.value}
    return {"accuracy": float(right), "reply": reply}


def replies(found: list[dict[str, str]]) -> float:
    """How many replies there are."""
    return float(len(found))


def _loaded(media: Media) -> Any:
    """A picture in memory, or a clip as a file."""
    if media.kind == "image":
        return Image.open(io.BytesIO(media.data)).convert("RGB")
    folder = Path(_folder().name)
    path = folder / f"{sha256(media.data).hexdigest()[:32]}.mp4"
    if not path.exists():
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
            part.write(media.data)
        Path(part.name).replace(path)
    return str(path)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for clips while this process lives."""
    return tempfile.TemporaryDirectory(prefix="diorama-clips-")
