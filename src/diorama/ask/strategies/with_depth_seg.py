"""The question with a depth map and a segmentation beside the picture."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.with_depth import DEPTH
from diorama.ask.strategies.with_seg import SEGMENTS
from diorama.ask.tools import Tools


@strategy("with_depth_seg", uses=("depth", "segments"))
async def with_depth_seg(question: Question, tools: Tools) -> str:
    """As direct, with a depth map and a segmentation of the view."""
    maps = (DEPTH, await tools.depth(), SEGMENTS, await tools.segments())
    return await tools.ask(question.request(question.alone(), *maps))
