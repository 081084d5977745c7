"""A sample as checks get it: with the parts that they need, all there."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diorama.data.sample import Sample
from diorama.kinds import Query
from diorama.suites import Task
from diorama.world import Camera, World


class NotChecked(Exception):
    """A check could not be made; the message says why, and what would help."""


@dataclass(frozen=True)
class Case:
    """A sample with its task, query, world and camera, and how its pictures were drawn."""

    sample: Sample
    task: Task
    query: Query
    world: World
    camera: Camera
    """The view in the size in which answers are measured; that of a picture is in its shot."""
    renderer: str = "draft"
    preset: str | None = None
    drawn: dict[tuple[str, int, int, tuple[str, ...], int], NDArray[np.uint8]] = field(default_factory=dict, repr=False)
    """Pictures that were drawn again, by shot, size, muted bodies and number of marks: checks share them."""
