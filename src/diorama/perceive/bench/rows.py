"""Rows: what construction said of one question under one condition, as one line of JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from diorama.errors import DioramaError
from diorama.perceive.construct.seen import Gate


@dataclass(frozen=True)
class GateNote:
    """What one gate said."""

    name: str
    passed: bool
    measure: float | None = None
    threshold: float | None = None

    @staticmethod
    def of(gate: Gate) -> GateNote:
        measure, threshold = float(gate.measure), float(gate.threshold)
        return GateNote(
            gate.name,
            bool(gate.passed),
            round(measure, 6) if math.isfinite(measure) else None,
            round(threshold, 6) if math.isfinite(threshold) else None,
        )


@dataclass(frozen=True)
class Row:
    """One answer, compared with the exact one."""

    sample: str
    task: str
    condition: str
    replaced: str = ""
    """The module that was replaced by the exact one; "" for none."""
    answered: bool = False
    """Whether an answer was derived."""
    right: bool = False
    """Whether it is the exact one; where an order is part of it, the same things in any order."""
    in_order: bool = False
    """Whether it is the exact one in every respect."""
    accepted: bool = False
    """Whether no gate objected."""
    gates: tuple[GateNote, ...] = ()
    said: str = ""
    """The answer in words."""
    failed: str = ""
    """Why perception itself failed."""


def write_rows(rows: Iterable[Row]) -> str:
    return "".join(json.dumps(asdict(row), ensure_ascii=False, allow_nan=False) + "\n" for row in rows)


def read_rows(path: Path) -> Iterator[Row]:
    """What was written; a file that was damaged since is an error that says what to do."""
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            yield Row(**{**data, "gates": tuple(GateNote(**gate) for gate in data["gates"])})
    except (ValueError, TypeError, LookupError, RecursionError):
        raise DioramaError(f"{path} is damaged: delete it and run the same command again") from None
