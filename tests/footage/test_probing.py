"""What video files are, and what is wrong with those that cannot be used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.footage.decoding import stream_frames
from diorama.footage.probing import probe
from tests.footage.films import (
    HEIGHT,
    WIDTH,
    cut_off,
    even_times,
    moving,
    number_of,
    numbers,
    quarter_turned,
    write_film,
)

UNEVEN = [0.0, 0.04, 0.08, 0.3, 0.34, 0.5, 1.0, 1.04, 1.5, 1.52]


@pytest.mark.parametrize("ending", ["mp4", "mkv", "ts", "mov"])
def test_the_facts_of_a_film(tmp_path: Path, ending: str) -> None:
    found = probe(write_film(tmp_path / f"film.{ending}", even_times(4)))
    assert (found.frames, found.width, found.height, found.rotation_deg) == (100, WIDTH, HEIGHT, 0)
    assert found.seconds == pytest.approx(4.0, abs=0.01) and found.fps == pytest.approx(25, rel=1e-3)
    assert not found.variable_rate


def test_a_variable_frame_rate_is_seen_and_times_are_kept(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mp4", UNEVEN)
    assert probe(path).variable_rate and "on the average" in str(probe(path))
    assert [round(f.seconds, 3) for f in stream_frames(path)] == UNEVEN


def test_a_film_from_a_telephone_held_upright_stands_upright(tmp_path: Path) -> None:
    """Its pictures are stored lying; the header asks players to turn them clockwise."""
    plain = write_film(tmp_path / "film.mp4", even_times(1), turned=3)  # stored turned left
    quarter_turned(plain)
    found = probe(plain)
    assert (found.width, found.height, found.rotation_deg) == (WIDTH, HEIGHT, 270)
    frames = list(stream_frames(plain))
    assert numbers(f.pixels for f in frames) == list(range(25))
    assert np.abs(frames[3].pixels.astype(int) - moving(3, 0.12)).mean() < 6, "neither mirrored nor upside down"


@pytest.mark.parametrize(("rotation", "turned"), [(90, 1), (180, 2), (270, 3)])
def test_any_quarter_turn_is_undone(tmp_path: Path, rotation: int, turned: int) -> None:
    path = write_film(tmp_path / "film.mp4", even_times(1), rotation_deg=rotation, turned=turned)
    frame = next(iter(stream_frames(path)))
    assert frame.pixels.shape == (HEIGHT, WIDTH, 3) and number_of(frame.pixels) == 0
    assert np.abs(frame.pixels.astype(int) - moving(0, 0.0)).mean() < 6


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.mp4", b"", "is empty (0 bytes)"),
        ("text.mp4", b"Dear diary, " * 400, "cannot be read as a video"),
        ("list.m3u8", b"#EXTM3U\n#EXTINF:10,\nfile:///etc/hosts\n", "cannot be read as a video"),
        ("list.ffconcat", b"ffconcat version 1.0\nfile other.mp4\n", "cannot be read as a video"),
        ("half.mp4", b"\x00\x00\x00\x20ftypisom" + bytes(100), "cannot be read as a video"),
    ],
)
def test_what_is_no_video_is_one_line_that_names_the_file(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DioramaError) as caught:
        probe(tmp_path / name)
    assert str(caught.value).startswith(f"{tmp_path / name} {words}") and "\n" not in str(caught.value)


def test_missing_files_folders_and_pictures_are_refused(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (64, 64)).save(tmp_path / "picture.png")
    for name, words in (("none.mp4", "there is no file"), ("", "is a folder"), ("picture.png", "cannot be read")):
        with pytest.raises(DioramaError, match=words):
            probe(tmp_path / name)


@pytest.mark.parametrize(("ending", "faststart"), [("mp4", False), ("mp4", True), ("mkv", False), ("avi", False)])
def test_a_film_that_is_cut_short_is_refused(tmp_path: Path, ending: str, faststart: bool) -> None:
    whole = write_film(tmp_path / f"film.{ending}", even_times(6), faststart=faststart)
    with pytest.raises(DioramaError, match="cut short"):
        probe(cut_off(whole))


def test_a_film_whose_times_go_back_is_refused(tmp_path: Path) -> None:
    """H.264 in AVI: the file gives no order in which to show its pictures, so nobody knows what comes before a cut."""
    path = write_film(tmp_path / "film.avi", even_times(2))
    with pytest.raises(DioramaError, match="times that go back"):
        list(stream_frames(path))


def test_one_picture_is_no_film(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="holds a single picture"):
        probe(write_film(tmp_path / "film.mp4", [0.0]))
