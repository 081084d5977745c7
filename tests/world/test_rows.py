"""Rows and shelters: who stands before whom, seen from one side."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diorama.errors import CannotPlace
from diorama.world import Body, Surface, make_body
from diorama.world.layouts.placement import CLEARANCE, Plot
from diorama.world.layouts.registry import Arrangement
from diorama.world.layouts.rows import COVERED, line_up, shelter
from diorama.world.model import Vec3
from diorama.world.outlines import Array, footprint

EYE: Vec3 = (0.0, -3.0, 1.5)
ELEVATION_DEG = 30.0
FRONT = make_body("suitcase")
SMALL = [make_body(noun) for noun in ("candle", "mug", "tin")]


def plot(half: float = 1.0) -> Plot:
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    return Plot(Surface(name="top", fixture="table", position=(0.0, 0.0, 0.0), outline=square))


def across(body: Body, line: Array) -> tuple[float, float]:
    """Where an outline begins and ends, seen along a line."""
    reach = footprint(body).points @ np.array([-line[1], line[0]])
    return float(reach.min()), float(reach.max())


def assert_apart(placed: list[Body], on: Plot) -> None:
    outlines = [footprint(b) for b in placed]
    for i, one in enumerate(outlines):
        assert on.ground.depth_of(one.points) > 0
        assert all(one.gap_to(other) >= CLEARANCE - 1e-9 for other in outlines[:i])


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_row_goes_away_from_the_eye_and_all_stand_behind_the_first(seed: int) -> None:
    on = plot()
    placed = line_up([*SMALL, FRONT], on, EYE, ELEVATION_DEG, -90.0, np.random.default_rng(seed))
    assert [b.name for b in placed] == [b.name for b in [*SMALL, FRONT]]
    assert_apart(placed, on)
    far = [np.linalg.norm(np.subtract(b.position[:2], EYE[:2])) for b in placed]
    assert far == sorted(far)
    line = np.subtract(placed[0].position[:2], EYE[:2]) / far[0]
    for body in placed[1:]:
        low, high = across(body, line)
        assert low < across(placed[0], line)[1] and across(placed[0], line)[0] < high


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_shelter_covers_a_share_of_each_behind_it_and_keeps_the_ground_before_them_free(seed: int) -> None:
    on = plot()
    front, *others = shelter([FRONT, *SMALL], on, EYE, ELEVATION_DEG, -90.0, np.random.default_rng(seed))
    assert_apart([front, *others], on)
    line = np.subtract(front.position[:2], EYE[:2]) / np.linalg.norm(np.subtract(front.position[:2], EYE[:2]))
    left, right = across(front, line)
    for body in others:
        low, high = across(body, line)
        assert (min(high, right) - max(low, left)) / (high - low) >= COVERED - 0.05
        x, y = (np.array(body.position[:2]) - 0.5 * line).tolist()
        assert not on.admits(footprint(SMALL[0], at=(x, y), heading_deg=0.0))


@pytest.mark.parametrize("arrange", [line_up, shelter])
def test_without_room_the_plot_stays_as_it_was(arrange: Arrangement) -> None:
    on = plot(half=0.1)
    with pytest.raises(CannotPlace, match="no room"):
        arrange([FRONT, *SMALL], on, EYE, ELEVATION_DEG, -90.0, np.random.default_rng(0))
    assert on.taken == []
