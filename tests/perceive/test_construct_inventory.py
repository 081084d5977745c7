"""From a picture to things with names, masks and depths."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.errors import DioramaError
from diorama.perceive.construct.disjoint import disjoint
from diorama.perceive.construct.inventory import Inventory, take_inventory
from diorama.perceive.construct.labels import read_labels
from diorama.perceive.construct.naming import unique_names
from diorama.perceive.percepts import Box, DepthMap, Found, Mask, Pixels, Prompt
from diorama.perceive.providers.wishes import box_mask
from diorama.perceive.registry import read_provider

PICTURE = np.zeros((48, 80, 3), np.uint8)
MUG, VASE, BIG = Box(10, 10, 20, 30), Box(15, 5, 40, 35), Box(15, 6, 41, 35)


def inventory_of(*found: tuple[str, Box, float], on_ground: bool = False) -> Inventory:
    """By a detector that finds just these, and boxes as masks."""

    def detect(picture: Pixels, names: Sequence[str]) -> list[Found]:
        return [Found(*each) for each in found]

    def segment(picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        return [box_mask(prompt.box or MUG, picture.shape) for prompt in prompts]

    def depth(picture: Pixels) -> DepthMap:
        rows = np.linspace(5, 1, picture.shape[0], dtype=np.float32)
        return DepthMap(np.repeat(rows[:, None], picture.shape[1], axis=1), metric=False)

    return take_inventory(
        PICTURE, {"detect": detect, "segment": segment, "depth": depth}, ["thing"], on_ground=on_ground
    )


def test_what_two_masks_claim_belongs_to_the_smaller_one() -> None:
    seen = inventory_of(("mug", MUG, 0.9), ("vase", VASE, 0.8)).seen
    assert seen.names == ("mug", "vase")
    assert seen["mug"].mask.sum() == 10 * 20
    assert seen["vase"].mask.sum() == 25 * 30 - 5 * 20
    assert not (seen["mug"].mask & seen["vase"].mask).any()


def test_what_was_found_under_two_names_is_one_thing() -> None:
    """Of a vase that is a pot too, the surer name stays; the trace says what was left out and why."""
    found = inventory_of(("pot", VASE, 0.5), ("vase", BIG, 0.8), ("speck", Box(1, 1, 1.4, 1.4), 0.9))
    assert found.seen.names == ("vase",)
    told = found.modules[0].found["left out"]
    assert [(each["label"], each["why"]) for each in told] == [  # type: ignore[attr-defined]
        ("speck", "its box is smaller than a pixel"), ("pot", "it is what was found as 'vase'")
    ]  # fmt: skip


def test_a_thing_that_is_covered_by_others_is_not_there() -> None:
    """Two small ones leave nothing of a lid."""
    left, right = Box(10, 10, 20, 20), Box(20, 10, 30, 20)
    seen = inventory_of(("lid", Box(10, 10, 30, 20), 0.9), ("cup", left, 0.5), ("egg", right, 0.5)).seen
    assert set(seen.names) == {"cup", "egg"}


def test_on_the_ground_a_thing_is_as_far_as_its_foot() -> None:
    flat, standing = (inventory_of(("mug", MUG, 0.9), on_ground=on).seen["mug"].depth for on in (False, True))
    assert standing == pytest.approx(5 - 4 * 29 / 47)
    assert flat > standing


def test_a_picture_without_any_object_has_an_empty_inventory() -> None:
    assert inventory_of().seen.things == ()


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["Mug", "the vase"], [("mug", "the mug"), ("vase", "the vase")]),
        (["mug", "mug"], [("mug 1", ""), ("mug 2", "")]),
        (["box", "red box"], [("box", ""), ("red box", "the red box")]),
        (["red box", "blue box"], [("red box", "the red box"), ("blue box", "the blue box")]),
        (["mug", "mug 1", "mug"], [("mug 2", ""), ("mug 1", "the mug 1"), ("mug 3", "")]),
    ],
)
def test_only_what_is_called_like_nothing_else_has_a_phrase(labels: list[str], expected: list[tuple[str, str]]) -> None:
    found = [Found(label, Box(10 * k, 0, 10 * k + 5, 5), 0.9) for k, label in enumerate(labels)]
    assert unique_names(found) == expected


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 4), max_size=5))
def test_masks_become_disjoint_and_lose_nothing_together(drawn: list[tuple[int, int, int, int]]) -> None:
    masks = [box_mask(Box(x, y, x + w, y + h), (12, 12)) for x, y, w, h in drawn]
    apart = disjoint(masks)
    assert all(not (mask & ~whole).any() for mask, whole in zip(apart, masks, strict=True))
    if masks:
        assert (np.sum(apart, axis=0) == np.any(masks, axis=0)).all()


def test_names_come_from_a_list_a_file_or_a_folder(tmp_path: Path) -> None:
    (tmp_path / "kitchen.txt").write_text("mug\nred box, vase\n")
    (tmp_path / "hall.txt").write_text("mug\nMug\n")
    assert read_labels("mug, vase").of(Path("any.png")) == ("mug", "vase")
    assert read_labels(str(tmp_path / "kitchen.txt")).of(Path("any.png")) == ("mug", "red box", "vase")
    assert read_labels(str(tmp_path)).of(Path("elsewhere/kitchen.jpg")) == ("mug", "red box", "vase")
    with pytest.raises(DioramaError, match=r"hall.txt: 'Mug' stands twice"):
        read_labels(str(tmp_path)).of(Path("hall.png"))
    with pytest.raises(DioramaError, match=r"stove.txt: No such file"):
        read_labels(str(tmp_path)).of(Path("stove.png"))
    with pytest.raises(DioramaError, match="stands twice"):
        read_labels("mug, mug")
    with pytest.raises(DioramaError, match=r"there is no list.txt"):
        read_labels("list.txt")
    assert "mug" in read_labels(None).of(Path("any.png"))


def test_the_default_providers_take_a_real_inventory() -> None:
    """GrabCut and a level floor, with a box by hand: the blue box of a grey picture."""
    picture = np.full((120, 180, 3), 140, np.uint8)
    picture[40:80, 60:110] = (40, 60, 180)
    providers = {
        "detect": lambda picture, names: [Found("box", Box(56, 36, 114, 84), 1.0)],
        "segment": read_provider("segment", "grabcut").make(None),
        "depth": read_provider("depth", "plane").make(None),
    }
    (thing,) = take_inventory(picture, providers, ["box"], on_ground=True).seen.things
    assert thing.box == Box(60, 40, 110, 80)
