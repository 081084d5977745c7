"""Tasks: what a suite asks, registered by a decorator, each a function from a turn and a generator to a draft.

A task either returns a `Draft` or raises `Rejected` with the reason; who builds tries again with the next
child generator and counts the reasons. The turn is the sample's number among those of its task: by it a task
deals out what should be balanced (answer sizes, yes and no, layouts) instead of leaving balance to chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from diorama.errors import DioramaError, UnknownName
from diorama.sight import Overlay
from diorama.suites.answers import AnyAnswer
from diorama.whatif import Intervention
from diorama.world import Camera, World

Rng = np.random.Generator
T = TypeVar("T")

TRIES = 200
"""Attempts at one sample before the builder gives up."""


class Rejected(Exception):
    """A gate turned a draft down; the message is the reason, short enough to be counted."""


class NoSample(DioramaError):
    """All tries at a sample were turned down; `reasons` says how often for what."""

    def __init__(self, which: Task, tries: int, reasons: Counter[str]) -> None:
        most, count = reasons.most_common(1)[0]
        label = " ".join(part for part in (which.suite, which.name, which.level) if part)
        super().__init__(f"{label}: no sample in {tries} tries; most were rejected for: {most} ({count})")
        self.reasons = reasons


@dataclass(frozen=True)
class Draft:
    """A question with its answer, before pictures are drawn."""

    world: World
    camera: Camera
    question: str
    answer: AnyAnswer
    options: tuple[str, ...] = ()
    intervention: Intervention | None = None
    trace: dict[str, Any] = field(default_factory=dict)
    """Why this is the answer: plain data."""
    gates: tuple[str, ...] = ()
    """The checks it passed."""
    margin: float | None = None
    """How far the answer is from flipping, measured; 0 is on the edge."""
    overlays: tuple[Overlay, ...] = ()
    muted: tuple[str, ...] = ()


Maker = Callable[[int, Rng], Draft]


@dataclass(frozen=True)
class Task:
    """One kind of question."""

    suite: str
    name: str
    level: str
    make: Maker = field(repr=False)
    answer: Callable[[Draft, World, Camera], AnyAnswer] = field(repr=False)
    """The answer again, in another world, for the same question: what perturbation and tests call."""

    @property
    def about(self) -> str:
        return (self.make.__doc__ or "").splitlines()[0]


_TASKS: dict[tuple[str, str, str], Task] = {}


def task(
    suite: str, name: str, *, level: str = "", answer: Callable[[Draft, World, Camera], AnyAnswer]
) -> Callable[[Maker], Maker]:
    """Register a function as a task of a suite."""

    def add(make: Maker) -> Maker:
        _TASKS[suite, name, level] = Task(suite, name, level, make, answer)
        return make

    return add


def suites() -> tuple[str, ...]:
    return tuple(sorted({t.suite for t in _TASKS.values()}))


def tasks(suite: str, name: str | None = None, level: str | None = None) -> tuple[Task, ...]:
    """The tasks of a suite in order, all or those of a name or a level; an unknown word suggests the nearest."""
    found = tuple(_TASKS[key] for key in sorted(_TASKS) if key[0] == suite)
    if not found:
        raise UnknownName("suite", suite, suites())
    if name is not None and name not in {t.name for t in found}:
        raise UnknownName(f"task of {suite}", name, sorted({t.name for t in found}))
    if level is not None and level not in {t.level for t in found}:
        raise UnknownName(f"level of {suite}", level, sorted({t.level for t in found} - {""}))
    return tuple(t for t in found if name in (None, t.name) and level in (None, t.level))


def get_task(suite: str, name: str, level: str = "") -> Task:
    return tasks(suite, name, level)[0]


def first_of(options: Iterable[T], make: Callable[[T], Draft], *, otherwise: str) -> Draft:
    """The draft from the first option that passes its gates; if none does, the last reason, or why there is none."""
    reason = Rejected(otherwise)
    for option in options:
        try:
            return make(option)
        except Rejected as rejected:
            reason = rejected
    raise reason


def shuffled(rng: Rng, names: Iterable[str]) -> list[str]:
    """The names in a drawn order."""
    return [str(n) for n in rng.permutation(list(names))]


def draw_up(which: Task, seed: Sequence[int], *, turn: int = 0, tries: int = TRIES) -> tuple[Draft, Counter[str]]:
    """The first draft of a task that passes its gates, and the reasons why earlier ones did not."""
    reasons: Counter[str] = Counter()
    for attempt in range(tries):
        try:
            return which.make(turn, np.random.default_rng([*seed, attempt])), reasons
        except Rejected as rejected:
            reasons[str(rejected)] += 1
    raise NoSample(which, tries, reasons)
