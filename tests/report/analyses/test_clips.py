"""Analyses of questions about clips: by kind of question, by setting, and why answers are wrong."""

from __future__ import annotations

from dataclasses import replace

from diorama.data.properties import PROPERTIES
from diorama.report.analyses import Measured
from diorama.report.analyses.breakdown import breakdown
from diorama.report.analyses.causes import causes
from diorama.report.analyses.settings import settings
from tests.report.analyses.materials import found, material
from tests.report.runs import ends, run

TASK = "video/relation/forward"


def test_right_answers_by_viewpoint() -> None:
    asked = material(run("openai/a", ends(TASK, "correct correct incorrect incorrect")))
    ids = [f"video-relation-forward-{k}" for k in range(4)]
    words = dict(zip(ids, ("ego", "exo", "ego", "ego"), strict=True))
    measured = Measured(PROPERTIES.get("viewpoint"), words=words)
    grid = found(list(breakdown(replace(asked, measured=(measured,))))).grids[0]
    assert [column.title for column in grid.columns] == ["ego", "exo"]
    assert [cell.text for cell in grid.lines[0].cells] == ["33.3", "100.0"]


def test_a_setting_is_compared_with_the_base_of_the_same_model_on_the_same_samples() -> None:
    base = run("openai/a", ends(TASK, "correct incorrect incorrect incorrect"), strategy="option_text")
    gold = run("openai/a", ends(TASK, "correct correct correct"), strategy="gold")
    grid = found(list(settings(material(base, gold)))).grids[0]
    (line,) = grid.lines
    assert line.label == "a: gold"
    assert [cell.text for cell in line.cells][:3] == ["3", "33.3", "100.0"]
    assert line.cells[3].text.startswith("+66.7")


def test_without_a_base_there_is_nothing_to_compare() -> None:
    assert list(settings(material(run("openai/a", ends(TASK, "correct"), strategy="gold")))) == []


def test_marks_of_wrong_answers() -> None:
    """Of three errors one is right with the unseen part, and two say what the player and the blind model say."""
    base = run("openai/a", ends(TASK, "correct incorrect incorrect incorrect"), read_as="left")
    gold = run("openai/a", ends(TASK, "correct correct incorrect incorrect"), strategy="gold")
    blind = run("openai/a", ends(TASK, "incorrect incorrect incorrect correct"), strategy="text_only", read_as="left")
    still = run("diorama/last_frame", ends(TASK, "incorrect incorrect incorrect incorrect"), read_as="right")
    grid = found(list(causes(material(base, gold, blind, still)))).grids[0]
    (line,) = grid.lines
    assert [cell.text for cell in line.cells] == ["3", "33.3", "66.7", "0.0", "100.0"]
