"""The manifest of a dataset (`dataset.json`): what was ordered, and what is there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import from_json

from diorama import __version__
from diorama.data._files import whole_file
from diorama.data.sample import JsonDict, Slug, Text
from diorama.data.shards import Shard
from diorama.errors import DioramaError, first_fault
from diorama.world.model import Plain, replace

FILE = "dataset.json"
FORMAT: Literal[2] = 2
ShardName = Annotated[str, Field(pattern=r"^[a-z0-9-]+-[0-9]{5}\.parquet$", max_length=120)]
"""A plain file name: a manifest from a stranger cannot point outside its folder."""


def _sorted(suites: tuple[str, ...]) -> tuple[str, ...]:
    """The suites in a fixed order: each is built on its own, so their order means nothing."""
    if len(set(suites)) < len(suites):
        raise ValueError("a suite is named twice")
    return tuple(sorted(suites))


class Slot(Plain):
    """A shard to make: samples `start` to `start + count` of a suite."""

    name: ShardName
    suite: str
    start: int
    count: int


class PackUse(Plain):
    """A pack that scenes are furnished from; the dataset keeps it in a file of its own (`packs`)."""

    name: Text
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

    def __str__(self) -> str:
        return f"'{self.name}' ({self.sha256[:12]})"


class BuildPlan(Plain):
    """What was ordered. Everything that decides the samples is here, so the same plan gives the same bytes."""

    suites: Annotated[tuple[Slug, ...], Field(min_length=1), AfterValidator(_sorted)]
    count: int = Field(gt=0)
    """Samples of each suite."""
    seed: int = Field(ge=0, lt=2**63)
    renderer: Text = "draft"
    shard_size: int = Field(default=500, gt=0)
    options: JsonDict = Field(default_factory=dict)
    packs: tuple[PackUse, ...] = ()
    pack_share: float = Field(default=0.0, ge=0, le=1)
    """The share of the objects of a scene that come from packs; 0 without packs."""
    redrawn_from: str = ""
    """The dataset whose shots are drawn again here, by name and checksum."""
    imported_from: str = ""
    """The importer whose samples these are; empty for what was built here."""
    constructed_from: str = ""
    """The pictures that questions were constructed from, by number and checksum; empty if there are worlds."""
    revised_from: str = ""
    """The dataset of which some samples were replaced here, by name and checksum."""
    version: Text = __version__
    """Of the pipeline."""

    @model_validator(mode="after")
    def _numbered(self) -> BuildPlan:
        if self.count > self.shard_size * 100_000:
            raise ValueError(f"{self.count} samples in shards of {self.shard_size} are too many shards")
        return self

    def slots(self) -> tuple[Slot, ...]:
        """Every shard of the finished dataset, in order."""
        starts = range(0, self.count, self.shard_size)
        return tuple(
            Slot(
                name=f"{suite}-{k:05d}.parquet",
                suite=suite,
                start=start,
                count=min(self.shard_size, self.count - start),
            )
            for suite in self.suites
            for k, start in enumerate(starts)
        )


class Manifest(Plain):
    """What `dataset.json` holds."""

    format: Literal[2] = FORMAT
    name: Text
    plan: BuildPlan
    tasks: dict[str, dict[str, int]] = Field(default_factory=dict)
    """How many samples there are of each task of each suite."""
    shards: dict[ShardName, Shard] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _counts_agree(self) -> Manifest:
        if self.tasks != count_tasks(self.shards):
            raise ValueError("tasks: the counts are not the sums of the shards' counts")
        for name, shard in self.shards.items():
            if sum(shard.tasks.values()) != shard.samples:
                raise ValueError(f"shards.{name}: its tasks do not add up to its samples")
        return self

    @property
    def samples(self) -> int:
        return sum(s.samples for s in self.shards.values())

    @property
    def unfinished(self) -> str:
        """How much of the plan is there, if some shards are missing; else empty."""
        whole = self.plan.imported_from or self.plan.revised_from  # these appear when they are whole
        if whole or all(slot.name in self.shards for slot in self.plan.slots()):
            return ""
        if self.plan.constructed_from:
            return ""  # pictures that allow no question leave shards out
        return f"{self.samples} of {self.plan.count * len(self.plan.suites)} samples"

    def with_shard(self, name: str, shard: Shard) -> Manifest:
        shards = dict(sorted({**self.shards, name: shard}.items()))
        return replace(self, shards=shards, tasks=count_tasks(shards))


def suite_of(shard_name: str) -> str:
    return shard_name.rsplit("-", 1)[0]


def count_tasks(shards: Mapping[str, Shard]) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for name, shard in sorted(shards.items()):
        suite = counts.setdefault(suite_of(name), {})
        for task, count in shard.tasks.items():
            suite[task] = suite.get(task, 0) + count
    return {suite: dict(sorted(tasks.items())) for suite, tasks in counts.items()}


def write_manifest(folder: Path, manifest: Manifest) -> None:
    with whole_file(folder / FILE) as file:
        file.write((manifest.model_dump_json(indent=1) + "\n").encode())


def read_manifest(folder: Path) -> Manifest:
    path = folder / FILE
    if not path.is_file():
        raise DioramaError(f"{folder} is not a dataset: it has no {FILE}")
    try:
        text = path.read_bytes()
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    _check_format(folder, text)
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        raise DioramaError(f"{path} is not the manifest of a dataset: {first_fault(error)}") from None


def _check_format(folder: Path, text: bytes) -> None:
    """Refuse a dataset of another format before its fields are read."""
    try:
        plain = from_json(text)
    except ValueError:
        return  # validation says what is wrong with it
    found = plain.get("format") if isinstance(plain, dict) else None
    if isinstance(found, int) and not isinstance(found, bool) and found != FORMAT:
        todo = "build it again into a new folder" if found < FORMAT else "use a newer Diorama"
        raise DioramaError(f"{folder} is a dataset of format {found}; this Diorama reads format {FORMAT}: {todo}")


def check_same_plan(folder: Path, begun: BuildPlan, asked: BuildPlan) -> None:
    """Refuse to mix two plans in one folder; the message names the first difference."""
    for field in BuildPlan.model_fields:
        old, new = getattr(begun, field), getattr(asked, field)
        if old != new:
            raise DioramaError(
                f"{folder} was begun with {field} {_shown(old)}, and this is {field} {_shown(new)}: "
                f"use {_shown(old)} to continue it, or another folder"
            )


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) or "(nothing)" if isinstance(value, tuple) else str(value) or "(nothing)"
