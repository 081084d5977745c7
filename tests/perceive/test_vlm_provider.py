"""A served model as a detector: asked over a real connection, in the way its family writes places."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.perceive.percepts import Box, Detect, Pixels
from diorama.perceive.providers import chat
from diorama.perceive.providers.vlm import KEY
from diorama.perceive.providers.wishes import CannotPerceive
from diorama.perceive.registry import read_provider
from diorama.perceive.spots import CONVENTIONS, NoSpot
from diorama.perceive.spots.lists import named_places
from tests.perceive.chat_server import ChatServer, Reply, says
from tests.perceive.planted import a_box, near, with_red

SHAPE = (75, 121)


def red_edges(picture: Pixels) -> list[float]:
    """Left, top, right, bottom of what is red, as shares."""
    red = picture[..., 0] > 200
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    height, width = red.shape
    return [
        float(columns[0]) / width,
        float(rows[0]) / height,
        float(columns[-1] + 1) / width,
        float(rows[-1] + 1) / height,
    ]


def in_thousandths(picture: Pixels, words: str) -> str:
    assert "from 0 at the left and top edges to 1000" in words
    return json.dumps([{"label": "cup", "bbox_2d": [round(1000 * at) for at in red_edges(picture)]}])


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer(in_thousandths) as served:
        yield served


def vlm(server: ChatServer, **more: object) -> Detect:
    settings = {"url": server.url, "model": "some/Qwen3-VL-8B", **more}
    spec = read_provider("detect", f"vlm({', '.join(f'{name}={value!r}' for name, value in settings.items())})")
    spec.check_settings()
    found: Detect = spec.make(None)
    return found


def test_the_box_comes_back_in_pixels(server: ChatServer) -> None:
    picture = with_red(SHAPE, a_box(SHAPE))
    (found,) = vlm(server)(picture, ["cup"])
    assert found.label == "cup" and near(found.box, a_box(SHAPE), 0.2, 0.2)
    path, _, body = server.asked[0]
    assert path == "/v1/chat/completions" and body["model"] == "some/Qwen3-VL-8B" and body["temperature"] == 0


@pytest.mark.parametrize(
    ("family", "order", "scale"),
    [
        ("gemini-2.5", (1, 0, 3, 2), (1000, 1000)),
        ("claude", (0, 1, 2, 3), (121, 75)),
        ("percent", (0, 1, 2, 3), (100, 100)),
    ],
)
def test_each_family_is_asked_and_read_in_its_own_way(
    family: str, order: tuple[int, ...], scale: tuple[int, int]
) -> None:
    """Gemini writes y first, Claude pixels: the same box comes back for all."""

    def answer(picture: Pixels, words: str) -> str:
        assert ("[top, left, bottom, right]" in words) == (family == "gemini-2.5")
        edges = [at * scale[k % 2] for k, at in enumerate(red_edges(picture))]
        return f"Sure! ```json\n{json.dumps([{'label': 'Cup', 'box_2d': [edges[k] for k in order]}])}\n```"

    with ChatServer(answer) as server:
        (found,) = vlm(server, model="m", family=family)(with_red(SHAPE, a_box(SHAPE)), ["cup"])
    assert near(found.box, a_box(SHAPE), 0.2, 0.2)


def test_names_go_alone_or_together(server: ChatServer) -> None:
    picture = with_red(SHAPE, a_box(SHAPE))
    server.answer = lambda picture, words: "[]"
    assert vlm(server)(picture, ["cup", "ball", "box"]) == []
    assert len(server.asked) == 3
    server.asked.clear()
    server.answer = lambda picture, words: json.dumps(
        [
            {"label": "blue ball", "box": [0, 0, 500, 500]},
            {"label": "cup", "box": [500, 0, 1000, 500]},
            {"label": "cup", "box": [0, 500, 500, 1000]},
            {"label": "cup", "box": [0, 500, 500, 1000]},
        ]
    )
    found = vlm(server, together=2)(picture, ["cup", "ball"])
    assert sorted(each.label for each in found) == ["ball", "cup", "cup"], "a thing that is said twice is one"
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (
            says("I'm sorry, I can't help with identifying things in this image."),
            "cannot be read: nothing found: it refuses",
        ),
        (says("It is a lovely picture of a kitchen."), r"cannot be read: nothing found.*it begins: It is a lovely"),
        (says('[{"label": "cup", "box": [100, 100, 5000, 900]}]'), "a box outside of the picture: does family fit"),
        (says('[{"label": "cup", "box": [900, 100, 100, 900]}]'), "a box inside out"),
        (says('[{"label": "cup", "box": [1, 2, 3', ended="length"), "was cut off after 2048 tokens: raise max_tokens"),
        (says("[]", ended="content_filter"), "refused to answer"),
        (says(""), "empty reply"),
        (says(None), "empty reply"),
        (Reply(b"<html>hello</html>"), "no chat completion"),
        (Reply(b'{"choices": "many"}'), "no chat completion"),
        (Reply(b'{"error": {"message": "no such\\u001b[31m model"}}', 404), "refused with status 404: no such model$"),
        (Reply(b"", 302, {"Location": "http://elsewhere/"}), "redirects are not followed"),
        (Reply(b"x" * 100_000, endless=True), "sent more than"),
    ],
)
def test_what_goes_wrong_is_one_clear_line(server: ChatServer, reply: Reply, why: str) -> None:
    server.instead = [reply]
    with pytest.raises(DioramaError, match=why) as told:
        vlm(server)(with_red(SHAPE, a_box(SHAPE)), ["cup"])
    assert "\n" not in str(told.value) and "\x1b" not in str(told.value)


def test_a_slow_server_is_given_up(server: ChatServer) -> None:
    server.instead = [Reply(wait=2.0)]
    with pytest.raises(DioramaError, match=r"the model server at 127\.0\.0\.1:\d+ did not answer within 0\.3 s"):
        vlm(server, timeout=0.3)(with_red(SHAPE, a_box(SHAPE)), ["cup"])


def test_passing_failures_are_tried_again_and_others_are_not(
    server: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "PAUSES", (0.0, 0.0))
    server.instead = [Reply(status=503), Reply(status=429)]
    assert len(vlm(server)(with_red(SHAPE, a_box(SHAPE)), ["cup"])) == 1
    assert len(server.asked) == 3
    server.instead = [Reply(b'{"detail": "bad key"}', 401)]
    with pytest.raises(DioramaError, match="status 401: bad key"):
        vlm(server)(with_red(SHAPE, a_box(SHAPE)), ["cup"])
    assert len(server.asked) == 4


@pytest.mark.parametrize(
    ("reply", "of_the_picture"),
    [
        (Reply(b'{"detail": "bad key"}', 401), False),
        (Reply(b"<html>in the way</html>"), False),
        (says(""), True),
        (says("It is a lovely picture of a kitchen."), True),
    ],
)
def test_a_server_in_trouble_is_no_fault_of_the_picture(server: ChatServer, reply: Reply, of_the_picture: bool) -> None:
    """What is wrong with the picture is kept for good, what is wrong with the server is tried again."""
    server.instead = [reply]
    with pytest.raises(DioramaError) as told:
        vlm(server)(with_red(SHAPE, a_box(SHAPE)), ["cup"])
    assert isinstance(told.value, CannotPerceive) is of_the_picture


def test_nobody_there_is_said(server: ChatServer) -> None:
    with pytest.raises(DioramaError, match=r"the model server at 127\.0\.0\.1:9 cannot be reached"):
        read_provider("detect", "vlm(url='http://127.0.0.1:9', model='qwen3-vl')").make(None)(
            with_red(SHAPE, a_box(SHAPE)), ["cup"]
        )


def test_the_key_is_sent_and_never_told(server: ChatServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-secret-123")
    server.instead = [Reply(b'{"error": "no key sk-secret-123"}', 403)]
    with pytest.raises(DioramaError, match="no key …") as told:
        vlm(server)(with_red(SHAPE, a_box(SHAPE)), ["cup"])
    assert server.asked[0][1]["authorization"] == "Bearer sk-secret-123"
    assert "sk-secret" not in str(told.value)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("vlm", "needs a server and a model"),
        ("vlm(url='ftp://x', model='qwen3-vl')", "no address of a model server"),
        ("vlm(url='http://me:pw@x', model='qwen3-vl')", "no user, password"),
        ("vlm(url='http://x', model='mystery')", "nobody knows how 'mystery' writes places: give family="),
        ("vlm(url='http://x', model='qwen3-vl', timeout=0)", "timeout is more than 0"),
        ("vlm(url='http://x', model='qwen3-vl', together=0)", "together is between 1 and 100"),
    ],
)
def test_settings_that_cannot_work_are_refused_before_anybody_is_asked(spec: str, why: str) -> None:
    with pytest.raises(DioramaError, match=why):
        read_provider("detect", spec).check_settings()


CUP = ("cup", (96.0, 64.0, 192.0, 128.0))


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ('[{"label": "cup", "box": [100, 100, 200, 200]}]', [CUP]),
        ('```json\n[{"bbox_2d": [100, 100, 200, 200], "label": "a red cup"}]\n```', [CUP]),
        ('{"cup": [100, 100, 200, 200]}', [CUP]),
        ('{"cup": {"box": {"x1": 100, "y1": 100, "x2": 200, "y2": 200}}, "ball": null}', [CUP]),
        ('{"objects": [{"name": "cup", "x1": 100, "y1": 100, "x2": 200, "y2": 200}]}', [CUP]),
        ('{"boxes": [{"label": "cup", "box": [100, 100, 200, 200]}]}', [CUP]),
        ('{"bbox_2d": [100, 100, 200, 200], "label": "cup"}\n' * 2, [CUP, CUP]),
        ('<think>[{"label": "cup", "box": [1, 1, 9, 9]}]</think>{"cup": [100, 100, 200, 200]}', [CUP]),
        ('[{"label": "dog", "box": [1, 2, 3, 4]}]', []),
        ("[]", []),
        ('{"cup": [], "ball": []}', []),
        ("None of these is visible in the picture.", []),
        ("There is no cup here.", []),
    ],
)
def test_lists_are_read_in_the_forms_that_models_write(reply: str, found: list[object]) -> None:
    read = named_places(reply, ["cup", "ball"], (960, 640), CONVENTIONS["thousand"])
    assert [(each.name, each.box) for each in read] == found


@pytest.mark.parametrize(
    "reply",
    [
        "[[1, 2, 3, 4]]",
        '[{"label": "cup", "point": [3, 4]}]',
        '[{"label": "cup", "box": [1, 2, 1e9, 4]}]',
        "",
        "[" * 5000,
    ],
)
def test_lists_that_say_nothing_clear_are_refused(reply: str) -> None:
    with pytest.raises(NoSpot):
        named_places(reply, ["cup", "ball"], (960, 640), CONVENTIONS["thousand"])


def test_boxes_without_names_are_those_of_the_one_name() -> None:
    read = named_places("[[100, 100, 200, 200]]", ["cup"], (960, 640), CONVENTIONS["thousand"])
    assert [(each.name, each.box) for each in read] == [CUP]
    assert Box(*read[0].box).area == 96 * 64
