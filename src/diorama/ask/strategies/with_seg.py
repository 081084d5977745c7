"""The question with a segmentation beside the picture."""

from __future__ import annotations

from diorama.ask.question import Ask, Picture, Question, Request
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.wording import bare

SEGMENTS = "The next picture is a segmentation of the same view: each object has its own colour, all else is black."


def segment_parts(question: Question) -> tuple[str | Picture, ...]:
    return () if question.segments is None else (SEGMENTS, question.segments)


@strategy("with_seg", "pictures", "segments")
async def with_seg(question: Question, ask: Ask) -> str:
    """As direct, with a segmentation of the view."""
    return await ask(Request((*question.pictures, *segment_parts(question), bare(question))))
