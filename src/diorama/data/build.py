"""Building a dataset: shard by shard, by any number of processes, to the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from diorama.data._workers import check_workers, each
from diorama.data.annotate import annotation, outcome_shot, what_happens
from diorama.data.dataset import Builder, create_or_open
from diorama.data.drawing import depth_picture, draw_media
from diorama.data.manifest import BuildPlan, Slot
from diorama.data.packs import load_packs, register_packs
from diorama.data.sample import Sample
from diorama.errors import DioramaError, first_fault
from diorama.kinds import Answer
from diorama.sight import Easel, Shot, get_renderer
from diorama.suites import Draft, NoSample, Suite, Task, draw_up, get_suite
from diorama.suites.sizes import Size, read_size
from diorama.suites.suite import LOOKED
from diorama.world.assets import Offer, get_asset, offering

SHARD_SIZE = 24
"""Samples per shard: few enough that an interruption costs little, and that workers finish together."""


@dataclass(frozen=True)
class BuildTally:
    """What building cost: samples made, and drafts rejected for each reason."""

    samples: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    """By task, level and reason."""
    missing: Counter[str] = field(default_factory=Counter)
    """Samples of each task and level that could not be made within the allowed tries."""
    objects: int = 0
    from_packs: int = 0
    """Objects in the scenes, and how many of them came from packs."""

    def __add__(self, other: BuildTally) -> BuildTally:
        return BuildTally(
            self.samples + other.samples, self.rejected + other.rejected, self.missing + other.missing,
            self.objects + other.objects, self.from_packs + other.from_packs,
        )  # fmt: skip

    def shortages(self) -> list[str]:
        """For each task that did not reach its count, how much is missing and which gate is to blame."""
        lines = []
        for cell, count in sorted(self.missing.items()):
            why = Counter({k.partition(": ")[2]: n for k, n in self.rejected.items() if k.startswith(f"{cell}: ")})
            reason, times = why.most_common(1)[0]
            lines.append(f"{cell}: {count} samples short; most drafts were rejected for: {reason} ({times})")
        return lines

    @property
    def acceptance(self) -> float:
        """The share of drafts that became samples."""
        return self.samples / max(1, self.samples + self.rejected.total())


@dataclass(frozen=True)
class BuildWishes:
    """What a user may ask of a build besides suites, count and seed."""

    task: str | None = None
    level: str | None = None
    renderer: str = "draft"
    preset: str | None = None
    size: str | None = None
    """``1920x1080``; the suite says which sizes its pictures can have."""
    outcome_video: bool = False
    packs: tuple[Path, ...] = ()
    """Folders of packs, see `docs/packs.md`."""
    pack_share: float | None = None
    """The share of the objects of a scene that come from packs."""
    shard_size: int = SHARD_SIZE


def plan_build(suites: Iterable[str], count: int, seed: int, wishes: BuildWishes | None = None) -> BuildPlan:
    """The plan for a dataset; fails at once on unknown suites and tasks and on unsuitable sizes."""
    names, wanted = tuple(suites), wishes or BuildWishes()
    if count <= 0:
        raise DioramaError(f"the count must be more than 0; got {count}")
    for name in names:
        get_suite(name).tasks(wanted.task, wanted.level)
    _, preset = get_renderer(wanted.renderer, wanted.preset)
    options: dict[str, Any] = {"task": wanted.task, "level": wanted.level} | ({"preset": preset} if preset else {})
    if wanted.size is not None:
        options["size"] = list(wanted_size(wanted.size, names))
    if wanted.outcome_video:
        if not any(get_suite(name).records_motion for name in names):
            raise DioramaError(f"nothing moves in {', '.join(names)}: there are no outcome videos of it")
        options["outcome_video"] = True
    if wanted.pack_share is not None and not wanted.packs:
        raise DioramaError("a share of things from packs needs packs: name them with --pack")
    share = (Offer.share if wanted.pack_share is None else wanted.pack_share) if wanted.packs else 0.0
    if not 0 <= share <= 1:
        raise DioramaError(f"the share of things from packs is a number from 0 to 1; got {share:g}")
    try:
        return BuildPlan(
            suites=names, count=count, seed=seed, renderer=wanted.renderer, shard_size=wanted.shard_size,
            options=options, packs=load_packs(wanted.packs), pack_share=share,
        )  # fmt: skip
    except ValidationError as error:
        raise DioramaError(f"cannot build that: {first_fault(error)}") from None


def build(folder: str | Path, plan: BuildPlan, *, workers: int = 1) -> Iterator[BuildTally]:
    """Make what is missing of a dataset; yields a tally for every shard that is done.

    The number of workers does not change a byte. An interrupted build continues where it stopped.
    """
    check_workers(workers)
    builder = create_or_open(folder, plan)
    yield from each(partial(build_shard, builder.folder, plan), builder.missing_shards(), workers)


def build_shard(folder: Path, plan: BuildPlan, slot: Slot) -> BuildTally:
    """Make one shard; a sample that cannot be made is left out and counted in the tally."""
    register_packs(folder, plan)
    with offering(Offer(frozenset(use.sha256 for use in plan.packs), plan.pack_share)):
        return _build_shard(folder, plan, slot)


def _build_shard(folder: Path, plan: BuildPlan, slot: Slot) -> BuildTally:
    if slot not in Builder(folder, plan).missing_shards():
        return BuildTally()  # another build of the same plan was faster
    rejected: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    origins: Counter[bool] = Counter()

    def samples() -> Iterator[Sample]:
        for index in range(slot.start, slot.start + slot.count):
            task, turn = task_of(plan, slot.suite, index)
            cell = f"{task.name} {task.level}".strip()
            easel = Easel(plan.renderer, plan.options.get("preset"))
            look = partial(_look_at, task, plan, easel) if task.looked is not None else None
            try:
                draft, reasons = draw_up(task, [plan.seed, *slot.suite.encode(), index], turn=turn, look=look)
                draft = draft if look is None else changed(draft, gates=looked_gates(draft.gates, task))
            except NoSample as nothing:
                missing[cell] += 1
                rejected.update({f"{cell}: {reason}": n for reason, n in nothing.reasons.items()})
                continue
            rejected.update({f"{cell}: {reason}": n for reason, n in reasons.items()})
            try:
                sample = to_sample(draft, task, plan, index, easel)
            except ValidationError as error:
                raise DioramaError(f"the task {task.label} made no sample ({first_fault(error)}): repair it") from None
            world = sample.shots[0].world
            origins.update(bool(get_asset(world[name].noun).pack) for name in world.inventory)
            yield sample

    found = list(islice(made := samples(), 1))
    if found:
        Builder(folder, plan).add_shard(slot.name, chain(found, made), fewer=True)
    return BuildTally(slot.count - missing.total(), rejected, missing, origins.total(), origins[True])


def task_of(plan: BuildPlan, suite: str, index: int) -> tuple[Task, int]:
    """The task for this index, and how many of its samples come before.

    Tasks alternate, so that any number of samples is balanced over them.
    """
    chosen = get_suite(suite).tasks(plan.options.get("task"), plan.options.get("level"))
    return chosen[index % len(chosen)], index // len(chosen)


def _look_at(task: Task, plan: BuildPlan, easel: Easel, draft: Draft) -> None:
    _check_draft(draft, task)
    task.look_at(draft.query, _shots(draft, task, plan), easel)


def looked_gates(gates: tuple[str, ...], task: Task) -> tuple[str, ...]:
    """The gates of a sample whose task has looked at its pictures, if it is one that looks."""
    return gates if task.looked is None or LOOKED in gates else (*gates, LOOKED)


def _shots(draft: Draft, task: Task, plan: BuildPlan) -> tuple[Shot, ...]:
    """The shots of a draft in the size in which the plan wants them."""
    suite = get_suite(task.suite)
    size = plan.options.get("size") or suite.size(plan.renderer)
    return tuple(in_size(shot, suite, size) for shot in draft.shots)


def _check_draft(draft: Draft, task: Task) -> None:
    """Say what is wrong with a draft that its task should not have made."""
    if not isinstance(draft, Draft) or not draft.shots or not isinstance(draft.answer, Answer):
        raise DioramaError(f"the task {task.label} made no draft with shots and an answer: repair the task")
    if draft.answer.kind != task.kind.name or not isinstance(draft.query, task.query):
        made = f"a {type(draft.query).__name__} and an answer of the kind '{draft.answer.kind}'"
        wanted = f"a {task.query.__name__} and the kind '{task.kind.name}'"
        raise DioramaError(f"the task {task.label} made {made}, but is registered with {wanted}: repair the task")


def to_sample(draft: Draft, task: Task, plan: BuildPlan, index: int, easel: Easel | None = None) -> Sample:
    """A draft with its pictures, and with what is kept beside them; an `easel` may have drawn some of them already."""
    _check_draft(draft, task)
    label = "-".join(part.lower() for part in (task.suite, task.name, task.level) if part)
    suite = get_suite(task.suite)
    shots = _shots(draft, task, plan)
    world, camera = shots[0].world, shots[0].camera
    intervention = draft.query.intervention()
    motion = what_happens(world, intervention) if suite.records_motion else None
    if motion is not None and plan.options.get("outcome_video", False):
        shots = (*shots, outcome_shot(motion, camera))
    media, outcome = draw_media(shots, easel or Easel(plan.renderer, plan.options.get("preset")))
    return Sample(
        id=f"{label}-{plan.seed}-{index:06d}",
        suite=task.suite,
        task=task.name,
        level=task.level,
        question=suite.text(*draft.words),
        words=draft.words,
        options=draft.options,
        answer=draft.answer,
        query=draft.query,
        shots=shots,
        media=media,
        parts=draft.parts,
        depth=depth_picture(world, camera) if suite.records_motion else None,
        outcome=outcome,
        trace=draft.trace,
        annotation=annotation(world, motion) if suite.records_motion else None,
        gates=draft.gates,
        margin=draft.margin,
        seed=plan.seed,
        version=plan.version,
    )


def in_size(shot: Shot, suite: Suite, size: Sequence[int]) -> Shot:
    """A shot as large as wanted; one of a size of its own, unusual for its suite, stays as its task made it."""
    measured = suite.measured(shot.camera)
    return shot.resized(*size) if (measured.width, measured.height) == suite.usual_size else shot


def wanted_size(text: str, suites: Iterable[str]) -> Size:
    """``1920x1080`` as numbers, if pictures of all these suites can be of that size."""
    size = read_size(text)
    for name in sorted(set(suites)):
        get_suite(name).check_size(size)
    return size
