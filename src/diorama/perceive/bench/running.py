"""Running: some samples at a time, by any number of processes; what is done is kept, and a killed run goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from diorama.data import in_workers, load, whole_file
from diorama.errors import DioramaError
from diorama.perceive.bench.conditions import CONDITIONS, TASKS, Condition
from diorama.perceive.bench.judging import rows_of
from diorama.perceive.bench.rows import Row, read_rows, write_rows
from diorama.perceive.bench.variations import Variation
from diorama.perceive.construct.limits import Limits
from diorama.progress import bar

TOGETHER = 6
"""Samples that are kept together: few enough that an interruption costs little."""
VERSION = 1
"""Raise it when rows mean something else: what was kept of earlier runs is refused then."""


@dataclass(frozen=True)
class BenchPlan:
    """What is run on the samples of one dataset."""

    data: Path
    samples: int
    tasks: tuple[str, ...] = TASKS
    conditions: tuple[Condition, ...] = CONDITIONS
    limits: Limits = field(default_factory=Limits)
    variations: tuple[Variation, ...] = ()
    """Other limits to try."""

    def told(self, fingerprint: str) -> str:
        """All that the rows depend on."""
        found = {
            "version": VERSION, "data": fingerprint, "samples": self.samples, "tasks": self.tasks, "together": TOGETHER,
            "conditions": [[c.key, c.providers, c.tasks] for c in self.conditions],
            "limits": asdict(self.limits), "variations": [asdict(each) for each in self.variations],
        }  # fmt: skip
        return json.dumps(found, indent=1, sort_keys=True)


def run(plan: BenchPlan, out: Path, workers: int = 1) -> int:
    """Make the rows that are missing in a folder; returns how many samples there are."""
    data = load(plan.data)
    ids = wanted(plan.data, plan.samples, plan.tasks)
    out.mkdir(parents=True, exist_ok=True)
    _claim(out, plan.told(data.fingerprint))
    parts = [(number, ids[start : start + TOGETHER]) for number, start in enumerate(range(0, len(ids), TOGETHER))]
    missing = [part for part in parts if not _rows_file(out, part[0]).exists()]
    with bar("perceive bench") as progress:
        advance = progress(len(parts) - len(missing), len(parts))
        for _ in in_workers(partial(make_part, plan, out), missing, workers):
            advance()
    return len(ids)


def wanted(folder: Path, samples: int, tasks: Sequence[str] = TASKS) -> tuple[str, ...]:
    """The first samples of a dataset that construction knows the task of, each task in turn."""
    data = load(folder)
    there = data.manifest.tasks.get("structure", {})
    found = sorted(
        (turn, task, name)
        for task in tasks
        if task in there
        for turn, name in enumerate(data.where(suite="structure", task=task).ids())
    )
    if not found:
        raise DioramaError(f"{folder} has no samples of {', '.join(tasks)}: build one with `diorama build structure`")
    return tuple(name for _, _, name in found[:samples])


def make_part(plan: BenchPlan, out: Path, part: tuple[int, Sequence[str]]) -> None:
    number, ids = part
    data = load(plan.data)
    samples = (data.get(name) for name in ids)
    text = "".join(write_rows(rows_of(each, plan.conditions, plan.limits, plan.variations)) for each in samples)
    with whole_file(_rows_file(out, number)) as file:
        file.write(text.encode())


def all_rows(out: Path) -> Iterator[Row]:
    """Every row in a folder, in order, one file in memory at a time."""
    for path in sorted((out / "rows").glob("*.jsonl")):
        yield from read_rows(path)


def _rows_file(out: Path, number: int) -> Path:
    return out / "rows" / f"{number:05d}.jsonl"


def _claim(out: Path, told: str) -> None:
    """Refuse a folder that holds the rows of another plan."""
    (out / "rows").mkdir(exist_ok=True)
    path = out / "plan.json"
    if not path.exists():
        with whole_file(path) as file:
            file.write(told.encode())
    elif path.read_bytes() != told.encode():
        raise DioramaError(f"{out} holds a bench of other samples or settings: choose another folder")
