"""What `diorama export --to jsonl` writes: a line for each sample in `samples.jsonl`, its files in `media/`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from pydantic import TypeAdapter

from diorama import __version__
from diorama.data import Media, Sample
from diorama.data.columns import read_query, read_shots
from diorama.exchange.importers.faults import BadRow, OnFault
from diorama.exchange.importers.making import samples_of
from diorama.exchange.importers.pictures import Taken, checked_image, taken
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row
from diorama.exchange.importing import Importer, ImportOrder
from diorama.kinds import read_answer
from diorama.sight.clips import check_clip
from diorama.suites import Part, Words

_PARTS: TypeAdapter[tuple[Part, ...]] = TypeAdapter(tuple[Part, ...])
_WORDS: TypeAdapter[tuple[Words, ...]] = TypeAdapter(tuple[Words, ...])
PLAIN = ("id", "suite", "task", "question")
KEPT = ("level", "options", "objects", "trace", "annotation", "gates", "margin", "seed", "version")
"""Fields that are taken as they are, where they are there."""


def read(order: ImportOrder, source: Source, on_fault: OnFault) -> Iterator[Sample]:
    """Every sample of the file."""
    tables = source.some((".jsonl", ".ndjson"), "samples")
    seen: set[str] = set()
    yield from samples_of(source.rows(tables), partial(_sample, source=source, link=order.link, seen=seen), on_fault)


def _sample(row: Row, *, source: Source, link: bool, seen: set[str]) -> Iterator[Sample]:
    plain = {name: row.text(name) for name in PLAIN}
    if plain["id"] in seen:
        raise BadRow(f"a second row with the id '{plain['id']}'; the first one counts")
    kept = {name: row.values[name] for name in KEPT if row.values.get(name) is not None}
    answer = read_answer(json.dumps(row.need("answer")))
    kind = row.optional("kind")
    if kind and kind != answer.kind:
        raise BadRow(f"its field 'kind' says {kind}, and its answer {answer.kind}")
    world, shots = (_json_text(row.values.get(name)) for name in ("world", "shots"))
    found = Sample(
        **{"seed": 0, "version": __version__, "level": "", **plain, **kept},
        answer=answer,
        query=read_query(
            plain["suite"], plain["task"], str(kept.get("level", "")), _json_text(row.values.get("query"))
        ),
        shots=read_shots(shots, world),
        media=tuple(_medium(m, row, source, link=link) for m in _listed(row, "media")),
        parts=_PARTS.validate_python(row.values.get("parts") or ()),
        words=_WORDS.validate_python(row.values.get("words") or ()),
        depth=_kept(row, "depth", "image", source),
        outcome=_kept(row, "outcome", "video", source),
    )
    seen.add(found.id)
    yield found


def _json_text(value: Any) -> str | None:
    """A value as JSON again; a text is JSON already."""
    if value is None or value == [] or value == "":
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text.encode()  # refuses halves of characters
    return text


def _listed(row: Row, name: str) -> list[Any]:
    value = row.values.get(name) or []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise BadRow(f"its field '{name}' is no list of objects")
    return value


def _medium(said: Mapping[str, Any], row: Row, source: Source, *, link: bool) -> Media:
    file, kind = said.get("file"), said.get("kind", "image")
    if not isinstance(file, str) or not file:
        raise BadRow("one of its media has no file")
    found = taken({"path": file}, row, source)
    if kind == "image":
        checked_image(found.data)
    else:
        check_clip(found.data)
    linked_to = str(found.path.absolute()) if link and found.path and not source.unpacked else ""
    return Media(
        role=said.get("role") or "view", kind=kind, data=found.data, name=_name(found, file),
        label=said.get("label") or "", linked_to=linked_to,
    )  # fmt: skip


def _kept(row: Row, name: str, kind: str, source: Source) -> Media | None:
    """Depth or outcome: an object as one of the media, or the path alone."""
    said = row.values.get(name)
    if not said:
        return None
    return _medium(
        {"role": name, "kind": kind, **(said if isinstance(said, dict) else {"file": said})}, row, source, link=False
    )


def _name(found: Taken, file: str) -> str:
    return found.path.name if found.path is not None else file.rsplit("/", 1)[-1]


IMPORTER = Importer("jsonl", "what diorama export --to jsonl writes", read)
