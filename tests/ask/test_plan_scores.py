"""Plans in files: scores that a reader can count; whatever is wrong in a file is named, and the rest is scored."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from diorama.ask.plan_scores import PlanScores, read_scores, score_lines, score_plans
from diorama.errors import DioramaError
from tests.ask.plans import plans_dataset
from tests.test_cli import diorama

Steps = dict[str, dict[str, Any]]


def steps(*contents: str, **needs: list[str]) -> Steps:
    """A plan in the layout of the release: what each step does, and what some of them need."""
    return {
        f"step{k}": {"content": content, "precondition": needs.get(f"step{k}", [])}
        for k, content in enumerate(contents, start=1)
    }


STACK = steps(
    "Remove the stapler from the top of the book",
    "Remove the book from the top of the laptop",
    "Pick up the laptop",
    step2=["step1"],
    step3=["step2"],
)
"""Three steps, each of which needs the one before it."""
UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
ZERO = [[0, 0, 0]] * 3


def truth(name: str, answer: Any = STACK, **fields: Any) -> dict[str, Any]:
    return {"id": name, "question": "Pick up the laptop", "image": f"images/{name}.jpg", "answer": answer, **fields}


def given(name: str, answer: Any = STACK) -> dict[str, Any]:
    return {"id": name, "answer": answer}


class Files:
    """Annotations, predictions and matrices in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def score(self, right: Any, answers: Any, matrices: Any = None, **options: Any) -> PlanScores:
        paths = [self.folder / f"{name}.json" for name in ("right", "answers", "matrices")]
        for path, content in zip(paths, (right, answers, matrices), strict=True):
            path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return score_plans(paths[0], paths[1], paths[2] if matrices is not None else None, **options)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def rates(scores: PlanScores, prefix: str = "") -> dict[str, float]:
    """The F1s of a set as counts would give them."""
    return {name: scores.whole.scores[f"{prefix}{name}_f1"].rate for name in ("content", "precondition")}


def told(scores: PlanScores) -> list[str]:
    return [str(fault) for fault in scores.faults]


def test_both_aggregations_over_a_set(files: Files) -> None:
    """One right plan, one without a match, one unread: 3 of 6 given and 9 wanted, or 3 of 3 and 3."""
    found = files.score(
        [truth("a"), truth("b"), truth("c")], [given("a"), given("b"), given("c", None)],
        {"a": UNIT, "b": ZERO, "c": None},
    )  # fmt: skip
    assert rates(found) == {"content": 2 * 3 / (6 + 9), "precondition": 2 * 2 / (4 + 6)}
    assert rates(found, "published_") == {"content": 1, "precondition": 1}
    assert (found.wanted, found.scored, found.unread, found.unmatched, found.left_out) == (3, 3, 1, 2, 0)
    assert "3 of 3 plans scored, 0 left out; 1 unread; 2 without any matched step" in score_lines(found)[0]
    assert not found.faults


def test_unmatched_ends_share_a_mark_and_duplicates_collapse_as_published(files: Files) -> None:
    """Steps 2 to 4 need step 1. Step 2 is right; steps 3 and 4 match nothing: one of three, or one of two."""
    answer = steps("x", "y", "z", "w", step2=["step1", "step1"], step3=["step1"], step4=["step1"])
    found = files.score([truth("a")], [given("a", answer)], {"a": [[1, 0, 0, 0], [0, 1, 0, 0], [0] * 4]})
    strict, published = (found.whole.scores[f"{way}precondition_precision"].rate for way in ("", "published_"))
    assert (strict, published) == (1 / 3, 1 / 2)
    assert rates(found)["content"] == rates(found, "published_")["content"] == 2 * 2 / (4 + 3)


def test_one_aggregation_alone(files: Files) -> None:
    found = files.score([truth("a")], [given("a")], {"a": UNIT}, aggregation="published")
    assert all(name.startswith("published") for name in found.whole.scores)
    assert any("published content" in line for line in score_lines(found))
    assert not any("strict content" in line for line in score_lines(found))
    with pytest.raises(DioramaError, match="strict, published or both"):
        files.score([truth("a")], [given("a")], {"a": UNIT}, aggregation="mean")


