"""Samples as table rows: the columns of a shard, and the way there and back.

Natural types where a query wants them (suite, task, options, margin…); JSON text for what is deep
(answer, world, camera, intervention, trace). The schema carries the note by which Hugging Face
`datasets` knows which columns are pictures and videos, so no card and no loading script is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
from pydantic import ValidationError
from pydantic_core import from_json

from diorama.data.sample import Media, Sample, first_fault, short, to_json_text
from diorama.errors import DioramaError
from diorama.suites import ANSWERS
from diorama.world.model import Camera, World

_TEXTS = pa.list_(pa.string())
_FILES = pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
_FIELDS: dict[str, pa.DataType] = {
    "id": pa.string(),
    "suite": pa.string(),
    "task": pa.string(),
    "level": pa.string(),
    "question": pa.string(),
    "options": _TEXTS,
    "answer": pa.string(),
    "image": _FILES,
    "video": _FILES,
    "media_kinds": _TEXTS,  # which of image and video comes next, in the order of the sample's media
    "media_roles": _TEXTS,
    "depth": _FILES,  # one or none
    "outcome": _FILES,  # one or none
    "world": pa.string(),
    "camera": pa.string(),
    "intervention": pa.string(),
    "trace": pa.string(),
    "annotation": pa.string(),
    "gates": _TEXTS,
    "margin": pa.float64(),
    "seed": pa.int64(),
    "version": pa.string(),
}
_KEPT = {"depth": "image", "outcome": "video"}
"""Columns of one file or none that are kept beside the media, and what they are."""
KEYS = ("id", "suite", "task", "level")
"""The light columns by which samples are found and filtered."""


def _feature(name: str, kind: pa.DataType) -> dict[str, Any]:
    # "Sequence" is what datasets before 4.0 calls a list, and what later ones still read
    if kind == _FILES:
        return {"feature": {"_type": "Video" if name in ("video", "outcome") else "Image"}, "_type": "Sequence"}
    if kind == _TEXTS:
        return {"feature": _feature("", pa.string()), "_type": "Sequence"}
    return {"dtype": {"double": "float64"}.get(str(kind), str(kind)), "_type": "Value"}


_INFO = {"info": {"features": {name: _feature(name, kind) for name, kind in _FIELDS.items()}}}
SCHEMA = pa.schema(list(_FIELDS.items()), metadata={"huggingface": json.dumps(_INFO)})


def to_batch(samples: Sequence[Sample]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([_row(s) for s in samples], schema=SCHEMA)


def from_batch(batch: pa.RecordBatch | pa.Table) -> Iterator[Sample]:
    """The samples of a batch, one at a time; an error says which row is at fault."""
    for k in range(batch.num_rows):
        row = batch.slice(k, 1).to_pylist()[0]
        try:
            yield _sample(row)
        except ValidationError as error:
            raise DioramaError(f"sample '{short(row['id'], 100)}' is damaged: {first_fault(error)}") from None
        except (ValueError, TypeError, DioramaError) as error:
            raise DioramaError(f"sample '{short(row['id'], 100)}' is damaged: {short(error)}") from None


def check_schema(schema: pa.Schema) -> None:
    """Refuse a table that is not ours before any of it is read."""
    for name, kind in _FIELDS.items():
        index = schema.get_field_index(name)
        if index < 0:
            raise DioramaError(f"not a shard of samples: it has no column '{name}'")
        if schema.field(index).type != kind:
            raise DioramaError(f"not a shard of samples: column '{name}' is {schema.field(index).type}, not {kind}")


def _row(sample: Sample) -> dict[str, Any]:
    media = {
        kind: [{"bytes": m.data, "path": m.name} for m in sample.media if m.kind == kind] for kind in ("image", "video")
    }
    return {
        **{k: getattr(sample, k) for k in (*KEYS, "question", "margin", "seed", "version")},
        **media,
        **{k: [{"bytes": m.data, "path": m.name} for m in (getattr(sample, k),) if m is not None] for k in _KEPT},
        "options": list(sample.options),
        "gates": list(sample.gates),
        "media_kinds": [m.kind for m in sample.media],
        "media_roles": [m.role for m in sample.media],
        "answer": sample.answer.model_dump_json(),
        "world": sample.world.to_json(),
        "camera": None if sample.camera is None else sample.camera.model_dump_json(),
        "intervention": None if sample.intervention is None else to_json_text(sample.intervention),
        "trace": to_json_text(sample.trace),
        "annotation": None if sample.annotation is None else to_json_text(sample.annotation),
    }


def _sample(row: Mapping[str, Any]) -> Sample:
    return Sample(
        **{k: row[k] for k in (*KEYS, "question", "margin", "seed", "version", "options", "gates")},
        answer=ANSWERS.validate_json(row["answer"]),
        media=_media(row),
        world=World.from_json(row["world"]),
        camera=None if row["camera"] is None else Camera.model_validate_json(row["camera"]),
        intervention=None if row["intervention"] is None else from_json(row["intervention"]),
        trace=from_json(row["trace"]),
        annotation=None if row["annotation"] is None else from_json(row["annotation"]),
        **{k: _one(row[k], k, kind) for k, kind in _KEPT.items()},
    )


def _one(files: Sequence[Mapping[str, Any]], role: str, kind: str) -> Media | None:
    if len(files) > 1:
        raise ValueError(f"it holds {len(files)} files of {role}, not one")
    return Media(role=role, kind=kind, data=files[0]["bytes"], name=files[0]["path"]) if files else None


def _media(row: Mapping[str, Any]) -> tuple[Media, ...]:
    files = {"image": iter(row["image"]), "video": iter(row["video"])}
    media = []
    for kind, role in zip(row["media_kinds"], row["media_roles"], strict=True):
        if kind not in files:
            raise ValueError(f"media of an unknown kind: {kind}")
        file = next(files[kind], None)
        if file is None:
            raise ValueError(f"its {kind} is missing")
        media.append(Media(role=role, kind=kind, data=file["bytes"], name=file["path"]))
    if any(next(rest, None) is not None for rest in files.values()):
        raise ValueError("it holds a picture or video that is not listed in media_kinds")
    return tuple(media)
