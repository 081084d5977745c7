"""Benching: worlds are built or opened, thresholds chosen on some, the bench run on others, and all of it reported."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from diorama.data import load
from diorama.data.build import BuildWishes, build, plan_build
from diorama.errors import DioramaError, UnknownName, short
from diorama.perceive.bench.conditions import CONDITIONS, TASKS, Condition
from diorama.perceive.bench.report import make_report
from diorama.perceive.bench.running import BenchPlan, run
from diorama.perceive.bench.tables import Table
from diorama.perceive.bench.variations import VARIATIONS
from diorama.perceive.construct.limits import Limits
from diorama.progress import track

CHOSEN_ON = 3
"""Thresholds are chosen on one sample for so many that are reported."""
FEWEST_TO_CHOOSE = 12


@dataclass(frozen=True)
class Worlds:
    """Our own worlds: a dataset that is there, or one to be built from a seed."""

    data: Path | None = None
    seed: int = 0


@dataclass(frozen=True)
class BenchOrder:
    """What is benched, and where to."""

    out: Path
    samples: int
    worlds: Worlds
    choose_on: Worlds | None = None
    """Other worlds, on which thresholds are chosen."""
    tasks: tuple[str, ...] = TASKS
    workers: int = 1
    conditions: tuple[Condition, ...] = CONDITIONS
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Bench:
    """What came of it."""

    samples: int
    """How many there were: a dataset may have fewer than were asked for."""
    tables: list[Table]


def bench(order: BenchOrder) -> Bench:
    """Do what is not done yet, and write the report; stopped, it goes on where it was."""
    _check_ours(order.out)
    for worlds in filter(None, (order.worlds, order.choose_on)):
        if worlds.data is not None:
            load(worlds.data)  # before any are built, which takes long
    order.out.mkdir(parents=True, exist_ok=True)
    to_choose = max(FEWEST_TO_CHOOSE, order.samples // CHOSEN_ON)
    data = opened(order.worlds, order.samples, order)
    other = None if order.choose_on is None else opened(order.choose_on, to_choose, order)
    chosen_in = None
    if other is not None:
        check_apart(data, other)
        chosen_in = order.out / "chosen"
        run(_plan(order, other, to_choose), chosen_in, order.workers)
    samples = run(_plan(order, data, order.samples), order.out, order.workers)
    _, tables = make_report(data, order.out, order.limits, chosen_in)
    return Bench(samples, tables)


def _check_ours(out: Path) -> None:
    """Refuse a folder with other files: the report would replace those of its names."""
    if not out.is_dir():
        return
    there = sorted(each.name for each in out.iterdir())
    if there and not any(name in ("plan.json", "chosen") or name.startswith("worlds-") for name in there):
        raise DioramaError(f"{out} holds other files ({short(there[0], 40)}): choose a new or an empty folder")


def _plan(order: BenchOrder, data: Path, samples: int) -> BenchPlan:
    variations = () if order.choose_on is None else VARIATIONS
    return BenchPlan(data, samples, order.tasks, order.conditions, order.limits, variations)


def opened(worlds: Worlds, samples: int, order: BenchOrder) -> Path:
    """The folder of a dataset; what is missing of one that is ours to build is built."""
    if worlds.data is not None:
        load(worlds.data)
        return worlds.data
    folder = order.out / f"worlds-{worlds.seed}"
    one = order.tasks[0] if len(order.tasks) == 1 else None
    count = samples if one else ceil(samples * len(TASKS) / len(order.tasks))  # tasks take turns in a dataset
    plan = plan_build(["structure"], count, worlds.seed, BuildWishes(task=one))
    for _ in track(build(folder, plan, workers=order.workers), "building worlds", total=len(plan.slots())):
        pass
    return folder


def read_tasks(text: str) -> tuple[str, ...]:
    """``T1,T5`` as tasks, in the order of the suite."""
    names = {name.strip().upper() for name in text.split(",") if name.strip()}
    if strange := sorted(names.difference(TASKS)):
        raise UnknownName("task", strange[0], TASKS)
    if not names:
        raise DioramaError("--task names no task: give some of " + ", ".join(TASKS))
    return tuple(name for name in TASKS if name in names)


def check_apart(data: Path, other: Path) -> None:
    """Refuse to choose thresholds on the worlds that they are reported on."""
    here, there = (load(folder).manifest.plan for folder in (data, other))
    same_seed = (here.seed, here.imported_from) == (there.seed, there.imported_from)
    if same_seed or load(data).fingerprint.partition("@")[2] == load(other).fingerprint.partition("@")[2]:
        raise DioramaError(
            f"thresholds must be chosen on other worlds than they are reported on: {data} and {other} have one seed"
        )