def test_without_matrices_words_decide(files: Files) -> None:
    """Other verbs and no mention of the place change nothing; another object does."""
    answer = steps("Take the stapler away", "Remove the mug", "Lift up the laptop", step2=["step1"], step3=["step2"])
    found = files.score([truth("a")], [given("a", answer)])
    assert found.whole.scores["content_recall"].rate == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "answer",
    [
        "1. Remove the stapler\n2. Remove the book (after 1)\n3. Pick up the laptop (after 2)",
        f"<ans>{json.dumps(STACK)}</ans>",
        list(STACK.values()),
        [{name: step} for name, step in STACK.items()],
    ],
    ids=["text", "tagged", "list", "list of steps by name"],
)
def test_an_answer_may_be_a_raw_reply_or_another_layout(files: Files, answer: Any) -> None:
    found = files.score([truth("a")], [given("a", answer)])
    assert rates(found) == {"content": 1, "precondition": 1} and not found.faults


def test_slices_by_steps_source_and_scene(files: Files) -> None:
    long = steps(*(f"Remove the item{k}" for k in range(9)))
    right = [
        truth("a", source="original", image="data/0001-kitchen-2/3.jpg"),
        truth("b", long, source="expansion", image="data\\0001-meeting-room-1\\4.jpg"),
        truth("c", image="elsewhere/5.jpg"),
    ]
    found = files.score(right, [given("a"), given("b", long), given("c", "I do not know.")])
    assert {title: {name: some.plans for name, some in groups.items()} for title, groups in found.slices.items()} == {
        "steps": {"3": 2, "8–10": 1}, "source": {"expansion": 1, "original": 1},
        "scene": {"kitchen": 1, "meeting-room": 1},
    }  # fmt: skip
    assert found.slices["steps"]["3"].scores["content_recall"].rate == 0.5


def test_plans_of_one_scene_are_drawn_together(files: Files) -> None:
    """Forty plans of forty scenes have an interval; of four scenes they have none."""
    def asked(scenes: int) -> PlanScores:
        right = [truth(f"p{k}", image=f"{k % scenes}-kitchen-1/x.jpg") for k in range(40)]
        answers = [given(f"p{k}", STACK if k % 3 else None) for k in range(40)]
        return files.score(right, answers)

    apart, together = (asked(n).whole.scores["content_f1"] for n in (40, 4))
    assert apart.low is not None and apart.high is not None
    assert 0 < apart.low < apart.rate < apart.high < 1
    assert together.low is together.high is None


def test_a_dataset_is_scored_by_the_things_of_its_scenes(tmp_path: Path) -> None:
    data, answers = plans_dataset(tmp_path / "d"), tmp_path / "answers.json"
    reply = "1. Remove the lamp\n2. Pick up the cup [1]"
    answers.write_text(json.dumps([given(f"logic-{k:06d}", reply) for k in (0, 1)]))
    found = score_plans(data, answers)
    assert rates(found) == {"content": 1, "precondition": 1}, "a cup is a mug where there is no other"
    assert {title: list(groups) for title, groups in found.slices.items()} == {"steps": ["2"]}


