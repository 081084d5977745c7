"""Figures: the numbers behind the marks."""

from __future__ import annotations

import re

import pytest

from diorama.report import figures
from diorama.report.charts import Mark, Series, chart, log_axis, percent
from diorama.report.rows import rows_of
from tests.report.runs import ends, record, run

T = "causal/collision/L1"


def tips(svg: str) -> list[str]:
    return re.findall("<title>([^<]*)</title>", svg)


def test_length_goes_by_each_models_own_quarters_and_leaves_players_out() -> None:
    long_ones_wrong = [
        record(f"{T}/{number}", "correct" if number < 6 else "incorrect", output_tokens=100 * (number + 1))
        for number in range(8)
    ]
    model = run("m", {}).model_copy(update={"records": tuple(long_ones_wrong)})
    svg = figures.length(rows_of([model, run("diorama/random", ends(T, "correct"), output_tokens=1)]))
    assert svg is not None
    assert tips(svg) == [
        "m: 150 tokens on average, correct 100.0% of 2", "m: 350 tokens on average, correct 100.0% of 2",
        "m: 550 tokens on average, correct 100.0% of 2", "m: 750 tokens on average, correct 0.0% of 2",
    ]  # fmt: skip


def test_doubt_is_drawn_only_where_somebody_doubts() -> None:
    assert figures.doubt(rows_of([run("m", ends(T, "correct incorrect"))])) is None
    svg = figures.doubt(rows_of([run("m", ends(T, "correct incorrect not_sure not_sure"))]))
    assert svg is not None
    assert tips(svg) == ["m: correct 25.0%, not sure 50.0%"]


def test_a_bar_is_as_long_as_its_rate() -> None:
    html = figures.panels(rows_of([run("m", ends(T, "correct incorrect incorrect incorrect"), chance=0.5)]))
    assert 'class="fill c0" style="width:25.0%"' in html
    assert 'class="guess" style="left:50.0%"' in html


@pytest.mark.parametrize(
    ("values", "ends_at"), [([120, 900], (100, 1000)), ([3, 20_000], (1, 100_000)), ([], (0.5, 2))]
)
def test_a_log_axis_ends_at_round_numbers(values: list[float], ends_at: tuple[float, float]) -> None:
    axis = log_axis("tokens", values)
    assert (axis.low, axis.high) == ends_at
    assert all(axis.low <= tick <= axis.high for tick, _ in axis.ticks)


def test_names_beside_marks_do_not_lie_on_each_other() -> None:
    series = [Series(k, f"model {k}", (Mark(0.5, 0.5, "x"),)) for k in range(5)]
    svg = chart(percent("x"), percent("y"), series, labelled=True)
    heights = [float(y) for y in re.findall(r'class="name" x="[\d.]+" y="([\d.]+)"', svg)]
    gaps = [abs(a - b) for k, a in enumerate(heights) for b in heights[:k]]
    assert len(heights) == 5 and min(gaps) >= 12


def test_names_in_charts_are_escaped() -> None:
    svg = chart(percent("x"), percent("y"), [Series(0, "<b>", (Mark(0.1, 0.1, "<i>"),))], labelled=True)
    assert "<b>" not in svg and "<i>" not in svg
