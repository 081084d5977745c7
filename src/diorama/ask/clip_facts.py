"""What is known of a sample's clip beyond what it shows: the unseen part, exact captions, the interaction graph.

A strategy gets these as tools and never sees the sample. The motion is simulated once for each question, and only if
something asks for it.
"""

from __future__ import annotations

from functools import cache

from diorama.ask.question import Picture
from diorama.ask.tools import ClipFacts, Part, ToolFailed
from diorama.data import Sample
from diorama.suites.video.captions import caption, reference_caption, seen_part, unseen_part
from diorama.suites.video.interactions import InteractionGraph, interaction_graph
from diorama.suites.video.query import Eye, Prediction
from diorama.world import Motion
from diorama.world.motors import play

CLIP = "clip"
"""The role of a clip among a sample's shots."""


def exact_clip_facts(sample: Sample) -> ClipFacts:
    """What the sample itself knows, as functions that fail with one line where it does not."""

    def unseen() -> Picture:
        if sample.outcome is None or sample.outcome.kind != "video":
            raise ToolFailed(f"the sample '{sample.id}' has no film of its unseen part")
        ending = sample.outcome.name.rsplit(".", 1)[-1]
        return Picture(sample.outcome.data, "video", f"unseen.{ending}")

    @cache
    def event() -> tuple[Prediction, Motion, Eye]:
        clip = next((shot for shot in sample.shots if shot.role == CLIP), None)
        if clip is None or not isinstance(sample.query, Prediction):
            raise ToolFailed(
                f"the sample '{sample.id}' has no simulated event, so there is no exact description of it: "
                "use source='model'"
            )
        query = sample.query
        motion = play(clip.world, query.drives, query.seconds)
        return query, motion, Eye(camera=clip.camera, rides=clip.rides)

    def describe(part: Part) -> str:
        query, motion, eye = event()
        if part == "reference":
            return reference_caption(query, motion)
        return caption((seen_part if part == "clip" else unseen_part)(query, motion, eye))

    def interactions() -> InteractionGraph:
        return interaction_graph(seen_part(*event()))

    return ClipFacts(unseen, describe, interactions)
