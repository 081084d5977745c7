"""Chain of thought."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools


@strategy("cot")
async def cot(question: Question, tools: Tools, *, how: str = "Think step by step.") -> str:
    """Step by step first, then the answer in the last line."""
    return await tools.ask(question.request(question.reasoned(how)))
