"""What tests of analyses share: material from runs made by hand, and cells by their headings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diorama.ask.run_files import Run
from diorama.report.analyses import Analysis, LeftOut, Material
from diorama.report.analyses.material import material_of
from diorama.report.families import Kin
from diorama.report.grid import Cell, Grid
from diorama.report.rows import rows_of
from tests.report.runs import ends


def material(*runs: Run, families: Mapping[str, Kin] | None = None) -> Material:
    """The material of some runs without a dataset."""
    return material_of(rows_of(runs), families=families)


def structure(**tasks: str) -> dict[str, str]:
    """How samples of `structure` ended: ``T1="+--"`` is one right and two wrong, ``?`` is not sure."""
    words = {"+": "correct", "-": "incorrect", "?": "not_sure", "!": "failed"}
    found: dict[str, str] = {}
    for task, marks in tasks.items():
        found |= ends(f"structure/{task}/", " ".join(words[mark] for mark in marks))
    return found


def found(results: Sequence[Analysis | LeftOut]) -> Analysis:
    """The only analysis among some results."""
    (one,) = (each for each in results if isinstance(each, Analysis))
    return one


def reasons(results: Sequence[Analysis | LeftOut]) -> dict[str, str]:
    return {each.title: each.reason for each in results if isinstance(each, LeftOut)}


def line(grid: Grid, label: str) -> dict[str, Cell]:
    """The cells of a line by the titles of their columns, with the heading above."""
    (one,) = (each for each in grid.lines if each.label == label)
    return {f"{c.group} {c.title}".strip(): cell for c, cell in zip(grid.columns, one.cells, strict=True)}


def texts(grid: Grid, label: str) -> dict[str, str]:
    return {title: cell.text for title, cell in line(grid, label).items()}
