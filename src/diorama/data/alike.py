"""Near-duplicates: how much the two most similar scenes of a dataset have in common."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from pathlib import Path

from diorama.data.dataset import load


def most_alike(folder: str | Path) -> tuple[float, str, str]:
    """The two scenes of one layout that share most of their bodies: the share, and their samples' ids.

    Every sample's scene comes from a random generator of its own, so scenes are alike only by chance; this says how
    alike.
    """
    scenes: dict[tuple[str, str], list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for sample in load(folder):
        if sample.world is None:
            continue
        bodies = frozenset(f"{b.noun}: {', '.join(b.finish.values())}" for b in sample.world.bodies)
        scenes[sample.suite, sample.world.layout].append((sample.id, bodies))
    pairs = (pair for group in scenes.values() for pair in combinations(group, 2))
    return max(((_likeness(a, b), i, j) for (i, a), (j, b) in pairs), default=(0.0, "", ""))


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / max(1, len(a | b))
