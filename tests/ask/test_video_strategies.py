"""Settings for clips over HTTP: each shows exactly the frames it should, and the base setting no unseen one."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask import Record, Verdict
from diorama.ask.clip_facts import exact_clip_facts
from diorama.ask.clips import drawn_in
from diorama.ask.evaluate import Order, check_order, evaluate
from diorama.ask.question import Request, question_of
from diorama.ask.run_files import artefacts_of, read_run
from diorama.ask.strategies import STRATEGIES, read_way, registry
from diorama.ask.strategies.consistency import judged_options
from diorama.ask.tools import Meter, QuestionTools, Store, ToolFailed, exact_perception, exact_scene_graph
from diorama.ask.video_input import Frames, VideoInput, read_video_input
from diorama.data import Media, Sample
from diorama.errors import DioramaError
from diorama.kinds import Choice, Form
from tests.ask.datasets import choices
from tests.ask.filmed import EARLY, LATE, REFERENCE, filmed, films, numbers_shown, picture, shown_in
from tests.ask.server import Answer, Server, text_of
from tests.ask.test_strategies import guarded, requests_of, words
from tests.hostile.damage import wide_png
from tests.numbered import numbered_clip

Reply = Callable[[str, int], str]
Direction = Literal["forward", "backward"]
FOR_CLIPS = [name for name in STRATEGIES.names() if "clip" in STRATEGIES.get(name).uses]
BOTH: tuple[Direction, Direction] = ("forward", "backward")


class Asked:
    """Questions put to a model that replies by a function of the question's number and the attempt."""

    def __init__(self, folder: Path, way: str, *samples: Sample, reply: Reply | str = "A", **order: Any) -> None:
        said = reply if callable(reply) else lambda number, attempt: reply
        with Server(lambda number, attempt: Answer(said(number, attempt))) as server:
            server.keep_requests = True
            data = films(folder / "data", *(samples or (filmed(),)))
            given = {"strategy": way, "base_url": server.url, "logs": folder / "logs", "retries": 0, **order}
            result = evaluate(Order(data, "diorama-api/m", **given))
        self.path, self.requests = result.path, server.requests
        self.records = {record.sample_id: record for record in result.records}
        self.texts = [text_of(request) for request in server.requests]

    @property
    def record(self) -> Record:
        (record,) = self.records.values()
        return record

    def kept(self, name: str) -> bytes:
        (artefact,) = (a for a in self.record.artefacts if a.name == name)
        return (artefacts_of(self.path) / artefact.path).read_bytes()


def seen_and_unseen(direction: Direction) -> tuple[list[int], list[int]]:
    return (list(EARLY), list(LATE)) if direction == "forward" else (list(LATE), list(EARLY))


@pytest.mark.parametrize("direction", BOTH)
@pytest.mark.parametrize(
    "way", ["direct", "cot", "physics_cot", "option_text", "reasoned_json", "bare", "interaction_graph", "consistency",
            "least_plausible", "caption_video"],
)  # fmt: skip
def test_without_a_setting_that_reveals_it_no_unseen_frame_is_sent(
    way: str, direction: Direction, tmp_path: Path
) -> None:
    asked = Asked(tmp_path, way, filmed(0, direction))
    clip, _ = seen_and_unseen(direction)
    assert all(shown_in(request) == [("video", clip)] for request in asked.requests)


@pytest.mark.parametrize("direction", BOTH)
def test_each_setting_shows_exactly_its_frames(direction: Direction, tmp_path: Path) -> None:
    clip, unseen = seen_and_unseen(direction)
    at_the_cut, farthest = (9, 19) if direction == "forward" else (10, 0)
    expected = {
        "gold": [("video", unseen)],
        "full": [("video", [*EARLY, *LATE])],
        "cut_frame": [("image", [at_the_cut])],
        "reversed": [("video", clip[::-1])],
        "text_only": [],
        "caption_only": [],
        "text_scaffold": [("video", clip)],
        "image_scaffold": [("video", clip), ("image", [farthest])],
        "image_scaffold(frame='middle')": [("video", clip), ("image", [unseen[5]])],
        "video_scaffold": [("video", clip), ("video", unseen)],
        "interaction_graph(source='oracle')": [("video", clip)],
    }
    for number, (way, shown) in enumerate(expected.items()):
        asked = Asked(tmp_path / str(number), way, filmed(0, direction))
        assert asked.record.verdict is Verdict.CORRECT, (way, asked.record.note)
        assert [shown_in(request) for request in asked.requests] == [shown], way


