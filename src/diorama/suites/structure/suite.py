"""The suite itself, which its tasks register with."""

from __future__ import annotations

from diorama.suites.suite import Suite

OCCLUSION, OPTICAL, PLANNING = "Depth-ordered occlusion", "Optical", "Volumetric planning"
"""The competencies that the tasks belong to."""

structure = Suite(
    "structure",
    title="3D structure: what would the camera see?",
    wordings=__package__,
    sizes={"photo": (1080, 720)},
    control=PLANNING,
)
