"""A strategy that asks a second model: one that describes the picture for the one under test."""

from __future__ import annotations

import asyncio

from diorama.ask.question import Picture, Question, Request
from diorama.ask.scene_graphs import SceneGraph, graph_of
from diorama.ask.strategies import Way, strategy
from diorama.ask.tools import Tools
from diorama.kinds import Choice, get_kind


@strategy("described", needs=("captioner",))
async def described(question: Question, tools: Tools, *, words: int = 60) -> str:
    """Another model describes the picture first; the model under test sees the picture and the description."""
    wish = f"Describe this picture in about {words} words: what stands where, what is in front of what."
    description = await tools.role("captioner", question.request(wish))
    tools.keep("description.txt", description)
    return await tools.ask(question.request(question.alone(), f"A description of the picture: {description}"))


class Rehearsal:
    """Tools that answer by themselves, to try a strategy without any model."""

    async def ask(self, request: Request) -> str:
        return self._shown("model", request, "A")

    async def role(self, name: str, request: Request) -> str:
        return self._shown(name, request, "a mug in front of a lamp")

    async def depth(self, media: str = "") -> Picture:
        return Picture(b"", name="depth.png")

    async def segments(self, media: str = "") -> Picture:
        return Picture(b"", name="segments.png")

    async def scene_graph(self) -> SceneGraph:
        return graph_of(["mug", "lamp"])

    def keep(self, name: str, content: object) -> None:
        print("kept:", name)

    def _shown(self, role: str, request: Request, reply: str) -> str:
        print(f"to the {role}:", [part if isinstance(part, str) else part.name for part in request.parts])
        return reply


if __name__ == "__main__":
    form = get_kind("choice").form(Choice(option="Yes"))
    question = Question("Is the lamp hidden?", form, ("Yes", "No"), before=(Picture(b"", name="view.png"),))
    print("reply:", asyncio.run(Way(described, {"words": 40}).run(question, Rehearsal())))
