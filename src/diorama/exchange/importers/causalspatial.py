"""CausalSpatial as its authors publish it: Parquet by configuration, in two schemas, or a table for VLMEvalKit.

Ids repeat there, so a question is known by its configuration, shard and row. The column `not_sure` is wrong in places:
what an option means is told by its words alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from string import ascii_uppercase
from typing import Any

from diorama import __version__
from diorama.data import Sample
from diorama.exchange.importers.faults import BadRow, OnFault
from diorama.exchange.importers.making import samples_of, slug
from diorama.exchange.importers.options import options_in
from diorama.exchange.importers.pictures import images, shown_scene
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row
from diorama.exchange.importers.vlmevalkit import lettered_columns, picture_cell
from diorama.exchange.importing import Importer, ImportOrder
from diorama.kinds import Described, get_kind
from diorama.kinds.reading.manners import abstains
from diorama.kinds.table_values import list_in, plain_text, told_option

SUITE = "causal"
TASKS = {"collision": "collision", "compatibility": "compatibility", "occlusion": "occlusion", "physics": "trajectory",
         "trajectory": "trajectory"}  # fmt: skip
"""What the release calls our tasks."""
REAL = "real"
"""The level of photographs, which the release does not divide."""
_LEVEL = re.compile(r"level[\s_-]*(\d)", re.I)
_SHARD = re.compile(r"-(\d{5})-of-\d{5}")


def read(order: ImportOrder, source: Source, on_fault: OnFault) -> Iterator[Sample]:
    """Every question of every configuration."""
    tables = source.some((".parquet", ".arrow", ".tsv", ".jsonl", ".json"))
    rows = source.rows() if source.hub is not None else source.rows(tables)
    yield from samples_of(rows, partial(_sample, source=source, link=order.link), on_fault)


def _sample(row: Row, *, source: Source, link: bool) -> Iterator[Sample]:
    said = row.text("question")
    options, stem = _options(row, said)
    answer = get_kind("choice").from_table(row.need("answer"), options)
    released_id = row.optional("id", "index")
    group = _group(row, released_id)
    task = _task(row, group)
    media = images(picture_cell(row, source), row, source, link=link)
    if not media:
        raise BadRow("it has no picture")
    trace: dict[str, Any] = {
        "release": "CausalSpatial", "file": row.file, "row": row.number, "id": released_id, "config": group
    }  # fmt: skip
    if note := _not_sure_note(row, options):
        trace["not_sure"] = note
    yield Sample(
        id=_id(row, group), suite=SUITE, task=task, level=_level(row, released_id, group), question=stem,
        options=options, answer=answer, media=media, trace=trace, seed=0, version=__version__,
        query=Described(
            scene=shown_scene(media), released_id=released_id, group=group, asked="" if said == stem else said
        ),
    )  # fmt: skip


def _options(row: Row, said: str) -> tuple[tuple[str, ...], str]:
    """The options and the question without them: from a list, from columns A, B …, or out of the question."""
    given = row.get("options")
    if isinstance(given, str):
        given = list_in(given)
    if given:
        if not isinstance(given, list) or any(o is None or not plain_text(o).strip() for o in given):
            raise BadRow("an option in its list has no text")
        return tuple(plain_text(o).strip() for o in given), said
    if columns := lettered_columns(row):
        return columns, _without(columns, said)
    asked = options_in(said)
    claimed = _letter(row.get("not_sure"))
    if claimed and ascii_uppercase.index(claimed) >= len(asked.options):
        raise BadRow(f"its column not_sure says {claimed}, and its question has {len(asked.options)} options only")
    return asked.options, asked.stem


def _without(options: tuple[str, ...], said: str) -> str:
    """A question without the options, if they are written into it as well."""
    try:
        asked = options_in(said)
    except BadRow:
        return said
    return asked.stem if [o.casefold() for o in asked.options] == [o.casefold() for o in options] else said


def _letter(value: Any) -> str:
    found = re.fullmatch(r"\s*\(?([A-J])\)?[.:]?\s*", value) if isinstance(value, str) else None
    return found[1] if found else ""


def _not_sure_note(row: Row, options: tuple[str, ...]) -> str:
    """What is wrong with the column `not_sure`, if anything is."""
    claimed = _letter(row.get("not_sure"))
    if not claimed:
        return ""
    meant = told_option(claimed, options)
    return "" if abstains(meant) else f"the column says {claimed}, which is '{meant}': not trusted"


def _group(row: Row, released_id: str) -> str:
    """The configuration: of the folder or file, of a column, or of the id."""
    parts = [p.lower() for p in PurePosixPath(row.file).parts]
    known = (*TASKS, "realworld")
    if "realworld" in released_id.lower():
        return "realworld"
    for part in (*parts[:-1][::-1], re.split(r"[-_.]", parts[-1])[0]):
        if part in known:
            return part
    for name in ("config", "subset", "category", "type", "l2-category", "split"):
        if (value := row.get(name)) is not None and str(value).lower() in known:
            return str(value).lower()
    return next((name for name in known if released_id.lower().startswith(name)), "")


def _task(row: Row, group: str) -> str:
    if group in TASKS:
        return TASKS[group]
    said = row.optional("type", "category", "task").lower()
    if not said:
        raise BadRow("it does not tell its task: neither its file nor its id names one, and it has no field 'type'")
    return next((task for name, task in TASKS.items() if name in said), slug(said) or "other")


def _level(row: Row, released_id: str, group: str) -> str:
    if group == "realworld":
        return REAL
    said = _LEVEL.search(released_id) or _LEVEL.search(row.optional("difficulty", "level", "l2-category"))
    if said:
        return f"L{said[1]}"
    plain = row.optional("difficulty", "level").upper()
    if re.fullmatch(r"L?[12]", plain):
        return f"L{plain[-1]}"
    if "id" not in row.values:
        return ""  # the table for VLMEvalKit need not have it
    raise BadRow(f"it does not tell its level: its id is '{released_id}'")


def _id(row: Row, group: str) -> str:
    """Configuration, shard and row: the ids of the release repeat."""
    name = PurePosixPath(row.file).name
    shard = _SHARD.search(name)
    place = int(shard[1]) if shard else 0
    table = "" if shard or name.endswith(".tsv") else slug(Path(name).stem)
    own = "" if table in ("", group, "train", "train-train") else f"{table[:30]}-"
    return f"causalspatial-{group or 'any'}-{own}{place}-{row.number - 1:05d}"


IMPORTER = Importer("causalspatial", "CausalSpatial (paper of causal): Parquet by configuration, or its TSV", read)
