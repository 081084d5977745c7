"""Pictures of every suite in other sizes: the same view, the same answer, marks as large as everything else."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image

from diorama.data import BuildPlan, Sample
from diorama.data.audit import flat_scene
from diorama.data.build import plan_build, to_sample, wanted_size
from diorama.data.verify import check_sample
from diorama.errors import DioramaError
from diorama.sight import Frame
from diorama.sight.overlays import coverage
from diorama.suites import Draft, draw_up, get_suite
from diorama.suites.sizes import in_usual_size
from diorama.world import Camera, replace

CAMERA = Camera(position=(0.0, -2.0, 0.9), target=(0.0, 0.0, 0.0), fovy_deg=35)


@pytest.fixture(scope="module")
def mirrored() -> Draft:
    """A draft of T4, whose answer counts pixels of mirror images."""
    return draw_up(get_suite("structure").get("T4"), [11])[0]


def made(draft: Draft, size: Sequence[int] | None) -> tuple[Sample, BuildPlan]:
    plan = plan_build(("structure",), 1, 1)
    plan = replace(plan, options={**plan.options, "size": list(size)}) if size else plan
    return to_sample(draft, get_suite("structure").get("T4"), plan, 0), plan


def test_a_larger_picture_shows_the_same_view_with_the_same_answer(mirrored: Draft) -> None:
    (usual, _), (large, plan) = made(mirrored, None), made(mirrored, (1080, 720))
    small_picture, large_picture = (Image.open(io.BytesIO(s.media[0].data)).convert("RGB") for s in (usual, large))
    assert (small_picture.size, large_picture.size) == ((720, 480), (1080, 720))
    assert usual.shots == mirrored.shots and usual.answer == large.answer
    again = np.asarray(large_picture.resize((720, 480), Image.Resampling.BOX), float)
    assert np.abs(again - np.asarray(small_picture, float)).mean() < 4
    finding = check_sample(large, plan)
    assert not finding.disagreements and not finding.unchecked


def test_answers_and_guessers_measure_in_the_usual_size(mirrored: Draft) -> None:
    """A mirror image of half the wanted pixels is none, however large the picture is."""
    large, _ = made(mirrored, (1440, 960))
    assert large.camera is not None
    assert get_suite("structure").measured(large.camera) == mirrored.camera
    boxes, usual = flat_scene(large), flat_scene(made(mirrored, None)[0])
    assert boxes is not None and usual is not None and boxes.boxes == usual.boxes


def test_the_usual_size_in_photo_is_larger() -> None:
    assert get_suite("structure").size("draft") == get_suite("causal").size("draft") == (720, 480)
    assert get_suite("structure").size("photo") == (1080, 720)
    assert get_suite("causal").size("photo") == (1920, 1080)


def test_a_view_that_is_smaller_than_usual_is_measured_as_it_is() -> None:
    small, wide = (replace(CAMERA, width=w, height=h) for w, h in ((360, 240), (1920, 1080)))
    assert in_usual_size(small, (720, 480)) == small
    assert in_usual_size(wide, (720, 480)) == CAMERA


@pytest.mark.parametrize("size", ["720x480", "1080x720", "1920X1280", "1500×1000"])
def test_sizes_of_structure(size: str) -> None:
    width, height = wanted_size(size, ("structure",))
    assert width * 2 == height * 3


@pytest.mark.parametrize(
    ("size", "suites", "words"),
    [
        ("big", ("causal",), "written as 1920x1080; got 'big'"),
        ("720x", ("structure",), "written as 1920x1080"),
        ("100x100", ("causal",), "pictures of causal are at least 720x480"),
        ("900x900", ("causal",), "need pictures of at least 3:2"),
        ("4000x2000", ("causal",), "at most 3840 pixels wide"),
        ("360x240", ("structure",), "pictures of structure are at least 720x480"),
        ("1920x1080", ("structure",), "pictures of structure are 3:2, such as 1620x1080; got 1920x1080"),
        ("1800x1800", ("structure",), "are 3:2, such as 1920x1280"),
        ("721x481", ("video",), "pictures of video are 16:9, such as 864x486; got 721x481"),
        ("848x477", ("video",), "clips of video have even sides, such as 832x468; got 848x477"),
        ("2160x1440", ("structure",), "at most 1920 pixels wide; got 2160x1440"),
        ("1920x1080", ("causal", "structure"), "pictures of structure are 3:2"),
    ],
)
def test_sizes_that_will_not_do(size: str, suites: tuple[str, ...], words: str) -> None:
    with pytest.raises(DioramaError, match=words) as caught:
        wanted_size(size, suites)
    assert "\n" not in str(caught.value)


def test_the_line_of_a_box_grows_with_the_picture() -> None:
    """Twice as large a picture has lines that cover four times the pixels, at the same places."""
    box = Frame(points=((-0.1, 0.0, 0.0), (0.1, 0.0, 0.2)))
    areas, spans = [], []
    for times in (1, 2):
        camera = replace(CAMERA, width=720 * times, height=480 * times)
        (cover,) = coverage(box, camera, np.full((camera.height, camera.width), np.inf))
        areas.append(float(cover.sum()))
        spans.append(np.ptp(np.nonzero(cover.max(axis=0))[0]) / times)
    assert areas[1] == pytest.approx(4 * areas[0], rel=0.03)
    assert spans[1] == pytest.approx(spans[0], abs=1.5)
