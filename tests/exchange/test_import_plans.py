"""SpatiaLQA: plans, pictures by path and address, what the paper made of its plans."""

from __future__ import annotations

import json
from pathlib import Path

from diorama.ask.plan_scores import score_plans
from diorama.data import read_keys
from diorama.data.properties import PROPERTIES
from tests.exchange.releases import LAPTOP, imported, plan, spatialqa


def test_plans_keep_their_steps_and_what_each_needs(tmp_path: Path) -> None:
    data, made = imported("spatialqa", spatialqa(tmp_path / "release"), tmp_path / "out")
    assert data.ids() == ("spatialqa-q1", "spatialqa-q2")
    steps = data.get("spatialqa-q1").answer.model_dump()["steps"]
    assert [(s["content"], s["needs"]) for s in steps[-2:]] == [
        ("Remove the book from the top of the laptop", (1, 2)), ("Pick up the laptop", (3, 4)),
    ]  # fmt: skip
    assert data.get("spatialqa-q2").media[0].data == (tmp_path / "release/images/13-kitchen-2/1.png").read_bytes()
    reasons = [f.reason for f in made.faults]
    assert "a second row with the id 'q2'" in reasons[0]
    assert "go in a circle" in reasons[1]
    assert "needs 'step7', which is no step" in reasons[2]
    assert "there is no file images/12-office-1/9.png" in reasons[3]


def test_source_and_place_of_a_question_show_in_results(tmp_path: Path) -> None:
    data, _ = imported("spatialqa", spatialqa(tmp_path / "release"), tmp_path / "out")
    of = {s.id: [PROPERTIES.get(n).value(s) for n in ("source", "scene_category")] for s in data}
    assert of == {"spatialqa-q1": ["original", "office"], "spatialqa-q2": ["subgraph", "kitchen"]}
    assert {k.sample_id: k.scene for k in read_keys(data.folder)}["spatialqa-q1"] == "12-office-1"


def test_more_questions_are_made_as_the_paper_made_them(tmp_path: Path) -> None:
    """One part has more than one step, four things are removed; what was derived already is left as it is."""
    data, _ = imported("spatialqa", spatialqa(tmp_path / "release"), tmp_path / "out", augment=True)
    made = {s.id.removeprefix("spatialqa-q1-"): s.question for s in data if s.id.startswith("spatialqa-q1-")}
    assert made == {
        "subgraph-1": "Remove the book from the top of the laptop",
        "expansion-1": "Place the laptop on the stapler", "expansion-2": "Place the laptop on the keys",
        "expansion-3": "Place the laptop on the toilet paper", "expansion-4": "Place the laptop on the book",
    }  # fmt: skip
    assert len(data) == 2 + len(made)
    first = data.get("spatialqa-q1-expansion-1")
    assert [s["content"] for s in first.answer.model_dump()["steps"]][-2:] == [
        "Put down the stapler", "Place the laptop on the stapler",
    ]  # fmt: skip
    assert PROPERTIES.get("source").value(first) == "expansion"
    assert {k.scene for k in read_keys(data.folder) if k.sample_id.startswith("spatialqa-q1")} == {"12-office-1"}


def test_predictions_are_scored_alike_on_the_file_and_on_what_was_imported(tmp_path: Path) -> None:
    release = spatialqa(tmp_path / "release")
    imported("spatialqa", release, tmp_path / "out")
    given = plan(
        ("Remove the stapler from the book",), ("Remove the book from the laptop", 1), ("Pick up the laptop", 2)
    )
    for name, sample_id in (("file", "q1"), ("data", "spatialqa-q1")):
        (tmp_path / f"{name}.json").write_text(json.dumps([{"id": sample_id, "answer": given}]))
    from_file = score_plans(release / "annotation_all.json", tmp_path / "file.json", None, "both")
    from_data = score_plans(tmp_path / "out", tmp_path / "data.json", None, "both")
    assert from_file.whole == from_data.whole
    assert 0 < from_data.whole.scores["content_f1"].rate < 1


def test_pictures_may_be_elsewhere_and_stay_there(tmp_path: Path) -> None:
    release = spatialqa(tmp_path / "release")
    (release / "images").rename(tmp_path / "pictures")
    data, _ = imported("spatialqa", release, tmp_path / "out", media=tmp_path / "pictures", link=True)
    linked = data.get("spatialqa-q1").media[0]
    assert linked.linked_to == str(tmp_path / "pictures/12-office-1/1.png")
    assert linked.data == (tmp_path / "pictures/12-office-1/1.png").read_bytes()
    copied, _ = imported("spatialqa", release, tmp_path / "copy", media=tmp_path / "pictures")
    assert {m.linked_to for s in copied for m in s.media} == {""}


def test_two_paths_that_end_alike_are_not_taken_for_one_picture(tmp_path: Path) -> None:
    release = spatialqa(tmp_path / "release")
    pictures = release / "images" / "12-office-1"
    (release / "images").rename(tmp_path / "pictures")
    assert not pictures.exists()
    data, made = imported("spatialqa", release, tmp_path / "out", media=tmp_path / "pictures" / "12-office-1")
    assert data.ids() == ("spatialqa-q1",)
    assert "would both be 1.png" in made.faults[0].reason


def test_a_step_that_needs_a_later_one_is_moved_behind_it(tmp_path: Path) -> None:
    release = spatialqa(tmp_path / "release")
    turned = {name: LAPTOP[name] for name in reversed(LAPTOP)}
    rows = json.loads((release / "annotation_all.json").read_text())
    (release / "annotation_all.json").write_text(json.dumps([{**rows[0], "answer": turned}]))
    data, _ = imported("spatialqa", release, tmp_path / "out")
    assert data.get("spatialqa-q1").answer_words().splitlines()[-1].startswith("5. Pick up the laptop (after ")
