"""Warps of pictures without a world: what moves is cut out by a provider of perception."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diorama.data import Media
from diorama.errors import DioramaError
from diorama.imagine.generators.protocol import CannotImagine, Pixels
from diorama.imagine.generators.registry import Known, read_generator
from diorama.imagine.imagining import imagine, known_of
from diorama.imagine.tracks import Track, Tracks
from diorama.kinds import Choice
from diorama.sight.clips import frames_of
from tests.data.samples import sample
from tests.imagine.test_warp import GROUND, MOVER, THING, like, scene, track

HIGH, WIDE = 96, 144


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))


def without_world(picture: Pixels) -> Known:
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    media = (Media(role="view", kind="image", data=file.getvalue(), name="view.png"),)
    return known_of(sample(0, shots=(), query=None, media=media, answer=Choice(option="Yes")))


def imagined(generator: str, picture: Pixels, path: Track) -> list[Pixels]:
    spec = read_generator(generator)
    spec.check_settings()
    clip = imagine(spec, without_world(picture), picture, Tracks((path,)), "it moves", path.frames, 0)
    return [frame.pixels for frame in frames_of(clip)]


@pytest.mark.parametrize(
    "generator", ["warp(segment='grabcut')", "warp(segment='grabcut', depth='plane(horizon=-50.0)')"]
)
def test_a_thing_of_any_picture_moves_along_its_track(generator: str) -> None:
    """The red thing goes 60 pixels to the right; where it was there is ground."""
    picture, _ = scene()
    frames = imagined(generator, picture, track((28.0, 50.0), (88.0, 50.0)))
    left, top, right, bottom = MOVER
    there, gone = (like(frames[-1], colour) for colour in (THING, GROUND))
    assert there[top + 2 : bottom - 2, left + 62 : right + 58].mean() > 0.95
    assert gone[top:bottom, left:right].mean() > 0.9
    assert like(frames[0], THING)[top + 2 : bottom - 2, left + 2 : right - 2].mean() > 0.95


def test_without_a_provider_a_world_is_needed_as_before() -> None:
    picture, _ = scene()
    with pytest.raises(CannotImagine, match="has no world"):
        imagined("warp", picture, track((28.0, 50.0), (88.0, 50.0)))


def test_what_the_provider_says_is_why_there_is_no_clip(tmp_path: Path) -> None:
    """The user's own mask of another thing: there is nothing where the track begins."""
    picture, _ = scene()
    Image.fromarray(picture).save(tmp_path / "view.png")
    Image.fromarray(np.pad(np.ones((9, 9), np.uint8), ((0, HIGH - 9), (0, WIDE - 9)))).save(tmp_path / "mask.png")
    own = f'warp(segment=\'files(maps="{tmp_path / "mask.png"}", pictures="{tmp_path / "view.png"}")\')'
    with pytest.raises(CannotImagine, match=r"there is nothing at \(28, 50\) that could be cut out"):
        imagined(own, picture, track((28.0, 50.0), (88.0, 50.0)))
    with pytest.raises(CannotImagine, match="the picture is not among those"):
        imagined(own, picture[:, ::-1].copy(), track((28.0, 50.0), (88.0, 50.0)))


@pytest.mark.parametrize(
    ("generator", "why"),
    [
        ("warp(depth='plane')", "depth= only with segment="),
        ("warp(segment='grabcutt')", "did you mean 'grabcut'"),
        ("warp(segment='sam(model=\"./nowhere\")')", "there is no folder"),
    ],
)
def test_settings_that_cannot_work_are_refused_before_any_model_is_asked(generator: str, why: str) -> None:
    with pytest.raises(DioramaError, match=why):
        read_generator(generator).check_settings()
