"""The question with a depth map and a segmentation beside the picture."""

from __future__ import annotations

from diorama.ask.question import Ask, Question, Request
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.with_depth import depth_parts
from diorama.ask.strategies.with_seg import segment_parts
from diorama.ask.strategies.wording import bare


@strategy("with_depth_seg", "pictures", "depth", "segments")
async def with_depth_seg(question: Question, ask: Ask) -> str:
    """As direct, with a depth map and a segmentation of the view."""
    return await ask(Request((*question.pictures, *depth_parts(question), *segment_parts(question), bare(question))))
