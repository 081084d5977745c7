"""Whether a swap fits can be told from the picture: hidden struts, feet, arms and edges make it doubtful."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diorama.kinds import Rearrangement
from diorama.sight import see
from diorama.suites import Draft, Rejected, draw_up, get_suite
from diorama.suites.structure.clearances import EDGE, GATES, Clearances
from diorama.suites.structure.decided import Decisions
from diorama.suites.structure.in_view import FORGIVEN, doubt, foot_in_view, low_outline, overhang, unseen_reach
from diorama.suites.structure.planning import DOUBT
from diorama.suites.structure.t6_several_swaps import DEAL, dealt
from diorama.whatif import left_to_right, reachable_orders, swap_feasible
from diorama.world import Body, Camera, Surface, World, build_shape, make_body, replace
from diorama.world.layouts.furniture import rectangle
from diorama.world.outlines import footprint
from diorama.world.poses import extent, vec3, yaw
from tests.worlds import block, floor_with

SIDE = build_shape("building block", 0).size[0]
RAISED = Camera(position=(0.0, -1.8, 1.4), target=(0.0, 0.0, 0.0), fovy_deg=36.0)
FACING, AWAY, SIDEWAYS = -90.0, 90.0, 0.0
"""Headings, towards +x at 0, of a frame before a camera at −y."""


def row(*names: str, gap: float = 0.35) -> tuple[Body, ...]:
    """Blocks side by side, from the left."""
    return tuple(block(n, (gap * (i - (len(names) - 1) / 2), 0.0, 0.0)) for i, n in enumerate(names))


def frame(heading_deg: float) -> Body:
    return make_body("picture frame", seed=3, quaternion=yaw(heading_deg))


def judged(world: World, a: str, b: str, camera: Camera = RAISED) -> float:
    return Clearances(world, camera).of_swap(a, b).plain


def on_table(world: World, width: float, depth: float) -> World:
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=rectangle(width, depth))
    return replace(world, surfaces=(top,))


def test_a_plain_row_is_told_and_every_swap_fits() -> None:
    world = floor_with(*row("a", "b", "c", "d"))
    sight = see(world, RAISED)
    assert all(doubt(world, sight, n) == pytest.approx(FORGIVEN) for n in "abcd")
    assert all(judged(world, a, b) >= 1 for a, b in ("ab", "ad", "bc"))


@pytest.mark.parametrize("noun", ["bottle", "basketball", "gift", "tin"])
def test_the_back_of_a_regular_thing_is_imagined_right(noun: str) -> None:
    """The seen half, turned about its middle, is the unseen one."""
    body = make_body(noun, seed=1)
    world = floor_with(body)
    close = replace(RAISED, fovy_deg=16.0)
    assert unseen_reach(body, see(world, close)) < 0.12 * footprint(body).radius


@pytest.mark.parametrize(("heading_deg", "told"), [(FACING, False), (AWAY, True), (SIDEWAYS, True)])
def test_the_strut_of_a_picture_frame_is_told_only_where_it_shows(heading_deg: float, told: bool) -> None:
    body = frame(heading_deg)
    world = floor_with(body)
    assert (doubt(world, see(world, replace(RAISED, fovy_deg=16.0)), body.name) <= DOUBT) is told


def test_a_strut_that_nobody_sees_decides_nothing() -> None:
    """Behind the mug stands a bottle. There is room for the picture in the frame, and not for the strut behind it."""
    framed = replace(frame(FACING), position=(-0.5, 0.0, 0.0))
    mug = block("mug", (0.3, 0.0, 0.0), 0.6)
    low, high = extent(framed)
    behind = (high[1] - low[1]) / 2
    bottle = block("bottle", (0.3, behind + 0.3 * SIDE - 0.03, 0.0), 0.6)
    world = floor_with(framed, mug, bottle)
    assert not swap_feasible(world, framed.name, "mug")
    assert abs(judged(world, framed.name, "mug")) < 1
    gift, farther = block("gift", framed.position, 3.0), replace(bottle, position=(0.3, 0.13, 0.0))
    assert judged(floor_with(gift, mug, farther), "gift", "mug") <= -1, "a block has no strut, and no doubt"


def test_a_foot_behind_something_else_is_in_doubt() -> None:
    tall = block("tall", (0.0, 0.2, 0.0), 1.6)
    before = block("before", (0.0, 0.0, 0.0), 1.5)
    alone, hidden = floor_with(tall), floor_with(tall, before)
    assert foot_in_view(tall, see(alone, RAISED)) == 1.0
    assert foot_in_view(tall, see(hidden, RAISED)) < 0.3
    assert doubt(hidden, see(hidden, RAISED), "tall") > DOUBT


def test_what_cannot_be_seen_may_be_anything() -> None:
    """A small thing wholly hidden by a wall: a swap beside it is doubtful although there is room."""
    wall = block("wall", (0.3, 0.25, 0.0), 3.0)
    hidden = block("hidden", (0.3, 0.25 + 1.5 * SIDE + 0.25 * SIDE + 0.01, 0.0), 0.5)
    world = floor_with(*row("a", "b"), wall, hidden)
    assert doubt(world, see(world, RAISED), "hidden") == 1.0


def test_an_arm_high_above_the_ground_decides_nothing() -> None:
    """The handle of the pan reaches over the low block, so outlines overlap; what is low does not."""
    pan = make_body("saucepan", seed=1)
    assert overhang(pan) > 0.3 * footprint(pan).radius
    assert overhang(block("a", (0.0, 0.0, 0.0))) == pytest.approx(0.0, abs=1e-6)
    low, whole = low_outline(pan, 0.03), footprint(pan)
    way = np.subtract(whole.centre, low.centre) / np.linalg.norm(np.subtract(whole.centre, low.centre))
    tip = np.asarray(whole.centre) + (whole.points @ way - np.dot(whole.centre, way)).max() * way
    near = block("near", (*tip.tolist(), 0.0), 0.7)
    world = floor_with(pan, near)
    found = Clearances(world, RAISED).between((pan.name, pan.name), ("near", "near"))
    assert found.gap < 0 and found.plain == 0


def test_an_edge_decides_where_it_is_in_view() -> None:
    """The large block would jut out over the left edge. A wall before that edge makes it a guess."""
    large, small = block("large", (0.4, 0.0, 0.0), 2.0), block("small", (-0.55, 0.0, 0.0), 0.6)
    table = on_table(floor_with(large, small), 1.22, 0.8)
    assert not swap_feasible(table, "large", "small")
    found = Clearances(table, RAISED).of_swap("large", "small")
    assert found.blocked and found.between == ("large", EDGE)
    aside = replace(RAISED, position=(0.6, -1.8, 1.4), target=(0.6, 0.0, 0.0), fovy_deg=20.0)
    assert abs(judged(table, "large", "small", aside)) < 1, "the edge is outside the frame"


def test_a_gap_that_is_not_wide_in_the_picture_is_doubtful() -> None:
    """The same seven centimetres: plain from nearby, a few pixels from far away."""
    world = floor_with(*row("a", "b"), block("wall", (0.175, SIDE + 0.07, 0.0)))
    assert judged(world, "a", "b", replace(RAISED, position=(0.0, -0.9, 0.7))) >= 1
    assert 0 < judged(world, "a", "b", replace(RAISED, position=(0.0, -4.0, 3.1))) < 1


def tight_row() -> World:
    """Swapping a and b leaves two millimetres to the wall; c and d are far from everything."""
    a, b, c, d = row("a", "b", "c", "d")
    wall = block("wall", (a.position[0], 0.5 * SIDE + 0.65 * SIDE + 0.002, 0.0))
    return floor_with(a, replace(b, scale=1.3), c, d, wall)


def test_an_answer_that_hangs_on_a_doubtful_swap_is_rejected_and_others_are_not() -> None:
    world, now = tight_row(), ("a", "b", "c", "d")
    reach = reachable_orders(world, RAISED, now)
    assert left_to_right(world, RAISED, now) == now and len(reach.shortest) == 24
    decisions = Decisions(now, reach, Clearances(world, RAISED))
    assert decisions.decisive_clearance(("a", "b", "d", "c")).fits
    for goal in (("b", "a", "c", "d"), ("b", "c", "a", "d")):
        with pytest.raises(Rejected, match="opinion"):
            decisions.decisive_clearance(goal)


def test_an_order_out_of_reach_is_told_by_a_plain_overlap() -> None:
    """The giant at the place of any other would stand deep in the next one."""
    world, now = floor_with(block("giant", (-0.95, 0.0, 0.0), 7.0), *row("a", "b", "c", gap=0.25)), ("giant", *"abc")
    wide = replace(RAISED, fovy_deg=50.0)
    reach = reachable_orders(world, wide, now)
    found = Decisions(now, reach, Clearances(world, wide)).decisive_clearance(("a", "giant", "b", "c"))
    assert found.blocked and found.gap < -0.05


CELLS = [(x, y) for x in (-0.28, 0.0, 0.28) for y in (-0.28, 0.0, 0.28)]
shifts, sizes = st.tuples(st.floats(-0.03, 0.03), st.floats(-0.03, 0.03)), st.floats(0.5, 2.1)


@settings(max_examples=60, deadline=None)
@given(
    st.permutations(CELLS),
    st.lists(st.tuples(shifts, sizes), min_size=3, max_size=6),
    st.lists(st.floats(0.85, 1.15), min_size=6, max_size=6),
)
def test_a_plain_verdict_holds_for_all_sizes_within_fifteen_percent(
    cells: list[tuple[float, float]], things: list[tuple[tuple[float, float], float]], factors: list[float]
) -> None:
    """By physics, with every block larger or smaller by its own factor."""
    places = zip(cells, things, strict=False)
    blocks = [block(f"b{i}", (x + dx, y + dy, 0.0), size) for i, ((x, y), ((dx, dy), size)) in enumerate(places)]
    found = Clearances(floor_with(*blocks), RAISED).of_swap("b0", "b1")
    assume(found.fits or found.blocked)
    others = [replace(b, scale=b.scale * factor) for b, factor in zip(blocks, factors, strict=False)]
    still = [footprint(b) for b in others[2:]]
    assume(all(p.clear_of(q, 0.0) for i, p in enumerate(still) for q in still[:i]))
    assert swap_feasible(floor_with(*others), "b0", "b1") is found.fits


@cache
def draft_of(name: str, turn: int) -> Draft:
    return draw_up(get_suite("structure").get(name), [11], turn=turn, tries=60)[0]


def resized(world: World, names: tuple[str, ...], factor: float) -> World:
    """Some bodies larger or smaller about their middles, standing as they stood."""
    bodies = []
    for body in world.bodies:
        if body.name in names:
            grown = replace(body, scale=body.scale * factor)
            (low, high), (its_low, its_high) = extent(body), extent(grown)
            x, y, _ = (low + high - its_low - its_high) / 2
            body = replace(grown, position=vec3((body.position[0] + x, body.position[1] + y, body.position[2])))
        bodies.append(body)
    return replace(world, bodies=tuple(bodies))


@pytest.mark.parametrize(("name", "turn"), [("T5", 0), ("T6", 0), ("T6", 4)])
@pytest.mark.parametrize("factor", [0.85, 1.15])
def test_the_answer_of_a_draft_is_the_same_for_other_sizes(name: str, turn: int, factor: float) -> None:
    draft = draft_of(name, turn)
    assert isinstance(draft.query, Rearrangement)
    assert set(GATES) <= set(draft.gates) and draft.margin is not None and draft.margin >= 0
    world = resized(draft.world, draft.query.order, factor)
    answer_of = get_suite("structure").get(name).answer_of
    assert answer_of is not None and answer_of(draft.query, world, draft.camera) == draft.answer


def test_the_number_of_listed_objects_says_little_about_the_length() -> None:
    """Of four or five, two swaps are the most likely and none is always right; only four swaps need five."""
    seen = Counter(dealt(turn) for turn in range(DEAL.combinations))
    lengths = {listed: {length: n for (length, k), n in seen.items() if k == listed} for listed in (4, 5)}
    assert lengths == {4: {2: 2, 3: 1, 0: 1}, 5: {2: 2, 3: 1, 4: 2, 0: 1}}


def test_a_long_thing_must_fit_for_those_too_who_move_its_picture() -> None:
    """A board at the left points away from the camera; at the right, near the edge, its picture would point aside."""
    board = make_body("skateboard", seed=1, name="board", position=(-0.6, 0.0, 0.0), quaternion=yaw(AWAY))
    length = float(np.ptp(extent(board)[:, 1]))
    world = on_table(floor_with(board, block("mark", (0.6, 0.0, 0.0))), 2 * (0.6 + 0.42 * length), 4.0)
    near = Camera(position=(0.0, -1.0, 1.2), target=(0.0, 0.1, 0.0), fovy_deg=60.0)
    far = Camera(position=(0.0, -20.0, 24.0), target=(0.0, 0.0, 0.0), fovy_deg=3.2)
    by_view = {camera: Clearances(world, camera).to_edge(("board", "mark")) for camera in (near, far)}
    assert by_view[near].gap == by_view[far].gap > 0
    assert by_view[far].fits and not by_view[near].fits


def test_an_outline_turns_about_its_own_centre() -> None:
    outline = footprint(make_body("skateboard", seed=1, position=(0.4, -0.3, 0.0)))
    turned = outline.spun(90)
    assert turned.centre == pytest.approx(outline.centre)
    assert np.ptp(turned.points[:, 0]) == pytest.approx(np.ptp(outline.points[:, 1]))
    assert np.allclose(np.sort(turned.spun(-90).points, axis=0), np.sort(outline.points, axis=0))
