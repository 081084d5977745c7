"""Any table of questions with pictures, by a mapping of its fields; tables for VLMEvalKit need none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from string import ascii_uppercase
from typing import Any

from diorama import __version__
from diorama.data import Media, Sample
from diorama.exchange.importers.faults import BadRow, OnFault
from diorama.exchange.importers.making import Ids, samples_of, slug
from diorama.exchange.importers.mapping import IN_QUESTION, Names, TableMap, names, read_mapping
from diorama.exchange.importers.objects import Objects
from diorama.exchange.importers.options import options_in
from diorama.exchange.importers.pictures import clip, images, shown_scene, values_in
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row
from diorama.exchange.importers.vlmevalkit import lettered_columns, picture_cell
from diorama.exchange.importing import Importer, ImportOrder
from diorama.kinds import Answer, Described, get_kind
from diorama.kinds.table_values import list_in, listed, plain_text
from diorama.suites import MediaPart, Part, QuestionPart, TextPart

FALLBACK, NO_TASK = "imported", "question"
ENDINGS = (".parquet", ".arrow", ".tsv", ".jsonl", ".ndjson", ".csv", ".json")


@dataclass(frozen=True)
class _Asked:
    """What a row asks, before it is a sample."""

    question: str
    options: tuple[str, ...]
    answer: Answer
    objects: dict[str, str]


def read(order: ImportOrder, source: Source, on_fault: OnFault) -> Iterator[Sample]:
    """Every row of the tables."""
    mapping = read_mapping(order.map)
    tables = source.some(ENDINGS)
    suite = mapping.suite or slug(PurePosixPath(source.called(tables[0])).stem if tables else source.name) or FALLBACK
    several = source.hub is not None or len(tables) > 1
    make = partial(
        _sample, source=source, order=order, mapping=mapping, suite=suite[:60], ids=Ids(suite[:60]), several=several
    )
    yield from samples_of(source.rows() if source.hub else source.rows(tables), make, on_fault)


def _sample(
    row: Row, *, source: Source, order: ImportOrder, mapping: TableMap, suite: str, ids: Ids, several: bool
) -> Iterator[Sample]:
    fields, table = mapping.fields, str(PurePosixPath(row.file).with_suffix(""))
    asked = _asked(row, mapping)
    media = _media(row, source, order, mapping)
    released_id = row.optional(*names(fields.id))
    parts: list[Part] = []
    if hint := row.optional(*names(fields.hint)):
        for medium in media:
            parts += [TextPart(text=f"{medium.label[:1].upper()}{medium.label[1:]}:")] if medium.label else []
            parts.append(MediaPart(media=medium.stem))
        parts += [TextPart(text=f"Hint: {hint}"), QuestionPart()]
    said = {
        name: row.optional(*names(getattr(fields, name))) for name in ("task", "level", "source", "scene", "viewpoint")
    }
    yield Sample(
        id=ids.take(f"{table if several else ''} {released_id or f'{row.number - 1:06d}'}"), suite=suite,
        task=said["task"] or mapping.task or NO_TASK, level=said["level"] or mapping.level, question=asked.question,
        options=asked.options, answer=asked.answer, objects=asked.objects, media=media, parts=tuple(parts),
        trace={"release": source.name if source.hub else row.file, "row": row.number, "id": released_id},
        query=Described(
            scene=said["scene"] or shown_scene(media), source=said["source"] or None,
            viewpoint=said["viewpoint"] or None, released_id=released_id,
        ),
        seed=0, version=__version__,
    )  # fmt: skip


def _asked(row: Row, mapping: TableMap) -> _Asked:
    question, options = row.text(*names(mapping.fields.question)), _options(row, mapping)
    asked = options_in(question) if options is None else None
    if asked is not None:
        question, options = asked.stem, asked.options
    kind, value = get_kind(mapping.kind), _truth(row, mapping, options or ())
    objects = Objects()
    if kind.names_objects:
        for text in (*_inventory(row, mapping.fields.objects), *kind.called(value)):
            objects.add(text)
    return _Asked(question, options or (), kind.from_table(value, options or (), objects.names), objects.phrases)


def _options(row: Row, mapping: TableMap) -> tuple[str, ...] | None:
    """The options of a row, none if it has none; None if they are to be read out of the question."""
    said = names(mapping.fields.options)
    if said == (IN_QUESTION,):
        return None
    if not get_kind(mapping.kind).offers_options:
        return ()
    if len(said) > 1 and "options" in mapping.fields.model_fields_set:  # a field for each option
        return tuple(row.text(name) for name in said if row.get(name) is not None)
    value = row.get(*said)
    if value is None:
        columns = lettered_columns(row)
        if not columns:
            try:
                row.need(*said, "A")
            except BadRow as error:
                raise BadRow(f"{error}. If its answers are no choice, say their kind in a map") from None
        return columns
    found = list_in(value) if isinstance(value, str) else value
    if isinstance(found, dict):  # {"A": …, "B": …}, or the columns of a list of texts
        found = next(iter(found.values())) if set(found) in ({"text"}, {"text", "label"}) else list(found.values())
    if not isinstance(found, list):
        raise BadRow(f"its field '{row.which(*said)}' holds no list of options")
    if any(o is None or not plain_text(o).strip() for o in found):
        raise BadRow(
            f"option {found.index(next(o for o in found if o is None or not plain_text(o).strip())) + 1} has no text"
        )
    return tuple(plain_text(o).strip() for o in found)


def _truth(row: Row, mapping: TableMap, options: tuple[str, ...]) -> Any:
    """The right answer as the table gives it, or the option that an index, a letter or a text means."""
    there = names(mapping.fields.answer)
    value = row.need(*there)
    if not mapping.answer_is:
        return value
    text = plain_text(value).strip()
    if mapping.answer_is == "text":
        if text not in options:
            raise BadRow(f"the answer '{text[:80]}' is not among the options")
        place = options.index(text)
    elif mapping.answer_is == "letter":
        letter = text.strip("().: ").upper()
        place = ascii_uppercase.index(letter) if len(letter) == 1 and letter in ascii_uppercase else len(options)
    else:
        place = int(text) if text.isascii() and text.isdigit() else len(options)
    if place >= len(options):
        raise BadRow(f"the answer '{text[:80]}' is the {mapping.answer_is} of no option: there are {len(options)}")
    return {"option": options[place]}


def _inventory(row: Row, said: Names) -> tuple[str, ...]:
    value = row.get(*names(said))
    return () if value is None else listed(value)


def _media(row: Row, source: Source, order: ImportOrder, mapping: TableMap) -> tuple[Media, ...]:
    """Pictures, then films; a row without either is refused."""
    fields, found = mapping.fields, list[Media]()
    pictures, films = names(fields.images), names(fields.videos)
    given = "images" in fields.model_fields_set and len(pictures) > 1
    if given:  # a field for each picture
        cells = [row.get(name) for name in pictures if row.get(name) is not None]
        found += images([v for cell in cells for v in values_in(cell)], row, source, link=order.link) if cells else ()
    elif row.get(*pictures) is not None:
        found += images(picture_cell(row, source, *pictures), row, source, link=order.link)
    if row.get(*films) is not None:
        values = values_in(row.get(*films))
        for k, value in enumerate(values, start=1):
            stem = "clip" if len(values) == 1 else f"clip-{k}"
            found.append(clip(value, row, source, link=order.link, stem=stem))
    if not found:
        row.need(*pictures, *films)
        raise BadRow("it has no picture")
    return tuple(found)


IMPORTER = Importer(
    "generic", "any table of questions with pictures, by --map; tables for VLMEvalKit need no map", read,
    takes=frozenset({"link", "media", "map"}),
)  # fmt: skip
