"""What a sample's picture shows, in the size in which its suite measures, whatever the size of the picture."""

from __future__ import annotations

from diorama.data.sample import Sample
from diorama.sight import Sight, see
from diorama.suites import SUITES


def measured_sight(sample: Sample) -> Sight | None:
    """What is seen where pixels mean what they mean to gates and answers; None without a world or a camera."""
    if sample.world is None or sample.camera is None:
        return None
    camera = SUITES.get(sample.suite).measured(sample.camera) if sample.suite in SUITES else sample.camera
    return see(sample.world, camera)
