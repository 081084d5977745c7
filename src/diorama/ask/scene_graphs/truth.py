"""The true scene graph of a world, and how much of it a graph in words has found.

*The part that matters* to a question: the objects that the question names, everything that rests on or in them or leans
on them, directly or not, and everything that any of these rests on. Whoever would take a thing needs all of it: what
lies above has to go, and what lies below says what it is taken from. Things that merely share a table are no part of
it, and the table itself is no object.

Only support counts as a relation: “on”, “inside”, “leaning on”, and the same seen from below (“under”, “holds”). Which
of these it is called does not matter, since people say “in the tray” and “on the tray”; what rests on what does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from diorama.ask.scene_graphs.graph import Relation, SceneGraph, graph_of
from diorama.data import Sample, key_of
from diorama.kinds.names import Names
from diorama.kinds.place_words import BESIDE, INSIDE, ON, UNDER, any_of
from diorama.whatif import support_graph
from diorama.world import World

_NEIGHBOUR = re.compile(
    any_of(
        *BESIDE, "next", r"near\w*", "close", "adjacent", "around", r"touch\w*", "contact", "not", "left", "right",
        "front", "side", "same",
    ),
    re.I,
)  # fmt: skip
"""What is said of neighbours, whatever else is said."""
_CARRIED = re.compile(r"\b(?:supported|held|carried|borne|contained|enclosed)\s+(?:up )?(?:by|in|on|inside)\b", re.I)
_LOWER = re.compile(
    any_of(
        *UNDER, "supports?", "supporting", "holds?", "holding", "carries", "carrying", "contains?", "containing",
        "bears?", "bearing", "encloses?", "topped", "filled", "covered",
    )
    + r"|\bha(?:s|ve|ving)\b(?! been).*\b(?:on|in|inside|atop|top|leaning)\b",
    re.I,
)  # fmt: skip
_UPPER = re.compile(
    any_of(
        *ON, *INSIDE, "above", "within", "leans?", "leaning", "propped", "against", "rests?", "resting", "sits?",
        "sitting", "lies", "lying", "stacked", "stands?", "standing", "covers?", "covering",
    ),
    re.I,
)  # fmt: skip


@dataclass(frozen=True)
class GraphTruth:
    """What a scene graph for a question should hold: bodies, and pairs of what rests on what."""

    objects: frozenset[str] = frozenset()
    relations: frozenset[tuple[str, str]] = frozenset()
    """Of the part that matters …"""
    anywhere: frozenset[tuple[str, str]] = frozenset()
    """… and of the whole world: who names one of these says nothing wrong."""


def exact_graph(world: World) -> SceneGraph:
    """Everything that a question can name, and what rests on, in or against what, in the words of the questions."""
    said = {b.name: b.phrase.removeprefix("the ") or b.noun for b in world.bodies if b.inventory}
    edges = (e for e in support_graph(world).edges if e.upper in said and e.lower in said)
    return graph_of(said.values(), (Relation(said[e.upper], e.how, said[e.lower]) for e in edges))


def support_of(relation: Relation) -> tuple[str, str] | None:
    """What rests on what by a relation in words, upper first; None if it says nothing about support."""
    words = relation.relation
    if _NEIGHBOUR.search(words):
        return None
    if _CARRIED.search(words) or (not _LOWER.search(words) and _UPPER.search(words)):
        return relation.source, relation.target
    return (relation.target, relation.source) if _LOWER.search(words) else None


def truth_for(sample: Sample) -> GraphTruth:
    """What a graph for this sample's question should hold; nothing if it names no object or has no world."""
    if sample.world is None:
        return GraphTruth()
    graph = support_graph(sample.world)
    named = _named(sample)
    above = named.union(*(graph.above(name) for name in named))
    part = above.union(*(graph.below(name) for name in above)) & sample.things()[0].keys()
    pairs = frozenset((e.upper, e.lower) for e in graph.edges)
    return GraphTruth(frozenset(part), frozenset(pair for pair in pairs if part.issuperset(pair)), pairs)


def _named(sample: Sample) -> set[str]:
    """The objects that a question is about: those of its query, or those that its text names."""
    if sample.query is not None and sample.query.bodies():
        return set(sample.query.bodies())
    mentions = key_of(sample).names().mentions(sample.question)
    return {m.names[0] for _, _, m in mentions if len(m.names) == 1}


def compare_graph(graph: SceneGraph, truth: GraphTruth, names: Names) -> dict[str, float]:
    """Precision and recall of a graph's objects and of its support relations; what has no denominator is left out.

    An object is right if it matters to the question, a relation if it holds anywhere in the world. A name that fits no
    object of the scene, or several, counts as wrong; tables, walls and floors do not count, nor do relations with them.
    """
    objects = {_resolved(name, names) for name in graph.objects} - {None}
    supports = [ends for r in graph.relations if (ends := support_of(r)) is not None]
    pairs = {(_resolved(upper, names), _resolved(lower, names)) for upper, lower in supports}
    pairs = {pair for pair in pairs if None not in pair}
    rates = {
        "objects precision": (len(objects & truth.objects), len(objects)),
        "objects recall": (len(objects & truth.objects), len(truth.objects)),
        "relations precision": (len(pairs & truth.anywhere), len(pairs)),
        "relations recall": (len(pairs & truth.relations), len(truth.relations)),
    }
    return {name: hits / of for name, (hits, of) in rates.items() if of}


def _resolved(name: str, names: Names) -> str | None:
    """The body that is meant; the words themselves, which are no body's name, if it is none; None for scenery."""
    match = names.match(name)
    if match.how == "scenery":
        return None
    return match.names[0] if len(match.names) == 1 else f"“{name}”"
