"""The video suite on tracks whose outcome a reader can see, and on drafts of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diorama.kinds import Choice
from diorama.sight import mounted
from diorama.suites import draw_up, get_suite
from diorama.suites.drafts import Rejected
from diorama.suites.video import FORMS, TYPES, Eye, Prediction
from diorama.suites.video.drafting import forms_of
from diorama.suites.video.foresight import courses, ends_what_it_is_at
from diorama.suites.video.gates import reject_hasty, reject_off_the_ground, reject_undecided
from diorama.suites.video.questions.form import UNCLEAR, Outcome, quarter
from diorama.suites.video.second_look import READERS
from diorama.suites.video.tracks import Tracks, curved, frozen, straight
from diorama.world import Camera, World, make_body
from diorama.world import replace as changed
from diorama.world.events import Zone
from diorama.world.layouts import empty
from diorama.world.motors import Drive, Leg, play

FROM_SOUTH = Camera(position=(0.0, -5.0, 2.0), target=(0.0, 0.0, 0.0), width=640, height=360)
FROM_NORTH = Camera(position=(0.0, 5.0, 2.0), target=(0.0, 0.0, 0.0), width=640, height=360)
CUT, MOMENT = 2.0, 4.0


@pytest.fixture(scope="module")
def world() -> World:
    bodies = (
        make_body("building block", seed=1, name="runner", position=(-2.0, 0.5, 0.0)),
        make_body("building block", seed=2, name="walker", position=(-1.0, -0.5, 0.0)),
        make_body("barrel", seed=1, name="barrel", position=(0.5, 0.0, 0.0)),
    )
    return changed(empty(), bodies=bodies)


@pytest.fixture(scope="module")
def tracks(world: World) -> Tracks:
    """The runner goes east at 1 m/s, the walker at a quarter of that; the barrel stands."""
    times = np.linspace(0.0, 5.0, 501)
    positions = np.repeat(np.array([b.position for b in world.bodies])[None], len(times), axis=0)
    positions[:, 0, 0] += times
    positions[:, 1, 0] += times / 4
    turns = np.repeat(np.array([b.quaternion for b in world.bodies])[None], len(times), axis=0)
    return Tracks(world, times, positions, turns)


def query(form: str, *about: str, zone: str = "", camera: Camera = FROM_SOUTH, forward: bool = True) -> Prediction:
    return Prediction(
        form=form, direction="forward" if forward else "backward", viewpoint="exo", about=about, zone=zone,
        moment=MOMENT if forward else 0.5, cut=CUT, eye=Eye(camera=camera), seconds=5.0,
        zones=(Zone(phrase="the mat", low=(1.0, -2.0, -1.0), high=(3.0, 2.0, 2.0)),),
    )  # fmt: skip


def right(asked: Prediction, tracks: Tracks) -> str:
    return FORMS[asked.form].read(asked, tracks).right


def test_sides_are_those_of_the_camera(tracks: Tracks) -> None:
    """After four seconds the runner is 1.5 m east of the barrel: on the right from the south, left from the north."""
    assert right(query("side", "runner", "barrel"), tracks) == "to the right of it"
    assert right(query("side", "runner", "barrel", camera=FROM_NORTH), tracks) == "to the left of it"


@pytest.mark.parametrize(
    ("vector", "way"), [((1, 0, 0), "right"), ((-1, 0.3, 0), "left"), ((0.2, 1, 0), "far"), ((0, -1, 0), "near")]
)
def test_quarters_of_the_ground(vector: tuple[float, float, float], way: str) -> None:
    found, clearly = quarter(np.asarray(vector, float), FROM_SOUTH)
    assert found == way
    assert 0 < clearly <= 1
    assert quarter(np.array([1.0, 1.0, 0.0]), FROM_SOUTH)[1] == pytest.approx(0.0)


def test_who_is_nearest_fastest_and_first(tracks: Tracks) -> None:
    assert right(query("nearest_to", "barrel", "runner", "walker"), tracks) == tracks.world["walker"].phrase
    assert right(query("fastest", "runner", "walker", "barrel"), tracks) == tracks.world["runner"].phrase
    assert right(query("first_in", "runner", "walker", zone="the mat"), tracks) == tracks.world["runner"].phrase
    assert right(query("within", "runner", "walker", "barrel", zone="the mat"), tracks) == "1"
    assert right(query("moving", "runner", "walker", "barrel"), tracks) == "2"


def test_a_gap_is_compared_with_the_cut(tracks: Tracks) -> None:
    """Runner and walker are 1.1 m apart at the cut and 2.2 m at the moment."""
    assert right(query("gap", "runner", "walker"), tracks) == "farther apart"
    assert right(query("gap", "walker", "barrel"), tracks) == "closer together"


def test_expectations_know_one_side_of_the_cut_only(tracks: Tracks) -> None:
    stopped = replace(tracks, positions=tracks.positions.copy())
    late = tracks.times > CUT
    stopped.positions[late, 0] = stopped.positions[tracks.index(CUT), 0]  # the runner stops at the cut
    assert straight(stopped, CUT, "after").middle("runner", MOMENT) == pytest.approx(tracks.middle("runner", MOMENT))
    assert frozen(tracks, CUT, "after").middle("runner", MOMENT) == pytest.approx(tracks.middle("runner", CUT))
    before = straight(tracks, CUT, "before")
    assert before.middle("walker", 0.5) == pytest.approx(tracks.middle("walker", 0.5), abs=1e-6)
    assert before.positions[late] == pytest.approx(tracks.positions[late])


def test_what_slows_down_is_expected_to_go_on_slowing_down(tracks: Tracks) -> None:
    braking = replace(tracks, positions=tracks.positions.copy())
    braking.positions[:, 0, 0] = -2.0 + 2 * tracks.times - 0.2 * tracks.times**2
    assert curved(braking, CUT, "after").middle("runner", MOMENT) == pytest.approx(
        braking.middle("runner", MOMENT), abs=1e-6
    )
    gone_too_far = straight(braking, CUT, "after").middle("runner", MOMENT)
    assert gone_too_far[0] > braking.middle("runner", MOMENT)[0] + 0.5


def test_a_camera_that_rides_turns_with_its_body() -> None:
    then = make_body("car", position=(0.0, 0.0, 0.0))
    now = make_body("car", position=(3.0, 0.0, 0.0), quaternion=(0.0, 0.0, 0.0, 1.0))
    ahead = Camera(position=(0.2, 0.0, 0.3), target=(1.2, 0.0, 0.3))
    seen = mounted(ahead, then, now)
    assert seen.position == pytest.approx((2.8, 0.0, 0.3))
    assert seen.target == pytest.approx((1.8, 0.0, 0.3))


def test_every_form_has_words_a_second_derivation_and_a_place() -> None:
    suite = get_suite("video")
    assert set(READERS) == set(FORMS)
    for kind in TYPES:
        for direction in ("forward", "backward"):
            forms = forms_of(kind, direction)
            assert forms
            assert all(f"{form.name}.{direction}" in suite.wordings for form in forms)
            assert suite.get(kind, direction).minds


@pytest.mark.parametrize("label", ["relative-speed backward", "counting forward"])
def test_a_draft_is_the_same_again_and_agrees_with_its_second_derivation(label: str) -> None:
    name, level = label.split()
    task = get_suite("video").get(name, level)
    drafts = [draw_up(task, (3, 0), turn=0)[0] for _ in range(2)]
    assert drafts[0] == drafts[1]
    draft = drafts[0]
    assert isinstance(draft.answer, Choice)
    assert draft.answer.option in draft.options
    assert 3 <= len(draft.options) <= 5
    assert task.find_problem(draft.query, draft.answer, draft.world, draft.camera) is None


def test_the_clip_and_what_is_kept_from_it_share_no_frame() -> None:
    task = get_suite("video").get("relation", "forward")
    draft, _ = draw_up(task, (3, 0), turn=0)
    assert isinstance(draft.query, Prediction)
    clip, outcome = (next(s for s in draft.shots if s.role == role) for role in ("clip", "outcome"))
    assert clip.recording is not None
    assert outcome.recording is not None
    assert clip.recording.seconds[-1] == pytest.approx(draft.query.cut, abs=1e-6)
    assert outcome.recording.start > draft.query.cut
    frames = len(clip.recording.seconds) + len(outcome.recording.seconds)
    assert frames == pytest.approx(draft.query.seconds * 24, abs=2)


def outcome(asked: Prediction, tracks: Tracks) -> Outcome:
    return FORMS[asked.form].read(asked, tracks)


def test_what_turns_on_the_spot_moves_and_has_no_speed_to_compare(tracks: Tracks) -> None:
    spinning = replace(tracks, turns=tracks.turns.copy())
    half = tracks.times * 0.6
    spinning.turns[:, 2] = np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=1)
    assert outcome(query("moving", "runner", "walker", "barrel"), spinning).right == "3"
    assert outcome(query("fastest", "runner", "walker", "barrel"), spinning).margin == UNCLEAR
    assert outcome(query("fastest", "runner", "walker", "barrel"), tracks).margin > 0


def test_the_largest_is_what_shows_most(tracks: Tracks) -> None:
    """The barrel is far larger than the blocks; behind a wall of them it would not be asked about."""
    asked = query("largest", "runner", "walker", "barrel")
    assert outcome(asked, tracks).right == tracks.world["barrel"].phrase
    away = changed(FROM_SOUTH, position=(0.0, -5.0, 2.0), target=(0.0, -9.0, 2.0))
    assert outcome(changed(asked, eye=Eye(camera=away)), tracks).margin == UNCLEAR


@pytest.mark.parametrize(
    ("tilt", "moved", "state"),
    [(80.0, 0.3, "fallen over"), (0.0, 0.0, "standing where it stood"), (2.0, 0.5, "standing, but moved")],
)
def test_what_has_become_of_a_thing_that_stood(tilt: float, moved: float, state: str, tracks: Tracks) -> None:
    tipped = replace(tracks, turns=tracks.turns.copy(), positions=tracks.positions.copy())
    late, half = tracks.times > CUT + 0.5, np.radians(tilt) / 2
    tipped.turns[late, 2] = (np.cos(half), np.sin(half), 0.0, 0.0)
    tipped.positions[late, 2, 0] += moved
    found = outcome(query("standing", "barrel"), tipped)
    assert found.right == state and found.margin > 0
    assert outcome(query("fallen", "barrel"), tipped).right == str(int(tilt > 50))


def test_a_thing_that_is_rocked_is_not_said_to_stay(tracks: Tracks) -> None:
    rocked = replace(tracks, turns=tracks.turns.copy())
    half = np.radians(20.0) / 2
    rocked.turns[(tracks.times > 2.5) & (tracks.times < 3.0), 2] = (np.cos(half), np.sin(half), 0.0, 0.0)
    for form in ("standing", "first_falls", "fallen"):
        assert outcome(query(form, "barrel", *(["walker"] if form == "first_falls" else [])), rocked).margin < 0


@pytest.mark.parametrize(("low", "right_one", "clear"), [(1.0, "runner", True), (3.5, "none of them", True)])
def test_the_first_to_arrive_does_so_with_its_edge_too(
    low: float, right_one: str, clear: bool, tracks: Tracks
) -> None:
    asked = query("first_in", "runner", "walker", zone="the mat")
    mat = Zone(phrase="the mat", low=(low, -2.0, -1.0), high=(low + 2, 2.0, 2.0))
    found = outcome(changed(asked, zones=(mat,)), tracks)
    assert found.right == (tracks.world[right_one].phrase if right_one in tracks.world else right_one)
    assert (found.margin > 0) is clear


def test_who_arrives_just_too_late_is_not_said_to_be_late(tracks: Tracks) -> None:
    """The runner is at x = 2 at the moment: a mat that begins at 2.1 is reached a tenth of a second later."""
    asked = query("first_in", "runner", "walker", zone="the mat")
    mat = Zone(phrase="the mat", low=(2.1, -2.0, -1.0), high=(4.0, 2.0, 2.0))
    assert outcome(changed(asked, zones=(mat,)), tracks).margin < 0


def test_who_has_left_and_who_faces_where(tracks: Tracks) -> None:
    pen = Zone(phrase="the mat", low=(-3.0, -2.0, -1.0), high=(0.3, 2.0, 2.0))
    asked = changed(query("first_out", "runner", "walker", zone="the mat"), zones=(pen,))
    assert outcome(asked, tracks).right == tracks.world["runner"].phrase
    assert outcome(query("facing", "runner"), tracks).right == "to the right"
    assert outcome(query("facing", "runner", camera=FROM_NORTH), tracks).right == "to the left"


def test_the_place_that_something_is_in(tracks: Tracks) -> None:
    asked = query("whereabouts", "runner")
    other = Zone(phrase="the rug", low=(-3.0, -2.0, -1.0), high=(0.0, 2.0, 2.0))
    assert outcome(changed(asked, zones=(*asked.zones, other)), tracks).right == "the mat"
    assert outcome(changed(asked, zones=(other,)), tracks).right == "in none of these places"


def test_an_answer_that_nears_its_edge_a_little_sooner_is_not_asked_for(tracks: Tracks) -> None:
    """The mat begins at 1 m. At 4 s the runner is 1 m inside; at 3.35 s a third of that, and less a little sooner."""
    clip = Eye(camera=FROM_SOUTH)
    plain = query("whereabouts", "runner")
    reject_hasty(plain, outcome(plain, tracks), clip, tracks)
    near = changed(plain, moment=3.35)
    assert outcome(near, tracks).right == "the mat" and outcome(near, tracks).margin > 0
    with pytest.raises(Rejected, match="hangs on a moment"):
        reject_hasty(near, outcome(near, tracks), clip, tracks)


def test_what_goes_beyond_the_ground_is_not_asked_about(tracks: Tracks) -> None:
    """The runner goes east at 1 m/s: it goes beyond a ground of 2.5 m to each side after four and a half seconds."""
    reject_off_the_ground(tracks)
    floor = tracks.world.fixtures[0]
    tiles = tuple(changed(block, size=(2.5, 2.5, 0.05)) for block in floor.blocks)
    small = changed(tracks.world, fixtures=(changed(floor, blocks=tiles),))
    with pytest.raises(Rejected, match="beyond the ground"):
        reject_off_the_ground(replace(tracks, world=small))


def test_numbers_on_offer_say_nothing_of_the_count(tracks: Tracks) -> None:
    for form in ("moving", "fallen"):
        assert outcome(query(form, "runner", "walker", "barrel"), tracks).options == {"0", "1", "2", "3"}


TURNING = Drive(name="car", legs=(Leg(seconds=3.0, speed=1.0), Leg(seconds=2.0, speed=1.0, turn_deg=90.0)), speed=1.0)


def test_a_motor_is_expected_to_end_what_it_is_at() -> None:
    """Cut within a bend, it bends on, more or less far; cut before it, nobody knows of the bend."""
    assert [drives[0].turned(9.0) for drives in courses((TURNING,), cut=4.0)] == pytest.approx(
        np.radians([90.0, 90.0, 76.5, 103.5])
    )
    assert [drives[0].turned(9.0) for drives in courses((TURNING,), cut=2.5)] == pytest.approx([np.pi / 2, 0, 0, 0])
    assert ends_what_it_is_at(TURNING, cut=8.0) == TURNING


def test_what_brakes_is_not_expected_to_drive_backwards() -> None:
    braking = Drive(name="car", legs=(Leg(seconds=2.0, speed=2.0), Leg(seconds=2.0, speed=0.0)), speed=2.0)
    assert [drives[0].at(9.0)[0] for drives in courses((braking,), cut=3.0)] == pytest.approx([0.0, 0.0, 0.3, 0.0])


@pytest.mark.parametrize(("cut", "decided"), [(2.5, False), (4.0, True)])
def test_a_bend_that_nobody_saw_coming_is_not_asked_about(cut: float, decided: bool) -> None:
    world = changed(empty(), bodies=(changed(make_body("car", position=(-3.0, 0.0, 0.0)), grip=0.0),))
    motion = play(world, (TURNING,), 8.0)
    asked = changed(query("heading", "car"), cut=cut, moment=7.0, drives=(TURNING,), seconds=8.0)
    found = outcome(asked, Tracks.of(motion))
    assert found.right == "away from the camera"
    if decided:
        reject_undecided(asked, found, motion, np.random.default_rng(1))
    else:
        with pytest.raises(Rejected, match="does not decide"):
            reject_undecided(asked, found, motion, np.random.default_rng(1))
