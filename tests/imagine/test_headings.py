"""Which thing moves and which way, as replies say it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.imagine.heading_reader import read_heading
from diorama.imagine.instance import Instance, NoInstance, instance_request_words, read_instance
from diorama.imagine.motion import WORDS, Cue, Heading, HeadingFault, NoHeading, heading_request_words


@pytest.mark.parametrize(
    ("reply", "degrees"),
    [
        ('{"direction": "right", "degrees": 0}', 0),
        ('```json\n{"direction": "lower left", "degrees": 140, "falls": false}\n```', 140),
        ('{"direction": "up"}', 270),
        ('{"direction": "upper-left"}', 225),
        ('{"direction": "top right"}', 315),
        ('{"direction": 45}', 45),
        ('{"degrees": "-90°"}', 270),
        ('{"angle": 725}', 5),
        ('{"dx": -1, "dy": 0}', 180),
        ('{"direction": [3, 3]}', 45),
        ('{"direction": {"dx": 0, "dy": 2}}', 90),
        ('{"clock": 9}', 180),
        ('{"direction": "towards 1:30 o\'clock"}', 315),
        ('{"front": "left", "moves": "forward"}', 180),
        ('{"front": "left", "moves": "backward"}', 0),
        ('{"front": "right", "moves": "left"}', 270),
        ('{"front": "down", "moves": "to its left"}', 0),
        ('{"front": "down", "moves": "right"}', 180),
        ('{"front": "lower left", "moves": "backward", "direction": "upper right", "degrees": 320}', 320),
        ('{"arrow": "left", "sign": "against"}', 0),
        ('{"arrow": "left", "sign": "along"}', 180),
        ('{"arrow": {"dx": 0, "dy": 1}, "against": true}', 270),
        ("{'direction': 'down', 'degrees': 90,}", 90),
        ("<think>left? no</think>The car moves to the right.", 0),
        ("The direction of motion is 30 degrees.", 30),
        ("It moves down and to the left.", 135),
        ("lower right", 45),
        ("To the left.", 180),
        ("It heads towards the camera.", 90),
        ("It slides away from the viewer.", 270),
        ("The blue arrow points to the right. The candle goes against the arrow.", 180),
        ("The blue arrow points to the right. The candle goes along it.", 0),
        ("It first seems to move left. Looking again, it moves up.", 270),
        ("It moves along (dx, dy): dx = 1, dy = -1.", 315),
        ('{"direction": "left"} {"direction": "left", "degrees": 185}', 180),
        ('{"direction": "left", "direction": "left"}', 180),
        ('{"direction": "sideways"} {"direction": "up"}', 270),
        ('{"direction": "left"} <answer>{"direction": "right"}</answer>', 0),
        ("It is travelling toward 6 o'clock.", 90),
    ],
)
def test_a_direction_is_read(reply: str, degrees: float) -> None:
    assert read_heading(reply).degrees == pytest.approx(degrees, abs=1e-6)


@pytest.mark.parametrize(
    ("reply", "heading"),
    [
        ('{"falls": true}', Heading(falls=True)),
        ('{"direction": "down", "degrees": 90, "falls": true}', Heading((0.0, 1.0), falls=True)),
        ('{"gone": true}', Heading(gone=True)),
        ('{"gone": 1}', Heading(gone=True)),
        ('{"gone": true, "falls": false, "direction": null}', Heading(gone=True)),
        ('{"gone": 0, "falls": 1}', Heading(falls=True)),
        ("It falls straight down.", Heading((0.0, 1.0), falls=True)),
        ("It moves to the right and does not fall.", Heading((1.0, 0.0))),
        ("The mug is simply removed.", Heading(gone=True)),
    ],
)
def test_gravity_and_removal_are_read(reply: str, heading: Heading) -> None:
    assert read_heading(reply) == heading


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", HeadingFault.NOTHING),
        ("I cannot see the picture.", HeadingFault.NOTHING),
        ("That is right.", HeadingFault.NOTHING),
        ('{"direction": "sideways"}', HeadingFault.NOTHING),
        ('{"direction": "forward"}', HeadingFault.OWN),
        ("It drives forward.", HeadingFault.OWN),
        ("It moves to its own left.", HeadingFault.OWN),
        ('{"direction": "up", "degrees": 90}', HeadingFault.SEVERAL),
        ("It moves left, no, it moves right.", HeadingFault.SEVERAL),
        ('{"direction": "left", "direction": "right"}', HeadingFault.SEVERAL),
        ("{'direction': 'left', 'direction': 'right'}", HeadingFault.SEVERAL),
        ('{"steps": [{"direction": "left", "direction": "right"}]}', HeadingFault.SEVERAL),
        ('{"direction": "left"} {"direction": "right"}', HeadingFault.SEVERAL),
        ('[{"degrees": 0}, {"degrees": 90}]', HeadingFault.SEVERAL),
        ('{"direction": "left"} {"gone": true}', HeadingFault.SEVERAL),
        ('{"direction": "down", "falls": false} {"direction": "down", "falls": true}', HeadingFault.SEVERAL),
        ('{"gone": true, "direction": "left"}', HeadingFault.SEVERAL),
        ('{"gone": true, "falls": true}', HeadingFault.SEVERAL),
        ('{"gone": true, "removed": false}', HeadingFault.SEVERAL),
        ('{"direction": "up", "degrees": 90} {"direction": "up"}', HeadingFault.SEVERAL),
        ('{"dx": 0, "dy": 0}', HeadingFault.NO_LENGTH),
        ('{"degrees": 1e999}', HeadingFault.NOT_FINITE),
        ('{"degrees": NaN}', HeadingFault.NOT_FINITE),
        ('{"dx": ' + "9" * 400 + ', "dy": 1}', HeadingFault.NOT_FINITE),
        ("left " * 20_000, HeadingFault.UNREADABLE),
    ],
)
def test_what_tells_no_direction_is_refused_with_a_reason(reply: str, fault: HeadingFault) -> None:
    with pytest.raises(NoHeading) as caught:
        read_heading(reply)
    assert caught.value.fault is fault
    assert "\n" not in str(caught.value)


@given(st.text(max_size=300) | st.text('{}[]":,dxeg0-9.°left right up arrow', max_size=120))
def test_any_text_is_read_or_refused(reply: str) -> None:
    """Never another error; and a direction has length 1."""
    try:
        heading = read_heading(reply)
    except NoHeading:
        return
    assert heading.direction is None or abs(sum(v * v for v in heading.direction) - 1) < 1e-9


@pytest.mark.parametrize("cue", ["front", "arrow", "fall"])
def test_the_form_that_a_request_shows_can_be_read(cue: Cue) -> None:
    words = heading_request_words("Will the car hit the vase?", "the red car", cue)
    assert "Will the car hit the vase?" in words and "the red car" in words
    assert all(word in words for word in WORDS)
    assert read_heading(next(line for line in words.splitlines() if line.startswith("{"))).direction is not None


@pytest.mark.parametrize(
    ("reply", "instance"),
    [
        ('{"object": "the red ball, number 5", "cue": "arrow"}', Instance("the red ball, number 5", "arrow")),
        ('{"object": "the car", "cue": "whatever"}', Instance("the car")),
        ('```json\n[{"description": "the white ball."}]\n```', Instance("the white ball")),
        ("The moving object is: the yellow truck.", Instance("the yellow truck")),
        ("the black ball", Instance("the black ball")),
        ("<think>hm</think>\n**the vase**", Instance("the vase")),
        ('{"object": ["the car"]}', Instance("the car")),
        ('["the car"]', Instance("the car")),
        ('"the car"', Instance("the car")),
        ('{"object": null, "description": "the car"}', Instance("the car")),
        ('{"object": "the car", "object": "the car"}', Instance("the car")),
        ("the ball with the number [5]", Instance("the ball with the number [5]")),
        ("the {red} car", Instance("the {red} car")),
    ],
)
def test_the_moving_thing_is_read(reply: str, instance: Instance) -> None:
    assert read_instance(reply) == instance


NAMES_NOTHING = (
    '{"object": null}', "{}", "[]", "```json\n{}\n```", '{"object": 5}', '{"object": true}', '{"object": ""}',
    '{"object": []}', '{"foo": "bar"}', 'The moving object is here: {"foo": "bar"}', "5", "-", '{"object": "5"}',
)  # fmt: skip
CUT_OFF = (
    '{"object": "the car', '{"object": "the car"', "```json\n{\"object\":", "{object: the",
    'Here it is: {"object": "the', '["the car',
)  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "empty"),
        ('{"object": "none"}', "nothing moves"),
        ("null", "nothing moves"),
        ('{"object": "the car"} or {"object": "the bus"}', "2 different things"),
        ("First, a car.\nThen, a bus.", "no single thing"),
        ('{"object": "' + "x" * 500 + '"}', "500 characters"),
        *((reply, "names nothing") for reply in NAMES_NOTHING),
        *((reply, "cut off") for reply in CUT_OFF),
        ('{"object": the car}', "cannot be read"),
        ("I cannot help with that.", "refuses"),
        ('{"object": "I cannot help with that."}', "refuses"),
        ("Lo siento, no puedo ver la imagen.", "refuses"),
        ('{"object": "I don\'t know"}', "does not know"),
        ('{"object": "cannot be determined"}', "does not know"),
        ("The moving object is: unclear.", "does not know"),
        ('{"object": "the car", "object": "the dog"}', "stands twice"),
        ("{'object': 'the car', 'object': 'the dog'}", "stands twice"),
        ('{"object": "the car", "cue": "front", "cue": "arrow"}', "stands twice"),
        ('{"found": {"object": "the car", "object": "the dog"}}', "stands twice"),
        ('{"object": ["the car", "the dog"]}', "2 different things"),
        ('{"object": "the car", "cue": "front"} {"object": "the car", "cue": "arrow"}', "arrow and front"),
    ],
)
def test_no_single_thing_is_refused_with_a_reason(reply: str, why: str) -> None:
    with pytest.raises(NoInstance, match=why):
        read_instance(reply)


def test_the_form_of_an_instance_can_be_read() -> None:
    words = instance_request_words("Which ball is hit?")
    assert read_instance(words[words.index("{") : words.index("}") + 1]).cue == "arrow"
