"""What the papers report on their own pictures, as data: shown beside our results, never mixed with them."""

from __future__ import annotations

import json
from importlib.resources import files

from diorama.report.grid import Cell, Column, Grid, Line
from diorama.report.layout import group_of, task_name

NOT_MODELS = ("Human", "Random")


def published(suite: str) -> Grid | None:
    """The results table of the paper that a suite follows; None if there is none."""
    paper = json.loads(files("diorama.report").joinpath("assets", "published.json").read_text("utf-8")).get(suite)
    if paper is None:
        return None
    columns = tuple(
        Column(task_name(suite, task) if task else "Avg.", group_of(suite, task, level))
        for task, level in paper["columns"]
    )
    lines = tuple(
        Line(name, tuple(_cell(*value) for value in values), "Others" if name in NOT_MODELS else "Models")
        for name, values in paper["rows"].items()
    )
    return Grid("Published", f"Correct answers in %, on that paper's own pictures: {paper['paper']}.", columns, lines)


def _cell(rate: float, spread: float | None = None) -> Cell:
    return Cell(f"{rate:.1f}", "" if spread is None else f"± {spread:.1f}", share=rate / 100)
