"""A graph of entities, spatial relations and interactions before the answer."""

from __future__ import annotations

import json

from diorama.ask.clips import clip_of
from diorama.ask.question import Question
from diorama.ask.strategies.captioning import Source
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

KEPT = "interactions.json"
ONWARD = {
    "after": "let the event go on from the end of the clip to the moment in question",
    "before": "follow the event back from the beginning of the clip to the moment in question",
}
HOW = (
    "Work in four parts. "
    'First list what the question needs: {{"changing_objects": […], "surroundings": […]}}. '
    'Second, the spatial relations among these and how they change during the clip, as triples {{"subject": …, '
    '"relation": …, "object": …, "change": …}}. '
    'Third, what they do to each other during the clip, as triples {{"subject": …, "action": …, "object": …}}. '
    "Fourth, go by these graphs and {onward}, and choose the option that fits best in space and time. "
    "Say everything once."
)
GIVEN = "A graph of the clip, as seen from its camera: what takes part, its spatial relations, its interactions.\n"


@strategy("interaction_graph", uses=("clip",))
async def interaction_graph(question: Question, tools: Tools, *, source: Source = "model") -> str:
    """Entities, spatial relations and interactions first, then the answer; or the exact graph of the clip is given."""
    clip_of(question)
    if source == "model":
        how = HOW.format(onward=ONWARD[question.unseen or "after"])
        return await tools.ask(question.request(question.reasoned(how)))
    graph = (await tools.interaction_graph()).plain()
    tools.keep(KEPT, graph)
    return await tools.ask(question.request(question.alone(), GIVEN + json.dumps(graph, ensure_ascii=False)))
