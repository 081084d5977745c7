"""Samples as table rows: the columns of a shard, and conversion both ways.

Natural types where a query wants them (suite, task, kind, options, margin…); JSON text for what is deep (answer, query,
shots, world, trace…). The schema carries the metadata that tells Hugging Face `datasets` which columns are pictures and
videos, so no card and no loading script is needed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json

from diorama.data.linked import file_of, linked_media, links_text, read_links
from diorama.data.sample import Media, Sample, to_json_text
from diorama.errors import DioramaError, UnknownName, first_fault, short
from diorama.kinds import ForeignQuery, Query, read_answer, read_described
from diorama.sight import Shot
from diorama.suites import SUITES, Part, Words
from diorama.world.model import World

_TEXTS = pa.list_(pa.string())
_FILES = pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
_FIELDS: dict[str, pa.DataType] = {
    "id": pa.string(),
    "suite": pa.string(),
    "task": pa.string(),
    "level": pa.string(),
    "kind": pa.string(),  # of answer
    "question": pa.string(),
    "options": _TEXTS,
    "answer": pa.string(),
    "image": _FILES,
    "video": _FILES,
    "media_kinds": _TEXTS,  # which of image and video comes next, in the order of the sample's media
    "media_roles": _TEXTS,
    "media_labels": _TEXTS,
    "parts": pa.string(),
    "words": pa.string(),
    "query": pa.string(),
    "shots": pa.string(),  # a shot without a world shows that of the column `world`
    "world": pa.string(),
    "objects": pa.string(),
    "depth": _FILES,  # one or none
    "outcome": _FILES,  # one or none
    "trace": pa.string(),
    "annotation": pa.string(),
    "gates": _TEXTS,
    "margin": pa.float64(),
    "seed": pa.int64(),
    "version": pa.string(),
    "linked": pa.string(),  # of media that stay in files of their own: size, checksum and name
}
_LATER = ("linked",)
"""Columns that older datasets of this format do not have; they are empty there."""
_KEPT = {"depth": "image", "outcome": "video"}
"""Columns of one file or none that are kept beside the media, and what they are."""
KEYS = ("id", "suite", "task", "level", "kind")
"""The light columns by which samples are found and filtered."""
_HEAVY = (
    "image", "video", "media_kinds", "media_roles", "media_labels", "parts", "depth", "outcome", "trace", "annotation",
    "linked",
)  # fmt: skip
BARE = tuple(name for name in _FIELDS if name not in _HEAVY)
"""The columns of `bare_sample`."""
SHOWN = ("image", "video", "media_kinds", "media_roles", "media_labels", "linked")
"""The columns of `read_media`."""
LIGHT = tuple(name for name in _FIELDS if name not in (*SHOWN, *_KEPT, "parts"))
"""The columns that neither hold pictures and videos nor say how these are shown."""
_PARTS: TypeAdapter[tuple[Part, ...]] = TypeAdapter(tuple[Part, ...])
_WORDS: TypeAdapter[tuple[Words, ...]] = TypeAdapter(tuple[Words, ...])


def _feature(name: str, kind: pa.DataType) -> dict[str, Any]:
    # "Sequence" is what datasets before 4.0 calls a list, and what later ones still read
    if kind == _FILES and name in ("video", "outcome"):  # decoding is off: it needs a library that few have
        return {"feature": {"_type": "Video", "decode": False}, "_type": "Sequence"}
    if kind == _FILES:
        return {"feature": {"_type": "Image"}, "_type": "Sequence"}
    if kind == _TEXTS:
        return {"feature": _feature("", pa.string()), "_type": "Sequence"}
    return {"dtype": {"double": "float64"}.get(str(kind), str(kind)), "_type": "Value"}


_INFO = {"info": {"features": {name: _feature(name, kind) for name, kind in _FIELDS.items()}}}
SCHEMA = pa.schema(list(_FIELDS.items()), metadata={"huggingface": json.dumps(_INFO)})


def to_batch(samples: Sequence[Sample]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([_row(s) for s in samples], schema=SCHEMA)


def without_files(table: pa.Table) -> pa.Table:
    """The same rows without pictures and videos, and without what says how these are shown."""
    columns = {}
    for name, kind in _FIELDS.items():
        if name in LIGHT:
            columns[name] = table.column(name)
        elif pa.types.is_list(kind):
            columns[name] = pa.array([[]] * table.num_rows, kind)
        else:
            columns[name] = pa.nulls(table.num_rows, kind)
    return pa.table(columns, schema=SCHEMA)


OnDamage = Callable[[str, str, str], None]
"""Told the id and the task of a sample that cannot be read, and why."""


def from_batch(batch: pa.RecordBatch | pa.Table, on_damage: OnDamage | None = None) -> Iterator[Sample]:
    """The samples of a batch, one at a time; an error says which row is at fault.

    With `on_damage`, it is told of rows that cannot be read, and the rest goes on.
    """
    for k in range(batch.num_rows):
        row = batch.slice(k, 1).to_pylist()[0]
        try:
            with damage_named(row["id"]):
                sample = _sample(row)
        except DioramaError as error:
            if on_damage is None:
                raise
            on_damage(row["id"], row["task"], str(error))
            continue
        yield sample


def bare_sample(row: Mapping[str, Any]) -> Sample:
    """A sample from its columns `BARE`: without pictures, trace and annotation."""
    empty: dict[str, Any] = {name: [] if _FIELDS[name] in (_FILES, _TEXTS) else None for name in _HEAVY}
    with damage_named(row["id"]):
        return _sample({**empty, **row, "trace": "{}"})


@contextmanager
def damage_named(sample_id: object) -> Iterator[None]:
    """Turn any error in a stored row into one line that names the sample."""
    try:
        yield
    except ValidationError as error:
        raise DioramaError(f"sample '{short(sample_id, 100)}' is damaged: {first_fault(error)}") from None
    except UnknownName as error:
        raise DioramaError(f"sample '{short(sample_id, 100)}': {error}; is a plug-in missing?") from None
    except (ValueError, TypeError, LookupError, AttributeError, DioramaError) as error:
        raise DioramaError(f"sample '{short(sample_id, 100)}' is damaged: {short(error)}") from None


def check_schema(schema: pa.Schema) -> None:
    """Refuse a table that is not ours before any of it is read."""
    for name, kind in _FIELDS.items():
        index = schema.get_field_index(name)
        if index < 0 and name in _LATER:
            continue
        if index < 0:
            raise DioramaError(f"not a shard of samples: it has no column '{name}'")
        if schema.field(index).type != kind:
            raise DioramaError(f"not a shard of samples: column '{name}' is {schema.field(index).type}, not {kind}")


def read_query(suite: str, task: str, level: str, text: str | None) -> Query | None:
    """A stored query, typed by its task; kept as it is where the suite is not installed."""
    if text is None:
        return None
    if (described := read_described(text)) is not None:
        return described
    if suite not in SUITES:
        return ForeignQuery(text=text)
    return SUITES.get(suite).get(task, level).read_query(text)


def _row(sample: Sample) -> dict[str, Any]:
    media = {kind: [file_of(m) for m in sample.media if m.kind == kind] for kind in ("image", "video")}
    world = sample.world
    return {
        **{k: getattr(sample, k) for k in ("id", "suite", "task", "level", "question", "margin", "seed", "version")},
        **media,
        **{k: [{"bytes": m.data, "path": m.name} for m in (getattr(sample, k),) if m is not None] for k in _KEPT},
        "kind": sample.answer.kind,
        "options": list(sample.options),
        "gates": list(sample.gates),
        "media_kinds": [m.kind for m in sample.media],
        "media_roles": [m.role for m in sample.media],
        "media_labels": [m.label for m in sample.media],
        "parts": _listed(sample.parts),
        "words": _listed(sample.words),
        "answer": sample.answer.model_dump_json(),
        "query": _query_text(sample.query),
        "shots": _listed(sample.shots, world),
        "world": None if world is None else world.to_json(),
        "objects": to_json_text(sample.objects) if sample.objects else None,
        "trace": to_json_text(sample.trace),
        "annotation": None if sample.annotation is None else to_json_text(sample.annotation),
        "linked": links_text(sample.media),
    }


def _listed(items: Iterable[BaseModel], world: World | None = None) -> str | None:
    """Models as a JSON list; shots leave out the world that stands beside them."""
    texts = [
        item.model_dump_json(exclude={"world"} if isinstance(item, Shot) and item.world == world else None)
        for item in items
    ]
    return f"[{','.join(texts)}]" if texts else None


def _query_text(query: Query | None) -> str | None:
    if query is None:
        return None
    return query.text if isinstance(query, ForeignQuery) else query.model_dump_json()


def _sample(row: Mapping[str, Any]) -> Sample:
    keys = {k: row[k] for k in ("id", "suite", "task", "level")}
    answer = read_answer(row["answer"] or "")
    if row["kind"] != answer.kind:
        raise ValueError(f"its column kind says {row['kind']}, its answer something else")
    return Sample(
        **keys,
        **{k: row[k] for k in ("question", "margin", "seed", "version", "options", "gates")},
        answer=answer,
        query=read_query(row["suite"], row["task"], row["level"], row["query"]),
        shots=read_shots(row["shots"], row["world"]),
        media=read_media(row),
        parts=read_parts(row["parts"]),
        words=() if row["words"] is None else _WORDS.validate_json(row["words"]),
        objects={} if row["objects"] is None else from_json(row["objects"]),
        trace=from_json(row["trace"]),
        annotation=None if row["annotation"] is None else from_json(row["annotation"]),
        **read_kept(row),
    )


def read_shots(text: str | None, world: str | None) -> tuple[Shot, ...]:
    """Stored shots, each with its world."""
    if (text is None) != (world is None):
        raise ValueError("it has a world without shots, or shots without a world")
    if text is None or world is None:
        return ()
    own, listed = World.from_json(world), from_json(text)
    if not isinstance(listed, list):
        raise ValueError("its shots are no list")
    if not all(isinstance(plain, dict) for plain in listed):
        raise ValueError("one of its shots is not a mapping")
    return tuple(Shot.model_validate({"world": own, **plain}) for plain in listed)


def read_parts(text: str | None) -> tuple[Part, ...]:
    """Stored parts, in order; none if that is all media and then the question."""
    return () if text is None else _PARTS.validate_json(text)


def read_kept(row: Mapping[str, Any]) -> dict[str, Media | None]:
    """The depth and the outcome of a row, by these names."""
    return {k: _one(row[k], k, kind) for k, kind in _KEPT.items()}


def _one(files: Sequence[Mapping[str, Any]], role: str, kind: str) -> Media | None:
    if len(files) > 1:
        raise ValueError(f"it holds {len(files)} files of {role}, not one")
    return Media(role=role, kind=kind, data=files[0]["bytes"], name=files[0]["path"]) if files else None


def read_media(row: Mapping[str, Any]) -> tuple[Media, ...]:
    """What can be shown of a row, in order; linked files are read and checked."""
    files = {"image": iter(row["image"]), "video": iter(row["video"])}
    links = iter(read_links(row.get("linked")))
    media = []
    columns = [row[name] for name in ("media_kinds", "media_roles", "media_labels")]
    if None in columns or len({len(column) for column in columns}) > 1:
        raise ValueError("its lists of media are missing or differ in length")
    for kind, role, label in zip(*columns, strict=True):
        if kind not in files:
            raise ValueError(f"media of an unknown kind: {kind}")
        file = next(files[kind], None)
        if file is None:
            raise ValueError(f"its {kind} is missing")
        if file["bytes"] is None:
            media.append(linked_media(file["path"], next(links, None), role=role, kind=kind, label=label))
        else:
            media.append(Media(role=role, kind=kind, data=file["bytes"], name=file["path"], label=label))
    if any(next(rest, None) is not None for rest in files.values()):
        raise ValueError("it holds a picture or video that is not listed in media_kinds")
    return tuple(media)