def test_the_reference_picture_stays_beside_whatever_replaces_the_clip(tmp_path: Path) -> None:
    reference = ("image", [REFERENCE])
    for number, (way, shown) in enumerate(
        {
            "direct": [("video", list(EARLY)), reference],
            "gold": [("video", list(LATE)), reference],
            "cut_frame": [("image", [9]), reference],
            "caption_only": [],
        }.items()
    ):
        asked = Asked(tmp_path / str(number), way, filmed(0, reference=True))
        assert shown_in(asked.requests[0]) == shown
    assert "A description of the reference picture: The picture is taken" in asked.texts[0]


def test_words_say_which_part_is_shown_and_reversed_says_nothing(tmp_path: Path) -> None:
    ahead, back = (Asked(tmp_path / way, "gold", filmed(0, way)).texts[0] for way in BOTH)
    assert "what comes right after it" in ahead and "what came right before it" in back
    full = Asked(tmp_path / "full", "full").texts[0]
    assert "The clip ends at 0.9 seconds" in full
    plain, turned = (Asked(tmp_path / way, way).texts[0] for way in ("direct", "reversed"))
    assert plain == turned


def test_clips_have_words_of_their_own_in_physics_cot(tmp_path: Path) -> None:
    assert "Work through the clip as a physicist would" in Asked(tmp_path, "physics_cot").texts[0]


@pytest.mark.parametrize("name", FOR_CLIPS)
def test_a_strategy_for_clips_asks_the_same_whatever_the_answer(name: str) -> None:
    """Samples that differ in the answer alone are asked in the same bytes, with what the setting reveals and all."""

    def sent(asked: Sample) -> list[Request]:
        requests: list[Request] = []

        async def ask(request: Request) -> str:
            requests.append(request)
            return "none"

        tools = QuestionTools(
            ask, {}, exact_perception(asked), exact_scene_graph(asked), Store(None, asked.id, 0), Meter(),
            exact_clip_facts(asked),
        )  # fmt: skip
        asyncio.run(read_way(name).run(question_of(asked), tools))
        return requests

    left, behind = (
        filmed(0, reference=True, answer=Choice(option=o), trace={"because": o}) for o in filmed().options[::2]
    )
    assert sent(left) == sent(behind)


@pytest.mark.parametrize("name", FOR_CLIPS)
def test_a_strategy_for_clips_needs_a_clip(name: str, tmp_path: Path) -> None:
    with Server() as server:
        order = Order(choices(tmp_path / "data", 1), "diorama-api/m", strategy=name, base_url=server.url,
                      logs=tmp_path / "logs", retries=0)  # fmt: skip
        (record,) = evaluate(order).records
    assert record.verdict is Verdict.TOOL_FAILED and "shows no clip" in record.note and not server.asked


# ── without a world: real footage ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("way", ["gold", "full", "cut_frame", "reversed", "image_scaffold", "video_scaffold"])
def test_footage_needs_no_world_where_frames_are_enough(way: str, tmp_path: Path) -> None:
    assert Asked(tmp_path, way, filmed(0, world=False)).record.verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    "way", ["caption_only", "caption_video", "text_scaffold", "interaction_graph(source='oracle')"]
)
def test_footage_has_no_exact_description(way: str, tmp_path: Path) -> None:
    record = Asked(tmp_path, way, filmed(0, world=False)).record
    assert record.verdict is Verdict.TOOL_FAILED and "has no simulated event" in record.note
    assert "use source='model'" in record.note


