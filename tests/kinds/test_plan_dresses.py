"""The same plan in any dress is read the same; another plan is not. Properties over all plans of a small scene."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diorama.kinds import Key, Plan, Step, Thing, Verdict, get_kind, score_alone
from diorama.kinds.reading import Planned, read_steps
from tests.kinds.plan_dresses import DRESSES, WRAPS

NOUNS = ("lamp", "book", "mug", "teapot", "globe", "basket", "drum", "red vase", "blue vase")
VERBS = ("Remove", "Take away", "Pick up", "Lift", "Put aside", "Take out", "Pull out", "Take")
THINGS = {noun: Thing(f"the {noun}", noun.split()[-1]) for noun in NOUNS}


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Two to six steps on different things, each of which needs some of those before it."""
    nouns = draw(st.permutations(NOUNS))[: draw(st.integers(2, 6))]
    steps = []
    for k, noun in enumerate(nouns, start=1):
        needs = sorted(draw(st.sets(st.integers(1, k - 1)))) if k > 1 else []
        steps.append(Step(id=k, content=f"{draw(st.sampled_from(VERBS))} the {noun}", needs=tuple(needs)))
    return Plan(steps=tuple(steps))


def key(plan: Plan) -> Key:
    return Key("p-1", "scene", "logic", "free", "", plan, question="How?", things=THINGS, scenery=("table",))


def verdict(plan: Plan, reply: str) -> Verdict:
    return score_alone(get_kind("plan"), key(plan), reply).verdict


@pytest.mark.parametrize("name", DRESSES)
@settings(max_examples=25, deadline=None)
@given(plan=plans(), wrap=st.sampled_from(sorted(WRAPS)))
def test_a_right_plan_in_any_dress_is_right(name: str, plan: Plan, wrap: str) -> None:
    reply = WRAPS[wrap].format(plan=DRESSES[name](plan.steps))
    found = read_steps(reply)
    assert isinstance(found, Planned), found
    assert verdict(plan, reply) is Verdict.CORRECT, reply


def other_object(plan: Plan, k: int) -> Plan:
    """The same plan with a thing in one step that no step is about."""
    free = next(noun for noun in NOUNS if not any(noun in s.content for s in plan.steps))
    changed = plan.steps[k].model_copy(update={"content": f"Remove the {free}"})
    return Plan(steps=(*plan.steps[:k], changed, *plan.steps[k + 1 :]))


def other_needs(plan: Plan, k: int) -> Plan:
    """The same plan with one need more, or one less."""
    step = plan.steps[k]
    needs = step.needs[1:] if step.needs else tuple(s.id for s in plan.steps[:k][-1:])
    return Plan(steps=(*plan.steps[:k], step.model_copy(update={"needs": needs}), *plan.steps[k + 1 :]))


def without_step(plan: Plan, k: int) -> Plan:
    """The plan without one step, and without the needs for it."""
    numbers = {s.id: n for n, s in enumerate((s for i, s in enumerate(plan.steps) if i != k), start=1)}
    return Plan(
        steps=tuple(
            s.model_copy(update={"id": numbers[s.id], "needs": tuple(numbers[n] for n in s.needs if n in numbers)})
            for i, s in enumerate(plan.steps)
            if i != k
        )
    )


@pytest.mark.parametrize("name", DRESSES)
@settings(max_examples=25, deadline=None)
@given(data=st.data(), plan=plans(), wrap=st.sampled_from(sorted(WRAPS)))
def test_a_wrong_plan_is_right_in_no_dress(name: str, data: st.DataObject, plan: Plan, wrap: str) -> None:
    change = data.draw(st.sampled_from((other_object, other_needs, without_step)))
    wrong = change(plan, data.draw(st.integers(1, len(plan.steps) - 1)))
    reply = WRAPS[wrap].format(plan=DRESSES[name](wrong.steps))
    assert verdict(plan, reply) is not Verdict.CORRECT, reply


PIECES = (
    "1. ", "2) ", "Step 3: ", "(a) ", "- ", "needs ", "after ", "requires: ", "1, 2", "none", "[", "]", "(", ")",
    "{", "}", '"', "'", ":", ",", ". ", "\n", "\n\n", "  ", " → ", "←", "|", "\t", '<step id="1">', "</step>",
    "<ol><li>", "\\item ", "\\begin{enumerate}", "```json", "```", "then ", "First, ", "Remove the lamp", '{"id": 1',
    '"needs": [', "步骤1", "需要", "の後", "①", "\x1b[1m", "\u202e", "\ud800", "\x00", "👍", "<answer>", "</answer>",
    "<think>", "\\boxed{", "II. ", "id: 2", "1-3", "999", "٣", "²", "½", "n't ", "or ", "&", "-->",
)  # fmt: skip
"""What plans are made of, and what should break a reader."""
pieces = st.sampled_from(PIECES)


@settings(max_examples=400, deadline=None)
@given(st.lists(pieces | st.text(max_size=6), max_size=40).map("".join))
def test_no_text_breaks_the_reader(reply: str) -> None:
    read_steps(reply)
    verdict(Plan(steps=(Step(id=1, content="Remove the lamp"),)), reply)


@settings(max_examples=100, deadline=None)
@given(st.data(), plans())
def test_a_plan_that_is_cut_in_json_is_not_read_as_whole(data: st.DataObject, plan: Plan) -> None:
    whole = DRESSES["list"](plan.steps)
    cut = whole[: data.draw(st.integers(1, len(whole) - 1))]
    assert verdict(plan, cut) is not Verdict.CORRECT
