"""Filters of a list of samples, as they stand in its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import ColumnElement, Select, exists, select

from diorama.studio.library.tables import AnswerRow, SampleRow

UNREVIEWED = "none"
"""The status of samples that nobody has begun to review, in an address."""
LONGEST = 200


@dataclass(frozen=True)
class Filters:
    """What a list shows; empty texts are no condition."""

    suite: str = ""
    task: str = ""
    level: str = ""
    status: str = ""
    gate: str = ""
    least: str = ""
    """The smallest margin …"""
    most: str = ""
    """… and the largest."""
    run: str = ""
    """Whose verdict is asked for …"""
    verdict: str = ""
    """… and which."""
    words: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filters:
        """The filters of an address; whatever else it holds is left out."""
        return cls(**{f.name: query.get(f.name, "")[:LONGEST].replace("\0", "") for f in fields(cls)})

    @property
    def query(self) -> str:
        """As the end of an address, with its question mark; empty if nothing is filtered."""
        given = {f.name: value for f in fields(self) if (value := getattr(self, f.name))}
        return f"?{urlencode(given)}" if given else ""

    def select(self, dataset: int, *columns: Any) -> Select[Any]:
        """A query for the samples that pass."""
        return select(*(columns or (SampleRow,))).where(SampleRow.dataset_id == dataset, *self._conditions())

    def _conditions(self) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = []
        for name in ("suite", "task", "level"):
            if wanted := getattr(self, name):
                found.append(getattr(SampleRow, name) == wanted)
        if self.status:
            found.append(SampleRow.status == ("" if self.status == UNREVIEWED else self.status))
        if self.gate:
            found.append(SampleRow.gates.contains(f"|{self.gate}|", autoescape=True))
        if (least := _number(self.least)) is not None:
            found.append(SampleRow.margin >= least)
        if (most := _number(self.most)) is not None:
            found.append(SampleRow.margin <= most)
        if self.words:
            found.append(SampleRow.question.icontains(self.words, autoescape=True) | (SampleRow.id == self.words))
        if self.run.isdecimal() and len(self.run) < 10:
            said = exists().where(AnswerRow.run_id == int(self.run), AnswerRow.sample_id == SampleRow.id)
            found.append(said.where(AnswerRow.verdict == self.verdict) if self.verdict else said)
        return found


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < 1e300 else None
