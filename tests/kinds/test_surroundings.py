"""Where walls and windows may be seen as well as the objects, a reply may name them besides."""

from __future__ import annotations

import pytest

from diorama.ask import score_reply
from diorama.kinds import Key, ObjectSet, Query, Thing, Verdict
from diorama.kinds.surroundings import is_surroundings
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.structure.t4_reflection import Reflections

THINGS = {noun: Thing(f"the {noun}", noun) for noun in ("mug", "vase", "picture frame", "lamp", "jar")}
RIGHT = "mug, vase, picture frame"
MIRRORED = Reflections(muted=("lamp", "jar"))


def key(query: Query | None = MIRRORED) -> Key:
    """The mug, the vase and the picture frame have a mirror image; the lamp and the jar have none."""
    return Key(
        "o-1", "scene", "structure", "T4", "", ObjectSet(names=("mug", "vase", "picture frame")),
        question="Which objects can be seen mirrored in the surface they stand on?", things=THINGS,
        scenery=("counter", "wall", "floor", "window"), query=query,
    )  # fmt: skip


@pytest.mark.parametrize(
    "besides",
    [
        "window", "the window", "the wall", "walls and windows", "window frame", "the window and its frame", "ceiling",
        "the ceiling light", "the bright window in the background", "window reflection", "counter", "das Fenster",
    ],
)  # fmt: skip
def test_a_right_answer_stays_right_with_the_room_in_it(besides: str) -> None:
    assert score_reply(key(), f"{RIGHT}, {besides}").verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    "reply",
    [
        f"- {RIGHT.replace(', ', chr(10) + '- ')}\n- window",
        '["mug", "vase", "picture frame", "window"]',
        "The mug, vase and picture frame are reflected. The window is also reflected in the surface.",
        "Reflected: mug, vase, frame, window. Not reflected: lamp, jar.",
    ],
)
def test_in_whatever_form_it_is_written(reply: str) -> None:
    assert score_reply(key(), reply).verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("mug, vase, window", Verdict.INCORRECT),
        ("the window", Verdict.INCORRECT),
        (f"{RIGHT}, lamp, window", Verdict.INCORRECT),
        (f"{RIGHT}, light", Verdict.INCORRECT),  # where there is a lamp, that is what it means
        (f"{RIGHT}, window, robot", Verdict.HALLUCINATED),
        (f"{RIGHT}, wall clock", Verdict.HALLUCINATED),
    ],
)
def test_a_wrong_answer_stays_wrong(reply: str, verdict: Verdict) -> None:
    assert score_reply(key(), reply).verdict is verdict


@pytest.mark.parametrize("query", [None, Removal(removed="lamp")])
def test_in_other_tasks_a_window_is_no_answer(query: Query | None) -> None:
    assert score_reply(key(query), RIGHT).verdict is Verdict.CORRECT
    assert score_reply(key(query), f"{RIGHT}, window").verdict is Verdict.INCORRECT


def test_the_reading_still_says_what_was_named() -> None:
    assert "window" in score_reply(key(), f"{RIGHT}, window").read_as


@pytest.mark.parametrize("said", ["picture frame", "wall clock", "table lamp", "window cleaner", "frame", "", "…"])
def test_things_are_not_the_room(said: str) -> None:
    assert not is_surroundings(said)
