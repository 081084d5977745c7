"""Do arrows, paths and boxes in the picture, and its muted mirror images, mean what the query means?"""

from __future__ import annotations

from collections.abc import Iterator

from diorama.data.checks.case import Case, NotChecked
from diorama.suites.meaning import Mismatch

REFERENCE = "reference"
"""The role of a picture from another viewpoint, which a question is about, too."""


def marks_of_query(case: Case) -> Iterator[Mismatch]:
    """What is drawn over the view points along the motion of the query."""
    first, *others = case.sample.shots
    if case.task.drawn is None:
        if first.overlays:
            raise NotChecked(f"{case.task.label} does not say what its marks mean")
        return
    for shot in (first, *(shot for shot in others if shot.role == REFERENCE)):
        if problem := case.task.drawn(case.query, shot):
            yield problem
