"""What the three scaffolds share: help from the unseen part, exact or made by another model."""

from __future__ import annotations

from diorama.ask.clips import cut_frame_of
from diorama.ask.question import Picture, Question, Request
from diorama.ask.strategies.captioning import GENERATOR, Source
from diorama.ask.tools import DrawKind, Tools

PART = {"after": "what happens after the clip ends", "before": "what happened before the clip begins"}
EXACT, MADE = "It is exact.", "It was made by a model and may be wrong."


def trust(source: Source) -> str:
    """How far a scaffold can be trusted."""
    return EXACT if source == "oracle" else MADE


def part(question: Question) -> str:
    """The unseen part, in words."""
    return PART[question.unseen or "after"]


async def drawn(question: Question, tools: Tools, kind: DrawKind) -> Picture:
    """The unseen part as a generator draws it: from the frame at the cut and the question, without its options."""
    what = "picture" if kind == "image" else "short clip"
    words = (
        f"This is the frame of a clip where it is cut. Make one {what} of the same scene, from the same camera, that "
        f"shows {part(question)}, as far as this question needs it: {question.text}"
    )
    picture = await tools.draw(GENERATOR, Request((cut_frame_of(question), words)), kind)
    tools.keep(f"scaffold.{picture.name.rsplit('.', 1)[-1]}", picture.data)
    return picture
