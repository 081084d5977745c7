"""Variations: limits that no gate measures, tried at other values; the best on one dataset is reported on another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from diorama.perceive.bench.rows import Row
from diorama.perceive.bench.tally import Share
from diorama.perceive.construct.limits import Limits

USUAL = ""
"""The variation that changes nothing."""


@dataclass(frozen=True)
class Variation:
    """A limit and the values that it is given."""

    limit: str
    values: tuple[float, ...]
    tasks: tuple[str, ...]


VARIATIONS: tuple[Variation, ...] = (
    Variation("overlap", (0.0, 0.002, 0.005, 0.01, 0.03), ("T1", "T2")),
    Variation("back_face", (0.25, 0.5, 0.75, 0.9, 0.99), ("T3",)),
    Variation("slack", (0.0, 0.05, 0.2, 0.4), ("T5", "T6")),
    Variation("unseen_depth", (0.3, 0.6, 1.0), ("T5", "T6")),
)
WHERE = ("exact", "a little of all")
"""The conditions under which they are tried."""


def varied(limits: Limits, variations: Iterable[Variation], task: str, condition: str) -> Iterator[tuple[str, Limits]]:
    """The usual limits and, for this task under this condition, all other ones by name."""
    yield USUAL, limits
    for variation in variations if condition in WHERE else ():
        if task in variation.tasks:
            for value in variation.values:
                changed: dict[str, Any] = {variation.limit: value}
                yield f"{variation.limit}={value:g}", replace(limits, **changed)


@dataclass(frozen=True)
class Tried:
    """What a value of a limit does on one dataset, and on another."""

    limit: str
    value: float
    usual: bool
    there: Share
    here: Share


def tried(there: Mapping[str, Share], here: Mapping[str, Share], limits: Limits) -> list[Tried]:
    """Right answers by value, on the worlds that values are chosen on and on those that are reported."""
    nothing = Share()
    return [
        Tried(
            variation.limit, value, getattr(limits, variation.limit) == value,
            there.get(f"{variation.limit}={value:g}", nothing), here.get(f"{variation.limit}={value:g}", nothing),
        )
        for variation in VARIATIONS
        for value in variation.values
        if f"{variation.limit}={value:g}" in {*there, *here}
    ]  # fmt: skip


def counted(rows: Iterable[Row]) -> dict[str, Share]:
    """Right answers of all tasks that a limit matters to, by variation."""
    found: dict[str, Share] = {}
    for row in rows:
        if is_variation(row.replaced):
            found.setdefault(row.replaced, Share()).add(row.right)
    return found


def is_variation(replaced: str) -> bool:
    """Whether a row is of other limits, and not of a module that was replaced."""
    return "=" in replaced
