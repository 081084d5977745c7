"""The properties that the papers control or slice by.

Answer size, objects, margin, depth gradient and occluders are numbers; source, scene category, viewpoint and horizon
are words.
"""

from __future__ import annotations

import numpy as np

from diorama.data.measured_sight import measured_sight
from diorama.data.properties.property import Property
from diorama.data.sample import Sample
from diorama.suites import SUITES
from diorama.whatif.visibility import clear_px
from diorama.world import project
from diorama.world.poses import box_corners


def objects(sample: Sample) -> float | None:
    """How many objects a reply could name."""
    return float(len(sample.things()[0])) or None


def chain(sample: Sample) -> tuple[str, ...]:
    """The bodies that a question and its answer are about, each once: in T1 what goes and what it frees."""
    asked = sample.query.bodies() if sample.query is not None else ()
    named = sample.kind.bodies(sample.answer) if sample.kind.names_objects else ()
    known = {b.name for b in sample.world.bodies} if sample.world is not None else set()
    return tuple(name for name in dict.fromkeys((*asked, *named)) if name in known)


def depth_gradient(sample: Sample) -> float | None:
    """Metres of depth from the nearest to the furthest body of the chain, for each step between them."""
    names = chain(sample)
    if sample.world is None or sample.camera is None or len(names) < 2:
        return None
    centres = np.array([box_corners(sample.world[name]).mean(axis=0) for name in names])
    return float(np.ptp(project(sample.camera, centres)[:, 2])) / (len(names) - 1)


def occluders(sample: Sample) -> float | None:
    """How many objects hide more of another one than counts as clear."""
    sight = measured_sight(sample)
    if sight is None:
        return None
    hiding = {o for j in sight.inventory for o, px in sight.occluders(j).items() if px > clear_px(sight, j)}
    return float(len(hiding))


def scene_category(sample: Sample) -> str | None:
    """What kind of place a world shows, as its suite calls it."""
    if sample.world is None:
        return getattr(sample.query, "scene_category", None)
    if sample.suite not in SUITES:
        return None
    return SUITES.get(sample.suite).scene_category(sample.world.layout)


def horizon(sample: Sample) -> str | None:
    """How far from the cut a question about a clip reaches, as the paper of `video` divides it."""
    gap = getattr(sample.query, "gap", None)
    if gap is None:
        return None
    return "0–2 s" if gap <= 2 else "2–5 s" if gap <= 5 else "over 5 s"


ANSWER_SIZE = Property(
    "answer_size", "answer size", "How many objects, swaps or steps the right answer has.",
    lambda sample: sample.kind.known_size(sample.answer), recorded="answer_size",
)  # fmt: skip
OBJECTS = Property("objects", "number of objects", "How many objects a reply could name.", objects)
MARGIN = Property(
    "margin", "margin", "How far the truth is from flipping, in the task's own unit.",
    lambda sample: sample.margin, recorded="margin",
)  # fmt: skip
DEPTH_GRADIENT = Property(
    "depth_gradient", "depth gradient",
    "Metres of depth for each step between the objects that question and answer name.", depth_gradient,
)  # fmt: skip
OCCLUDERS = Property(
    "occluders", "number of occluders", "How many objects of the scene hide a part of another.", occluders, slow=True,
    rules=2,
)  # fmt: skip
SOURCE = Property(
    "source", "source", "Whether a question is original or derived from another one, and how.",
    lambda sample: getattr(sample.query, "source", None), words=True,
)  # fmt: skip
VIEWPOINT = Property(
    "viewpoint", "viewpoint", "From where a clip is filmed, and from where its question is to be answered.",
    lambda sample: getattr(sample.query, "viewpoint", None), words=True,
)  # fmt: skip
HORIZON = Property(
    "horizon", "horizon", "Seconds between what a clip shows and the moment that is asked about.", horizon, words=True
)
SCENE_CATEGORY = Property("scene_category", "scene category", "The kind of place.", scene_category, words=True)
