"""Rows that are left out, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from diorama.errors import short


@dataclass(frozen=True)
class RowFault:
    """A row that was left out."""

    file: str
    row: str
    """Its number, or its number and id, for people."""
    reason: str

    def __str__(self) -> str:
        return f"{short(self.file)}, row {short(self.row, 80)}: {short(self.reason, 400)}"


OnFault = Callable[[RowFault], None]
"""Told of a row that is left out; raises if it shall end there."""


class BadRow(ValueError):
    """What is wrong with a row, in words for whoever has the table."""
