"""Replies that lay out one of two plans, in many different forms: the right ones are right, others never.

`corpus/plan_forms.jsonl` holds one reply a line, the plan that is wanted, and whether the reply gives it. It was
written along with the reader, so it guards what was reached and measures nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from diorama.kinds import Key, Plan, Step, Thing, Verdict, get_kind, score_alone
from diorama.kinds.reading import NotRead, Planned, read_steps

FORMS = Path(__file__).parent / "corpus" / "plan_forms.jsonl"
THINGS = {
    "mug": Thing("the mug", "mug"), "vase 1": Thing("the red vase", "vase"), "vase 2": Thing("the blue vase", "vase"),
    "lamp": Thing("the lamp", "lamp"), "box": Thing("the box", "box"), "globe": Thing("the globe", "globe"),
    "book": Thing("the book", "book"), "plant": Thing("the plant", "plant"), "teapot": Thing("the teapot", "teapot"),
}  # fmt: skip
PLANS = {
    "chain": Plan(
        steps=(
            Step(id=1, content="Remove the lamp"),
            Step(id=2, content="Remove the book", needs=(1,)),
            Step(id=3, content="Take the mug", needs=(2,)),
        )
    ),
    "wide": Plan(
        steps=(
            Step(id=1, content="Remove the lamp"),
            Step(id=2, content="Take away the red vase"),
            Step(id=3, content="Remove the book", needs=(1,)),
            Step(id=4, content="Take the mug", needs=(1, 2, 3)),
        )
    ),
}


def forms() -> Iterator[dict[str, Any]]:
    return map(json.loads, FORMS.read_text(encoding="utf-8").splitlines())


def verdict(reply: str, plan: str = "chain") -> Verdict:
    key = Key("p-1", "scene", "logic", "free", "", PLANS[plan], question="How?", things=THINGS, scenery=("table",))
    return score_alone(get_kind("plan"), key, reply).verdict


@pytest.mark.parametrize("right", [True, False])
def test_right_plans_are_right_and_others_never(right: bool) -> None:
    given = [form for form in forms() if form["right"] is right]
    missed = [f["reply"] for f in given if (verdict(f["reply"], f["plan"]) is Verdict.CORRECT) is not right]
    assert len(given) >= 100
    assert not missed, "\n---\n".join(missed[:5])


@pytest.mark.parametrize(
    "reply",
    [
        "<think>1. Remove the lamp\n2. Remove the book (needs 1)\n3. Take the mug (needs 2)",
        "1. Remove the lamp\n2. Remove the book (needs 1 or 3)\n3. Take the mug (needs 2)",
        "1. Remove the lamp\n2. Remove the book (maybe after 1)\n3. Take the mug (needs 2)",
        "1. Remove the lamp\n2. Remove the book (needs a steady table)\n3. Take the mug (needs 2)",
        "1. Remove the lamp\n2. Remove the book (needs 1)\n3. Take the mug (needs 2)\n\nWait, step 2 needs nothing.",
        "1. Remove the lamp\n2. Remove the book (needs 1)\n\nAlternatively:\n1. Remove the book\n2. Take it (needs 1)",
        "1. Remove the lamp\n2. Remove the book (needs 1)\n3.",
        '{"steps": [{"id": 1, "content": "Remove the lamp", "needs": []}, {"id": 2, "content": "Remove',
        '[{"id": 1, "content": "Remove the lamp", "needs": []}, {"id": 2, "content": "Take the mug", "needs": [1]}',
        "A[Remove the lamp] --> B[Remove the book]",
    ],
    ids=["thinking", "or", "maybe", "no step", "taken back", "two plans", "no words", "cut", "cut between", "graph"],
)
def test_what_is_not_clear_is_unread(reply: str) -> None:
    found = read_steps(reply)
    assert isinstance(found, NotRead) and found.verdict is Verdict.UNREAD and found.note


@pytest.mark.parametrize(
    "reply",
    [
        "No steps are required.", "There is nothing to do.", "Es ist nichts zu tun.", "No hay nada que hacer.",
        "Il n'y a rien à faire.", "无需任何操作。", "何もする必要はありません。", '{"plan": []}', "```json\n[]\n```",
    ],
)  # fmt: skip
def test_that_nothing_is_to_do_is_a_plan_in_six_languages(reply: str) -> None:
    assert read_steps(reply) == Planned(())


@pytest.mark.parametrize("step", ["Remove the vase", "Take away a vase"])
def test_a_step_that_names_one_of_two_things_is_unread(step: str) -> None:
    """There are two vases, and the red one is meant: nobody can say whether this is right."""
    reply = f"1. Remove the lamp\n2. {step}\n3. Remove the book (after 1)\n4. Take the mug (after 1, 2, 3)"
    assert verdict(reply, "wide") is Verdict.UNREAD
    assert verdict(reply.replace("after 1, 2, 3", "after 3"), "wide") is Verdict.INCORRECT
