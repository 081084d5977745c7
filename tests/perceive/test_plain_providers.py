"""Providers without weights: GrabCut, files, the level floor, fillings, words by two providers, artefacts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from diorama.errors import DioramaError
from diorama.perceive.percepts import Box, DepthMap, Found, Mask, Pixels, Prompt
from diorama.perceive.providers.grounded import _Grounded
from diorama.perceive.providers.plane import standing
from diorama.perceive.providers.wishes import box_mask
from diorama.perceive.registry import PROVIDERS, read_provider
from diorama.sight import Shot, draw_shot, see
from tests.perceive.planted import overlap
from tests.worlds import ball, floor_with, level_camera

HIGH, WIDE = 120, 181
DISC = (70, 60, 22)
"""Column, row, radius."""


def made(role: str, spec: str) -> Any:
    wanted = read_provider(role, spec)
    wanted.check_settings()
    return wanted.make(None)


def ground(grain: float = 4.0, high: int = HIGH, wide: int = WIDE) -> Pixels:
    """A floor with grain and a little light from the left."""
    rng = np.random.default_rng(0)
    light = np.linspace(150, 120, wide)[None, :, None] + np.array([8, 0, -10])
    return np.asarray((light + rng.normal(0, grain, (high, wide, 3))).clip(0, 255), np.uint8)


def disc(column: float, row: float, radius: float, shape: tuple[int, int] = (HIGH, WIDE)) -> Mask:
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    return np.asarray(np.hypot(rows + 0.5 - row, columns + 0.5 - column) < radius)


def with_disc(grain: float = 4.0) -> Pixels:
    picture = ground(grain)
    picture[disc(*DISC)] = (40, 60, 180)
    return picture


# --- GrabCut ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "prompt",
    [
        Prompt(box=Box(46, 36, 94, 84)),
        Prompt(point=(70.0, 60.0)),
        Prompt(box=Box(44.3, 35, 95, 86), point=(60.0, 62.0)),
    ],
)
def test_grabcut_cuts_out_what_differs_in_colour(prompt: Prompt) -> None:
    (mask,) = made("segment", "grabcut")(with_disc(), [prompt])
    assert overlap(mask, disc(*DISC)) > 0.93


def test_grabcut_finds_bodies_of_our_own_pictures() -> None:
    """A ball on a floor, by its box and by its middle, against its exact mask."""
    world = floor_with(ball("one", (0.0, 0.0, 0.0)), ball("two", (0.15, 0.0, 0.0)))
    camera = level_camera(distance=0.8, height=0.15)
    sight, picture = see(world, camera), draw_shot(Shot(world=world, camera=camera))
    cut = made("segment", "grabcut")
    for name in ("one", "two"):
        exact = sight.visible(name)
        rows, columns = np.nonzero(exact)
        box = Box(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        by_box, by_point = cut(picture, [Prompt(box=box), Prompt(point=(float(columns.mean()), float(rows.mean())))])
        assert overlap(by_box, exact) > 0.85
        assert overlap(by_point, exact) > 0.75


def test_grabcut_is_the_same_every_time_and_keeps_the_order_of_prompts() -> None:
    picture, cut = with_disc(), made("segment", "grabcut")
    prompts = [Prompt(box=Box(46, 36, 94, 84)), Prompt(box=Box(120, 20, 160, 60)), Prompt(point=(70.0, 60.0))]
    one, again = cut(picture, prompts), cut(picture, prompts)
    assert all((a == b).all() for a, b in zip(one, again, strict=True))
    (alone,) = cut(picture, prompts[:1])
    assert (alone == one[0]).all()


def test_grabcut_of_a_large_picture_is_fast_and_right() -> None:
    picture = np.asarray(Image.fromarray(with_disc()).resize((WIDE * 12, HIGH * 12), Image.Resampling.NEAREST))
    (mask,) = made("segment", "grabcut")(picture, [Prompt(box=Box(46 * 12, 36 * 12, 94 * 12, 84 * 12))])
    assert overlap(mask, disc(12 * DISC[0], 12 * DISC[1], 12 * DISC[2], (HIGH * 12, WIDE * 12))) > 0.9


def test_a_box_that_is_the_whole_picture_is_all_of_it() -> None:
    (mask,) = made("segment", "grabcut")(with_disc(), [Prompt(box=Box(0, 0, WIDE, HIGH))])
    assert mask.all()


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        (Prompt(text="blue disc"), r"grabcut cannot read words \('blue disc'\).*sam3 or grounded"),
        (Prompt(), "this one is empty"),
        (Prompt(point=(500.0, 3.0)), r"the point \(500, 3\) is not in the picture of 181 x 120"),
        (Prompt(box=Box(300, 300, 400, 400)), "is not in the picture"),
        (Prompt(box=Box(float("nan"), 0, 9, 9)), "is not in the picture"),
    ],
)
def test_prompts_that_say_nothing_are_refused(prompt: Prompt, why: str) -> None:
    with pytest.raises(DioramaError, match=why):
        made("segment", "grabcut")(with_disc(), [prompt])


# --- words by two providers ------------------------------------------------------------------------------------------


def test_words_are_found_by_one_provider_and_cut_out_by_another() -> None:
    """Two discs are found; words alone mean the surer one, a point beside them the other; unknown words nothing."""
    discs = {0.9: DISC, 0.6: (140, 80, 15)}
    picture = ground()
    for each in discs.values():
        picture[disc(*each)] = (40, 60, 180)

    def detect(picture: Pixels, names: Sequence[str]) -> list[Found]:
        assert names == ["disc", "cat"]
        return [
            Found("disc", Box(x - r - 2, y - r - 2, x + r + 2, y + r + 2), sure) for sure, (x, y, r) in discs.items()
        ]

    masks = _Grounded(detect, made("segment", "grabcut"))(
        picture,
        [
            Prompt(text="disc"),
            Prompt(text="cat"),
            Prompt(text="Disc", point=(140.0, 80.0)),
            Prompt(box=Box(46, 36, 94, 84)),
        ],
    )
    assert overlap(masks[0], disc(*DISC)) > 0.9 and overlap(masks[3], disc(*DISC)) > 0.9
    assert not masks[1].any()
    assert overlap(masks[2], disc(140, 80, 15)) > 0.85


def test_what_is_inside_grounded_is_checked_when_it_is_ordered() -> None:
    with pytest.raises(DioramaError, match="no provider of detect named 'owl'"):
        read_provider("segment", "grounded(detect='owl')").check_settings()


# --- depth -----------------------------------------------------------------------------------------------------------


def test_the_floor_is_farther_up_the_picture_and_things_stand_on_it() -> None:
    depth: DepthMap = made("depth", "plane(horizon=0.25)")(ground())
    column = depth.values[:, 7]
    horizon = HIGH // 4
    assert np.isnan(column[: horizon - 1]).all() and (np.diff(column[horizon + 1 :]) < 0).all()
    assert not depth.metric and column[-1] == pytest.approx(1.0)
    assert column[74] / column[104] == pytest.approx((104.5 - 30) / (74.5 - 30), rel=1e-4)
    thing = box_mask(Box(30, 10, 60, 90), (HIGH, WIDE))
    stood = standing(depth, [thing, box_mask(Box(0, 0, 9, 9), (HIGH, WIDE))])
    assert (stood.values[thing] == column[89]).all(), "it is as far as its foot, also above the horizon"
    assert np.isnan(stood.values[:9, :9]).all(), "what hangs above the horizon has no depth"
    with pytest.raises(DioramaError, match="horizon is in heights"):
        read_provider("depth", "plane(horizon=1.5)").check_settings()


def test_of_our_own_worlds_the_floor_gives_the_ratios(tmp_path: Path) -> None:
    """Balls at different distances on one floor, seen by a camera whose horizon is known."""
    world = floor_with(*(ball(f"b{k}", (0.1 * k - 0.15, 0.35 * k, 0.0)) for k in range(4)))
    camera = level_camera(distance=1.0, height=0.25)
    sight = see(world, camera)
    depth = made("depth", "plane(horizon=0.5)")(np.zeros((camera.height, camera.width, 3), np.uint8))
    stood = standing(depth, [sight.visible(f"b{k}") for k in range(4)])
    found = [float(np.median(stood.values[sight.visible(f"b{k}")])) for k in range(4)]
    exact = [float(np.median(sight.depth[sight.visible(f"b{k}")])) for k in range(4)]
    assert np.allclose(np.array(found) / found[0], np.array(exact) / exact[0], rtol=0.06)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Two pictures with their maps: one as millimetres, one as metres."""
    for folder in ("photos", "maps", "masks"):
        (tmp_path / folder).mkdir()
    for k, name in enumerate(("kitchen", "hall")):
        Image.fromarray(np.roll(with_disc(), 10 * k, axis=1)).save(tmp_path / "photos" / f"{name}.png")
    Image.fromarray(np.full((HIGH, WIDE), 1500, np.uint16)).save(tmp_path / "maps" / "kitchen.png")
    metres = np.full((HIGH, WIDE), 2.5)
    metres[0, 0], metres[0, 1] = 0, np.nan
    np.save(tmp_path / "maps" / "hall.npy", metres)
    labels = disc(*DISC).astype(np.uint8) + 2 * box_mask(Box(120, 20, 160, 60), (HIGH, WIDE)).astype(np.uint8)
    Image.fromarray(labels).save(tmp_path / "masks" / "kitchen.png")
    Image.fromarray(np.array([(0, 0, 0), (255, 0, 0), (0, 255, 0)], np.uint8)[labels]).save(
        tmp_path / "masks" / "hall.png"
    )
    (tmp_path / "photos" / "notes.png").write_bytes(b"no picture")
    return tmp_path


