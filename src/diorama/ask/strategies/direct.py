"""The question as it is."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools


@strategy("direct")
async def direct(question: Question, tools: Tools) -> str:
    """The pictures and the question; the answer alone is wanted."""
    return await tools.ask(question.request(question.alone()))
