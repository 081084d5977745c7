"""The numbers that the papers print, read from a CSV file a paper.

Names of tasks are those of our suites, so that numbers can stand beside ours; models are named as the paper names them,
and "Human" and "Random" where they are none. `note` says where the paper contradicts itself: its number is kept.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from diorama.errors import UnknownName

PAPERS = ("causalspatial", "scp", "spatialqa", "structure")
"""The papers, by the names of their releases and protocols."""


@dataclass(frozen=True)
class PublishedNumber:
    """One number of a table, and what it is of."""

    paper: str
    table: str
    """``2``, ``4a``, ``A1``; ``figure 3`` and ``text 3.2`` for what the text says."""
    model: str
    """Empty for what is said of the questions themselves."""
    setting: str
    """In what the model was asked otherwise than in the main table, in the paper's words; empty if in nothing."""
    task: str
    level: str
    """Both are empty for an average or a sum over all of them."""
    metric: str
    value: float
    spread: float | None
    """What stands after ±."""
    unit: str
    """``%``, ``points`` (of a hundred), ``count``, ``hours``, …"""
    n: int | None
    """Over how many questions, where the paper says so."""
    note: str


def published(
    paper: str | None = None,
    *,
    table: str | Collection[str] | None = None,
    model: str | Collection[str] | None = None,
    setting: str | Collection[str] | None = None,
    task: str | Collection[str] | None = None,
    level: str | Collection[str] | None = None,
    metric: str | Collection[str] | None = None,
) -> tuple[PublishedNumber, ...]:
    """The numbers for which everything that is given holds, in the order of the tables.

    >>> [(x.value, x.spread) for x in published("structure", table="2", model="GPT-5.2", task="T1")]
    [(23.01, 3.48)]
    """
    if paper is not None and paper not in PAPERS:
        raise UnknownName("paper", paper, PAPERS)
    wanted = {"table": table, "model": model, "setting": setting, "task": task, "level": level, "metric": metric}
    filters = [
        (name, frozenset([given] if isinstance(given, str) else given))
        for name, given in wanted.items()
        if given is not None
    ]
    return tuple(
        number
        for name in (PAPERS if paper is None else (paper,))
        for number in _numbers(name)
        if all(getattr(number, field) in given for field, given in filters)
    )


@cache
def _numbers(paper: str) -> tuple[PublishedNumber, ...]:
    """Every number of a paper, in the order of its file."""
    text = files("diorama.report.published").joinpath(f"{paper}.csv").read_text("utf-8")
    return tuple(_number(line) for line in csv.DictReader(io.StringIO(text)))


def _number(line: dict[str, str]) -> PublishedNumber:
    texts = {name: line[name] for name in ("paper", "table", "model", "setting", "task", "level", "metric", "unit")}
    return PublishedNumber(
        **texts,
        value=float(line["value"]),
        spread=float(line["spread"]) if line["spread"] else None,
        n=int(line["n"]) if line["n"] else None,
        note=line["note"],
    )
