"""A dataset in a folder: made shard by shard, read sample by sample."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from diorama.data._files import is_part, only_one, sha256_of
from diorama.data.columns import OnDamage
from diorama.data.manifest import (
    FILE,
    BuildPlan,
    Manifest,
    Slot,
    check_same_plan,
    read_manifest,
    suite_of,
    write_manifest,
)
from diorama.data.packs import register_packs, store_packs
from diorama.data.sample import Sample
from diorama.data.shards import Shard, read_index, read_rows, read_shard, write_shard
from diorama.errors import DioramaError, UnknownName

SHARDS = "data"


class Builder:
    """A dataset being made. All of its state is on the disk, so any number of processes may add shards to it."""

    def __init__(self, folder: Path, plan: BuildPlan) -> None:
        self.folder = folder
        self.plan = plan

    def missing_shards(self) -> tuple[Slot, ...]:
        """The shards still to be made; one whose file has the wrong size counts as missing."""
        manifest = read_manifest(self.folder)
        return tuple(s for s in self.plan.slots() if not self._there(s.name, manifest))

    def add_shard(self, name: str, samples: Iterable[Sample], *, fewer: bool = False) -> Shard:
        """Write a shard and enter it in the manifest; if interrupted before that, nothing has changed.

        With `fewer` it may hold less than the plan asks for: some samples could not be made.
        """
        slot = self._slot(name)
        shard = write_shard(self.folder / SHARDS / name, _as_ordered(slot, samples, fewer))
        with only_one(self.folder):
            write_manifest(self.folder, read_manifest(self.folder).with_shard(name, shard))
        return shard

    def _slot(self, name: str) -> Slot:
        slots = {s.name: s for s in self.plan.slots()}
        if name not in slots:
            raise UnknownName("shard", name, slots)
        if self._there(name, read_manifest(self.folder)):
            raise DioramaError(f"{name} is already in {self.folder}")
        return slots[name]

    def _there(self, name: str, manifest: Manifest) -> bool:
        path = self.folder / SHARDS / name
        return name in manifest.shards and path.is_file() and path.stat().st_size == manifest.shards[name].bytes


def create_or_open(folder: str | Path, plan: BuildPlan, *, name: str | None = None) -> Builder:
    """Begin a dataset, or continue one that was begun with the same plan; nothing else is ever touched."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DioramaError(f"cannot make the folder {folder}: {error.strerror or error}") from None
    with only_one(folder):
        if (folder / FILE).exists():
            check_same_plan(folder, read_manifest(folder).plan, plan)
        else:
            others = sorted(p.name for p in folder.iterdir() if not is_part(p))
            if others:
                shown = ", ".join(others[:3]) + (" …" if len(others) > 3 else "")
                raise DioramaError(f"{folder} holds other files ({shown}): choose a new or an empty folder")
            write_manifest(folder, Manifest(name=name or folder.resolve().name or "dataset", plan=plan))
        try:
            (folder / SHARDS).mkdir(exist_ok=True)
        except OSError as error:
            raise DioramaError(f"cannot make the folder {folder / SHARDS}: {error.strerror or error}") from None
        store_packs(folder, plan)
    return Builder(folder, plan)


@dataclass(frozen=True)
class Dataset:
    """A dataset to read, or the part of one that `where` chose; samples stay on the disk until asked for."""

    folder: Path
    manifest: Manifest
    wanted: tuple[tuple[str, str], ...] = ()
    """Light columns and the value each must have."""

    def __len__(self) -> int:
        return len(self._places) if self.wanted else self.manifest.samples

    def __iter__(self) -> Iterator[Sample]:
        for name in self.shards:
            yield from self.shard(name)

    def shard(self, name: str, on_damage: OnDamage | None = None) -> Iterator[Sample]:
        """The samples in one of the files; with `on_damage`, those that can be read, and it is told of the others."""
        yield from read_shard(self._path(name), self._keeps if self.wanted else None, on_damage)

    def ids(self) -> tuple[str, ...]:
        return tuple(self._places)

    def get(self, sample_id: str) -> Sample:
        if sample_id not in self._places:
            raise UnknownName("sample", sample_id, self._places)
        name, group, row = self._places[sample_id]
        return next(read_rows(self._path(name), group, [row]))

    def where(self, *, suite: str | None = None, task: str | None = None, level: str | None = None) -> Dataset:
        """The samples of a suite, a task, a level; conditions combine."""
        tasks = self.manifest.tasks
        if suite is not None and suite not in tasks:
            raise UnknownName("suite", suite, tasks)
        known = {t for s, counts in tasks.items() if suite in (None, s) for t in counts}
        if task is not None and task not in known:
            raise UnknownName("task", task, known)
        new = {"suite": suite, "task": task, "level": level}
        return replace(self, wanted=(*self.wanted, *((k, v) for k, v in new.items() if v is not None)))

    @cached_property
    def _places(self) -> dict[str, tuple[str, int, int]]:
        """Shard, row group and row of each sample."""
        places: dict[str, tuple[str, int, int]] = {}
        for name in self.shards:
            for group, row, keys in read_index(self._path(name)):
                if self._keeps(keys):
                    if keys["id"] in places:
                        raise DioramaError(f"two samples have the id '{keys['id']}': {places[keys['id']][0]}, {name}")
                    places[keys["id"]] = (name, group, row)
        return places

    @property
    def shards(self) -> tuple[str, ...]:
        """The files that hold samples, in order."""
        suites = {v for k, v in self.wanted if k == "suite"}
        return tuple(n for n in sorted(self.manifest.shards) if suites <= {suite_of(n)})

    def _keeps(self, keys: dict[str, str]) -> bool:
        return all(keys[column] == value for column, value in self.wanted)

    def _path(self, name: str) -> Path:
        """Where a shard is; one of the wrong length is not opened."""
        path, size = self.folder / SHARDS / name, self.manifest.shards[name].bytes
        if path.is_file() and path.stat().st_size != size:
            raise DioramaError(
                f"{name} is damaged ({path.stat().st_size} bytes, not {size}); build again to replace it"
            )
        return path

    @cached_property
    def fingerprint(self) -> str:
        """The dataset by name and checksum: the same name with other samples is another dataset."""
        shards = sorted((name, shard.sha256) for name, shard in self.manifest.shards.items())
        return f"{self.manifest.name}@{sha256(repr(shards).encode()).hexdigest()[:12]}"