@pytest.mark.parametrize("way", ["gold", "full", "image_scaffold", "video_scaffold"])
def test_a_sample_without_an_unseen_part_says_so(way: str, tmp_path: Path) -> None:
    record = Asked(tmp_path, way, filmed(0, outcome=None)).record
    assert record.verdict is Verdict.TOOL_FAILED and "has no film of its unseen part" in record.note


def test_a_clip_that_cannot_be_read_is_a_tool_that_failed(tmp_path: Path) -> None:
    broken = Media(role="clip", kind="video", data=b"no clip", name="clip.mp4")
    record = Asked(tmp_path, "cut_frame", filmed(0, media=(broken,))).record
    assert record.verdict is Verdict.TOOL_FAILED and "the clip cannot be read" in record.note


# ── descriptions ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_exact_caption_tells_of_the_shown_part_and_a_scaffold_of_the_other(tmp_path: Path) -> None:
    shown, ahead = (Asked(tmp_path / way, way) for way in ("caption_only", "text_scaffold"))
    assert "At first, from left to right: the blue car (left" in shown.texts[0]
    assert "You do not see the clip" in shown.texts[0]
    assert "A description of what happens after the clip ends" in ahead.texts[0] and "It is exact." in ahead.texts[0]
    assert shown.kept("caption.txt").decode() in shown.texts[0]
    assert shown.record.tools["caption"].calls == 1 and shown.record.calls == 1
    back = Asked(tmp_path / "back", "text_scaffold", filmed(0, "backward"))
    assert "what happened before the clip begins" in back.texts[0]


def test_a_captioner_describes_the_clip_and_the_picture_and_is_not_asked_the_question(tmp_path: Path) -> None:
    def reply(number: str, attempt: int) -> str:
        return "A" if number == "0" else f"words of the captioner, {attempt}"

    asked = Asked(
        tmp_path, "caption_only(source='model')", filmed(0, world=False, reference=True), reply=reply,
        roles={"captioner": "diorama-api/c"},
    )  # fmt: skip
    assert [shown_in(request) for request in asked.requests] == [
        [("video", list(EARLY))], [("image", [REFERENCE])], [],
    ]  # fmt: skip
    assert "Describe this clip closely" in asked.texts[0] and "relative to" not in asked.texts[0]
    assert "A description of the clip: words of the captioner, 1" in asked.texts[2]
    assert "A description of the reference picture: words of the captioner, 2" in asked.texts[2]
    assert asked.record.tools["captioner"].calls == 2 and asked.record.verdict is Verdict.CORRECT


def test_a_captioner_foresees_without_the_options(tmp_path: Path) -> None:
    def reply(number: str, attempt: int) -> str:
        return "it goes on" if attempt == 1 else "A"

    asked = Asked(tmp_path, "text_scaffold(source='model')", reply=reply, roles={"captioner": "diorama-api/c"})
    assert "to the left of it" not in asked.texts[0] and "Do not answer this question" in asked.texts[0]
    assert "made by a model and may be wrong.\nit goes on" in asked.texts[1]


def test_the_exact_graph_is_given_as_data(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "interaction_graph(source='oracle')")
    graph = json.loads(asked.kept("interactions.json"))
    assert graph["changing_objects"] == ["the blue car"] and graph["surroundings"] == ["the block"]
    assert '"relation": "left of"' in asked.texts[0] and asked.record.tools["interactions"].calls == 1


def test_the_model_draws_up_its_own_graph_in_one_call(tmp_path: Path) -> None:
    ahead, back = (Asked(tmp_path / way, "interaction_graph", filmed(0, way)) for way in BOTH)
    assert ahead.record.calls == 1 and "let the event go on" in ahead.texts[0]
    assert "follow the event back" in back.texts[0]


