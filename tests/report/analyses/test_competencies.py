"""Averages by competency, spread, and gap to planning: on hand-made runs, and on the paper's own numbers."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.report.analyses.competencies import competencies, gap, spread
from diorama.report.published import published
from tests.report import runs
from tests.report.analyses.materials import found, line, material, reasons, structure, texts
from tests.report.runs import run

TABLE = published("structure", table="2")
RATES = {
    name: np.array([number.value for number in TABLE if number.model == name])
    for name in dict.fromkeys(number.model for number in TABLE)
}
"""T1 to T6 of each model."""


def test_averages_are_over_samples_spread_and_gap_in_points() -> None:
    """T1 1 of 4, T2 1 of 2, T3 0 of 2: 2 of 8 is 25 %, from 0 to 50 %; planning is 3 of 4, so the gap is 50."""
    ends = structure(T1="+---", T2="+-", T3="--", T4="-", T5="++", T6="+-")
    one = found(list(competencies(material(run("m", ends)))))
    told = texts(one.grids[0], "m")
    assert told["average Depth-ordered occlusion"] == "25.0"
    assert told["average Optical"] == "0.0"
    assert told["average Volumetric planning"] == "75.0"
    assert told["spread T1–T3"] == "50.0" and told["spread T5, T6"] == "50.0"
    assert told["gap to volumetric planning T1–T3"].startswith("+50.0")
    assert told["gap to volumetric planning T4"].startswith("+75.0")


def test_a_certain_gap_has_a_star_and_its_interval_holds_it() -> None:
    one = found(list(competencies(material(run("m", structure(T1="-" * 30, T5="+" * 29 + "-"))))))
    cell = line(one.grids[0], "m")["gap to volumetric planning T1"]
    assert cell.text == "+96.7*" and cell.number is not None
    assert cell.number.low is not None and cell.number.high is not None
    assert 0.85 < cell.number.low <= cell.number.value <= cell.number.high <= 1


def test_three_of_three_against_none_of_three_is_not_certain() -> None:
    (grid,) = found(list(competencies(material(run("m", structure(T1="---", T2="-", T5="+++")))))).grids
    cells = line(grid, "m")
    assert (cells["gap to volumetric planning T1, T2"].text, cells["gap to volumetric planning T1, T2"].side) == (
        "+100.0", "",
    )  # fmt: skip
    assert "3 and 4 scenes" in cells["gap to volumetric planning T1, T2"].tip
    assert cells["spread T1, T2"].side == "" and "3 and 1 scenes" in cells["spread T1, T2"].tip


def test_the_papers_spread_of_t1_to_t3_is_what_its_text_says() -> None:
    """Five of six models within a 12-point band; Qwen3.5 the only wider one, and bounded by 13 points."""
    spreads = {name: float(spread(rates, [0, 1, 2])) for name, rates in RATES.items()}
    assert sum(points <= 12 for points in spreads.values()) == 5
    (wide,) = (name for name, points in spreads.items() if points > 12)
    assert wide.startswith("Qwen3.5") and spreads[wide] == pytest.approx(12.91) and spreads[wide] < 13
    assert spreads["Gemini 3.1"] == pytest.approx(0.86)


def test_the_papers_best_model_sits_52_points_below_its_own_ceiling() -> None:
    assert float(gap(RATES["Gemini 3.1"], control=4, other=0)) == pytest.approx(52.14)


def test_a_single_task_has_no_spread() -> None:
    assert np.isnan(spread(np.array([0.3, np.nan]), [0, 1]))


def test_a_suite_without_competencies_says_so() -> None:
    results = list(competencies(material(run("m", runs.ends("causal/collision/L1", "correct")))))
    assert "By competency: causal" in reasons(results)
