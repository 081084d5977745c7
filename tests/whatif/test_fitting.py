"""What fits into what: containers and things whose sizes a reader can compare."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.whatif import fits_into
from diorama.world import Body, World, build_shape, make_body, replace, settle
from diorama.world.poses import euler, outline_points, transform
from tests.worlds import ball, block, floor_with

BIN = build_shape("bin", 1)
assert BIN.cavity is not None
INSIDE, DEEP = BIN.cavity.inner_radius, BIN.cavity.opening - BIN.cavity.floor


def over_bin(falling: Body, *held: Body, aside: float = 0.0) -> World:
    """A bin on the floor with a body held just over its opening."""
    holder = make_body("bin", seed=1)
    assert BIN.cavity is not None
    points = outline_points([falling])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    x, y = np.mean(BIN.cavity.outline, axis=0).tolist()
    z = BIN.cavity.opening + 0.03 - points[:, 2].min()
    at = np.add(falling.position, (x - middle[0] + aside, y - middle[1], z))
    return floor_with(holder, *held, replace(falling, position=tuple(at.tolist()), fixed=True))


def sphere(radius: float) -> Body:
    return ball("ball", (0.0, 0.0, 0.0), scale=radius / 0.02857)


def test_a_small_ball_drops_to_the_bottom() -> None:
    fit = fits_into(over_bin(sphere(0.04)), "ball", "bin")
    assert fit.fits
    assert fit.clearance == pytest.approx((DEEP - 0.08) / 0.08, abs=0.05)
    assert fit.share == pytest.approx((DEEP - 0.08) / DEEP, abs=0.05)
    assert fit.pushed < 0.01


def test_a_ball_wider_than_the_opening_rests_on_the_rim() -> None:
    fit = fits_into(over_bin(sphere(1.2 * INSIDE)), "ball", "bin")
    assert not fit.fits and fit.clearance < -0.5


def test_a_thing_too_long_to_lie_stands_out_of_the_opening() -> None:
    """A rolling pin (about 0.4 m) upright in a bin 0.28 m deep: narrow enough, but it sticks out."""
    pin = replace(make_body("rolling pin", seed=1), quaternion=euler(x_deg=90))
    assert np.ptp(outline_points([pin])[:, 2]) > 1.2 * DEEP
    fit = fits_into(over_bin(pin), "rolling pin", "bin")
    assert not fit.fits and fit.clearance < -0.1


def test_a_banana_fits_only_because_it_lands_tilted() -> None:
    """Level it is longer than the bin is wide, so it cannot lie on the bottom; but it slides in at a slant."""
    scale = 2.12 * INSIDE / build_shape("banana", 1).size[0]
    banana = make_body("banana", seed=1, scale=scale)
    wide = float(np.ptp(outline_points([banana])[:, 0]))
    assert wide > 2 * INSIDE
    fit = fits_into(over_bin(replace(banana, quaternion=euler(y_deg=50))), "banana", "bin")
    assert fit.fits
    lies = transform(fit.end["banana"], build_shape("banana", 1).vertices)
    assert np.ptp(lies[:, 2]) > 0.3 * wide


def test_what_is_inside_already_takes_the_room() -> None:
    """The same cube fits into the empty bin and not onto two others like it that stand in there already."""
    falling = block("falling", (0.0, 0.0, 0.0), scale=0.95)
    assert fits_into(over_bin(falling), "falling", "bin").fits
    lower, upper = block("lower", (0.0, 0.0, 0.015), scale=0.85), block("upper", (0.0, 0.0, 0.12), scale=0.95)
    world = settle(over_bin(falling, lower, upper))
    assert world is not None
    fit = fits_into(world, "falling", "bin")
    assert not fit.fits and fit.clearance < -0.1


def test_a_thing_dropped_beside_the_container_does_not_fit() -> None:
    """In the end it is lower than the rim, and still not inside."""
    fit = fits_into(over_bin(sphere(0.04), aside=0.4), "ball", "bin")
    assert not fit.fits and fit.clearance > 0 and fit.margin > 0.5


def test_things_around_do_not_matter_and_stay_out_of_it() -> None:
    near = block("near", (0.0, 0.3, 0.0))
    with_it, without = (fits_into(over_bin(sphere(0.05), *held), "ball", "bin") for held in ((near,), ()))
    assert with_it.clearance == pytest.approx(without.clearance, abs=1e-6)
    assert "near" not in with_it.end


def test_what_holds_nothing_says_so() -> None:
    world = floor_with(block("a", (0.0, 0.0, 0.0)), block("b", (0.0, 0.0, 0.3)))
    with pytest.raises(DioramaError, match="cannot hold anything"):
        fits_into(world, "b", "a")
