"""Shots whose end a reader can see on a sheet of paper: discs, straight lines, six pockets."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.whatif import Advance, course, shoot, table_of
from diorama.world import World, make_body, replace
from diorama.world.layouts import billiard_table
from diorama.world.layouts.arenas.billiards import BOUNCE, GRIP, HEIGHT, LENGTH, WIDTH

R = 0.02857
X, Y = LENGTH / 2, WIDTH / 2


def table(**spots: tuple[float, float]) -> World:
    """Balls by name at places on the cloth, the middle of which is (0, 0)."""
    bare = replace(billiard_table(seed=1, objects=1), bodies=())
    balls = (make_body("billiard ball", name=n, position=(x, y, HEIGHT)) for n, (x, y) in spots.items())
    return replace(bare, bodies=tuple(replace(b, bounce=BOUNCE, grip=GRIP) for b in balls))


def sent(world: World, name: str, way: tuple[float, float]) -> World:
    x, y = (np.array(way) / np.hypot(*way)).tolist()
    return world.change(name, velocity=(x, y, 0.0))


def test_the_table_has_six_pockets_that_face_its_middle() -> None:
    found = table_of(table(cue=(0, 0)))
    assert found.radius == pytest.approx(R, abs=1e-4)
    assert len(found.mouths) == 6
    for mouth in found.mouths:
        middle = (mouth.jaws[0] + mouth.jaws[1]) / 2
        assert float(-middle @ mouth.normal) > 0.2
        assert np.linalg.norm(mouth.jaws[1] - mouth.jaws[0]) > 3 * R


def test_a_ball_straight_at_a_side_pocket_drops() -> None:
    shot = shoot(sent(table(cue=(0, 0)), "cue", (0, 1)))
    assert list(shot.pocketed) == ["cue"]
    assert shot.hits == () and shot.cushioned == ()


def test_a_ball_beside_the_side_pocket_meets_the_cushion_and_is_out() -> None:
    """It would come back from the cushion and might drop elsewhere; that does not count."""
    shot = shoot(sent(table(cue=(0.2, 0)), "cue", (0, 1)))
    assert shot.pocketed == {} and shot.cushioned == ("cue",)


def test_the_margin_counts_ball_radii_from_the_jaw() -> None:
    """Along x = 0.062 − 2 r the ball passes the jaw (at x = 0.062) with one radius to spare."""
    shot = shoot(sent(table(cue=(0.062 - 2 * R, 0)), "cue", (0, 1)))
    assert list(shot.pocketed) == ["cue"]
    assert shot.margin == pytest.approx(1.0, abs=0.02)
    missed = shoot(sent(table(cue=(0.062 + R, 0)), "cue", (0, 1)))
    assert missed.pocketed == {}
    assert missed.margin == pytest.approx(2.0, abs=0.02)


def test_a_diagonal_goes_into_the_corner() -> None:
    shot = shoot(sent(table(cue=(X - 0.3, Y - 0.3)), "cue", (1, 1)))
    assert shot.pocketed == {"cue": "pocket 6"}


def test_a_full_hit_sends_the_second_ball_straight_on() -> None:
    shot = shoot(sent(table(cue=(0, -0.2), red=(0, 0.1)), "cue", (0, 1)))
    assert shot.hits == (("cue", "red"),)
    assert list(shot.pocketed) == ["red"]


def test_a_cut_shot_sends_the_second_ball_along_the_line_of_centres() -> None:
    """The red ball lies below the corner's diagonal; hit at the point opposite the pocket, it goes there."""
    red = np.array([X - 0.25, Y - 0.25])
    ghost = red - 2 * R * np.array([1, 1]) / math.sqrt(2)
    cue = ghost - np.array([0.4, 0.1])
    shot = shoot(sent(table(cue=tuple(cue), red=tuple(red)), "cue", (0.4, 0.1)))
    assert shot.hits == (("cue", "red"),)
    assert shot.pocketed["red"] == "pocket 6"


def test_a_combination_drives_the_third_ball_in() -> None:
    shot = shoot(sent(table(cue=(0, -0.2), red=(0, -0.05), blue=(0, 0.1)), "cue", (0, 1)))
    assert shot.hits == (("cue", "red"), ("red", "blue"))
    assert list(shot.pocketed) == ["blue"]


def test_a_ball_in_the_way_spoils_it() -> None:
    """The same straight shot with a ball half in its path: the cue ball glances off and nothing drops."""
    shot = shoot(sent(table(cue=(0, -0.2), black=(R, 0.05)), "cue", (0, 1)))
    assert shot.hits == (("cue", "black"),)
    assert shot.pocketed == {}


def test_sliding_balls_part_at_a_right_angle_and_rolling_ones_do_not() -> None:
    world = sent(table(cue=(-0.5, 0), red=(0, 1.2 * R)), "cue", (1, 0))

    def parting(rolling: bool) -> float:
        paths = shoot(world, rolling=rolling).paths
        a, b = (np.subtract(paths[n][-1], paths[n][-2]) for n in ("cue", "red"))
        return math.degrees(math.acos(float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))))

    assert parting(False) == pytest.approx(90, abs=4)  # a little less, for they are not perfectly elastic
    assert parting(True) < 75


def test_energy_never_grows_and_momentum_is_kept_until_a_ball_leaves() -> None:
    """Seen through the paths: after the first hit the two balls together go on in the cue ball's direction."""
    for k in range(1, 18):
        aside = 2 * R * math.sin(math.radians(5 * k))
        shot = shoot(sent(table(cue=(-0.5, 0), red=(0, aside)), "cue", (1, 0)))
        assert shot.hits == (("cue", "red"),)
        after = np.subtract(shot.paths["red"][1], shot.paths["red"][0])
        assert after[0] > 0 and after[1] >= 0


def test_the_record_of_a_shot_ends_at_the_cushion_or_in_the_pocket() -> None:
    motion = course(sent(table(cue=(0.3, 0.0), red=(0.3, -0.2)), "cue", (0, 1)), Advance(seconds=1.5))
    assert motion is not None
    x, y, _ = motion.path("cue")[-1]
    assert x == pytest.approx(0.3, abs=0.01) and Y - 2.5 * R < y < Y
    sunk = course(sent(table(cue=(0.0, 0.2)), "cue", (0, 1)), Advance(seconds=1.5))
    assert sunk is not None
    assert sunk.path("cue")[-1, 2] < HEIGHT - R


def test_a_table_at_rest_is_no_shot() -> None:
    with pytest.raises(DioramaError, match="no ball is moving"):
        shoot(table(cue=(0, 0)))
