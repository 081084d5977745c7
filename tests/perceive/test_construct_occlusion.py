"""T1, T2 and T3 from what is seen in a picture, and the gates on their scenes."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.kinds import ObjectSet
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.seen import Seen, Thing
from diorama.perceive.construct.tasks import TASKS
from diorama.perceive.percepts import DepthMap
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.structure.t2_minimum_removals import Unveiling
from diorama.suites.structure.t3_transparency import SeeThrough
from tests.perceive.by_hand import seen_by_hand

NAN = float("nan")
Row = tuple[str, tuple[int, int, int, int], float]

CHAIN: tuple[Row, ...] = (
    ("mug", (10, 30, 30, 55), 1.0),
    ("vase", (20, 15, 45, 50), 2.0),
    ("lamp", (38, 5, 60, 45), 3.0),
)
"""The mug hides a part of the vase, the vase a part of the lamp."""
BOX_AND_LAMP: tuple[Row, ...] = (
    ("box", (20, 20, 50, 50), 2.0), ("lamp", (40, 10, 60, 40), 3.0), ("ball", (22, 42, 32, 54), 1.0),
)  # fmt: skip


def asking(*rows: Row, limits: Limits | None = None) -> Asking:
    return Asking(seen_by_hand(*rows), {}, limits or Limits())


def names(answered: Answered) -> tuple[str, ...]:
    assert isinstance(answered.answer, ObjectSet)
    return answered.answer.names


def failed(answered: Answered) -> set[str]:
    return {gate.name for gate in answered.gates if not gate.passed}


def test_a_removal_frees_what_it_alone_hides() -> None:
    found = TASKS.get("T1").derive(Removal(removed="mug"), asking(*CHAIN))
    assert names(found) == ("vase",)
    assert found.accepted


def test_a_removal_frees_nothing_that_another_hides_too() -> None:
    """A ball hides the other corner of the vase."""
    found = TASKS.get("T1").derive(Removal(removed="mug"), asking(*CHAIN, ("ball", (20, 10, 30, 20), 1.5)))
    assert names(found) == ()
    assert failed(found) == {"the answer names something", "depth gradient"}


def test_all_that_hides_the_target_must_go_the_nearest_first() -> None:
    found = TASKS.get("T2").derive(Unveiling(target="lamp"), asking(*CHAIN, ("ball", (50, 30, 70, 50), 1.5)))
    assert names(found) == ("ball", "vase")
    assert found.accepted


def test_of_two_that_are_equally_near_the_first_by_name_comes_first() -> None:
    """It is the order of the paper, and a gate says that nobody can see it."""
    rows: list[Row] = [
        ("pot", (10, 30, 30, 55), 1.0), ("bowl", (40, 30, 60, 55), 1.0), ("vase", (15, 10, 55, 50), 2.0)
    ]  # fmt: skip
    found = TASKS.get("T2").derive(Unveiling(target="vase"), asking(*rows))
    assert names(found) == ("bowl", "pot")
    assert failed(found) == {"order by depth"}


def test_what_lies_behind_the_back_of_a_thing_shows_through_it() -> None:
    """The lamp looks out above the box and beside it, and the ball is in front of the box."""
    found = TASKS.get("T3").derive(SeeThrough(transparent="box"), asking(*BOX_AND_LAMP))
    assert names(found) == ("lamp",)
    assert found.accepted


def test_a_sliver_does_not_show_through() -> None:
    """Of the box 10 by 20 pixels lie in the lamp's box; in a picture of 480 rows that would be 12,800."""
    for limit, shown in ((12_800, ("lamp",)), (12_801, ())):
        found = TASKS.get("T3").derive(
            SeeThrough(transparent="box"), asking(*BOX_AND_LAMP, limits=Limits(through_px=limit))
        )
        assert names(found) == shown


def test_what_stands_within_the_depth_of_a_thing_does_not_show_through_it() -> None:
    """A part of the box reaches back to 4, so a lamp at 3 stands beside it."""
    seen = seen_by_hand(*BOX_AND_LAMP)
    values = seen.depth.values.copy()
    values[20:30, 20:50] = 4.0
    deep = Asking(Seen(seen.picture, seen.things, DepthMap(values, metric=False)), {})
    assert names(TASKS.get("T3").derive(SeeThrough(transparent="box"), deep)) == ()


def test_what_a_thing_holds_becomes_transparent_with_it() -> None:
    found = TASKS.get("T3").derive(SeeThrough(transparent="box", contents=("lamp",)), asking(*BOX_AND_LAMP))
    assert names(found) == ()


def test_all_questions_that_a_picture_allows_are_asked() -> None:
    """The mug frees the vase, the vase the lamp; two hide the lamp if a ball is there; each shows what is behind it."""
    scene = asking(*CHAIN, ("ball", (50, 30, 70, 50), 1.5))
    asked = {
        (question.task, *question.query.bodies()): names(question.answered)
        for name in ("T1", "T2", "T3")
        for question in TASKS.get(name).ask(scene, np.random.default_rng(0))
    }
    assert asked == {
        ("T1", "mug"): ("vase",), ("T2", "lamp"): ("ball", "vase"),
        ("T3", "mug"): ("vase",), ("T3", "vase"): ("lamp",), ("T3", "ball"): ("lamp",),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("task", "query"),
    [("T1", Removal(removed="cat")), ("T2", Unveiling(target="cat")), ("T3", SeeThrough(transparent="cat"))],
)
def test_a_question_about_what_was_not_found_has_no_answer(task: str, query: object) -> None:
    found = TASKS.get(task).derive(query, asking(*CHAIN))
    assert found.answer is None
    assert failed(found) == {"what is asked about was found"}


