"""What makes a question hard: thirds within each task, ties together, and a plain reason where there is nothing."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from diorama.ask import Record
from diorama.data.properties import Property
from diorama.report.analyses import Analysis, LeftOut, Material, Measured
from diorama.report.analyses.difficulty import difficulty, thirds
from diorama.report.analyses.material import NO_DATASET
from tests.report.analyses.materials import found, line, material, reasons, structure, texts
from tests.report.runs import record, run

numbers = st.dictionaries(st.text(min_size=1), st.integers(0, 9).map(float), min_size=3, max_size=40)


def test_samples_fall_into_thirds_of_their_own_task() -> None:
    """Margins of the second task are a hundred times larger, and both fail in their lowest third only."""
    records = [
        record(f"causal/{task}/L1/{k}", "incorrect" if k < 5 else "correct", margin=scale * (k + 1))
        for task, scale in (("collision", 0.01), ("occlusion", 1.0))
        for k in range(15)
    ]
    one = found(list(difficulty(material(run("m", {}).model_copy(update={"records": tuple(records)})))))
    (grid,) = (g for g in one.details if g.title == "Right by margin")
    told = texts(grid, "m")
    assert list(told.values()) == ["0.0", "100.0", "100.0", "+100.0*"]
    (chart,) = (picture for title, _, picture in one.charts if title == "Right by margin")
    tips = re.findall("<title>([^<]*)</title>", chart)
    assert [tip.split("correct ")[1] for tip in tips] == [
        f"{rate}%, mean of 2 tasks, of 10 questions" for rate in ("0.0", "100.0", "100.0")
    ]


def sized(task: str, end: str, sizes: dict[int, int]) -> list[Record]:
    """So many samples of each answer size, which all end alike."""
    return [
        record(f"structure/{task}//{size}-{k}", end, answer_size=size)
        for size, count in sizes.items()
        for k in range(count)
    ]


def right_by_size(*records: Record) -> list[Analysis | LeftOut]:
    return list(difficulty(material(run("m", {}).model_copy(update={"records": records}))))


def test_tasks_that_differ_make_no_trend_where_size_makes_none() -> None:
    """All of T1 is right, where small answers abound, and none of T6, where large ones do: size has no part in it."""
    easy = sized("T1", "correct", {1: 18, 2: 10, 3: 12})
    hard = sized("T6", "incorrect", {1: 12, 2: 10, 3: 18})
    (grid, *_) = found(right_by_size(*easy, *hard)).details
    assert list(texts(grid, "m").values()) == ["50.0", "50.0", "50.0", "+0.0"]


def test_a_task_without_a_middle_does_not_count() -> None:
    """T2 has two sizes only; its many failures leave the thirds of T1 alone."""
    easy = sized("T1", "correct", {1: 12, 2: 12, 3: 12})
    (grid, *_) = found(right_by_size(*easy, *sized("T2", "incorrect", {1: 20, 2: 20}))).details
    assert list(texts(grid, "m").values()) == ["100.0", "100.0", "100.0", "+0.0"]
    assert "on 36 samples" in grid.caption


def test_every_third_needs_samples() -> None:
    """Seven in the middle are one too few; eight are enough, and ten of each end for a star."""
    told = right_by_size(*sized("T1", "correct", {1: 12, 2: 7, 3: 12}))
    assert "each third needs 8" in reasons(told)["Right by answer size"]
    (grid, *_) = found(right_by_size(*sized("T1", "correct", {1: 9}), *sized("T1", "incorrect", {2: 8, 3: 9}))).details
    few = line(grid, "m")["highest − lowest"]
    assert (few.text, few.side) == ("−100.0", "") and "9 and 9 scenes" in few.tip
    (grid, *_) = found(
        right_by_size(*sized("T1", "correct", {1: 10}), *sized("T1", "incorrect", {2: 10, 3: 10}))
    ).details
    assert texts(grid, "m")["highest − lowest"] == "−100.0*"


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
    assert "too many are equal" in told["Right by margin"]


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


def test_a_property_that_failed_on_some_samples_says_so() -> None:
    """The values of the others are used; with none at all, the failure is the reason."""
    records = sized("T1", "correct", {1: 12, 2: 12, 3: 12})
    rows = material(run("m", {}).model_copy(update={"records": tuple(records)})).rows
    each = Property("p", "clutter", "Clutter.", lambda _: None)
    values = {r.sample_id: float(k) for k, r in enumerate(records)}
    (grid,) = found(list(difficulty(Material(rows, (Measured(each, values, note="it failed on 2 samples"),))))).details
    assert "It failed on 2 samples." in grid.caption
    none = Measured(each, reason="it failed on 36 samples")
    assert reasons(list(difficulty(Material(rows, (none,))))) == {"Right by clutter": "it failed on 36 samples"}
