"""Frames at the right times, exactly, and never many at once."""

from __future__ import annotations

import itertools
import tracemalloc
from pathlib import Path

import pytest

from diorama.footage.cutting import cut_bytes, write_cut
from diorama.footage.decoding import stream_frames
from tests.footage.films import decoded, even_times, numbers, write_film
from tests.footage.test_probing import UNEVEN


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_film(tmp_path_factory.mktemp("film") / "film.mp4", even_times(8))


@pytest.mark.parametrize("start", [0.0, 0.6, 2.0, 3.0, 4.0, 7.0, 7.96])
def test_a_stretch_holds_exactly_its_frames(film: Path, start: float) -> None:
    """Wherever the stretch begins in relation to the frames from which decoding can begin."""
    frames = list(stream_frames(film, start=start, end=start + 0.4))
    first = round(start * 25)
    assert numbers(f.pixels for f in frames) == list(range(first, min(200, first + 10)))


def test_a_frame_belongs_to_the_side_on_which_it_begins(film: Path) -> None:
    for cut, last in ((3.0, 74), (3.001, 75), (2.999, 74), (3.04, 75)):
        before, after = stream_frames(film, start=2.8, end=cut), stream_frames(film, start=cut, end=3.2)
        shown = numbers(f.pixels for f in before)
        assert shown[-1] == last and [*shown, *numbers(f.pixels for f in after)] == list(range(70, 80))


def test_frames_per_second_and_size(film: Path) -> None:
    frames = list(stream_frames(film, start=1.0, end=5.0, per_second=2, long_side=160))
    assert numbers(f.pixels for f in frames) == [25, 38, 50, 63, 75, 88, 100, 113]
    assert frames[0].pixels.shape == (96, 160, 3)
    assert next(iter(stream_frames(film, grey=True, long_side=5000))).pixels.shape == (192, 320)


def test_memory_does_not_grow_with_length(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mp4", even_times(20))
    peaks = []
    for seconds in (2.0, 20.0):
        tracemalloc.start()
        assert sum(1 for _ in stream_frames(path, end=seconds)) == seconds * 25
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0], peaks


@pytest.mark.parametrize("cut", [1.0, 2.52, 3.3333, 5.001])
def test_the_two_sides_of_a_cut_share_no_frame(film: Path, tmp_path: Path, cut: float) -> None:
    """Encoded, decoded again by another program: every number on the one side is below every number on the other."""
    shown, unseen = (numbers(decoded(cut_bytes(film, *s, long_side=640))) for s in ((0.4, cut), (cut, 6.0)))
    assert shown + unseen == list(range(10, 150))
    assert max(shown) < cut * 25 <= min(unseen)


def test_a_cut_keeps_uneven_times(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mp4", UNEVEN)
    assert write_cut(path, tmp_path / "cut.mp4", 0.08, 1.5, long_side=200) == 6
    times = [round(f.seconds, 3) for f in stream_frames(tmp_path / "cut.mp4")]
    assert times == [0.0, 0.22, 0.26, 0.42, 0.92, 0.96]
    assert next(iter(stream_frames(tmp_path / "cut.mp4"))).pixels.shape == (120, 200, 3)
    assert [p.name for p in tmp_path.iterdir() if "part" in p.name] == []


def test_a_turned_film_is_cut_upright(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mp4", even_times(2), rotation_deg=90, turned=1)
    assert numbers(decoded(cut_bytes(path, 0.4, 1.0, long_side=320))) == list(range(10, 25))


def test_the_same_cut_has_the_same_bytes(film: Path) -> None:
    one, two = (cut_bytes(film, 1.0, 2.0, long_side=160) for _ in range(2))
    assert one == two


def test_a_film_that_breaks_in_the_middle_says_so(film: Path, tmp_path: Path) -> None:
    from diorama.errors import DioramaError
    from tests.footage.films import cut_off

    short = cut_off(write_film(tmp_path / "film.mp4", even_times(6), faststart=True))
    with pytest.raises(DioramaError, match="cannot be read as a video, or is cut short"):
        list(itertools.islice(stream_frames(short), 150))