def of_files(library: Path, role: str, maps: str, **more: object) -> Any:
    told = {"maps": str(library / maps), "pictures": str(library / "photos"), **more}
    return made(role, f"files({', '.join(f'{name}={value!r}' for name, value in told.items())})")


def test_own_maps_belong_to_their_pictures(library: Path) -> None:
    look = of_files(library, "depth", "maps")
    kitchen, hall = look(with_disc()), look(np.roll(with_disc(), 10, axis=1))
    assert kitchen.metric and (kitchen.values == np.float32(1.5)).all()
    assert np.isnan(hall.values[0, :2]).all() and (hall.values[1:] == 2.5).all()
    inverse = of_files(library, "depth", "maps", gives="inverse")(np.roll(with_disc(), 10, axis=1))
    assert not inverse.metric and np.nanmax(inverse.values) == 1
    with pytest.raises(DioramaError, match="the picture is not among those in"):
        look(ground())


@pytest.mark.parametrize("turned", [0, 10])
def test_own_masks_are_numbers_or_colours(library: Path, turned: int) -> None:
    """The thing under a point, or the one that a box fits; outside of all there is nothing."""
    prompts = [Prompt(point=(70.0, 60.0)), Prompt(box=Box(118, 18, 161, 61)), Prompt(point=(3.0, 3.0))]
    found = of_files(library, "segment", "masks")(np.roll(with_disc(), turned, axis=1), prompts)
    assert (found[0] == disc(*DISC)).all() and (found[1] == box_mask(Box(120, 20, 160, 60), (HIGH, WIDE))).all()
    assert not found[2].any()


