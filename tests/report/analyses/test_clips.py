"""Analyses of questions about clips: by kind of question, by setting, and why answers are wrong."""

from __future__ import annotations

from dataclasses import replace

from diorama.ask import Record
from diorama.ask.causes import Cause, CauseRecord, Ending
from diorama.ask.causes.files import answer_checksum
from diorama.data.properties import PROPERTIES
from diorama.report.analyses import Measured
from diorama.report.analyses.breakdown import breakdown
from diorama.report.analyses.causes import causes
from diorama.report.analyses.judged_causes import judged_causes
from diorama.report.analyses.settings import settings
from tests.report.analyses.materials import found, material, reasons, texts
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


def said(record: Record, cause: Cause | Ending, judge: str = "openai/j") -> CauseRecord:
    ending, named = (Ending.JUDGED, cause) if isinstance(cause, Cause) else (cause, None)
    return CauseRecord(
        sample_id=record.sample_id, judge=judge, ending=ending, cause=named, answer=answer_checksum(record), key="k"
    )  # fmt: skip


def test_shares_of_causes_are_of_the_errors_that_a_judge_judged() -> None:
    """Of seven errors three have a cause; one judge's reply is unread, one failed, one answer shows no reasoning."""
    base = run("openai/a", ends(TASK, "correct" + " incorrect" * 7))
    says: list[Cause | Ending] = [Cause.DYNAMIC, Cause.DYNAMIC, Cause.CROSS_MODAL]
    says += [Ending.UNREAD, Ending.FAILED, Ending.NO_REASONING]
    judged = tuple(said(record, one) for record, one in zip(base.records[1:7], says, strict=True))
    grid = found(list(judged_causes(replace(material(base), judged={base.info.key: judged})))).grids[0]
    assert texts(grid, "a") == {
        "judge": "openai/j", "errors": "7", "judged": "3",
        "of those judged, % dynamic integration failure": "66.7",
        "of those judged, % prior-driven hallucination": "0.0",
        "of those judged, % causal reasoning failure": "0.0",
        "of those judged, % cross-modal bias": "33.3",
        "no cause no reasoning": "1", "no cause unread": "1", "no cause failed": "1", "no cause not asked": "1",
    }  # fmt: skip
    assert grid.lines[0].cells[3].side == "2/3"


def test_a_judge_of_answers_that_have_changed_since_has_said_nothing() -> None:
    base = run("openai/a", ends(TASK, "incorrect correct"))
    other = run("openai/a", ends(TASK, "incorrect incorrect"), read_as="Perhaps")
    judged = tuple(said(record, Cause.PRIOR) for record in other.records)
    results = list(judged_causes(replace(material(base), judged={base.info.key: judged})))
    assert reasons(results)["Causes of errors, by a judge: video"].startswith("no judge was asked")
