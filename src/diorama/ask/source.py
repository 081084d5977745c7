"""The questions of a dataset, read when they are asked: what is held does not grow with the dataset."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from diorama.data import Dataset, Sample, load
from diorama.data.dataset import SHARDS
from diorama.data.shards import read_keys, read_rows
from diorama.errors import DioramaError, UnknownName

GROUPS_HELD = 4
"""Row groups kept at hand: questions are asked nearly in order, so a few cover all that are in flight."""


@dataclass(frozen=True)
class Place:
    """The light columns of a sample and where it lies."""

    id: str
    suite: str
    task: str
    level: str
    shard: str
    group: int
    row: int


class Source:
    """A dataset to ask from. Neighbours are read together, and forgotten when others take their place."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.data: Dataset = load(self.folder)
        self._held: OrderedDict[tuple[str, int], tuple[Sample, ...]] = OrderedDict()

    @cached_property
    def places(self) -> dict[str, Place]:
        found: dict[str, Place] = {}
        for shard in sorted(self.data.manifest.shards):
            for group, row, keys in read_keys(self.folder / SHARDS / shard):
                found[keys["id"]] = Place(**keys, shard=shard, group=group, row=row)
        if not found:
            raise DioramaError(f"{self.folder} has no samples yet: build it first")
        return found

    @cached_property
    def fingerprint(self) -> str:
        """The dataset by name and checksum: the same name with other samples is another dataset."""
        shards = sorted((name, shard.sha256) for name, shard in self.data.manifest.shards.items())
        return f"{self.data.manifest.name}@{sha256(repr(shards).encode()).hexdigest()[:12]}"

    def choose(
        self,
        *,
        suites: Sequence[str] = (),
        tasks: Sequence[str] = (),
        levels: Sequence[str] = (),
        limit: int | None = None,
    ) -> list[Place]:
        """The samples that pass every filter, in the dataset's order; a name that nothing has is an error."""
        chosen = list(self.places.values())
        for what, names in (("suite", suites), ("task", tasks), ("level", levels)):
            known = {getattr(p, what) for p in self.places.values()}
            for name in names:
                if name not in known:
                    raise UnknownName(what, name, known - {""})
            if names:
                chosen = [p for p in chosen if getattr(p, what) in names]
        if not chosen:
            raise DioramaError("no sample passes all of these filters")
        return chosen[:limit]

    def get(self, sample_id: str) -> Sample:
        if sample_id not in self.places:
            raise UnknownName("sample", sample_id, self.places)
        place = self.places[sample_id]
        return self._group(place.shard, place.group)[place.row]

    def _group(self, shard: str, group: int) -> tuple[Sample, ...]:
        place = (shard, group)
        if place not in self._held:
            rows = [p.row for p in self.places.values() if (p.shard, p.group) == place]
            self._held[place] = tuple(read_rows(self.folder / SHARDS / shard, group, rows))
            while len(self._held) > GROUPS_HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(place)
        return self._held[place]
