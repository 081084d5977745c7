"""The exact interaction graph of a clip: what takes part, how it stands to each other, and what it does.

It holds what the clip shows and nothing of the unseen part.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from diorama.suites.video.facts import Stretch, phrases
from diorama.suites.video.questions.form import quarter

MOST_RELATIONS = 12
"""Relations that a graph holds: those of the nearest pairs."""
NEARER = 0.15
"""The share of its length by which a distance must change to have changed."""
RELATIONS = {"left": "left of", "right": "right of", "near": "in front of", "far": "behind"}


@dataclass(frozen=True)
class SpatialRelation:
    """How one body stands to another, as seen from the camera, in the first and in the last frame of the clip."""

    subject: str
    object: str
    at_first: str
    in_the_end: str
    metres: tuple[float, float]
    """Their distance in the first and in the last frame."""

    @property
    def change(self) -> str:
        """``getting nearer``, ``getting farther apart`` or ``at the same distance``."""
        first, last = self.metres
        if abs(last - first) <= NEARER * max(first, last):
            return "at the same distance"
        return "getting nearer" if last < first else "getting farther apart"


@dataclass(frozen=True)
class Interaction:
    """One body does something, to another or to a place, at a moment of the clip."""

    subject: str
    action: str
    object: str
    seconds: float


@dataclass(frozen=True)
class InteractionGraph:
    """Entities and the two graphs over them; everything is called as questions call it."""

    moving: tuple[str, ...] = ()
    still: tuple[str, ...] = ()
    relations: tuple[SpatialRelation, ...] = ()
    interactions: tuple[Interaction, ...] = ()

    def plain(self) -> dict[str, Any]:
        """The graph as plain data, in the form in which models are asked for one."""
        return {
            "changing_objects": list(self.moving),
            "surroundings": list(self.still),
            "spatial_relations": [
                {"subject": r.subject, "relation": r.at_first, "object": r.object, "in_the_end": r.in_the_end,
                 "change": r.change}
                for r in self.relations
            ],
            "interactions": [
                {"subject": i.subject, "action": i.action, "object": i.object, "seconds": round(i.seconds, 1)}
                for i in self.interactions
            ],
        }  # fmt: skip


def interaction_graph(stretch: Stretch) -> InteractionGraph:
    """The graph of a stretch of an event."""
    said = dict(zip(stretch.names, phrases(stretch.motion, stretch.names), strict=True))
    moving = tuple(name for name in stretch.names if stretch.course(name) is not None)
    pairs = [(a, b) for a, b in combinations(stretch.names, 2) if a in moving or b in moving]
    relations = sorted((_relation(stretch, a, b, said) for a, b in pairs), key=lambda r: (r.metres[1], r.subject))
    deeds = sorted((*stretch.touches(), *stretch.falls(), *stretch.crossings()), key=lambda deed: deed.seconds)
    places = tuple(zone.phrase for zone in stretch.zones if zone.phrase not in said.values())
    return InteractionGraph(
        moving=tuple(said[name] for name in moving),
        still=(*(said[name] for name in stretch.names if name not in moving), *places),
        relations=tuple(relations[:MOST_RELATIONS]),
        interactions=tuple(Interaction(said[d.name], d.does, said.get(d.to, d.to), d.seconds) for d in deeds),
    )


def _relation(stretch: Stretch, a: str, b: str, said: dict[str, str]) -> SpatialRelation:
    tracks, words, metres = stretch.tracks, [], []
    for seconds in (stretch.start, stretch.end):
        between = tracks.middle(a, seconds) - tracks.middle(b, seconds)
        words.append(RELATIONS[quarter(between, tracks.camera(stretch.eye, seconds))[0]])
        metres.append(float(np.linalg.norm(between)))
    return SpatialRelation(said[a], said[b], words[0], words[1], (metres[0], metres[1]))
