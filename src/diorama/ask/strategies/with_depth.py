"""The question with a depth map beside the picture."""

from __future__ import annotations

from diorama.ask.question import Ask, Picture, Question, Request
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.wording import bare

DEPTH = "The next picture is a depth map of the same view: light is near, dark is far."


def depth_parts(question: Question) -> tuple[str | Picture, ...]:
    return () if question.depth is None else (DEPTH, question.depth)


@strategy("with_depth", "pictures", "depth")
async def with_depth(question: Question, ask: Ask) -> str:
    """As direct, with a depth map of the view."""
    return await ask(Request((*question.pictures, *depth_parts(question), bare(question))))
