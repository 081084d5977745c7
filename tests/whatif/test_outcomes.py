"""Outcomes on worlds where a reader can see the answer, and the traps of each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diorama.sight import Sight, see
from diorama.whatif import (
    Move,
    Visibility,
    contents,
    fits_into,
    freed_by_removing,
    fully_visible,
    inside,
    left_to_right,
    nudges,
    reachable_orders,
    removals_to_see,
    seen_through,
    sole_occluders,
    support_graph,
    survives,
    swap_feasible,
    sweep,
    visibility,
    width_across,
)
from diorama.whatif.swaps import swaps_apart
from diorama.world import Camera, World, build_shape, make_body, overlap_depth, replace, settle, yaw
from diorama.world.layouts import playroom_floor
from tests.worlds import ball, block, floor_with, level_camera, row

SIDE = build_shape("building block", 0).size[0]
CAMERA = level_camera()


def sight_of(world: World) -> Sight:
    return see(world, replace(CAMERA, width=720, height=480))


def staggered() -> World:
    """Box, vase and lamp, each partly behind the one before; the lamp is behind both."""
    return floor_with(
        block("box", (0.0, 0.0, 0.0)), block("vase", (0.06, 0.25, 0.0), 1.2), block("lamp", (0.02, 0.5, 0.0), 2.2)
    )


def test_two_layers_on_one_ray_free_nothing() -> None:
    """The pair-graph shortcut says that the lamp, once the box is gone, is hidden by the vase still; it is."""
    sight = sight_of(staggered())
    assert freed_by_removing(sight, "box") == {"vase"}
    assert freed_by_removing(sight, "vase") == set()
    assert freed_by_removing(sight, "lamp") == set()


def test_to_see_the_last_of_a_row_all_before_it_must_go_nearest_first() -> None:
    assert removals_to_see(sight_of(staggered()), "lamp") == ("box", "vase")
    assert removals_to_see(sight_of(staggered()), "vase") == ("box",)
    assert removals_to_see(sight_of(staggered()), "box") == ()


def test_visibility_has_four_kinds() -> None:
    sight = sight_of(row("front", "back"))
    assert visibility(sight, "front") is Visibility.FULL
    assert visibility(sight, "back") is Visibility.LOST
    assert visibility(sight_of(staggered()), "lamp") is Visibility.PARTIAL
    shy = floor_with(block("a", (0.0, 0.0, 0.0)), block("b", (0.111, 0.2, 0.0)))
    assert visibility(sight_of(shy), "b") in (Visibility.PARTIAL, Visibility.BETWEEN, Visibility.FULL)


def test_through_a_transparent_thing_shows_what_is_behind_it() -> None:
    world = staggered()
    assert seen_through(sight_of(world), ["box"], "box") == {"vase", "lamp"}
    assert seen_through(sight_of(world), ["lamp"], "lamp") == set()


places = st.lists(
    st.tuples(st.floats(-0.4, 0.4), st.floats(-0.3, 1.2), st.floats(0.6, 2.2)),
    min_size=3,
    max_size=6,
    unique_by=lambda spot: round(spot[1], 2),
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(places)
def test_removals_are_needed_and_enough(spots: list[tuple[float, float, float]]) -> None:
    """Leaving one of the removals out leaves the body hidden; all of them together free it."""
    world = floor_with(*(block(f"b{i}", (x, y, 0.0), s) for i, (x, y, s) in enumerate(spots)))
    sight = see(world, CAMERA)
    for name in sight.names:
        needed = removals_to_see(sight, name)
        if not sight.silhouette_px(name) or len(needed) > 4:
            continue
        floor_hidden = not fully_visible(sight.without([n for n in sight.names if n != name]), name)
        if floor_hidden:
            continue
        for left_out in needed:
            kept = sight.without([n for n in needed if n != left_out])
            assert kept.hidden_px(name) > 0
        assert len(needed) == 0 or sight.without(needed).hidden_px(name) <= sum(
            max(4, 0.002 * sight.silhouette_px(name)) for _ in sight.names
        )


@settings(max_examples=20, deadline=None)
@given(places)
def test_what_shows_through_lies_behind(spots: list[tuple[float, float, float]]) -> None:
    world = floor_with(*(block(f"b{i}", (x, y, 0.0), s) for i, (x, y, s) in enumerate(spots)))
    sight = see(world, CAMERA)
    for name in sight.names:
        for shown in seen_through(sight, [name], name):
            assert sight.in_front_px(name, shown) > 0


def test_a_tower_rests_on_what_is_below_it() -> None:
    world = settle(floor_with(*(block(f"b{i}", (0.0, 0.0, SIDE * i)) for i in range(3))))
    assert world is not None
    assert [(s.upper, s.how, s.lower) for s in support_graph(world).edges] == [("b1", "on", "b0"), ("b2", "on", "b1")]
    assert contents(world, "b0") == ()  # what stands on top is not inside


def test_a_fruit_in_a_bowl_is_inside_and_one_beside_it_is_not() -> None:
    bowl = make_body("bowl", seed=1)
    world = settle(
        floor_with(bowl, make_body("lemon", seed=1, position=(0.0, 0.0, 0.06), scale=0.7), ball("b", (0.4, 0.0, 0.0)))
    )
    assert world is not None
    assert inside(world, "lemon", "bowl")
    assert not inside(world, "b", "bowl")
    assert not inside(world, "bowl", "bowl")
    assert contents(world, "bowl") == ("lemon",)


def test_a_ball_fits_into_a_bucket_and_a_larger_one_does_not() -> None:
    bucket = make_body("bucket", seed=1)
    cavity = build_shape("bucket", 1).cavity
    assert cavity is not None
    x, y = np.mean(cavity.outline, axis=0)
    for share, fits in ((0.5, True), (1.3, False)):
        scale = share * cavity.inner_radius / 0.02857
        falling = ball("ball", (x, y, cavity.opening + 0.05), scale=scale)
        fit = fits_into(floor_with(bucket, falling), "ball", "bucket")
        assert fit.fits is fits
        assert (fit.clearance > 0) is fits


def car_at(x: float, y: float, heading: float = 0.0) -> World:
    return floor_with(replace(make_body("car", seed=1), position=(x, y, 0.0), quaternion=yaw(heading)))


def test_a_car_hits_what_is_in_its_way_and_passes_what_is_beside_it() -> None:
    """The tall thing beside the path is taller than the car and still not hit."""
    width = build_shape("car", 1).size[1]
    ahead, beside = block("ahead", (0.8, 0.0, 0.0)), block("beside", (0.5, width / 2 + 2.5 * SIDE, 0.0), scale=3.0)
    world = replace(car_at(0, 0), bodies=(*car_at(0, 0).bodies, ahead, beside, block("behind", (-0.6, 0.0, 0.0))))
    path = sweep(world, Move(name="car", way="forward", distance=1.5))
    assert path.names == ("ahead",)
    assert path.meetings[0].distance == pytest.approx(0.8 - SIDE / 2 - build_shape("car", 1).size[0] / 2, abs=0.02)
    assert path.clearances["beside"] == pytest.approx(SIDE, abs=0.01)
    assert path.clearances["ahead"] == 0
    assert width_across(world, Move(name="car", way="forward")) == pytest.approx(width, abs=1e-6)


def test_behind_a_removed_obstacle_stands_the_next() -> None:
    world = replace(
        car_at(0, 0), bodies=(*car_at(0, 0).bodies, block("first", (0.6, 0.0, 0.0)), block("second", (1.0, 0.0, 0.0)))
    )
    go = Move(name="car", way="forward", distance=2)
    assert sweep(world, go).names == ("first", "second")
    assert sweep(world.without(["first"]), go).names == ("second",)
    assert sweep(world.without(["first", "second"]), go).names == ()


def test_only_a_sole_occluder_can_free_anything() -> None:
    """Whoever frees something is among the sole occluders; the vase is one of the lamp's two, so it is not."""
    sight = sight_of(staggered())
    sole = sole_occluders(sight)
    freeing = {x for x in sight.inventory if freed_by_removing(sight, x)}
    assert freeing <= set(sole)
    assert sole == {"box": ("vase",)}


