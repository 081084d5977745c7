"""Answers: what is right, in data and in words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from diorama.errors import DioramaError
from diorama.kinds import (
    KINDS,
    Answer,
    Choice,
    ObjectSet,
    Plan,
    Step,
    Swaps,
    get_kind,
    kind_of,
    lettered,
    listing,
    read_answer,
)

PHRASES = {"mug_1": "the red mug", "vase_1": "the vase", "lamp_1": "the lamp"}
texts = st.text(min_size=1, max_size=12)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    ids = sorted(draw(st.sets(st.integers(0, 50), max_size=6)))
    steps = []
    for k, number in enumerate(ids):
        needs = draw(st.lists(st.sampled_from(ids[:k]), unique=True)) if k else []
        steps.append(Step(id=number, content=draw(texts), needs=tuple(needs)))
    return Plan(steps=tuple(steps))


pairs = st.lists(st.tuples(texts, texts).filter(lambda p: p[0] != p[1]), max_size=4).map(tuple)
answers: st.SearchStrategy[Answer] = st.one_of(
    st.builds(Choice, option=texts),
    st.builds(ObjectSet, names=st.lists(texts, unique=True, max_size=5).map(tuple), ordered=st.booleans()),
    st.builds(Swaps, pairs=pairs, others=st.lists(pairs, max_size=2).map(tuple)),
    st.just(Swaps(feasible=False)),
    plans(),
)


@given(answers)
def test_an_answer_survives_json(answer: Answer) -> None:
    text = answer.model_dump_json()
    assert read_answer(text) == read_answer(text.encode()) == answer
    assert read_answer(text).model_dump_json() == text
    assert isinstance(answer, kind_of(answer).answer)
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
    assert ObjectSet.model_validate({"kind": "objects", "names": {"b", "a"}}) == ObjectSet(names=("a", "b"))
    with pytest.raises(ValidationError, match="not a set"):
        ObjectSet.model_validate({"kind": "objects", "names": {"a", "b"}, "ordered": True})


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"kind": "essay"}, "no kind of answer named 'essay'"),
        ({"kind": "choise", "option": "Yes"}, "did you mean 'choice'"),
        ({"kind": ["choice"], "option": "Yes"}, "it has no kind"),
        ({"option": "Yes"}, "it has no kind"),
        ({"kind": "choice", "option": ""}, "at least 1 character"),
        ({"kind": "choice", "option": "Yes", "letter": "A"}, "Extra inputs"),
        ({"kind": "objects", "names": ["a", "a"]}, "named twice"),
        ({"kind": "objects", "names": [1]}, "valid string"),
        ({"kind": "swaps", "pairs": [["a", "a"]]}, "with itself"),
        ({"kind": "swaps", "pairs": [["a", "b"]], "feasible": False}, "has no pairs"),
        ({"kind": "swaps", "others": [[["a", "b"]]], "feasible": False}, "has no pairs"),
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
    with pytest.raises(DioramaError, match=complaint) as caught:
        read_answer(json.dumps(data))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"choice"', "{}"])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(DioramaError, match="not an answer"):
        read_answer(text)


def test_every_kind_is_found_by_its_name_and_by_its_answers() -> None:
    assert KINDS.names() == ("choice", "objects", "plan", "swaps")
    for name, kind in KINDS.working():
        assert get_kind(name) is kind and kind.name == name
        assert kind.answer.model_fields["kind"].default == name
    with pytest.raises(DioramaError, match="did you mean 'objects'"):
        get_kind("object")


def test_lists_and_letters_as_people_write_them() -> None:
    assert [listing(list("abc")[:n]) for n in (0, 1, 2, 3)] == ["", "a", "a and b", "a, b and c"]
    assert lettered(("Yes", "No"), 1) == "(B) No"


@pytest.mark.parametrize(
    ("answer", "size", "bodies"),
    [
        (Choice(option="Yes"), 1, ()),
        (ObjectSet(names=("b", "a")), 2, ("a", "b")),
        (ObjectSet(names=()), 0, ()),
        (Swaps(pairs=(("a", "b"), ("b", "c"))), 2, ("a", "b", "b", "c")),
        (Swaps(feasible=False), 0, ()),
        (Plan(steps=(Step(id=1, content="Pick up the mug"),)), 1, ()),
    ],
)
def test_kinds_know_how_large_an_answer_is_and_what_it_names(
    answer: Answer, size: int, bodies: tuple[str, ...]
) -> None:
    assert (kind_of(answer).size(answer), kind_of(answer).bodies(answer)) == (size, bodies)


def test_the_wanted_form_says_nothing_about_what_is_right() -> None:
    """Equal forms for all answers of a kind, save that a sequence is asked for as one."""
    assert kind_of(Choice(option="Yes")).form(Choice(option="Yes")) == get_kind("choice").form(Choice(option="No"))
    objects = get_kind("objects")
    assert objects.form(ObjectSet(names=())) == objects.form(ObjectSet(names=("a", "b")))
    assert objects.form(ObjectSet(names=("a",), ordered=True)) != objects.form(ObjectSet(names=("a",)))
    swaps = get_kind("swaps")
    assert swaps.form(Swaps(feasible=False)) == swaps.form(Swaps(pairs=(("a", "b"),)))
    for _, kind in KINDS.working():
        assert all(form.alone.endswith(".") and "Answer:" in form.last_line for form in kind.forms())


def test_options_go_with_a_choice_and_with_nothing_else() -> None:
    get_kind("choice").check(Choice(option="Yes"), ("Yes", "No"))
    with pytest.raises(ValueError, match="not among the options"):
        get_kind("choice").check(Choice(option="Maybe"), ("Yes", "No"))
    for answer in (ObjectSet(names=()), Swaps(), Plan(steps=())):
        kind_of(answer).check(answer, ())
        with pytest.raises(ValueError, match="multiple choice only"):
            kind_of(answer).check(answer, ("Yes", "No"))
