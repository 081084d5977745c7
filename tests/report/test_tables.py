"""Tables on a handful of answers that a reader can count."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.ask import Verdict
from diorama.ask.records import Spent
from diorama.ask.run_files import Run
from diorama.kinds import Measure, get_kind
from diorama.report import summary
from diorama.report.grid import Cell, Column, Grid, Line, ranked, to_csv, to_html, to_latex, to_markdown, to_text
from diorama.report.making import as_csv
from diorama.report.published import paper_table
from diorama.report.rows import rows_of
from tests.report.runs import ends, record, run

L1, L2 = "causal/collision/L1", "causal/collision/L2"


def texts(grid: Grid, label: str) -> dict[str, str]:
    """The cells of a line by the titles of their columns."""
    line = next(line for line in grid.lines if line.label == label)
    titles = [f"{c.group} {c.title}".strip() for c in grid.columns]
    return {title: f"{cell.text} {cell.side}".strip() for title, cell in zip(titles, line.cells, strict=True)}


def test_levels_stand_side_by_side_and_averages_are_over_samples() -> None:
    """Three right of four in one task, none of one in another: the level's average is 3 of 5, not (75 + 0) / 2."""
    one, two = ends(L1, "correct correct correct incorrect"), ends("causal/occlusion/L1", "incorrect")
    asked = one | two | ends(L2, "correct")
    grid = summary.results(rows_of([run("a", asked)]), "causal")
    told = {title: text.split()[0] for title, text in texts(grid, "a").items()}
    assert told == {
        "Level 1 Collision": "75.0", "Level 1 Occlusion": "0.0", "Level 1 Avg.": "60.0", "Level 2 Collision": "100.0",
        "Avg.": "66.7",
    }  # fmt: skip


def test_tasks_without_levels_stand_under_their_competency() -> None:
    asked = ends("structure/T5/", "correct") | ends("structure/T1/", "correct") | ends("structure/T4/", "incorrect")
    grid = summary.results(rows_of([run("a", asked)]), "structure")
    assert [(c.group, c.title.split()[0]) for c in grid.columns] == [
        ("Depth-ordered occlusion", "T1"), ("Optical", "T4"), ("Volumetric planning", "T5"), ("", "Avg."),
    ]  # fmt: skip


def test_failures_count_as_not_correct_and_a_second_rate_says_what_they_hide() -> None:
    """Two right, one wrong, one that never came: 50 % of what was asked, 67 % of what was answered."""
    rows = rows_of([run("a", ends(L1, "correct correct incorrect failed"))])
    cell = summary.results(rows, "causal").lines[0].cells[0]
    assert cell.text == "50.0"
    assert cell.side.endswith("/ 66.7")
    told = texts(summary.accounting(rows), "a")
    assert told["asked"] == "4" and told["answered"] == "3" and told["not answered failed"] == "1"
    assert told["correct, % of asked"] == "50.0" and told["correct, % of answered"] == "66.7"


def test_where_nothing_came_there_is_no_second_rate() -> None:
    rows = rows_of([run("a", ends(L1, "failed failed"))])
    assert texts(summary.accounting(rows), "a")["correct, % of answered"] == ""
    assert "/ –" in summary.results(rows, "causal").lines[0].cells[0].side


def test_not_sure_stands_in_brackets_behind_averages_of_multiple_choice() -> None:
    asked = ends(L1, "correct not_sure not_sure incorrect") | ends("causal/occlusion/L1", "correct")
    grid = summary.results(rows_of([run("a", asked)]), "causal")
    told = texts(grid, "a")
    assert told["Level 1 Avg."].endswith("(40.0)")
    assert "(" not in told["Level 1 Collision"]
    assert "not sure" in grid.caption


def test_the_spread_over_repeats_is_the_standard_deviation_of_their_rates() -> None:
    """One right of two, then two of two: rates 50 and 100, mean 75, standard deviation 35.4."""
    rows = rows_of([run("a", [ends(L1, "correct incorrect"), ends(L1, "correct correct")])])
    cell = summary.results(rows, "causal").lines[0].cells[0]
    assert (cell.text, cell.side) == ("75.0", "± 35.4")


def test_guessing_is_averaged_over_samples_and_stands_with_the_players() -> None:
    """Two samples of task one at 1/4 each, one of task two at 1/2: a third on average."""
    asked = run("a", ends(L1, "correct incorrect"), chance=0.25), run("a", ends(L2, "correct"), chance=0.5)
    both = Run(info=asked[0].info, records=asked[0].records + asked[1].records)
    line = summary.results(rows_of([both, run("diorama/oracle", ends(L1, "correct"))]), "causal").lines[-1]
    assert (line.label, line.group) == ("guessing (exact)", "Players")
    assert [cell.text for cell in line.cells] == ["25.0", "50.0", "33.3"]


