"""CausalSpatial: both schemas, its table for VLMEvalKit, its defects, and the result files of its script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diorama.ask.records import Record
from diorama.data import read_keys
from diorama.errors import DioramaError
from diorama.exchange.causal_results import score_results
from diorama.exchange.importers.options import options_in
from diorama.kinds import Described, Verdict
from tests.exchange.releases import Row, base64_of, causal_rows, causalspatial, imported, png, write_lines, write_tsv

IN_QUESTION = {
    "Could it hit? Answer by (A) Yes, (B) No or (C) Not sure.": ("Could it hit?", ("Yes", "No", "Not sure")),
    "Will it?\n Answer by (A) Not sure; (B) Yes; (C) No.": ("Will it?", ("Not sure", "Yes", "No")),
    "Is there a chance? A. Yes; B. No; C. Not Sure.": ("Is there a chance?", ("Yes", "No", "Not Sure")),
    "What else? A. Remove the cup; B. Nothing; C.Removing the lamp": (
        "What else?", ("Remove the cup", "Nothing", "Removing the lamp")),
    "How? Specify one of the following:\n(A) at first, then not;\n(B) never;": (
        "How?", ("at first, then not", "never")),
    "What else?\n\n- (A) Remove it;\n- (B) No;\n- (C) Not sure.\n\nIf in doubt, say so.\n\nAnswer (A) Yes or (B) No": (
        "What else?\nIf in doubt, say so.", ("Remove it", "No", "Not sure")),
}  # fmt: skip
"""As the release writes them, and what is asked and offered."""


@pytest.mark.parametrize("question", IN_QUESTION)
def test_options_are_read_out_of_a_question_in_all_the_ways_they_are_written(question: str) -> None:
    asked = options_in(question)
    assert (asked.stem, asked.options) == IN_QUESTION[question]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Will it?", "holds no options"),
        ("Will it? A. Yes; B. No; D. Not sure", "C is missing"),
        ("Will it?\nA. \nB. No", "option A has no text"),
        ("Which? A. vitamin C. B. iron C. zinc", "out of turn"),
    ],
)
def test_options_that_were_damaged_are_not_guessed(question: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        options_in(question)


def test_every_configuration_becomes_a_task_with_its_level_and_repeated_ids_are_no_trouble(tmp_path: Path) -> None:
    data, made = imported("causalspatial", causalspatial(tmp_path / "release"), tmp_path / "out")
    counts = {(key.task, key.level): 0 for key in read_keys(data.folder)}
    for key in read_keys(data.folder):
        counts[key.task, key.level] += 1
    assert counts == {
        ("collision", "L1"): 3, ("collision", "L2"): 1, ("trajectory", "L1"): 3, ("trajectory", "L2"): 1,
        ("occlusion", "L1"): 1, ("occlusion", "L2"): 1, ("compatibility", "L2"): 1,
        ("compatibility", "real"): 1, ("trajectory", "real"): 1,
    }  # fmt: skip
    assert [str(f) for f in made.faults] == [
        "collision/train-00000-of-00001.parquet, row 5 (Collision_Level_2_31): "
        "its options go A, B, C, D, F: E is missing"
    ]
    assert data.manifest.plan.imported_from == "causalspatial"
    first = data.get("causalspatial-collision-0-00000")
    assert first.media[0].data == png(1)
    assert first.options == ("Yes", "No", "Not sure") and first.answer_words() == "Yes"


def test_not_sure_is_what_an_option_says_and_not_what_the_column_says(tmp_path: Path) -> None:
    """C is the right answer of the first and no way out; the column calls it one."""
    data, _ = imported("causalspatial", causalspatial(tmp_path / "release"), tmp_path / "out")
    course = data.get("causalspatial-occlusion-0-00000")
    assert course.answer_words() == "initially not occluded, then occluded, then revealed"
    assert "not trusted" in course.trace["not_sure"]
    assert "not_sure" not in data.get("causalspatial-collision-0-00000").trace


def test_options_that_read_as_missing_are_texts(tmp_path: Path) -> None:
    data, _ = imported("causalspatial", causalspatial(tmp_path / "release"), tmp_path / "out")
    real = data.get("causalspatial-realworld-0-00000")
    assert real.options == ("None", "N/A", "Not sure") and real.answer_words() == "N/A"


def test_the_table_for_vlmevalkit_gives_the_same_questions(tmp_path: Path) -> None:
    rows: list[Row] = []
    for config, listed in causal_rows().items():
        for row in listed if config != "realworld" else ():
            cells = {k: v for k, v in row.items() if k != "image"}
            rows.append({"index": len(rows), **cells, "image": base64_of(len(rows) + 1), "category": config})
    table = write_tsv(tmp_path / "CausalSpatial.tsv", rows)
    data, made = imported("causalspatial", table, tmp_path / "out")
    parquet, _ = imported("causalspatial", causalspatial(tmp_path / "release"), tmp_path / "parquet")

    def plain(samples: object) -> set[tuple[object, ...]]:
        return {
            (s.task, s.level, s.question, s.options, s.answer, s.media[0].data)
            for s in samples  # type: ignore[attr-defined]
            if s.level != "real"
        }

    assert plain(data) == plain(parquet)
    assert len(data) == 11 and len(made.faults) == 1


def result(row: Row, config: str, answer: str, **more: object) -> Row:
    """A line of the official script."""
    return {
        "question_id": row["id"], "question": row["question"], "gt_answer": row["answer"], "model_answer": answer,
        "model": "m", "not_sure": row["not_sure"], "type": config, "difficulty": f"L{row['id'].split('_')[2]}", **more,
    }  # fmt: skip


def official(config: str, letter: str) -> list[Row]:
    said = f"{{'Reasoning': 'It isn\\'t near, and (A) is said.', 'Answer': '({letter})'}}"
    return [result(row, config, said) for row in causal_rows()[config]]


def scored(tmp_path: Path, lines: list[Row]) -> tuple[list[Record], list[str], dict[str, int]]:
    if not (tmp_path / "out").exists():
        imported("causalspatial", causalspatial(tmp_path / "release"), tmp_path / "out")
    path = write_lines(tmp_path / "results.jsonl", lines)
    found, about = score_results(tmp_path / "out", path, name="m", logs=tmp_path / "logs")
    return list(found.records), [str(f) for f in about.faults], dict(about.left_out)


def test_results_of_the_script_are_matched_and_read(tmp_path: Path) -> None:
    """All of `physics` answered with C: right twice, wrong once, and not sure where C is that."""
    records, faults, left_out = scored(tmp_path, official("physics", "C"))
    verdicts = {r.sample_id: r.verdict for r in records}
    assert verdicts == {
        "causalspatial-physics-0-00000": Verdict.CORRECT, "causalspatial-physics-0-00001": Verdict.INCORRECT,
        "causalspatial-physics-0-00002": Verdict.CORRECT, "causalspatial-physics-0-00003": Verdict.NOT_SURE,
    }  # fmt: skip
    assert not faults
    assert left_out == {"collision": 4, "occlusion": 2, "compatibility": 1, "realworld": 2}


def test_results_in_another_order_are_matched_by_their_words_and_right_answers(tmp_path: Path) -> None:
    """Three questions share their id and words: the one with another right answer is told by that."""
    lines = official("physics", "C")
    straight, _, _ = scored(tmp_path, lines)
    turned, _, _ = scored(tmp_path, lines[::-1])
    assert {r.sample_id: r.verdict for r in straight} == {r.sample_id: r.verdict for r in turned}


def test_lines_that_belong_to_no_question_are_counted_and_failed_requests_are_no_wrong_answers(tmp_path: Path) -> None:
    lines = official("collision", "A")
    lines[0]["model_answer"] = "Error: 429 too many requests"
    lines += [lines[1], {"question_id": "Collision_Level_9_9", "model_answer": "A"}, {"model_answer": "A"}]
    records, faults, _ = scored(tmp_path, lines)
    assert {r.sample_id[-1]: r.verdict for r in records}["0"] is Verdict.FAILED
    assert len(faults) == 4  # the row that was not imported, one twice, an unknown id, no id
    assert "no field 'question_id'" in faults[-1]


def test_lines_about_nothing_in_the_dataset_end_it_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="no line of"):
        scored(tmp_path, [{"question_id": "x", "model_answer": "A"}])


def test_what_the_release_says_travels_with_the_query_and_groups_questions_of_one_picture(tmp_path: Path) -> None:
    release = causalspatial(tmp_path / "release")
    data, _ = imported("causalspatial", release, tmp_path / "out")
    key = next(k for k in read_keys(data.folder) if k.sample_id == "causalspatial-physics-0-00001")
    assert isinstance(key.query, Described)
    assert (key.query.released_id, key.query.group) == ("Physics_Level_1_", "physics")
    assert key.scene == key.query.scene != ""
    assert json.loads(key.query.model_dump_json())["imported"] is True
