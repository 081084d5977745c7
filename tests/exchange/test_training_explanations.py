"""Explanations are true: they name what the answer names, nothing that is not there, and end in the right answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from diorama.data import Sample, key_of, load
from diorama.exchange.training.conversations import conversation
from diorama.exchange.training.explanations import explanation
from diorama.kinds import Verdict, score_alone
from diorama.suites import get_suite
from diorama.suites.words import read_wordings
from tests.data.samples import sample
from tests.exchange.training import built


def faults(made: Sample) -> list[str]:
    """What is wrong with the explanation of a sample."""
    why = explanation(made)
    if why is None:
        return [f"{made.id}: no explanation"]
    key, found = key_of(made), []
    told = conversation(made, "sft", explained=True).answer
    verdict = score_alone(made.kind, replace(key, lenient=False), told).verdict
    if verdict is not Verdict.CORRECT:
        found.append(f"{made.id}: read as {verdict.value}: {told}")
    if not told.startswith(why) or not told.endswith(f"Answer: {made.kind.as_asked(key, made.answer)}"):
        found.append(f"{made.id}: it does not end in the wanted form: {told}")
    phrases = made.phrases
    unsaid = [n for n in made.kind.bodies(made.answer) if phrases[n].lower() not in why.lower()]
    if unsaid:
        found.append(f"{made.id}: {unsaid} are in the answer and not in the explanation: {why}")
    if made.options and made.answer_words() not in why:
        found.append(f"{made.id}: the option is not said: {why}")
    named = made.kind.bodies(made.answer)  # not in plans: "pick up" there is no pickup
    mentions = key.names().mentions(why) if named else ()
    strangers = [match.said for _, _, match in mentions if match.unknown or match.clash]
    if strangers:
        found.append(f"{made.id}: {strangers} are not in the scene: {why}")
    if "{" in why or "  " in why or not why[0].isupper() or not why.endswith("."):
        found.append(f"{made.id}: badly written: {why}")
    return found


def test_every_question_of_causal_is_explained(causal: Path) -> None:
    assert [fault for made in load(causal) for fault in faults(made)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("suite", "count"), [("causal", 32), ("structure", 30), ("logic", 21)])
def test_every_task_is_explained(suite: str, count: int, tmp_path: Path) -> None:
    data = load(built(tmp_path / suite, suite, count, seed=17))
    assert [fault for made in data for fault in faults(made)] == []
    assert {(s.task, s.level) for s in data} == {(t.name, t.level) for t in get_suite(suite).tasks()}


@pytest.mark.slow
def test_every_question_of_video_is_explained(tmp_path: Path) -> None:
    data = load(built(tmp_path / "video", "video", 16, seed=17))
    assert [fault for made in data for fault in faults(made)] == []
    assert len({(s.task, s.level) for s in data}) == 16


def test_every_task_and_every_form_of_video_has_an_explainer() -> None:
    from diorama.exchange.training.explanations import SUITES, _explainers
    from diorama.exchange.training.explanations.video import _FACTS
    from diorama.suites.video.questions import FORMS

    for suite in SUITES:
        assert set(_explainers(suite)) == {(task.name, task.level) for task in get_suite(suite).tasks()}
    assert set(_FACTS) == set(FORMS)


def test_an_answer_that_the_tools_do_not_find_is_not_explained(causal: Path) -> None:
    """A dataset whose answers were tampered with teaches no false reasons."""
    for made in load(causal):
        other = next(o for o in made.options if o not in (made.answer_words(), "Not sure"))
        lie = made.model_copy(update={"answer": made.answer.model_copy(update={"option": other})})
        assert explanation(lie) is None


def test_the_trace_is_not_read(causal: Path) -> None:
    for made in load(causal):
        assert explanation(made.model_copy(update={"trace": {}})) == explanation(made)


def test_what_has_no_query_or_world_has_no_explanation() -> None:
    assert explanation(sample(query=None)) is None
    assert explanation(sample(shots=(), objects={}, query=None)) is None


def test_wordings_are_one_text_each_and_all_are_used() -> None:
    texts = read_wordings("diorama.exchange.training.explanations")
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in (Path(__file__).parents[2] / "src/diorama/exchange/training/explanations").glob("*.py")
    )
    for name, several in texts.items():
        assert len(several) == 1
        start = "occlusion.course_" if name.startswith("occlusion.course_") else name
        start = "video." if name.startswith("video.") and f'"{name}"' not in code else start
        assert start in code, name
