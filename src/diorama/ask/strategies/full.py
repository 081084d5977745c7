"""The whole event: the clip and the unseen part as one film."""

from __future__ import annotations

from diorama.ask.clips import clip_of, clip_seconds, joined
from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

NOTES = {
    "after": "You see the clip that the question speaks of and what comes after it, as one film. The clip ends at "
    "{seconds:.1f} seconds; then the film goes on:",
    "before": "You see the clip that the question speaks of and what came before it, as one film. The clip begins at "
    "{seconds:.1f} seconds:",
}


@strategy("full", uses=("clip", "unseen"))
async def full(question: Question, tools: Tools) -> str:
    """Both parts of the event, in the right order, as one clip."""
    clip, unseen, side = clip_of(question), await tools.unseen(), question.unseen or "after"
    first, second = (clip, unseen) if side == "after" else (unseen, clip)
    note = NOTES[side].format(seconds=clip_seconds(first))
    shown = question.showing(note, await joined(first, second))
    return await tools.ask(shown.request(shown.alone()))
