"""T5 and T6 from a picture: the ground, volumes, which swaps fit, and sequences of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diorama.kinds import Rearrangement, Swaps
from diorama.perceive.construct.ground import ground_of
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.one_swap import ONE_SWAP
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.seen import Seen, Thing
from diorama.perceive.construct.several_swaps import SEVERAL_SWAPS
from diorama.perceive.construct.swap_search import SwapSearch, swapped
from diorama.perceive.construct.volumes import Volume, Volumes, completed, hull, volumes_of
from diorama.perceive.percepts import Box, DepthMap

SHAPE, HORIZON, FOCAL = (240, 360), 20, 400.0
FIELD_OF_VIEW = float(np.degrees(2 * np.arctan(SHAPE[0] / 2 / FOCAL)))


def cards(*placed: tuple[str, float, float, float, float]) -> Seen:
    """Cards that face a camera which looks down on level ground: name, x, distance, width, height.

    The ground is focal / (row − horizon) far, so that the camera is about 1 above it.
    """
    rows, columns = np.mgrid[0 : SHAPE[0], 0 : SHAPE[1]] + 0.5
    with np.errstate(divide="ignore"):
        depth = np.where(rows > HORIZON + 5, FOCAL / (rows - HORIZON), np.nan).astype(np.float32)
    owner = np.full(SHAPE, -1)
    for k, (_, x, far, width, height) in sorted(enumerate(placed), key=lambda each: -each[1][2]):
        bottom, per_unit = HORIZON + FOCAL / far, FOCAL / far
        inside = (np.abs(columns - SHAPE[1] / 2 - x * per_unit) < width * per_unit / 2) & (rows < bottom)
        inside &= rows > bottom - height * per_unit
        owner[inside], depth[inside] = k, far
    things = []
    for k, (name, *_) in enumerate(placed):
        mask = owner == k
        lines, across = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        box = Box(float(across[0]), float(lines[0]), float(across[-1] + 1), float(lines[-1] + 1))
        things.append(Thing(name, f"the {name}", box, mask, 0.9, placed[k][2]))
    return Seen(np.zeros((*SHAPE, 3), np.uint8), tuple(things), DepthMap(depth, metric=False))


def squares(**placed: tuple[float, float]) -> Volumes:
    """Squares on a line: name = (x, half a side); a column of the picture is 100 x."""
    found = {}
    for name, (x, half) in placed.items():
        corners = np.array([[x - half, -half], [x + half, -half], [x + half, half], [x - half, half]])
        outline = hull(corners)
        assert outline is not None
        found[name] = Volume(outline, 1.0)
    return Volumes(found, None, lambda points: 100 * points[:, 0])


def asking(volumes: Volumes) -> Asking:
    """A picture of which only the volumes matter."""
    mask = np.ones((100, 500), bool)
    things = tuple(Thing(name, f"the {name}", Box(0, 0, 500, 100), mask, 0.9, 1.0) for name in volumes.by_name)
    seen = Seen(np.zeros((100, 500, 3), np.uint8), things, DepthMap(np.ones((100, 500), np.float32), metric=False))
    return Asking(seen, {}, Limits(slack=0.0), given_volumes=volumes)


FOUR = squares(cup=(0.5, 0.2), jug=(1.5, 0.2), pan=(2.5, 0.5), vase=(3.5, 0.2))
"""With room to spare: each has the place of another to itself."""


def test_the_ground_is_the_plane_below_the_things() -> None:
    seen = cards(("cup", -0.6, 3.0, 0.4, 0.5), ("jug", 0.5, 4.0, 0.5, 0.8))
    ground = ground_of(seen, FIELD_OF_VIEW)
    assert ground is not None
    assert ground.share > 0.99
    a, b, c = ground.slope
    assert (a * 100, b * FOCAL, -c / b) == pytest.approx((0, 1, HORIZON), abs=1e-3)


def test_a_wall_is_no_ground() -> None:
    """A depth map that is the same everywhere has no plane that things could stand on."""
    seen = cards(("cup", -0.6, 3.0, 0.4, 0.5))
    assert ground_of(replace(seen, depth=DepthMap(np.full(SHAPE, 3.0, np.float32), metric=False)), 40.0) is None


def test_a_card_is_as_wide_as_it_is_and_as_deep_as_is_said() -> None:
    seen = cards(("cup", 0.0, 3.0, 0.6, 0.5))
    volumes, _ = volumes_of(seen, Limits(field_of_view_deg=FIELD_OF_VIEW, unseen_depth=0.5))
    assert volumes is not None
    points = volumes.by_name["cup"].outline.points
    assert np.ptp(points[:, 0]) == pytest.approx(0.6, rel=0.05)
    assert np.ptp(points[:, 1]) == pytest.approx(0.3, rel=0.25)


def test_what_is_not_seen_is_what_is_seen_turned_round() -> None:
    """Of a square with a corner towards the camera two sides are seen; the other two are as these."""
    front = np.array([[-1.0, 10.0], [-0.5, 9.5], [0.0, 9.0], [0.5, 9.5], [1.0, 10.0]])
    whole = completed(front, unseen_depth=1.0)
    assert whole is not None
    assert sorted(map(tuple, np.round(whole.points, 6).tolist())) == [(-1, 10), (0, 9), (0, 11), (1, 10)]


def test_the_swap_of_two_small_ones_gives_the_order() -> None:
    """Cup, jug, pan, vase; wanted: vase, jug, pan, cup."""
    found = ONE_SWAP.derive(Rearrangement(order=("vase", "jug", "pan", "cup")), asking(FOUR))
    assert found.answer == Swaps(pairs=(("cup", "vase"),))
    assert found.accepted


def test_a_swap_that_does_not_fit_is_no_answer() -> None:
    """Wanted: cup, pan, jug, vase; but on the jug's place the pan reaches into the cup."""
    found = ONE_SWAP.derive(Rearrangement(order=("cup", "pan", "jug", "vase")), asking(squares(
        cup=(0.7, 0.2), jug=(1.5, 0.2), pan=(2.6, 0.7), vase=(3.6, 0.2))))  # fmt: skip
    assert found.answer is None
    assert not found.accepted


