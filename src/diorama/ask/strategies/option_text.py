"""Multiple choice by the words of the options."""

from __future__ import annotations

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

WANTED = "Reply with the text of the option that fits best, exactly as it stands there, and nothing else."


@strategy("option_text")
async def option_text(question: Question, tools: Tools) -> str:
    """The text of one option is wanted, and options have no letters; other questions are asked as by direct."""
    if not question.options:
        return await tools.ask(question.request(question.alone()))
    listed = "\n".join(f"- {option}" for option in question.options)
    return await tools.ask(question.request(f"{question.text}\n\nOptions:\n{listed}\n\n{WANTED}"))
