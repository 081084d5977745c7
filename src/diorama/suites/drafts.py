"""Drafts: a question with its answer before anything is drawn, and trying until one passes its gates.

A task either returns a `Draft` or raises `Rejected` with the reason; the builder tries again with the next child
generator and counts the reasons.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from diorama.errors import DioramaError, short
from diorama.kinds import Answer, Query
from diorama.sight import Shot
from diorama.suites.words import Part, Words
from diorama.world import Camera, World

if TYPE_CHECKING:
    from diorama.suites.suite import Task

Rng = np.random.Generator
T = TypeVar("T")

TRIES = 240
"""Attempts at one sample before the builder gives up."""
PATIENCE = 200
"""Attempts after which each has a hand of its own: once in a while, what was dealt cannot be had."""


class Rejected(Exception):
    """A gate rejected a draft; the message is the reason, short enough to be counted."""


class NoSample(DioramaError):
    """All tries at a sample were rejected; `reasons` counts why."""

    def __init__(self, task: Task, tries: int, reasons: Counter[str]) -> None:
        most, count = reasons.most_common(1)[0]
        super().__init__(f"{task.label}: no sample in {tries} tries; most were rejected for: {most} ({count})")
        self.reasons = reasons


@dataclass(frozen=True)
class Draft:
    """A question with its answer, before pictures are drawn."""

    query: Query
    """What is asked, as a value."""
    shots: tuple[Shot, ...]
    """What is drawn. The first one is the view that the question is about."""
    words: tuple[Words, ...]
    """How it is asked."""
    answer: Answer
    options: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    """What a model is shown, in order; unless given, all shots, each after its label, and then the question.

    `verify` accepts no words here but the labels of shots."""
    trace: dict[str, Any] = field(default_factory=dict)
    """Why this is the answer, for people: plain data that no program reads."""
    gates: tuple[str, ...] = ()
    """The checks it passed."""
    margin: float | None = None
    """How far the answer is from flipping, measured; 0 is on the edge."""

    @property
    def world(self) -> World:
        return self.shots[0].world

    @property
    def camera(self) -> Camera:
        return self.shots[0].camera


def first_of(options: Iterable[T], make: Callable[[T], Draft], *, otherwise: str) -> Draft:
    """The draft from the first option that passes its gates; if none does, the last rejection, or `otherwise`."""
    reason = Rejected(otherwise)
    for option in options:
        try:
            return make(option)
        except Rejected as rejected:
            reason = rejected
    raise reason


def shuffled(rng: Rng, names: Iterable[str]) -> list[str]:
    """The names in a random order."""
    return [str(n) for n in rng.permutation(list(names))]


def draw_up(
    task: Task, seed: Sequence[int], *, turn: int = 0, tries: int = TRIES, look: Callable[[Draft], None] | None = None
) -> tuple[Draft, Counter[str]]:
    """The first draft of a task that passes its gates, and the reasons why earlier ones did not.

    `look` is one more gate, for a draft that has passed all others.
    """
    reasons: Counter[str] = Counter()
    for attempt in range(tries):
        try:
            hand = turn + max(0, attempt + 1 - PATIENCE)
            draft = task.make(hand, np.random.default_rng([*seed, attempt]))
            if look is not None:
                look(draft)
            return draft, reasons
        except Rejected as rejected:
            reasons[str(rejected)] += 1
        except Exception as error:
            if isinstance(error, DioramaError) or task.make.__module__.startswith("diorama."):
                raise
            at = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{at.filename}, line {at.lineno}"
            raise DioramaError(
                f"the task {task.label} failed ({type(error).__name__}: {short(error)}; {where}): repair the task"
            ) from error
    raise NoSample(task, tries, reasons)
