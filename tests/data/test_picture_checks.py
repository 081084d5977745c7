"""Checks of pictures that are partly possible: what was found is kept, and what was not checked is said."""

from __future__ import annotations

import io

import numpy as np

from diorama.data import Media, Sample
from diorama.data.drawing import draw_one
from diorama.data.verify import check_sample
from diorama.sight import Easel, Shot
from diorama.sight.clips import Frame, frames_of, make_clip
from diorama.world.model import replace
from diorama.world.recording import Recording
from tests.data.samples import PLAN, png, sample, small_world
from tests.worlds import level_camera

STILL = Shot(role="view", world=small_world(), camera=level_camera())
STAYS = Recording(seconds=(0.0,), poses={})
CLIP = Shot(role="clip", world=small_world(), camera=level_camera(), recording=STAYS)
MOVES = Recording(
    seconds=(0.0, 0.5), poses={"near": ((0.0, 0.0, 0.4, 1.0, 0.0, 0.0, 0.0), (0.3, 0.0, 0.4, 1.0, 0.0, 0.0, 0.0))}
)


def clip_and_still(*shots: Shot, picture: Media) -> Sample:
    media = tuple(picture if shot.kind == "image" else draw_one(shot, Easel()) for shot in shots)
    return sample(shots=shots, media=media)


def amiss(one: Sample, check: str = "picture") -> list[str]:
    return [d.found for d in check_sample(one, PLAN).disagreements if d.check == check]


def test_a_wrong_still_is_found_before_and_after_a_clip() -> None:
    wrong = Media(role="view", kind="image", data=png(), name="view.png")
    for shots in ((CLIP, STILL), (STILL, CLIP)):
        assert amiss(clip_and_still(*shots, picture=wrong)) == ["8×8"]


def test_a_right_still_beside_a_right_clip_passes() -> None:
    both = clip_and_still(CLIP, STILL, picture=draw_one(STILL, Easel()))
    assert amiss(both) == []
    assert amiss(both, "clip") == []


def test_a_clip_of_something_else_of_another_length_or_of_another_part_is_found() -> None:
    moving = CLIP.model_copy(update={"recording": MOVES})
    later = CLIP.model_copy(update={"recording": STAYS.model_copy(update={"start": 2.0})})
    shown, longer, other_part = (draw_one(shot, Easel()) for shot in (CLIP, moving, later))
    turned = CLIP.model_copy(update={"camera": level_camera().model_copy(update={"position": (0.0, 1.0, 2.0)})})
    assert amiss(sample(shots=(CLIP,), media=(longer,)), "clip") == ["13"]
    assert amiss(sample(shots=(CLIP,), media=(other_part,)), "clip") == ["frame 48"]
    assert "a patch that differs" in amiss(sample(shots=(turned,), media=(shown,)), "clip")[0]


def test_a_few_frames_from_elsewhere_are_found_wherever_they_are() -> None:
    """A clip with frames of the unseen side in it has the right length, ends and middle."""
    moving = CLIP.model_copy(update={"recording": MOVES})
    shown = draw_one(moving, Easel())
    frames = list(frames_of(shown.data))
    assert amiss(sample(shots=(moving,), media=(shown,)), "clip") == []
    for spoilt in ((2,), (3, 4), (8, 9, 10)):
        leaking = [Frame(f.seconds, np.invert(f.pixels)) if k in spoilt else f for k, f in enumerate(frames)]
        media = shown.model_copy(update={"data": make_clip(leaking)})
        found = amiss(sample(shots=(moving,), media=(media,)), "clip")
        assert found and "a patch that differs" in found[0], spoilt


def test_a_clip_that_cannot_be_opened_is_found() -> None:
    broken = Media(role="clip", kind="video", data=b"no film at all", name="clip.mp4")
    assert amiss(sample(shots=(CLIP,), media=(broken,)), "clip")


def test_a_clip_of_sound_alone_is_found() -> None:
    import av

    stream = io.BytesIO()
    with av.open(stream, "w", format="mp4") as container:
        track = container.add_stream("aac", rate=44100)
        silence = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        silence.sample_rate = 44100
        container.mux([*track.encode(silence), *track.encode()])
    sound = Media(role="clip", kind="video", data=stream.getvalue(), name="clip.mp4")
    assert amiss(sample(shots=(CLIP,), media=(sound,)), "clip") == ["the clip has no pictures"]


def test_a_clip_at_another_pace_is_found() -> None:
    """The same frames, but slower: whoever sees them believes that things move slowly."""
    moving = CLIP.model_copy(update={"recording": MOVES})
    frames = list(frames_of(draw_one(moving, Easel()).data))
    for slower, found in ((1.0, []), (2.0, ["one that is 0.50 s away from its time"])):
        data = make_clip([Frame(frame.seconds * slower, frame.pixels) for frame in frames])
        clip = Media(role="clip", kind="video", data=data, name="clip.mp4")
        assert amiss(sample(shots=(moving,), media=(clip,)), "clip") == found


def test_a_missing_film_of_the_unseen_part_is_found() -> None:
    later = replace(CLIP, role="outcome", recording=replace(STAYS, start=1.0))
    assert amiss(sample(shots=(CLIP, later), media=(draw_one(CLIP, Easel()),)), "clip") == ["none"]


def test_a_still_that_cannot_be_drawn_again_does_not_hide_one_of_another_size() -> None:
    """The renderer is not installed; sizes can be compared all the same."""
    second = STILL.model_copy(update={"name": "second"})
    wrong = Media(role="view", kind="image", data=png(), name="second.png")
    one = sample(shots=(STILL, second), media=(draw_one(STILL, Easel()), wrong))
    found = check_sample(one, PLAN.model_copy(update={"renderer": "nowhere"}))
    assert [d.found for d in found.disagreements if d.check == "picture"] == ["8×8"]
    assert ["nowhere" in u.reason for u in found.unchecked if u.check == "picture"] == [True]


def shown_and_kept(outcome: Shot) -> Sample:
    return sample(shots=(CLIP, outcome), media=(draw_one(CLIP, Easel()),), outcome=draw_one(outcome, Easel()))


def test_what_is_kept_from_a_model_is_filmed_by_the_same_camera_and_shares_no_moment() -> None:
    long = float(STAYS.seconds[-1])
    later = replace(CLIP, role="outcome", recording=replace(STAYS, start=long + 1 / 24))
    assert amiss(shown_and_kept(later), "clip") == []
    overlapping = replace(later, recording=replace(STAYS, start=long))
    assert amiss(shown_and_kept(overlapping), "clip") == [f"{long:.2f}–{2 * long:.2f} s"]
    elsewhere = replace(later, camera=replace(later.camera, position=(0.0, -3.0, 1.0)))
    assert amiss(shown_and_kept(elsewhere), "clip") == ["another camera"]
