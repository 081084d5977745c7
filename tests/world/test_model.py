"""Worlds are plain data: they survive a round trip through JSON and refuse nonsense."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.errors import DioramaError, UnknownName
from diorama.world import Body, World, make_body, name_bodies, replace
from diorama.world.bodies import described, drawn_bodies
from diorama.world.layouts import kitchen_counter
from tests.worlds import row

numbers = st.floats(-1e3, 1e3, allow_nan=False)
vectors = st.tuples(numbers, numbers, numbers)
bodies = st.builds(
    Body,
    name=st.text(min_size=1, max_size=8),
    noun=st.just("mug"),
    seed=st.integers(0, 2**62),
    finish=st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=3),
    scale=st.floats(0.01, 100),
    position=vectors,
    velocity=vectors,
    spin=vectors,
    quaternion=st.tuples(numbers, numbers, numbers, numbers),
)


@given(st.lists(bodies, max_size=4, unique_by=lambda body: body.name))
def test_json_round_trip_keeps_every_bit(some: list[Body]) -> None:
    world = World(bodies=tuple(some))
    again = World.from_json(world.to_json())
    assert again == world
    assert again.to_json() == world.to_json()


def test_a_settled_world_survives_a_file(tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    world = kitchen_counter(seed=1, objects=4)
    world.save(path)
    assert World.load(path) == world


def test_an_unknown_body_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'lamp'"):
        row("lamp", "vase")["lampe"]


@pytest.mark.parametrize(
    ("text", "says"),
    [("{", "not a world"), ('{"bodies": 3}', "bodies"), ('{"colour": 1}', "colour"), ('{"gravity": NaN}', "gravity")],
)
def test_what_is_not_a_world_is_named(text: str, says: str) -> None:
    with pytest.raises(DioramaError, match=says):
        World.from_json(text)


def test_a_missing_file_is_one_line() -> None:
    with pytest.raises(DioramaError, match=r"cannot read a world from nowhere\.json"):
        World.load("nowhere.json")


def test_worlds_do_not_change_under_your_hands() -> None:
    world = row("a", "b")
    moved = world.change("a", position=(1.0, 0.0, 0.0))
    assert world["a"].position == (0.0, 0.0, 0.0)
    assert moved["a"].position == (1.0, 0.0, 0.0)
    assert world.without(["a"]).names == ("b",)


def test_infinite_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        replace(row("a")["a"], position=(math.inf, 0.0, 0.0))


def test_a_shared_noun_gets_adjectives() -> None:
    red, blue = (make_body("mug", seed=1, finish={"body": f"{c} ceramic"}) for c in ("red", "blue"))
    named = name_bodies([red, blue, make_body("plate")])
    assert [b.phrase for b in named] == ["the red ceramic mug", "the blue ceramic mug", "the plate"]
    assert len({b.name for b in named}) == 3


def test_two_things_nobody_could_tell_apart_are_refused() -> None:
    twin = make_body("mug", seed=1, finish={"body": "red ceramic"})
    with pytest.raises(DioramaError, match="both be called 'the red ceramic mug'"):
        name_bodies([twin, twin])


def test_drawn_bodies_of_one_noun_all_differ() -> None:
    drawn = drawn_bodies(["billiard ball"] * 7, np.random.default_rng(0))
    assert len({b.phrase for b in drawn}) == 7


def test_an_orange_is_not_called_orange() -> None:
    """Colours that are in the noun already are left out, and leave no gap."""
    called = [body.phrase for body in described([make_body("orange", seed=0)])]
    assert called == ["the orange"]
