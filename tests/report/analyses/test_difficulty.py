"""What makes a question hard: thirds within each task, ties together, and a plain reason where there is nothing."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from diorama.report.analyses.difficulty import difficulty, thirds
from diorama.report.analyses.material import NO_DATASET
from tests.report.analyses.materials import found, line, material, reasons, structure, texts
from tests.report.runs import record, run

numbers = st.dictionaries(st.text(min_size=1), st.integers(0, 9).map(float), min_size=3, max_size=40)


def test_samples_fall_into_thirds_of_their_own_task() -> None:
    """Margins of the second task are a hundred times larger, and both fail in their lowest third only."""
    records = [
        record(f"causal/{task}/L1/{k}", "incorrect" if k < 2 else "correct", margin=scale * (k + 1))
        for task, scale in (("collision", 0.01), ("occlusion", 1.0))
        for k in range(6)
    ]
    one = found(list(difficulty(material(run("m", {}).model_copy(update={"records": tuple(records)})))))
    (grid,) = (g for g in one.details if g.title == "Right by margin")
    told = texts(grid, "m")
    assert list(told.values()) == ["0.0", "100.0", "100.0", "+100.0*"]
    (chart,) = (picture for title, _, picture in one.charts if title == "Right by margin")
    tips = re.findall("<title>([^<]*)</title>", chart)
    assert [tip.split("correct ")[1] for tip in tips] == ["0.0% of 4", "100.0% of 4", "100.0% of 4"]


def test_answer_size_is_also_shown_value_by_value_where_it_varies() -> None:
    """T1 has answers of one to three objects and gets worse; T4 always has five and is not shown."""
    right = {1: "++-", 2: "+--", 3: "---"}
    records = [
        record(f"structure/T1//{size}{k}", "correct" if mark == "+" else "incorrect", answer_size=size)
        for size, marks in right.items()
        for k, mark in enumerate(marks)
    ] + [record(f"structure/T4//{k}", "correct", answer_size=5) for k in range(4)]
    one = found(list(difficulty(material(run("m", {}).model_copy(update={"records": tuple(records)})))))
    (grid,) = (g for g in one.details if g.title.endswith("value by value"))
    cells = line(grid, "m")
    assert [title.split()[-1] for title in cells] == ["1", "2", "3"]
    assert [cell.text for cell in cells.values()] == ["66.7", "33.3", "0.0"]


def test_what_is_missing_is_said() -> None:
    told = reasons(list(difficulty(material(run("m", structure(T1="+-" * 6), margin=0.1)))))
    assert told["Right by number of objects"] == NO_DATASET
    assert "all of them equal" in told["Right by margin"]


@given(numbers)
def test_thirds_keep_the_order_and_ties_together(values: dict[str, float]) -> None:
    found_thirds = thirds(values)
    if len(set(values.values())) == 1:
        assert found_thirds == {}
        return
    assert found_thirds.keys() == values.keys() and set(found_thirds.values()) <= {0, 1, 2}
    for a in values:
        for b in values:
            if values[a] <= values[b]:
                assert found_thirds[a] <= found_thirds[b]


@given(st.integers(1, 30))
def test_thirds_of_different_values_are_equally_large(each: int) -> None:
    sizes = Counter(thirds({str(k): float(k) for k in range(3 * each)}).values())
    assert sizes == {0: each, 1: each, 2: each}