LOOP = steps("x", "y", step1=["step2"], step2=["step1"])
NOWHERE = steps("x", "y", step2=["step9"])


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        (truth("b", LOOP), "right.json: b: its preconditions go in a circle: step1 → step2 → step1; left out"),
        (truth("b", NOWHERE), "right.json: b: step2 needs 'step9', which is no step; left out"),
        (truth("b", steps("x", step1=["step1"])), "right.json: b: its preconditions go in a circle: step1 → step1"),
        (truth("b", None), "right.json: b: its answer is no plan"),
        (truth("b", {}), "right.json: b: its answer is no plan"),
        (truth("b", ["x"]), "right.json: b: its answer is no plan"),
        (truth("b", {"step1": "x"}), "right.json: b: its answer is no plan"),
        (truth("b", {"step1": {"content": 5}}), "right.json: b: its answer is no plan"),
        (truth("b", {"step1": {"content": "x", "precondition": [1]}}), "right.json: b: its answer is no plan"),
        (truth("b", steps(*"x" * 101)), "right.json: b: its plan has more than 100 steps; left out"),
        (truth("b", image=["x.jpg"]), "right.json: b: its image is no text; left out"),
        (truth("b", source=3), "right.json: b: its source is no text; left out"),
    ],
)  # fmt: skip
def test_a_bad_annotation_is_named_and_left_out(files: Files, bad: dict[str, Any], what: str) -> None:
    found = files.score([bad, truth("a")], [given("a"), given("b")], {"a": UNIT, "b": UNIT})
    assert (found.wanted, found.scored, found.left_out) == (2, 1, 1) and rates(found)["content"] == 1
    (fault,) = told(found)
    assert fault.startswith(what)


@pytest.mark.parametrize("bad", [5, "x", None, {"answer": STACK}, {"id": 5, "answer": STACK}, given("")])
def test_what_has_no_id_is_named_by_its_place(files: Files, bad: Any) -> None:
    assert told(files.score([truth("a"), bad], [given("a")])) == [
        "right.json: entry 2: it is no object with an id; left out"
    ]
    assert told(files.score([truth("a")], [given("a"), bad])) == [
        "answers.json: entry 2: it is no object with an id; left out"
    ]


def test_of_two_entries_with_one_id_the_first_counts(files: Files) -> None:
    found = files.score([truth("a"), truth("a", steps("x"))], [given("a"), given("a", None)])
    assert rates(found)["content"] == 1 and (found.wanted, found.scored) == (1, 1)
    assert told(found) == [
        f"{file}.json: a: a second entry with this id; the first one counts" for file in ("right", "answers")
    ]
    twice = f'{{"a": {UNIT}, "a": null}}'
    again = files.score([truth("a")], [given("a")], twice)
    assert told(again) == ["matrices.json: a: a second matrix; the first one counts"] and again.scored == 1


def test_an_id_in_one_file_alone_is_named(files: Files) -> None:
    found = files.score(
        [truth("a"), truth("b"), truth("c")], [given("a"), given("c"), given("x")], {"a": UNIT, "b": UNIT, "y": UNIT}
    )
    assert sorted(told(found)) == [
        "answers.json: x: there is no such plan in right.json; left out",
        "matrices.json: c: there is no matrix; left out",
        "matrices.json: y: there is no such plan in right.json; left out",
        "right.json: b: there is no answer in answers.json; left out",
    ]
    assert (found.wanted, found.scored, found.left_out) == (3, 1, 2)


STEP = '{"content": "Remove the book", "precondition": []}'


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        (f'{{"id": "b", "answer": {{"step1": {STEP}, "step1": {STEP}}}}}', "b: 'step1' stands twice"),
        (f'{{"id": "b", "answer": {{"step1": {STEP}}}, "answer": null}}', "b: 'answer' stands twice"),
        ('{"id": "b", "answer": {"step1": {"content": "x", "content": "y"}}}', "b: 'content' stands twice"),
    ],
)
def test_a_name_that_stands_twice_is_never_dropped_silently(files: Files, bad: str, what: str) -> None:
    """In an annotation or an answer: it is left out, and the plan counts as left out."""
    both, one = [truth("a"), truth("b")], json.dumps(given("a"))
    answered = files.score(both, f"[{one}, {bad}]")
    assert told(answered) == [f"answers.json: {what} in one object; left out"]
    assert (answered.wanted, answered.scored, answered.left_out, answered.stray_answers) == (2, 1, 1, 0)
    annotated = files.score(f"[{json.dumps(truth('a'))}, {bad}]", [given("a"), given("b")])
    assert told(annotated) == [f"right.json: {what} in one object; left out"] and annotated.left_out == 1


