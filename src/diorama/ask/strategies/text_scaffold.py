"""A description of the unseen part as help."""

from __future__ import annotations

from diorama.ask.clips import clip_of
from diorama.ask.question import Question
from diorama.ask.strategies.captioning import CAPTIONER, KEPT, Source
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.scaffolds import part, trust
from diorama.ask.tools import Tools


def _wish(question: Question) -> str:
    return (
        f"Do not answer this question: {question.text}\n\nDescribe closely {part(question)}, as far as the question "
        "needs it, in at most twelve sentences: what moves where and how fast, what touches what, what falls, and "
        "where everything is at the moment in question."
    )


@strategy("text_scaffold", needs=(CAPTIONER,), only_if=((CAPTIONER, "source", "model"),), uses=("clip", "caption"))
async def text_scaffold(question: Question, tools: Tools, *, source: Source = "oracle") -> str:
    """The clip and a description of the unseen part: exact, or as a captioner expects it."""
    clip_of(question)
    if source == "oracle":
        told = await tools.caption("unseen")
    else:
        told = (await tools.role(CAPTIONER, question.request(_wish(question)))).strip()
    tools.keep(KEPT, told)
    given = f"A description of {part(question)}, as seen from the camera of the clip. {trust(source)}\n{told}"
    return await tools.ask(question.request(question.alone(), given))
