"""What rests on what, what must go first, and plans carried out, in piles that a reader can picture."""

from __future__ import annotations

import pytest

from diorama.whatif import HandMove, Hands, PlaceOn, PutDown, Take, needed_first, pushed_graph, support_graph
from diorama.world import World, build_shape
from tests.worlds import pile, top_of, tower_on_suitcase


@pytest.fixture(scope="module")
def tower() -> World:
    return tower_on_suitcase()


def test_only_direct_support_counts(tower: World) -> None:
    graph = support_graph(tower)
    assert {(e.upper, e.how, e.lower) for e in graph.edges} == {
        ("book", "on", "suitcase"), ("mug", "on", "suitcase"), ("tin", "on", "book")
    }  # fmt: skip
    assert graph.above("suitcase") == {"book", "mug", "tin"}
    assert graph.below("tin") == {"book", "suitcase"}


def test_forces_and_removals_agree(tower: World) -> None:
    assert set(pushed_graph(tower).edges) == set(support_graph(tower).edges)


def test_a_bridge_rests_on_both_its_piers() -> None:
    world = pile(("left", "tin", (-0.1, 0, 0)), ("right", "tin", (0.1, 0, 0)), ("book", "book", (0, 0, top_of("tin"))))
    assert {e.lower for e in support_graph(world).edges if e.upper == "book"} == {"left", "right"}
    assert {e.lower for e in pushed_graph(world).edges if e.upper == "book"} == {"left", "right"}


def test_what_covers_a_container_is_in_the_way_of_what_is_in_it() -> None:
    """A cutting board lies over a bowl with a lemon in it: the board must go before the lemon."""
    bowl = build_shape("bowl", 0)
    world = pile(
        ("bowl", "bowl", (0, 0, 0)), ("lemon", "lemon", (0, 0, 0.02)), ("board", "cutting board", (0, 0, bowl.size[2]))
    )
    assert {(e.upper, e.how, e.lower) for e in support_graph(world).edges} == {
        ("lemon", "inside", "bowl"), ("board", "on", "bowl")
    }  # fmt: skip
    assert needed_first(world) == {"bowl": {"lemon", "board"}, "lemon": {"board"}, "board": frozenset()}


def test_a_plan_in_order_works_and_a_hasty_one_lets_things_fall(tower: World) -> None:
    hands = Hands(tower)
    assert hands.carry_out([Take("tin"), Take("book"), Take("mug"), Take("suitcase")]).mishap is None
    assert hands.carry_out([Take("mug"), Take("tin"), Take("book"), Take("suitcase")]).mishap is None
    hasty = hands.carry_out([Take("tin"), Take("book"), Take("suitcase")]).mishap
    assert hasty is not None and (hasty.move, hasty.what) == (2, "the mug falls when the suitcase is taken")
    first = hands.carry_out([Take("book")]).mishap
    assert first is not None and first.move == 0 and "the tin falls" in first.what


def test_what_is_placed_must_have_room_and_stay(tower: World) -> None:
    hands = Hands(tower)
    assert "leaves no room" in _what(hands, [PlaceOn("tin", "suitcase")])
    clear: list[HandMove] = [Take("tin"), Take("book"), Take("mug"), PlaceOn("mug", "suitcase")]
    assert hands.carry_out(clear).placed == {"mug": "suitcase"}
    assert "no flat top" in _what(hands, [PlaceOn("tin", "mug")])
    assert "itself" in _what(hands, [PlaceOn("tin", "tin")])


def test_what_is_in_the_hand_must_be_put_down_before_something_is_placed_on_it(tower: World) -> None:
    lift = (Take("tin", held=True), Take("book", held=True))
    hands = Hands(tower)
    assert "still in the hand" in _what(hands, [*lift, PlaceOn("tin", "book")])
    assert hands.carry_out([*lift, PutDown("book"), PlaceOn("tin", "book")]).mishap is None


def _what(hands: Hands, moves: list[Take | PutDown | PlaceOn]) -> str:
    mishap = hands.carry_out(moves).mishap
    return "" if mishap is None else mishap.what
