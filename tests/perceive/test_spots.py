"""Places in pictures: what models write is read as they mean it, or refused with a reason."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diorama.errors import DioramaError
from diorama.perceive.spots import (
    CONVENTIONS,
    FAMILIES,
    Box,
    Convention,
    NoSpot,
    Order,
    Point,
    Reason,
    Size,
    Spot,
    Unit,
    convention_for,
    read_spot,
    spot_request_words,
)

SIZE = (800, 400)
"""Of the picture in the tables below: a thousandth is 0.8 pixels across and 0.4 down."""
BOX = (80.0, 100.0, 240.0, 200.0)
MIDDLE = (160.0, 150.0)
POINT = (120.0, 80.0)

READ: list[tuple[str, str, Point | None, Box | None]] = [
    # JSON, as the families write it
    ("thousand", '```json\n[\n\t{"bbox_2d": [100, 250, 300, 500], "label": "red ball"}\n]\n```', None, BOX),
    ("thousand", '{"bbox_2d": [100, 250, 300, 500]}', None, BOX),
    ("thousand", '[{"point_2d": [150, 200], "label": "red ball"}]', POINT, None),
    ("thousand_yx", '[{"box_2d": [250, 100, 500, 300], "label": "ball"}]', None, BOX),
    ("thousand_yx", '```json\n[{"point": [200, 150], "label": "the ball"}]\n```', POINT, None),
    ("pixels", '{"box_2d": [80, 100, 240, 200]}', None, BOX),
    ("unit", '{"x_min": 0.1, "y_min": 0.25, "x_max": 0.3, "y_max": 0.5}', None, BOX),
    ("unit", '{"objects": [{"x_min": 0.1, "y_min": 0.25, "x_max": 0.3, "y_max": 0.5}]}', None, BOX),
    ("unit", '{"points": [{"x": 0.15, "y": 0.2}]}', POINT, None),
    # other keys
    ("pixels", '{"bbox": [80, 100, 240, 200], "point": [120, 120]}', (120.0, 120.0), BOX),
    ("pixels", '{"box": {"left": 80, "top": 100, "right": 240, "bottom": 200}}', None, BOX),
    ("pixels", '{"xmin": 80, "ymin": 100, "xmax": 240, "ymax": 200, "score": 0.93}', None, BOX),
    ("pixels", '{"x1": 80, "y1": 100, "x2": 240, "y2": 200}', None, BOX),
    ("pixels", '{"x0": 80, "y0": 100, "x1": 240, "y1": 200}', None, BOX),
    ("pixels", '{"x": 80, "y": 100, "width": 160, "height": 100}', None, BOX),
    ("pixels", '{"x": 120, "y": 80}', POINT, None),
    ("pixels", '{"center": [160, 150], "width": 160, "height": 100}', MIDDLE, BOX),
    ("thousand_yx", '{"center": [375, 200], "width": 200, "height": 250}', MIDDLE, BOX),
    ("pixels", '{"center": {"x": 160, "y": 150}}', MIDDLE, None),
    ("pixels", '{"cx": 160, "cy": 150, "w": 160, "h": 100}', MIDDLE, BOX),
    ("pixels", '{"bounding_box": [[80, 100], [240, 200]]}', None, BOX),
    ("pixels", '{"top_left": [80, 100], "bottom_right": [240, 200]}', None, BOX),
    ("pixels", '{"image_size": [800, 400], "point": [120, 80]}', POINT, None),
    ("pixels", '{"point": "120, 80"}', POINT, None),
    ("pixels", '{"x": "120px", "y": "80px"}', POINT, None),
    ("pixels", "{'bbox': (80, 100, 240, 200)}", None, BOX),
    ("pixels", '{bbox: [80, 100, 240, 200,], // the ball\n}', None, BOX),
    ("pixels", '{"reasoning": "not the cup at (300, 300)", "answer": {"point": [120, 80]}}', POINT, None),
    ("pixels", '{"answer": "(120, 80)"}', POINT, None),
    ("pixels", '{"label": "a", "label": "b", "point": [120, 80]}', POINT, None),
    # y-first says nothing of numbers with names
    ("thousand_yx", '{"x": 150, "y": 200}', POINT, None),
    # tags and tokens
    ("percent", '<point x="15.0" y="20.0" alt="red ball">red ball</point>', POINT, None),
    ("percent", ' <points x1="15.0" y1="20.0" alt="balls">balls</points>', POINT, None),
    ("thousand", '<points coords="1 1 150 200">red ball</points>', POINT, None),
    ("thousand", '<points coords="150 200">red ball</points>', POINT, None),
    ("thousand", '<points coords="1 1 050 029">red ball</points>', (40.0, 11.6), None),
    ("thousand", "<|object_ref_start|>ball<|object_ref_end|><|box_start|>(100,250),(300,500)<|box_end|>", None, BOX),
    ("thousand", "<ref>ball</ref><box>(100,250),(300,500)</box>", None, BOX),
    ("thousand", "<box>[[100, 250, 300, 500]]</box>", None, BOX),
    ("thousand", "<point>150 200</point>", POINT, None),
    ("pixels", '<box x1="80" y1="100" x2="240" y2="200"/>', None, BOX),
    ("loc", "<loc0256><loc0102><loc0512><loc0307> ball", None, (79.6875, 100.0, 239.84375, 200.0)),
    ("thousand", "The ball is <|begin_of_box|>[100, 250, 300, 500]<|end_of_box|>.", None, BOX),
    # sentences
    ("pixels", "The red ball is at (120, 80).", POINT, None),
    ("pixels", "The red ball is at **(120, 80)**, next to the cup.", POINT, None),
    ("pixels", "x = 120, y = 80", POINT, None),
    ("pixels", "- **x**: 120 px\n- **y**: 80 px", POINT, None),
    ("pixels", "Its centre: y=80, x=120.", POINT, None),
    ("pixels", "The x-coordinate is about 120 and the y-coordinate is 80.", POINT, None),
    ("pixels", "It spans [80, 100, 240, 200] in the picture.", None, BOX),
    ("pixels", "xmin: 80, ymin: 100, xmax: 240, ymax: 200", None, BOX),
    ("pixels", "From the top-left (80, 100) to the bottom-right corner (240, 200).", None, BOX),
    ("pixels", "It extends from (80, 100) to (240, 200).", None, BOX),
    ("pixels", "120, 80", POINT, None),
    ("pixels", "Point: 120, 80", POINT, None),
    ("pixels", r"It is at \(120, 80\).", POINT, None),
    ("pixels", "~~(300, 300)~~ (120, 80)", POINT, None),
    ("pixels", '{"bbox_2d": [80, 100, 240, 200], "label": "ba', None, BOX),
    ("pixels", r"$\boxed{\left(120, 80\right)}$", POINT, None),
    ("pixels", "红球位于（120，80）。", POINT, None),
    ("pixels", "In a picture of size (800, 400) it is at (120, 80).", POINT, None),
    ("pixels", "The image width is 800 and its height is 400. x = 120, y = 80", POINT, None),
    ("percent", "It is at (15%, 20%).", POINT, None),
    ("pixels", "x=1.2e2, y=+80.0", POINT, None),
    # one of several
    ("pixels", "<think>Perhaps (10, 10), or (20, 30)?</think>\n(120, 80)", POINT, None),
    ("pixels", "The cup is at (300, 300), so the ball is here:\n```json\n{\"point\": [120, 80]}\n```", POINT, None),
    ("pixels", "I see (300, 300) and (10, 10). <answer>(120, 80)</answer>", POINT, None),
    ("pixels", '{"point": [300, 300]}\nWait. Corrected:\n{"point": [120, 80]}', POINT, None),
    ("pixels", "Candidates: (300, 300). Final answer: (120, 80)", POINT, None),
    ("pixels", '{"bbox": [80, 100, 240, 200]}\n{"bbox": [80, 100, 240, 200]}', None, BOX),
    ("pixels", '{"bbox": [80, 100, 240, 200]}\nIts middle is (150, 140).', (150.0, 140.0), BOX),
    ("pixels", "(120, 80), that is, x = 120 and y = 80.", POINT, None),
    ("pixels", "Its corner (80, 100) gives the box [80, 100, 240, 200].", None, BOX),
]  # fmt: skip


@pytest.mark.parametrize(("convention", "reply", "point", "box"), READ)
def test_places_as_models_write_them(convention: str, reply: str, point: Point | None, box: Box | None) -> None:
    place = read_spot(reply, SIZE, CONVENTIONS[convention])
    assert place.box == pytest.approx(box)
    expected = point or (box and ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    assert place.point == pytest.approx(expected)
    assert not place.guessed


REFUSED: list[tuple[Reason, str]] = [
    (Reason.NOTHING, ""),
    (Reason.NOTHING, "I cannot see a ball in this picture."),
    (Reason.NOTHING, "<think>It is at (120, 80)"),
    (Reason.NOTHING, "There are 3 balls and 2 cups [1]."),
    (Reason.NOTHING, '{"bbox": null, "point": []}'),
    (Reason.NOTHING, '{"bbox": [1, 2, 3]}'),
    (Reason.NOTHING, '{"x": true, "y": false}'),
    (Reason.NOTHING, "(١٢٠, ٨٠)"),
    (Reason.NOTHING, '{"x": "１２０", "y": "８０"}'),
    (Reason.NOTHING, "x = 12,5, y = 30,2"),
    (Reason.NOTHING, "(x, y)"),
    (Reason.NOTHING, "x = 120"),
    (Reason.NOTHING, '{"x": [80, 84], "y": [81, 85]}'),
    (Reason.NOTHING, "x in [80, 84], y in [81, 85]"),
    (Reason.NOTHING, "An image of size [800, 400]."),
    (Reason.SEVERAL, "It moves from (120, 80) to (300, 300)."),
    (Reason.SEVERAL, "The ball at (120, 80) ends at its final position (300, 300)."),
    (Reason.SEVERAL, "It is at (120, 80) or at (300, 300)."),
    (Reason.SEVERAL, '[{"bbox_2d": [80, 100, 240, 200]}, {"bbox_2d": [300, 100, 400, 200]}]'),
    (Reason.SEVERAL, "[(120, 80), (300, 300)]"),
    (Reason.SEVERAL, "(120, 80), (300, 300), (40, 50)"),
    (Reason.SEVERAL, '<points x1="15" y1="20" x2="50" y2="60" alt="balls">balls</points>'),
    (Reason.SEVERAL, '<points coords="1 1 150 200 2 350 300">balls</points>'),
    (Reason.SEVERAL, '{"point": [120, 80], "point": [300, 300]}'),
    (Reason.SEVERAL, '{"point": [120, 80]}\nNo, it is at (300, 300).'),
    (Reason.SEVERAL, '{"bbox": [80, 100, 240, 200], "point": [700, 300]}'),
    (Reason.OUTSIDE, "(900, 80)"),
    (Reason.OUTSIDE, "(-5, 80)"),
    (Reason.OUTSIDE, "(−5, 80)"),
    (Reason.OUTSIDE, '{"bbox": [700, 100, 900, 200]}'),
    (Reason.OUTSIDE, '{"x": 700, "y": 100, "width": 200, "height": 50}'),
    (Reason.INSIDE_OUT, '{"bbox": [240, 100, 80, 200]}'),
    (Reason.INSIDE_OUT, '{"bbox": [80, 200, 240, 100]}'),
    (Reason.INSIDE_OUT, '{"x": 80, "y": 100, "width": -20, "height": 50}'),
    (Reason.NO_AREA, '{"bbox": [80, 100, 80, 200]}'),
    (Reason.NO_AREA, '{"x": 80, "y": 100, "width": 0, "height": 50}'),
    (Reason.NOT_FINITE, '{"point": [NaN, 80]}'),
    (Reason.NOT_FINITE, '{"point": [-Infinity, 80]}'),
    (Reason.NOT_FINITE, '{"point": [1e999, 80]}'),
    (Reason.NOT_FINITE, "(nan, 80)"),
    (Reason.NOT_FINITE, f'{{"point": [{"9" * 5000}, 80]}}'),
    (Reason.TOO_LARGE, "(12000000, 80)"),
    (Reason.TOO_LARGE, '{"point": [1e300, 80]}'),
    (Reason.UNREADABLE, "(120, 80) " * 10_000),
]


@pytest.mark.parametrize(("reason", "reply"), REFUSED)
def test_what_is_no_place_says_why(reason: Reason, reply: str) -> None:
    with pytest.raises(NoSpot) as refused:
        read_spot(reply, SIZE, CONVENTIONS["pixels"])
    assert refused.value.reason is reason
    assert isinstance(refused.value, DioramaError)
    assert str(refused.value).startswith(reason) and len(str(refused.value)) < 300


def test_a_refusal_by_the_model_is_told() -> None:
    with pytest.raises(NoSpot, match="it refuses"):
        read_spot("I'm sorry, I can't help with that.", SIZE, CONVENTIONS["pixels"])


def test_the_convention_decides_and_not_a_written_unit() -> None:
    assert read_spot("(15 px, 20 px)", SIZE, CONVENTIONS["percent"]).point == pytest.approx(POINT)
    assert read_spot("<loc0250><loc0100><loc0500><loc0300>", SIZE, CONVENTIONS["thousand_yx"]).box == BOX


@pytest.mark.parametrize(
    ("reply", "convention"),
    [
        ("(0.15, 0.2)", "unit"),
        ("[0.1, 0.25, 0.3, 0.5]", "unit"),
        ("(900, 200)", "thousand"),
        ("[100, 250, 900, 500]", "thousand"),
        ("(120, 80)", "pixels"),
        ("[80, 100, 240, 200]", "pixels"),
        ("(15%, 20%)", "percent"),
        ("<loc0256><loc0102><loc0512><loc0307>", "loc"),
    ],
)
def test_without_a_convention_it_is_guessed_and_says_so(reply: str, convention: str) -> None:
    guessed = read_spot(reply, SIZE)
    assert guessed.guessed and guessed == replace(read_spot(reply, SIZE, CONVENTIONS[convention]), guessed=True)


@pytest.mark.parametrize("reply", ["(120, 500)", "(1200, 80)", "(-0.1, 0.5)", "[0.1, 0.2, 0.3, -0.4]"])
def test_a_guess_must_lie_in_the_picture(reply: str) -> None:
    with pytest.raises(NoSpot) as refused:
        read_spot(reply, SIZE)
    assert refused.value.reason in (Reason.OUTSIDE, Reason.INSIDE_OUT)


def test_pixels_of_a_resized_picture() -> None:
    """The model saw 400 x 100 of a picture of 800 x 400."""
    resized = replace(CONVENTIONS["pixels"], size=(400, 100))
    assert read_spot("[40, 25, 120, 50]", SIZE, resized).box == BOX


def test_edges_belong_to_the_picture() -> None:
    assert read_spot("[0, 0, 1000, 1000]", SIZE, CONVENTIONS["thousand"]).box == (0, 0, 800, 400)


@pytest.mark.parametrize("reply", ['{"point": [1000, 1000]}', "[1000, 1000]", '{"point": [999.9999999, 1000.0001]}'])
def test_a_point_on_the_far_edge_is_its_last_pixel(reply: str) -> None:
    """Pixel 800 of a picture 800 pixels wide would lie outside for all who look there."""
    assert read_spot(reply, SIZE, CONVENTIONS["thousand"]).point == (799, 399)


def test_a_point_short_of_the_edge_stays_where_it_is() -> None:
    assert read_spot("(799.5, 399.9)", SIZE, CONVENTIONS["pixels"]).point == (799.5, 399.9)


@pytest.mark.parametrize("size", [(0, 10), (10, -1)])
def test_a_picture_has_a_size(size: Size) -> None:
    with pytest.raises(ValueError, match="pixels"):
        read_spot("(1, 1)", size)
    with pytest.raises(ValueError, match="size"):
        Convention(Unit.PIXELS, size=size)


def test_places_and_conventions_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Spot((1, 1)).point = (2, 2)  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        CONVENTIONS["unit"].unit = Unit.LOC  # type: ignore[misc]


@pytest.mark.parametrize(
    ("model", "convention"),
    [
        ("vllm/Qwen/Qwen2-VL-7B-Instruct", "thousand"),
        ("vllm/Qwen/Qwen2.5-VL-72B-Instruct", "pixels"),
        ("qwen2_5_vl", "pixels"),
        ("openrouter/qwen/qwen3-vl-235b-a22b-thinking", "thousand"),
        ("zai-org/GLM-4.5V", "thousand"),
        ("glm-4.1v-9b-thinking", "thousand"),
        ("google/gemini-2.5-pro", "thousand_yx"),
        ("google/paligemma2-3b-mix-448", "loc"),
        ("vikhyatk/moondream2", "unit"),
        ("allenai/Molmo-72B-0924", "percent"),
        ("allenai/MolmoE-1B-0924", "percent"),
        ("allenai/Molmo2-8B", "thousand"),
        ("anthropic/claude-sonnet-4-5", "pixels"),
        ("openai/gpt-4o-2024-11-20", "pixels"),
        ("openai/chatgpt-4o-latest", "pixels"),
        ("openai/gpt-5", "unit"),
        ("openai/gpt-5-mini", "unit"),
        ("openai/gpt-5.1", "unit"),
        ("openai/gpt-5.2", "pixels"),
    ],
)
def test_families_by_name(model: str, convention: str) -> None:
    assert convention_for(model) == CONVENTIONS[convention]


@pytest.mark.parametrize("model", ["", "mockllm/model", "openai/gpt-4.1", "google/gemma-3-27b-it", "glm-4.6",
                                   "qwen/qwen3-32b", "allenai/MolmoPoint-8B", "x" * 100_000])  # fmt: skip
def test_unknown_families_have_no_convention(model: str) -> None:
    assert convention_for(model) is None


def test_the_table_of_families_names_conventions() -> None:
    assert {convention for _, convention in FAMILIES} <= CONVENTIONS.keys()


# ------------------------------------------------------------------ any place, any convention, any form

FORMS: dict[str, Callable[[list[float]], str]] = {
    "bbox_2d": lambda n: json.dumps({"bbox_2d": n, "label": "ball"}),
    "fenced list": lambda n: f"```json\n{json.dumps([{'box_2d': n}], indent=2)}\n```",
    "prose": lambda n: f"The ball covers {n}.",
    "two pairs": lambda n: f"<|box_start|>({n[0]},{n[1]}),({n[2]},{n[3]})<|box_end|>",
    "tag": lambda n: f"<box>{n[0]} {n[1]} {n[2]} {n[3]}</box>",
    "thinking": lambda n: f"<think>maybe (1, 2)</think>\n{{'bbox': {n}}}",
    "text": lambda n: json.dumps({"box": ", ".join(map(str, n))}),
}
NAMED: dict[str, Callable[[list[float]], str]] = {
    "x_min": lambda n: json.dumps(dict(zip(("x_min", "y_min", "x_max", "y_max"), n, strict=True))),
    "left": lambda n: json.dumps({"box": dict(zip(("left", "top", "right", "bottom"), n, strict=True))}),
    "x1 in prose": lambda n: f"x1 = {n[0]}, y1 = {n[1]}, x2 = {n[2]}, y2 = {n[3]}.",
    "width": lambda n: json.dumps({"x": n[0], "y": n[1], "width": n[2] - n[0], "height": n[3] - n[1]}),
    "middle": lambda n: json.dumps(
        {"center": {"x": (n[0] + n[2]) / 2, "y": (n[1] + n[3]) / 2}, "width": n[2] - n[0], "height": n[3] - n[1]}
    ),
    "tag": lambda n: f'<box xmin="{n[0]}" ymin="{n[1]}" xmax="{n[2]}" ymax="{n[3]}"/>',
}
POINTS: dict[str, Callable[[list[float]], str]] = {
    "point_2d": lambda n: json.dumps([{"point_2d": n}]),
    "prose": lambda n: f"The ball is at ({n[0]}, {n[1]}).",
    "tag": lambda n: f"<point>{n[0]} {n[1]}</point>",
    "coords": lambda n: f'<points coords="1 1 {n[0]} {n[1]}">ball</points>',
}
NAMED_POINTS: dict[str, Callable[[list[float]], str]] = {
    "x and y": lambda n: json.dumps({"x": n[0], "y": n[1]}),
    "prose": lambda n: f"x = {n[0]}, y = {n[1]}",
    "molmo": lambda n: f'<point x="{n[0]}" y="{n[1]}" alt="ball">ball</point>',
}
sizes = st.tuples(st.integers(20, 3000), st.integers(20, 3000))
shares = st.floats(0.001, 0.45)


@st.composite
def conventions(draw: st.DrawFn) -> Convention:
    unit = draw(st.sampled_from(Unit))
    size = draw(st.none() | sizes) if unit is Unit.PIXELS else None
    return Convention(unit, draw(st.sampled_from(Order)), draw(st.sampled_from(Order)), size)


def as_written(convention: Convention, size: Size, values: list[float]) -> list[float]:
    """Pixels in the unit of a convention, rounded as a model would; x first."""
    across, down = convention.scale(size)
    return [round(value / (down if k % 2 else across), 4) for k, value in enumerate(values)]


def rounding(convention: Convention, size: Size) -> float:
    return 2e-4 * max(convention.scale(size)) + 1e-6


@settings(max_examples=150, deadline=None)
@given(conventions(), sizes, shares, shares, shares, shares, st.sampled_from(sorted(FORMS)) | st.none(),
       st.sampled_from(sorted(NAMED)))  # fmt: skip
def test_any_box_is_read_back(
    convention: Convention,
    size: Size,
    left: float,
    top: float,
    right: float,
    bottom: float,
    form: str | None,
    name: str,
) -> None:
    box = [left * size[0], top * size[1], (1 - right) * size[0], (1 - bottom) * size[1]]
    numbers = as_written(convention, size, box)
    if form is None:
        reply = NAMED[name](numbers)
    else:
        a, b, c, d = numbers
        reply = FORMS[form](numbers if convention.boxes is Order.X_FIRST else [b, a, d, c])
    place = read_spot(reply, size, convention)
    assert place.box == pytest.approx(box, abs=rounding(convention, size))
    assert place.point == pytest.approx(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), abs=rounding(convention, size))


@settings(max_examples=150, deadline=None)
@given(
    conventions(),
    sizes,
    st.floats(0.001, 0.999),
    st.floats(0.001, 0.999),
    st.sampled_from(sorted(POINTS)) | st.none(),
    st.sampled_from(sorted(NAMED_POINTS)),
)
def test_any_point_is_read_back(
    convention: Convention, size: Size, x: float, y: float, form: str | None, name: str
) -> None:
    point = [x * size[0], y * size[1]]
    numbers = as_written(convention, size, point)
    if form is None:
        reply = NAMED_POINTS[name](numbers)
    else:
        reply = POINTS[form](numbers if convention.points is Order.X_FIRST else numbers[::-1])
    place = read_spot(reply, size, convention)
    assert place.point == pytest.approx(point, abs=rounding(convention, size))
    assert place.box is None


@settings(max_examples=60, deadline=None)
@given(conventions(), sizes)
def test_what_a_request_asks_for_can_be_read(convention: Convention, size: Size) -> None:
    """A model that fills the numbers into the form of the request is understood, and told all it must know."""
    words = spot_request_words(convention, size)
    width, height = convention.size or size
    assert str(width) in words and str(height) in words and len(words) < 400
    form = words[words.index("{") : words.index("}") + 1]
    values = as_written(convention, size, [0.25 * size[0], 0.5 * size[1], 0.75 * size[0], 0.9 * size[1]])
    named = dict(zip(("left", "top", "right", "bottom"), values, strict=True)) | {"x": values[0], "y": values[1]}
    for name, value in named.items():
        form = form.replace(f"{name},", f"{value},").replace(f"{name}]", f"{value}]")
    place = read_spot(form, size, convention)
    near = rounding(convention, size)
    assert place.box == pytest.approx((0.25 * size[0], 0.5 * size[1], 0.75 * size[0], 0.9 * size[1]), abs=near)
    assert place.point == pytest.approx((0.25 * size[0], 0.5 * size[1]), abs=near)


# ------------------------------------------------------------------ hostile replies

MEGABYTE = 1_000_000
LONG = 39_000
"""Nearly as long as a reply may be to be read at all."""


def nasty(length: int) -> dict[str, str]:
    pieces = [
        "[", "{", "(", "]", "[[", '{"a":', '{"bbox":[', "[1,", "(1,", "(1, 2", "9", "-", ".", "e", "x=", "x=1,", "<",
        "<point ", "<point x=", "<box>", "<loc0001>", '<points coords="1 ', "\\", '"', "\\boxed{", "<answer>", " ",
        "\n", "١", "nan ", "1 ", "[1,2]", "(1,2)", "(1,2),", "[-", "x = 1, y = 1 ", '{"x":1,"y":1}', "top ",
        "(1,2) to ", "``", "**", "answer ", "{'a':1,", "[" * 15 + "a" + "]" * 15, "<point x='1' y='1' ", "~~",
        "<think>", "</think>",
    ]  # fmt: skip
    made = {piece[:20]: (piece * (length // len(piece) + 1))[:length] for piece in pieces}
    made["deep"] = "[" * (length // 2) + "]" * (length // 2)
    made["deep objects"] = '{"bbox":' * (length // 10) + "1" + "}" * (length // 10)
    made["digits"] = '{"point": [' + "9" * (length - 30) + ", 1]}"
    made["minus"] = "[" + "-" * (length - 10) + "1, 2]"
    made["keys"] = "{" + ",".join(f'"k{k}": [{k}, 1]' for k in range(length // 20)) + "}"
    return made


def outcome(reply: str, convention: Convention | None) -> Spot | NoSpot:
    try:
        return read_spot(reply, SIZE, convention)
    except NoSpot as refused:
        return refused


@pytest.mark.parametrize("length", [LONG, MEGABYTE])
@pytest.mark.parametrize("name", sorted(nasty(50)))
def test_hostile_replies_end_quickly(name: str, length: int) -> None:
    reply = nasty(length)[name]
    for text in (reply, reply + "\n(120, 80)", "<answer>(120, 80)</answer>" + reply):
        for convention in (None, CONVENTIONS["pixels"]):
            start = time.process_time()
            ended = outcome(text, convention)
            assert time.process_time() - start < 3
            if isinstance(ended, NoSpot):
                assert ended.reason and len(str(ended)) < 300
            else:
                assert 0 <= ended.point[0] <= SIZE[0] and 0 <= ended.point[1] <= SIZE[1]


SCRAPS = [
    "[", "]", "{", "}", "(", ")", ",", " ", '"bbox"', "'x'", ":", "1", "0.5", "-3", "1e999", "NaN", "x", "y", "=", ">",
    "<point ", "</point>", "<box>", "</box>", "<loc0100>", "to", "\n", "```", "%", "answer", "null", "999", '"point":',
    "width",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80) | st.lists(st.sampled_from(SCRAPS), max_size=40).map("".join), st.none() | conventions())
def test_any_text_is_a_place_in_the_picture_or_a_reason(text: str, convention: Convention | None) -> None:
    place = outcome(text, convention)
    if isinstance(place, NoSpot):
        return
    assert 0 <= place.point[0] <= SIZE[0] and 0 <= place.point[1] <= SIZE[1]
    if place.box:
        assert 0 <= place.box[0] < place.box[2] <= SIZE[0] and 0 <= place.box[1] < place.box[3] <= SIZE[1]
