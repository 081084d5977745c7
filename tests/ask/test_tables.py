"""Tables: every question is in every account, and failures show."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.ask import Failure, Record, Verdict
from diorama.ask.evaluate import Result
from diorama.ask.records import Spent
from diorama.ask.summary_lines import summary_lines
from diorama.ask.tables import ALL, account, scorings, table
from tests.ask.keys import record


def failed(number: int, kind: Failure) -> Record:
    return record(number, Verdict.FAILED, failure=kind)


def test_failures_stay_in_the_denominator_and_a_second_rate_appears() -> None:
    """Two right, one wrong, one timed out: 50 % of what was asked, 67 % of what was answered."""
    cell = account([record(0), record(1), record(2, Verdict.INCORRECT), failed(3, Failure.TIMEOUT)])
    assert (cell.asked, cell.answered, cell.correct.rate) == (4, 3, 0.5)
    assert cell.correct_of_answered is not None and cell.correct_of_answered.rate == pytest.approx(2 / 3)
    assert cell.line() == "4 asked, 3 answered, 2 correct, 1 incorrect, 1 failed (1 timeout)"


def test_without_failures_there_is_one_rate() -> None:
    cell = account([record(0), record(1, Verdict.REFUSED), record(2, Verdict.UNREAD)])
    assert cell.correct_of_answered is None and cell.answered == 3
    assert cell.line() == "3 asked, 3 answered, 1 correct, 0 incorrect, 1 unread, 1 refused"


def test_unscored_is_not_answered_and_failures_keep_their_kinds() -> None:
    cell = account([failed(0, Failure.SERVER), failed(1, Failure.RATE_LIMIT), record(2, Verdict.UNSCORED)])
    assert cell.answered == 0 and cell.correct_of_answered is not None
    assert cell.line() == "3 asked, 0 answered, 0 correct, 0 incorrect, 2 failed (1 rate limit, 1 server), 1 unscored"


def test_a_tool_that_failed_is_no_answer_and_no_failure_of_the_model() -> None:
    cell = account([record(0), record(1, Verdict.TOOL_FAILED)])
    assert (cell.asked, cell.answered, cell.correct.rate, cell.failures) == (2, 1, 0.5, {})
    assert cell.correct_of_answered is not None and cell.correct_of_answered.rate == 1
    assert cell.line() == "2 asked, 1 answered, 1 correct, 0 incorrect, 1 tool failed"


def test_the_most_frequent_reasons_of_failed_tools_are_printed() -> None:
    """Reasons that differ only in the sample count together; what a server says becomes one harmless line."""

    def broken(number: int, note: str) -> Record:
        one = record(number, Verdict.TOOL_FAILED)
        return one.model_copy(update={"note": note.replace("ID", one.sample_id)})

    notes = [
        "video: \x1b[31mred\x07\nand more",
        *["supposition: 'ID' supposes nothing"] * 3,
        *["motion: none"] * 2,
        "x",
        "y",
    ]
    records = (record(99), *(broken(number, note) for number, note in enumerate(notes)))
    result = Result(Path("a"), records, len(records), len(records))
    told = [line for line in summary_lines([result]) if line.startswith("  tool failed")]
    assert told == [
        "  tool failed: supposition: … supposes nothing (3)",
        "  tool failed: motion: none (2)",
        "  tool failed: video: red and more (1)",
    ]
    assert not any("tool failed" in line for line in summary_lines([Result(Path("a"), (record(0),), 1, 1)]))


@given(st.lists(st.sampled_from(sorted(Verdict)), max_size=30))
def test_verdicts_add_up_to_what_was_asked(verdicts: list[Verdict]) -> None:
    failure = {Verdict.FAILED: Failure.OTHER}
    cell = account([record(k, v, failure=failure.get(v)) for k, v in enumerate(verdicts)])
    assert sum(cell.verdicts.values()) == cell.asked == len(verdicts)
    assert sum(cell.failures.values()) == cell.verdicts[Verdict.FAILED]


def test_an_average_is_over_samples_not_over_tasks() -> None:
    """Three of three in one task, none of one in the other: 75 %, not 50 %."""
    asked = [*(record(k, task="T1") for k in range(3)), record(3, Verdict.INCORRECT, task="T2")]
    cells = table(asked)["m", "direct"]
    assert list(cells) == [("structure", "T1", ""), ("structure", "T2", ""), ("structure", "", ""), ALL]
    assert cells["structure", "", ""].correct.rate == 0.75 == cells[ALL].correct.rate


def test_levels_have_cells_and_averages() -> None:
    fields = [("collision", "L1"), ("collision", "L2"), ("occlusion", "L1")]
    asked = [record(k, suite="causal", task=task, level=level) for k, (task, level) in enumerate(fields)]
    cells = table(asked)["m", "direct"]
    assert {c: cell.asked for c, cell in cells.items()} == {
        ("causal", "collision", "L1"): 1, ("causal", "collision", "L2"): 1, ("causal", "collision", ""): 2,
        ("causal", "occlusion", "L1"): 1, ("causal", "occlusion", ""): 1,
        ("causal", "", "L1"): 2, ("causal", "", "L2"): 1, ("causal", "", ""): 3, ALL: 3,
    }  # fmt: skip


def test_rows_are_models_and_strategies() -> None:
    asked = [record(0, model="b"), record(0, model="a", strategy="cot"), record(0, model="a")]
    assert list(table(asked, averages=False)) == [("a", "cot"), ("a", "direct"), ("b", "direct")]


def test_rates_that_papers_report() -> None:
    """Not-sure rate and volumetric error rate are shares of all that was asked."""
    asked = [
        record(0, Verdict.NOT_SURE),
        record(1, answer_kind="swaps", flags={"overlaps": False}),
        record(2, Verdict.INCORRECT, answer_kind="swaps", flags={"overlaps": True}),
        record(3, Verdict.FAILED, answer_kind="swaps", failure=Failure.OTHER),
    ]
    assert account(asked).share(Verdict.NOT_SURE) == 0.25
    assert account(asked).flag_share("overlaps") == 0.25
    assert account(asked[1:]).flag_share("overlaps") == pytest.approx(1 / 3)


def test_tokens_seconds_and_cost_add_up_where_they_are_known() -> None:
    cell = account([record(0, seconds=1.0, output_tokens=10, cost=0.5), record(1, seconds=3.0, output_tokens=5)])
    assert (cell.seconds, cell.output_tokens, cell.cost, cell.input_tokens) == (2.0, 15, 0.5, None)


def test_graded_scores_are_means_over_the_replies_that_have_them() -> None:
    cell = account([record(0, numbers={"f1": 0.5}), record(1, numbers={"f1": 1.0}), record(2, Verdict.UNREAD)])
    assert list(cell.numbers) == ["f1"] and cell.numbers["f1"].rate == 0.75
    assert account([record(0)]).numbers == {}


def plan(number: int, matched: int, given: int, wanted: int, verdict: Verdict = Verdict.INCORRECT) -> Record:
    counts = {"steps_matched": matched, "steps_given": given, "steps_wanted": wanted}
    return record(number, verdict, answer_kind="plan", numbers=counts)


def test_f1_of_a_set_is_a_ratio_of_sums_and_what_failed_is_no_part_of_it() -> None:
    """Steps: 1 of 1 given and 1 wanted; 1 of 3 given and 5 wanted; unread, 4 wanted. What never came adds nothing."""
    cell = account([plan(0, 1, 1, 1), plan(1, 1, 3, 5), plan(2, 0, 0, 4, Verdict.UNREAD), failed(3, Failure.TIMEOUT)])
    assert cell.numbers["content_precision"].rate == cell.number("content_precision") == 2 / 4
    assert cell.numbers["content_recall"].rate == 2 / 10
    assert cell.numbers["content_f1"].rate == pytest.approx(2 * 2 / (4 + 10))
    assert "precondition_f1" not in cell.numbers and cell.number("precondition_f1") is None, "nothing by nothing"
    assert not any(name.startswith("steps") for name in cell.numbers), "counts are no scores"


def test_the_interval_of_a_ratio_is_seeded_and_needs_ten_scenes() -> None:
    many = [plan(k, k % 3, 3, 4) for k in range(60)]
    found = account(many).numbers["content_f1"]
    assert found == account(many).numbers["content_f1"]
    assert found.low < found.rate < found.high and found.high - found.low < 0.3
    few = account(many[:9]).numbers["content_f1"]
    assert (few.low, few.high) == (0, 1)


def test_what_tools_took_adds_up_by_role() -> None:
    one = {"captioner": Spent(calls=1, seconds=2.0, input_tokens=10), "depth": Spent(calls=1, seconds=0.5)}
    two = {"captioner": Spent(calls=2, seconds=1.0, input_tokens=5, cost=0.25)}
    cell = account([record(0, tools=one), record(1, tools=two), record(2)])
    assert cell.tools == {
        "captioner": Spent(calls=3, seconds=3.0, input_tokens=15, cost=0.25), "depth": Spent(calls=1, seconds=0.5),
    }  # fmt: skip
    assert (cell.seconds, cell.cost) == (None, None), "the model's own are apart"


def test_a_kind_that_was_scored_in_two_ways_is_named() -> None:
    alone, helped = "plan rules 1", "plan rules 1 grader=g"
    plans = [record(k, answer_kind="plan", scoring=way) for k, way in enumerate((alone, helped, alone))]
    sets = [record(5, answer_kind="objects", scoring="objects rules 1")]
    assert scorings([*plans, *sets]) == {"plan": [alone, helped]}
    lost = record(6, Verdict.UNSCORED, answer_kind="objects", scoring="objects rules 1 reader=r")
    assert scorings([*sets, lost]) == {}, "what has no verdict cannot be mixed"
