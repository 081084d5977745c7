"""Flat guesses: boxes on paper, whose neighbours a reader can see."""

from __future__ import annotations

from diorama.sight import Rectangle, see
from diorama.suites.flat import guessed, meeting, meeting_only, most_overlapping, nearest, visible_boxes
from diorama.suites.structure.occlusion import not_flat
from tests.worlds import level_camera, row

BOXES = {
    "x": Rectangle(0, 0, 10, 10),
    "large": Rectangle(5, 0, 40, 10),
    "corner": Rectangle(9, 9, 12, 12),
    "beside": Rectangle(11, 0, 13, 8),
    "far": Rectangle(90, 0, 99, 9),
}


def test_neighbours_of_a_box() -> None:
    assert meeting(BOXES, "x") == ["large", "corner"]
    assert most_overlapping(BOXES, "x") == ["large"]
    assert nearest(BOXES, "x") == ["beside"]
    assert meeting_only(BOXES, "x") == []
    assert meeting(BOXES, "far") == most_overlapping(BOXES, "far") == []


def test_what_a_flat_mind_might_say() -> None:
    assert guessed(BOXES, "x") == {
        frozenset({"large", "corner"}), frozenset({"large"}), frozenset({"beside"}), frozenset()
    }  # fmt: skip
    assert guessed(BOXES, "nobody") == set()


def test_boxes_are_of_what_can_be_recognised() -> None:
    """A small block behind a large one is in no list, and the large one's box is where it is drawn."""
    sight = see(row("near", "far", scales=(2.0, 0.5)), level_camera())
    boxes = visible_boxes(sight)
    assert list(boxes) == ["near"]
    assert boxes["near"].right - boxes["near"].left == sight.visible("near").any(axis=0).sum()


def test_a_question_that_a_flat_guess_answers_is_asked_every_fourth_turn() -> None:
    """Two blocks in a row: the only other box there is gives the answer away."""
    sight = see(row("near", "far", scales=(1.0, 2.0)), level_camera())
    answers = {"near": {"far"}, "far": {"stranger"}}
    assert not_flat(0, sight, answers) == ["near", "far"]
    assert not_flat(1, sight, answers) == ["far"]
