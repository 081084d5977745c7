"""Do arrows, paths and boxes in the pictures, their muted mirror images and recordings mean what the query means?"""

from __future__ import annotations

from collections.abc import Iterator

from diorama.data.checks.case import Case, NotChecked
from diorama.suites.meaning import Mismatch


def marks_of_query(case: Case) -> Iterator[Mismatch]:
    """What is drawn over the view points along the motion of the query; also in what is kept from the model."""
    if case.task.drawn is None:
        if case.sample.shots[0].overlays:
            raise NotChecked(f"{case.task.label} does not say what its marks mean")
        return
    for shot in case.sample.shots:
        if problem := case.task.drawn(case.query, shot):
            yield problem
