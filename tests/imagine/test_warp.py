"""The warp: cut-outs go where their tracks lead, behind what is nearer, with their shadow and nothing left behind."""

from __future__ import annotations

from dataclasses import replace as altered

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.imagine.generators import FPS, CannotImagine, Generator, Pixels
from diorama.imagine.generators.warp import Perspective, Warp, exact_warp, oracle_masks
from diorama.imagine.tracks import Track, Tracks
from diorama.perceive.spots import Point
from diorama.sight import RED, Arrow, Shot, draw_shot, see
from diorama.sight.clips import frame_times_of, frames_of
from diorama.whatif import Move, course
from diorama.world import Camera, Motion, oriented_box, project, replace
from tests.worlds import block, floor_with

HIGH, WIDE = 96, 144
GROUND, THING, OTHER = (150, 140, 120), (200, 30, 30), (30, 60, 200)
Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
MOVER: Box = (20, 40, 36, 60)
MIDDLE = (28.0, 50.0)
Scene = tuple[Pixels, dict[str, NDArray[np.bool_]]]


def scene(mover: Box = MOVER, other: Box | None = None, *, shadow: Box | None = None) -> Scene:
    """A red thing and perhaps a blue one on grainy ground; a shadow leaves 60 % of the light."""
    grain = np.random.default_rng(0).normal(0, 6, (HIGH, WIDE, 1))
    picture = np.array(GROUND) + grain
    if shadow:
        picture[inside(shadow)] *= 0.6
    masks = {}
    for name, box, colour in (("other", other, OTHER), ("mover", mover, THING)):
        masks[name] = inside(box) if box else np.zeros((HIGH, WIDE), bool)
        picture[masks[name]] = colour
    masks["other"] &= ~masks["mover"]
    return picture.clip(0, 255).astype(np.uint8), masks


def inside(box: Box) -> NDArray[np.bool_]:
    left, top, right, bottom = box
    mask = np.zeros((HIGH, WIDE), bool)
    mask[top:bottom, left:right] = True
    return mask


def warp_of(made: Scene, depth: NDArray[np.float64] | None = None, perspective: Perspective | None = None) -> Warp:
    """A warp that knows the two masks; its horizon is far away unless given, so that nothing changes its size."""
    _, masks = made

    def mask_at(point: Point) -> NDArray[np.bool_]:
        hit = [mask for mask in masks.values() if mask[int(point[1]), int(point[0])]]
        return hit[0] if hit else np.zeros((HIGH, WIDE), bool)

    labels = (masks["mover"] + 2 * masks["other"]).astype(np.int32)
    return Warp(mask_at, depth, labels, perspective or Perspective(-1e6))


def track(start: Point, end: Point, frames: int = 5, *, gone_from: int | None = None, falls: bool = False) -> Track:
    seen = np.arange(frames) < (frames if gone_from is None else gone_from)
    return Track(np.linspace(start, end, frames), seen, falls=falls)


def filmed(warp: Generator, picture: Pixels, *moving: Track) -> list[Pixels]:
    clip = warp.imagine(picture, Tracks(moving), "it moves", moving[0].frames, 0)
    return [frame.pixels for frame in frames_of(clip)]


