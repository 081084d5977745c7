"""What the strategies with descriptions share: where a description comes from, exactly or from a captioner."""

from __future__ import annotations

from typing import Literal

from diorama.ask.clips import clip_of
from diorama.ask.question import Question, Request
from diorama.ask.tools import Tools

Source = Literal["oracle", "model"]
"""From the simulation, or from a model in another role."""
CAPTIONER, GENERATOR = "captioner", "generator"
"""The roles of the models that describe, and that draw."""
KEPT = "caption.txt"

DESCRIBE_CLIP = (
    "Describe this clip closely, in at most twelve sentences: what stands where at first as seen from the camera, how "
    "the camera moves, what moves in which direction and how fast, what touches what and when, what falls, and where "
    "everything is in the end. Tell only what the clip shows; do not guess what comes before or after."
)
DESCRIBE_PICTURE = (
    "Describe this picture closely, in at most four sentences: what stands where as seen from the camera, from left to "
    "right, and what is near and what is far."
)


async def captions_of(question: Question, tools: Tools, source: Source) -> str:
    """A description of the clip, and one of the reference picture if there is one, each under its name."""
    clip, reference = clip_of(question), question.reference
    if source == "oracle":
        told = await tools.caption("clip")
        still = await tools.caption("reference") if reference is not None else ""
    else:
        told = (await tools.role(CAPTIONER, Request((clip, DESCRIBE_CLIP)))).strip()
        asked = Request((reference, DESCRIBE_PICTURE)) if reference is not None else None
        still = (await tools.role(CAPTIONER, asked)).strip() if asked is not None else ""
    whole = f"A description of the clip: {told}"
    if still:
        whole += f"\n\nA description of the reference picture: {still}"
    tools.keep(KEPT, whole)
    return whole
