"""Building a dataset of samples that wait for review, picture by picture; one that was begun is continued.

A shard holds what came of a few pictures. Beside it, in `construction/`, lies the list of what was rejected and why;
a shard counts as done when both are there, so that what is killed loses one shard at most, and makes it again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from diorama.data import Builder, BuildPlan, Sample, Slot, create_or_open, read_manifest, whole_file
from diorama.data.manifest import FILE
from diorama.errors import DioramaError, short
from diorama.perceive.construct.perception import Perception, Unusable, printable_name
from diorama.perceive.construct.samples import SUITE, Wish, make_samples
from diorama.perceive.construct.tasks import TASKS
from diorama.perceive.providers.wishes import CannotPerceive

PICTURES_A_SHARD = 8
JOURNALS = "construction"
RENDERER = "foreign"


@dataclass(frozen=True)
class ConstructOrder:
    """What is constructed, from which pictures, and where it goes."""

    pictures: tuple[Path, ...]
    out: Path
    perception: Perception
    wish: Wish


@dataclass
class ConstructTally:
    """What came of pictures."""

    pictures: int = 0
    samples: Counter[str] = field(default_factory=Counter)
    """By task."""
    rejected: Counter[str] = field(default_factory=Counter)
    """By task and gate; a question counts for each gate that objected."""
    silent: Counter[str] = field(default_factory=Counter)
    """Pictures that allow no question, by task."""
    unusable: list[str] = field(default_factory=list)
    """Pictures about which nothing can be asked, and why."""
    failed: list[str] = field(default_factory=list)
    """Pictures at which a provider failed: they are tried again."""

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a line of a journal."""
        kind = record.get("kind")
        if kind == "picture":
            self.pictures += 1
            self.samples.update(record["samples"])
            self.silent.update(record["silent"])
        elif kind == "refused":
            self.rejected.update(f"{record['task']}: {gate}" for gate in record["gates"])
        elif kind == "unusable":
            self.pictures += 1
            self.unusable.append(record["why"])
        elif kind == "failed":
            self.failed.append(record["why"])


NEEDED = {"T4": ("materials",)}
"""Roles that a task asks, of those for which nobody plays unless named."""


def check_tasks(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """``T1,T3`` as tasks, each once and in order, and the roles that they need besides the usual ones."""
    tasks = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not tasks:
        raise DioramaError("--task names the tasks, such as T1,T2,T3")
    for name in tasks:
        TASKS.get(name)
    return tasks, tuple(sorted({role for name in tasks for role in NEEDED.get(name, ())}))


def plan_construction(order: ConstructOrder) -> BuildPlan:
    """The plan of a dataset: everything that decides its samples, but for the files of providers."""
    pictures = len(order.pictures)
    most = order.wish.each * len(order.wish.tasks)
    return BuildPlan(
        suites=(SUITE,), count=pictures * most, seed=order.wish.seed, renderer=RENDERER,
        shard_size=PICTURES_A_SHARD * most, constructed_from=f"{pictures} pictures ({_checksum(order.pictures)})",
        options={
            "tasks": list(order.wish.tasks),
            "each": order.wish.each,
            "providers": {role: spec.key for role, spec in order.perception.specs.items()},
            "names": _names_told(order),
            "limits": asdict(order.perception.limits),
        },
    )  # fmt: skip


def construct(order: ConstructOrder, progress: Callable[[], None] = lambda: None) -> ConstructTally:
    """Make what is missing of a dataset; `progress` is called after each picture."""
    plan = plan_construction(order)
    _check_same(order.out, plan)
    builder = create_or_open(order.out, plan)
    (order.out / JOURNALS).mkdir(exist_ok=True)
    tally = ConstructTally()
    for k, slot in enumerate(plan.slots()):
        first = k * PICTURES_A_SHARD
        pictures = list(enumerate(order.pictures))[first : first + PICTURES_A_SHARD]
        records = _done(builder, slot)
        if records is None:
            records = _make(order, builder, slot, pictures, progress)
        else:
            for _ in pictures:
                progress()
        for record in records:
            tally.add(record)
    return tally


def _make(
    order: ConstructOrder, builder: Builder, slot: Slot, pictures: Sequence[tuple[int, Path]],
    progress: Callable[[], None],
) -> list[dict[str, Any]]:  # fmt: skip
    """Make a shard; if a provider fails, only what failed is told, and the shard is tried again another time."""
    samples: list[Sample] = []
    records: list[dict[str, Any]] = []
    for number, path in pictures:
        name = printable_name(path)
        try:
            picture = order.perception.read(path)
            made = make_samples(picture, path, number, order.perception, order.wish)
        except Unusable as error:
            records.append({"kind": "unusable", "picture": name, "why": short(error)})
        except CannotPerceive as error:
            records.append({"kind": "unusable", "picture": name, "why": f"{name}: {short(error)}"})
        except DioramaError as error:
            return [{"kind": "failed", "why": f"{name}: {short(error)}"}]
        else:
            samples += made.samples
            records += [{"kind": "refused", **asdict(refused)} for refused in made.refused]
            counts = dict(sorted(Counter(sample.task for sample in made.samples).items()))
            records.append({"kind": "picture", "picture": name, "samples": counts, "silent": list(made.silent)})
        progress()
    records.append({"kind": "end", "samples": len(samples)})
    with whole_file(_journal(builder, slot)) as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False, sort_keys=True).encode() + b"\n")
    if samples and slot in builder.missing_shards():
        builder.add_shard(slot.name, samples, fewer=True)
    return records


