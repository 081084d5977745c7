"""Pictures and times: every frame has a cut that falls just before it, however uneven the rate is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.errors import DioramaError
from diorama.footage.clock import clock, read_clock
from diorama.footage.decoding import frame_at, frame_times, stream_frames
from diorama.footage.frames import FrameTimes
from tests.footage.films import even_times, number_of, write_film

UNEVEN = [0.0, 0.02, 0.1, 0.14, 0.3, 0.5, 0.52, 0.8, 1.0]
ticks = st.lists(st.integers(1, 90_000), min_size=1, max_size=40).map(
    lambda steps: [sum(steps[:k]) / 90_000 for k in range(len(steps))]
)
"""Times of frames in units of 1/90,000 s, the finest that films commonly have."""


@given(ticks)
def test_from_picture_to_time_and_back(times: list[float]) -> None:
    frames = FrameTimes(times)
    assert [frames.shown_at(t) for t in times] == list(range(len(times)))
    assert [frames.first_from(t) for t in times] == list(range(len(times)))


@given(ticks)
def test_a_cut_before_a_picture_parts_exactly_there(times: list[float]) -> None:
    """By the rule of `stream_frames`: a frame belongs to the side on which it begins."""
    frames = FrameTimes(times)
    for number, cut in enumerate(frames.cuts):
        assert frames.first_from(cut) == number and abs(cut - times[number]) < 0.001 + 1e-6
        assert cut >= 0


@given(ticks, st.floats(0, 40))
def test_the_picture_that_is_shown_began_last(times: list[float], seconds: float) -> None:
    shown = FrameTimes(times).shown_at(seconds)
    assert all(t <= seconds + 1e-6 for t in times[1 : shown + 1]) and all(t > seconds for t in times[shown + 1 :])


@given(st.floats(0, 400_000))
def test_times_are_written_and_read_without_loss(seconds: float) -> None:
    assert read_clock(clock(seconds)) == round(seconds, 6)


def test_times_look_like_times() -> None:
    assert [clock(s) for s in (0, 4.2, 59.9999999, 61.25, 3725.000001)] == [
        "0:00.000", "0:04.200", "1:00.000", "1:01.250", "1:02:05.000001",
    ]  # fmt: skip
    assert [read_clock(t) for t in ("4.2", "1:01,25", "0:04.2 s", "soon", "", "-1")] == [
        4.2,
        61.25,
        4.2,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize("times", [even_times(3, 30), UNEVEN], ids=["even", "uneven"])
def test_times_are_those_of_the_file(tmp_path: Path, times: list[float]) -> None:
    """A cut before each picture gives a second side that begins with that very picture."""
    film = write_film(tmp_path / "film.mp4", times)
    frames = FrameTimes(frame_times(film))
    assert frames.times == pytest.approx(times, abs=1e-4)
    for number, cut in list(enumerate(frames.cuts))[:: max(len(times) // 8, 1)]:
        assert number_of(next(stream_frames(film, start=cut)).pixels) == number
        found = frame_at(film, frames.times[number] + 0.001)
        assert found is not None and number_of(found.pixels) == number
    part = frame_times(film, frames.cuts[3], frames.cuts[6])
    assert part == list(frames.times[3:6])


def test_no_picture_no_times() -> None:
    with pytest.raises(DioramaError, match="no picture"):
        FrameTimes([])
    with pytest.raises(DioramaError, match="same time"):
        FrameTimes([0.0, 0.0])
