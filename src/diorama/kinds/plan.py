"""Plan: steps in an order in which they can be done, each with the steps that it directly needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, cast

from pydantic import Field, model_validator

from diorama.kinds.answer import Answer, Phrases, Text, listing
from diorama.kinds.chore import Chore
from diorama.kinds.counts import LengthCounts
from diorama.kinds.deeds import Deeds
from diorama.kinds.key import Key
from diorama.kinds.kind import Form, Grader, Kind, Rng
from diorama.kinds.measures import Measure
from diorama.kinds.plan_by_words import matrix_by_deeds
from diorama.kinds.plan_counts import count, is_right, nothing_given
from diorama.kinds.plan_course import carried_out
from diorama.kinds.plan_credit import credit_of
from diorama.kinds.plan_form import PLAN_FORM, plan_json
from diorama.kinds.plan_grading import grading_request, read_grade
from diorama.kinds.plan_matching import Matrix, assigned_pairs
from diorama.kinds.plan_measures import plan_measures, size_group
from diorama.kinds.plan_outline import Outline
from diorama.kinds.query import Query, QueryDigest
from diorama.kinds.reading import NotRead, Planned, read_steps
from diorama.kinds.table_values import told_steps
from diorama.kinds.verdicts import Judgement, Verdict
from diorama.world.model import Plain

EXECUTABLE = "executable"
"""The flag of a plan that works when it is carried out in its world."""


class Step(Plain):
    """One step of a plan; `needs` are the steps that it directly needs, not those that follow from them."""

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

    @property
    def outline(self) -> Outline:
        """The plan as scorers count it."""
        return Outline.numbered((step.id, step.content, step.needs) for step in self.steps)


class PlanKind(Kind[Plan]):
    """Steps are matched one to one with those of the right plan; what matches, and what each needs, is graded.

    Without a grader two steps match if they do the same to the same objects; a grader may know better. Where there is a
    world, the plan is also carried out in it: a plan is right if its steps and their needs are those of the right plan,
    in any order that works.
    """

    name = "plan"
    rules: ClassVar[int] = 7
    carries_out: ClassVar[bool] = True
    answer = Plan
    grades: ClassVar[bool] = True
    shows_grader: ClassVar[bool] = True
    measures: ClassVar[dict[str, Measure]] = {**plan_measures(), EXECUTABLE: Measure("works when carried out")}

    def form(self, answer: Plan, query: Query | None = None) -> Form:
        return PLAN_FORM

    def forms(self) -> tuple[Form, ...]:
        return (PLAN_FORM,)

    def from_table(self, value: Any, options: tuple[str, ...] = (), names: Mapping[str, str] | None = None) -> Plan:
        """Steps as the paper released them: ``{"step1": {"content": …, "precondition": ["step2"]}, …}``."""
        return Plan(
            steps=tuple(Step(id=k, content=content, needs=needs) for k, content, needs in told_steps(value))
        )

    def size(self, answer: Plan) -> int:
        return len(answer.steps)

    def size_group(self, size: int) -> str:
        return size_group(size)

    async def score(self, key: Key, reply: str, grader: Grader | None = None) -> Judgement:
        assert isinstance(key.answer, Plan)
        plan = key.answer
        right = key.kept("outline", lambda: plan.outline)
        reading = read_steps(reply, key.question)
        if isinstance(reading, NotRead):
            return Judgement(reading.verdict, note=reading.note, numbers={**nothing_given(right)})
        read_as = "\n".join(f"{s.number}. {s.content}{_after(s.needs)}" for s in reading.steps) or "nothing to do"
        given, deeds = _outline(reading), key.kept("deeds", lambda: Deeds(key.names()))
        if grader is not None and right.names and given.names:
            asked = grading_request(key.question, right.contents, given.contents)
            matrix = read_grade(await grader(asked), len(right.names), len(given.names))
        elif (by_deeds := matrix_by_deeds(right, given, deeds)) is not None:
            matrix = by_deeds
        else:
            note = "a step names an object of which there are several"
            return Judgement(Verdict.UNREAD, read_as, note=note, numbers={**nothing_given(right)})
        counts = count(right, given, matrix)
        said = given.contents if grader is None else _as_matched(right, given, matrix)
        course = carried_out(key, given._replace(contents=said), right.contents, deeds)
        correct = is_right(counts) and (course is None or course.works)
        verdict = Verdict.CORRECT if correct else Verdict.INCORRECT
        note = "" if correct or course is None else course.note
        flags = {} if course is None else {EXECUTABLE: course.works}
        return Judgement(verdict, read_as, note, flags, {**counts})

    def restated(self, key: Key) -> str:
        return (
            "Write the steps that the reply plans, one numbered step a line, each with the numbers of the steps it "
            "directly needs in brackets; or 'no answer'."
        )

    def as_asked(self, key: Key, answer: Plan) -> str:
        return plan_json((step.id, step.content, step.needs) for step in answer.steps)

    def wrong(self, key: Key, rng: Rng) -> str:
        return "1. Leave the room"

    def guess(self, key: Key, rng: Rng) -> str:
        """One step with any object of the scene: there is no better blind guess at a plan."""
        phrases = list(key.phrases.values()) or ["it"]
        return f"1. Pick up {phrases[int(rng.integers(len(phrases)))]}"

    def chance(self, key: Key) -> float | None:
        assert isinstance(key.answer, Plan)
        return 0.0 if len(key.answer.steps) > 1 else None

    def agrees(self, answer: Plan, guess: Plan) -> bool:
        """The same steps with the same needs, wherever a guesser thinks that things are taken from."""
        return _needs_of_deeds(answer) == _needs_of_deeds(guess)

    def without_world(self, key: Key) -> Key:
        in_order = key.query.in_order if isinstance(key.query, QueryDigest) else _carried_out_in(key)
        return replace(super().without_world(key), query=QueryDigest(in_order=True) if in_order else None)

    def credit(self, key: Key, reply: str) -> float:
        """The harmonic mean of the F1 of steps and that of preconditions; see `plan_credit`."""
        assert isinstance(key.answer, Plan)
        right = key.kept("outline", lambda: cast(Plan, key.answer).outline)
        given = read_outline(reply, key.question)
        if isinstance(given, NotRead):
            return 0.0
        in_order = isinstance(key.query, QueryDigest) and key.query.in_order
        return credit_of(right, given, key.kept("deeds", lambda: Deeds(key.names())), in_order=in_order)

    def counts(self) -> LengthCounts:
        return LengthCounts(what="steps", size=self.size)


PLAN = PlanKind()


def _carried_out_in(key: Key) -> bool:
    """Whether a plan is carried out when it is scored, so that the order counts in which its steps are given."""
    return key.world is not None and isinstance(key.query, Chore)


def _needs_of_deeds(plan: Plan) -> dict[str, frozenset[str]]:
    """What each step needs, by what the steps do to which thing, without what it is taken from."""
    said = {step.id: step.content.partition(" from ")[0] for step in plan.steps}
    return {said[step.id]: frozenset(said[need] for need in step.needs) for step in plan.steps}


def _as_matched(right: Outline, given: Outline, matrix: Matrix) -> tuple[str, ...]:
    """The steps of a plan in the words of the right steps they match: a grader knew what they do, however worded."""
    pairs = assigned_pairs(matrix) if right.names and given.names else ()
    matched = {column: right.contents[row] for row, column in pairs}
    return tuple(matched.get(column, content) for column, content in enumerate(given.contents))


def outline_of(answer: Answer) -> Outline | None:
    """The outline of an answer that is a plan."""
    return answer.outline if isinstance(answer, Plan) else None


def read_outline(reply: str, question: str = "") -> Outline | NotRead:
    """The outline of the plan that a reply lays out."""
    reading = read_steps(reply, question)
    return reading if isinstance(reading, NotRead) else _outline(reading)


def _outline(reading: Planned) -> Outline:
    return Outline.numbered((step.number, step.content, step.needs) for step in reading.steps)


def _after(needs: Sequence[int]) -> str:
    return f" (after {listing([str(n) for n in needs])})" if needs else ""


def _step_words(step: Step) -> str:
    return f"{step.id}. {step.content}{_after(step.needs)}"
