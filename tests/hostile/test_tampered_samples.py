"""Samples that somebody edited: `verify` names each, whatever it says, and goes on with the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from diorama.data import Media
from diorama.data.show import contact_sheet, sample_sheet
from diorama.data.verify import check_sample, verify
from diorama.errors import DioramaError
from diorama.suites.video.query import Prediction
from diorama.world import replace
from diorama.world.recording import Recording
from tests.ask.filmed import filmed, films
from tests.data.samples import PLAN
from tests.hostile.damage import column, damaged


def test_a_sample_that_cannot_be_read_is_found_and_the_rest_goes_on(tmp_path: Path) -> None:
    folder = films(tmp_path / "films", filmed(0), filmed(1))
    damaged(folder, column("options", ["to the left of it", "to the left of it"]))
    first, second = verify(folder, pictures=False)
    assert first.id == "video-000000" and "is damaged: options: the same text twice" in (first.problem or "")
    assert second.id == "video-000001" and "damaged" not in (second.problem or "")


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"about": ("car", "ghost")}, "answer: expected a sample that can be checked"),
        ({"about": ()}, "second derivation: expected a sample that can be checked"),
        ({"form": "nonsense"}, "answer: expected a sample that can be checked"),
        ({"form": "within", "zone": "the moon"}, "second derivation: expected a sample that can be checked"),
        ({"direction": "backward"}, "marks: expected a question of video relation forward; found 'side', backward"),
        ({"form": "gap"}, "marks: expected a question of video relation forward; found 'gap', forward"),
    ],
)
def test_a_query_that_makes_no_sense_is_found(change: dict[str, Any], found: str) -> None:
    one = filmed()
    assert isinstance(one.query, Prediction)
    changed = replace(one, query=replace(one.query, **change))
    for sample, is_found in ((changed, True), (one, False)):
        assert (found in (check_sample(sample, PLAN, pictures=False).problem or "")) == is_found


def test_show_shows_the_rest_beside_a_clip_that_cannot_be_read_and_names_it_alone() -> None:
    broken = filmed(1, media=(Media(role="clip", kind="video", data=b"no film at all", name="clip.mp4"),))
    assert contact_sheet([filmed(0), broken]).width == 3 * 420
    with pytest.raises(DioramaError, match=r"^sample 'video-000001': clip.mp4 cannot be read as a video: "):
        sample_sheet(broken)


def test_a_recording_of_another_event_is_found() -> None:
    """The clip, its recording and its frames agree with each other, but not with what the question is about."""
    one = filmed()
    clip = one.shots[0]
    assert clip.recording is not None
    name, track = next(iter(clip.recording.poses.items()))
    aside = tuple((x, y + 0.3, *rest) for x, y, *rest in track)
    other = replace(clip, recording=clip.recording.model_copy(update={"poses": {**clip.recording.poses, name: aside}}))
    tampered = replace(one, shots=(other, *one.shots[1:]))
    for sample, is_found in ((tampered, True), (one, False)):
        assert ("where the event takes it" in (check_sample(sample, PLAN, pictures=False).problem or "")) == is_found


def test_endless_events_and_films_are_refused() -> None:
    """They would be played and counted for days."""
    query = filmed().query
    assert query is not None
    with pytest.raises(ValidationError, match="seconds"):
        replace(query, seconds=1e9)
    with pytest.raises(ValidationError, match="lasts 3600 s at most"):
        Recording(seconds=(0.0, 1e9), poses={})
