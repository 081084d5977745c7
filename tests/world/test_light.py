"""Rooms are lit in many ways, always from the viewer's side, and their windows are there to be seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diorama.world import Light, World, default_camera
from diorama.world.cameras import project
from diorama.world.layouts import bookshelf, layouts
from diorama.world.layouts.indoor import __name__ as indoor_name

INDOOR = [n for n, make in layouts().items() if make.__module__ == indoor_name]


def shining(world: World) -> Light:
    (light,) = (light for light in world.lights if light.shadow)
    return light


def test_rooms_are_lit_by_the_sun_windows_and_lamps() -> None:
    found = {(shining(w).kind, shining(w).size > 0.5) for w in (layouts()["office_desk"](s, 0) for s in range(30))}
    assert found == {("sun", False), ("lamp", False), ("lamp", True)}
    assert shining(layouts()["office_desk"](3, 0)) == shining(layouts()["office_desk"](3, 0))


@pytest.mark.parametrize("name", INDOOR)
def test_light_comes_from_above_and_from_the_side_of_the_viewer(name: str) -> None:
    """Things lit from behind would be black shapes before a bright wall."""
    for seed in range(6):
        world = layouts()[name](seed, 0)
        facing = math.radians(world.stage.facing_deg)
        x, y, z = np.subtract(shining(world).position, world.stage.centre)
        assert z > 0
        assert x * math.cos(facing) + y * math.sin(facing) > 0


def test_light_reaches_into_shelves() -> None:
    """Seen from the middle of a board, the light stands lower than the front edge of the board above."""
    for seed in range(12):
        world = bookshelf(seed, 0)
        for board in world.surfaces:
            _, y, z = np.subtract(shining(world).position, board.position)
            to_edge = max(along for _, along in board.outline)
            assert z * to_edge / -y < 0.4, "boards are 0.45 m apart"


def test_windows_are_often_in_the_picture() -> None:
    """Cameras look down at tables, so the windows are where they look."""
    shown = [window_share(layouts()[name](seed, 0)) > 0.2 for name in INDOOR for seed in range(4)]
    assert 0.3 < np.mean(shown) < 0.7


def window_share(world: World) -> float:
    """How much of the window's pane lies in the frame of the default camera."""
    panes = [fixture.blocks[0] for fixture in world.fixtures if fixture.name == "window"]
    if not panes:
        return 0.0
    camera = default_camera(world)
    across = np.linspace(-1, 1, 20)
    grid = np.stack(np.meshgrid(across, [0.0], across), axis=-1).reshape(-1, 3)
    x, y, *_ = project(camera, np.asarray(panes[0].position) + grid * np.asarray(panes[0].size)).T
    return float(((x > 0) & (x < camera.width) & (y > 0) & (y < camera.height)).mean())