def test_two_swaps_in_either_order() -> None:
    found = SEVERAL_SWAPS.derive(
        Rearrangement(order=("jug", "cup", "vase", "pan"), only_listed=True),
        asking(squares(cup=(0.5, 0.2), jug=(1.5, 0.2), pan=(2.5, 0.2), vase=(3.5, 0.2))),
    )
    assert found.answer == Swaps(
        pairs=(("cup", "jug"), ("pan", "vase")), others=((("pan", "vase"), ("cup", "jug")),)
    )  # fmt: skip


def test_an_order_that_nothing_gives_is_infeasible() -> None:
    """Between two posts that nobody may move, only a narrow thing has room."""
    volumes = squares(cup=(1.0, 0.2), post=(0.6, 0.1), pole=(1.4, 0.1), pan=(3.0, 0.5), jug=(4.5, 0.2))
    found = SEVERAL_SWAPS.derive(Rearrangement(order=("pan", "jug", "cup"), only_listed=True), asking(volumes))
    assert found.answer == Swaps(feasible=False)


def test_a_near_tie_from_left_to_right_is_rejected() -> None:
    volumes = squares(cup=(0.5, 0.05), jug=(0.62, 0.05), pan=(2.5, 0.2), vase=(3.5, 0.2))
    found = ONE_SWAP.derive(Rearrangement(order=("cup", "jug", "vase", "pan")), asking(volumes))
    assert [gate.name for gate in found.gates if not gate.passed] == ["neighbours are apart"]


def test_things_that_overlap_as_they_stand_are_rejected() -> None:
    volumes = squares(cup=(0.5, 0.2), box=(0.7, 0.2), jug=(1.5, 0.2), pan=(2.5, 0.2), vase=(3.5, 0.2))
    found = ONE_SWAP.derive(Rearrangement(order=("cup", "jug", "vase", "pan")), asking(volumes))
    (gate,) = (gate for gate in found.gates if gate.name == "volumes are apart")
    assert not gate.passed
    assert set(gate.about) == {"cup", "box"}


def test_what_hangs_on_a_hair_is_rejected() -> None:
    """The cup fits between the posts with a hundredth to spare."""
    volumes = squares(cup=(0.5, 0.2), jug=(2.0, 0.12), post=(1.79, 0.005), pole=(2.21, 0.005), pan=(3.2, 0.2))
    found = ONE_SWAP.derive(Rearrangement(order=("jug", "cup", "pan")), asking(volumes))
    assert found.answer == Swaps(pairs=(("cup", "jug"),))
    assert "stays if sizes are misjudged" in [gate.name for gate in found.gates if not gate.passed]


def test_without_depth_there_is_no_answer() -> None:
    seen = replace(cards(("cup", 0.0, 3.0, 0.6, 0.5)), depth=DepthMap(np.full(SHAPE, np.nan, np.float32), metric=False))
    found = ONE_SWAP.derive(Rearrangement(order=("cup", "jug")), Asking(seen, {}))
    assert found.answer is None
    assert not found.accepted