def test_there_is_no_row_for_guessing_where_its_chance_is_unknown() -> None:
    assert [line.label for line in summary.results(rows_of([run("a", ends(L1, "correct"))]), "causal").lines] == ["a"]


def test_best_and_second_best_are_models_never_players() -> None:
    runs = [
        run("good", ends(L1, "correct correct incorrect")),
        run("poor", ends(L1, "correct incorrect incorrect")),
        run("diorama/oracle", ends(L1, "correct correct correct")),
    ]
    ranks = {line.label: line.cells[0].rank for line in summary.results(rows_of(runs), "causal").lines}
    assert ranks == {"good": 1, "poor": 2, "oracle": 0}


@pytest.mark.parametrize(
    ("values", "places"),
    [([0.5], [0]), ([0.5, 0.7, 0.7, None], [2, 1, 1, 0]), ([0.1, 0.3, 0.2], [0, 1, 2]), ([None, None], [0, 0])],
)
def test_ranks(values: list[float | None], places: list[int]) -> None:
    assert ranked(values) == places


def test_failures_are_told_by_kind_for_those_who_have_any() -> None:
    fails = {**ends(L1, "failed failed correct")}
    rows = rows_of([run("a", fails), run("b", ends(L1, "correct correct correct"))])
    grid = summary.failures(rows)
    assert grid is not None
    assert texts(grid, "a") == {"timeout": "2", "failed": "2", "of asked, %": "66.7"}
    assert [line.label for line in grid.lines] == ["a"]
    assert summary.failures(rows_of([run("b", ends(L1, "correct"))])) is None


def test_a_pair_is_compared_on_common_samples_with_the_sign_of_row_minus_column() -> None:
    """Of twelve common samples `a` has all right and `b` none; a thirteenth only `b` was asked."""
    a, b = run("a", ends(L1, "correct " * 12)), run("b", ends(L1, "incorrect " * 12 + "correct"))
    grid = summary.comparison(rows_of([a, b]))
    assert grid is not None
    assert texts(grid, "a")["minus b"] == "+100.0* +100 … +100"
    assert texts(grid, "b")["minus a"] == "−100.0* −100 … −100"
    assert "on 12 samples; only a right 12, only b right 0" in grid.lines[0].cells[1].tip


def test_rows_with_nothing_in_common_are_not_compared() -> None:
    grid = summary.comparison(rows_of([run("a", ends(L1, "correct")), run("b", ends(L2, "correct"))]))
    assert grid is not None
    assert texts(grid, "a") == {"minus a": "", "minus b": ""}


def test_flags_are_rates_of_all_that_was_asked() -> None:
    with_flag = run("a", ends("structure/T5/", "incorrect correct"), flags={"overlaps": True})
    grid = summary.further(rows_of([with_flag]))
    assert grid is not None
    assert texts(grid, "a") == {"T5 one swap would overlap": "100.0"}


def test_a_flag_that_nobody_raised_is_nought_and_not_a_gap() -> None:
    calm = run("a", ends("structure/T5/", "correct correct"), flags={"overlaps": False})
    grid = summary.further(rows_of([calm, run("b", ends("causal/collision/L1", "correct"))]))
    assert grid is not None
    assert texts(grid, "a") == {"T5 one swap would overlap": "0.0"}
    assert texts(grid, "b") == {"T5 one swap would overlap": ""}, "it was never asked"


PACK = "logic/pack//"


def graded(model: str, verdicts: str, kind: str = "plan", **numbers: Sequence[float]) -> Run:
    """A run of plans with these graded scores, one for each verdict; those at the end may have none."""
    records = [
        record(f"{PACK}{k}", verdict, model=model, answer_kind=kind, options=0, numbers=numbers_of(numbers, k))
        for k, verdict in enumerate(verdicts.split())
    ]
    return run(model, {}).model_copy(update={"records": tuple(records)})


def numbers_of(numbers: Mapping[str, Sequence[float]], place: int) -> dict[str, float]:
    return {name: values[place] for name, values in numbers.items() if place < len(values)}