def test_a_swap_that_fits_only_one_way_round() -> None:
    """The big one fits the gap where the small one is not; the two neighbours leave no room for it there."""
    big, small = block("big", (1.0, 0.0, 0.0), scale=3.0), block("small", (0.0, 0.0, 0.0))
    walls = [block("left", (-0.16, 0.0, 0.0)), block("right", (0.16, 0.0, 0.0))]
    tight = floor_with(big, small, *walls)
    assert not swap_feasible(tight, "big", "small")
    assert swap_feasible(tight.without(["left", "right"]), "big", "small")
    assert swap_feasible(tight, "left", "right")


def test_a_swap_over_the_edge_is_none() -> None:
    world = floor_with(block("big", (0.0, 0.0, 0.0), scale=4.0), block("small", (9.93, 0.0, 0.0)))
    assert not swap_feasible(world, "big", "small")


def test_the_fewest_swaps_to_an_order() -> None:
    camera = Camera(position=(0.0, -4.0, 1.0), target=(0.0, 0.0, 0.0))
    world = floor_with(*(block(n, (0.4 * i - 0.6, 0.0, 0.0)) for i, n in enumerate("abcd")))
    assert left_to_right(world, camera, "dcba") == ("a", "b", "c", "d")
    reach = reachable_orders(world, camera, "abcd")
    assert len(reach.shortest) == 24
    assert reach.shortest["a", "b", "c", "d"] == ((),)
    assert reach.shortest["b", "a", "c", "d"] == ((("a", "b"),),)
    two = reach.shortest["b", "c", "a", "d"]
    assert {len(s) for s in two} == {2}
    assert len(two) == 3, "a three-cycle has three factorisations into two swaps"
    assert {len(s) for s in reach.shortest["b", "c", "d", "a"]} == {3}
    assert len(reach.shortest["b", "c", "d", "a"]) == 16, "and a four-cycle sixteen into three"
    assert all(len(ways[0]) == swaps_apart("abcd", order) for order, ways in reach.shortest.items())