# ── pictures and clips by another model ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("way", "mime", "data", "shown"),
    [
        ("image_scaffold", "image/png", picture(55), ("image", [55])),
        ("video_scaffold", "video/mp4", numbered_clip(60, 63), ("video", [60, 61, 62, 63])),
    ],
)
def test_a_generator_draws_from_the_frame_at_the_cut(
    way: str, mime: str, data: bytes, shown: object, tmp_path: Path
) -> None:
    drawn = f"Here it is: ![future](data:{mime};base64,{b64encode(data).decode()})"

    def reply(number: str, attempt: int) -> str:
        return drawn if attempt == 1 else "A"

    asked = Asked(
        tmp_path, f"{way}(source='model')", filmed(0, world=False, outcome=None), reply=reply,
        roles={"generator": "diorama-api/g"},
    )  # fmt: skip
    assert shown_in(asked.requests[0]) == [("image", [9])] and "to the left of it" not in asked.texts[0]
    assert shown_in(asked.requests[1]) == [("video", list(EARLY)), shown]
    assert asked.record.verdict is Verdict.CORRECT and asked.record.tools["generator"].calls == 1
    assert any(a.name.startswith("scaffold.") for a in asked.record.artefacts)


def test_a_generator_that_draws_nothing_is_a_tool_that_failed(tmp_path: Path) -> None:
    way, roles = "image_scaffold(source='model')", {"generator": "diorama-api/g"}
    record = Asked(tmp_path, way, reply="I cannot draw.", roles=roles).record
    assert record.verdict is Verdict.TOOL_FAILED and "generator: the reply holds no picture" in record.note
    with pytest.raises(ToolFailed, match="the picture in the reply cannot be read"):
        drawn_in("data:image/png;base64,AAAA", "image")
    with pytest.raises(ToolFailed, match="picture in the reply cannot be read"):
        drawn_in(f"data:image/png;base64,{b64encode(wide_png()).decode()}", "image")
    with pytest.raises(ToolFailed, match="holds no clip"):
        drawn_in(f"data:image/png;base64,{b64encode(picture(1)).decode()}", "video")


def test_roles_are_needed_only_where_a_model_is_the_source(tmp_path: Path) -> None:
    data = films(tmp_path / "data", filmed())
    for way, role in (("caption_video", "captioner"), ("image_scaffold", "generator")):
        check_order(Order(data, "diorama/random", strategy=way))
        with pytest.raises(DioramaError, match=f"needs a model for the role '{role}'"):
            check_order(Order(data, "diorama/random", strategy=f"{way}(source='model')"))
        with pytest.raises(DioramaError, match=f"has no role '{role}': it needs none"):
            check_order(Order(data, "diorama/random", strategy=way, roles={role: "diorama/random"}))


# ── options judged one by one ───────────────────────────────────────────────────────────────────────────────────────

RULED_OUT, READ = "least plausible/is the right option", "least plausible/reply read"


@pytest.mark.parametrize(("said", "stages"), [("A", {READ: 1, RULED_OUT: 1}), ("C", {READ: 1, RULED_OUT: 0}),
                                              ("who knows", {READ: 0})])  # fmt: skip
def test_the_least_plausible_option_never_counts_as_an_answer(
    said: str, stages: dict[str, float], tmp_path: Path
) -> None:
    """The verdict is that of the answer; whether the right option (A) was ruled out is told apart from it."""
    asked = Asked(
        tmp_path, "least_plausible", filmed(0, world=False), reply=lambda number, attempt: (said, "B")[attempt - 1]
    )  # fmt: skip
    assert asked.record.verdict is Verdict.INCORRECT and asked.record.read_as == "to the right of it"
    assert asked.record.stages == stages and asked.record.calls == 2
    assert "the least plausible" in asked.texts[0] and "least plausible" not in asked.texts[1]


def judged(option: str, plausible: bool, confidence: object) -> str:
    return json.dumps({"option": option, "plausible": plausible, "confidence": confidence, "evidence": "it moves"})


