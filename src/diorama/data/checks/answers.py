"""Is the stored answer the one that the query gives, by its own method and by another?"""

from __future__ import annotations

from collections.abc import Iterator

from diorama.data.checks.case import Case
from diorama.suites.meaning import Mismatch


def answer_of_query(case: Case) -> Iterator[Mismatch]:
    """The task's own method gives the stored answer again."""
    if case.task.answer_of is None:
        return
    again = case.task.answer_of(case.query, case.world, case.camera)
    if again != case.sample.answer:
        yield Mismatch(again.words(case.sample.phrases), case.sample.answer_words())


def second_derivation(case: Case) -> Iterator[Mismatch]:
    """Another method agrees with the stored answer."""
    if case.task.checker is None:
        return
    problem = case.task.checker(case.query, case.sample.answer, case.world, case.camera)
    if problem is not None:
        yield Mismatch(f"another answer ({problem})", case.sample.answer_words())
