"""Every asset keeps its promises: size, looks, standing still, holding things, carrying things."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from diorama.errors import DioramaError, UnknownName
from diorama.world import Simulation, adjectives, assets, build_shape, get_asset, make_body, oriented_box, simulate
from diorama.world.assets import decal_of
from diorama.world.materials import material
from diorama.world.poses import rotation
from diorama.world.shape import Part
from tests.worlds import ball, floor_with

Array = NDArray[np.float64]
STANDING = [noun for noun, a in assets().items() if "hung" not in a.tags]
SEEDS = (0, 1)


def test_there_are_enough_of_them() -> None:
    assert len(STANDING) >= 60


@pytest.mark.parametrize("noun", list(assets()))
def test_shape_is_what_the_asset_declares(noun: str) -> None:
    asset = get_asset(noun)
    for seed in range(4):
        shape = build_shape(noun, seed)
        assert asset.size.low <= max(shape.size) <= asset.size.high
        assert abs(shape.bounds[0][2]) < 1e-9, "it stands on z = 0"
        assert {p.slot for p in shape.pieces} <= set(asset.finishes)
        assert (shape.cavity is not None) == asset.container
        assert (shape.top is not None) == asset.flat_top
        for piece in shape.pieces:
            mesh = trimesh.Trimesh(piece.vertices, piece.faces, process=False)
            assert mesh.is_watertight
            assert mesh.volume > 0


@pytest.mark.parametrize("noun", list(assets()))
def test_materials_exist_and_the_main_one_can_be_named(noun: str) -> None:
    finishes = get_asset(noun).finishes
    for options in finishes.values():
        assert options
        for name in options:
            assert material(name).adjectives


@pytest.mark.parametrize("noun", list(assets()))
def test_two_seeds_differ(noun: str) -> None:
    a, b = build_shape(noun, 0), build_shape(noun, 1)
    fixed_size = noun == "billiard ball"
    assert fixed_size or a.size != b.size or len(a.faces) != len(b.faces) or not np.allclose(a.vertices, b.vertices)


@pytest.mark.parametrize("noun", STANDING)
@pytest.mark.parametrize("seed", SEEDS)
def test_it_stands_where_it_is_put(noun: str, seed: int) -> None:
    """Released at rest on the floor it neither sinks, jumps, tips nor rolls away."""
    end = simulate(floor_with(make_body(noun, seed=seed)), seconds=2, every=2).final.bodies[0]
    size = max(build_shape(noun, seed).size)
    assert np.abs(end.position).max() < 0.03 * size + 0.002
    assert rotation(end.quaternion)[2, 2] > 0.99
    assert np.abs(end.velocity).max() < 0.005


@pytest.mark.parametrize("noun", [n for n in STANDING if get_asset(n).container])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_ball_dropped_into_a_container_stays_inside(noun: str, seed: int) -> None:
    cavity = build_shape(noun, seed).cavity
    assert cavity is not None
    middle = np.mean(cavity.outline, axis=0)
    radius = 0.4 * cavity.inner_radius
    marble = ball("marble", (middle[0], middle[1], cavity.opening), scale=radius / 0.02857)
    end = simulate(floor_with(make_body(noun, seed=seed), marble), seconds=3, every=3).final["marble"]
    x, y, z = oriented_box(end).centre
    assert cavity.floor + 0.9 * radius <= z <= cavity.opening
    assert np.hypot(x - middle[0], y - middle[1]) < 1.5 * cavity.inner_radius


@pytest.mark.parametrize("noun", [n for n in STANDING if get_asset(n).flat_top])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_block_put_on_a_flat_top_stays_there(noun: str, seed: int) -> None:
    top = build_shape(noun, seed).top
    assert top is not None
    middle = np.mean(top.outline, axis=0)
    cube = max(build_shape("building block", 0).size)
    block = make_body(
        "building block",
        seed=0,
        name="cube",
        scale=top.inner_radius / cube,
        position=(middle[0], middle[1], top.height + 0.0005),
    )
    end = simulate(floor_with(make_body(noun, seed=seed), block), seconds=2, every=2).final["cube"]
    assert abs(end.position[2] - top.height) < 0.004
    assert rotation(end.quaternion)[2, 2] > 0.99


@pytest.mark.parametrize("noun", [n for n in STANDING if "vehicle" in get_asset(n).tags])
def test_vehicles_stand_on_separate_wheels(noun: str) -> None:
    """What touches the floor lies at both ends, and nothing in between carries the weight."""
    simulation = Simulation(floor_with(make_body(noun, seed=0)))
    simulation.step(200)
    along = np.array([c.pos[0] for c in simulation.data.contact])
    length = build_shape(noun, 0).size[0]
    assert np.ptp(along) > 0.25 * length


@pytest.mark.parametrize("noun", STANDING)
def test_what_is_seen_can_be_touched(noun: str) -> None:
    """Every visible point lies on or in a collision part, and no part fills air that is seen."""
    shape = build_shape(noun, 0)
    tolerance = max(0.006, 0.045 * max(shape.size))
    visual = trimesh.Trimesh(shape.vertices, shape.faces, process=False)
    points = trimesh.sample.sample_surface(visual, 400, seed=0)[0]
    outside = np.min([_outside(part, points) for part in shape.parts], axis=0)
    assert np.quantile(outside, 0.97) < tolerance


@pytest.mark.parametrize("noun", [n for n in STANDING if get_asset(n).container])
def test_the_cavity_is_empty_in_physics(noun: str) -> None:
    shape = build_shape(noun, 0)
    cavity = shape.cavity
    assert cavity is not None
    middle = np.mean(cavity.outline, axis=0)
    depth = cavity.opening - cavity.floor
    spots = [[*middle, cavity.floor + share * depth] for share in (0.3, 0.6, 0.95)]
    assert min(_outside(part, np.array(spots)).min() for part in shape.parts) > 0


@pytest.mark.parametrize("noun", [n for n in STANDING if get_asset(n).decals])
def test_decals_are_cut_out_of_the_body_and_give_it_a_word(noun: str) -> None:
    """Some variants are striped, some spotted, most plain; a decal adds nothing to the body and stands out from it."""
    worn = {seed: decal_of(noun, seed) for seed in range(40)}
    assert set(worn.values()) == {None, "striped", "spotted"}
    for decal in ("striped", "spotted"):
        seed = next(s for s, d in worn.items() if d == decal)
        shape, body = build_shape(noun, seed), make_body(noun, seed=seed)
        plain = get_asset(noun).generate(np.random.default_rng([seed, *noun.encode()]))
        assert shape.mass_properties.volume == pytest.approx(plain.mass_properties.volume, rel=1e-6)
        assert decal in adjectives(body)
        main = next(iter(get_asset(noun).finishes))
        assert material(body.finish["decal"]).colour != material(body.finish[main]).colour


def test_an_unknown_noun_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'teapot'"):
        get_asset("teapott")


def test_an_unknown_slot_names_the_slots() -> None:
    with pytest.raises(DioramaError, match="its slots are body"):
        make_body("mug", finish={"lid": "red ceramic"})


def test_sheets_of_numbers_are_the_same_in_each_call() -> None:
    build_shape.cache_clear()
    first = build_shape("teapot", 5)
    build_shape.cache_clear()
    assert np.array_equal(first.vertices, build_shape("teapot", 5).vertices)


def test_mass_properties_match_a_second_derivation() -> None:
    """A scaled body in MuJoCo has the mass that trimesh finds for its mesh."""
    body = make_body("mug", seed=3, scale=1.7)
    shape = build_shape("mug", 3)
    mesh = trimesh.Trimesh(shape.vertices * 1.7, shape.faces, process=False)
    mesh.density = get_asset("mug").density
    model = Simulation(floor_with(body)).model
    assert model.body("mug").mass[0] == pytest.approx(mesh.mass, rel=1e-6)
    assert sorted(model.body("mug").inertia) == pytest.approx(sorted(np.linalg.eigvalsh(mesh.moment_inertia)), rel=1e-4)


def _outside(part: Part, points: Array) -> Array:
    """How far each point is outside a convex part, 0 inside it."""
    if part.kind == "hull":
        planes = ConvexHull(part.points).equations
        return np.asarray(np.maximum(0, (points @ planes[:, :3].T + planes[:, 3]).max(axis=1)))
    local = (points - np.asarray(part.position)) @ rotation(part.quaternion)
    radial, up = np.hypot(local[:, 0], local[:, 1]), np.abs(local[:, 2])
    beyond = {
        "sphere": lambda: np.linalg.norm(local, axis=1) - part.size[0],
        "box": lambda: np.linalg.norm(np.maximum(0, np.abs(local) - part.size), axis=1),
        "capsule": lambda: np.hypot(radial, np.maximum(0, up - part.size[1])) - part.size[0],
        "cylinder": lambda: np.hypot(np.maximum(0, radial - part.size[0]), np.maximum(0, up - part.size[1])),
    }
    return np.asarray(np.maximum(0, beyond[part.kind]()))
