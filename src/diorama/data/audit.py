"""Auditing a dataset: is the answer guessable without looking, or from flat boxes alone?

Guessers with no idea of depth play every sample whose answer is a set of objects: one that says what is most
often right, and those that look at flat boxes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from diorama.data.dataset import load
from diorama.data.sample import Sample
from diorama.sight import see
from diorama.suites.answers import Choice, ObjectSet, Swaps
from diorama.suites.flat import GUESSES, visible_boxes

GUESSABLE = 0.25
"""A guesser that is right more often than this earns a warning."""
LOPSIDED = 0.2
"""So does a name or an option that is in more than this share of the answers (of ten samples or more)."""


@dataclass
class TaskAudit:
    """What there is to know of one task's answers."""

    samples: int = 0
    sizes: Counter[int] = field(default_factory=Counter)
    """How many objects or swaps an answer has."""
    names: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    positions: Counter[int] = field(default_factory=Counter)
    """Where among the options the right one stands."""
    guesses: Counter[str] = field(default_factory=Counter)
    """How often each guesser is right."""

    def share(self, guesser: str) -> float:
        return self.guesses[guesser] / max(1, self.samples)

    @property
    def blind(self) -> float:
        """How often saying the most frequent answer every time would be right."""
        return max(self.answers.values(), default=0) / max(1, self.samples)

    def warnings(self) -> list[str]:
        """What makes the task easier than it should be."""
        found = [f"{g} is right in {self.share(g):.0%}" for g in GUESSES if self.share(g) > GUESSABLE]
        if self.samples >= 10 and self.blind > GUESSABLE:
            found.append(f"one answer is right in {self.blind:.0%}")
        if self.samples >= 10 and self.names:
            name, times = self.names.most_common(1)[0]
            if times > LOPSIDED * self.samples:
                found.append(f"'{name}' is in {times} of {self.samples} answers")
        return found


def audit(folder: str | Path) -> dict[tuple[str, str, str], TaskAudit]:
    """Go through a dataset; the result is by suite, task and level."""
    found: dict[tuple[str, str, str], TaskAudit] = defaultdict(TaskAudit)
    for sample in load(folder):
        _count(found[sample.suite, sample.task, sample.level], sample)
    return dict(sorted(found.items()))


def _count(task: TaskAudit, sample: Sample) -> None:
    task.samples += 1
    answer = sample.answer
    task.answers[answer.model_dump_json()] += 1
    if isinstance(answer, Choice):
        task.positions[sample.options.index(answer.option)] += 1
    elif isinstance(answer, Swaps):
        task.sizes[len(answer.pairs)] += 1
    elif isinstance(answer, ObjectSet):
        task.sizes[len(answer.names)] += 1
        task.names.update(answer.names)
        _let_guess(task, sample, answer)


def _let_guess(task: TaskAudit, sample: Sample, answer: ObjectSet) -> None:
    target = next((sample.trace[k] for k in ("removed", "target", "transparent") if k in sample.trace), None)
    if target is None or sample.camera is None:
        return
    boxes = visible_boxes(see(sample.world, sample.camera))
    if target not in boxes:
        return
    for name, guess in GUESSES.items():
        task.guesses[name] += set(guess(boxes, target)) == set(answer.names)
