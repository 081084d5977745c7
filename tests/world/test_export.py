"""Worlds open in other programs: MJCF in MuJoCo, GLB in trimesh."""

from __future__ import annotations

import io

import mujoco
import numpy as np
import pytest
import trimesh

from diorama.world import Simulation, World, to_glb, to_mjcf
from diorama.world.layouts import crossing, kitchen_counter, swing
from diorama.world.poses import outline_points


@pytest.fixture(scope="module", params=["counter", "crossing", "swing"])
def world(request: pytest.FixtureRequest) -> World:
    return {
        "counter": lambda: kitchen_counter(seed=3, objects=6),
        "crossing": lambda: crossing(seed=3),
        "swing": lambda: swing(seed=3),
    }[request.param]()


def test_mjcf_opens_and_steps_like_the_original(world: World) -> None:
    model = mujoco.MjModel.from_xml_string(to_mjcf(world))
    data = mujoco.MjData(model)
    ours = Simulation(world)
    assert model.nbody == ours.model.nbody
    mujoco.mj_step(model, data, 50)
    ours.step(50)
    mujoco.mj_kinematics(model, data)
    for name, position in zip(world.names, ours.poses()[0], strict=True):
        assert data.body(name).xpos == pytest.approx(position, abs=1e-3)


def test_glb_opens_with_every_body_in_its_place(world: World) -> None:
    scene = trimesh.load_scene(io.BytesIO(to_glb(world)), file_type="glb")
    nodes = {n.rsplit("/", 1)[0] for n in scene.graph.nodes_geometry}
    assert set(world.names) <= nodes
    body = world.bodies[0]
    pieces = [n for n in scene.graph.nodes_geometry if n.rsplit("/", 1)[0] == body.name]
    found = np.concatenate(
        [trimesh.transform_points(scene.geometry[scene.graph[n][1]].vertices, scene.graph[n][0]) for n in pieces]
    )
    y_up = outline_points([body]) @ np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    assert found.min(axis=0) == pytest.approx(y_up.min(axis=0), abs=1e-3)
    assert found.max(axis=0) == pytest.approx(y_up.max(axis=0), abs=1e-3)
