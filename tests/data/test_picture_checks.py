"""Checks of pictures that are partly possible: what was found is kept, and what was not checked is said."""

from __future__ import annotations

from diorama.data import Media, Sample
from diorama.data.drawing import draw_one
from diorama.data.verify import check_sample
from diorama.sight import Easel, Shot
from diorama.world.recording import Recording
from tests.data.samples import PLAN, png, sample, small_world
from tests.worlds import level_camera

STILL = Shot(role="view", world=small_world(), camera=level_camera())
STAYS = Recording(seconds=(0.0,), poses={})
CLIP = Shot(role="clip", world=small_world(), camera=level_camera(), recording=STAYS)
FILM = Media(role="clip", kind="video", data=b"never opened", name="clip.mp4")
UNCHECKED = [("picture", "clips are not filmed again")]


def clip_and_still(*shots: Shot, picture: Media) -> Sample:
    media = tuple(picture if shot.kind == "image" else FILM for shot in shots)
    return sample(shots=shots, media=media)


def about_pictures(one: Sample) -> tuple[list[str], list[tuple[str, str]]]:
    found = check_sample(one, PLAN)
    return [d.found for d in found.disagreements if d.check == "picture"], [
        (u.check, u.reason) for u in found.unchecked if u.check == "picture"
    ]


def test_a_wrong_still_is_found_before_and_after_a_clip() -> None:
    wrong = Media(role="view", kind="image", data=png(), name="view.png")
    for shots in ((CLIP, STILL), (STILL, CLIP)):
        assert about_pictures(clip_and_still(*shots, picture=wrong)) == (["8×8"], UNCHECKED)


def test_a_right_still_beside_a_clip_passes_and_the_clip_is_said_to_be_unchecked() -> None:
    right = draw_one(STILL, Easel())
    assert about_pictures(clip_and_still(CLIP, STILL, picture=right)) == ([], UNCHECKED)


def test_a_still_that_cannot_be_drawn_again_does_not_hide_one_of_another_size() -> None:
    """The renderer is not installed; sizes can be compared all the same."""
    second = STILL.model_copy(update={"name": "second"})
    wrong = Media(role="view", kind="image", data=png(), name="second.png")
    one = sample(shots=(STILL, second), media=(draw_one(STILL, Easel()), wrong))
    found = check_sample(one, PLAN.model_copy(update={"renderer": "nowhere"}))
    assert [d.found for d in found.disagreements if d.check == "picture"] == ["8×8"]
    assert ["nowhere" in u.reason for u in found.unchecked if u.check == "picture"] == [True]
