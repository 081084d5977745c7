"""Trajectory: flights to a goal and shots at billiards, as questions and by a second route."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from diorama.kinds import Choice
from diorama.sight import Arrow, DottedPath, Frame, see
from diorama.suites import Draft, Rejected, Task, draw_up, get_suite
from diorama.suites.causal.options import NO, NOT_SURE, YES
from diorama.suites.causal.second_look_trajectory import pocketed_by_stepping, scores_by_formula
from diorama.suites.causal.trajectory_billiards import FORMS, PlayedBall, reject_unclear
from diorama.suites.causal.trajectory_court import PLAYS, InFlight
from diorama.whatif import aimed, fly, shoot
from diorama.world import World, oriented_box, wholly_in_frame
from diorama.world.layouts.arenas.billiards import LENGTH, WIDTH
from tests.whatif.test_billiards import R, sent, table
from tests.whatif.test_flights import court, half_height

X, Y = LENGTH / 2, WIDTH / 2


def task_of(level: str) -> Task:
    return get_suite("causal").get("trajectory", level)


@cache
def drawn(level: str, turn: int) -> Draft:
    return draw_up(task_of(level), [3, turn], turn=turn)[0]


def flight(draft: Draft) -> InFlight:
    assert isinstance(draft.query, InFlight)
    return draft.query


def shot(draft: Draft) -> PlayedBall:
    assert isinstance(draft.query, PlayedBall)
    return draft.query


def disagrees(level: str, draft: Draft, answer: str) -> str | None:
    checker = task_of(level).checker
    assert checker is not None
    return checker(draft.query, Choice(option=answer), draft.world, draft.camera)


@pytest.mark.parametrize("part", ["flight", "ask_goal", "ask_pocket", "arrow", "cushions"])
def test_there_are_eight_wordings_of_each_part(part: str) -> None:
    assert len(set(get_suite("causal").wordings[f"trajectory.{part}"])) >= 8


@pytest.mark.parametrize("turn", [2 * k + k % 2 for k in range(len(PLAYS))])
def test_a_flight_of_every_kind_ends_as_dealt_and_by_both_routes(turn: int) -> None:
    draft = drawn("L1", turn)
    play = PLAYS[turn // 2]
    due, other = (YES, NO) if turn % 2 == 0 else (NO, YES)
    assert draft.answer == Choice(option=due)
    assert sorted(draft.options) == sorted([YES, NO, NOT_SURE])
    query = flight(draft)
    assert (query.ball, query.goal, query.bounce) == (play.ball, play.goal, play.bounce)
    assert draft.margin is not None and draft.margin > 0
    assert disagrees("L1", draft, due) is None
    assert disagrees("L1", draft, other) is not None


def test_the_flight_so_far_is_drawn_from_a_red_box_to_the_ball() -> None:
    draft = drawn("L1", 0)
    paths = [o for o in draft.shots[0].overlays if isinstance(o, DottedPath)]
    boxes = [o for o in draft.shots[0].overlays if isinstance(o, Frame)]
    below, way = (np.array(p.points) for p in paths)
    assert len(boxes) == 1 and len(way) > 8
    assert np.allclose(way[:, :2], below[:, :2]) and (below[:, 2] < 0.01).all()
    start = np.array(boxes[0].points).mean(axis=0)
    assert np.allclose(way[0], start, atol=0.01)
    ball = oriented_box(draft.world[flight(draft).ball]).centre
    assert np.linalg.norm(way[-1] - ball) < np.linalg.norm(way[0] - ball) / 3
    assert wholly_in_frame(draft.camera, draft.world[flight(draft).ball])


@pytest.mark.parametrize("aside", [0.0, 0.9])
@pytest.mark.parametrize("landing", [None, -1.0])
def test_the_closed_form_agrees_with_physics(aside: float, landing: float | None) -> None:
    """Straight into the goal or off the ground, at the middle or well beside a goal about 1.2 m to either side."""
    world = court()
    height = world.surface("goal").position[2] if landing is None else 0.11
    target = (landing or 0.0, 2 * aside, height)
    flying = aimed(world, "soccer ball", target, 0.7)
    assert fly(flying, "soccer ball").scored == scores_by_formula(flying, "soccer ball") == (aside == 0.0)


def test_the_closed_form_sees_a_ball_over_the_bar() -> None:
    world = court()
    x, y, z = world.surface("goal").position
    over = aimed(world, "soccer ball", (x, y, z + half_height(world) + 0.3), 0.8)
    assert not scores_by_formula(over, "soccer ball")


@pytest.mark.parametrize("turn", range(2 * len(FORMS)))
def test_a_shot_of_every_form_ends_as_dealt_and_by_both_routes(turn: int) -> None:
    draft = drawn("L2", turn)
    form = FORMS[turn // 2]
    due, other = (YES, NO) if turn % 2 == 0 else (NO, YES)
    assert draft.answer == Choice(option=due)
    assert shot(draft).form == form
    if due == YES:
        assert len(draft.trace["hits"]) >= FORMS.index(form)
    assert disagrees("L2", draft, due) is None
    assert disagrees("L2", draft, other) is not None


def test_balls_are_wide_enough_to_be_seen() -> None:
    """Every ball is at least 24 pixels across in a picture of the usual size, as rays see it."""
    for turn in range(3):
        draft = drawn("L2", turn)
        sight = see(draft.world, draft.camera)
        assert (draft.camera.width, draft.camera.height) == (720, 480)
        for name in draft.world.names:
            assert np.ptp(np.nonzero(sight.silhouette(name))[1]) + 1 >= 24


def test_the_arrow_points_where_the_ball_goes_and_lies_on_the_cloth() -> None:
    draft = drawn("L2", 2)
    (arrow,) = draft.shots[0].overlays
    assert isinstance(arrow, Arrow)
    way = np.subtract(arrow.end, arrow.start)
    speed = np.asarray(draft.world[shot(draft).ball].velocity)
    assert float(way @ speed) == pytest.approx(float(np.linalg.norm(way) * np.linalg.norm(speed)))
    assert arrow.start[2] == draft.world.surface("cloth").position[2]
    assert draft.world[shot(draft).ball].phrase in get_suite("causal").text(*draft.words).lower()


def shots() -> dict[str, tuple[World, bool]]:
    """Hand-made shots and whether a ball drops."""
    red = np.array([X - 0.25, Y - 0.25])
    ghost = red - 2 * R * np.array([1, 1]) / math.sqrt(2)
    return {
        "straight": (sent(table(cue=(0, 0)), "cue", (0, 1)), True),
        "beside the pocket": (sent(table(cue=(0.2, 0)), "cue", (0, 1)), False),
        "cut": (sent(table(cue=tuple(ghost - (0.3, 0.1)), red=tuple(red)), "cue", (0.3, 0.1)), True),
        "cut the wrong way": (sent(table(cue=tuple(ghost - (0.3, 0.1)), red=tuple(red)), "cue", (0.3, 0.075)), False),
        "combination": (sent(table(cue=(0, -0.2), red=(0, -0.05), blue=(0, 0.1)), "cue", (0, 1)), True),
        "in the way": (sent(table(cue=(0, -0.2), black=(R, 0.05)), "cue", (0, 1)), False),
        "by a cushion": (sent(table(cue=(0, 0)), "cue", (X, 3 * Y - 2 * R)), False),
    }


@pytest.mark.parametrize("name", sorted(shots()))
def test_stepped_balls_agree_with_exact_discs(name: str) -> None:
    world, drops = shots()[name]
    assert bool(shoot(world).pocketed) == drops
    assert bool(pocketed_by_stepping(world, "cue")) == drops


def test_a_ball_in_the_mouth_of_a_pocket_is_not_asked_about() -> None:
    """The table is reckoned to end at its cushions, so what lies beyond them is out of play before the shot."""
    at_lip = (X - 0.8 * R, -Y + 3 * R)
    world = sent(table(cue=(0.0, 0.0), red=(0.2, 0.0), black=at_lip), "cue", (0.0, 0.3))
    with pytest.raises(Rejected, match="at a cushion or in the mouth of a pocket"):
        reject_unclear(world, shoot(world), ("cue",), good=False)