def test_an_entry_with_two_ids_belongs_to_neither(files: Files) -> None:
    bad = f'{{"id": "a", "id": "b", "answer": {{"step1": {STEP}}}}}'
    found = files.score([truth("a"), truth("b")], f"[{bad}, {json.dumps(given('a'))}]")
    assert "answers.json: entry 1: it has two ids, a and b; left out" in told(found)
    assert (found.scored, found.left_out, found.stray_answers) == (1, 1, 1)


def test_the_first_line_counts_answers_that_belong_to_no_plan(files: Files) -> None:
    found = files.score([truth("a")], [given("a"), given("x"), {"answer": STACK}, given("a")], {"a": UNIT, "y": UNIT})
    assert score_lines(found)[0].startswith(
        "1 of 1 plans scored, 0 left out, and 3 answers and 1 matrix that belong to no plan; 0 unread"
    )
    nameless = files.score([truth("a"), {"answer": STACK}], [given("a")])
    assert score_lines(nameless)[0].startswith("1 of 2 plans scored, 1 left out; 0 unread")


def test_an_unfinished_dataset_is_told(tmp_path: Path) -> None:
    data = plans_dataset(tmp_path / "d", count=2, shard_size=1)
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps([given("logic-000000")]))
    done = diorama("score", "logic", "--data", str(data), "--predictions", str(answers))
    assert done.returncode == 0 and "is unfinished: 1 of 2 samples" in done.stderr
    assert score_plans(data, answers).unfinished == "1 of 2 samples"
    whole = plans_dataset(tmp_path / "whole")
    assert "unfinished" not in diorama("score", "logic", "--data", str(whole), "--predictions", str(answers)).stderr


@pytest.mark.parametrize(
    ("matrix", "what"),
    [
        ([[1, 0], [0, 1]], "its matrix is 2 × 2, where 3 × 3 are wanted"),
        ([[1, 0, 0], [0, 1, 0], [0, 0]], "its matrix is 3 × 2 or 3, where 3 × 3 are wanted"),
        ([], "its matrix is 0 × 0, where 3 × 3 are wanted"),
        ([[2, 0, 0], [0, 1, 0], [0, 0, 1]], "its matrix holds something else than 0 and 1"),
        ([["1", 0, 0], [0, 1, 0], [0, 0, 1]], "its matrix holds something else than 0 and 1"),
        ([[None, 0, 0], [0, 1, 0], [0, 0, 1]], "its matrix holds something else than 0 and 1"),
        ([[{}, 0, 0], [0, 1, 0], [0, 0, 1]], "its matrix holds something else than 0 and 1"),
        ("UNIT", "its matrix is no list of lists"),
        ({"0": 1}, "its matrix is no list of lists"),
        (None, "its matrix is null"),
    ],
)
def test_a_bad_matrix_is_named_and_left_out(files: Files, matrix: Any, what: str) -> None:
    found = files.score([truth("a"), truth("b")], [given("a"), given("b")], {"a": UNIT, "b": matrix})
    assert told(found) == [f"matrices.json: b: {what}; left out"]
    assert (found.scored, found.left_out) == (1, 1) and rates(found)["content"] == 1


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (5, "its answer is neither a plan nor a text; it counts as unread"),
        (True, "its answer is neither a plan nor a text; it counts as unread"),
        ({"step1": {"content": None}}, "no plan can be read in its answer"),
        (steps(*["x"] * 1001), "it has more than 1000 steps; it counts as unread"),
    ],
    ids=["number", "yes", "no content", "endless"],
)
def test_an_answer_that_is_no_plan_is_named_and_gives_nothing(files: Files, answer: Any, what: str) -> None:
    found = files.score([truth("a"), truth("b")], [given("a"), given("b", answer)])
    (fault,) = told(found)
    assert fault.startswith(f"answers.json: b: {what}")
    assert (found.scored, found.unread) == (2, 1) and rates(found)["content"] == 2 * 3 / (3 + 6)


