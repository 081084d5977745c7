"""Recursive scene graph assisted reasoning, as the paper of `logic` proposes it (its section 4 and appendix C.2).

The model first names the objects that the task is about and what each of them touches; then, round by round, what the
objects found last touch; and in the end it answers with the whole graph at hand, which may be wrong. With `rounds` = T
that is T + 2 calls: the first graph, T rounds, the answer. It is fewer if a round finds no new object. The paper counts
the first graph as a round: by the hours in its Table A1 (27.4 for one call, 57.9 for T = 1, 174.5 for T = 5), its T
takes T + 1 calls, so its T = 5 is `rounds=4` here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from diorama.ask.question import Piece, Question
from diorama.ask.scene_graphs import SceneGraph, compare_graph, draw_graph, read_graph, read_plain, truth_for
from diorama.ask.strategies.registry import strategy
from diorama.ask.strategies.with_depth import DEPTH
from diorama.ask.strategies.with_depth_seg import PROVIDERS
from diorama.ask.strategies.with_seg import SEGMENTS
from diorama.ask.tools import ORACLE, Tools
from diorama.data import Sample, key_of

GRAPHS, PICTURE = "graphs.json", "graph.png"
"""What it keeps: every round with what was read and what was new, and the graph in the end."""
MOST_CHARS = 2000
"""Characters that are kept of a reply that could not be read."""
_EXAMPLE = {
    "source_objects": [{"name": "tray", "reason": "it is to be picked up"}],
    "scene_graph": [
        {"source": "tray", "relation": "under", "target": "bowl"},
        {"source": "tray", "relation": "on", "target": "table"},
    ],
}
_FORM = (
    "A relation is any word that fits: on, under, inside, leaning on, next to. Name each object in the same words "
    "throughout, so that nobody takes it for another. This shows the form, for 'Pick up the tray' in another scene:\n"
    f"<ans>{json.dumps(_EXAMPLE)}</ans>\n"
    "Write JSON in this form between <ans> and </ans>, and nothing else."
)
MOST_ROUNDS = 20
"""More never added anything, and each is a call."""
MOST_UNREAD = 3
"""Unread rounds in a row after which no more are asked for."""


@dataclass(frozen=True)
class Round:
    """One call for a graph."""

    sources: tuple[str, ...]
    """What its neighbours were asked of; empty where the model was to find that out."""
    graph: SceneGraph | None
    """What was read; None if the reply held no graph."""
    new: SceneGraph = field(default_factory=SceneGraph)
    """What of it was not known before."""
    reply: str = ""
    """The reply, if it could not be read."""

    def plain(self) -> dict[str, Any]:
        return {
            "sources": list(self.sources),
            "read": None if self.graph is None else self.graph.plain(),
            "new": self.new.plain(),
            **({"unread": self.reply[:MOST_CHARS]} if self.graph is None else {}),
        }


def first_request(task: str) -> str:
    """The call for the objects of the task and the first graph."""
    return (
        f"Do not carry out this task yet: {task}\n\n"
        "First find the source objects: those that the task itself is about. Then list, for each source object, what "
        "touches it or stands right beside it, and what it needs to work, as a scene graph in which every 'source' is "
        "a source object and every 'target' one of its neighbours. Go by the picture; maps of it, if there are any, "
        f"only help. {_FORM}"
    )


def further_request(task: str, known: SceneGraph, sources: tuple[str, ...]) -> str:
    """The call for the neighbours of what was found last."""
    return (
        f"A scene graph of this picture is being drawn up, step by step, for this task: {task}\n\n"
        f"So far it holds:\n{_json(known)}\n\n"
        f"The source objects are now: {', '.join(sources) or 'those that the task is about'}. List, for each of them, "
        "what touches it or stands right beside it, and what it needs to work. Every 'source' is one of these source "
        "objects. Every 'target' is an object that the graph does not hold yet; if there is none, the scene graph is "
        f"an empty list. Go by the picture; maps of it, if there are any, only help. {_FORM}"
    )


def given(graph: SceneGraph) -> str:
    """What stands before the question in the last call."""
    return f"A scene graph of some objects in this picture follows. It may be wrong; take it as a hint:\n{_json(graph)}"


@strategy("rsgar", uses=("depth", "segments", "graph"), bounds={"rounds": (0, MOST_ROUNDS)}, providers=PROVIDERS)
async def rsgar(
    question: Question,
    tools: Tools,
    *,
    rounds: int = 5,
    graph: Literal["model", "oracle"] = "model",
    maps: Literal["both", "depth", "seg", "none"] = "both",
    depth: str = ORACLE,
    segment: str = ORACLE,
    detect: str = "",
) -> str:
    """A scene graph around the task first, in T rounds, from the picture and maps; then the answer (T + 2 calls)."""
    asked: list[Round] = []
    if graph == "oracle":
        found = await tools.scene_graph()
    else:
        found, asked = await _grown(question, tools, rounds, await _maps(tools, maps, depth, segment, detect))
    tools.keep(GRAPHS, {"rounds": [each.plain() for each in asked], "all": found.plain()})
    tools.keep(PICTURE, draw_graph(found))
    return await tools.ask(question.request(question.alone(), given(found)))


async def _grown(
    question: Question, tools: Tools, rounds: int, maps: tuple[Piece, ...]
) -> tuple[SceneGraph, list[Round]]:  # fmt: skip
    """The graph and its rounds; an unread round changes nothing, one without new objects is the last."""
    task = question.with_options
    whole, sources, asked = SceneGraph(), tuple[str, ...](), list[Round]()
    for number in range(rounds + 1):
        words = further_request(task, whole, sources) if number else first_request(task)
        reply = await tools.ask(question.request(words, *maps))
        read = read_graph(reply)
        if read is None:
            asked.append(Round(sources, None, reply=reply))
            if len(asked) >= MOST_UNREAD and all(each.graph is None for each in asked[-MOST_UNREAD:]):
                break
            continue
        new = read.graph.without(whole)
        asked.append(Round(sources, read.graph, new))
        first = not whole.objects
        starts = dict.fromkeys(read.listed or [r.source for r in read.graph.relations]) if first else {}
        whole = whole.merged(read.graph)
        sources = tuple(name for name in new.objects if name not in starts) or tuple(starts)
        if not sources:
            break
    return whole, asked


def _json(graph: SceneGraph) -> str:
    return json.dumps(graph.plain(), ensure_ascii=False)


async def _maps(
    tools: Tools, which: Literal["both", "depth", "seg", "none"], depth: str, segment: str, detect: str
) -> tuple[Piece, ...]:
    """The maps that are shown with each call for a graph."""
    far = (DEPTH, await tools.depth(by=depth)) if which in ("both", "depth") else ()
    segments = (SEGMENTS, await tools.segments(by=segment, found=detect)) if which in ("both", "seg") else ()
    return (*far, *segments)


@rsgar.stages
def found_in_time(sample: Sample, kept: Mapping[str, bytes]) -> dict[str, float]:
    """Objects and support relations against the world's own: of the whole graph, and round by round.

    In a round, precision is of what the round added, and recall is of everything found until then. Round 0 is the first
    graph; unread rounds add nothing.
    """
    truth, names = truth_for(sample), key_of(sample).names()
    if not truth.objects or GRAPHS not in kept:
        return {}
    graphs = json.loads(kept[GRAPHS])
    scores = {"all": compare_graph(read_plain(graphs["all"]), truth, names)}
    so_far = SceneGraph()
    for number, each in enumerate(graphs["rounds"]):
        new = read_plain(each["new"])
        so_far = so_far.merged(new)
        added, reached = compare_graph(new, truth, names), compare_graph(so_far, truth, names)
        scores[f"round {number}"] = {n: v for n, v in added.items() if n.endswith("precision")}
        scores[f"round {number}"] |= {n: v for n, v in reached.items() if n.endswith("recall")}
    return {f"{stage}/{name}": value for stage, rates in scores.items() for name, value in rates.items()}
