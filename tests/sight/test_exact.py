"""Exact sight: on worlds where a reader can see the answer, and against a renderer that is not ours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diorama.errors import UnknownName
from diorama.sight import DraftRenderer, Sight, exact, look, see
from diorama.sight.casting import cast_at_fixtures
from diorama.world import Camera, World, build_shape, make_body, ray_directions, replace
from diorama.world.layouts import layouts, playroom_floor
from tests.worlds import ball, block, floor_with, level_camera, row

SIDE = build_shape("building block", 0).size[0]


def sight_of(world: World) -> Sight:
    return see(world, level_camera())


def test_a_ball_covers_the_disc_it_should() -> None:
    """Seen from afar a sphere's outline is a circle of angular radius asin(r / d)."""
    camera = Camera(position=(0.0, -3.0, 0.2857), target=(0.0, 0.0, 0.2857), fovy_deg=30, width=400, height=400)
    sight = see(floor_with(ball("ball", (0.0, 0.0, 0.0), scale=10.0)), camera)
    radius = 200 / np.tan(np.radians(15)) * np.tan(np.arcsin(0.2857 / 3))
    assert sight.silhouette_px("ball") == pytest.approx(np.pi * radius**2, rel=0.015)
    assert sight.depth[200, 200] == pytest.approx(3 - 0.2857, abs=2e-3)


def test_depth_is_measured_along_the_optical_axis() -> None:
    """A wall-sized face straight ahead has one depth, in the middle and at its edge."""
    sight = sight_of(floor_with(block("wall", (0.0, 0.0, 0.0), scale=4.0)))
    seen = sight.depth[sight.visible("wall")]
    assert np.ptp(seen) < 0.03, "but for the rounded edges"
    assert seen.min() == pytest.approx(2 - 2 * SIDE, abs=0.01)


def test_the_nearer_hides_the_farther() -> None:
    sight = sight_of(row("box", "vase"))
    assert sight.visible_fraction("box") == 1
    assert sight.visible_fraction("vase") < 0.2
    assert set(sight.occluders("vase")) == {"box"}
    assert not sight.occluders("box")
    assert sight.covers("vase") == {"box": sight.hidden_px("vase")}
    assert not sight.covers("box")


def test_two_layers_on_one_ray_both_count() -> None:
    """Box, vase and lamp in a row: the lamp is behind both, and removing the box does not free it."""
    sight = sight_of(row("box", "vase", "lamp"))
    assert set(sight.occluders("lamp")) == {"box", "vase"}
    assert [name for name, _ in sight.layers.at(118, 180)][:3] == ["box", "vase", "lamp"]
    assert sight.without(["box"]).visible_fraction("vase") == 1
    assert sight.without(["box"]).visible_fraction("lamp") < 0.5


def test_things_side_by_side_do_not_hide_each_other() -> None:
    sight = sight_of(floor_with(block("left", (-0.2, 0.0, 0.0)), block("right", (0.2, 0.0, 0.0))))
    assert not sight.occluders("left")
    assert not sight.occluders("right")
    assert sight.visible_fraction("left") == sight.visible_fraction("right") == 1


def test_a_taller_thing_shows_above_a_shorter_one() -> None:
    sight = sight_of(row("low", "tall", scales=(1.0, 3.0)))
    assert 0.4 < sight.visible_fraction("tall") < 1
    rows = np.nonzero(sight.visible("tall").any(axis=1))[0]
    assert rows.min() < np.nonzero(sight.visible("low").any(axis=1))[0].min()


def test_what_is_out_of_frame_is_not_seen() -> None:
    sight = sight_of(
        floor_with(block("here", (0.0, 0.0, 0.0)), block("there", (9.0, 0.0, 0.0)), block("behind", (0.0, -4.0, 0.0)))
    )
    assert sight.visible_px("there") == sight.silhouette_px("there") == 0
    assert sight.visible_px("behind") == 0
    assert sight.visible_fraction("there") == 0


def test_a_fixture_hides_too_but_is_nobody() -> None:
    """A body sunk half into the floor shows only its upper half; the floor is not an occluder."""
    sight = sight_of(floor_with(block("sunk", (0.0, 0.0, -SIDE / 2))))
    assert 0.3 < sight.visible_fraction("sunk") < 0.7
    assert not sight.occluders("sunk")


def test_masks_and_areas_tell_the_same() -> None:
    view = look(playroom_floor(seed=2, objects=10))
    sight = view.sight()
    for name in sight.names:
        assert sight.visible(name).sum() == sight.visible_px(name)
        assert sight.silhouette(name).sum() == sight.silhouette_px(name)
        assert sight.hidden_px(name) == (sight.silhouette(name) & ~sight.visible(name)).sum()
        seen, whole = view.visible_rectangle(name), view.whole_rectangle(name)
        assert seen is not None
        assert whole.left - 1 <= seen.left < seen.right <= whole.right + 1
        assert whole.top - 1 <= seen.top < seen.bottom <= whole.bottom + 1


def test_boxes_hold_their_bodies() -> None:
    view = look(playroom_floor(seed=2, objects=6))
    for name in view.world.inventory:
        box = view.box(name)
        assert np.linalg.det(box.axes) == pytest.approx(1)
        assert (box.half > 0).all()


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'vase'"):
        sight_of(row("box", "vase")).visible_fraction("vas")