def test_what_is_said_of_each_option_is_compared_with_the_right_one(tmp_path: Path) -> None:
    lines = [judged("A", True, 90), judged("B. to the right of it", False, "80%"), judged("behind it", True, 60)]
    record = Asked(tmp_path, "consistency", filmed(0, world=False), reply="\n".join([*lines, "Answer: C"])).record
    assert record.verdict is Verdict.INCORRECT and record.read_as == "behind it"
    assert record.stages == {
        "options/all judged": 1,
        "options/right one most plausible": 1,
        "options/right one plausible": 1,
        "options/wrong ones plausible": 0.5,
        "options/Brier score": pytest.approx((0.1**2 + 0.2**2 + 0.6**2) / 3),
        "options/answer is the most plausible": 0,
    }


def test_options_that_were_not_all_judged_have_no_numbers(tmp_path: Path) -> None:
    record = Asked(tmp_path, "consistency", reply=f"{judged('A', True, 90)}\nAnswer: A").record
    assert record.stages == {"options/all judged": 0} and record.verdict is Verdict.CORRECT


def test_judgements_that_make_no_sense_are_left_out() -> None:
    options = ("yes", "no")
    assert judged_options('{"option": "A", "plausible": "maybe", "confidence": 10}', options) == {}
    assert judged_options(judged("A", True, 900) + judged("Z", True, 1) + judged("B", True, True), options) == {}
    assert judged_options("{not json} and {}", options) == {}
    assert list(judged_options(f"```json\n[{judged('no', True, 5)},{judged('A', False, 7)}]\n```", options)) == [
        "A",
        "B",
    ]


@pytest.mark.parametrize("way", ["least_plausible", "consistency"])
def test_questions_without_options_are_asked_as_ever(way: str) -> None:
    asked = guarded()
    assert [words(request) for request in requests_of(way, asked)] == [
        words(request) for request in requests_of("direct" if way == "least_plausible" else "cot", asked)
    ]


# ── clips as frames ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("rate", "numbers"), [(None, [0, 9]), (5.0, [0, 2, 4, 6, 8, 9]), (50.0, list(EARLY))])
def test_frames_are_sent_in_order_with_their_times(rate: float | None, numbers: list[int], tmp_path: Path) -> None:
    asked = Asked(tmp_path, "direct", video="frames", frame_rate=rate)
    assert shown_in(asked.requests[0]) == [("image", [number]) for number in numbers]
    assert f"The next {len(numbers)} pictures are frames of one clip" in asked.texts[0]
    times = [line for line in asked.texts[0].split("\n") if line.startswith("At ")]
    assert times == [f"At {number / 10:.2f} s:" for number in numbers]
    assert numbers_shown(asked.requests) <= set(EARLY), "nothing of the unseen part"


def test_frames_of_two_clips_stand_apart(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "video_scaffold", video="frames")
    assert shown_in(asked.requests[0]) == [("image", [number]) for number in (0, 9, 10, 19)]
    assert asked.texts[0].count("frames of one clip") == 2


def test_frames_are_made_small(tmp_path: Path) -> None:
    small, whole = (
        len(json.dumps(Asked(tmp_path / str(size), "direct", video="frames", frame_size=size).requests[0]))
        for size in (32, 768)
    )
    assert small < whole


def test_a_captioner_is_sent_frames_too_if_that_is_wanted(tmp_path: Path) -> None:
    asked = Asked(
        tmp_path, "caption_only(source='model')", video="frames", roles={"captioner": "diorama-api/c"}, reply="A"
    )  # fmt: skip
    assert shown_in(asked.requests[0]) == [("image", [0]), ("image", [9])]


def test_frames_make_another_run_and_the_same_frames_the_same(tmp_path: Path) -> None:
    data = films(tmp_path / "data", filmed())
    with Server() as server:
        order = Order(data, "diorama-api/m", base_url=server.url, logs=tmp_path / "logs")
        native = evaluate(order).path
        usual, same, more = (
            evaluate(replace(order, video="frames", frame_rate=rate)) for rate in (None, 1.0, 2.0)
        )  # fmt: skip
    assert len({native, usual.path, more.path}) == 3
    assert usual.path == same.path and not same.asked, "asked already"
    assert read_run(native).info.frames == {}
    assert read_run(more.path).info.frames == {"model": Frames(per_second=2.0)}


