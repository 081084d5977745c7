"""Sections of the report about the inside of a model, from folders of examples made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from diorama.errors import DioramaError
from diorama.lab.examples import FOLDER, Example, write_example
from diorama.report.analyses.analysis import Analysis
from diorama.report.analyses.laboratory import laboratory
from diorama.report.page import _analysis
from tests.report.analyses.materials import line

HOSTILE = "<script>alert(1)</script>"


def folder_of(folder: Path, instrument: str, *examples: Example, model: str = "models/tiny") -> Path:
    """A folder as `diorama lab` leaves it."""
    folder.mkdir()
    (folder / "setting.json").write_text(json.dumps({"instrument": instrument, "model": model}))
    for number, example in enumerate(examples):
        write_example(folder / FOLDER / f"s{number}.npz", example)
    return folder


def section(folder: Path) -> Analysis:
    (found,) = laboratory([folder])
    return found


def dgar(task: str, correct: float, target: float, mode: str, **more: Any) -> Example:
    """Two layers of three heads that all look alike."""
    parts = {"correct": correct, "target": target, "irrelevant": 1 - correct - target}
    arrays = {name: np.full((2, 3), share, np.float32) for name, share in parts.items()}
    return Example({"task": task, "chance": 0.1, "on the picture": 0.2, "mode": mode, **more}, arrays)


def trace(task: str, groundedness: str, recovery: dict[str, float]) -> Example:
    found: dict[str, Any] = {"groundedness": groundedness, "drop": 0.4, "flips": 1.0, "patches": 9}
    if recovery:
        found |= {"recovery": recovery, "structure": {"vit.0": [1.0, 1.0], "lm.0": [None, None]}}
    facts = {"task": task, "token": "the", "probability": 0.9, "sites": ["vit.0", "lm.0"]}
    return Example({**facts, "corruptions": {"target": found}})


def test_dgar_by_task_and_by_answer(tmp_path: Path) -> None:
    folder = folder_of(
        tmp_path / "o", "dgar",
        dgar("T1", 0.6, 0.1, "depth-aware", verdict="correct"),
        dgar("T1", 0.2, 0.5, "target fixation", verdict="incorrect"),
        Example({"task": "T2", "left out": "no cell is depth-correct"}),
    )  # fmt: skip
    found = section(folder)
    assert found.title == "Where the model looks (DGAR): tiny"
    (grid,) = found.grids
    assert {name: line(grid, name)["DGAR"].text for name in ("all", "right", "wrong")} == {
        "all": "0.400", "right": "0.600", "wrong": "0.200",
    }  # fmt: skip
    assert line(grid, "all")["DGAR"].side == "0.200 to 0.600", "with its interval, both examples"
    assert [one.label for one in found.details[0].lines] == ["T1 · looked at", "T2 · no cell is depth-correct"]
    assert [name for name, _, _ in found.pictures] == ["What attention falls on, and modes", "By layer and head"]


def test_a_trace_says_which_points_are_the_architectures_own(tmp_path: Path) -> None:
    folder = folder_of(
        tmp_path / "o", "trace",
        trace("T1", "grounded", {"vit.0": 1.0, "lm.0": 0.25}), trace("T1", "ungrounded", {}),
    )  # fmt: skip
    found = section(folder)
    (groundedness,), recovery = found.grids, found.details[0]
    assert line(groundedness, "T1")["grounded"].text == "0.500"
    assert line(recovery, "lm.0")["mean"].text == "0.250"
    assert any("Noise on target: At vit.0, " in note and "1 whatever the weights" in note for note in found.notes)
    assert any("Only at lm.0 do the weights decide" in note for note in found.notes)


def test_what_is_written_in_a_folder_cannot_reach_the_page(tmp_path: Path) -> None:
    example = dgar(HOSTILE, 0.6, 0.1, "depth-aware")
    page = _analysis(section(folder_of(tmp_path / "o", "dgar", example, model=f"a/{HOSTILE}")), [])
    assert "script&gt;" in page and "<script" not in page


def test_a_folder_in_which_all_was_left_out_still_says_why(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "o", "trace", Example({"task": "T1", "left out": "no region"}))
    found = section(folder)
    assert found.pictures == () and found.details[-1].lines[0].label == "T1"


def test_a_folder_without_examples_or_of_something_else_is_named(tmp_path: Path) -> None:
    assert laboratory([]) == ()
    with pytest.raises(DioramaError, match="holds no analysis"):
        laboratory([tmp_path])
