"""A strategy sees only what its setting allows: never the answer, the trace, the world or what comes next."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from PIL import Image

from diorama.ask.question import Picture, Question, Request, question_of
from diorama.ask.strategies import get_strategy, strategies
from diorama.data import Media, Sample
from diorama.errors import DioramaError, UnknownName
from diorama.suites import Choice, ObjectSet
from diorama.suites.answers import Swaps
from tests.data.samples import png, sample

SECRET = "zzsecret"
UNSEEN = png(77)
VIEW = png(5)


def guarded(**fields: Any) -> Sample:
    """A sample with a secret in every place that no request may touch, and one picture that belongs to the future."""
    media = (
        Media(role="view", kind="image", data=VIEW, name="view.png"),
        Media(role="outcome", kind="image", data=UNSEEN, name="outcome.png"),
    )
    given: dict[str, Any] = {
        "id": f"structure-{SECRET}",
        "suite": f"suite-{SECRET}",
        "task": f"T-{SECRET}",
        "level": f"L-{SECRET}",
        "question": "Which objects would be seen?",
        "options": (),
        "answer": ObjectSet(names=(f"answer-{SECRET}", "far")),
        "media": media,
        "intervention": {"kind": "remove", "name": SECRET},
        "trace": {"because": SECRET},
        "gates": (SECRET,),
    }
    return sample(**{**given, **fields})


def requests_of(name: str, asked: Sample) -> list[Request]:
    """All that a strategy sends, with a model that says nothing useful."""
    sent: list[Request] = []
    way = get_strategy(name)

    async def ask(request: Request) -> str:
        sent.append(request)
        return "none"

    async def whole() -> str:
        return await way.run(question_of(asked, way.sees), ask)

    assert asyncio.run(whole()) == "none"
    return sent


def words(request: Request) -> str:
    return "\n".join([request.system, *(p for p in request.parts if isinstance(p, str))])


def pictures(request: Request) -> list[Picture]:
    return [p for p in request.parts if isinstance(p, Picture)]


ANSWERS = [
    ObjectSet(names=(f"answer-{SECRET}",)),
    ObjectSet(names=(f"answer-{SECRET}", "far"), ordered=True),
    Swaps(pairs=((f"answer-{SECRET}", "far"),)),
    Swaps(feasible=False),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda a: f"{a.kind}-{a.words({})[:12]}")
@pytest.mark.parametrize("name", strategies())
def test_nothing_of_the_answer_the_trace_or_the_future_is_sent(name: str, answer: Any) -> None:
    for request in requests_of(name, guarded(answer=answer)):
        assert SECRET not in words(request)
        assert SECRET not in "".join(p.name for p in pictures(request))
        assert UNSEEN not in [p.data for p in pictures(request)]


@pytest.mark.parametrize("name", strategies())
def test_the_request_is_the_same_whatever_the_answer(name: str) -> None:
    """The strongest form of the rule: samples that differ in the answer alone are asked in the same bytes."""
    options = ("Yes", "No", "Not sure")
    yes, no = (guarded(options=options, answer=Choice(option=o), trace={"because": o}) for o in ("Yes", "No"))
    assert requests_of(name, yes) == requests_of(name, no)
    few, many = (guarded(answer=ObjectSet(names=names)) for names in ((), ("near", "far")))
    assert requests_of(name, few) == requests_of(name, many)
    can, cannot = (guarded(answer=a) for a in (Swaps(pairs=(("near", "far"),)), Swaps(feasible=False)))
    assert requests_of(name, can) == requests_of(name, cannot)


def test_each_setting_shows_its_pictures_and_no_others() -> None:
    shown = {name: [p.name for r in requests_of(name, guarded()) for p in pictures(r)] for name in strategies()}
    assert shown == {
        "cot": ["view.png"],
        "direct": ["view.png"],
        "physics_cot": ["view.png"],
        "text_only": [],
        "with_depth": ["view.png", "depth.png"],
        "with_depth_seg": ["view.png", "depth.png", "segments.png"],
        "with_seg": ["view.png", "segments.png"],
    }


def test_maps_are_pictures_of_the_same_view() -> None:
    asked = guarded()
    (request,) = requests_of("with_depth_seg", asked)
    assert asked.camera is not None
    for picture in pictures(request)[1:]:
        assert Image.open(io.BytesIO(picture.data)).size == (asked.camera.width, asked.camera.height)


def test_options_have_letters_in_their_order() -> None:
    (request,) = requests_of("direct", sample(0))
    assert "A. Yes\nB. No\nC. Not sure" in words(request)


def test_a_sample_without_a_camera_has_no_maps() -> None:
    with pytest.raises(DioramaError, match="has no camera"):
        question_of(guarded(camera=None), frozenset({"depth"}))


def test_an_unknown_strategy_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'with_depth'"):
        get_strategy("with_dept")


def test_a_question_holds_nothing_but_what_may_be_seen() -> None:
    """The fields of a question are all there is to give away."""
    assert set(Question.__dataclass_fields__) == {"text", "form", "options", "pictures", "depth", "segments"}
