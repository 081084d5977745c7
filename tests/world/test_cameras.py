"""Cameras project as pinholes do, and frame a scene whole."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.errors import DioramaError
from diorama.world import Camera, default_camera, frame, project, ray_directions, viewpoints, wholly_in_frame
from diorama.world.layouts import empty, kitchen_counter, layouts

angles = st.floats(-180, 180)


@given(
    azimuth=angles,
    elevation=st.floats(-80, 80),
    fovy=st.floats(10, 100),
    column=st.integers(0, 63),
    row=st.integers(0, 47),
)
def test_a_ray_through_a_pixel_projects_back_to_its_centre(
    azimuth: float, elevation: float, fovy: float, column: int, row: int
) -> None:
    a, e = math.radians(azimuth), math.radians(elevation)
    position = (3 * math.cos(a) * math.cos(e), 3 * math.sin(a) * math.cos(e), 3 * math.sin(e))
    camera = Camera(position=position, target=(0.0, 0.0, 0.0), fovy_deg=fovy, width=64, height=48)
    direction = ray_directions(camera)[row, column].astype(float)
    spot = project(camera, np.asarray(position) + 2.5 * direction)
    assert spot == pytest.approx([column + 0.5, row + 0.5, 2.5], abs=1e-4)


def test_right_is_right_and_up_is_up() -> None:
    camera = Camera(position=(0.0, -2.0, 0.0), target=(0.0, 0.0, 0.0), width=100, height=100)
    assert project(camera, np.array([0.1, 0.0, 0.0]))[0] > 50
    assert project(camera, np.array([0.0, 0.0, 0.1]))[1] < 50


def test_what_lies_behind_has_no_depth() -> None:
    camera = Camera(position=(0.0, 0.0, 0.0), target=(1.0, 0.0, 0.0))
    assert project(camera, np.array([-1.0, 0.0, 0.0]))[2] < 0


@given(
    points=st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(0, 2)), min_size=2, max_size=12),
    azimuth=angles,
    elevation=st.floats(0, 70),
    fovy=st.floats(15, 80),
)
def test_a_framed_scene_lies_wholly_in_the_frame(
    points: list[tuple[float, float, float]], azimuth: float, elevation: float, fovy: float
) -> None:
    camera = frame(np.array(points), azimuth_deg=azimuth, elevation_deg=elevation, fovy_deg=fovy)
    column, row, depth = project(camera, np.array(points)).T
    assert (depth > 0).all()
    assert ((column > -0.5) & (column < camera.width + 0.5)).all()
    assert ((row > -0.5) & (row < camera.height + 0.5)).all()


@pytest.mark.parametrize("name", sorted(layouts()))
def test_the_default_camera_sees_every_object_whole(name: str) -> None:
    world = layouts()[name](seed=1)
    camera = default_camera(world)
    assert all(wholly_in_frame(camera, b) for b in world.bodies if b.inventory)


def test_there_are_many_viewpoints_and_all_differ() -> None:
    cameras = viewpoints(kitchen_counter(seed=1, objects=8))
    assert len(set(cameras)) == len(cameras) >= 130
    assert all(c.position[2] > 0.9 for c in cameras)
    assert all(c.position[1] < 0.3 for c in cameras), "none behind the wall"


def test_an_empty_world_can_be_looked_at() -> None:
    assert default_camera(empty()).position[2] > 0


def test_a_camera_cannot_look_along_its_up_direction() -> None:
    with pytest.raises(DioramaError, match="own 'up'"):
        project(Camera(position=(0.0, 0.0, 1.0), target=(0.0, 0.0, 0.0)), np.zeros(3))
