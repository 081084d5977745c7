"""Piles in rooms: what was asked for is there, and physics agrees."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.whatif import support_graph
from diorama.world import make_body
from diorama.world.layouts.piles import Piled, Slot, pile_up
from diorama.world.layouts.resting import can_hold, rest


def first(layout: str, slots: list[Slot], *, others: int = 0) -> Piled:
    """The first of some seeds that gives a world."""
    from diorama.errors import CannotPlace

    for seed in range(20):
        try:
            return pile_up(layout, slots, seed=seed, others=others)
        except CannotPlace:
            continue
    raise AssertionError("no seed gives this pile")


def test_a_thing_in_a_pot_under_its_lid() -> None:
    slots = [Slot("pot"), Slot("content", "pot", "inside"), Slot("lid", "pot", "lid")]
    piled = first("kitchen_counter", slots)
    found = {(e.upper, e.how, e.lower) for e in support_graph(piled.world).edges}
    pot, content, lid = (piled.names[s.name] for s in slots)
    assert found == {(content, "inside", pot), (lid, "on", pot)}
    assert piled.world[lid].noun == "lid"


def test_a_thing_that_leans_falls_without_what_it_leans_on() -> None:
    piled = first("workbench", [Slot("box"), Slot("leaner", "box", "leaning")])
    (edge,) = support_graph(piled.world).edges
    assert (edge.upper, edge.how, edge.lower) == (piled.names["leaner"], "leaning on", piled.names["box"])


def test_as_many_things_as_wanted_are_piled_up_on_the_right_one() -> None:
    piled = first("office_desk", [Slot("base"), Slot("target", "base", more=3)], others=2)
    graph = support_graph(piled.world)
    assert len(piled.world.inventory) == 7
    assert len(graph.above(piled.names["target"])) == 3
    assert graph.above(piled.names["base"]) == graph.above(piled.names["target"]) | {piled.names["target"]}


def test_the_same_seed_gives_the_same_pile() -> None:
    slots = [Slot("base", more=2)]
    one, two = (first("dresser", slots, others=1).world.to_json() for _ in range(2))
    assert one == two


@pytest.mark.parametrize(("noun", "host", "fits"), [("tin", "suitcase", True), ("suitcase", "tin", False)])
def test_what_is_far_too_large_does_not_rest_on_top(noun: str, host: str, fits: bool) -> None:
    rng = np.random.default_rng(0)
    tried = [rest(noun, make_body(host, seed=0), "on", [], -90.0, rng) for _ in range(12)]
    assert any(body is not None for body in tried) is fits


def test_a_ball_holds_nothing() -> None:
    assert not any(can_hold(make_body("tennis ball"), [way]) for way in ("on", "inside", "over", "lid", "leaning"))
