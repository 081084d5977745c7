"""Measures: what scorers note besides right and wrong, and how tables sum it up.

A flag is shown as the share of all questions for which it was raised, a number as its mean over the replies that have
it. Some scores of a set are neither: F1 is not a mean of F1s. Those are ratios of sums, and replies hold the counts.

>>> f1 = Measure("F1", above=("matched", "matched"), below=("given", "wanted"))
>>> f1.is_ratio
True
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """One column of tables."""

    title: str
    above: tuple[str, ...] = ()
    """For a ratio of sums: the numbers that are added up above the line; one that stands here twice counts twice …"""
    below: tuple[str, ...] = ()
    """… and below it. Empty for a flag or a number, which are noted under the measure's own name."""
    detail: bool = False
    """Whether it is left to tables with much room."""

    @property
    def is_ratio(self) -> bool:
        return bool(self.below)