def test_what_has_no_name_of_its_own_is_not_asked_about() -> None:
    """Of two cups nobody could say which one is meant."""
    cup, *others = (
        Thing(n, f"the {n}", Box(0, 0, 500, 100), np.ones((100, 500), bool), 0.9, 1.0) for n in FOUR.by_name
    )
    picture = asking(FOUR)
    seen = replace(picture.seen, things=(replace(cup, phrase=""), *others))
    query = Rearrangement(order=("vase", "jug", "pan", "cup"))
    found = ONE_SWAP.derive(query, replace(picture, seen=seen))
    assert [gate.name for gate in found.gates if not gate.passed] == ["all can be named"]
    assert not list(ONE_SWAP.ask(replace(picture, seen=seen), np.random.default_rng(0)))


def test_questions_about_cards_are_asked_and_answered() -> None:
    names = [f"{noun}" for noun in ("cup", "jug", "pan", "vase", "box")]
    seen = cards(*((name, 0.45 * k - 0.9, 3.2 + 0.3 * (k % 2), 0.15, 0.2) for k, name in enumerate(names)))
    picture = Asking(seen, {}, Limits(field_of_view_deg=FIELD_OF_VIEW, neighbours_apart=0.01))
    for task in (ONE_SWAP, SEVERAL_SWAPS):
        questions = list(task.ask(picture, np.random.default_rng(5)))
        assert questions
        for question in questions:
            assert question.answered == task.derive(question.query, picture)
        again = list(task.ask(picture, np.random.default_rng(5)))
        assert [each.query for each in again] == [each.query for each in questions]


PLACES = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), min_size=4, max_size=5, unique_by=lambda p: p[0])


@settings(max_examples=25)
@given(PLACES)
def test_sequences_equal_shortest_paths_through_all_arrangements(places: list[tuple[int, int]]) -> None:
    """Each way to the arrangements that stand in an order, by another search over all arrangements at once."""
    volumes = squares(**{f"t{k}": (x + 0.1 * k, half / 2) for k, (x, half) in enumerate(places)})
    search, names = SwapSearch(volumes, 0.0), tuple(sorted(volumes.by_name))
    graph = nx.DiGraph()
    graph.add_node(names)
    for here in permutations(names):
        stands = dict(zip(names, here, strict=True))
        for pair in combinations(names, 2):
            if _fits_by_hand(volumes, swapped(stands, pair), pair):
                graph.add_edge(here, tuple(swapped(stands, pair)[name] for name in names))
    steps = nx.single_source_shortest_path_length(graph, names)
    expected: dict[tuple[str, ...], int] = {}
    for there, length in steps.items():
        middle = {name: volumes.by_name[place].outline.centre[0] for name, place in zip(names, there, strict=True)}
        order = tuple(sorted(names, key=lambda name: middle[name]))
        expected[order] = min(length, expected.get(order, 99))
    found = search.sequences(names)
    assert {order: len(ways[0]) for order, ways in found.items()} == expected
    for order, ways in found.items():
        goals = [there for there in steps if steps[there] == expected[order] and _order(volumes, names, there) == order]
        assert len(ways) == len(set(ways)) == sum(
            len(list(nx.all_shortest_paths(graph, names, goal))) for goal in goals
        )  # fmt: skip


@settings(max_examples=25)
@given(PLACES, st.integers(0, 2**32 - 1))
def test_single_swaps_equal_those_that_are_carried_out(places: list[tuple[int, int]], seed: int) -> None:
    volumes = squares(**{f"t{k}": (x + 0.1 * k, half / 2) for k, (x, half) in enumerate(places)})
    names = tuple(sorted(volumes.by_name))
    order = tuple(str(name) for name in np.random.default_rng(seed).permutation(names)[:3])
    expected = []
    for pair in combinations(names, 2):
        stands = swapped({}, pair)
        x = [volumes.by_name[stands.get(name, name)].outline.centre[0] for name in order]
        if x == sorted(x) and _fits_by_hand(volumes, stands, pair):
            expected.append(pair)
    search = SwapSearch(volumes, 0.0)
    assert [pair for pair in search.single_swaps(order) if search.fits(pair)] == expected


def _order(volumes: Volumes, names: tuple[str, ...], there: tuple[str, ...]) -> tuple[str, ...]:
    middle = {name: volumes.by_name[place].outline.centre[0] for name, place in zip(names, there, strict=True)}
    return tuple(sorted(names, key=lambda name: middle[name]))


def _fits_by_hand(volumes: Volumes, stands: dict[str, str], moved: tuple[str, str]) -> bool:
    """Squares overlap if their middles are nearer than the sum of their halves."""
    x = {name: volumes.by_name[stands.get(name, name)].outline.centre[0] for name in volumes.by_name}
    half = {name: float(np.ptp(each.outline.points[:, 0])) / 2 for name, each in volumes.by_name.items()}
    return all(
        abs(x[name] - x[other]) >= half[name] + half[other] - 1e-9 for name in moved for other in x if other != name
    )
