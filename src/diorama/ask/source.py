"""The questions of a dataset, read when they are asked: memory use does not grow with the dataset."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from diorama.data import Dataset, Sample, load
from diorama.data.dataset import SHARDS
from diorama.data.shards import read_index, read_rows
from diorama.errors import DioramaError, UnknownName

GROUPS_HELD = 4
"""Row groups kept in memory: questions are asked nearly in order, so a few cover all that are in flight."""


@dataclass(frozen=True)
class Entry:
    """The light columns of a sample and where in the dataset it is."""

    id: str
    suite: str
    task: str
    level: str
    kind: str
    shard: str
    group: int
    row: int


@dataclass(frozen=True)
class Selection:
    """Which questions of a dataset to ask."""

    suites: Sequence[str] = ()
    tasks: Sequence[str] = ()
    levels: Sequence[str] = ()
    ids: Collection[str] | None = None
    """Only these."""
    sample: int | None = None
    """This many at random, spread evenly over tasks and levels …"""
    seed: int = 0
    """… chosen with this seed."""
    limit: int | None = None
    """Only the first this many of what is left."""


class Source:
    """A dataset to ask from; samples are read in groups, and only the latest groups stay in memory."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.data: Dataset = load(self.folder)
        self._held: OrderedDict[tuple[str, int], dict[int, Sample]] = OrderedDict()

    @cached_property
    def entries(self) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        for shard in self.data.shards:
            for group, row, keys in read_index(self.folder / SHARDS / shard):
                if keys["id"] in entries:
                    raise DioramaError(f"two samples have the id '{keys['id']}': {entries[keys['id']].shard}, {shard}")
                entries[keys["id"]] = Entry(**keys, shard=shard, group=group, row=row)
        if not entries:
            raise DioramaError(f"{self.folder} has no samples yet: build it first")
        return entries

    @cached_property
    def _rows(self) -> dict[tuple[str, int], list[int]]:
        rows: dict[tuple[str, int], list[int]] = defaultdict(list)
        for entry in self.entries.values():
            rows[entry.shard, entry.group].append(entry.row)
        return rows

    @property
    def fingerprint(self) -> str:
        """The dataset by name and checksum."""
        return self.data.fingerprint

    def choose(self, wanted: Selection | None = None) -> list[Entry]:
        """The samples that pass every filter, in the dataset's order; a name that nothing has is an error."""
        wanted = wanted or Selection()
        chosen = list(self.entries.values())
        for what, names in (("suite", wanted.suites), ("task", wanted.tasks), ("level", wanted.levels)):
            known = {getattr(e, what) for e in self.entries.values()}
            for name in names:
                if name not in known:
                    raise UnknownName(what, name, known - {""})
            if names:
                chosen = [e for e in chosen if getattr(e, what) in names]
        if wanted.ids is not None:
            for name in wanted.ids:
                if name not in self.entries:
                    raise UnknownName("sample", name, self.entries)
            ids = set(wanted.ids)
            chosen = [e for e in chosen if e.id in ids]
        if wanted.sample is not None:
            chosen = _spread(chosen, wanted.sample, wanted.seed)
        if not chosen:
            raise DioramaError("no sample passes all of these filters")
        return chosen[: wanted.limit]

    def get(self, sample_id: str) -> Sample:
        if sample_id not in self.entries:
            raise UnknownName("sample", sample_id, self.entries)
        entry = self.entries[sample_id]
        return self._group(entry.shard, entry.group)[entry.row]

    def _group(self, shard: str, group: int) -> dict[int, Sample]:
        place = (shard, group)
        if place not in self._held:
            rows = self._rows[place]
            self._held[place] = dict(zip(rows, read_rows(self.folder / SHARDS / shard, group, rows), strict=True))
            while len(self._held) > GROUPS_HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(place)
        return self._held[place]


def _spread(entries: Sequence[Entry], count: int, seed: int) -> list[Entry]:
    """Choose `count` entries at random, as evenly over tasks and levels as their numbers allow; the order stays."""
    if count < 1:
        raise DioramaError(f"--sample must be at least 1; got {count}")
    cells: dict[tuple[str, str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        cells[entry.suite, entry.task, entry.level].append(entry)
    shares = even_shares([len(cell) for cell in cells.values()], count)
    kept: set[str] = set()
    for (key, cell), share in zip(cells.items(), shares, strict=True):
        rng = np.random.default_rng([seed, *"/".join(key).encode()])
        kept.update(cell[int(k)].id for k in rng.permutation(len(cell))[:share])
    return [entry for entry in entries if entry.id in kept]


def even_shares(sizes: Sequence[int], most: int) -> list[int]:
    """How many to take from each group: one from each in turn until there are enough or none are left.

    >>> even_shares([5, 1, 5], 7)
    [3, 1, 3]
    """
    taken = [0] * len(sizes)
    while sum(taken) < min(most, sum(sizes)):
        for k, size in enumerate(sizes):
            if taken[k] < size and sum(taken) < most:
                taken[k] += 1
    return taken
