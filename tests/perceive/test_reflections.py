"""T4 from pictures: each module on something small enough to be seen, then all of them on a little polished floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from diorama.kinds import ObjectSet
from diorama.perceive.construct.correspondence import mirrored_silhouettes, paired
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.mirror_images import Candidate, candidate_images
from diorama.perceive.construct.mirror_plane import Expected, Lens, expected_images, fit_plane
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.reflection import REFLECTION, fitted_field_of_view
from diorama.perceive.construct.seen import Seen, Thing, median_depth
from diorama.perceive.construct.surfaces import reflective_share, reflective_surfaces
from diorama.perceive.construct.tasks import TASKS
from diorama.perceive.percepts import Box, DepthMap, Mask, Pixels, Prompt
from diorama.perceive.providers.errors import smooth_field
from diorama.perceive.providers.wishes import box_mask, box_of
from diorama.perceive.registry import read_provider
from diorama.sight import Shot, draw_shot, reflect, see
from diorama.suites.structure.t4_reflection import Reflections, answer
from diorama.world import Camera, World, make_body, replace
from tests.worlds import ball, block, floor_with

LENS = Lens.of(80, 60, 50)
LIMITS = Limits()
NOTHING = np.zeros((60, 80), bool)


def slanted(high: float = 0.5) -> DepthMap:
    """Ground, so far below a camera that looks level; unknown above the horizon."""
    rows = (np.arange(60) + 0.5 - 30) / LENS.focal_px
    depth = np.where(rows > 0.02, high / np.maximum(rows, 1e-9), np.nan)
    return DepthMap(np.repeat(depth[:, None], 80, axis=1).astype(np.float32), metric=True)


def rows_from(row: int) -> Mask:
    mask = NOTHING.copy()
    mask[row:] = True
    return mask


def test_the_plane_is_found_although_a_quarter_of_the_depth_is_wrong() -> None:
    depth, rng = slanted(), np.random.default_rng(0)
    wrong = rng.random((60, 80)) < 0.25
    plane = fit_plane(DepthMap(np.where(wrong, depth.values * 1.7, depth.values), True), rows_from(35), LENS)
    assert plane is not None
    assert plane.normal == pytest.approx((0, -1, 0), abs=1e-3)
    assert plane.distance == pytest.approx(-0.5, abs=1e-3)
    assert 0.65 < plane.share < 0.8
    assert plane.mirrored(np.array([[0.2, 0.1, 2.0]]))[0] == pytest.approx([0.2, 0.9, 2.0], abs=2e-3)


def test_dents_in_depth_count_and_grain_does_not() -> None:
    depth, rng = slanted().values, np.random.default_rng(0)
    grain = depth * np.exp(0.02 * rng.standard_normal(depth.shape))
    dents = depth * np.exp(0.02 * smooth_field((60, 80), 12, rng))
    spreads = []
    for values in (depth, grain, dents):
        plane = fit_plane(DepthMap(values.astype(np.float32), True), rows_from(33), LENS)
        assert plane is not None
        spreads.append(plane.spread)
    exact, grainy, dented = spreads
    assert exact < 1e-4
    assert grainy < LIMITS.plane_spread < dented


def test_no_plane_where_depth_is_unknown() -> None:
    assert fit_plane(DepthMap(np.full((60, 80), np.nan, np.float32), True), rows_from(35), LENS) is None


def upright(name: str, box: Box, depth: float) -> Thing:
    return Thing(name, f"the {name}", box, box_mask(box, NOTHING.shape), 1.0, depth)


def standing_board() -> tuple[Seen, Mask]:
    """A board that stands on the ground two metres away: from its foot up to the height of the eye."""
    depth = slanted().values.copy()
    foot = round(30 + 0.5 / 2 * LENS.focal_px)
    box = Box(30, 30, 50, foot)
    board = box_mask(box, NOTHING.shape)
    depth[board] = 2.0
    seen = Seen(np.zeros((60, 80, 3), np.uint8), (upright("board", box, 2.0),), DepthMap(depth, True))
    return seen, rows_from(32) & ~board


def test_a_board_is_mirrored_below_its_foot_upside_down() -> None:
    seen, surface = standing_board()
    plane = fit_plane(seen.depth, surface, LENS)
    assert plane is not None
    expected = expected_images(seen, surface, plane, LENS)
    foot = int(seen.things[0].box.bottom)
    rows, columns = np.nonzero(expected.mask(0))
    assert (rows.min(), columns.min(), columns.max()) == (foot, 30, 49)
    assert rows.max() == min(59, 2 * foot - 30 - 1)
    upper, lower = expected.source[foot, 40] // 80, expected.source[rows.max(), 40] // 80
    assert foot - 2 <= upper < foot
    assert lower < upper


def mixed(colours: Sequence[tuple[int, int, int]], shares: Sequence[float]) -> tuple[Pixels, Mask, Expected]:
    """Things of one colour each in the upper half of a picture, mirrored by some share in the grey half below."""
    picture = np.full((240, 90 * len(colours), 3), 120, np.uint8)
    picture += np.random.default_rng(1).integers(0, 6, picture.shape, dtype=np.uint8)
    things = np.full(picture.shape[:2], -1, np.int32)
    source = np.full(picture.shape[:2], -1, np.int64)
    for k, (colour, share) in enumerate(zip(colours, shares, strict=True)):
        across = slice(90 * k + 30, 90 * k + 60)
        picture[70:120, across] = colour
        picture[120:170, across] = (share * np.array(colour) + (1 - share) * picture[120:170, across]).astype(np.uint8)
        things[120:170, across] = k
        rows, columns = np.mgrid[120:170, across]
        source[120:170, across] = (239 - rows) * picture.shape[1] + columns
    surface = np.zeros(picture.shape[:2], bool)
    surface[120:] = True
    return picture, surface, Expected(things, source)


def test_strength_is_the_share_that_is_mirrored() -> None:
    picture, surface, expected = mixed([(200, 30, 30), (200, 30, 30), (30, 60, 200)], [0.4, 0.0, 0.4])
    red, missing, blue = candidate_images(picture, surface, expected, LIMITS)
    for image in (red, blue):
        assert 0.25 < image.strength < 0.6
        assert image.is_image(LIMITS)
        assert (image.region & image.expected).sum() > 0.8 * image.expected.sum()
    assert abs(missing.strength) < 0.02
    assert missing.is_gone(LIMITS)
    assert not missing.is_doubtful(LIMITS)


def test_a_shadow_is_no_mirror_image() -> None:
    picture, surface, expected = mixed([(200, 30, 30)], [0.0])
    picture[120:150, 20:70] = picture[120:150, 20:70] // 2
    (candidate,) = candidate_images(picture, surface, expected, LIMITS)
    assert not candidate.is_image(LIMITS)


def test_what_looks_otherwise_than_its_thing_is_in_doubt() -> None:
    picture, surface, expected = mixed([(200, 30, 30)], [0.0])
    picture[120:170, 30:60] = (80, 120, 160)
    (candidate,) = candidate_images(picture, surface, expected, LIMITS)
    assert candidate.is_doubtful(LIMITS)


def image_in(mask: Mask) -> Candidate:
    return Candidate(0, mask, mask, 0.4, 0.9, 1000.0, 30.0)


def test_a_region_belongs_to_the_silhouette_that_overlaps_it_most() -> None:
    region = box_mask(Box(10, 10, 20, 30), NOTHING.shape)
    near, far = box_mask(Box(10, 10, 21, 31), NOTHING.shape), box_mask(Box(18, 10, 30, 30), NOTHING.shape)
    (pair,) = paired([image_in(region)], [far, near], ["far", "near"], LIMITS)
    assert (pair.thing, pair.runner_up) == ("near", "far")
    assert not pair.is_ambiguous(LIMITS)
    twin = box_mask(Box(10, 9, 21, 30), NOTHING.shape)
    assert paired([image_in(region)], [twin, near], ["twin", "near"], LIMITS)[0].is_ambiguous(LIMITS)
    assert paired([image_in(region)], [far], ["far"], LIMITS) == ()


def test_only_what_is_said_to_mirror_is_a_reflective_surface() -> None:
    table, wall = rows_from(35), ~rows_from(35)
    seen = changed(standing_board()[0])

    def segment(picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        return [table if p.point is not None and p.point[1] >= 35 else wall for p in prompts]

    def materials(picture: Pixels, masks: Sequence[Mask]) -> list[dict[str, float]]:
        return [{"Granite": 0.5, "glass": 0.3, "wood": 0.2} if mask[50, 5] else {"plaster": 1.0} for mask in masks]

    top, other = reflective_surfaces(seen, segment, materials, LIMITS)
    assert [top.share, other.share] == pytest.approx([0.8, 0])
    assert np.array_equal(top.mask, table & ~seen.things[0].mask)
    assert reflective_share({"matte wood": 1.0}) == 0


CAMERA = Camera(position=(0, -1.3, 0.45), target=(0, 0, 0.02), fovy_deg=26, width=240, height=160)
BODIES = (
    replace(block("cube", (-0.16, -0.02, 0.0), 1.2), phrase="the cube"),
    replace(ball("ball", (0.0, -0.05, 0.0), 1.8), phrase="the ball"),
    replace(make_body("mug", seed=3, name="mug", position=(0.17, 0.0, 0.0)), phrase="the mug"),
)
POLISHED = floor_with(*BODIES, reflectance=0.5)
NAMES = ("cube", "ball", "mug")
LENGTH = Limits(field_of_view_deg=26)


def asking(world: World = POLISHED, limits: Limits = LENGTH, muted: tuple[str, ...] = (), **specs: str) -> Asking:
    """A picture with exact things and depth, and the oracle in all other roles but those that are named."""
    shot = Shot(world=world, camera=CAMERA, muted=muted)
    sight = see(world, CAMERA)
    depth = DepthMap(np.where(np.isfinite(sight.depth), sight.depth, np.float32(np.nan)), True)
    things = tuple(_thing(name, world, sight.visible(name), depth) for name in world.inventory)
    providers = {
        role: read_provider(role, specs.get(role, "oracle")).make(shot)
        for role in ("segment", "materials", "inpaint", "quality")
    }
    return Asking(Seen(_drawn(shot), things, depth), providers, limits)


def _thing(name: str, world: World, mask: Mask, depth: DepthMap) -> Thing:
    box = box_of(mask)
    assert box is not None
    return Thing(name, world[name].phrase, box, mask, 1.0, median_depth(depth, mask))


_PICTURES: dict[str, Pixels] = {}


def _drawn(shot: Shot) -> Pixels:
    return _PICTURES.setdefault(shot.model_dump_json(), draw_shot(shot))


def rejected_by(answered: Any) -> set[str]:
    return {gate.name for gate in answered.gates if not gate.passed}


def test_expected_images_are_where_the_mirror_shows_them() -> None:
    seen = asking().seen
    mirror = reflect(POLISHED, see(POLISHED, CAMERA), POLISHED.surface("top"))
    lens = Lens.of(240, 160, 26)
    plane = fit_plane(seen.depth, mirror.glass, lens)
    assert plane is not None
    for mask, name in zip(mirrored_silhouettes(seen, mirror.glass, plane, lens), NAMES, strict=True):
        exact: NDArray[np.bool_] = mirror.visible(name)
        assert (mask & exact).sum() > 0.7 * (mask | exact).sum()


def test_the_field_of_view_is_found_from_the_mirror_images() -> None:
    seen, glass = asking().seen, reflect(POLISHED, see(POLISHED, CAMERA), POLISHED.surface("top")).glass
    assert fitted_field_of_view(seen, glass, LIMITS) in (22, 26, 30)


@pytest.mark.parametrize("muted", [(), ("ball",)])
def test_the_answer_is_the_exact_one_in_whole_pictures_and_where_some_are_gone_already(muted: tuple[str, ...]) -> None:
    query = Reflections(muted=("ball",))
    answered = REFLECTION.derive(query, asking(muted=muted))
    assert answered.answer == answer(query, POLISHED, CAMERA) == ObjectSet(names=("cube", "mug"))
    assert answered.accepted
    assert [module.name for module in answered.modules] == [
        "reflective surfaces", "mirror plane", "mirror images", "pairs", "removal"
    ]  # fmt: skip


def test_what_was_not_found_or_has_no_name_is_not_asked_about() -> None:
    two = asking(muted=("ball",))
    nameless = changed(two.seen, things=(changed(two.seen.things[0], phrase=""), *two.seen.things[1:]))
    answered = REFLECTION.derive(Reflections(muted=("ball", "lamp")), changed(two, seen=nameless))
    gates = {gate.name: gate.about for gate in answered.gates if not gate.passed}
    assert set(gates.values()) == {("lamp",), ("cube",)}


def test_a_dull_floor_has_no_answer() -> None:
    answered = REFLECTION.derive(Reflections(muted=("ball",)), asking(floor_with(*BODIES)))
    assert answered.answer is None
    assert rejected_by(answered) == {"a reflective surface"}


def test_a_floor_that_is_only_taken_for_polished_shows_no_images() -> None:
    answered = REFLECTION.derive(Reflections(muted=()), asking(floor_with(*BODIES), materials="noisy(false=1)"))
    assert answered.answer == ObjectSet(names=())
    assert "mirror images" in rejected_by(answered)


@pytest.mark.parametrize(
    ("inpaint", "gate"),
    [("noisy(failed=1)", "removed mirror images are gone"), ("noisy(grain=60)", "no artefacts")],
)
def test_a_bad_filling_is_rejected(inpaint: str, gate: str) -> None:
    answered = REFLECTION.derive(Reflections(muted=("ball",)), asking(inpaint=inpaint))
    assert gate in rejected_by(answered)


def test_every_choice_of_two_is_asked_once_with_a_picture_of_its_own() -> None:
    plain = asking(inpaint="shift_fill", quality="artefacts")
    asked = list(REFLECTION.ask(plain, np.random.default_rng(0)))
    assert {each.query for each in asked} == {Reflections(muted=two) for two in (NAMES[:2], NAMES[1:], NAMES[::2])}
    for each in asked:
        assert isinstance(each.query, Reflections)
        assert each.answered.answer == answer(each.query, POLISHED, CAMERA)
        assert each.picture is not None
        assert (each.picture != plain.seen.picture).any()


def test_it_is_found_by_its_name() -> None:
    assert TASKS.get("T4") is REFLECTION
