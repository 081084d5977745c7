"""Chain of thought."""

from __future__ import annotations

from diorama.ask.question import Ask, Question, Request
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.wording import reasoned

HOW = "Think step by step."


@strategy("cot", "pictures")
async def cot(question: Question, ask: Ask) -> str:
    """Step by step first, then the answer in the last line."""
    return await ask(Request((*question.pictures, reasoned(question, HOW))))
