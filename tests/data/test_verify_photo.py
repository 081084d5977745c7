"""`verify` on photos, with a real Blender: drawn again small, within a tolerance."""

from __future__ import annotations

import importlib.util

import pytest

from diorama.data import BuildPlan, Sample
from diorama.data.build import to_sample
from diorama.data.checks import PICTURE_CHECKS
from diorama.data.drawing import draw_media
from diorama.data.verify import Finding, check_sample
from diorama.sight import Easel
from diorama.suites import draw_up, get_suite
from diorama.suites.suite import LOOKED
from diorama.world import replace

pytestmark = [pytest.mark.slow, pytest.mark.skipif(importlib.util.find_spec("bpy") is None, reason="needs Blender")]

PLAN = BuildPlan(suites=("structure",), count=1, seed=11, renderer="photo", options={"preset": "fast"})


@pytest.fixture(scope="module")
def sample() -> Sample:
    """Seven things on a polished surface, two of them without a mirror image; a small photo that T4 lets pass."""
    task = get_suite("structure").get("T4")
    easel = Easel("photo", "fast")
    draft, _ = draw_up(task, [11], look=lambda d: task.look_at(d.query, (d.shots[0].resized(360, 240),), easel))
    made = to_sample(draft, task, replace(PLAN, renderer="draft", options={}), 0)
    shots = (made.shots[0].resized(360, 240),)
    return replace(made, shots=shots, media=draw_media(shots, easel)[0])


def about_pictures(finding: Finding) -> set[str]:
    assert not finding.unchecked
    return {d.check for d in finding.disagreements} & PICTURE_CHECKS


def test_a_photo_is_found_to_be_what_its_shot_draws(sample: Sample) -> None:
    assert about_pictures(check_sample(sample, PLAN)) == set()


def test_a_photo_with_muted_mirror_images_in_it_is_found(sample: Sample) -> None:
    """Even where they are too small for the mean colours of patches to tell."""
    unmuted = (replace(sample.shots[0], muted=()),)
    media = draw_media(unmuted, Easel("photo", "fast"))[0]
    assert about_pictures(check_sample(replace(sample, media=media), PLAN)) >= {"muted reflections", LOOKED}


def test_a_photo_of_another_scene_is_found(sample: Sample) -> None:
    """One of the bodies is gone."""
    shot = sample.shots[0]
    bare = (replace(shot, world=shot.world.without([shot.world.inventory[-1]]), muted=()),)
    media = draw_media(bare, Easel("photo", "fast"))[0]
    assert "picture" in about_pictures(check_sample(replace(sample, media=media), PLAN))
