"""Flat guesses: boxes on paper, whose neighbours a reader can see."""

from __future__ import annotations

import pytest

from diorama.sight import Rectangle, see
from diorama.suites import Deal, Rejected
from diorama.suites.flat import (
    CUES,
    DEPTH_CUES,
    GUESSES,
    SOLVED_EVERY,
    FlatScene,
    meeting,
    meeting_above,
    meeting_below,
    meeting_only,
    most_overlapping,
    nearest,
    reject_flat,
    visible_borders,
    visible_boxes,
)
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
    assert meeting_above(BOXES, "corner") == ["x", "large"]
    assert meeting_below(BOXES, "x") == ["corner"]
    assert meeting(BOXES, "far") == most_overlapping(BOXES, "far") == []


def test_boxes_are_of_what_can_be_recognised() -> None:
    """A small block behind a large one is in no list, and the large one's box is where it is drawn."""
    sight = see(row("near", "far", scales=(2.0, 0.5)), level_camera())
    boxes = visible_boxes(sight)
    assert list(boxes) == ["near"]
    assert boxes["near"].right - boxes["near"].left == sight.visible("near").any(axis=0).sum()


def test_what_flat_boxes_would_give_is_turned_down_save_now_and_then() -> None:
    """Two blocks in a row: the only other box there is gives the answer away."""
    sight, second = see(row("near", "far", scales=(1.0, 2.0)), level_camera()), Deal(size=3).hand(1)
    with pytest.raises(Rejected, match="flat boxes"):
        reject_flat(sight, "near", {"far"}, second)
    reject_flat(sight, "near", {"stranger"}, second)
    reject_flat(sight, "near", {"far"}, Deal(size=3).hand(SOLVED_EVERY))


def test_cues_see_size_height_contact_and_the_groundline() -> None:
    """Behind a large box stands a small one, which it alone covers; another one only touches it in the picture."""
    boxes = {"x": Rectangle(0, 0, 40, 40), "small": Rectangle(30, 10, 50, 30), "tall": Rectangle(38, 0, 90, 60)}
    scene = FlatScene(boxes, {}, (), {"x": frozenset({"tall", "small"}), "small": frozenset({"x"})})
    found = {name: set(cue(scene, "x")) for name, cue in {**CUES, **DEPTH_CUES}.items()}
    assert found["smaller boxes"] == found["contact with smaller"] == {"small"}
    assert found["larger boxes"] == found["contact with larger"] == {"tall"}
    assert found["contact"] == {"small", "tall"}
    assert found["boxes lower down"] == found["contact, ending lower"] == {"tall"}
    assert found["contact, ending higher"] == {"small"}
    assert found["groundline"] == set(), "the tall one seems to cover the small one, too"
    without = {n: b for n, b in boxes.items() if n != "tall"}
    assert DEPTH_CUES["groundline"](FlatScene(without, {}), "x") == ["small"]
    assert len({*CUES, *DEPTH_CUES, *GUESSES}) == len(CUES) + len(DEPTH_CUES) + len(GUESSES)


def test_borders_are_where_visible_parts_meet() -> None:
    sight = see(row("near", "far", scales=(1.0, 2.0)), level_camera())
    assert visible_borders(sight, ("near", "far")) == {"near": {"far"}, "far": {"near"}}
    assert visible_borders(sight, ("near",)) == {"near": frozenset()}
