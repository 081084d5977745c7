"""Graded scores by slice: F1 of all plans of a slice together, as one can add up by hand."""

from __future__ import annotations

from diorama.ask import Record
from diorama.data.properties import PROPERTIES
from diorama.report.analyses import Material, Measured
from diorama.report.analyses.material import NO_DATASET
from diorama.report.analyses.slices import slices
from diorama.report.rows import rows_of
from tests.report.analyses.materials import found, line, material, reasons, texts
from tests.report.runs import record, run


def plan(number: int, steps: int, matched: int, **fields: object) -> Record:
    """A plan of as many steps as are wanted, some of which match."""
    counts = {"steps_matched": matched, "steps_given": steps, "steps_wanted": steps}
    return record(
        f"logic/pick//{number}", "incorrect", answer_kind="plan", options=0, answer_size=steps, numbers=counts, **fields
    )


PLANS = (plan(0, 2, 2), plan(1, 2, 1), plan(2, 8, 2), plan(3, 10, 4))
ONE = run("m", {}).model_copy(update={"records": PLANS})


def test_long_plans_stand_together_and_each_slice_has_its_own_f1() -> None:
    """Two steps: 3 of 4 match. Eight to ten: 6 of 18. All: 9 of 22."""
    analysis = found(list(slices(material(ONE))))
    assert texts(analysis.grids[0], "m")["content F1"] == f"{100 * 9 / 22:.1f}"
    by_size = analysis.details[0]
    assert texts(by_size, "m") == {"content F1 2": "75.0", "content F1 8–10": f"{100 * 6 / 18:.1f}"} | {
        f"{title} {group}": ""
        for title in ("precondition F1", "content F1, published", "precondition F1, published")
        for group in ("2", "8–10")
    }
    assert "of 2 questions" in line(by_size, "m")["content F1 2"].tip


def test_words_divide_samples_and_what_is_missing_is_said() -> None:
    words = {r.sample_id: "subgraph" if k % 2 else "original" for k, r in enumerate(PLANS)}
    measured = (
        Measured(PROPERTIES.get("source"), words=words),
        Measured(PROPERTIES.get("scene_category"), reason=NO_DATASET),
    )
    results = list(slices(Material(rows_of([ONE]), measured)))
    told = texts(found(results).details[1], "m")
    assert told["content F1 original"] == "40.0" and told["content F1 subgraph"] == f"{100 * 5 / 12:.1f}"
    assert reasons(results) == {"Graded scores by scene category": NO_DATASET}


def test_suites_without_graded_scores_are_passed_over() -> None:
    assert not list(slices(material(run("m", {"causal/collision/L1/0": "correct"}))))
