"""The benchmark of `structure` (T1 to T6): a folder of pictures and a table of task, prompt, target, ground truths.

What objects a reply can name comes from the table, if it lists them; else from all that rows about the same picture
name. Then an object that is in the picture and in none of these rows counts as made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any

from diorama import __version__
from diorama.data import Sample
from diorama.exchange.importers.faults import BadRow, OnFault
from diorama.exchange.importers.making import Ids, samples_of
from diorama.exchange.importers.objects import Objects
from diorama.exchange.importers.pictures import images, values_in
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row
from diorama.exchange.importing import Importer, ImportOrder
from diorama.kinds import Described, Kind
from diorama.kinds.table_values import listed
from diorama.suites import find_task

SUITE = "structure"
IDS = ("id", "sample_id", "question_id", "index")
TASK = ("task", "task_id", "task_type", "type")
PROMPT = ("prompt", "question")
TRUTHS = ("ground_truth", "ground_truths", "ground_truth_list", "gt", "answer")
PICTURE = ("image", "image_path", "image_file", "image_name", "file_name", "image_id")
TARGET = ("target", "target_object", "object")
INVENTORY = ("objects", "inventory", "all_objects", "scene_objects")
IN_ORDER = frozenset({"T2"})
"""Tasks whose answer has an order."""
_TASK = re.compile(r"\bT\s?([1-6])\b", re.I)
_BY_WORDS = {
    "T1": ("single", "remove one"), "T2": ("multi-object", "multi object", "remove several", "minimum"),
    "T3": ("transp",), "T4": ("reflect",), "T5": ("1-swap", "one swap", "single swap"),
    "T6": ("multi-swap", "several swaps", "multi swap"),
}  # fmt: skip


@dataclass
class _Scene:
    """What is known of a picture from all rows about it."""

    listed: Objects = field(default_factory=Objects)
    """What the table lists …"""
    named: Objects = field(default_factory=Objects)
    """… and what its rows name."""


def read(order: ImportOrder, source: Source, on_fault: OnFault) -> Iterator[Sample]:
    """Every question; the table is read twice, first for the names of objects."""
    tables = source.some((".parquet", ".arrow", ".jsonl", ".tsv", ".csv", ".json"))
    rows = partial(source.rows, None if source.hub else tables)
    scenes: dict[str, _Scene] = {}
    for row in rows():
        try:
            _note_names(row, scenes)
        except ValueError:
            continue  # it is named when it is read again
    yield from samples_of(
        rows(), partial(_sample, source=source, order=order, scenes=scenes, ids=Ids(SUITE)), on_fault
    )  # fmt: skip


def _note_names(row: Row, scenes: dict[str, _Scene]) -> None:
    scene = scenes.setdefault(_picture(row), _Scene())
    kind = _kind(_task(row))
    for text in listed(row.get(*INVENTORY)) if row.get(*INVENTORY) is not None else ():
        scene.listed.add(text)
    for text in (*kind.called(row.get(*TRUTHS) or ()), *_targets(row)):
        scene.named.add(text)


def _sample(
    row: Row, *, source: Source, order: ImportOrder, scenes: Mapping[str, _Scene], ids: Ids
) -> Iterator[Sample]:
    if row.fault:
        raise BadRow(row.fault)
    prompt, task = row.text(*PROMPT), _task(row)
    media = images(row.need(*PICTURE), row, source, link=order.link)
    if not media:
        raise BadRow("it has no picture")
    scene = scenes[_picture(row)]
    objects = scene.listed if scene.listed else scene.named
    value = _truths(row)
    answer = _kind(task).from_table({"names": value, "ordered": True} if task in IN_ORDER else value, (), objects.names)
    trace: dict[str, Any] = {
        "release": "structure", "file": row.file, "row": row.number,
        "objects": "listed in the table" if scene.listed else "named by the rows about this picture",
    }  # fmt: skip
    if targets := _targets(row):
        trace["target"] = list(targets)
    released_id = row.optional(*IDS)
    yield Sample(
        id=ids.take(f"{task} {released_id or row.number}"), suite=SUITE, task=task, question=prompt, answer=answer,
        media=media, objects=objects.phrases, trace=trace, seed=0, version=__version__,
        query=Described(scene=_picture(row), released_id=released_id),
    )  # fmt: skip


def _truths(row: Row) -> Any:
    """The ground truths; an empty list is an answer, a missing one is not."""
    there = next((n for n in TRUTHS if n in row.values), None)
    if there is None:
        return row.need(*TRUTHS)
    if (value := row.values[there]) is None or value == "":
        raise BadRow(f"its field '{there}' is empty: write 'none' if no object is right")
    return value


def _kind(task: str) -> Kind[Any]:
    found = find_task(SUITE, task)
    if found is None:
        raise BadRow(f"there is no task '{task}'")
    return found.kind


def _task(row: Row) -> str:
    said = row.text(*TASK)
    if match := _TASK.search(said) or re.fullmatch(r"\s*([1-6])\s*", said):
        return f"T{match[1]}"
    found = [task for task, words in _BY_WORDS.items() if any(word in said.lower() for word in words)]
    if len(found) != 1:
        raise BadRow(f"its task '{said[:60]}' is none of T1 to T6")
    return found[0]


def _targets(row: Row) -> tuple[str, ...]:
    value = row.get(*TARGET)
    return () if value is None else listed(value)


def _picture(row: Row) -> str:
    """By what rows about the same picture are found."""
    digest = sha256()
    for value in values_in(row.need(*PICTURE)):
        inside = value.get("bytes") or value.get("path") if isinstance(value, dict) else value
        digest.update(inside if isinstance(inside, bytes) else str(inside).strip().encode("utf-8", "replace"))
    return digest.hexdigest()[:12]


IMPORTER = Importer(SUITE, "the benchmark of structure (T1 to T6): pictures and a table of ground truths", read)
