"""Reading a scene graph in a reply: tags, fences, JSON or nearly so, Python's dicts and tuples, lists of triples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from diorama.ask.scene_graphs.graph import Relation, SceneGraph, graph_of
from diorama.kinds.reading.cleaning import whole_reply
from diorama.kinds.reading.loose_json import MOST_NESTED, loose_values

SOURCES = ("source", "subject", "from", "head", "object1")
RELATIONS = ("relation", "relationship", "predicate", "rel", "edge", "label", "type")
TARGETS = ("target", "object", "to", "tail", "object2")
NAMES = ("name", "object", "category", "label", "id")
_TAGGED = re.compile(r"<(ans|answer)>(.*?)(?:</\1>|\Z)", re.I | re.S)
_PART = r"[ \t\"']*([^\W\d_][^()\[\]<>{},;\n]{0,80})"
_TRIPLE = re.compile(rf"^[ \t\-*•.\d]{{0,8}}[(\[<]{_PART},{_PART},{_PART}[)\]>][ \t,;.]*$", re.M)
"""A triple that stands on a line of its own; within a sentence, brackets hold something else."""
_HEADING = re.compile(r"object|graph|relation|edge|triple|node|answer|result|output|source|target", re.I)
"""Keys that say what follows, and are no object themselves."""


@dataclass(frozen=True)
class ReadGraph:
    """A graph that was read, and the objects that the reply lists apart from its relations."""

    graph: SceneGraph
    listed: tuple[str, ...] = ()


def read_graph(reply: str) -> ReadGraph | None:
    """The scene graph of a reply, perhaps an empty one; None if the reply holds none."""
    said = whole_reply(reply).raw
    tagged = [m[2] for m in _TAGGED.finditer(said) if m[2].strip()]
    return _graph_in(tagged[-1] if tagged else said)


def _graph_in(text: str) -> ReadGraph | None:
    values = [v for v in loose_values(text) if isinstance(v, dict | list)]
    if values and all(map(_is_triple, values)):
        values = [values]
    listed = [name for value in values for name in _listed(value)]
    relations = [r for value in values for r in _relations(value, "")]
    if not relations:
        relations = [Relation(*(part.rstrip(" \t\"'") for part in m.groups())) for m in _TRIPLE.finditer(text)]
    if not (listed or relations or any(map(_is_empty, values))):
        return None
    graph = graph_of(listed, relations)
    return ReadGraph(graph, graph.objects[: len(graph_of(listed).objects)])


def _relations(value: Any, source: str, depth: int = MOST_NESTED) -> Iterator[Relation]:
    """The relations in a value; `source` is the object under whose name it stands."""
    if not depth:
        return
    if isinstance(value, list):
        if source == "" and len(value) and all(map(_is_triple, value)):
            yield from (Relation(*triple) for triple in value)
            return
        for item in value:
            yield from _relations(item, source, depth - 1)
    elif isinstance(value, dict):
        fields = {str(k).strip().casefold(): v for k, v in value.items()}
        own = _text(fields, SOURCES) or source or _text(fields, ("name",))
        relation, targets = _text(fields, RELATIONS), _texts(fields, TARGETS)
        if own and relation and targets:
            yield from (Relation(own, relation, target) for target in targets)
            return
        for key, item in value.items():
            if isinstance(item, list | dict):
                yield from _relations(item, own or ("" if _HEADING.search(str(key)) else str(key)), depth - 1)


def _listed(value: Any, depth: int = 4) -> Iterator[str]:
    """The objects that are listed by themselves: under a key that says so, or as a list of things with names."""
    if isinstance(value, list):
        yield from (name for item in value if isinstance(item, dict) and "name" in item for name in _names(item))
    if isinstance(value, dict) and depth:
        for key, item in value.items():
            if re.search(r"objects|nodes|^sources$", str(key), re.I):
                yield from _names(item)
            elif isinstance(item, dict):
                yield from _listed(item, depth - 1)


def _names(value: Any) -> Iterator[str]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict) and (name := _text({str(k).casefold(): v for k, v in item.items()}, NAMES)):
            yield name


def _text(fields: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((v for k in keys if isinstance(v := fields.get(k), str) and v.strip()), "")


def _texts(fields: dict[str, Any], keys: tuple[str, ...]) -> list[str]:
    """One text, or several in a list."""
    found = next((fields[k] for k in keys if fields.get(k)), None)
    return [v for v in (found if isinstance(found, list) else [found]) if isinstance(v, str) and v.strip()]


def _is_triple(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(isinstance(v, str) and v.strip() for v in value)


def _is_empty(value: Any) -> bool:
    """Whether a value says that there is nothing: an empty list or object, or one whose lists are all empty."""
    parts = [v for v in value.values() if isinstance(v, list | dict)] if isinstance(value, dict) else []
    return not value or (bool(parts) and all(map(_is_empty, parts)))