def broken_map(library: Path, how: str) -> None:
    place = library / "maps" / "kitchen.png"
    if how == "size":
        Image.fromarray(np.full((9, 9), 1500, np.uint16)).save(place)
    elif how == "colours":
        Image.fromarray(with_disc()).save(place)
    elif how == "rubbish":
        place.write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 50)
    elif how == "pickle":
        place.unlink()
        np.save(library / "maps" / "kitchen.npy", np.array([{"a": 1}], object), allow_pickle=True)
    else:
        place.unlink()


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("size", "9 x 9 pixels, its picture 181 x 120"),
        ("colours", "no depth map"),
        ("rubbish", "cannot be read"),
        ("pickle", "cannot be read"),
        ("gone", "there is no map of 'kitchen'"),
    ],
)
def test_maps_that_are_none_are_refused_in_one_line(library: Path, how: str, why: str) -> None:
    broken_map(library, how)
    with pytest.raises(DioramaError, match=why):
        of_files(library, "depth", "maps")(with_disc())


# --- filling ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["shift_fill", "telea"])
def test_a_hole_is_filled_with_ground_and_nothing_else_changes(name: str) -> None:
    picture, hole = with_disc(), ndimage.binary_dilation(disc(*DISC), iterations=2)
    done = made("inpaint", name)(picture, hole)
    assert (done[~hole] == picture[~hole]).all()
    assert np.abs(done[hole].astype(float) - ground(0)[hole]).mean() < 12, "the disc is gone"
    grain = [
        float((part.astype(float) - ndimage.gaussian_filter(part.astype(float), 2))[hole].std())
        for part in (done[..., 1], ground()[..., 1])
    ]
    if name == "shift_fill":
        assert grain[0] > 0.7 * grain[1], "and the grain goes on"
    nothing = np.zeros_like(hole)
    assert (made("inpaint", name)(picture, nothing) == picture).all()
    with pytest.raises(DioramaError, match="the whole picture"):
        made("inpaint", name)(picture, ~nothing)