@pytest.fixture
def nearness(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of answer that grades its replies one by one."""
    monkeypatch.setattr(type(get_kind("swaps")), "measures", {"nearness": Measure("nearness")})


@pytest.mark.usefixtures("nearness")
def test_graded_scores_are_means_with_their_interval_beyond_right_and_wrong() -> None:
    """Scores of 40 %, 60 % and 80 %: 60 % on average, and 1.96 standard errors of 11.5 points around it."""
    one = graded("a", "incorrect incorrect incorrect", "swaps", nearness=[0.4, 0.6, 0.8])
    grid = summary.further(rows_of([one]))
    assert grid is not None and grid.title == "Beyond right and wrong"
    assert texts(grid, "a") == {"Pack nearness": "60.0 37–83"}
    assert "graded scores as means in %" in grid.caption


@pytest.mark.usefixtures("nearness")
def test_a_grade_is_over_the_replies_that_have_one_while_a_flag_is_over_all() -> None:
    """Of four questions one failed and one could not be read: the mean is over the two that were graded."""
    one = graded("a", "incorrect incorrect unread failed", "swaps", nearness=[0.5, 1.0])
    grid = summary.further(rows_of([one, graded("b", "failed failed", "swaps")]))
    assert grid is not None
    assert texts(grid, "a")["Pack nearness"].split()[0] == "75.0"
    assert texts(grid, "b")["Pack nearness"] == "", "nothing of it was graded"


def test_f1_is_that_of_all_plans_together() -> None:
    """One of one step, and one of nine: 2 · 2 ÷ (10 + 10) = 20 %; the mean of both F1s would be 56 %."""
    one = graded("a", "correct incorrect", steps_matched=[1, 1], steps_given=[1, 9], steps_wanted=[1, 9])
    grid = summary.further(rows_of([one, graded("b", "failed failed")]))
    assert grid is not None
    assert texts(grid, "a") == {"Pack content F1": "20.0 0–100"}, "two scenes are too few for an interval"
    assert texts(grid, "b") == {"Pack content F1": ""}


def test_grades_and_flags_are_in_the_csv_under_the_names_of_the_kinds() -> None:
    swaps = run("a", ends("structure/T5/", "incorrect correct correct correct"), answer_kind="swaps")
    raised = swaps.records[0].model_copy(update={"flags": {"overlaps": True}})
    calm = tuple(r.model_copy(update={"flags": {"overlaps": False}}) for r in swaps.records[1:])
    plans = graded("a", "incorrect incorrect", steps_matched=[1, 2], steps_wanted=[4, 4]).records
    both = swaps.model_copy(update={"records": (raised, *calm, *plans)})
    lines = list(csv.DictReader(io.StringIO(as_csv(rows_of([both])))))
    assert set(summary.measures()) <= set(lines[0]) and len(set(summary.header())) == len(summary.header())
    by_task = {(line["suite"], line["task"]): line for line in lines}
    assert by_task["logic", "pack"]["content_recall"] == "0.375" and by_task["logic", "pack"]["overlaps"] == ""
    assert by_task["structure", "T5"]["overlaps"] == "0.25" and by_task["structure", "T5"]["content_recall"] == ""


def test_every_kind_names_what_it_measures() -> None:
    named = summary.measures()
    assert {"ordered_correct", "overlaps", "content_f1", "published_precondition_recall"} <= set(named)
    titles = [each.title for each in named.values()]
    assert all(title and title == title.strip() for title in titles)


def test_tools_have_lines_of_their_own_in_what_was_spent() -> None:
    used = {"captioner": Spent(calls=1, seconds=2.0, input_tokens=10, cost=0.5)}
    grid = summary.spent(rows_of([run("a", ends(L1, "correct correct"), tools=used, seconds=1.0)]))
    assert grid is not None and [line.label for line in grid.lines] == ["a", "a: captioner"]
    assert texts(grid, "a")["seconds a question"] == "1.00" and texts(grid, "a")["cost"] == ""
    told = texts(grid, "a: captioner")
    assert (told["calls"], told["tokens read"], told["seconds a question"], told["cost"]) == (
        "2",
        "20",
        "2.00",
        "$1.00",
    )


def test_a_tool_that_failed_counts_as_asked_and_as_not_answered() -> None:
    rows = rows_of([run("a", ends(L1, "correct tool_failed"))])
    told = texts(summary.accounting(rows), "a")
    assert (told["asked"], told["answered"], told["not answered tool failed"]) == ("2", "1", "1")
    assert told["correct, % of asked"] == "50.0" and told["correct, % of answered"] == "100.0"
    assert summary.failures(rows) is None, "it is not the model that failed"


def test_published_results_stand_under_the_same_headings_as_ours() -> None:
    """From the papers: GPT-5.2 is right in 23.01 % of T1 and 77.33 % of T6; people in 78.57 % of collision, level 2."""
    structure, causal, logic = paper_table("structure"), paper_table("causal"), paper_table("logic")
    assert structure is not None and causal is not None and logic is not None
    told = texts(structure, "GPT-5.2")
    assert told["Depth-ordered occlusion T1 remove one"] == "23.0 ± 3.5"
    assert told["Volumetric planning T6 several swaps"] == "77.3 ± 5.3"
    assert texts(causal, "Human")["Level 2 Collision"] == "78.6" and texts(causal, "GPT5")["Avg."] == "54.2 ± 2.4"
    assert texts(logic, "GPT-5")["precondition F1"] == "47.0" and "GPT-4o · CoT" not in {x.label for x in logic.lines}
    assert paper_table("somebody-elses") is None


def test_csv_has_every_number_and_one_line_for_each_task_and_average() -> None:
    asked = ends(L1, "correct failed") | ends(L2, "hallucinated")
    lines = list(csv.DictReader(io.StringIO(as_csv(rows_of([run("a", asked, output_tokens=10)])))))
    by_cell = {(line["task"], line["level"]): line for line in lines}
    assert set(by_cell) == {("collision", "L1"), ("collision", "L2"), ("all", "all")}
    everything = by_cell["all", "all"]
    assert [everything[k] for k in ("asked", "answered", "correct", "hallucinated", "failed", "failed_timeout")] == [
        "3", "2", "1", "1", "1", "1",
    ]  # fmt: skip
    assert float(everything["rate"]) == pytest.approx(1 / 3, abs=1e-6)
    assert float(everything["rate_of_answered"]) == 0.5
    assert everything["output_tokens"] == "30"


@given(st.lists(st.sampled_from([v.value for v in Verdict]), min_size=1, max_size=40))
def test_accounts_add_up_whatever_happened(verdicts: list[str]) -> None:
    told = texts(summary.accounting(rows_of([run("a", ends(L1, " ".join(verdicts)))])), "a")
    numbers = {title: int(text) for title, text in told.items() if "%" not in title}
    answered = sum(n for title, n in numbers.items() if title.startswith("of the answered"))
    assert numbers["answered"] == answered
    missing = sum(numbers[f"not answered {end}"] for end in ("failed", "tool failed", "unscored"))
    assert numbers["asked"] == len(verdicts) == answered + missing


GRID = Grid(
    "T", "100 % & more", (Column("a|b", "G"), Column("c")),
    (Line("x_1 <b>", (Cell("1.0", "± 2", rank=1), Cell())),),
)  # fmt: skip


def test_markdown_keeps_its_columns() -> None:
    lines = to_markdown(GRID).splitlines()
    assert lines[2:5] == ["|  | G: a\\|b | c |", "| --- | ---: | ---: |", "| x\\_1 &lt;b> | **1.0** ± 2 | – |"]


def test_latex_escapes_what_is_special() -> None:
    text = to_latex(GRID)
    assert r"x\_1 \textless{}b\textgreater{} & \textbf{1.0} {\scriptsize $\pm$ 2} & -- \\" in text
    assert r"\caption{100 \% \& more}" in text


def test_html_escapes_and_text_lines_up() -> None:
    assert "x_1 &lt;b&gt;" in to_html(GRID) and "<b>1.0</b>" in to_html(GRID)
    wide = to_text(GRID).splitlines()
    assert len({len(line) for line in wide[2:]}) == 1
    assert "±" not in to_text(GRID, width=10)


def test_a_name_is_no_formula_and_no_markup() -> None:
    """Spreadsheets run what begins with =, and README files show markup; numbers with a sign stay numbers."""
    table = to_csv(("name", "value"), [("=HYPERLINK(1)", -1.5), ("+15.0*", 2)])
    assert table == "name,value\n'=HYPERLINK(1),-1.5\n+15.0*,2\n"
    grid = Grid(title="t", caption="", columns=(Column("a"),), lines=(Line("<img src=x>", (Cell("1"),)),))
    assert "<img" not in to_markdown(grid) and "&lt;img src=x>" in to_markdown(grid)
    link = Grid(title="t", caption="", columns=(Column("a"),), lines=(Line("[a](http://b) *c* `d`", (Cell("1"),)),))
    assert r"| \[a\](http://b) \*c\* \`d\` |" in to_markdown(link)
