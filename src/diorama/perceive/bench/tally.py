"""Tally: what the rows of a bench come to, as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from scipy.stats import binomtest

from diorama.perceive.bench.rows import Row

Cell = tuple[str, str]
"""A condition and a task."""


@dataclass
class Share:
    """How many of how many."""

    of: int = 0
    count: int = 0

    def add(self, counts: bool) -> None:
        self.of += 1
        self.count += counts

    @property
    def rate(self) -> float | None:
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, at 95 %."""
        if not self.of:
            return 0.0, 1.0
        found = binomtest(self.count, self.of).proportion_ci(method="wilson")
        return float(found.low), float(found.high)


@dataclass
class Answers:
    """What becomes of the questions of one task under one condition."""

    asked: int = 0
    failed: int = 0
    derived: Share = field(default_factory=Share)
    """Questions with an answer, whatever gates say."""
    accepted: Share = field(default_factory=Share)
    right: Share = field(default_factory=Share)
    """Of all questions."""
    right_accepted: Share = field(default_factory=Share)
    in_order_accepted: Share = field(default_factory=Share)
    mended: dict[str, Share] = field(default_factory=dict)
    """By module: of the wrong ones, those that are right if it is exact."""
    unmended: Share = field(default_factory=Share)
    """Of the wrong ones, those that no single module mends."""


@dataclass
class GateCount:
    """What one gate does to answers that are right and to those that are not."""

    wrong: Share = field(default_factory=Share)
    """Of the wrong ones, those rejected: its recall."""
    right: Share = field(default_factory=Share)
    """Of the right ones, those rejected."""

    @property
    def precision(self) -> Share:
        """Of those rejected, the wrong ones."""
        return Share(self.wrong.count + self.right.count, self.wrong.count)


ANY = "any gate"


@dataclass
class Tally:
    """All counts of a bench."""

    answers: dict[Cell, Answers] = field(default_factory=dict)
    gates: dict[Cell, GateCount] = field(default_factory=dict)
    """By task and gate, over all conditions, among derived answers."""
    gates_exact: dict[Cell, GateCount] = field(default_factory=dict)
    """The same where perception is exact."""
    layered: list[str] = field(default_factory=list)
    """Samples that exact perception gets wrong and the exact occlusion graph mends."""


def tallied(rows: Iterable[Row], exact: str = "exact") -> Tally:
    """Count rows; those of one sample under one condition come one after the other."""
    tally = Tally()
    open_row: Row | None = None
    fixed = Counter[str]()

    def close() -> None:
        if open_row is not None and not open_row.right:
            answers = tally.answers[open_row.condition, open_row.task]
            answers.unmended.add(not any(fixed.values()))

    for row in rows:
        cell = row.condition, row.task
        if not row.replaced:
            close()
            open_row, fixed = row, Counter[str]()
            _count(row, tally.answers.setdefault(cell, Answers()))
            _count_gates(row, tally.gates)
            if row.condition == exact:
                _count_gates(row, tally.gates_exact)
        elif "=" not in row.replaced:
            tally.answers[cell].mended.setdefault(row.replaced, Share()).add(row.right)
            fixed[row.replaced] += row.right
            if row.condition == exact and row.replaced == "occlusion graph" and row.right:
                tally.layered.append(row.sample)
    close()
    return tally


def _count(row: Row, answers: Answers) -> None:
    answers.asked += 1
    answers.failed += bool(row.failed)
    answers.derived.add(row.answered)
    answers.accepted.add(row.accepted)
    answers.right.add(row.right)
    if row.accepted:
        answers.right_accepted.add(row.right)
        answers.in_order_accepted.add(row.in_order)


def _count_gates(row: Row, gates: dict[Cell, GateCount]) -> None:
    if not row.answered:
        return
    rejects: dict[str, bool] = {ANY: not row.accepted}
    for gate in row.gates:
        rejects[gate.name] = rejects.get(gate.name, False) or not gate.passed
    for name, rejected in rejects.items():
        count = gates.setdefault((row.task, name), GateCount())
        (count.right if row.right else count.wrong).add(rejected)


def by(cells: Iterable[Cell], key: Callable[[Cell], str]) -> list[str]:
    """The values of one side of cells, in the order in which they come."""
    return list(dict.fromkeys(key(cell) for cell in cells))
