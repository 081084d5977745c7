"""Drawing a dataset again: the same samples, their shots drawn by another renderer or in another size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from diorama.data._workers import check_workers, each
from diorama.data.build import in_size, looked_gates, wanted_size
from diorama.data.dataset import Builder, check, create_or_open, load
from diorama.data.drawing import OUTCOME, depth_picture, draw_media
from diorama.data.manifest import BuildPlan, Slot
from diorama.data.sample import Sample
from diorama.errors import DioramaError
from diorama.sight import Easel, get_renderer
from diorama.suites import Rejected, find_task, get_suite
from diorama.world.model import replace


def plan_redraw(
    folder: str | Path, renderer: str, *, preset: str | None = None, size: str | None = None
) -> BuildPlan:  # fmt: skip
    """The plan for the same dataset with other pictures; fails at once if it cannot be done."""
    data = load(folder)
    if faults := check(folder):
        raise DioramaError(f"{folder} is damaged: {faults[0]}")
    if not data.manifest.samples:
        raise DioramaError(f"{folder} has no samples yet: build it first")
    _, quality = get_renderer(renderer, preset)
    plan = data.manifest.plan
    options: dict[str, Any] = {k: v for k, v in plan.options.items() if k not in ("preset", "size")}
    options |= {"preset": quality} if quality else {}
    if size is not None:
        options["size"] = list(wanted_size(size, plan.suites))
    elif "size" in plan.options:
        options["size"] = plan.options["size"]
    return replace(plan, renderer=renderer, options=options, redrawn_from=data.fingerprint)


@dataclass(frozen=True)
class RedrawTally:
    """Samples drawn again, and those left out because their new pictures do not show what is asked."""

    samples: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    """By task, level and reason."""

    def __add__(self, other: RedrawTally) -> RedrawTally:
        return RedrawTally(self.samples + other.samples, self.left_out + other.left_out)


def redraw(source: str | Path, out: str | Path, plan: BuildPlan, *, workers: int = 1) -> Iterator[RedrawTally]:
    """Draw what is missing; yields a tally for every shard that is done.

    A sample whose task would not ask it with its new pictures is left out. The others are as they were.
    """
    check_workers(workers)
    if Path(source).resolve() == Path(out).resolve():
        raise DioramaError("--out must be another folder: a dataset is never drawn over")
    builder = create_or_open(out, plan)
    there = load(source).manifest.shards
    todo = [slot for slot in builder.missing_shards() if slot.name in there]
    yield from each(partial(redraw_shard, source, builder.folder, plan), todo, workers)


def redraw_shard(source: str | Path, folder: Path, plan: BuildPlan, slot: Slot) -> RedrawTally:
    """Draw the samples of one shard again."""
    left_out: Counter[str] = Counter()

    def samples() -> Iterator[Sample]:
        for sample in load(source).shard(slot.name):
            try:
                yield redrawn(sample, plan)
            except Rejected as rejected:
                left_out[f"{sample.task} {sample.level}".strip() + f": {rejected}"] += 1

    found = list(islice(made := samples(), 1))
    if not found:
        return RedrawTally(0, left_out)
    shard = Builder(folder, plan).add_shard(slot.name, chain(found, made), fewer=True)
    return RedrawTally(shard.samples, left_out)


def redrawn(sample: Sample, plan: BuildPlan) -> Sample:
    """The same sample, its shots drawn as the plan wants them; `Rejected` if they do not show what is asked."""
    if not sample.shots:
        raise DioramaError(f"sample '{sample.id}' has no shots: only what was drawn here can be drawn again")
    shots = sample.shots
    if (size := plan.options.get("size")) is not None:
        suite = get_suite(sample.suite)
        shots = tuple(s if s.role == OUTCOME else in_size(s, suite, size) for s in shots)
    easel = Easel(plan.renderer, plan.options.get("preset"))
    task = find_task(sample.suite, sample.task, sample.level)
    gates = sample.gates
    if task is not None and isinstance(sample.query, task.query):
        task.look_at(sample.query, tuple(s for s in shots if s.role != OUTCOME), easel)
        gates = looked_gates(gates, task)
    media, outcome = draw_media(shots, easel)
    depth = None if sample.depth is None else depth_picture(shots[0].world, shots[0].camera)
    return replace(sample, shots=shots, media=media, outcome=outcome, depth=depth, gates=gates)