places = st.lists(
    st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 1.5), st.floats(0.4, 2.5)),
    min_size=2,
    max_size=5,
    unique_by=lambda spot: round(spot[1], 2),  # two things in one place have no order
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(places)
def test_laws_of_sight(spots: list[tuple[float, float, float]]) -> None:
    """Whatever stands where: masks are disjoint parts of silhouettes; layers are ordered; removing a body
    never shrinks what is seen of another, and equals looking at the world without it.
    """
    world = floor_with(*(block(f"b{i}", (x, y, 0.0), s) for i, (x, y, s) in enumerate(spots)))
    camera = replace(level_camera(), width=120, height=80)
    sight = see(world, camera)
    masks = [sight.visible(n) for n in sight.names]
    assert sum(m.astype(int) for m in masks).max() <= 1  # type: ignore[union-attr]
    for name, mask in zip(sight.names, masks, strict=True):
        assert not (mask & ~sight.silhouette(name)).any()
    layers = sight.layers
    for pixel in range(0, 120 * 80, 97):
        depths = layers.depth[layers.start[pixel] : layers.start[pixel + 1]]
        assert (np.diff(depths) >= 0).all()
    gone = sight.without(["b0"])
    fresh = see(world.without(["b0"]), camera)
    assert np.array_equal(gone.ids, fresh.ids)
    assert np.array_equal(gone.depth, fresh.depth)
    for name in gone.names:
        assert not (sight.visible(name) & ~gone.visible(name)).any()


@settings(max_examples=25, deadline=None)
@given(places)
def test_hidden_means_behind_something(spots: list[tuple[float, float, float]]) -> None:
    """A body's hidden area is explained by its occluders, and only then."""
    world = floor_with(*(block(f"b{i}", (x, y, 0.0), s) for i, (x, y, s) in enumerate(spots)))
    sight = see(world, replace(level_camera(), width=120, height=80))
    for name in sight.names:
        covered = np.zeros(sight.depth.shape, bool)
        for other in sight.occluders(name):
            covered |= sight.silhouette(other)
        hidden = sight.silhouette(name) & ~sight.visible(name)
        floor_hides = sight.backdrop < 1e9
        assert not (hidden & ~covered & ~floor_hides).any()
        if not sight.occluders(name) and sight.silhouette_px(name):
            assert sight.visible_px(name) >= sight.silhouette_px(name) - (hidden & floor_hides).sum()


@settings(max_examples=15, deadline=None)
@given(places)
def test_fixtures_are_looked_at_only_behind_bodies_and_that_is_enough(spots: list[tuple[float, float, float]]) -> None:
    """Some blocks are sunk into the floor; what it hides of them is the same as when every ray meets it."""
    world = floor_with(*(block(f"b{i}", (x, y, -0.03 * i), s) for i, (x, y, s) in enumerate(spots)))
    camera = replace(level_camera(), width=120, height=80)
    exact.backdrop.cache_clear()
    sight = see(world, camera)
    ids = sight.ids
    bodies = np.zeros(ids.shape, bool)
    for name in sight.names:
        bodies |= sight.silhouette(name)
    assert np.array_equal(~np.isnan(sight.behind._depth), bodies), "no ray anywhere else"
    everywhere = cast_at_fixtures(world.fixtures, np.asarray(camera.position), ray_directions(camera))
    assert np.array_equal(sight.backdrop, everywhere)
    alone = np.full((len(sight.names), *ids.shape), np.inf, np.float32)
    for layer, crop in zip(alone, sight.crops.values(), strict=True):
        layer[crop.rows, crop.columns] = crop.depth
    assert np.array_equal(ids, np.where(alone.min(axis=0) < everywhere, alone.argmin(axis=0), -1))
    assert np.array_equal(sight.depth, np.minimum(alone.min(axis=0), everywhere))


def agreement(world: World) -> tuple[int, int]:
    """Silhouette pixels that rays and MuJoCo's rasteriser agree on, and all of either."""
    view = look(world)
    same = either = 0
    with DraftRenderer(world, width=view.camera.width, height=view.camera.height, rough=True) as renderer:
        for name in world.names:
            ours, theirs = view.sight().silhouette(name), renderer.segmentation(view.camera, only=name) >= 0
            same += int((ours & theirs).sum())
            either += int((ours | theirs).sum())
        assert (renderer.segmentation(view.camera) == view.sight().ids).mean() > 0.998
    return same, either


@pytest.mark.parametrize("name", ["kitchen_counter", "bookshelf", "crossing", "playroom_floor"])
def test_rays_and_rasteriser_agree(name: str) -> None:
    same, either = agreement(layouts()[name](seed=1))
    assert same / either > 0.995


@pytest.mark.slow
def test_rays_and_rasteriser_agree_on_a_hundred_scenes(capsys: pytest.CaptureFixture[str]) -> None:
    names = [n for n in layouts() if n != "empty"]
    counts = np.array([agreement(layouts()[names[k % len(names)]](seed=k)) for k in range(100)])
    same, either = counts.sum(axis=0)
    with capsys.disabled():
        print(
            f"\nsilhouette pixels agreed on: {same / either:.5f}; worst scene {(counts[:, 0] / counts[:, 1]).min():.5f}"
        )
    assert same / either >= 0.995


def test_thousands_of_shapes_can_come_and_go() -> None:
    """More variants than are kept: trees are dropped with their shapes, and Embree has one device for all."""
    camera = replace(level_camera(), width=32, height=24)
    for seed in range(1300):
        world = World(bodies=(make_body("billiard ball", seed=seed),))
        assert see(world, camera).silhouette_px("billiard ball") > 0
