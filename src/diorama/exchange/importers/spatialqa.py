"""SpatiaLQA as its authors publish it: one JSON list of questions whose answers are plans.

With ``--augment``, more questions are made from the plans as the paper did: parts of them, and plans that go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from diorama import __version__
from diorama.data import Media, Sample
from diorama.exchange.importers.faults import BadRow, OnFault
from diorama.exchange.importers.making import Ids, samples_of
from diorama.exchange.importers.pictures import images, shown_scene, values_in
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row
from diorama.exchange.importing import Importer, ImportOrder
from diorama.kinds import Described, get_kind
from diorama.suites.logic.augment import Augmented, augmentations

SUITE = "logic"
PICTURES = ("image", "images", "image_path")
TASKS = {"pick": "pick-up", "take": "take-out", "remove": "remove", "place": "place", "put": "place"}
"""The task of ours that a question belongs to, by its first word."""
OTHER = "other"
_ROOM = re.compile(r"\d+-(.+)-\d+")
"""The folder of a picture: a number, the kind of place, a number."""


def read(order: ImportOrder, source: Source, on_fault: OnFault) -> Iterator[Sample]:
    """Every question, and with `augment` those made from it."""
    tables = source.some((".json", ".jsonl", ".parquet", ".arrow"), "annotation")
    make = partial(_samples, source=source, order=order, ids=Ids("spatialqa"))
    yield from samples_of(source.rows() if source.hub else source.rows(tables), make, on_fault)


def _samples(row: Row, *, source: Source, order: ImportOrder, ids: Ids) -> Iterator[Sample]:
    question, released_id = row.text("question"), row.text("id")
    plan = get_kind("plan").from_table(row.need("answer"))
    cell = row.need(*PICTURES)
    media = images(cell, row, source, link=order.link)
    if not media:
        raise BadRow("it has no picture")
    source_said = row.optional("source")
    derived = _derived(source_said)
    scene, category = _place(cell, media)
    sample = Sample(
        id=ids.take(released_id), suite=SUITE, task=_task(question), question=question, answer=plan, media=media,
        seed=0, version=__version__,
        trace={"release": "SpatiaLQA", "file": row.file, "row": row.number, "id": released_id, "source": source_said},
        query=Described(scene=scene, scene_category=category, source=derived, released_id=released_id),
    )  # fmt: skip
    yield sample
    if order.augment and derived == "original":
        for made in augmentations(plan):
            yield _augmented(sample, made, ids)


def _augmented(sample: Sample, made: Augmented, ids: Ids) -> Sample:
    """A question made from another one, about the same picture."""
    told = sample.query.model_dump() if sample.query is not None else {}
    released_id = f"{told['released_id']} {made.path}"
    return Sample(
        id=ids.take(released_id), suite=SUITE, task=_task(made.question), question=made.question, answer=made.plan,
        media=sample.media, seed=0, version=__version__,
        trace={**sample.trace, "made from": sample.id, "how": made.path},
        query=Described.model_validate({**told, "source": made.source, "released_id": released_id}),
    )  # fmt: skip


def _derived(said: str) -> str:
    lowered = said.lower()
    return "subgraph" if "sub" in lowered else "expansion" if "expan" in lowered else "original"


def _task(question: str) -> str:
    first = question.split(maxsplit=1)[0].casefold() if question.split() else ""
    return TASKS.get(first, OTHER)


def _place(cell: Any, media: tuple[Media, ...]) -> tuple[str, str | None]:
    """The scene that a picture's folder names, and what kind of place that is; else a checksum of what is shown."""
    for value in values_in(cell):
        path = value.get("path") if isinstance(value, dict) else value
        folders = re.split(r"[/\\]", path)[:-1] if isinstance(path, str) and len(path) < 1000 else []
        for folder in reversed(folders):
            if found := _ROOM.fullmatch(folder):
                return folder, found[1]
    return shown_scene(media), None


IMPORTER = Importer(
    "spatialqa", "SpatiaLQA (paper of logic): a JSON list of questions with plans", read,
    takes=frozenset({"link", "media", "augment"}),
)  # fmt: skip