def test_a_thing_in_the_corner_of_a_box_is_no_hider() -> None:
    """The vase is L-shaped, and a ball stands in the corner that it leaves free, without touching it."""
    scene = _l_shaped_vase()
    found = TASKS.get("T1").derive(Removal(removed="ball"), scene)
    assert names(found) == ("vase",)
    assert failed(found) == {"hiders touch what they hide"}


def test_what_looks_out_above_a_flat_top_is_not_in_the_pair_graph() -> None:
    """All that is seen of the lamp is above the box, so its box ends there: the borders know better."""
    rows: list[Row] = [("box", (20, 30, 50, 50), 2.0), ("lamp", (25, 10, 45, 40), 3.0), ("pen", (48, 40, 60, 55), 1.0)]
    found = TASKS.get("T1").derive(Removal(removed="box"), asking(*rows))
    assert names(found) == ()
    assert "what touches is in the graph" in failed(found)


@pytest.mark.parametrize(
    ("rows", "limits", "gate"),
    [
        (CHAIN[:2], Limits(), "at least three things"),
        (CHAIN, Limits(label_confidence=0.95), "label confidence"),
        (CHAIN, Limits(depth_gradient=0.6), "depth gradient"),
        (CHAIN, Limits(depth_band=0.6), "depth ties"),
    ],
)
def test_a_gate_of_the_scene_objects(rows: tuple[Row, ...], limits: Limits, gate: str) -> None:
    assert failed(TASKS.get("T1").derive(Removal(removed="mug"), asking(*rows, limits=limits))) == {gate}


def test_what_has_no_name_of_its_own_is_neither_asked_about_nor_an_answer() -> None:
    seen = seen_by_hand(*CHAIN)
    nameless = tuple(
        Thing(t.name, "" if t.name == "vase" else t.phrase, t.box, t.mask, t.confidence, t.depth) for t in seen.things
    )
    scene = Asking(Seen(seen.picture, nameless, seen.depth), {})
    for removed in ("mug", "vase"):
        assert failed(TASKS.get("T1").derive(Removal(removed=removed), scene)) == {"all can be named"}


def test_without_depth_there_is_no_answer_to_trust() -> None:
    """Where nobody knows how far the vase is, it neither hides nor is hidden."""
    scene = asking(*(("vase", CHAIN[1][1], NAN) if row[0] == "vase" else row for row in CHAIN))
    assert "the answer names something" in failed(TASKS.get("T1").derive(Removal(removed="mug"), scene))
    assert {"its back face is known", "depth is known"} <= failed(
        TASKS.get("T3").derive(SeeThrough(transparent="vase"), _all_unknown())
    )


BOX_OF = st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(3, 12), st.integers(3, 12))


@given(st.lists(st.tuples(BOX_OF, st.integers(1, 5)), min_size=2, max_size=6))
def test_answers_equal_those_found_by_trying_every_removal(drawn: list[tuple[tuple[int, int, int, int], int]]) -> None:
    """Take things away, look at the graph of pairs again, and see which are not hidden any more."""
    rows = [(f"n{k}", (x, y, x + w, y + h), float(d)) for k, ((x, y, w, h), d) in enumerate(drawn)]
    seen = seen_by_hand(*rows, shape=(34, 34))
    scene = Asking(Seen(seen.picture, tuple(t for t in seen.things if t.mask.any()), seen.depth), {})
    hidden = _hidden(scene, set())
    for removed in scene.seen.names:
        freed = sorted(n for n in hidden - _hidden(scene, {removed}) if n != removed)
        assert names(TASKS.get("T1").derive(Removal(removed=removed), scene)) == tuple(freed)
    for target in hidden:
        found = names(TASKS.get("T2").derive(Unveiling(target=target), scene))
        others = [n for n in scene.seen.names if n != target]
        smallest = next(
            chosen for size in range(len(others) + 1) for chosen in combinations(others, size)
            if target not in _hidden(scene, set(chosen))
        )  # fmt: skip
        assert set(found) == set(smallest)
        depths = [(scene.seen[name].depth, name) for name in found]
        assert depths == sorted(depths)


def _hidden(scene: Asking, removed: set[str]) -> set[str]:
    """What has a nearer thing whose mask meets its box, pixel by pixel."""
    left = [t for t in scene.seen.things if t.name not in removed]
    hidden = set()
    for thing in left:
        rows, columns = np.nonzero(thing.mask)
        box = np.zeros(thing.mask.shape, bool)
        box[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] = True
        if any(other.depth < thing.depth and (other.mask & box).any() for other in left):
            hidden.add(thing.name)
    return hidden


def _l_shaped_vase() -> Asking:
    seen = seen_by_hand(("vase", (10, 10, 40, 50), 2.0), ("ball", (30, 10, 40, 20), 1.0), ("pen", (60, 5, 70, 40), 3.0))
    vase, ball, pen = seen.things
    mask = vase.mask.copy()
    mask[:40, 25:] = False
    return Asking(Seen(seen.picture, (Thing("vase", vase.phrase, vase.box, mask, 0.9, 2.0), ball, pen), seen.depth), {})


def _all_unknown() -> Asking:
    seen = seen_by_hand(*((name, box, NAN) for name, box, _ in CHAIN))
    return Asking(Seen(seen.picture, seen.things, DepthMap(np.full_like(seen.depth.values, NAN), metric=False)), {})
