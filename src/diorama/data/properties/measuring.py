"""The properties of all samples of a dataset, read without pictures; slow ones are kept for the next time."""

from __future__ import annotations

import json
import logging
import math
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from diorama.data.columns import BARE, bare_sample
from diorama.data.dataset import SHARDS, Dataset
from diorama.data.properties.property import Property
from diorama.data.sample import Sample
from diorama.data.shards import read_columns
from diorama.shelf import cache_folder

log = logging.getLogger(__name__)


@dataclass
class Values:
    """What was found of one property."""

    by_sample: dict[str, float | str] = field(default_factory=dict)
    """Without the samples that do not have it."""
    failed: int = 0
    """How many samples it failed on …"""
    first_failure: str = ""
    """… and on which one first, and why."""


def measure(
    data: Dataset, properties: Sequence[Property], ids: Collection[str], advance: Callable[[], None] = lambda: None
) -> dict[str, Values]:
    """Every property of these samples, by name; `advance` is called once for each sample.

    What a sample does not have is left out. Where a property fails is counted, and its other values are kept.
    """
    shelves = {p.name: _Shelf(data.fingerprint, p) for p in properties if p.slow}
    found = {p.name: Values() for p in properties}
    try:
        for sample in _samples(data, set(ids)):
            for each in properties:
                mine = found[each.name]
                try:
                    value = shelves[each.name].get(sample) if each.name in shelves else each.value(sample)
                    if each.words and value:
                        mine.by_sample[sample.id] = str(value)
                    elif not each.words and value is not None and math.isfinite(float(value)):
                        mine.by_sample[sample.id] = float(value)
                except Exception as error:  # a plug-in may fail in any way; the report does without this value
                    mine.failed += 1
                    mine.first_failure = mine.first_failure or f"{sample.id}: {error or type(error).__name__}"
            advance()
    finally:
        for shelf in shelves.values():
            shelf.close()
    for name, mine in found.items():
        if mine.failed:
            log.warning("the property '%s' failed on %d samples, first on %s", name, mine.failed, mine.first_failure)
    return found


def _samples(data: Dataset, ids: Collection[str]) -> Iterator[Sample]:
    for name in data.shards:
        for row in read_columns(data.folder / SHARDS / name, BARE):
            if row["id"] in ids:
                yield bare_sample(row)


class _Shelf:
    """The values of one slow property of one dataset, in a file that grows by a line each: an interrupt loses none."""

    def __init__(self, dataset: str, each: Property) -> None:
        self._property = each
        self._kept: dict[str, float | str | None] = {}
        self._file = None
        folder = cache_folder()
        if folder is None:
            return
        plain = re.sub(r"[^A-Za-z0-9._@-]+", "-", f"{dataset}-{each.name}-{each.rules}")
        path = folder / "properties" / f"{plain}.jsonl"
        self._kept = _read(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            log.info("%s cannot be written (%s): values are not kept", path, error)

    def get(self, sample: Sample) -> float | str | None:
        if sample.id not in self._kept:
            value = self._property.value(sample)
            self._kept[sample.id] = value
            if self._file is not None:
                self._file.write(f"\n{json.dumps([sample.id, value])}")
                self._file.flush()
        return self._kept[sample.id]

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _read(path: Path) -> dict[str, float | str | None]:
    """What was kept; a line that was cut short is skipped, since every line begins with its own line break."""
    kept: dict[str, float | str | None] = {}
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return kept
    for line in lines:
        try:
            name, value = json.loads(line)
            kept[str(name)] = value if value is None or isinstance(value, str) else float(value)
        except (ValueError, TypeError):
            continue
    return kept
