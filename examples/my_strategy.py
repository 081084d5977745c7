"""A strategy that asks a second model: one that describes the picture for the one under test."""

from __future__ import annotations

import asyncio

from diorama.ask.question import Picture, Question, Request
from diorama.ask.scene_graphs import SceneGraph
from diorama.ask.strategies import Way, strategy
from diorama.ask.tools import AskModel, Meter, QuestionTools, Store, Tools
from diorama.kinds import Choice, get_kind


@strategy("described", needs=("captioner",))
async def described(question: Question, tools: Tools, *, words: int = 60) -> str:
    """Another model describes the picture first; the model under test sees the picture and the description."""
    wish = f"Describe this picture in about {words} words: what stands where, what is in front of what."
    description = await tools.role("captioner", question.request(wish))
    tools.keep("description.txt", description)
    return await tools.ask(question.request(question.alone(), f"A description of the picture: {description}"))


def rehearsal() -> QuestionTools:
    """Tools whose models answer by themselves, to try a strategy without any model."""

    def model(role: str, reply: str) -> AskModel:
        async def ask(request: Request) -> str:
            print(f"to the {role}:", [part if isinstance(part, str) else part.name for part in request.parts])
            return reply

        return ask

    roles = {"captioner": model("captioner", "a mug in front of a lamp")}
    return QuestionTools(model("model", "A"), roles, {}, SceneGraph, Store(None, "rehearsal", 0), Meter())


if __name__ == "__main__":
    form = get_kind("choice").form(Choice(option="Yes"))
    question = Question("Is the lamp hidden?", form, ("Yes", "No"), before=(Picture(b"", name="view.png"),))
    tools = rehearsal()
    print("reply:", asyncio.run(Way(described, {"words": 40}).run(question, tools)))
    print("kept:", *tools.store.contents)
