"""Building a dataset: shard by shard, by any number of processes, to the same bytes."""

from __future__ import annotations

import io
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from diorama.data.dataset import Builder, create_or_open
from diorama.data.manifest import BuildPlan, Slot
from diorama.data.sample import Media, Sample
from diorama.errors import DioramaError
from diorama.sight import View
from diorama.suites.tasks import Draft, Task, draw_up, tasks

SHARD_SIZE = 24
"""Samples a shard: small enough that an interruption costs little, and that workers finish together."""


@dataclass(frozen=True)
class Tally:
    """What building cost: samples made, and drafts turned down for each reason."""

    samples: int = 0
    rejected: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.samples + other.samples, self.rejected + other.rejected)

    @property
    def acceptance(self) -> float:
        """The share of drafts that became samples."""
        return self.samples / max(1, self.samples + self.rejected.total())


def plan_build(
    suites: tuple[str, ...], count: int, seed: int, *, task: str | None = None, level: str | None = None,
    renderer: str = "draft", preset: str = "standard", shard_size: int = SHARD_SIZE,
) -> BuildPlan:  # fmt: skip
    """The order for a dataset; unknown suites and tasks are said at once."""
    if count <= 0:
        raise DioramaError(f"the count must be more than 0; got {count}")
    for suite in suites:
        tasks(suite, task, level)
    options = {"task": task, "level": level} | ({"preset": preset} if renderer == "photo" else {})
    return BuildPlan(suites=suites, count=count, seed=seed, renderer=renderer, shard_size=shard_size, options=options)


def build(folder: str | Path, plan: BuildPlan, *, workers: int = 1) -> Iterator[Tally]:
    """Make what is missing of a dataset; gives a tally for every shard that is done.

    The number of workers does not change a byte. Stopped and started again, it goes on where it was.
    """
    if workers < 1:
        raise DioramaError(f"workers must be at least 1; got {workers}")
    builder = create_or_open(folder, plan)
    missing = builder.missing_shards()
    if workers == 1 or len(missing) < 2:
        for slot in missing:
            yield build_shard(builder.folder, plan, slot)
        return
    fresh = multiprocessing.get_context("spawn")  # OpenGL contexts do not survive a fork
    with ProcessPoolExecutor(min(workers, len(missing)), mp_context=fresh) as pool:
        futures = [pool.submit(build_shard, builder.folder, plan, slot) for slot in missing]
        try:
            for future in as_completed(futures):
                yield future.result()
        except BrokenProcessPool:
            raise DioramaError("a worker process died; run the same command again to go on from there") from None
        finally:
            for future in futures:
                future.cancel()


def build_shard(folder: Path, plan: BuildPlan, slot: Slot) -> Tally:
    """Make one shard."""
    rejected: Counter[str] = Counter()

    def samples() -> Iterator[Sample]:
        for index in range(slot.start, slot.start + slot.count):
            which, turn = task_of(plan, slot.suite, index)
            draft, reasons = draw_up(which, [plan.seed, *slot.suite.encode(), index], turn=turn)
            rejected.update({f"{which.name}: {reason}": n for reason, n in reasons.items()})
            yield to_sample(draft, which, plan, index)

    Builder(folder, plan).add_shard(slot.name, samples())
    return Tally(slot.count, rejected)


def task_of(plan: BuildPlan, suite: str, index: int) -> tuple[Task, int]:
    """Whose turn it is, and the how manieth: tasks alternate, so that any number of samples is balanced over them."""
    chosen = tasks(suite, plan.options.get("task"), plan.options.get("level"))
    return chosen[index % len(chosen)], index // len(chosen)


def to_sample(draft: Draft, which: Task, plan: BuildPlan, index: int) -> Sample:
    """A draft with its picture."""
    label = "-".join(part.lower() for part in (which.suite, which.name, which.level) if part)
    view = View(draft.world, draft.camera)
    preset = plan.options.get("preset", "standard")
    picture = view.image(renderer=plan.renderer, preset=preset, overlays=draft.overlays, muted=draft.muted)
    return Sample(
        id=f"{label}-{plan.seed}-{index:06d}",
        suite=which.suite,
        task=which.name,
        level=which.level,
        question=draft.question,
        options=draft.options,
        answer=draft.answer,
        media=(Media(role="view", kind="image", data=png(picture), name="view.png"),),
        world=draft.world,
        camera=draft.camera,
        intervention=None if draft.intervention is None else draft.intervention.model_dump(mode="json"),
        trace=draft.trace | ({"muted": list(draft.muted)} if draft.muted else {}),
        gates=draft.gates,
        margin=draft.margin,
        seed=plan.seed,
        version=plan.version,
    )


def png(picture: Image.Image) -> bytes:
    """A picture as PNG bytes, without a word about when it was made."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=False, compress_level=6)
    return buffer.getvalue()
