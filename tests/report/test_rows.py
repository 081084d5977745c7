"""Who is compared, under which name, in which order."""

from __future__ import annotations

import pytest

from diorama.ask.wordings import Rewording
from diorama.errors import DioramaError
from diorama.report.analyses import material_of
from diorama.report.rows import asked_alike, rows_of
from diorama.report.summary import results
from tests.report.runs import ends, run

T = "causal/collision/L1"
BAD, GOOD = ends(T, "incorrect correct"), ends(T, "correct correct")


def test_models_come_first_and_the_best_on_top_then_players_by_what_they_know() -> None:
    runs = [run("diorama/random", BAD), run("lab/poor", BAD), run("diorama/oracle", GOOD), run("lab/good", GOOD)]
    assert [row.label for row in rows_of(runs)] == ["good", "poor", "oracle", "random"]
    assert [row.group for row in rows_of(runs)] == ["Models", "Models", "Players", "Players"]


def test_a_name_is_as_long_as_it_must_be() -> None:
    runs = [run("openai/gpt", GOOD), run("azure/gpt", BAD), run("lab/other", BAD, "physics_cot")]
    assert [row.label for row in rows_of(runs)] == ["openai/gpt", "azure/gpt", "other · physics cot"]


def test_an_oracle_that_errs_says_so() -> None:
    (row,) = rows_of([run("diorama/oracle", GOOD, model_args={"accuracy": 0.8})])
    assert row.label == "oracle · accuracy=0.8"


def test_two_runs_of_one_model_differ_by_their_settings() -> None:
    cold, warm = {"temperature": 0, "seed": 1}, {"temperature": 1, "seed": 1}
    runs = [run("lab/m", GOOD, config=cold), run("lab/m", BAD, config=warm)]
    assert [row.label for row in rows_of(runs)] == ["m · temperature 0", "m · temperature 1"]


def test_models_are_compared_only_if_they_were_asked_in_the_same_way() -> None:
    """Strategy, temperature, thinking, wordings: each makes a group of its own, which its heading names."""
    fixed = {"wordings": Rewording(name="fixed", texts={})}
    runs = [
        run("a", GOOD), run("b", BAD), run("c", GOOD, "cot"), run("d", GOOD, config={"temperature": 1}),
        run("e", GOOD, config={"reasoning_effort": "high"}, info={"thinking": "on"}),
        run("f", BAD, config={"reasoning_tokens": 900}, info={"thinking": "on"}), run("g", GOOD, info=fixed),
        run("h", GOOD, info={"words_checksum": "other"}),
    ]  # fmt: skip
    rows = rows_of(runs)
    groups = [sorted(row.label for row in same) for same in asked_alike(rows)]
    assert sorted(groups) == [["a", "b"], ["c · cot"], ["d"], ["e", "f"], ["g"], ["h"]]
    heads = {row.group for row in rows}
    assert {"Models", "Models, cot", "Models, temperature 1", "Models, thinking on"} < heads
    order = [row.group for row in rows]
    assert order == sorted(order, key=order.index), "each group stands together"


def test_a_model_counts_once_in_a_group() -> None:
    """The same model at another address, with fewer answers, is a row but no rival of itself."""
    part = dict([next(iter(GOOD.items()))])
    rows = rows_of([run("m", BAD), run("m", part, info={"base_url": "http://elsewhere"}), run("n", GOOD)])
    (same,) = asked_alike(rows)
    assert sorted((row.model, len(row.records)) for row in same) == [("m", 2), ("n", 2)] and len(rows) == 3


def test_one_model_with_three_strategies_is_ranked_against_nobody() -> None:
    rows = rows_of([run("m", GOOD, strategy) for strategy in ("direct", "cot", "physics_cot")])
    assert "Rank" not in [column.title for column in results(rows, "causal").columns]


def test_people_stand_between_models_and_players_and_have_no_rank() -> None:
    runs = [run("diorama/oracle", GOOD), run("anna", GOOD, "quiz"), run("lab/a", BAD), run("lab/b", GOOD)]
    rows = rows_of(runs)
    assert [row.group for row in rows] == ["Models", "Models", "People", "Players"]
    lines = {line.label: line.cells[-1].text for line in results(rows, "causal").lines}
    assert (lines["a"], lines["b"], lines["anna · quiz"]) == ("2", "1", "")
    material = material_of(rows)
    assert [row.model for row in material.models] == ["lab/b", "lab/a"] and "anna" not in material.kin


def test_all_who_took_a_test_are_one_row() -> None:
    """Seven people: a label that says so, an interval and no spread over repeats, nothing counted as asked again."""
    answers = run("human", [GOOD, BAD, GOOD], "test", config={"test": "pilot"})
    records = tuple(r.model_copy(update={"person": f"person {r.repeat + 1}"}) for r in answers.records)
    rows = rows_of([run("lab/a", BAD), answers.model_copy(update={"records": records})])
    person = rows[1]
    assert (person.label, person.group, person.people) == ("human (3 people)", "People", 3)
    assert person.full_name == "3 people, test pilot" and person.deviations == ()
    grid = results(rows, "causal")
    cell = next(line for line in grid.lines if line.label == person.label).cells[0]
    assert cell is not None and cell.text == "83.3" and "±" not in cell.side
    assert "over people and samples." in grid.caption


def test_people_whose_replies_people_scored_say_so() -> None:
    ours = run("human", GOOD, "test", config={"test": "pilot"}, person="person 1")
    theirs = run("human", BAD, "test", config={"test": "pilot"}, info={"scored_by": "two"}, person="person 1")
    assert {row.label for row in rows_of([ours, theirs])} == {"human (1 person)", "human (1 person) · human-scored"}


def test_two_tests_are_told_apart_by_name() -> None:
    rows = rows_of([run("human", GOOD, "test", config={"test": name}, person="person 1") for name in ("one", "two")])
    assert {row.label for row in rows} == {"human (1 person) · test one", "human (1 person) · test two"}
    assert "fewer than three people over samples alone" in results(rows, "causal").caption


def test_only_complete_repeats_count_for_a_protocol() -> None:
    """The fifth repeat asked one question of two."""
    repeats = [GOOD] * 4 + [dict([next(iter(GOOD.items()))])]
    (row,) = rows_of([run("m", repeats, "reasoned_json", info={"protocol": "causalspatial"})])
    assert row.deviations == ("4 of 5 repeats",)


def test_nothing_to_report_is_said() -> None:
    with pytest.raises(DioramaError, match="nothing to report"):
        rows_of([run("m", {})])
