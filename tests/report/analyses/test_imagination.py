"""What imagining first is worth: by stage, by task, and what went wrong."""

from __future__ import annotations

from diorama.report.analyses.imagination import imagination
from tests.report.analyses.materials import found, line, material, reasons
from tests.report.runs import ends, run

TASK = "causal/collision/L1"
PLAIN = run("openai/a", ends(TASK, "correct incorrect incorrect incorrect"))
ORACLES = "cow(instance='oracle', motion='oracle')"


def test_without_imagination_there_is_nothing_to_say() -> None:
    assert reasons(list(imagination(material(PLAIN)))) == {"Imagination": "no run used the strategy cow"}


def test_who_did_which_stage_and_what_it_gained() -> None:
    models = run("openai/a", ends(TASK, "correct correct incorrect tool_failed"), strategy="cow")
    oracles = run("openai/a", ends(TASK, "correct correct correct incorrect"), strategy=ORACLES)
    stages, tasks, *_ = found(list(imagination(material(PLAIN, models, oracles)))).grids
    first, second = stages.lines
    assert [cell.text for cell in first.cells][:8] == ["model", "model", "computed", "warp", "4", "1", "0", "50.0"]
    assert [cell.text for cell in second.cells][:4] == ["oracle", "oracle", "computed", "warp"]
    assert first.cells[8].text.startswith("+25.0") and second.cells[8].text.startswith("+50.0")
    paper = line(tasks, "the paper: Qwen3-VL-30B-A3B, both levels together")
    assert [cell.text for cell in paper.values()] == ["+2.4"]


def test_the_first_failure_is_counted_with_how_often_the_answer_was_right() -> None:
    stages = {"instance/hit": 1.0, "heading/right direction": 0.0}
    cow = run("openai/a", ends(TASK, "correct incorrect"), strategy="cow", stages=stages)
    failures = found(list(imagination(material(cow)))).grids[-1]
    cells = {column.title: cell for column, cell in zip(failures.columns, failures.lines[0].cells, strict=True)}
    assert (cells["wrong direction"].text, cells["wrong direction"].side) == ("100.0", "1/2 right")
    assert cells["wrong object"].text == "0.0"
