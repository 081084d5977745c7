"""Analyses: what the papers ask of their results, one file each. Papers are named by the suite that follows them.

An analysis is a function from the `Material` of a report to what it found, or to why it is left out. A new one is a
file here and its name in `ANALYSES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from diorama.report.analyses.analysis import Analysis, LeftOut, Material, Measured
from diorama.report.analyses.breakdown import breakdown
from diorama.report.analyses.causes import causes
from diorama.report.analyses.competencies import competencies
from diorama.report.analyses.cost import cost
from diorama.report.analyses.difficulty import difficulty
from diorama.report.analyses.doubt import doubt
from diorama.report.analyses.imagination import imagination
from diorama.report.analyses.judged_causes import judged_causes
from diorama.report.analyses.material import material_of
from diorama.report.analyses.reasked import reasked
from diorama.report.analyses.settings import settings
from diorama.report.analyses.sizes import sizes
from diorama.report.analyses.slices import slices
from diorama.report.analyses.stability import stability
from diorama.report.analyses.stages import stages
from diorama.report.analyses.volumes import volumes

__all__ = ["ANALYSES", "Analysis", "LeftOut", "Material", "Measured", "analyse", "material_of"]

ANALYSES: tuple[Callable[[Material], Iterator[Analysis | LeftOut]], ...] = (
    competencies, slices, breakdown, settings, causes, judged_causes, stability, doubt, sizes, difficulty, volumes,
    reasked, cost, imagination, stages,
)  # fmt: skip


def analyse(material: Material) -> tuple[tuple[Analysis, ...], tuple[LeftOut, ...]]:
    """What all analyses found, and which are left out for what reason."""
    every = [one for make in ANALYSES for one in make(material)]
    found = tuple(one for one in every if isinstance(one, Analysis))
    return found, tuple(one for one in every if isinstance(one, LeftOut))
