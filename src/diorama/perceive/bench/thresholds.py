"""Thresholds of gates: the best on the rows of one dataset, and what they do on those of another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from diorama.perceive.bench.rows import Row
from diorama.perceive.bench.tally import GateCount

LEAST = 5
"""Right answers and wrong ones that a choice needs, of each."""
GRID = 40
"""Thresholds that are tried for a gate, evenly spread over what was measured."""


@dataclass(frozen=True)
class Gauge:
    """A gate whose threshold can be chosen."""

    limit: str
    """Its field in `Limits`."""
    at_least: bool = True
    """Whether measures must be so large; otherwise, so small."""

    def rejects(self, measure: float, threshold: float) -> bool:
        return measure < threshold if self.at_least else measure > threshold


GAUGES: Mapping[str, Gauge] = {
    "label confidence": Gauge("label_confidence"),
    "depth gradient": Gauge("depth_gradient"),
    "depth ties": Gauge("depth_band"),
    "order by depth": Gauge("order_band"),
    "a reflective surface": Gauge("reflective_share"),
    "a flat surface": Gauge("plane_spread", at_least=False),
    "no artefacts": Gauge("artefacts", at_least=False),
    "removed mirror images are gone": Gauge("no_image", at_least=False),
    "the ground is one plane": Gauge("ground_share"),
    "volumes are apart": Gauge("volumes_overlap", at_least=False),
    "neighbours are apart": Gauge("neighbours_apart"),
    "stays if sizes are misjudged": Gauge("size_doubt"),
    "few shortest solutions": Gauge("most_solutions", at_least=False),
}
"""By the names of gates."""


@dataclass
class Measures:
    """What a gate measured where the answer was right, and where it was wrong."""

    right: list[float] = field(default_factory=list)
    wrong: list[float] = field(default_factory=list)

    def counted(self, gauge: Gauge, threshold: float) -> GateCount:
        """What a threshold does to them."""
        count = GateCount()
        for measures, share in ((self.right, count.right), (self.wrong, count.wrong)):
            for measure in measures:
                share.add(gauge.rejects(measure, threshold))
        return count


@dataclass(frozen=True)
class Chosen:
    """A threshold found on one dataset, and what it does there and on another."""

    task: str
    gate: str
    limit: str
    usual: float
    """The threshold that was in force."""
    threshold: float
    there: GateCount
    """On the dataset that it was chosen on."""
    here: GateCount
    """On the other one."""
    here_usual: GateCount
    """There, with the usual threshold."""


Gathered = dict[tuple[str, str], Measures]


def gathered(rows: Iterable[Row]) -> tuple[Gathered, dict[str, float]]:
    """The measures of all gates that can be chosen, by task and gate, and the thresholds that were in force."""
    found: Gathered = {}
    usual: dict[str, float] = {}
    for row in rows:
        if row.replaced or not row.answered:
            continue
        for gate in row.gates:
            if gate.name in GAUGES and gate.measure is not None and gate.threshold is not None:
                measures = found.setdefault((row.task, gate.name), Measures())
                (measures.right if row.right else measures.wrong).append(gate.measure)
                usual[gate.name] = gate.threshold
    return found, usual


def chosen(there: Iterable[Row], here: Iterable[Row]) -> list[Chosen]:
    """For each gate the best threshold on `there`, and what it does `here`."""
    first, usual = gathered(there)
    second, _ = gathered(here)
    found = []
    for (task, name), measures in first.items():
        if min(len(measures.right), len(measures.wrong)) < LEAST or (task, name) not in second:
            continue
        gauge, other = GAUGES[name], second[task, name]
        best = best_threshold(measures, gauge)
        found.append(
            Chosen(
                task, name, gauge.limit, usual[name], best, measures.counted(gauge, best),
                other.counted(gauge, best), other.counted(gauge, usual[name]),
            )
        )  # fmt: skip
    return found


def best_threshold(measures: Measures, gauge: Gauge) -> float:
    """The threshold with the most of the wrong rejected and of the right kept; the mildest of equally good ones."""
    values = np.unique(np.array([*measures.right, *measures.wrong]))
    tried = np.unique(np.quantile(values, np.linspace(0, 1, GRID), method="nearest"))
    mildest_first = tried if gauge.at_least else tried[::-1]
    return float(max(mildest_first.tolist(), key=lambda each: gain(measures.counted(gauge, each))))


def gain(count: GateCount) -> float:
    """The share of wrong answers that are rejected, less that of right ones: 0 for a gate that knows nothing."""
    return (count.wrong.rate or 0.0) - (count.right.rate or 0.0)