def test_patch_match_says_what_to_install() -> None:
    try:
        import patchmatch  # type: ignore[import-not-found]  # noqa: F401
    except (ImportError, OSError):
        with pytest.raises(DioramaError, match=r"pip install pypatchmatch .*shift_fill needs nothing"):
            read_provider("inpaint", "patchmatch").check_settings()
    else:
        hole = disc(*DISC)
        done = made("inpaint", "patchmatch(radius=3)")(with_disc(), hole)
        assert (done[~hole] == with_disc()[~hole]).all()
        assert np.abs(done[hole].astype(float) - ground(0)[hole]).mean() < 15


# --- artefacts -------------------------------------------------------------------------------------------------------


def changed(how: str) -> tuple[Pixels, Mask]:
    picture, hole = ground(high=240, wide=320), disc(150, 110, 32, (240, 320))
    if how == "blurred":
        smooth = ndimage.gaussian_filter(picture.astype(float), (4, 4, 0)).astype(np.uint8)
        picture = np.where(hole[..., None], smooth, picture)
    elif how == "lighter":
        picture = np.where(hole[..., None], picture + 14, picture).astype(np.uint8)
    elif how == "noisy":
        noise = np.random.default_rng(1).normal(0, 14, picture.shape)
        picture = np.where(hole[..., None], (picture + noise).clip(0, 255), picture).astype(np.uint8)
    elif how in ("telea", "shift_fill"):
        picture = made("inpaint", how)(picture, hole)
    return np.ascontiguousarray(picture), hole


@pytest.mark.parametrize("how", ["not at all", "shift_fill"])
def test_what_goes_on_in_its_own_grain_looks_unchanged(how: str) -> None:
    assert made("quality", "artefacts")(*changed(how)) < 0.2


@pytest.mark.parametrize("how", ["blurred", "lighter", "noisy", "telea"])
def test_blur_noise_and_seams_are_seen(how: str) -> None:
    assert made("quality", "artefacts")(*changed(how)) > 0.8


def test_a_region_that_nobody_could_compare_is_not_accused() -> None:
    picture = ground()
    score = made("quality", "artefacts")
    assert score(picture, np.zeros((HIGH, WIDE), bool)) == 0
    assert score(picture, np.ones((HIGH, WIDE), bool)) == 0
    nearly: NDArray[np.bool_] = np.ones((HIGH, WIDE), bool)
    nearly[0] = False
    assert 0 <= score(picture, nearly) < 0.5


def test_every_provider_of_ours_can_be_loaded_and_says_what_it_is() -> None:
    for role, providers in PROVIDERS.items():
        for name, maker in providers.working():
            assert maker.name == name and maker.role == role and (maker.make.__doc__ or "").strip()