def test_five_can_need_four_swaps() -> None:
    camera = Camera(position=(0.0, -4.0, 1.0), target=(0.0, 0.0, 0.0))
    world = floor_with(*(block(n, (0.3 * i - 0.6, 0.0, 0.0)) for i, n in enumerate("abcde")))
    ways = reachable_orders(world, camera, "abcde").shortest["b", "c", "d", "e", "a"]
    assert {len(way) for way in ways} == {4}
    assert len(ways) == 125, "a five-cycle has 5³ factorisations into four swaps"


def test_an_order_that_no_swaps_can_give() -> None:
    """The giant cannot stand anywhere else: every order that moves it is out of reach."""
    camera = Camera(position=(0.0, -4.0, 1.0), target=(0.0, 0.0, 0.0))
    small = [block(n, (0.25 * i, 0.0, 0.0)) for i, n in enumerate("abc")]
    world = floor_with(block("giant", (-1.0, 0.0, 0.0), scale=6.0), *small)
    assert overlap_depth(world) < 0.001
    reach = reachable_orders(world, camera, ("a", "giant", "b", "c"))
    assert len(reach.shortest) == 6, "only the three small ones change places"
    assert all(order[0] == "giant" for order in reach.shortest)
    assert len(reach.swaps) == 6 * 6


def test_an_answer_near_its_limit_does_not_survive_and_a_plain_one_does() -> None:
    def fully(world: World, camera: Camera) -> tuple[bool, float]:
        sight = see(world, camera)
        return fully_visible(sight, "back"), float(sight.hidden_px("back"))

    rng = np.random.default_rng(0)
    plain = floor_with(block("front", (-0.4, 0.0, 0.0)), block("back", (0.3, 0.4, 0.0)))
    assert survives(fully, plain, CAMERA, rng).holds
    touch = np.linspace(0.085, 0.135, 26)
    edge = [floor_with(block("front", (0.0, 0.0, 0.0)), block("back", (x, 0.4, 0.0))) for x in touch]
    assert any(not survives(fully, world, CAMERA, np.random.default_rng(1)).holds for world in edge)


def test_nudges_are_small_and_repeatable() -> None:
    world = playroom_floor(seed=1, objects=5)
    first = [w.to_json() for w, _ in nudges(world, CAMERA, np.random.default_rng(3), 3)]
    assert first == [w.to_json() for w, _ in nudges(world, CAMERA, np.random.default_rng(3), 3)]
    assert len(set(first)) == 3
    for moved, _ in nudges(world, CAMERA, np.random.default_rng(3), 3):
        for before, after in zip(world.bodies, moved.bodies, strict=True):
            assert np.linalg.norm(np.subtract(before.position, after.position)) < 0.02
            assert np.linalg.norm(after.quaternion) == pytest.approx(1, abs=1e-6)
