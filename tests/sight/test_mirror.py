"""Mirror images in glossy surfaces, checked against a camera under the table."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.errors import DioramaError, UnknownName
from diorama.sight import look, see
from diorama.world import Camera, World, make_body, replace
from tests.worlds import ball, block, floor_with


def glossy(*names: str) -> World:
    spots = [(-0.2, 0.0, 0.0), (0.2, 0.0, 0.0), (0.0, 0.5, 0.0)]
    return floor_with(*(block(n, at) for n, at in zip(names, spots, strict=False)), reflectance=0.4)


CAMERA = Camera(position=(0.0, -2.0, 0.7), target=(0.0, 0.0, 0.0), fovy_deg=35, width=360, height=240)


def test_each_thing_is_mirrored_below_itself() -> None:
    view = look(glossy("red", "blue"), CAMERA)
    mirror = view.mirror("top")
    for name in ("red", "blue"):
        image, body = np.nonzero(mirror.visible(name)), np.nonzero(view.sight().visible(name))
        assert len(image[0]) > 200
        assert image[0].mean() > body[0].mean(), "lower in the picture"
        assert abs(image[1].mean() - body[1].mean()) < 8, "in the same columns"


def test_the_mirror_is_where_a_camera_behind_the_glass_would_see_it() -> None:
    """Second derivation: the world turned upside down through the plane, seen by rays without any mirror."""
    world = glossy("red", "blue", "far")
    mirror = look(world, CAMERA).mirror("top")
    eye = replace(CAMERA, position=(0.0, -2.0, -0.7), up=(0.0, 0.0, -1.0))
    below = see(replace(world, fixtures=()), eye)
    for index, name in enumerate(world.names):
        # Seen from under the floor with up = down the picture is flipped left to right.
        expected = (below.ids == index)[:, ::-1] & mirror.glass
        found = mirror.visible(name)
        assert (expected & found).sum() / max(1, (expected | found).sum()) > 0.98


def test_a_body_in_front_blocks_the_mirror_image_of_another() -> None:
    """The image of the cube behind falls where the big cube in front stands: it is not seen."""
    alone = floor_with(block("behind", (0.0, 0.4, 0.0)), reflectance=0.4)
    both = floor_with(block("behind", (0.0, 0.4, 0.0)), block("front", (0.0, 0.0, 0.0), scale=2.5), reflectance=0.4)
    assert look(alone, CAMERA).mirror("top").visible_px("behind") > 300
    assert look(both, CAMERA).mirror("top").visible_px("behind") == 0


def test_a_muted_body_has_no_image_and_what_it_hid_appears() -> None:
    world = floor_with(
        ball("near", (0.0, 0.0, 0.0), scale=2.0), block("far", (0.0, 0.16, 0.0), scale=3.0), reflectance=0.4
    )
    mirror = look(world, CAMERA).mirror("top")
    muted = mirror.muted(["near"])
    assert mirror.visible_px("near") > 100
    with pytest.raises(UnknownName):
        muted.visible_px("near")
    assert muted.visible_px("far") >= mirror.visible_px("far")


def test_something_floating_high_is_mirrored_far_below() -> None:
    world = floor_with(replace(block("up", (0.0, 0.3, 0.25)), fixed=True), reflectance=0.4)
    view = look(world, CAMERA)
    image = np.nonzero(view.mirror("top").visible("up"))[0]
    assert image.min() > np.nonzero(view.sight().visible("up"))[0].max() + 10


def test_a_dull_surface_mirrors_nothing() -> None:
    with pytest.raises(DioramaError, match="not glossy"):
        look(floor_with(make_body("mug")), CAMERA).mirror("top")
