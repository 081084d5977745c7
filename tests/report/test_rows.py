"""Who is compared, under which name, in which order."""

from __future__ import annotations

import pytest

from diorama.errors import DioramaError
from diorama.report.rows import rows_of
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


def test_nothing_to_report_is_said() -> None:
    with pytest.raises(DioramaError, match="nothing to report"):
        rows_of([run("m", {})])
