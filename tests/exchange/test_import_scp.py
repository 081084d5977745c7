"""SCP-Bench, in the fields of its authors' annotation tool: a model sees its side of the cut, and no frame more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diorama.data import Dataset
from diorama.data.properties import PROPERTIES
from diorama.exchange.importers.scp import seconds
from tests.exchange.releases import Row, imported, png
from tests.footage.films import decoded, even_times, numbers, write_film

FPS, LENGTH = 25, 4.0


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_film(tmp_path_factory.mktemp("film") / "street.mp4", even_times(LENGTH, FPS))


def row(number: int, **more: object) -> Row:
    return {
        "qa_id": f"qa_{number}", "video_name": "street", "question": f"What comes next, number {number}?",
        "type": "Spatial State", "options": ["It stops", "It turns", "None"], "ground_truth": "It turns",
        "temporal_direction": "Forward", "start_time": "00:00.00", "end_time": 3.0, "cut_point": "00-01-20",
        "viewpoint": "exo", "usable": True, **more,
    }  # fmt: skip


def read(tmp_path: Path, film: Path, rows: list[Row]) -> tuple[Dataset, list[str]]:
    release = tmp_path / "release"
    (release / "videos").mkdir(parents=True)
    for name in ("street", "above"):
        (release / "videos" / f"{name}.mp4").write_bytes(film.read_bytes())
    (release / "reference.png").write_bytes(png(1))
    (release / "qa.json").write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    data, made = imported("scp", release, tmp_path / "out")
    return data, [f.reason for f in made.faults]


def test_forward_shows_what_is_before_the_cut_and_backward_what_is_after_it(tmp_path: Path, film: Path) -> None:
    backward = row(2, temporal_direction="Backward", start_time=1.0, type="appearance_order", ground_truth="C")
    data, faults = read(tmp_path, film, [row(1), backward])
    assert not faults
    first, second = data
    assert (first.task, first.level, second.task, second.level) == (
        "spatial-state", "forward", "appearance-order", "backward",
    )  # fmt: skip
    assert first.outcome is not None and second.outcome is not None
    assert numbers(decoded(first.media[0].data)) == list(range(30))
    assert numbers(decoded(first.outcome.data)) == list(range(30, 75))
    assert numbers(decoded(second.media[0].data)) == list(range(30, 75))
    assert numbers(decoded(second.outcome.data)) == list(range(25, 30))
    assert first.answer_words() == "It turns" and second.answer_words() == "None"


def test_viewpoint_and_horizon_show_in_results_and_a_second_view_is_a_picture(tmp_path: Path, film: Path) -> None:
    rows = [
        row(1, viewpoint="exo → ego", reference_images=["reference.png"]),
        row(2, viewpoint="", 视角=["street.mp4", "above.mp4"]),
        row(3, viewpoint="exo-exo"),
    ]
    data, faults = read(tmp_path, film, rows)
    first, second = data
    assert [PROPERTIES.get(name).value(first) for name in ("viewpoint", "horizon")] == ["exo-ego", "0–2 s"]
    assert [m.role for m in first.media] == ["clip", "reference"] and first.media[1].data == png(1)
    assert [m.name for m in second.media] == ["clip.mp4", "reference-1.jpg"]
    assert faults == ["its viewpoint is exo-exo, and it has no reference image"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"cut_point": 3.5}, "is not between its start at 0 s and its end at 3 s"),
        ({"end_time": 30}, "its video at 4 s"),
        ({"cut_point": "soon"}, "'soon' is no time"),
        ({"ground_truth": "It flies"}, "is not among the options"),
        ({"temporal_direction": "Sideways"}, "neither forward nor backward"),
        ({"type": "Weather"}, "is none of relation, planning"),
        ({"video_name": "gone"}, "there is no file gone"),
        ({"usable": False}, "marked as not usable"),
    ],
)
def test_a_row_that_cannot_be_used_is_named(tmp_path: Path, film: Path, change: Row, why: str) -> None:
    data, faults = read(tmp_path, film, [row(1, **change), row(2, end_time=2.0)])
    assert data.ids() == ("scp-qa-2",)
    assert why in faults[0]


def test_times_are_read_as_people_and_the_tool_write_them() -> None:
    assert [seconds(t) for t in (2, "2.5", "2.5s", "01:02.5", "1:00:01", "00-03-50")] == [2, 2.5, 2.5, 62.5, 3601, 3.5]
