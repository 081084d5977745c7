"""Doubt and length, families and sizes, volumetric errors, failures of another model: small runs, known answers."""

from __future__ import annotations

import pytest

from diorama.ask.records import Spent
from diorama.ask.run_files import Run
from diorama.ask.subsets import WRONG, mostly_ended
from diorama.report.analyses.cost import cost
from diorama.report.analyses.doubt import doubt
from diorama.report.analyses.reasked import reasked
from diorama.report.analyses.sizes import sizes
from diorama.report.analyses.stages import stages
from diorama.report.analyses.volumes import volumes
from diorama.report.families import Kin
from tests.report.analyses.materials import found, line, material, reasons, structure, texts
from tests.report.runs import record, run


def of(model: str, *records: object) -> Run:
    return run(model, {}).model_copy(update={"records": tuple(records)})


def test_doubt_leaves_the_unsure_out_of_the_sure() -> None:
    """Four asked: two right, one not sure, one wrong. TPR 50, NSR 25, right when sure two of three."""
    tokens = {"correct": 10, "not_sure": 30, "incorrect": 50}
    ends = ("correct", "correct", "not_sure", "incorrect")
    asked = [record(f"causal/collision/L1/{k}", end, output_tokens=tokens[end]) for k, end in enumerate(ends)]
    one = found(list(doubt(material(of("m", *asked)))))
    assert list(texts(one.grids[0], "m").values()) == ["50.0", "25.0", "66.7", "25", "10", "40"]
    assert [title for title, _, _ in one.charts] == ["Right against unsure"]


def test_doubt_needs_doubt_or_tokens() -> None:
    assert "Doubt and length" in reasons(list(doubt(material(run("m", structure(T1="+-"))))))


def test_a_family_goes_from_small_to_large_and_each_is_set_against_the_next_smaller() -> None:
    runs = [
        run("x/vl-30b-a3b", structure(T1="+++-")),
        run("x/vl-8b", structure(T1="++--")),
        run("x/vl-2b", structure(T1="++--")),
        run("nameless", structure(T1="+++-")),
    ]
    one = found(list(sizes(material(*runs))))
    grid = one.grids[0]
    assert [(each.group, each.label) for each in grid.lines] == [
        ("vl", "vl-2b"), ("vl", "vl-8b"), ("vl", "vl-30b-a3b"), ("unknown", "nameless"),
    ]  # fmt: skip
    gain = "minus the next smaller"
    assert [texts(grid, name)[gain] for name in ("vl-2b", "vl-8b", "vl-30b-a3b")] == ["", "+0.0", "+25.0"]
    assert texts(grid, "vl-30b-a3b")["parameters, billions active"] == "3"
    assert texts(grid, "nameless")["parameters, billions all"] == "" == texts(grid, "nameless")[gain]
    assert len(one.charts) == 1


def test_a_gain_has_a_star_only_from_ten_scenes_on() -> None:
    for scenes, said in ((9, "+100.0"), (10, "+100.0*")):
        runs = [run("v-1b", structure(T1="-" * scenes)), run("v-2b", structure(T1="+" * scenes))]
        grid = found(list(sizes(material(*runs)))).grids[0]
        assert texts(grid, "v-2b")["minus the next smaller"] == said


def test_families_can_be_given() -> None:
    runs = [run("a", structure(T1="+-")), run("b", structure(T1="++"))]
    assert "--families" in reasons(list(sizes(material(*runs))))["Families and sizes"]
    given = {"a": Kin("ours", 1), "b": Kin("ours", 2)}
    grid = found(list(sizes(material(*runs, families=given)))).grids[0]
    assert texts(grid, "b")["minus the next smaller"].startswith("+50.0")


def test_sizes_are_not_compared_across_protocols() -> None:
    runs = [run("v-1b", structure(T1="+-"), info={"protocol": "structure"}), run("v-2b", structure(T1="++"))]
    assert texts(found(list(sizes(material(*runs)))).grids[0], "v-2b")["minus the next smaller"] == ""


def test_volumetric_errors_are_a_share_of_all_and_of_the_wrong() -> None:
    """Four asked, two wrong, one of these overlaps: a quarter of all, half of the wrong."""
    flags = [("correct", False), ("correct", False), ("incorrect", True), ("incorrect", False)]
    asked = [record(f"structure/T5//{k}", end, flags={"overlaps": over}) for k, (end, over) in enumerate(flags)]
    grid = found(list(volumes(material(of("m", *asked))))).grids[0]
    assert texts(grid, "m") == {"% of all asked T5 one swap": "25.0", "% of wrong answers T5 one swap": "50.0"}
    assert line(grid, "m")["% of wrong answers T5 one swap"].tip == "1 of 2"


def test_without_swaps_there_are_no_volumetric_errors() -> None:
    assert reasons(list(volumes(material(run("m", structure(T1="+-")))))) == {
        "Volumetric errors": "no answer here proposes swaps"
    }


