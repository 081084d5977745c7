"""Judging: every answer that construction derives for a sample, compared with the exact one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from diorama.data import Sample
from diorama.errors import DioramaError, short
from diorama.kinds import Answer, kind_of
from diorama.perceive.bench.conditions import Condition
from diorama.perceive.bench.exact import Known
from diorama.perceive.bench.looking import Looking, known_of
from diorama.perceive.bench.mending import MENDS
from diorama.perceive.bench.rows import GateNote, Row
from diorama.perceive.bench.variations import USUAL, Variation, varied
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.question import Asking, ConstructTask
from diorama.perceive.construct.tasks import TASKS


def rows_of(
    sample: Sample, conditions: Sequence[Condition], limits: Limits, variations: Sequence[Variation] = ()
) -> Iterator[Row]:
    """The answer under each condition and, where it is wrong, with one module replaced after the other."""
    known = known_of(sample)
    looking = Looking(known)
    task = TASKS.get(sample.task)
    for condition in conditions:
        if sample.task not in condition.tasks:
            continue
        row = partial(Row, sample.id, sample.task, condition.key)
        for name, values in varied(limits, variations, sample.task, condition.key):
            try:
                asking = looking.at(condition, values)
                found = judged(row, task, sample, asking, name)
            except DioramaError as error:
                yield row(replaced=name, failed=short(error, 200))
                continue
            yield found
            if name == USUAL and not found.right:
                yield from mended(row, task, sample, asking, known, condition)


def mended(
    row: partial[Row], task: ConstructTask, sample: Sample, asking: Asking, known: Known, condition: Condition
) -> Iterator[Row]:
    """What would be said if one module were exact."""
    for mend in MENDS.values():
        if mend.concerns(sample.task, condition):
            try:
                yield judged(row, task, sample, mend.apply(asking, known), mend.name)
            except DioramaError as error:
                yield row(replaced=mend.name, failed=short(error, 200))


def judged(row: partial[Row], task: ConstructTask, sample: Sample, asking: Asking, replaced: str) -> Row:
    assert sample.query is not None
    found = task.derive(sample.query, asking)
    right, in_order = compared(found.answer, sample.answer)
    gates = tuple(GateNote.of(gate) for gate in found.gates)
    said = "" if found.answer is None else found.answer.words(asking.seen.phrases)
    return row(
        replaced=replaced, answered=found.answer is not None, right=right, in_order=in_order,
        accepted=found.accepted, gates=gates, said=short(said, 300),
    )  # fmt: skip


def compared(answer: Answer | None, truth: Answer) -> tuple[bool, bool]:
    """Whether an answer is the exact one: but for the order of what it names, and in every respect."""
    if answer is None or answer.kind != truth.kind:
        return False, False
    if answer == truth:
        return True, True
    kind = kind_of(truth)
    ordered = bool(getattr(truth, "ordered", False))
    return ordered and sorted(kind.bodies(answer)) == sorted(kind.bodies(truth)), False
