"""Small datasets that tests ask from."""

from __future__ import annotations

from pathlib import Path

from diorama.data import BuildPlan
from tests.data.samples import build


def choices(folder: Path, count: int) -> Path:
    """Multiple choice questions, numbered from 0; “Yes” (A) is right for even numbers, “No” (B) for odd ones."""
    build(folder, BuildPlan(suites=("causal",), count=count, seed=7, shard_size=64, version="1.0"))
    return folder
