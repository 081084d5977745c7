"""Reading what others released as an ordinary dataset: orders, the releases that are known, and rows left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from diorama.data import BuildPlan, Manifest, Sample
from diorama.data.gathering import check_new, gather
from diorama.errors import DioramaError, short
from diorama.exchange.importers.faults import OnFault, RowFault
from diorama.exchange.importers.sources import Source, opened_source
from diorama.plugins import Registry

__all__ = ["IMPORTERS", "ImportOrder", "Imported", "Importer", "OnFault", "RowFault", "import_release"]

RENDERER = "imported"
"""What the plan of an imported dataset says in the place of a renderer."""
Passing = Callable[[Iterator[Sample]], Iterator[Sample]]
"""Passes samples on as they come, perhaps with a bar."""


@dataclass(frozen=True)
class ImportOrder:
    """What is to be read, and where to."""

    source: str
    """A folder, a file or an archive; or ``hub:owner/name`` for a dataset on the hub."""
    out: Path
    link: bool = False
    """Whether media stay where they are, and the dataset refers to them."""
    strict: bool = False
    """Whether the first row that is wrong ends it."""
    media: Path | None = None
    """The folder that paths of pictures and videos start at, if it is not that of the source."""
    map: Path | None = None
    """A file that says which field holds what."""
    augment: bool = False
    """Whether more questions are made from the plans."""


@dataclass(frozen=True)
class Importer:
    """A release that can be read."""

    name: str
    title: str
    read: Callable[[ImportOrder, Source, OnFault], Iterator[Sample]]
    """The samples as they come: never all in memory."""
    takes: frozenset[str] = frozenset({"link", "media"})
    """The settings of an order that mean something to it."""


IMPORTERS: Registry[Importer] = Registry(
    "diorama.importers",
    "release",
    {
        name: f"diorama.exchange.importers.{name}:IMPORTER"
        for name in ("causalspatial", "generic", "jsonl", "scp", "spatialqa", "structure")
    },
    Importer,
)
"""Every release by name; packages add theirs by the entry point `diorama.importers`."""
_SETTINGS = ("link", "media", "map", "augment")


@dataclass(frozen=True)
class Imported:
    """What came of it."""

    manifest: Manifest
    faults: tuple[RowFault, ...]
    """The rows that were left out."""


def import_release(
    order: ImportOrder,
    release: str | Importer,
    *,
    passing: Passing = lambda samples: samples,
    tell: Callable[[str], None] = lambda line: None,
    on_fault: OnFault = lambda fault: None,
) -> Imported:
    """Write the samples of a release as a dataset, which appears when all of it is there.

    Rows that are wrong are left out, and `on_fault` is told of each; with `strict` the first one ends it. `tell` is
    given what a user should know before anything long begins.
    """
    importer = release if isinstance(release, Importer) else IMPORTERS.get(release)
    for setting in fields(ImportOrder):
        given = setting.name in _SETTINGS and getattr(order, setting.name) != setting.default
        if given and setting.name not in importer.takes:
            raise DioramaError(f"--{setting.name} means nothing to the release {importer.name}: leave it out")
    check_new(order.out)  # before anything is unpacked or fetched
    faults: list[RowFault] = []

    def note(fault: RowFault) -> None:
        if order.strict:
            raise DioramaError(f"{fault}; without --strict such rows are left out")
        faults.append(fault)
        on_fault(fault)

    def some(samples: Iterator[Sample]) -> Iterator[Sample]:
        count = 0
        for count, sample in enumerate(samples, start=1):  # noqa: B007
            yield sample
        if not count:
            first = f": {faults[0]}" if faults else ": it has no rows"
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise DioramaError(f"no row of {short(order.source)} can be used{first}{more}")

    plan = BuildPlan(suites=("any",), count=1, seed=0, renderer=RENDERER, imported_from=importer.name)
    with opened_source(order.source, beside=order.out, media=order.media, tell=tell, on_fault=note) as source:
        manifest = gather(order.out, passing(some(importer.read(order, source, note))), plan)
    return Imported(manifest, tuple(faults))