def test_how_many_failures_of_a_does_b_get_right() -> None:
    """a fails three: two in T1, of which b gets one, and one in T2, which b gets: 2 of 3."""
    a, b = run("a", structure(T1="+--", T2="-+")), run("b", structure(T1="-+-", T2="+-"))
    one = found(list(reasked(material(a, b))))
    grid, by_task = one.grids[0], one.details[0]
    assert texts(grid, "a") == {"failures": "3", "of these right, % a": "", "of these right, % b": "66.7"}
    assert line(grid, "a")["of these right, % b"].side == "2/3"
    assert texts(grid, "b") == {"failures": "3", "of these right, % a": "66.7", "of these right, % b": ""}
    assert [cell.side for cell in line(by_task, "b on a").values()] == ["1/2", "1/1", "2/3"]


def test_a_run_of_the_failures_alone_is_enough() -> None:
    """As after `eval --only wrong:FILE`: b was asked nothing else."""
    a, b = run("a", structure(T1="+---")), run("b", {"structure/T1//1": "correct", "structure/T1//2": "incorrect"})
    grid = found(list(reasked(material(a, b)))).grids[0]
    assert line(grid, "a")["of these right, % b"].side == "1/2"


def test_a_failure_is_what_only_wrong_asks_again() -> None:
    """Wrong in more than half of the repeats; a question without a reply is no failure of the model's."""
    ends = {"half": "+-", "mostly": "--", "lost": "!!"}
    words = {"+": "correct", "-": "incorrect", "!": "failed"}
    records = [
        record(f"structure/T1//{name}", words[mark], repeat=k)
        for name, marks in ends.items()
        for k, mark in enumerate(marks)
    ]
    assert mostly_ended(WRONG, records) == ["structure-t1--mostly"]
    grid = found(list(reasked(material(of("a", *records), of("b", *records))))).grids[0]
    assert texts(grid, "a")["failures"] == "1" and "unread and refused" in grid.caption


@pytest.mark.parametrize(
    "runs", [[run("a", structure(T1="+-"))], [run("a", structure(T1="++")), run("b", structure(T1="++"))]]
)
def test_without_failures_or_anybody_else_there_is_no_table(runs: list[Run]) -> None:
    assert "Failures of another model" in reasons(list(reasked(material(*runs))))


def test_cost_stands_beside_accuracy_for_each_strategy() -> None:
    """Four questions: one call each and half right, or seven calls each, with a map, and all right."""
    tools = {"depth": Spent(calls=1, seconds=0.5), "grader": Spent(calls=1, seconds=9.0)}
    runs = [
        run("m", structure(T1="++--"), calls=1, input_tokens=100, output_tokens=20, seconds=2.0, cost=0.01),
        run("m", structure(T1="++++"), "rsgar", calls=7, input_tokens=900, output_tokens=300, seconds=9.0, tools=tools),
    ]
    one = found(list(cost(material(*runs))))
    direct, rsgar = (list(texts(one.grids[0], name).values()) for name in ("m", "m · rsgar"))
    assert direct == ["50.0", "1.0", "100", "20", "2.0", "", "$0.0100"]
    assert rsgar == ["100.0", "7.0", "900", "300", "9.0", "0.5", ""]
    assert [title for title, _, _ in one.charts] == ["Correct against calls", "Correct against tokens"]
    assert "7.0 calls a question, correct 100.0%" in one.charts[0][2]


def test_graded_answers_stand_beside_cost_by_their_f1() -> None:
    """Where few answers are right in all their parts, the share of right ones says little."""
    runs = [
        run("m", structure(T1="--"), calls=1, numbers={"content_f1": 0.5, "content_recall": 0.4}),
        run("m", structure(T1="--"), "cot", calls=2, numbers={"content_f1": 0.75}),
    ]
    one = found(list(cost(material(*runs))))
    assert texts(one.grids[0], "m · cot")["content f1, %"] == "75.0"
    assert "content recall, %" not in texts(one.grids[0], "m")
    assert [title for title, _, _ in one.charts] == ["Correct against calls", "Content f1 against calls"]


def test_cost_needs_two_strategies_and_draws_what_was_counted() -> None:
    runs = [run("a", structure(T1="+-"), calls=1), run("b", structure(T1="++"), calls=1)]
    assert "at least two strategies" in reasons(list(cost(material(*runs))))["Accuracy beside cost"]
    uncounted = [run("a", structure(T1="+-")), run("a", structure(T1="++"), "cot")]
    assert found(list(cost(material(*uncounted)))).charts == ()


def test_stages_are_means_over_the_questions_that_reached_them() -> None:
    reached = [{"all/objects recall": 1.0, "round 1/objects recall": 0.5}, {"all/objects recall": 0.5}]
    asked = [record(f"logic/pick//{k}", "correct", stages=each) for k, each in enumerate(reached)]
    grid = found(list(stages(material(of("m", *asked), run("other", structure(T1="+")))))).grids[0]
    assert [each.label for each in grid.lines] == ["m: all", "m: round 1"]
    assert [list(texts(grid, f"m: {stage}").values()) for stage in ("all", "round 1")] == [["75.0"], ["50.0"]]


def test_stages_need_a_strategy_that_has_some() -> None:
    assert "Stages of strategies" in reasons(list(stages(material(run("m", structure(T1="+-"))))))
