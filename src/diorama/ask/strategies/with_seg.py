"""The question with a segmentation beside the picture."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import ORACLE, Tools

SEGMENTS = "The next picture is a segmentation of the same view: each object has its own colour, all else is black."


@strategy("with_seg", uses=("segments",), providers={"segment": "segment", "detect": "detect"})
async def with_seg(question: Question, tools: Tools, *, segment: str = ORACLE, detect: str = "") -> str:
    """As direct, with a segmentation of the view."""
    segments = await tools.segments(by=segment, found=detect)
    return await tools.ask(question.request(question.alone(), SEGMENTS, segments))
