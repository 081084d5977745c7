"""Shortcuts: each gives exactly what the long way gives."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest

from diorama.world import World, mjcf, physics, replace
from diorama.world.bodies import make_body, name_bodies
from diorama.world.layouts import empty, kitchen_counter
from diorama.world.layouts.placement import Plot
from diorama.world.model import Surface
from diorama.world.outlines import Footprint
from diorama.world.physics import Simulation, settle
from diorama.world.poses import yaw
from diorama.world.shape import Piece, mass_properties


def arrays(model: mujoco.MjModel) -> dict[str, object]:
    """Every array of a model, and the one statistic that the solver uses."""
    names = [n for n in dir(model) if not n.startswith("_") and isinstance(getattr(model, n), np.ndarray)]
    return {n: getattr(model, n).tobytes() for n in names} | {"mean inertia": model.stat.meaninertia}


def shaken(world: World, length: float, rng: np.random.Generator) -> World:
    """The same bodies, each somewhere else and turned, by quaternions of some length."""
    turns = rng.normal(size=(len(world.bodies), 4))
    turns *= length / np.linalg.norm(turns, axis=1)[:, None]
    bodies = [
        replace(b, position=tuple(rng.normal(size=3).tolist()), quaternion=tuple(turn))
        for b, turn in zip(world.bodies, turns.tolist(), strict=True)
    ]
    return replace(world, bodies=tuple(bodies))


@pytest.mark.parametrize("length", [1.0, 1 + 1e-15, 1 - 1e-12, 1.001, 2.0])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_model_posed_anew_equals_a_compiled_one(seed: int, length: float) -> None:
    world = kitchen_counter(seed=seed, objects=9)
    first, *others = world.bodies
    world = replace(world, bodies=(replace(first, fixed=True), *others))
    mjcf.compile_world(world)
    elsewhere = shaken(world, length, np.random.default_rng(seed))
    assert mjcf._mechanics(elsewhere, None) in mjcf._MODELS
    posed = arrays(mjcf.compile_world(elsewhere))
    compiled = arrays(mjcf._compile(elsewhere, None))
    assert [n for n in compiled if compiled[n] != posed[n]] == []


def test_a_kept_model_is_not_touched_by_who_uses_it() -> None:
    world = kitchen_counter(seed=1, objects=5)
    fresh = arrays(mjcf._compile(world, None))
    for _ in range(2):
        model = mjcf.compile_world(world)
        model.body_pos[:] = 7.0
    assert arrays(mjcf.compile_world(world)) == fresh


@pytest.mark.parametrize(
    "change", [{"scale": 1.01}, {"seed": 8}, {"bounce": 0.5}, {"grip": 0.1}, {"fixed": True}, {"name": "other"}]
)
def test_another_body_has_another_model(change: dict[str, object]) -> None:
    world = replace(empty(), bodies=(make_body("mug", seed=7),))
    other = replace(world, bodies=(replace(world.bodies[0], **change),))
    assert mjcf._mechanics(world, None) != mjcf._mechanics(other, None)


def rolling(pace: float, *, towards: float | None = None) -> World:
    """A ball that rolls over the floor, with a box in its way if `towards` says how far."""
    ball = make_body("bowling ball", seed=1, position=(0.0, 0.0, 0.0005))
    ball = replace(ball, velocity=(pace, 0.0, 0.0), spin=(0.0, pace / 0.108, 0.0))
    bodies = [ball, make_body("building block", seed=1, position=(0.0, 1.0, 0.0005))]
    if towards is not None:
        bodies.append(make_body("suitcase", seed=1, position=(towards, 0.0, 0.0005)))
    return replace(empty(), bodies=name_bodies(bodies))


@pytest.mark.parametrize(
    "world",
    [rolling(0.5), rolling(0.02), rolling(0.004), rolling(0.3, towards=0.6), rolling(0.12, towards=0.5)],
    ids=["fast", "slow", "hardly", "meets a thing", "meets it late"],
)
def test_giving_up_early_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    early = settle(world)
    monkeypatch.setattr(physics, "RESTLESS", math.inf)
    assert early == settle(world)


def test_what_rolls_on_is_not_stepped_with_all_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    stepped: dict[int, int] = {}
    step = Simulation.step

    def counted(self: Simulation, count: int = 1) -> None:
        stepped[self.model.nv] = stepped.get(self.model.nv, 0) + count
        step(self, count)

    monkeypatch.setattr(Simulation, "step", counted)
    assert settle(rolling(0.5)) is None
    assert stepped[12] * 0.002 < 1.2  # both bodies, for a second
    assert stepped[6] * 0.002 > 4.8  # the ball alone, to the end


@pytest.mark.parametrize("seed", range(4))
def test_a_plot_refuses_only_what_it_would_not_admit(seed: int) -> None:
    """Random outlines on a crowded plot; enough are refused for the test to mean something."""
    rng = np.random.default_rng(seed)
    outline = ((-0.5, -0.3), (0.5, -0.3), (0.6, 0.1), (0.0, 0.4), (-0.6, 0.1))
    plot = Plot(
        Surface(name="top", outline=outline, position=(0.2, 0.1, 0.7), quaternion=yaw(30), fixture="x", block=0)
    )
    refused = admitted = 0
    for _ in range(1500):
        angles = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(3, 9))))
        if np.diff(angles, append=angles[0] + 2 * math.pi).max() > 3.0:
            continue
        size = rng.uniform(0.01, 0.08, 2)
        shape = Footprint.of(np.stack([np.cos(angles), np.sin(angles)], axis=1) * size)
        at, heading = plot.anywhere(rng), float(rng.uniform(0, 360))
        spot = shape.placed(at, heading)
        assert spot.centre == shape.centre_at(at, heading)
        fits, no = plot.admits(spot), plot.refuses(spot.centre, spot.inner)
        assert not (fits and no)
        refused, admitted = refused + no, admitted + fits
        if fits:
            plot.taken.append(spot)
    assert refused > 500
    assert admitted > 10


def test_mass_properties_are_those_of_the_plain_formula() -> None:
    """Summed over tetrahedra with the origin, one by one."""
    rng = np.random.default_rng(3)
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3.0]]) + rng.normal(size=3)
    faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], np.int32)
    found = mass_properties([Piece("body", corners, faces)])
    assert found.volume == pytest.approx(1.0)
    assert found.centre == pytest.approx(corners.mean(axis=0))
    spread = sum(np.outer(c - found.centre, c - found.centre) for c in corners) / 20
    assert found.inertia == pytest.approx(np.trace(spread) * np.eye(3) - spread)