def test_pictures_know_nothing_of_frames(tmp_path: Path) -> None:
    """Runs without clips keep their names, whatever the provider takes."""
    data = choices(tmp_path / "data", 2)
    paths = {
        evaluate(Order(data, "diorama/random", video=video, logs=tmp_path / "logs")).path for video in ("", "frames")
    }
    assert len(paths) == 1


def test_too_many_frames_are_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diorama.ask.video_input.MOST_FRAMES", 3)
    record = Asked(tmp_path, "direct", video="frames", frame_rate=10.0).record
    assert record.verdict is Verdict.TOOL_FAILED and "give a lower --frame-rate" in record.note


@pytest.mark.parametrize("spoil", [lambda data: b"no film at all", lambda data: data[: len(data) * 3 // 4]])
@pytest.mark.parametrize("video", ["native", "frames"])
def test_a_clip_that_cannot_be_read_is_not_sent(tmp_path: Path, video: str, spoil: Callable[[bytes], bytes]) -> None:
    clip = filmed().media[0]
    broken = clip.model_copy(update={"data": spoil(clip.data)})
    asked = Asked(tmp_path, "direct", filmed(media=(broken,)), video=video)
    assert not asked.requests
    assert asked.record.verdict is Verdict.TOOL_FAILED and "clip" in asked.record.note


@pytest.mark.parametrize(
    ("model", "video", "frames"),
    [
        ("google/g", "", False), ("diorama-api/m", "", False), ("diorama-hf/m", "native", False),
        ("openai/gpt-5", "", True), ("google/g", "frames", True), ("vllm/m", "", True),
    ],
)  # fmt: skip
def test_clips_go_as_the_provider_takes_them_unless_told(model: str, video: str, frames: bool) -> None:
    assert (read_video_input(video).for_model(model) is not None) == frames


def test_a_provider_that_takes_no_videos_is_refused_native(tmp_path: Path) -> None:
    data = films(tmp_path / "data", filmed())
    with pytest.raises(DioramaError, match="the provider 'openai' takes no videos; give --video frames"):
        check_order(Order(data, "openai/gpt-5", video="native"))
    roles = VideoInput(form="native").by_role("google/g", {"captioner": "openai/gpt-5"})
    assert list(roles) == ["captioner"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"video": "film"}, "--video is frames or native; got 'film'"),
        ({"rate": 0.0}, "--frame-rate is more than 0"),
        ({"rate": float("nan")}, "--frame-rate is more than 0"),
        ({"size": 8}, "--frame-size is between 32 and 4096"),
        ({"video": "native", "rate": 2.0}, "leave --frame-rate and --frame-size out"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(DioramaError, match=told):
        read_video_input(**options)


def test_other_frames_than_the_usual_are_a_deviation_from_a_protocol(tmp_path: Path) -> None:
    data = films(tmp_path / "data", filmed())
    usual, more = (
        check_order(Order(data, "diorama-api/m", protocol="scp", video="frames", frame_rate=rate))
        for rate in (None, 2.0)
    )
    assert usual.deviations == () and more.deviations == ("frames 2 a second, at most 768 px",)


@pytest.mark.parametrize("way", ["caption_only", "text_scaffold", "interaction_graph(source='oracle')"])
def test_other_captions_make_another_run(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forms = {"choice 0": Form("Reply with a letter.", "the letter")}
    before = read_way(way).fingerprint(forms)
    monkeypatch.setattr("diorama.ask.strategies.registry.VERSION", 99)
    assert read_way(way).fingerprint(forms) != before


@pytest.mark.parametrize("name", FOR_CLIPS)
def test_every_word_that_a_setting_sends_belongs_to_its_checksum(name: str) -> None:
    """The rehearsal gets to the end with a dummy clip, in both directions."""
    form = Form("Reply with a letter.", "the letter")
    for question in registry._dummy_questions(form, with_clip=True):
        sent = registry._requests_of(read_way(name), question)
        assert any("Reply with a letter." in words or "the letter" in words for words in sent), sent
