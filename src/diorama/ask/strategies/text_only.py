"""The question without any picture: what is right by luck and language alone."""

from __future__ import annotations

from diorama.ask.question import Question, Request
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

BLIND = "You cannot see the scene. Give the answer that seems most likely to you."


@strategy("text_only")
async def text_only(question: Question, tools: Tools) -> str:
    """The words of the question alone."""
    return await tools.ask(Request((f"{BLIND}\n\n{question.alone()}",)))
