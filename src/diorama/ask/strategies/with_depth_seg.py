"""The question with a depth map and a segmentation beside the picture."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.with_depth import DEPTH
from diorama.ask.strategies.with_seg import SEGMENTS
from diorama.ask.tools import ORACLE, Tools

PROVIDERS = {"depth": "depth", "segment": "segment", "detect": "detect"}
"""The arguments of strategies with both maps, and the roles of these providers."""


@strategy("with_depth_seg", uses=("depth", "segments"), providers=PROVIDERS)
async def with_depth_seg(
    question: Question, tools: Tools, *, depth: str = ORACLE, segment: str = ORACLE, detect: str = ""
) -> str:
    """As direct, with a depth map and a segmentation of the view."""
    maps = (DEPTH, await tools.depth(by=depth), SEGMENTS, await tools.segments(by=segment, found=detect))
    return await tools.ask(question.request(question.alone(), *maps))
