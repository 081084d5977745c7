"""Clips are cut, turned round and joined exactly: frames carry their numbers, and the numbers are read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.errors import DioramaError
from diorama.sight import clips
from diorama.sight.clips import (
    Frame,
    frame_at,
    frame_times_of,
    frames_of,
    joined_clips,
    limited,
    make_clip,
    reversed_clip,
    sampled_frames,
    spread_frames,
)
from tests.numbered import number_in, numbered_clip, numbered_frame, numbers_in


def test_every_frame_comes_back_at_its_time() -> None:
    clip = numbered_clip(3, 12)
    assert numbers_in(clip) == list(range(3, 13))
    assert frame_times_of(clip) == [k / 10 for k in range(10)]


def test_a_clip_played_backwards_shows_the_same_frames_in_the_other_order() -> None:
    turned = reversed_clip(numbered_clip(0, 9))
    assert numbers_in(turned) == list(range(9, -1, -1))
    assert frame_times_of(turned) == [k / 10 for k in range(10)]
    assert reversed_clip(numbered_clip(0, 9)) == turned, "the same bytes each time"


@pytest.mark.parametrize("block", [1, 7, 48])
def test_a_long_clip_is_turned_round_in_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than a block is held, wherever key frames are."""
    monkeypatch.setattr(clips, "BLOCK", block)
    assert numbers_in(reversed_clip(numbered_clip(0, 29))) == list(range(29, -1, -1))


def test_frames_at_uneven_times_keep_their_distances() -> None:
    clip = make_clip((Frame(t, numbered_frame(k)) for k, t in enumerate((0.0, 0.1, 0.5, 0.6))), fps=10)
    assert frame_times_of(clip) == pytest.approx([0.0, 0.1, 0.5, 0.6])
    assert frame_times_of(reversed_clip(clip)) == pytest.approx([0.0, 0.1, 0.5, 0.6])
    assert numbers_in(reversed_clip(clip)) == [3, 2, 1, 0]


def test_one_clip_after_the_other() -> None:
    whole = joined_clips(numbered_clip(0, 4), numbered_clip(5, 9))
    assert numbers_in(whole) == list(range(10))
    assert frame_times_of(whole) == pytest.approx([k / 10 for k in range(10)])


def test_joined_clips_have_one_size() -> None:
    small = make_clip([Frame(0.0, numbered_frame(7)[::2, ::2])], fps=10)
    whole = joined_clips(numbered_clip(1, 2), small)
    assert {frame.pixels.shape for frame in frames_of(whole)} == {(96, 160, 3)} and numbers_in(whole) == [1, 2, 7]


def test_first_middle_and_last() -> None:
    clip = numbered_clip(10, 14)
    assert [number_in(frame_at(clip, place).pixels) for place in ("first", "middle", "last")] == [10, 12, 14]
    assert frame_at(clip, "last").seconds == pytest.approx(0.4)


def test_frames_per_second_and_always_the_last() -> None:
    """2.5 s at 10 frames a second: one a second is at 0, 1 and 2 s, and the last frame is never left out."""
    found = [(round(f.seconds, 3), number_in(f.pixels)) for f in sampled_frames(numbered_clip(0, 25), 1.0)]
    assert found == [(0.0, 0), (1.0, 10), (2.0, 20), (2.5, 25)]
    assert [number_in(f.pixels) for f in sampled_frames(numbered_clip(0, 20), 1.0)] == [0, 10, 20]
    assert [number_in(f.pixels) for f in sampled_frames(numbered_clip(0, 4), 100.0)] == [0, 1, 2, 3, 4]
    assert [number_in(f.pixels) for f in sampled_frames(numbered_clip(0, 25), 0.5)] == [0, 20, 25]


def test_frames_spread_over_a_clip() -> None:
    assert [number_in(f.pixels) for f in spread_frames(numbered_clip(0, 20), 3)] == [0, 10, 20]
    assert [number_in(f.pixels) for f in spread_frames(numbered_clip(0, 2), 8)] == [0, 1, 2]


def test_a_picture_is_made_smaller_and_never_larger() -> None:
    assert limited(numbered_frame(1), 80).size == (80, 48)
    assert limited(numbered_frame(1), 800).size == (160, 96)


def test_odd_sides_lose_a_line() -> None:
    clip = make_clip([Frame(0.0, numbered_frame(5)[:95, :159])], fps=10)
    assert next(frames_of(clip)).pixels.shape == (94, 158, 3)


@pytest.mark.parametrize("broken", [b"no clip at all", b""])
def test_what_is_no_clip_is_said_in_one_line(broken: bytes) -> None:
    with pytest.raises(DioramaError, match="the clip cannot be read"):
        list(frames_of(broken))


def test_a_clip_without_frames_is_refused() -> None:
    with pytest.raises(DioramaError, match="at least one frame"):
        make_clip([])


def test_a_list_of_files_is_no_clip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would open whatever it names."""
    (tmp_path / "secret.mp4").write_bytes(numbered_clip(0, 3))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DioramaError, match="the clip cannot be read"):
        list(frames_of(b"ffconcat version 1.0\nfile secret.mp4\n"))
