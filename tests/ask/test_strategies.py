"""A strategy sees only what its setting allows: never the answer, the trace, the world or what comes next."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from diorama.ask.question import Picture, Question, Request, question_of
from diorama.ask.records import Spent
from diorama.ask.strategies import STRATEGIES, read_way
from diorama.ask.tools import Meter, QuestionTools, Store, ToolFailed, exact_perception, exact_scene_graph
from diorama.data import Media, Sample, key_of
from diorama.errors import UnknownName
from diorama.kinds import Answer, Choice, ObjectSet, Plan, Step, Swaps, score_alone
from diorama.sight import Shot
from diorama.suites import MediaPart, QuestionPart, TextPart, Words
from diorama.suites.structure.t1_single_removal import Removal
from tests.data.samples import png, sample
from tests.worlds import level_camera, row

SECRET = "zzsecret"
WITH_PICTURES = [name for name in STRATEGIES.names() if "clip" not in STRATEGIES.get(name).uses]
"""Strategies that ask about pictures too; those for clips alone are in `test_video_strategies`."""
UNSEEN, OUTCOME, DEPTH = png(77), png(78), png(79)
VIEW = png(5)


def guarded(**changed: Any) -> Sample:
    """A sample with a secret in every place that no request may touch, and pictures that belong to the future."""
    media = (
        Media(role="view", kind="image", data=VIEW, name="view.png"),
        Media(role="later", kind="image", data=UNSEEN, name=f"later-{SECRET}.png", label=SECRET),
    )
    given: dict[str, Any] = {
        "id": f"structure-{SECRET}",
        "suite": f"suite-{SECRET}",
        "task": f"T-{SECRET}",
        "level": f"L-{SECRET}",
        "question": "Which objects would be seen?",
        "words": (Words(wording=SECRET, choice=0, gaps={"x": SECRET}),),
        "options": (),
        "answer": ObjectSet(names=(f"answer-{SECRET}", "far")),
        "media": media,
        "parts": (MediaPart(media="view"), QuestionPart()),
        "outcome": Media(role="outcome", kind="image", data=OUTCOME, name="outcome.png", label=SECRET),
        "depth": Media(role="depth", kind="image", data=DEPTH, name="depth.png", label=SECRET),
        "shots": (Shot(world=row("near", "far", f"answer-{SECRET}"), camera=level_camera(), label=SECRET),),
        "query": Removal(removed=SECRET),
        "objects": {SECRET: SECRET},
        "trace": {"because": SECRET},
        "annotation": {"boxes": SECRET},
        "gates": (SECRET,),
        "margin": 0.12345,
    }
    return sample(**{**given, **changed})


def tools_for(asked: Sample, sent: list[Request]) -> QuestionTools:
    """Tools with a model that says nothing useful."""

    async def ask(request: Request) -> str:
        sent.append(request)
        return "none"

    perceive, graph = exact_perception(asked), exact_scene_graph(asked)
    return QuestionTools(ask, {}, perceive, graph, Store(None, asked.id, 0), Meter())


PLAINLY = {"cow": "cow(fallback='plain')"}
"""A strategy that goes on where the model says nothing useful only if it is told to."""


def requests_of(name: str, asked: Sample) -> list[Request]:
    """All that a strategy sends."""
    sent: list[Request] = []

    async def whole() -> str:
        way = PLAINLY.get(name, name)
        return await read_way(way).run(question_of(asked), tools_for(asked, sent))

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
    Plan(steps=(Step(id=1, content=SECRET),)),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda a: f"{a.kind}-{a.words({})[:12]}")
@pytest.mark.parametrize("name", WITH_PICTURES)
def test_nothing_of_the_answer_the_trace_or_the_future_is_sent(name: str, answer: Answer) -> None:
    for request in requests_of(name, guarded(answer=answer)):
        assert SECRET not in words(request) and "0.12345" not in words(request)
        assert SECRET not in "".join(p.name + p.label for p in pictures(request))
        assert not {UNSEEN, OUTCOME, DEPTH} & {p.data for p in pictures(request)}


@pytest.mark.parametrize("name", WITH_PICTURES)
def test_the_request_is_the_same_whatever_the_answer(name: str) -> None:
    """The strongest form of the rule: samples that differ in the answer alone are asked in the same bytes."""
    options = ("Yes", "No", "Not sure")
    yes, no = (guarded(options=options, answer=Choice(option=o), trace={"because": o}) for o in ("Yes", "No"))
    assert requests_of(name, yes) == requests_of(name, no)
    few, many = (guarded(answer=ObjectSet(names=names)) for names in ((), ("near", "far")))
    assert requests_of(name, few) == requests_of(name, many)
    can, cannot = (guarded(answer=a) for a in (Swaps(pairs=(("near", "far"),)), Swaps(feasible=False)))
    assert requests_of(name, can) == requests_of(name, cannot)
    short, long = (guarded(answer=Plan(steps=tuple(Step(id=k, content="Go") for k in range(n)))) for n in (0, 3))
    assert requests_of(name, short) == requests_of(name, long)


def test_each_setting_shows_its_pictures_and_no_others() -> None:
    shown = {name: [p.name for r in requests_of(name, guarded()) for p in pictures(r)] for name in WITH_PICTURES}
    assert shown == {
        "bare": ["view.png"],
        "consistency": ["view.png"],
        "cot": ["view.png"],
        "cow": ["view.png"] * 2,
        "direct": ["view.png"],
        "least_plausible": ["view.png"],
        "option_text": ["view.png"],
        "physagent": ["view.png"] * 4,
        "physics_cot": ["view.png"],
        "reasoned_json": ["view.png"],
        "rsgar": [*["view.png", "depth.png", "segments.png"] * 3, "view.png"],
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


@pytest.mark.parametrize("name", ["direct", "cot", "reasoned_json", "with_depth", "with_seg", "with_depth_seg"])
def test_plans_are_asked_for_as_json_after_an_example_from_another_scene(name: str) -> None:
    (request,) = requests_of(name, guarded(answer=Plan(steps=(Step(id=1, content="Go"),))))
    assert "for 'Pick up the tray' in another scene" in words(request) and '"precondition": ["step1"]' in words(request)


def test_a_plan_after_reasoning_is_read_in_the_line_that_was_asked_for() -> None:
    """The first steps are thoughts, the last line is the answer."""
    thought = "1. The cup stands on the book.\n2. So the cup has to go first.\n\nAnswer: "
    plan = {"step1": {"content": "Remove the cup", "precondition": []}}
    plan["step2"] = {"content": "Pick up the book", "precondition": ["step1"]}
    asked = sample(0, options=(), answer=Plan(steps=(Step(id=1, content="Remove the cup"),)))
    judged = score_alone(asked.kind, key_of(asked), f"{thought}<ans>{json.dumps(plan)}</ans>")
    assert judged.read_as == "1. Remove the cup\n2. Pick up the book (after 1)"


def test_options_have_letters_in_their_order() -> None:
    (request,) = requests_of("direct", sample(0))
    assert "A. Yes\nB. No\nC. Not sure" in words(request)


def test_a_sample_without_a_world_has_no_maps() -> None:
    """It is the tool that fails, not the model."""
    for name in ("with_depth", "with_seg"):
        with pytest.raises(ToolFailed, match=r"has no world, so there is no exact (depth|segments)"):
            requests_of(name, guarded(shots=(), answer=ObjectSet(names=())))


def test_maps_are_metered_apart_from_the_model() -> None:
    tools = tools_for(guarded(), [])

    async def whole() -> None:
        await read_way("with_depth_seg").run(question_of(guarded()), tools)

    asyncio.run(whole())
    assert {role: spent.calls for role, spent in tools.meter.spent.items()} == {"depth": 1, "segments": 1}
    tools.meter.add("depth", Spent(calls=2, seconds=1.0, cost=0.5))
    assert tools.meter.fields()["tools"]["depth"].calls == 3 and tools.meter.fields()["tools"]["depth"].cost == 0.5


def test_a_role_that_nobody_plays_is_a_tool_that_failed() -> None:
    with pytest.raises(ToolFailed, match="give --role captioner=MODEL"):
        asyncio.run(tools_for(guarded(), []).role("captioner", Request(("What is there?",))))


def test_an_unknown_strategy_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'with_depth'"):
        STRATEGIES.get("with_dept")


def test_a_question_holds_nothing_but_what_may_be_seen() -> None:
    """The fields of a question are all there is to give away."""
    assert set(Question.__dataclass_fields__) == {"text", "form", "options", "before", "after", "unseen"}


def test_tools_hold_no_sample() -> None:
    """A strategy that looks into its tools finds nothing of what is right."""
    tools = tools_for(guarded(), [])
    held = [getattr(tools, f.name) for f in fields(tools)]
    held += [value for each in (tools.store, tools.meter) for value in vars(each).values()]
    assert not any(isinstance(value, Sample | Answer) for value in held)


def test_a_map_of_a_picture_that_does_not_exist_is_a_tool_that_failed() -> None:
    with pytest.raises(ToolFailed, match="no exact depth of it"):
        asyncio.run(tools_for(guarded(), []).depth("nowhere"))


def test_artefacts_are_kept_beside_the_answers_with_their_checksum(tmp_path: Path) -> None:
    store = Store(tmp_path, "s-1", 2)
    store.keep("note.txt", "naïve")
    store.keep("facts.json", {"b": [1], "a": "é"})
    store.keep("map.png", png(3))
    assert [(a.name, a.kind, a.path) for a in store.kept] == [
        ("note.txt", "text", "s-1/2/note.txt"), ("facts.json", "json", "s-1/2/facts.json"),
        ("map.png", "image", "s-1/2/map.png"),
    ]  # fmt: skip
    for artefact in store.kept:
        assert sha256((tmp_path / artefact.path).read_bytes()).hexdigest() == artefact.sha256
    assert json.loads((tmp_path / "s-1/2/facts.json").read_text("utf-8")) == {"a": "é", "b": [1]}


@pytest.mark.parametrize("name", ["../note.txt", "a/note.txt", ".note.txt", "note", "note.exe", "", "n" * 90 + ".txt"])
def test_artefacts_cannot_be_called_anything(name: str, tmp_path: Path) -> None:
    with pytest.raises(ToolFailed, match="is no name of an artefact"):
        Store(tmp_path, "s-1", 0).keep(name, "x")
    assert not list(tmp_path.iterdir())


def test_two_artefacts_of_one_question_have_two_names(tmp_path: Path) -> None:
    store = Store(tmp_path, "s-1", 0)
    store.keep("note.txt", "x")
    with pytest.raises(ToolFailed, match="two artefacts of one question"):
        store.keep("note.txt", "y")


def test_texts_and_pictures_stand_around_the_question_in_the_order_of_its_parts() -> None:
    pair = tuple(Media(role="clip", kind="image", data=png(k), name=f"clip-{k}.png") for k in (1, 2))
    parts = (
        TextPart(text="First:"), MediaPart(media="clip-2"), QuestionPart(), TextPart(text="Then:"),
        MediaPart(media="clip-1"),
    )  # fmt: skip
    asked = question_of(sample(0, media=pair, parts=parts))
    assert [p.name for p in asked.media] == ["clip-2.png", "clip-1.png"]
    shown = [p if isinstance(p, str) else p.name for p in asked.request("HERE", "MORE").parts]
    assert shown == ["First:", "clip-2.png", "MORE", "HERE", "Then:", "clip-1.png"]


def test_what_has_a_name_is_shown_under_it() -> None:
    """Without parts of its own, a sample shows all its media, each after what the question calls it."""
    pair = tuple(
        Media(role="clip", kind="image", data=png(k), name=f"clip-{k}.png", label=label)
        for k, label in ((1, "the first clip"), (2, ""))
    )
    before = [p if isinstance(p, str) else p.name for p in question_of(sample(0, media=pair)).before]
    assert before == ["The first clip:", "clip-1.png", "clip-2.png"]


def test_the_answer_alone_or_in_the_last_line() -> None:
    asked = question_of(sample(0))
    assert asked.alone().endswith("C. Not sure\n\nReply with the letter of one option and nothing else.")
    reasoned = asked.reasoned("Think.")
    assert "Think. Write your thoughts down" in reasoned
    assert reasoned.endswith("one line that holds 'Answer: ' and the letter of one option.")
