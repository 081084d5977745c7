"""Reading what others released as an ordinary dataset: orders, the releases that are known, and rows left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from diorama.data import Sample
from diorama.plugins import Registry


@dataclass(frozen=True)
class ImportOrder:
    """What is to be read, and where to."""

    source: str
    """A folder or a file, or a name on the hub."""
    out: Path
    link: bool = False
    """Whether media stay where they are, and the dataset refers to them."""
    strict: bool = False
    """Whether the first row that is wrong ends it."""
    map: Path | None = None
    """A file that says which field holds what, for `generic`."""


@dataclass(frozen=True)
class RowFault:
    """A row that was left out."""

    file: str
    row: str
    """Its number, or its number and id, for people."""
    reason: str

    def __str__(self) -> str:
        return f"{self.file}, row {self.row}: {self.reason}"


OnFault = Callable[[RowFault], None]
"""Told of a row that is left out; raises if it shall end there."""


@dataclass(frozen=True)
class Importer:
    """A release that can be read."""

    name: str
    title: str
    read: Callable[[ImportOrder, OnFault], Iterator[Sample]]
    """The samples as they come: never all in memory."""


IMPORTERS: Registry[Importer] = Registry("diorama.importers", "release", {}, Importer)
"""Every release by name; packages add theirs by the entry point `diorama.importers`."""
