"""Things made for piles: what is put on them, in them, over them and against them stays there."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.suites.causal.compatibility_scenes import hung_over, placed_container
from diorama.world import Body, World, assets, build_shape, lid_for, make_body, rotation, settle, simulate
from diorama.world.assets import registry
from diorama.world.layouts import get_layout
from tests.worlds import block, floor_with

PILED = assets(tag="pile")
OTHERS = {noun: a for noun, a in assets().items() if "pile" not in a.tags}
FLAT = [noun for noun, a in PILED.items() if a.flat_top]
SMALL = ("phone", "remote control", "wallet", "keys", "scissors", "soap", "sponge", "chocolate bar")
COVERS = ("newspaper", "napkin", "tea towel")
LEANING = ("plank", "ruler", "tennis racket", "painting")


def stays(*bodies: Body, within: float = 0.003) -> None:
    """Everything comes to rest about where it was put, as it was turned, and is still there three seconds later."""
    rested = settle(floor_with(*bodies))
    assert rested is not None
    for after in (rested, simulate(rested, seconds=3, every=3).final):
        for before, now in zip(bodies, after.bodies, strict=True):
            assert np.linalg.norm(np.subtract(before.position, now.position)) < within, now.name
            assert np.trace(rotation(before.quaternion).T @ rotation(now.quaternion)) > 2.995, now.name


def on(base: Body, noun: str, *, seed: int = 0) -> Body:
    """A body put on the flat top of another."""
    top = build_shape(base.noun, base.seed).top
    assert top is not None
    x, y = (base.scale * np.mean(top.outline, axis=0)).tolist()
    at = (base.position[0] + x, base.position[1] + y, base.position[2] + base.scale * top.height + 0.0002)
    return make_body(noun, seed=seed, position=at)


@pytest.mark.parametrize("noun", FLAT)
@pytest.mark.parametrize("small", SMALL)
def test_small_things_lie_still_on_flat_things(noun: str, small: str) -> None:
    base = make_body(noun, seed=len(small))
    stays(base, on(base, small, seed=len(noun)))


@pytest.mark.parametrize("noun", FLAT)
def test_flat_things_make_a_pile_of_four(noun: str) -> None:
    """The largest at the bottom, as people pile things up."""
    others = {"shoebox", "magazine", "book"} - {noun}
    largest_first = sorted((noun, *sorted(others)[:2]), key=lambda n: -sorted(build_shape(n, 2).size)[1])
    pile = [make_body(largest_first[0], seed=2)]
    for upper in (*largest_first[1:], "stapler"):
        pile.append(on(pile[-1], upper, seed=2))
    stays(*pile)


@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("hidden", ["shoebox", "bin", "pot", "building block", "tin"])
def test_a_cover_lies_still_over_a_box_or_a_vessel(cover: str, hidden: str) -> None:
    """Over what is closed and what is open."""
    for seed in range(2):
        height = build_shape(hidden, seed).size[2]
        cloth = make_body(cover, seed=seed, position=(0.01, 0.01, height + 0.0002))
        stays(make_body(hidden, seed=seed), cloth)


@pytest.mark.parametrize("seed", range(8))
def test_a_lid_rests_on_the_rim_of_its_pot(seed: int) -> None:
    """It has the pot's colour, and a push that would take a plate off the pot moves it by less than two centimetres."""
    pot = make_body("pot", seed=seed, scale=1.1, position=(0.2, 0.0, 0.0))
    lid = lid_for(pot)
    stays(pot, lid)
    assert lid.finish["body"] == pot.finish["body"]
    pushed = simulate(floor_with(pot, lid.model_copy(update={"velocity": (0.4, 0.0, 0.0)})), seconds=2).final["lid"]
    assert np.linalg.norm(np.subtract(pushed.position, lid.position)) < 0.02
    assert rotation(pushed.quaternion)[2, 2] > 0.99


@pytest.mark.parametrize(("noun", "why"), [("apple", "no opening"), ("tray", "not round")])
def test_what_no_lid_fits_is_said(noun: str, why: str) -> None:
    with pytest.raises(DioramaError, match=f"no lid fits the {noun}.*{why}"):
        lid_for(make_body(noun))


@pytest.mark.parametrize("noun", LEANING)
@pytest.mark.parametrize("angle_deg", [60, 68, 75])
@pytest.mark.parametrize("seed", range(2))
def test_long_things_lean_against_a_box(noun: str, angle_deg: float, seed: int) -> None:
    """Put on its feet and turned back until it touches the upper edge of a block, above its own middle, it stays."""
    long, angle = build_shape(noun, seed).size[0], math.radians(angle_deg)
    high = 0.75 * long * math.sin(angle)
    cube = build_shape("building block", 0).size
    wall = block("wall", (0, 0, 0), high / cube[2])
    foot = wall.scale * cube[0] / 2 + high / math.tan(angle)
    half = angle / 2
    body = make_body(
        noun,
        seed=seed,
        position=(foot - long / 2 * math.cos(angle), 0.0, long / 2 * math.sin(angle)),
        quaternion=(math.cos(half), 0.0, math.sin(half), 0.0),
    )
    stays(wall, body, within=0.015)


@pytest.mark.parametrize(
    "layout",
    ["kitchen_counter", "playroom_floor", "garage_floor", "cupboard", "drive_floor", "hiding_floor"],
)
def test_scenes_of_other_suites_are_what_they_were(layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A layout that chooses for itself makes the same world whether there are things for piles or not."""
    worlds = [get_layout(layout)(seed=seed) for seed in range(2)]
    monkeypatch.setattr(registry, "_ASSETS", OTHERS)
    assert [get_layout(layout)(seed=seed) for seed in range(2)] == worlds


@pytest.mark.parametrize("seed", range(3))
def test_what_is_dropped_into_containers_is_what_it_was(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def scene() -> World:
        rng = np.random.default_rng(seed)
        return hung_over(placed_container("bowl", rng), "bowl", (0.5, 0.9), rng, low=0.0, elevation_deg=35)

    before = scene()
    monkeypatch.setattr(registry, "_ASSETS", OTHERS)
    assert scene() == before