def load(folder: str | Path) -> Dataset:
    """Open a dataset to read it, finished or not; the assets of its packs are registered."""
    manifest = read_manifest(Path(folder))
    register_packs(Path(folder), manifest.plan)
    return Dataset(Path(folder), manifest)


def require_whole(folder: str | Path) -> None:
    """Refuse a dataset with damaged files: what it asks would be blamed on whoever answers."""
    files = [Path(folder) / FILE, *sorted((Path(folder) / SHARDS).glob("*"))]
    states = tuple((f.name, f.stat().st_mtime_ns, f.stat().st_size) for f in files if f.is_file())
    faults = _damage(Path(folder), states)
    if faults:
        more = f" (and {len(faults) - 1} more; see `diorama verify`)" if len(faults) > 1 else ""
        raise DioramaError(f"{folder} is damaged: {faults[0]}{more}")


@lru_cache(maxsize=8)
def _damage(folder: Path, states: tuple[tuple[str, int, int], ...]) -> tuple[str, ...]:
    """What is wrong with the shards that the manifest knows; files are read once, as long as none was changed."""
    return tuple(_shard_faults(load(folder)))


def check(folder: str | Path) -> list[str]:
    """What is wrong with the files of a dataset, one line each; an empty list if nothing is."""
    data = load(folder)
    faults = list(_shard_faults(data))
    present = sorted(p.name for p in (data.folder / SHARDS).iterdir()) if (data.folder / SHARDS).is_dir() else []
    planned = {s.name for s in data.manifest.plan.slots()}
    for name in present:
        if name not in data.manifest.shards and not is_part(Path(name)):
            todo = "build again to finish it" if name in planned else "delete it or move it away"
            faults.append(f"{name}: extra, {FILE} does not know it; {todo}")
    if not faults:
        try:
            data.ids()
        except DioramaError as error:
            faults.append(str(error))
    return faults


def _shard_faults(data: Dataset) -> Iterator[str]:
    """What is wrong with each damaged shard that the manifest knows."""
    for name, shard in sorted(data.manifest.shards.items()):
        if fault := _fault(data, name, shard):
            yield fault


def _fault(data: Dataset, name: str, shard: Shard) -> str | None:
    path = data.folder / SHARDS / name
    again = "delete it and build again"
    if not path.is_file():
        return f"{name}: is no file; delete it and build again" if path.exists() else f"{name}: missing; build again"
    size = os.path.getsize(path)
    if size < shard.bytes:
        return f"{name}: truncated, {size} of {shard.bytes} bytes; build again to replace it"
    try:
        if size > shard.bytes or sha256_of(path) != shard.sha256:
            return f"{name}: damaged, its checksum is not the one in {FILE}; {again}"
        samples = sum(1 for _ in read_index(path))
    except OSError as error:
        return f"{name}: cannot be read: {error.strerror or error}"
    except DioramaError as error:
        return str(error)
    if samples != shard.samples:
        return f"{name}: holds {samples} samples, {FILE} says {shard.samples}; {again}"
    return None


def _as_ordered(slot: Slot, samples: Iterable[Sample], fewer: bool) -> Iterator[Sample]:
    """Pass samples on, and refuse a shard that is not what the plan asked for."""
    count = 0
    for sample in samples:
        if sample.suite != slot.suite:
            raise DioramaError(f"{slot.name}: sample '{sample.id}' is of the suite '{sample.suite}'")
        count += 1
        yield sample
    if count > slot.count or (count < slot.count and not fewer):
        raise DioramaError(f"{slot.name}: {count} samples were made, the plan asks for {slot.count}")
