"""Auditing a dataset: is the answer guessable without looking, or from flat boxes alone?

The kind of an answer decides what is counted; the task decides which guessers play. Each form of a task is looked at by
itself, too: what is even over all of them can still be given away by one.

No flat rules play in T4 to T6 of `structure`: boxes say nothing of mirror images, and T5 and T6 ask to sort boxes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from diorama.data._workers import check_workers, each
from diorama.data.dataset import load
from diorama.data.keys import key_of
from diorama.data.measured_sight import measured_sight
from diorama.data.properties import PROPERTIES
from diorama.data.sample import Sample
from diorama.kinds import Counts, Key
from diorama.kinds.counts import GuesserSort, Share, add_shares
from diorama.suites import find_task
from diorama.suites.flat import FLAT_GATE, FlatScene, visible_borders, visible_boxes
from diorama.suites.suite import Guesser

WORDS = ("source", "scene_category", "viewpoint", "horizon")
"""Properties whose values are counted in each cell and in each suite."""
FORM_ERRORS = 4.0
"""Standard errors that a form may be off: there are many forms, and one of them is always the luckiest."""


@dataclass
class CellAudit:
    """The account of one task at one level."""

    whole: Counts
    forms: dict[str, Counts] = field(default_factory=dict)
    """By the forms in which the task asks."""
    filtered: dict[str, Share] = field(default_factory=dict)
    """How often guessers are right where a gate turns down what they would get right …"""
    unfiltered: dict[str, Share] = field(default_factory=dict)
    """… and where it does not: what they would get without the gate."""
    words: dict[str, Counter[str]] = field(default_factory=dict)
    """By the title of a property that is a word: how many samples have each value."""

    def add(self, other: CellAudit) -> None:
        """Add the account of another part of the same task's samples."""
        self.whole.add(other.whole)
        for form, counts in other.forms.items():
            if form in self.forms:
                self.forms[form].add(counts)
            else:
                self.forms[form] = counts
        add_shares(self.filtered, other.filtered)
        add_shares(self.unfiltered, other.unfiltered)
        for title, values in other.words.items():
            self.words.setdefault(title, Counter()).update(values)

    def count(self, sample: Sample) -> None:
        """Add one sample, and let the task's guessers play."""
        key = key_of(sample)
        parts = (self.whole, self.forms.setdefault(_form(key), sample.kind.counts()))
        for counts in parts:
            counts.count(key)
        for named in WORDS:
            if (value := PROPERTIES.get(named).value(sample)) is not None:
                self.words.setdefault(PROPERTIES.get(named).title, Counter())[str(value)] += 1
        gate = self.filtered if FLAT_GATE in sample.gates else self.unfiltered
        for name, right, sort in _guesses(sample):
            for counts in parts:
                counts.guess(name, key, right, sort=sort)
            gate.setdefault(name, Share()).count(right, 0.0)

    def lines(self) -> list[str]:
        """What was counted, for people."""
        found = [*self.whole.lines(), *self.whole.guess_lines()]
        if self.filtered:
            rates = ", ".join(f"{g} {_rate(s)} → {_rate(self.filtered.get(g))}" for g, s in self.unfiltered.items())
            found.append(f"without and with the flat filter: {rates or 'every sample is filtered'}")
        found += [f"{title}: {spread(values)}" for title, values in sorted(self.words.items()) if len(values) > 1]
        if len(self.forms) > 1:
            for form, counts in sorted(self.forms.items()):
                found.append(f"form {form or '–'}: {counts.samples} samples; " + "; ".join(counts.guess_lines()))
        return found

    def warnings(self) -> list[str]:
        """What makes the task easier than it should be, over all forms and in each."""
        found = self.whole.warnings()
        if len(self.forms) > 1:
            for form, counts in sorted(self.forms.items()):
                found += [f"form {form or '–'}: {warning}" for warning in counts.warnings(FORM_ERRORS)]
        return found


def spread(values: Counter[str]) -> str:
    """How often each value occurs.

    >>> spread(Counter(["exo", "ego", "exo"]))
    'ego 1, exo 2'
    """
    return ", ".join(f"{value} {count}" for value, count in sorted(values.items()))


Audits = dict[tuple[str, str, str], CellAudit]
"""By suite, task and level."""


def audit(folder: str | Path) -> Audits:
    """The audit of a whole dataset."""
    return together(audit_shards(folder))


def audit_shards(folder: str | Path, *, workers: int = 1) -> Iterator[Audits]:
    """The audit of each shard of a dataset."""
    check_workers(workers)
    yield from each(partial(_audit_shard, folder), load(folder).shards, workers)


def together(parts: Iterable[Audits]) -> Audits:
    """The audit of a whole from those of its parts."""
    whole: Audits = {}
    for part in parts:
        for cell, found in part.items():
            if cell in whole:
                whole[cell].add(found)
            else:
                whole[cell] = found
    return dict(sorted(whole.items()))


def audit_samples(samples: Iterable[Sample]) -> Audits:
    """The audit of some samples."""
    found: Audits = {}
    for sample in samples:
        cell = (sample.suite, sample.task, sample.level)
        found.setdefault(cell, CellAudit(sample.kind.counts())).count(sample)
    return found


def flat_scene(sample: Sample) -> FlatScene | None:
    """What a flat mind knows of a sample; None without a world."""
    sight = measured_sight(sample)
    if sight is None:
        return None
    boxes = visible_boxes(sight)
    return FlatScene(boxes, sample.phrases, sample.options, visible_borders(sight, boxes))


def _audit_shard(folder: str | Path, shard: str) -> Audits:
    return audit_samples(load(folder).shard(shard))


def _guesses(sample: Sample) -> Iterator[tuple[str, bool, GuesserSort]]:
    """For each guesser that can play: its name, whether it is right, and of which sort it is."""
    task = find_task(sample.suite, sample.task, sample.level)
    if task is None or sample.query is None:
        return
    sorts: dict[GuesserSort, Mapping[str, Guesser]] = {
        "guesser": task.guessers, "cue": task.cues, "depth cue": task.depth_cues
    }  # fmt: skip
    if not any(sorts.values()):
        return
    scene = flat_scene(sample)
    if scene is None:
        return
    for sort, guessers in sorts.items():
        for name, guess in guessers.items():
            found = guess(sample.query, scene)
            if found is not None:
                yield name, sample.kind.agrees(sample.answer, found), sort


def _form(key: Key) -> str:
    return key.query.form_name() if key.query is not None else ""


def _rate(share: Share | None) -> str:
    return f"{share.right / max(1, share.offered):.0%}" if share is not None and share.offered else "–"
