"""Auditing a dataset: is the answer guessable without looking, or from flat boxes alone?

For answers that are sets of objects: how large they are, what they name, and how often guessers without depth are
right. For multiple choice: whether the right option favours a place or a text, against what chance would give, with
three standard errors of grace.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from diorama.data._workers import check_workers, each
from diorama.data.dataset import load
from diorama.data.guessers import CHOOSERS, asked_about
from diorama.data.sample import Sample
from diorama.sight import see
from diorama.suites.answers import Choice, ObjectSet, Swaps
from diorama.suites.causal.options import NOT_SURE
from diorama.suites.flat import GUESSES, visible_boxes

GUESSABLE = 0.25
"""A guesser of sets that is right more often than this earns a warning."""
LOPSIDED = 0.2
"""So does a name that is in more than this share of the answers (of ten samples or more)."""
ERRORS = 3.0
"""Standard errors by which a share of multiple choice answers may exceed its due."""


@dataclass
class Share:
    """How often something was right, and how often chance would have had it right."""

    right: float = 0.0
    due: float = 0.0
    variance: float = 0.0
    offered: int = 0

    def count(self, right: float, chance: float) -> None:
        self.offered += 1
        self.right += right
        self.due += chance
        self.variance += chance * (1 - chance)

    def add(self, other: Share) -> None:
        self.right += other.right
        self.due += other.due
        self.variance += other.variance
        self.offered += other.offered

    @property
    def excess(self) -> float:
        """By how many standard errors it is right too often."""
        return (self.right - self.due) / math.sqrt(self.variance) if self.variance else 0.0

    def __str__(self) -> str:
        return f"{self.right / max(1, self.offered):.0%} of {self.offered} (due {self.due / max(1, self.offered):.0%})"


@dataclass
class TaskAudit:
    """What there is to know of one task's answers."""

    samples: int = 0
    sizes: Counter[int] = field(default_factory=Counter)
    """How many objects or swaps an answer has."""
    names: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    guesses: Counter[str] = field(default_factory=Counter)
    """How often each guesser is right; those who could not play are not there."""
    places: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    """By place among the options, such as ``2 of 3``."""
    texts: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    """By option, with the names of objects left out; Not sure is never right and does not count."""
    chance: Share = field(default_factory=Share)
    """What picking any option but Not sure would give."""

    def add(self, other: TaskAudit) -> None:
        """Count what another part of the same task's samples gave."""
        self.samples += other.samples
        self.sizes.update(other.sizes)
        self.names.update(other.names)
        self.answers.update(other.answers)
        self.guesses.update(other.guesses)
        for shares, more in ((self.places, other.places), (self.texts, other.texts)):
            for key, share in more.items():
                shares[key].add(share)
        self.chance.add(other.chance)

    def share(self, guesser: str) -> float:
        return self.guesses[guesser] / max(1, self.samples)

    @property
    def multiple_choice(self) -> bool:
        return bool(self.places)

    @property
    def blind(self) -> float:
        """How often saying the most frequent answer every time would be right."""
        if self.multiple_choice:
            return max((s.right for s in self.texts.values()), default=0.0) / max(1, self.samples)
        return max(self.answers.values(), default=0) / max(1, self.samples)

    def warnings(self) -> list[str]:
        """What makes the task easier than it should be."""
        return self._lopsided_choices() if self.multiple_choice else self._lopsided_sets()

    def _lopsided_choices(self) -> list[str]:
        found = [f"place {place} is right in {s}" for place, s in sorted(self.places.items()) if s.excess > ERRORS]
        found += [f"'{text}' is right in {s}" for text, s in sorted(self.texts.items()) if s.excess > ERRORS]
        error = math.sqrt(self.chance.variance)
        for guesser in self.guesses:
            if self.guesses[guesser] > self.chance.due + ERRORS * error:
                found.append(f"{guesser} is right in {self.share(guesser):.0%}")
        return found

    def _lopsided_sets(self) -> list[str]:
        found = [f"{g} is right in {self.share(g):.0%}" for g in self.guesses if self.share(g) > GUESSABLE]
        if self.samples >= 10 and self.blind > GUESSABLE:
            found.append(f"one answer is right in {self.blind:.0%}")
        if self.samples >= 10 and self.names:
            name, times = self.names.most_common(1)[0]
            if times > LOPSIDED * self.samples:
                found.append(f"'{name}' is in {times} of {self.samples} answers")
        return found


Audits = dict[tuple[str, str, str], TaskAudit]
"""By suite, task and level."""


def audit(folder: str | Path) -> Audits:
    """Go through a dataset."""
    return together(audit_shards(folder))


def audit_shards(folder: str | Path, *, workers: int = 1) -> Iterator[Audits]:
    """Go through a dataset shard by shard."""
    check_workers(workers)
    yield from each(partial(_audit_shard, folder), load(folder).shards, workers)


def together(parts: Iterable[Audits]) -> Audits:
    """The audit of a whole from those of its parts."""
    whole: Audits = defaultdict(TaskAudit)
    for part in parts:
        for key, found in part.items():
            whole[key].add(found)
    return dict(sorted(whole.items()))


def _audit_shard(folder: str | Path, shard: str) -> Audits:
    found: Audits = defaultdict(TaskAudit)
    for sample in load(folder).shard(shard):
        count_sample(found[sample.suite, sample.task, sample.level], sample)
    return found


def count_sample(task: TaskAudit, sample: Sample) -> None:
    """Add one sample to the audit of its task."""
    task.samples += 1
    answer = sample.answer
    task.answers[answer.model_dump_json()] += 1
    if isinstance(answer, Choice):
        _count_choice(task, sample, answer)
    elif isinstance(answer, Swaps):
        task.sizes[len(answer.pairs)] += 1
    elif isinstance(answer, ObjectSet):
        task.sizes[len(answer.names)] += 1
        task.names.update(answer.names)
        _let_guess_sets(task, sample, answer)


def without_names(option: str, sample: Sample) -> str:
    """An option with its objects left out: ``Remove the red mug`` → ``Remove …``."""
    for phrase in sorted((b.phrase for b in sample.world.bodies if b.phrase), key=len, reverse=True):
        option = option.replace(phrase, "…")
    return option


def _count_choice(task: TaskAudit, sample: Sample, answer: Choice) -> None:
    options = sample.options
    for place, option in enumerate(options):
        task.places[f"{place + 1} of {len(options)}"].count(option == answer.option, 1 / len(options))
    real = [o for o in options if o != NOT_SURE]
    alike = Counter(without_names(o, sample) for o in real)
    for text, count in alike.items():
        task.texts[text].count((text == without_names(answer.option, sample)) / count, 1 / len(real))
    task.chance.count(0, 1 / len(real))
    if sample.camera is None or not asked_about(sample):
        return
    boxes = visible_boxes(see(sample.world, sample.camera))
    if asked_about(sample)[0] in boxes:
        for name, choose in CHOOSERS.items():
            task.guesses[name] += choose(sample, boxes) == answer.option


def _let_guess_sets(task: TaskAudit, sample: Sample, answer: ObjectSet) -> None:
    asked = asked_about(sample)
    if not asked or sample.camera is None:
        return
    boxes = visible_boxes(see(sample.world, sample.camera))
    if asked[0] in boxes:
        for name, guess in GUESSES.items():
            task.guesses[name] += set(guess(boxes, asked[0])) == set(answer.names)
