"""The question with a depth map beside the picture."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import ORACLE, Tools

DEPTH = "The next picture is a depth map of the same view: light is near, dark is far."


@strategy("with_depth", uses=("depth",), providers={"depth": "depth"})
async def with_depth(question: Question, tools: Tools, *, depth: str = ORACLE) -> str:
    """As direct, with a depth map of the view."""
    return await tools.ask(question.request(question.alone(), DEPTH, await tools.depth(by=depth)))
