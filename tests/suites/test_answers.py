"""Answers: what is right, in data and in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from diorama.suites import ANSWERS, Answer, Choice, ObjectSet, Plan, Step, Swaps

PHRASES = {"mug_1": "the red mug", "vase_1": "the vase", "lamp_1": "the lamp"}
texts = st.text(min_size=1, max_size=12)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    ids = draw(st.lists(st.integers(0, 50), unique=True, max_size=6))
    steps = []
    for k, number in enumerate(ids):
        needs = draw(st.lists(st.sampled_from(ids[:k]), unique=True)) if k else []
        steps.append(Step(id=number, content=draw(texts), needs=tuple(needs)))
    return Plan(steps=tuple(steps))


answers: st.SearchStrategy[Answer] = st.one_of(
    st.builds(Choice, option=texts),
    st.builds(ObjectSet, names=st.lists(texts, unique=True, max_size=5).map(tuple), ordered=st.booleans()),
    st.builds(Swaps, pairs=st.lists(st.tuples(texts, texts).filter(lambda p: p[0] != p[1]), max_size=4).map(tuple)),
    st.just(Swaps(feasible=False)),
    plans(),
)


@given(answers)
def test_an_answer_survives_json(answer: Answer) -> None:
    text = answer.model_dump_json()
    assert ANSWERS.validate_json(text) == answer
    assert ANSWERS.validate_json(text).model_dump_json() == text
    assert isinstance(answer.words({}), str) and answer.words({})


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Choice(option="Not sure"), "Not sure"),
        (ObjectSet(names=()), "none"),
        (ObjectSet(names=("mug_1",), ordered=True), "the red mug"),
        (ObjectSet(names=("vase_1", "mug_1", "lamp_1")), "the lamp, the red mug and the vase"),
        (
            ObjectSet(names=("vase_1", "mug_1", "lamp_1"), ordered=True),
            "first the vase, then the red mug, then the lamp",
        ),
        (ObjectSet(names=("stranger",)), "stranger"),
        (
            Swaps(pairs=(("mug_1", "vase_1"), ("vase_1", "lamp_1"))),
            "swap the red mug with the vase, then swap the vase with the lamp",
        ),
        (Swaps(feasible=False), "infeasible"),
        (Swaps(), "no swap is needed"),
        (
            Plan(steps=(Step(id=1, content="Pick up the mug"), Step(id=2, content="Put it down", needs=(1,)))),
            "1. Pick up the mug\n2. Put it down (after 1)",
        ),
    ],
)
def test_answers_read_as_a_person_would_write_them(answer: Answer, words: str) -> None:
    assert answer.words(PHRASES) == words


def test_a_set_has_no_order_and_a_sequence_has() -> None:
    assert ObjectSet(names=("b", "a")) == ObjectSet(names=("a", "b"))
    assert ObjectSet(names=("b", "a"), ordered=True) != ObjectSet(names=("a", "b"), ordered=True)
    assert ANSWERS.validate_python({"kind": "objects", "names": {"b", "a"}}) == ObjectSet(names=("a", "b"))


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"kind": "essay"}, "does not match any of the expected tags"),
        ({"option": "Yes"}, "Unable to extract tag"),
        ({"kind": "choice", "option": ""}, "at least 1 character"),
        ({"kind": "choice", "option": "Yes", "letter": "A"}, "Extra inputs"),
        ({"kind": "objects", "names": ["a", "a"]}, "named twice"),
        ({"kind": "objects", "names": [1]}, "valid string"),
        ({"kind": "objects", "names": {"a", "b"}, "ordered": True}, "not a set"),
        ({"kind": "swaps", "pairs": [["a", "a"]]}, "with itself"),
        ({"kind": "swaps", "pairs": [["a", "b"]], "feasible": False}, "has no pairs"),
        ({"kind": "plan", "steps": [{"id": 1, "content": "x", "needs": [1]}]}, "not before it"),
        ({"kind": "plan", "steps": [{"id": 1, "content": "x", "needs": [2]}, {"id": 2, "content": "y"}]}, "step 2"),
        ({"kind": "plan", "steps": [{"id": 1, "content": "x"}, {"id": 1, "content": "y"}]}, "two steps"),
        (
            {"kind": "plan", "steps": [{"id": 1, "content": "x"}, {"id": 2, "content": "y", "needs": [1, 1]}]},
            "the same need twice",
        ),
    ],
)
def test_what_is_no_answer_is_refused(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        ANSWERS.validate_python(data)