def _done(builder: Builder, slot: Slot) -> list[dict[str, Any]] | None:
    """The journal of a shard that is done; None if it has to be made."""
    try:
        records = [json.loads(line) for line in _journal(builder, slot).read_text("utf-8").splitlines()]
        made = records[-1]["samples"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return records if not made or slot not in builder.missing_shards() else None


def _journal(builder: Builder, slot: Slot) -> Path:
    return builder.folder / JOURNALS / f"{slot.name.removesuffix('.parquet')}.jsonl"


def _check_same(out: Path, plan: BuildPlan) -> None:
    """Refuse, in words, to go on with a dataset that was begun otherwise."""
    if not (out / FILE).is_file():
        return
    begun = read_manifest(out).plan
    for what, old, new in _pairs(begun, plan):
        if old != new:
            raise DioramaError(
                f"{out} was begun with {what}{short(old or '(nothing)', 80)}, and this is {short(new, 80)}: "
                "choose another folder"
            )


def _pairs(begun: BuildPlan, plan: BuildPlan) -> Iterator[tuple[str, Any, Any]]:
    yield "", begun.constructed_from, plan.constructed_from
    yield "seed ", begun.seed, plan.seed
    for name in plan.options:
        yield f"{name} ", begun.options.get(name), plan.options[name]


def _names_told(order: ConstructOrder) -> str:
    """The names that are looked for, or the folder of lists, by checksum."""
    labels = order.perception.labels
    if labels.folder is None:
        return f"{len(labels.shared)} ({sha256(repr(labels.shared).encode()).hexdigest()[:12]})"
    files = [labels.folder / f"{path.stem}.txt" for path in order.pictures]
    return f"lists for {len(files)} pictures ({_checksum(files)})"


def _checksum(files: Sequence[Path]) -> str:
    """Of names and contents; a file that cannot be read counts by its name."""
    told = sha256()
    for file in files:
        told.update(file.name.encode("utf-8", "surrogatepass") + b"\0")
        try:
            with file.open("rb") as stream:
                while piece := stream.read(1 << 20):
                    told.update(piece)
        except OSError:
            told.update(b"\1")
        told.update(b"\0")
    return told.hexdigest()[:12]