def test_circles_and_gaps_in_an_answer_are_named_and_count_as_they_stand(files: Files) -> None:
    """They are the model's mistakes: the preconditions are wrong, the steps may be right."""
    circle = {**STACK, "step1": {"content": STACK["step1"]["content"], "precondition": ["step3"]}}
    gap = {**STACK, "step1": {"content": STACK["step1"]["content"], "precondition": ["step7"]}}
    found = files.score([truth("a"), truth("b")], [given("a", circle), given("b", gap)], {"a": UNIT, "b": UNIT})
    assert rates(found) == {"content": 1, "precondition": 2 * 4 / (6 + 4)}
    assert told(found) == [
        "answers.json: a: its preconditions go in a circle: step1 → step2 → step3 → step1; it counts as it stands",
        "answers.json: b: step1 needs 'step7', which is no step; it counts as it stands",
    ]


@pytest.mark.parametrize(
    ("right", "answers", "matrices", "message"),
    [
        ("{", [], None, "right.json is no JSON"),
        ("[" * 100_000, [], None, "right.json is no JSON"),
        ({"id": "a"}, [], None, "right.json is no list"),
        ([truth("a")], "nonsense", None, "answers.json is no JSON"),
        ([truth("a")], "3", None, "answers.json is no list"),
        ([truth("a")], [given("a")], "[[0, 1]]", "matrices.json is no object of matrices"),
        ([truth("a")], [given("a")], "", "matrices.json is no JSON"),
        ([truth("a")], [given("b")], None, "nothing of .*answers.json can be scored"),
        ([], [], None, "nothing of .*answers.json can be scored"),
    ],
)
def test_a_file_that_is_none_is_one_line(files: Files, right: Any, answers: Any, matrices: Any, message: str) -> None:
    with pytest.raises(DioramaError, match=message):
        files.score(right, answers, matrices)


def test_files_that_are_not_there_or_no_text_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="cannot read"):
        score_plans(tmp_path / "no.json", tmp_path / "no.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DioramaError, match="is no JSON"):
        score_plans(tmp_path / "bytes.json", tmp_path / "bytes.json")


def test_scores_are_read_back_as_they_were_written(files: Files, tmp_path: Path) -> None:
    found = files.score([truth("a"), truth("b")], [given("a"), given("x")])
    (tmp_path / "s.json").write_text(found.model_dump_json())
    assert read_scores(tmp_path / "s.json") == found
    (score,) = {tuple(s.items()) for s in json.loads((tmp_path / "s.json").read_text())["whole"]["scores"].values()}
    assert dict(score) == {"rate": 1, "low": None, "high": None}, "one scene has no interval"
    (tmp_path / "s.json").write_text("{}")
    with pytest.raises(DioramaError, match="holds no scores of plans"):
        read_scores(tmp_path / "s.json")


def test_ids_with_line_breaks_stay_on_one_line(files: Files) -> None:
    (line,) = told(files.score([truth("a")], [given("a"), given("b\nfake: 3 of 3 plans scored")]))
    assert "\n" not in line and "fake" in line


def test_scores_are_never_written_over_what_they_are_made_from(tmp_path: Path) -> None:
    right, answers = tmp_path / "right.json", tmp_path / "answers.json"
    right.write_text(json.dumps([truth("a")]))
    answers.write_text(json.dumps([given("a"), given("\ud83d")]))
    words = ["score", "logic", "--data", str(right), "--predictions", str(answers), "--out"]
    for path in (right, answers):
        before = path.read_bytes()
        assert diorama(*words, str(path)).returncode == 2
        assert path.read_bytes() == before
    done = diorama(*words, str(tmp_path / "scores.json"))
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert read_scores(tmp_path / "scores.json").scored == 1


def test_a_thousand_steps_that_need_all_before_take_no_time(files: Files) -> None:
    """Every step is the same, and needs all before it: there is nothing to search for."""
    many = {f"step{k}": {"content": "Remove the book", "precondition": [f"step{n}" for n in range(1, k)]}
            for k in range(1, 301)}  # fmt: skip
    began = perf_counter()
    assert files.score([truth("a")], [given("a", many)]).scored == 1
    assert perf_counter() - began < 20
