"""Plan: steps in an order in which they can be done, each with the steps that it directly needs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator
from scipy.optimize import linear_sum_assignment

from diorama.kinds.answer import Answer, Phrases, Text, listing
from diorama.kinds.counts import LengthCounts
from diorama.kinds.deeds import deed, likeness, may_be_same
from diorama.kinds.key import Key
from diorama.kinds.kind import Form, Grader, Kind, Rng, UnreadableGrade
from diorama.kinds.plan_form import PLAN_FORM
from diorama.kinds.query import Query
from diorama.kinds.reading import NotRead, PlannedStep, read_steps
from diorama.kinds.reading.cleaning import json_values
from diorama.kinds.verdicts import Judgement, Verdict
from diorama.world.model import Plain

Matrix = NDArray[np.float64]


class Chore(Query):
    """What is to be done by hand."""

    goal: Literal["pick up", "take out", "remove", "place"]
    target: str
    place: str | None = None
    """What it is taken out of or off, or placed on."""
    source: Literal["original", "subgraph", "expansion"] = "original"

    def bodies(self) -> tuple[str, ...]:
        return (self.target,) if self.place is None else (self.target, self.place)


class Step(Plain):
    """One step of a plan; `needs` are the steps that must be done right before it (direct ones only)."""

    id: int = Field(ge=0, lt=1000)
    content: Text
    needs: tuple[int, ...] = ()


class Plan(Answer):
    """Steps in an order in which they can be done: whatever a step needs comes before it."""

    kind: Literal["plan"] = "plan"
    steps: tuple[Step, ...] = Field(max_length=100)

    @model_validator(mode="after")
    def _in_order(self) -> Plan:
        done: set[int] = set()
        for step in self.steps:
            if step.id in done:
                raise ValueError(f"two steps have the id {step.id}")
            if done and step.id < max(done):
                raise ValueError(f"step {step.id} comes after step {max(done)}: number the steps in their order")
            if len(set(step.needs)) < len(step.needs):
                raise ValueError(f"step {step.id} names the same need twice")
            for need in step.needs:
                if need not in done:
                    raise ValueError(f"step {step.id} needs step {need}, which is not before it")
            done.add(step.id)
        return self

    def words(self, phrases: Phrases) -> str:
        return "\n".join(_step_words(s) for s in self.steps) or "nothing to do"


class PlanKind(Kind[Plan]):
    """Steps are matched one to one with those of the right plan; what matches, and what each needs, is graded.

    Without a grader two steps match if they do the same to the same objects; a grader may know better.
    """

    name = "plan"
    rules: ClassVar[int] = 4
    answer = Plan
    grades: ClassVar[bool] = True
    measures: ClassVar[dict[str, str]] = {
        "content_precision": "content precision",
        "content_recall": "content recall",
        "content_f1": "content F1",
        "precondition_precision": "precondition precision",
        "precondition_recall": "precondition recall",
        "precondition_f1": "precondition F1",
    }

    def form(self, answer: Plan, query: Query | None = None) -> Form:
        return PLAN_FORM

    def forms(self) -> tuple[Form, ...]:
        return (PLAN_FORM,)

    def size(self, answer: Plan) -> int:
        return len(answer.steps)

    async def score(self, key: Key, reply: str, grader: Grader | None = None) -> Judgement:
        assert isinstance(key.answer, Plan)
        reading = read_steps(reply, key.question)
        if isinstance(reading, NotRead):
            return Judgement(reading.verdict, note=reading.note)
        read_as = "\n".join(f"{s.number}. {s.content}{_after(s.needs)}" for s in reading.steps) or "nothing to do"
        if grader is None:
            names = key.names()
            wanted = [deed(step.content, names) for step in key.answer.steps]
            given = [deed(step.content, names) for step in reading.steps]
            matrix = _matrix([[likeness(a, b) for b in given] for a in wanted], len(given))
            if not all(d.clear for d in given):
                perhaps = _matrix([[may_be_same(a, b) for b in given] for a in wanted], len(given))
                if _right(_numbers(key.answer, reading.steps, perhaps)) and not _right(
                    _numbers(key.answer, reading.steps, matrix)
                ):
                    return Judgement(Verdict.UNREAD, read_as, note="a step names an object of which there are several")
        else:
            matrix = _graded(key.answer, reading.steps, await grader(_grading(key, reading.steps)))
        numbers = _numbers(key.answer, reading.steps, matrix)
        return Judgement(Verdict.CORRECT if _right(numbers) else Verdict.INCORRECT, read_as, numbers=numbers)

    def restated(self, key: Key) -> str:
        return (
            "Write the steps that the reply plans, one numbered step a line, each with the numbers of the steps it "
            "directly needs in brackets; or 'no answer'."
        )

    def wrong(self, key: Key, rng: Rng) -> str:
        return "1. Leave the room"

    def guess(self, key: Key, rng: Rng) -> str:
        """One step with any object of the scene: there is no better blind guess at a plan."""
        phrases = list(key.phrases.values()) or ["it"]
        return f"1. Pick up {phrases[int(rng.integers(len(phrases)))]}"

    def chance(self, key: Key) -> float | None:
        assert isinstance(key.answer, Plan)
        return 0.0 if len(key.answer.steps) > 1 else None

    def counts(self) -> LengthCounts:
        return LengthCounts(what="steps", size=self.size)


PLAN = PlanKind()


def _numbers(answer: Plan, steps: Sequence[PlannedStep], matrix: Matrix) -> dict[str, float]:
    """Precision, recall and F1 of contents, and of needs between steps that match."""
    rows, columns = linear_sum_assignment(-matrix) if matrix.size else ((), ())
    pairs = [(int(r), int(c)) for r, c in zip(rows, columns, strict=True) if matrix[r, c] > 0]
    ours = {steps[c].number: answer.steps[r].id for r, c in pairs}
    true_edges = {(need, step.id) for step in answer.steps for need in step.needs}
    edges = [(ours.get(need), ours.get(step.number)) for step in steps for need in step.needs]
    hits = len(true_edges & {(a, b) for a, b in edges if a is not None and b is not None})
    return {
        **_rates("content", len(pairs), len(steps), len(answer.steps)),
        **_rates("precondition", hits, len(edges), len(true_edges)),
    }


def _matrix(rows: Sequence[Sequence[float]], width: int) -> Matrix:
    return np.array(rows, float).reshape(len(rows), width)


def _right(numbers: dict[str, float]) -> bool:
    return numbers["content_f1"] == 1 and numbers["precondition_f1"] == 1


def _rates(name: str, hits: int, given: int, wanted: int) -> dict[str, float]:
    """Precision, recall and F1: all 1 if nothing is wanted and nothing given, all 0 if only one of these is empty."""
    precision = hits / given if given else float(not wanted)
    recall = hits / wanted if wanted else float(not given)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {f"{name}_precision": precision, f"{name}_recall": recall, f"{name}_f1": f1}


def _grading(key: Key, steps: Sequence[PlannedStep]) -> str:
    """What a grader is asked: it sees the right plan."""
    assert isinstance(key.answer, Plan)
    return (
        "Two plans for the same task follow. Say which steps of the second do the same as which steps of the first. "
        "A step may match at most one of the other plan. Wording does not matter; the action and the objects do.\n\n"
        f"Task: {key.question}\n\nFirst plan:\n"
        + "\n".join(f"{s.id}. {s.content}" for s in key.answer.steps)
        + "\n\nSecond plan:\n"
        + "\n".join(f"{s.number}. {s.content}" for s in steps)
        + '\n\nReply with JSON alone: {"matches": [[first, second], …]}'
    )


def _graded(answer: Plan, steps: Sequence[PlannedStep], reply: str) -> Matrix:
    value = next(iter(json_values(reply)), None)
    matches = value.get("matches") if isinstance(value, dict) else value
    if not isinstance(matches, list) or not all(
        isinstance(m, list) and len(m) == 2 and all(isinstance(n, int) for n in m) for m in matches
    ):
        raise UnreadableGrade(f"the grader's reply holds no matches: {json.dumps(reply[:120], ensure_ascii=False)}")
    rows, columns = {s.id: k for k, s in enumerate(answer.steps)}, {s.number: k for k, s in enumerate(steps)}
    matrix = np.zeros((len(rows), len(columns)))
    for first, second in matches:
        if first in rows and second in columns:
            matrix[rows[first], columns[second]] = 1
    return matrix


def _after(needs: Sequence[int]) -> str:
    return f" (after {listing([str(n) for n in needs])})" if needs else ""


def _step_words(step: Step) -> str:
    return f"{step.id}. {step.content}{_after(step.needs)}"
