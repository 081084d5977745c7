"""Samples as they are stored: texts and files, without the worlds behind them.

An export copies much and understands little. Building each sample with its worlds takes ten times as long as reading
its bytes, so formats read rows; only what becomes a name of a file is checked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from diorama.ask.question import Question
from diorama.ask.source import Selection, Source
from diorama.data import Media
from diorama.data.columns import SHOWN, damage_named, read_kept, read_media, read_parts
from diorama.data.dataset import SHARDS
from diorama.data.keys import KEY_COLUMNS, key_from_row
from diorama.data.sample import usual_parts
from diorama.data.shards import Wanted, read_wanted
from diorama.errors import DioramaError, short
from diorama.exchange.exporting import ExportOrder
from diorama.kinds import Key, kind_of
from diorama.suites import Part

ASKED = (*KEY_COLUMNS, *SHOWN, "parts")
"""The columns of all that is asked and scored: enough for a harness."""
_SLUG = re.compile(r"[a-z0-9-]{1,100}")


@dataclass(frozen=True)
class Row:
    """One sample as it is stored."""

    columns: Mapping[str, Any]
    """What was read of it, by the names of the columns."""

    @property
    def id(self) -> str:
        return str(self.columns["id"])

    @property
    def suite(self) -> str:
        return str(self.columns["suite"])

    @property
    def question(self) -> str:
        return str(self.columns["question"])

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(self.columns["options"])

    @cached_property
    def media(self) -> tuple[Media, ...]:
        """What can be shown, with linked files read and checked."""
        with damage_named(self.id):
            return read_media(self.columns)

    @cached_property
    def kept(self) -> dict[str, Media | None]:
        """Its depth and its outcome."""
        with damage_named(self.id):
            return read_kept(self.columns)

    @cached_property
    def key(self) -> Key:
        """What is asked and right; without its world."""
        with damage_named(self.id):
            return key_from_row(self.columns, to_score=False)

    @property
    def parts(self) -> tuple[Part, ...]:
        """What a model is shown, in order."""
        with damage_named(self.id):
            return read_parts(self.columns["parts"]) or usual_parts((m.stem, m.label) for m in self.media)

    @property
    def letter(self) -> str:
        """The letter of the right option."""
        return ascii_uppercase[self.options.index(self.key.truth)]

    @property
    def asked(self) -> str:
        """Question, options and the request for the answer alone, word for word as `diorama eval` asks."""
        form = kind_of(self.key.answer).form(self.key.answer, self.key.query)
        return Question(self.question, form, self.options).alone()


@dataclass(frozen=True)
class Rows:
    """The rows that are to be exported, and where they are."""

    folder: Path
    name: str
    wanted: Mapping[str, Wanted]
    """Places by shard, in order."""
    count: int

    def read(self, columns: tuple[str, ...] = ASKED) -> Iterator[Row]:
        """Each of them, one row group in memory at a time."""
        for shard, wanted in self.wanted.items():
            for found in read_wanted(self.folder / SHARDS / shard, columns, wanted):
                for name in ("id", "suite"):
                    if not _SLUG.fullmatch(str(found[name])):
                        raise DioramaError(f"{shard}: '{short(found[name])}' is no {name} of a sample")
                yield Row(found)


def rows_of(order: ExportOrder) -> Rows:
    """What an order is about."""
    source = Source(order.folder)
    wanted: dict[str, dict[int, list[int]]] = {}
    count = 0
    for entry in source.choose(order.select):
        wanted.setdefault(entry.shard, {}).setdefault(entry.group, []).append(entry.row)
        count += 1
    return Rows(order.folder, source.data.manifest.name, wanted, count)


def all_of_it(select: Selection) -> bool:
    """Whether a selection leaves nothing out."""
    return select == Selection()