def like(frame: Pixels, colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    """Where a frame shows a colour, but for what encoding does to it."""
    close: NDArray[np.bool_] = np.abs(frame.astype(int) - colour).max(axis=-1) < 60
    return close


def middle_of(mask: NDArray[np.bool_]) -> tuple[float, float]:
    rows, columns = np.nonzero(mask)
    return float(columns.mean() + 0.5), float(rows.mean() + 0.5)


def test_the_thing_is_where_its_track_says_and_nowhere_else() -> None:
    made = scene()
    frames = filmed(warp_of(made), made[0], track(MIDDLE, (98.0, 30.0)))
    for frame, (x, y) in zip(frames, np.linspace(MIDDLE, (98.0, 30.0), 5), strict=True):
        assert middle_of(like(frame, THING)) == pytest.approx((x, y), abs=0.7)
        assert like(frame, THING).sum() == pytest.approx(16 * 20, rel=0.15)


def test_where_it_was_there_is_ground_with_its_grain() -> None:
    made = scene()
    last = filmed(warp_of(made), made[0], track(MIDDLE, (98.0, 30.0)))[-1].astype(float)
    hole, around = last[inside(MOVER)], last[inside((40, 64, 140, 94))]
    assert hole.mean(axis=0) == pytest.approx(GROUND, abs=4)
    assert hole.std() == pytest.approx(around.std(), rel=0.3), "a smooth patch would show"


def test_a_neighbour_is_not_smeared_into_the_hole() -> None:
    """The blue thing stands right beside the red one, and no farther: only it stays blue."""
    made = scene(other=(36, 36, 52, 60))
    *_, last = warp_of(made).frames(made[0], Tracks((track(MIDDLE, (118.0, 30.0)),)), 5)
    assert not like(last, OTHER)[inside((0, 0, 36, HIGH))].any()
    assert like(last, OTHER)[inside((36, 36, 52, 60))].all()


@pytest.mark.parametrize("metres", [1.0, 3.0])
def test_what_is_nearer_stays_in_front(metres: float) -> None:
    """The red thing is 2 m away and goes to where the blue one is, nearer or farther than that."""
    made = scene(other=(90, 36, 110, 64))
    depth = np.full((HIGH, WIDE), 5.0)
    depth[made[1]["mover"]], depth[made[1]["other"]] = 2.0, metres
    last = filmed(warp_of(made, depth), made[0], altered(track(MIDDLE, (100.0, 50.0)), falls=True))[-1]
    assert like(last, OTHER if metres < 2 else THING)[inside((94, 42, 106, 58))].all()


def test_of_two_that_move_the_nearer_is_drawn_over_the_farther() -> None:
    """They change places; the blue one stands lower in the picture, so it is nearer, in whichever order they come."""
    made = scene(other=(90, 44, 110, 70))
    warp = warp_of(made, perspective=Perspective(-1e4))
    both = track(MIDDLE, (98.0, 50.0)), track((100.0, 57.0), (30.0, 57.0))
    for moving in (both, both[::-1]):
        halfway = filmed(warp, made[0], *moving)[2]
        assert like(halfway, OTHER)[inside((57, 48, 72, 66))].all()


def test_what_moves_between_two_parts_of_a_long_thing_is_drawn_between_them() -> None:
    """Most of the red thing is 1 m away and its right end 4 m; the blue one comes to that end, at 2 m."""
    made = scene(mover=(20, 40, 60, 60), other=(90, 40, 104, 60))
    depth = np.full((HIGH, WIDE), 5.0)
    depth[made[1]["mover"]], depth[made[1]["other"]], depth[40:60, 44:60] = 1.0, 2.0, 4.0
    stays, comes = track((30.0, 50.0), (30.0, 50.0), falls=True), track((97.0, 50.0), (53.0, 50.0), falls=True)
    for other in (comes, track((97.0, 50.0), (34.0, 50.0), falls=True)):
        last = filmed(warp_of(made, depth), made[0], stays, other)[-1]
        assert like(last, OTHER)[inside((48, 44, 58, 56))].all() == (other is comes)


def test_towards_the_horizon_a_thing_shrinks() -> None:
    """Its middle comes from 50 rows below the horizon to 25: half as wide and half as high."""
    made = scene()
    frames = filmed(warp_of(made, perspective=Perspective(0.0)), made[0], track(MIDDLE, (98.0, 25.0)))
    area = like(frames[-1], THING).sum() / like(frames[0], THING).sum()
    assert area == pytest.approx(0.25, abs=0.05)


def test_what_falls_keeps_its_size() -> None:
    made = scene()
    falling = track(MIDDLE, (28.0, 75.0), falls=True)
    frames = filmed(warp_of(made, perspective=Perspective(0.0)), made[0], falling)
    assert like(frames[-1], THING).sum() == pytest.approx(like(frames[0], THING).sum(), rel=0.1)


def test_what_hangs_in_the_air_is_known_by_its_depth() -> None:
    """2 m away, before ground that is 10 m away just below it: moved down it does not grow as on the ground."""
    made = scene()
    rows = np.arange(HIGH)[:, None] + 0.5
    depth = np.broadcast_to(600 / rows, (HIGH, WIDE)).copy()
    depth[made[1]["mover"]] = 2.0
    frames = filmed(warp_of(made, depth, Perspective(0.0)), made[0], track(MIDDLE, (28.0, 70.0)))
    assert like(frames[-1], THING).sum() == pytest.approx(like(frames[0], THING).sum(), rel=0.1)


def test_its_shadow_goes_with_it() -> None:
    """Beside the foot of the thing the ground is dark; later it is dark beside its new foot and nowhere else."""
    beside = (36, 50, 46, 60)
    made = scene(shadow=beside)
    frames = filmed(warp_of(made), made[0], track(MIDDLE, (98.0, 50.0)))
    light = [frame.mean(axis=-1) for frame in (frames[0], frames[-1])]
    ground = np.mean(GROUND)
    core, moved = inside((38, 52, 44, 58)), inside((108, 52, 114, 58))
    assert light[0][core].mean() == pytest.approx(0.6 * ground, rel=0.08)
    assert light[1][core].mean() == pytest.approx(ground, rel=0.06), "the old one is gone"
    assert light[1][moved].mean() == pytest.approx(0.6 * ground, rel=0.12), "the new one is there"


def test_what_is_taken_away_is_gone_with_its_shadow() -> None:
    made = scene(shadow=(36, 50, 46, 60))
    frames = filmed(warp_of(made), made[0], track(MIDDLE, MIDDLE, gone_from=2))
    for k, frame in enumerate(frames):
        assert like(frame, THING)[inside(MOVER)].mean() > 0.9 if k < 2 else not like(frame, THING).any()
    assert frames[-1].mean(axis=-1)[inside((38, 52, 44, 58))].mean() == pytest.approx(np.mean(GROUND), rel=0.06)


def test_a_thing_that_leaves_is_cut_at_the_edge() -> None:
    made = scene()
    frames = filmed(warp_of(made), made[0], track(MIDDLE, (28.0 + 4 * 38, 50.0)))
    areas = [int(like(frame, THING).sum()) for frame in frames]
    assert areas[2] == pytest.approx(areas[0], rel=0.15)
    assert like(frames[3], THING)[:, -6:].any() or areas[3] == pytest.approx(areas[0], rel=0.15)
    assert areas[-1] == 0


def check_first_frame(warp: Warp, picture: Pixels, moving: Track, mask: NDArray[np.bool_]) -> None:
    """It differs from the picture by less than one grey level on average, on the thing and around it."""
    first = next(warp.frames(picture, Tracks((moving,)), moving.frames))
    apart = np.abs(first.astype(int) - picture).mean(axis=-1)
    assert apart[mask].mean() < 1
    assert apart[~mask].mean() < 1


def test_the_first_frame_is_the_picture() -> None:
    made = scene(other=(36, 36, 52, 60), shadow=(10, 56, 24, 66))
    check_first_frame(warp_of(made), made[0], track(MIDDLE, (98.0, 30.0)), made[1]["mover"])


SHOT = Shot(
    world=floor_with(
        block("car", (-0.25, 0.0, 0.0)), block("wall", (0.05, -0.25, 0.0), 1.4), block("far", (0.3, 0.4, 0.0))
    ),
    camera=Camera(position=(0.0, -1.3, 0.7), target=(0.0, 0.0, 0.05), fovy_deg=34, width=360, height=240),
    overlays=(Arrow(start=(-0.18, 0.0, 0.0), end=(0.1, 0.0, 0.0), colour=RED, width=0.02),),
)


def true_track(motion: Motion, camera: Camera, name: str, frames: int) -> Track:
    """The middle of a body in a motion, as the camera sees it."""
    points = [
        project(camera, oriented_box(motion.at(float(seconds))[name]).centre)[:2]
        for seconds in np.linspace(motion.times[0], motion.times[-1], frames)
    ]
    return Track(np.array(points), np.ones(frames, bool))


@pytest.mark.parametrize("way", [(1.0, 0.0, 0.0), (0.3, 1.0, 0.0), (0.0, -1.0, 0.0)])
def test_in_our_worlds_it_comes_close_to_what_really_happens(way: tuple[float, float, float]) -> None:
    """A cube is pushed to the right behind a larger one, away from the camera, or towards it, and then drawn."""
    move = Move(name="car", way=way, distance=0.3)
    motion = course(SHOT.world, move)
    assert motion is not None
    picture = draw_shot(SHOT)
    path = true_track(motion, SHOT.camera, "car", 4)
    frames = filmed(exact_warp(SHOT), picture, path)
    before = see(SHOT.world, SHOT.camera).visible("car")
    check_first_frame(exact_warp(SHOT), picture, path, before)
    truth = draw_shot(replace(SHOT, world=motion.final))
    after = see(motion.final, SHOT.camera).visible("car")
    concerned = before | after
    apart = np.abs(frames[-1].astype(int) - truth)[concerned].mean()
    unmoved = np.abs(picture.astype(int) - truth)[concerned].mean()
    assert apart < 0.35 * unmoved


def test_a_painted_arrow_stays_on_the_ground() -> None:
    """The red arrow begins under the cube, which moves away: nothing red is where the cube was, and the arrow is."""
    picture = draw_shot(SHOT)
    depth_free = draw_shot(replace(SHOT, overlays=()))
    arrow = np.abs(picture.astype(int) - depth_free).max(axis=-1) > 60
    start = project(SHOT.camera, oriented_box(SHOT.world["car"]).centre)[:2]
    path = track((start[0], start[1]), (start[0], start[1] + 60))
    last = filmed(exact_warp(SHOT), picture, path)[-1].astype(int)
    reddish = (last[..., 0] - last[..., 1] > 70) & (last[..., 0] - last[..., 2] > 70)
    hole = see(SHOT.world, SHOT.camera).visible("car")
    now = np.roll(hole, 60, axis=0)
    assert reddish[arrow & ~now].mean() > 0.7
    assert reddish[hole & ~now].mean() < 0.1


def test_a_body_is_meant_by_its_middle_even_if_another_hides_it() -> None:
    """Two cubes in a row: the hidden one's middle lies behind the near one, of which any other point is."""
    world = floor_with(block("near", (0.0, 0.0, 0.0)), block("back", (0.04, 0.3, 0.0)))
    camera = Camera(position=(0.0, -1.3, 0.4), target=(0.0, 0.0, 0.05), fovy_deg=34, width=360, height=240)
    sight = see(world, camera)
    mask_at = oracle_masks(world, camera)
    column, row, _ = project(camera, oriented_box(world["back"]).centre)
    assert sight.visible("near")[int(row), int(column)]
    assert (mask_at((column, row)) == sight.visible("back")).all()
    assert (mask_at((column, row + 10)) == sight.visible("near")).all()
    assert not mask_at((2.0, 2.0)).any()
    assert not mask_at((-5.0, 1e9)).any()


angles = st.floats(8, 75)


@given(angles, st.floats(0, 0.3), st.floats(-0.8, 0.8), st.floats(-0.8, 0.8))
def test_sizes_along_the_ground_are_those_of_the_camera(
    elevation_deg: float, height: float, before: float, after: float
) -> None:
    """A point that keeps its height above the ground is in proportion to 1 / depth, and the rows alone tell it."""
    camera = looking_down(elevation_deg)
    (_, start, near), (_, end, far) = project(camera, np.array([[0.1, before, height], [-0.2, after, height]]))
    assert Perspective.of(camera).along_ground(start, end) == pytest.approx(near / far, rel=1e-6)


@given(angles, st.floats(0, 0.4), st.floats(0, 0.4))
def test_sizes_in_a_fall_are_those_of_the_camera(elevation_deg: float, before: float, after: float) -> None:
    camera = looking_down(elevation_deg)
    (_, start, near), (_, end, far) = project(camera, np.array([[0.1, 0.2, before], [0.1, 0.2, after]]))
    assert Perspective.of(camera).falling(start, end) == pytest.approx(near / far, rel=1e-6)


def looking_down(elevation_deg: float) -> Camera:
    angle = np.radians(elevation_deg)
    eye = (0.0, float(-4 * np.cos(angle)), float(4 * np.sin(angle)))
    return Camera(position=eye, target=(0.0, 0.0, 0.0), fovy_deg=38, width=360, height=240)


@pytest.mark.parametrize(
    ("moving", "frames", "says"),
    [
        ((), 5, "nothing to imagine"),
        ((track(MIDDLE, MIDDLE, 4),), 5, "4 points for 5 frames"),
        ((track((-3.0, 50.0), MIDDLE),), 5, "outside of the picture"),
        ((track((28.0, 96.0), MIDDLE),), 5, "outside of the picture"),
        ((Track(np.array([MIDDLE, (np.nan, 50.0)]), np.ones(2, bool)),), 2, "not finite"),
        ((Track(np.array([MIDDLE, (50.0, np.inf)]), np.ones(2, bool)),), 2, "not finite"),
        ((Track(np.array([MIDDLE] + 4 * [(900.0, 50.0)]), np.ones(5, bool)),), 5, "leaves the picture at once"),
        ((track((80.0, 10.0), MIDDLE),), 5, "nothing at"),
        ((track(MIDDLE, (60.0, 60.0)), track((30.0, 52.0), (60.0, 60.0))), 5, "the same thing"),
        ((Track(np.zeros((0, 2)), np.zeros(0, bool)),), 0, "0 frames"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(moving: tuple[Track, ...], frames: int, says: str) -> None:
    made = scene()
    with pytest.raises(CannotImagine, match=says) as refusal:
        warp_of(made).imagine(made[0], Tracks(moving), "", frames, 0)
    assert "\n" not in str(refusal.value)


def nothing(point: Point) -> NDArray[np.bool_]:
    raise DioramaError("the segmenter is not installed")


@pytest.mark.parametrize(
    ("warp", "says"),
    [
        (Warp(lambda point: np.zeros((HIGH, WIDE), bool)), "nothing at"),
        (Warp(lambda point: np.ones((3, 3), bool)), "mask"),
        (Warp(lambda point: np.ones((HIGH, WIDE), np.int64)), "mask"),
        (Warp(nothing), "the segmenter is not installed"),
        (Warp(nothing, depth=np.ones((3, 3))), "depth"),
        (Warp(nothing, things=np.ones((3, 3), np.int32)), "labels"),
    ],
)
def test_wrong_masks_and_maps_are_refused(warp: Warp, says: str) -> None:
    with pytest.raises(CannotImagine, match=says):
        filmed(warp, scene()[0], track(MIDDLE, (98.0, 30.0)))


@pytest.mark.parametrize(
    "picture", [np.zeros((HIGH, WIDE), np.uint8), np.zeros((HIGH, WIDE, 3)), np.zeros((4, 4, 3), np.uint8)]
)
def test_what_is_no_picture_is_refused(picture: Pixels) -> None:
    with pytest.raises(CannotImagine, match="a picture"):
        filmed(warp_of(scene()), picture, track(MIDDLE, (98.0, 30.0)))


def test_a_thing_that_fills_the_picture_can_be_taken_away() -> None:
    """Nothing is known of what is behind it; there is a clip all the same."""
    picture = scene()[0]
    frames = filmed(Warp(lambda point: np.ones((HIGH, WIDE), bool)), picture, track(MIDDLE, MIDDLE, gone_from=1))
    assert len(frames) == 5


far_out = st.floats(0, 90) | st.floats(-1e4, 1e4, allow_nan=False) | st.sampled_from([1e300, -1e300, 0.0])


@settings(max_examples=25)
@given(st.lists(st.tuples(far_out, far_out), min_size=1, max_size=5), st.booleans(), st.booleans())
def test_any_track_gives_a_clip_or_a_reason(points: list[Point], measured: bool, falls: bool) -> None:
    made = scene(other=(36, 36, 52, 60))
    depth = np.broadcast_to(100 / (np.arange(HIGH)[:, None] + 40.0), (HIGH, WIDE)) if measured else None
    moving = Track(np.array([MIDDLE, *points]), np.ones(len(points) + 1, bool), falls=falls)
    warp = warp_of(made, depth, Perspective(-40.0, 300.0))
    if not any(0 <= x < WIDE and 0 <= y < HIGH for x, y in points):
        with pytest.raises(CannotImagine, match="leaves the picture at once"):
            warp.imagine(made[0], Tracks((moving,)), "", moving.frames, 0)
        return
    clip = warp.imagine(made[0], Tracks((moving,)), "", moving.frames, 0)
    assert frame_times_of(clip) == [round(k / FPS, 6) for k in range(moving.frames)]


def test_the_same_is_drawn_twice() -> None:
    made = scene(shadow=(36, 50, 46, 60))
    moving = Tracks((track(MIDDLE, (98.0, 30.0)),))
    one, two = (warp_of(made).imagine(made[0], moving, words, 5, seed) for words, seed in (("", 0), ("it moves", 9)))
    assert one == two
