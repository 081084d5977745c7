"""Shots, motion and blur are measured; clips are what lies between changes, sharp and moving."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from diorama.errors import DioramaError
from diorama.footage import clips
from diorama.footage.clipping import Wish, clips_in
from diorama.footage.clips import make_clips
from diorama.footage.decoding import Frame, stream_frames
from diorama.footage.measuring import LONG_SIDE, Measures, Second, measure
from diorama.footage.record_files import clip_file
from tests.footage.films import Pixels, cut_off, even_times, moving, scene, write_film


def measured(path: Path) -> Measures:
    return measure(stream_frames(path, long_side=LONG_SIDE, grey=True))


def story(number: int, seconds: float) -> Pixels:
    """Six seconds of motion; another room, six more; then it is blurred for five; then nothing moves for five."""
    x = abs((seconds / 2) % 2 - 1)
    if seconds < 6:
        return scene(number, seed=1, x=x)
    if seconds < 12:
        return scene(number, seed=2, x=x)
    return scene(0, seed=2, x=x, blurred=True) if seconds < 17 else scene(0, seed=2, x=0.5)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_film(tmp_path_factory.mktemp("film") / "A Día Out.mp4", even_times(22), story)


def test_what_is_measured_is_what_was_filmed(film: Path) -> None:
    found = measured(film)
    assert found.changes[0] == pytest.approx(6.0, abs=0.001)
    assert all(t >= 12 for t in found.changes[1:])
    moves, rests = found.seconds[1:11], found.seconds[18:21]
    assert min(s.motion for s in moves) > 0.02 > 0.002 > max(s.motion for s in rests)
    sharp, blurred = found.seconds[1:11], found.seconds[13:16]
    assert max(s.blur for s in sharp) < 0.5 and min(s.blur for s in blurred) > 0.65


def frames(*pictures: Pixels, fps: float = 25) -> list[Frame]:
    return [Frame(k / fps, p.mean(2).astype(np.uint8)) for k, p in enumerate(pictures)]


def test_a_flash_a_brighter_lamp_and_a_shaking_camera_change_no_shot() -> None:
    still = scene(0, seed=3)
    lit = np.clip(still.astype(int) + 40, 0, 255).astype(np.uint8)
    white = np.full_like(still, 255)
    assert measure(frames(*[still] * 20, *[lit] * 20)).changes == ()
    assert measure(frames(*[still] * 20, white, *[still] * 20)).changes == ()
    rng = np.random.default_rng(0)
    shaken = [np.roll(still, tuple(int(n) for n in rng.integers(-12, 13, 2)), (0, 1)) for _ in range(60)]
    assert measure(frames(*shaken)).changes == ()
    dim = [scene(0, seed=3, x=x).astype(int) // 8 for x in (0.0, 1.0)]
    dark = [np.where(p > 30, 255, p).astype(np.uint8) for p in dim]
    assert measure(frames(*[dark[0]] * 20, *[dark[1]] * 20)).changes == (), "a lamp goes out, another one on"
    assert measure(frames(*[still] * 20, *[scene(0, seed=4)] * 20)).changes == (0.8,)


def seconds(*pairs: tuple[float, float]) -> tuple[Second, ...]:
    return tuple(Second(motion, blur) for motion, blur in pairs)


GOOD, STILL, SOFT = (0.05, 0.3), (0.0, 0.3), (0.05, 0.9)


@pytest.mark.parametrize(
    ("film", "changes", "spans", "left"),
    [
        ([GOOD] * 10, (), [(0, 10)], {}),
        ([GOOD] * 10, (3.5,), [(3.5, 10)], {"too short": 1}),
        ([GOOD] * 40, (), [(0, 40 / 3), (40 / 3, 80 / 3), (80 / 3, 40)], {}),
        ([*[GOOD] * 5, SOFT, *[GOOD] * 5], (), [(0, 5), (6, 11)], {}),
        ([*[GOOD] * 5, STILL, *[GOOD] * 5], (), [(0, 11)], {}),
        ([STILL, *[GOOD] * 5, *[STILL] * 3, *[GOOD] * 4, STILL], (), [(1, 6), (9, 13)], {}),
        ([STILL] * 9, (), [], {"hardly any motion": 1}),
        ([SOFT] * 9, (), [], {"blurred": 1}),
        ([*[GOOD] * 3, SOFT, *[GOOD] * 3], (), [], {"no stretch that is sharp and moves is long enough": 1}),
    ],
)
def test_clips_are_sharp_moving_stretches_of_one_shot(
    film: list[tuple[float, float]],
    changes: tuple[float, ...],
    spans: list[tuple[float, float]],
    left: dict[str, int],
) -> None:
    found, reasons = clips_in(Measures(seconds(*film), changes, len(film) - 0.04), float(len(film)), Wish())
    assert [(s.start, s.end) for s in found] == [pytest.approx(s, abs=0.0011) for s in spans]
    assert reasons == left


def test_clips_of_real_files_are_records_that_people_can_read(film: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    tally = make_clips([film], work)
    assert (tally.videos, tally.clips, tally.faults) == (1, 2, [])
    assert tally.left_out.total() <= 2
    lines = (work / "clips.jsonl").read_text().splitlines()
    first, second = (json.loads(line) for line in lines)
    assert first["id"] == "a-dia-out-001" and (first["start"], first["end"]) == (0.0, 6.0)
    assert second["start"] == pytest.approx(6.0, abs=0.002) and 11 <= second["end"] <= 13
    assert (first["width"], first["height"], first["fps"], first["status"]) == (320, 192, 25.0, "pending")
    strip = Image.open(work / first["strip"])
    assert strip.size == (8 * 160, 96)


def test_bad_videos_are_named_and_the_rest_goes_on(film: Path, tmp_path: Path) -> None:
    empty, short = tmp_path / "empty.mp4", cut_off(write_film(tmp_path / "other.mp4", even_times(6)))
    empty.touch()
    tally = make_clips([empty, short, film, tmp_path / "none.mp4"], tmp_path / "work")
    assert tally.clips == 2 and len(tally.faults) == 3
    assert [str(path) in fault for path, fault in zip((empty, short), tally.faults, strict=False)] == [True, True]


def test_names_that_lead_nowhere_are_one_line_each(film: Path, tmp_path: Path) -> None:
    """A link to itself among the videos, and a record that names a file which no disk can hold."""
    loop = tmp_path / "loop.mp4"
    loop.symlink_to(loop)
    assert make_clips([film], tmp_path / "work").videos == 1
    records = tmp_path / "work" / "clips.jsonl"
    records.write_text(json.dumps({**json.loads(records.read_text().splitlines()[0]), "video": "a\0b.mp4"}) + "\n")
    tally = make_clips([loop, film], tmp_path / "work")
    assert tally.faults == [f"there is no file {loop}"] and tally.videos == 1


def test_two_processes_at_once_add_a_video_once(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """While one measures the video, the other has finished."""

    def measured_meanwhile(*frames: Any) -> Measures:
        monkeypatch.setattr(clips, "measure", measure)
        assert make_clips([film], tmp_path / "work").videos == 1
        return measure(*frames)

    monkeypatch.setattr(clips, "measure", measured_meanwhile)
    tally = make_clips([film], tmp_path / "work")
    assert (tally.videos, tally.there, tally.clips) == (0, 1, 0)
    assert len(clip_file(tmp_path / "work").records) == 2


def test_more_videos_can_be_added_and_edits_stay(film: Path, tmp_path: Path) -> None:
    """Two files of the same name get different ids; a second look measures nothing again and changes nothing."""
    work, other = tmp_path / "work", tmp_path / "a-dia-out.mp4"
    write_film(other, even_times(5), moving)
    make_clips([film], work)
    path = work / "clips.jsonl"
    path.write_text(path.read_text().replace('"notes": ""', '"notes": "mine"', 1))
    before = path.read_bytes()
    tally = make_clips([film, other], work)
    assert (tally.there, tally.videos, tally.clips) == (1, 1, 1)
    assert path.read_bytes().startswith(before)
    assert list(clip_file(work).records) == ["a-dia-out-001", "a-dia-out-002", "a-dia-out-v2-001"]


def test_wishes_that_cannot_be_are_refused() -> None:
    with pytest.raises(DioramaError, match="twice as much"):
        Wish(shortest_seconds=10, longest_seconds=12)
