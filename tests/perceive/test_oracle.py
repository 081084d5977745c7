"""The oracle says what is so; with stated errors it errs as stated, and without any it is the oracle."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import ndimage

from diorama.errors import DioramaError
from diorama.perceive.forms import FORMS
from diorama.perceive.percepts import Box, Prompt
from diorama.perceive.providers.truth import GLOSSY
from diorama.perceive.registry import PROVIDERS, ROLES, read_provider
from diorama.sight import Shot, draw_shot, reflect, see
from diorama.world import Camera, World, replace
from tests.worlds import ball, block, floor_with

CAMERA = Camera(position=(0, -1.2, 0.5), target=(0, 0, 0), fovy_deg=22, width=180, height=120)
ERRORS = {
    "detect": "missed=0.5, doubled=0.5, mislabelled=0.5, false=0.5, jitter=0.1, doubt=0.5",
    "segment": "eroded_px=2, ragged_px=1, missed=0.5, cut=0.5, merged=0.5",
    "depth": "noise=0.05, blotches=0.1, drift=0.1, tilt=0.1, blurred_px=2",
    "materials": "false=0.5, doubt=0.3",
    "inpaint": "left=0.3, smear_px=2, grain=5, failed=0.3",
    "quality": "noise=0.2, false=0.5",
}


def polished() -> World:
    """A cube in front of a ball on a polished floor; the cube is half as large again as usual."""
    ball_, cube = ball("ball", (0.12, 0.1, 0.0), 1.5), block("cube", (-0.08, -0.05, 0.0), 1.5)
    return floor_with(replace(cube, phrase="the red cube"), replace(ball_, phrase="the ball"), reflectance=0.5)


WORLD = polished()
SHOT = Shot(world=WORLD, camera=CAMERA)
SIGHT = see(WORLD, CAMERA)
MIRROR = reflect(WORLD, SIGHT, WORLD.surface("top"))
PICTURE = draw_shot(SHOT)
IMAGE = ndimage.binary_dilation(MIRROR.visible("ball"), iterations=2) & MIRROR.glass


def made(role: str, spec: str, shot: Shot | None = SHOT) -> Any:
    """A provider whose results are looked at as those of any other."""
    wanted = read_provider(role, spec)
    wanted.check_settings()
    look = wanted.make(shot)

    def looked(picture: Any, *asked: Any) -> Any:
        return FORMS[role].checked(spec, look(picture, *asked), picture, *asked)

    return looked


ASKED: dict[str, tuple[Any, ...]] = {
    "detect": (["ball", "red cube", "lamp"],),
    "segment": ([Prompt(text="ball"), Prompt(point=(90.5, 100.5)), Prompt(box=Box(30, 30, 90, 90))],),
    "depth": (),
    "materials": ([SIGHT.visible("ball"), MIRROR.glass],),
    "inpaint": (IMAGE,),
    "quality": (IMAGE,),
}


def same(one: Any, other: Any, role: str) -> bool:
    arrays = FORMS[role].arrays(one), FORMS[role].arrays(other)
    return all(np.array_equal(arrays[0][k], arrays[1][k], equal_nan=arrays[0][k].dtype.kind == "f") for k in arrays[0])


def test_it_finds_bodies_by_phrase_and_by_noun_and_fixtures_by_name() -> None:
    found = made("detect", "oracle")(PICTURE, ["The red  cube", "billiard ball", "ball", "floor", "lamp"])
    assert [each.label for each in found] == ["The red cube", "billiard ball", "ball", "floor"]
    rows, columns = np.nonzero(SIGHT.visible("cube"))
    assert found[0].box == (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert found[1].box == found[2].box
    assert all(each.confidence == 1 for each in found)


def test_it_cuts_out_by_words_points_and_boxes() -> None:
    segment = made("segment", "oracle")
    rows, columns = np.nonzero(SIGHT.visible("ball"))
    inside = (float(columns[0]), float(rows[0]))
    around = Box(columns.min() - 2, rows.min(), columns.max() + 3, rows.max())
    masks = segment(
        PICTURE, [Prompt(text="the ball"), Prompt(point=inside), Prompt(box=around), Prompt(point=(90, 118))]
    )
    for mask in masks[:3]:
        assert np.array_equal(mask, SIGHT.visible("ball"))
    assert np.array_equal(masks[3], MIRROR.glass)
    assert not segment(PICTURE, [Prompt(text="lamp")])[0].any()
    assert not segment(PICTURE, [Prompt(text="red cube", point=inside)])[0].any()


def test_depth_is_exact_and_unknown_where_there_is_nothing() -> None:
    depth = made("depth", "oracle")(PICTURE)
    finite = np.isfinite(SIGHT.depth)
    assert depth.metric
    assert np.array_equal(depth.values[finite], SIGHT.depth[finite])
    assert np.isnan(depth.values[~finite]).all()


def test_a_polished_floor_mirrors_and_a_dull_one_is_what_it_is_made_of() -> None:
    masks = [MIRROR.glass, SIGHT.visible("ball")]
    glossy, plain = made("materials", "oracle")(PICTURE, masks)
    assert glossy == {GLOSSY: 1.0}
    assert GLOSSY not in plain
    assert sum(plain.values()) == pytest.approx(1)
    dull = Shot(world=floor_with(*WORLD.bodies), camera=CAMERA)
    assert GLOSSY not in made("materials", "oracle", dull)(PICTURE, masks)[0]


def test_a_hole_over_a_mirror_image_is_filled_by_the_floor_without_it() -> None:
    filled = made("inpaint", "oracle")(PICTURE, IMAGE)
    muted = draw_shot(replace(SHOT, muted=("ball",)))
    assert np.array_equal(filled[IMAGE], muted[IMAGE])
    assert np.array_equal(filled[~IMAGE], PICTURE[~IMAGE])
    assert made("quality", "oracle")(filled, IMAGE) == 0
    assert made("quality", "oracle")(PICTURE, IMAGE) == 0
    assert made("quality", "oracle")(np.where(IMAGE[..., None], np.uint8(0), PICTURE), IMAGE) > 0.9


def test_an_image_that_is_muted_already_stays_so() -> None:
    shot = replace(SHOT, muted=("ball",))
    muted = draw_shot(shot)
    assert np.array_equal(made("inpaint", "oracle", shot)(muted, IMAGE), muted)


def test_a_hole_over_a_body_is_filled_by_what_is_behind_it() -> None:
    hole = ndimage.binary_dilation(SIGHT.visible("cube"), iterations=2)
    filled = made("inpaint", "oracle")(PICTURE, hole)
    assert np.array_equal(filled[hole], draw_shot(replace(SHOT, world=WORLD.without(["cube"])))[hole])


def test_a_picture_of_half_the_size_is_of_the_same_shot() -> None:
    small = np.ascontiguousarray(PICTURE[::2, ::2])
    assert made("depth", "oracle")(small).values.shape == (60, 90)
    with pytest.raises(DioramaError, match="not of its shot"):
        made("depth", "oracle")(PICTURE[:, :90])


@pytest.mark.parametrize("name", ["oracle", "noisy"])
@pytest.mark.parametrize("role", ROLES)
def test_it_needs_a_still_of_a_world(role: str, name: str) -> None:
    assert PROVIDERS[role].get(name).knows_world
    with pytest.raises(DioramaError, match="our own worlds alone"):
        made(role, name, None)


@pytest.mark.parametrize("role", ROLES)
def test_without_errors_noisy_is_the_oracle(role: str) -> None:
    truth = made(role, "oracle")(PICTURE, *ASKED[role])
    for spec in ("noisy", f"noisy({ERRORS[role]}, severity=0)"):
        assert same(made(role, spec)(PICTURE, *ASKED[role]), truth, role)


@pytest.mark.parametrize("role", ROLES)
def test_equal_pictures_have_equal_errors(role: str) -> None:
    spec = f"noisy({ERRORS[role]})"
    once, again = (made(role, spec)(PICTURE, *ASKED[role]) for _ in range(2))
    assert same(once, again, role)


def test_more_is_missed_at_a_higher_rate_and_nothing_less() -> None:
    names = ["red cube", "ball", "building block", "billiard ball"]
    kept = [
        {each.label for each in made("detect", f"noisy(missed={rate})")(PICTURE, names)}
        for rate in (0.0, 0.3, 0.6, 1.0)
    ]
    assert kept[0] == set(names)
    assert kept[3] == set()
    assert all(fewer <= more for more, fewer in pairwise(kept))


def test_all_are_doubled_mislabelled_or_made_up_if_that_is_stated() -> None:
    assert len(made("detect", "noisy(doubled=1)")(PICTURE, ["ball", "red cube"])) == 4
    assert [f.label for f in made("detect", "noisy(mislabelled=1)")(PICTURE, ["ball", "red cube"])] == [
        "red cube",
        "ball",
    ]
    assert len(made("detect", "noisy(false=1)")(PICTURE, ["lamp", "car"])) == 2


def test_outlines_move_by_so_many_pixels() -> None:
    truth = SIGHT.visible("ball")
    (smaller,) = made("segment", "noisy(eroded_px=3)")(PICTURE, [Prompt(text="ball")])
    (larger,) = made("segment", "noisy(dilated_px=3)")(PICTURE, [Prompt(text="ball")])
    assert np.array_equal(smaller, ndimage.distance_transform_edt(truth) >= 3.5)
    assert np.array_equal(larger, ndimage.distance_transform_edt(~truth) <= 3.5)
    (ragged,) = made("segment", "noisy(ragged_px=1.5)")(PICTURE, [Prompt(text="ball")])
    assert 0.6 < (ragged & truth).sum() / (ragged | truth).sum() < 1
    (part,) = made("segment", "noisy(cut=1)")(PICTURE, [Prompt(text="ball")])
    assert not (part & ~truth).any()
    assert 0.45 < part.sum() / truth.sum() < 0.85
    assert not made("segment", "noisy(missed=1)")(PICTURE, [Prompt(text="ball")])[0].any()


def test_depth_errs_by_the_stated_share() -> None:
    known = np.isfinite(SIGHT.depth)
    for error, spread in (("noise", 0.05), ("blotches", 0.05)):
        values = made("depth", f"noisy({error}={spread})")(PICTURE).values
        logs = np.log(values[known] / SIGHT.depth[known])
        assert 0.7 * spread < logs.std() < 1.3 * spread
    scaled = made("depth", "noisy(drift=0.2)")(PICTURE).values[known] / SIGHT.depth[known]
    assert np.ptp(scaled) < 1e-5
    assert abs(np.log(scaled[0])) > 1e-3


def test_glossy_and_matt_are_exchanged() -> None:
    glossy, plain = made("materials", "noisy(false=1)")(PICTURE, [MIRROR.glass, SIGHT.visible("ball")])
    assert GLOSSY not in glossy
    assert plain == {GLOSSY: 1.0}


def test_what_was_in_the_hole_shines_through() -> None:
    gone = made("inpaint", "oracle")(PICTURE, IMAGE).astype(float)
    half = made("inpaint", "noisy(left=0.5)")(PICTURE, IMAGE).astype(float)
    assert np.abs(half - (gone + PICTURE) / 2).max() <= 0.5
    assert np.array_equal(made("inpaint", "noisy(failed=1)")(PICTURE, IMAGE), PICTURE)


@pytest.mark.parametrize(
    ("role", "spec", "says"),
    [
        ("detect", "noisy(missed=2)", "missed is a share"),
        ("segment", "noisy(eroded_px=-1)", "eroded_px is from 0"),
        ("depth", "noisy(severity=-1)", "severity is from 0"),
        ("detect", "oracle(least_px=0)", "least_px is at least 1"),
        ("inpaint", "oracle(renderer='oil')", "no renderer named 'oil'"),
    ],
)
def test_settings_that_cannot_be_are_refused(role: str, spec: str, says: str) -> None:
    with pytest.raises(DioramaError, match=says):
        made(role, spec)
