"""Building a dataset: shard by shard, by any number of processes, to the same bytes."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from PIL import Image

from diorama.data._workers import check_workers, each
from diorama.data.annotate import annotation, depth_picture, outcome_video, what_happens
from diorama.data.dataset import Builder, create_or_open
from diorama.data.manifest import BuildPlan, Slot
from diorama.data.sample import Media, Sample
from diorama.errors import DioramaError
from diorama.sight import View
from diorama.suites.tasks import Draft, NoSample, Task, draw_up, tasks
from diorama.world import Camera, replace

SIZES: dict[str, dict[str, tuple[int, int]]] = {"causal": {"draft": (720, 480), "photo": (1920, 1080)}}
"""Suites whose samples are recorded and can be drawn at any size, and the usual size for each renderer."""
SHARD_SIZE = 24
"""Samples a shard: small enough that an interruption costs little, and that workers finish together."""


@dataclass(frozen=True)
class Tally:
    """What building cost: samples made, and drafts turned down for each reason."""

    samples: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    """By cell (task and level) and reason."""
    missing: Counter[str] = field(default_factory=Counter)
    """Samples of each cell that no try in a bounded number gave."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.samples + other.samples, self.rejected + other.rejected, self.missing + other.missing)

    def shortages(self) -> list[str]:
        """For each cell that did not reach its count, how much is missing and which gate is to blame."""
        said = []
        for cell, count in sorted(self.missing.items()):
            why = Counter({k.partition(": ")[2]: n for k, n in self.rejected.items() if k.startswith(f"{cell}: ")})
            reason, times = why.most_common(1)[0]
            said.append(f"{cell}: {count} samples short; most drafts were rejected for: {reason} ({times})")
        return said

    @property
    def acceptance(self) -> float:
        """The share of drafts that became samples."""
        return self.samples / max(1, self.samples + self.rejected.total())


def plan_build(
    suites: tuple[str, ...], count: int, seed: int, *, task: str | None = None, level: str | None = None,
    renderer: str = "draft", preset: str = "standard", size: str | None = None, outcome_video: bool = False,
    shard_size: int = SHARD_SIZE,
) -> BuildPlan:  # fmt: skip
    """The order for a dataset; unknown suites and tasks, and sizes that will not do, are said at once."""
    if count <= 0:
        raise DioramaError(f"the count must be more than 0; got {count}")
    for suite in suites:
        tasks(suite, task, level)
    options: dict[str, Any] = {"task": task, "level": level} | ({"preset": preset} if renderer == "photo" else {})
    if size is not None:
        options["size"] = list(read_size(size, suites))
    if outcome_video:
        if not set(suites) & set(SIZES):
            raise DioramaError(f"nothing moves in {', '.join(suites)}; outcome videos are for {', '.join(SIZES)}")
        options["outcome_video"] = True
    return BuildPlan(suites=suites, count=count, seed=seed, renderer=renderer, shard_size=shard_size, options=options)


def build(folder: str | Path, plan: BuildPlan, *, workers: int = 1) -> Iterator[Tally]:
    """Make what is missing of a dataset; gives a tally for every shard that is done.

    The number of workers does not change a byte. Stopped and started again, it goes on where it was.
    """
    check_workers(workers)
    builder = create_or_open(folder, plan)
    yield from each(partial(build_shard, builder.folder, plan), builder.missing_shards(), workers)


def build_shard(folder: Path, plan: BuildPlan, slot: Slot) -> Tally:
    """Make one shard; a sample that cannot be made is left out and said in the tally."""
    rejected: Counter[str] = Counter()
    missing: Counter[str] = Counter()

    def samples() -> Iterator[Sample]:
        for index in range(slot.start, slot.start + slot.count):
            which, turn = task_of(plan, slot.suite, index)
            cell = f"{which.name} {which.level}".strip()
            try:
                draft, reasons = draw_up(which, [plan.seed, *slot.suite.encode(), index], turn=turn)
            except NoSample as nothing:
                missing[cell] += 1
                rejected.update({f"{cell}: {reason}": n for reason, n in nothing.reasons.items()})
                continue
            rejected.update({f"{cell}: {reason}": n for reason, n in reasons.items()})
            yield to_sample(draft, which, plan, index)

    found = list(islice(made := samples(), 1))
    if found:
        Builder(folder, plan).add_shard(slot.name, chain(found, made), fewer=True)
    return Tally(slot.count - missing.total(), rejected, missing)


def task_of(plan: BuildPlan, suite: str, index: int) -> tuple[Task, int]:
    """Whose turn it is, and the how manieth: tasks alternate, so that any number of samples is balanced over them."""
    chosen = tasks(suite, plan.options.get("task"), plan.options.get("level"))
    return chosen[index % len(chosen)], index // len(chosen)


def to_sample(draft: Draft, which: Task, plan: BuildPlan, index: int) -> Sample:
    """A draft with its picture, and with what is kept beside it."""
    label = "-".join(part.lower() for part in (which.suite, which.name, which.level) if part)
    camera = picture_camera(draft.camera, which.suite, plan)
    view = View(draft.world, camera)
    preset = plan.options.get("preset", "standard")
    picture = view.image(renderer=plan.renderer, preset=preset, overlays=draft.overlays, muted=draft.muted)
    recorded = which.suite in SIZES
    motion = what_happens(draft.world, draft.intervention) if recorded else None
    filmed = motion is not None and plan.options.get("outcome_video", False)
    return Sample(
        id=f"{label}-{plan.seed}-{index:06d}",
        suite=which.suite,
        task=which.name,
        level=which.level,
        question=draft.question,
        options=draft.options,
        answer=draft.answer,
        media=(Media(role="view", kind="image", data=png(picture), name="view.png"),),
        depth=depth_picture(view) if recorded else None,
        outcome=outcome_video(motion, camera) if motion is not None and filmed else None,
        world=draft.world,
        camera=camera,
        intervention=None if draft.intervention is None else draft.intervention.model_dump(mode="json"),
        trace=draft.trace | ({"muted": list(draft.muted)} if draft.muted else {}),
        annotation=annotation(draft.world, motion) if recorded else None,
        gates=draft.gates,
        margin=draft.margin,
        seed=plan.seed,
        version=plan.version,
    )


def picture_camera(camera: Camera, suite: str, plan: BuildPlan) -> Camera:
    """The camera of a draft at the size the picture is wanted in: the same view, maybe with more at the sides."""
    if suite not in SIZES:
        return camera
    width, height = plan.options.get("size") or SIZES[suite].get(plan.renderer, (camera.width, camera.height))
    return replace(camera, width=width, height=height)


def read_size(text: str, suites: Iterable[str]) -> tuple[int, int]:
    """``1920x1080`` as numbers, if pictures of these suites can be of that size."""
    fixed = sorted(set(suites) - set(SIZES))
    if fixed:
        raise DioramaError(f"pictures of {', '.join(fixed)} have one size; --size is for {', '.join(SIZES)}")
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) != 2 or not all(p.isdecimal() for p in parts):
        raise DioramaError(f"a size is written as 1920x1080; got '{text}'")
    width, height = int(parts[0]), int(parts[1])
    if not (240 <= height <= 8192 and 240 <= width <= 8192):
        raise DioramaError(f"both sides of a picture must be between 240 and 8192; got {width}x{height}")
    if width * 2 < height * 3:
        raise DioramaError(f"scenes are made for pictures of at least 3:2; {width}x{height} would cut them off")
    return width, height


def png(picture: Image.Image) -> bytes:
    """A picture as PNG bytes, without a word about when it was made."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=False, compress_level=6)
    return buffer.getvalue()
