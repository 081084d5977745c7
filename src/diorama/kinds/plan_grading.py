"""What a grader of plans is asked, and how its matrix is read: which steps do the same as which right ones."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from diorama.kinds.kind import UnreadableGrade
from diorama.kinds.plan_matching import Matrix
from diorama.kinds.reading.cleaning import json_values

LONGEST = 100_000
"""Characters of a grade that are looked at: its end."""
_TAGGED = re.compile(r"<ans>(.*?)(?:</ans>|\Z)", re.I | re.S)
_LAST_COMMA = re.compile(r",(\s*[\]}])")
_BITS = frozenset({0, 1})


def grading_request(question: str, right: Sequence[str], given: Sequence[str]) -> str:
    """What a grader is asked. It sees the right plan, and the picture if there is one."""
    return (
        "Two plans for the same task in the same scene follow. If a picture is shown, it is of that scene. Take every "
        "step of the reference plan with every step of the other plan and decide whether the two are the same step: "
        "the same action on the same objects of this scene, so that doing the one or the other makes no real "
        "difference. How it is worded does not matter. A step can be the same as none, as one or as several steps of "
        "the other plan.\n\n"
        f"Task: {question}\n\nReference plan:\n{_listed(right)}\n\nOther plan:\n{_listed(given)}\n\n"
        f"Answer with a list of {len(right)} lists of {len(given)} numbers each, between the tags <ans> and </ans>. "
        "Number j of list i is 1 if step i of the reference plan and step j of the other plan are the same, and 0 if "
        "they are not. For three reference steps and two others it could be <ans>[[1, 0], [0, 0], [0, 1]]</ans>."
    )


def read_grade(reply: str, rows: int, columns: int) -> Matrix:
    """The matrix of a grader's reply, between tags, in a fence or bare; of several, the last one."""
    end = reply[-LONGEST:]
    parts = _TAGGED.findall(end) or [end]
    found = [value for part in parts for value in _lists(json_values(_LAST_COMMA.sub(r"\1", part)))]
    if not found:
        raise UnreadableGrade(f"the grader's reply holds no matrix: {json.dumps(reply[:120], ensure_ascii=False)}")
    matrix = [found[-1]] if rows == 1 and not any(isinstance(v, list) for v in found[-1]) else found[-1]
    if problem := matrix_problem(matrix, rows, columns):
        raise UnreadableGrade(f"the grader's matrix {problem}")
    return [[int(value) for value in row] for row in matrix]


def matrix_problem(matrix: Any, rows: int, columns: int) -> str:
    """What is wrong with a matrix of matching steps; empty if nothing is."""
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        return "is no list of lists"
    if len(matrix) != rows or any(len(row) != columns for row in matrix):
        widths = sorted({len(row) for row in matrix})
        shape = f"{len(matrix)} × {' or '.join(map(str, widths)) or 0}"
        return f"is {shape}, where {rows} × {columns} are wanted"
    try:
        if all(_BITS.issuperset(row) for row in matrix):
            return ""
    except TypeError:  # a list within a row
        pass
    return "holds something else than 0 and 1"


def _lists(values: Sequence[Any]) -> list[list[Any]]:
    """The lists among some JSON values, or right inside an object."""
    flat = [v for value in values for v in (value.values() if isinstance(value, dict) else (value,))]
    return [value for value in flat if isinstance(value, list)]


def _listed(steps: Sequence[str]) -> str:
    return "\n".join(f"{k}. {step}" for k, step in enumerate(steps, start=1))
