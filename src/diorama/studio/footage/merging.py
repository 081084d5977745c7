"""Bringing two edits of one record together, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Merged:
    """What became of both."""

    record: dict[str, Any]
    conflicts: tuple[str, ...] = ()
    """Fields that both had changed, to different values: ours was taken."""


def merge(base: Record, ours: Record, theirs: Record) -> Merged:
    """What was changed on one side is taken from it; where both have changed a field, ours stands."""
    record: dict[str, Any] = {}
    conflicts = []
    for name in dict.fromkeys((*theirs, *ours)):
        before, mine, other = (side.get(name) for side in (base, ours, theirs))
        if mine != other and mine != before and other != before:
            conflicts.append(name)
        value = other if mine == before else mine
        if value is not None:
            record[name] = value
    return Merged(record, tuple(conflicts))
