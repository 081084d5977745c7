"""A scene graph as data: what somebody says is there, and how it stands to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from diorama.kinds.names import lemmas

MOST = 200
"""Objects, and relations, that a graph holds; what comes later is dropped."""
LONGEST = 80
"""Characters of a name or a relation."""


@dataclass(frozen=True)
class Relation:
    """``book – on – laptop``."""

    source: str
    relation: str
    target: str

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for relations that differ in articles, plurals and capitals only."""
        return name_key(self.source), tuple(self.relation.casefold().split()), name_key(self.target)


@dataclass(frozen=True)
class SceneGraph:
    """Objects in the order in which they were named, and relations; make one with `graph_of`.

    What a graph adds to another (`without`) may relate objects that only the other holds.
    """

    objects: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()

    def merged(self, other: SceneGraph) -> SceneGraph:
        """Both without duplicates; of two spellings of a name the first stays."""
        return graph_of((*self.objects, *other.objects), (*self.relations, *other.relations))

    def without(self, other: SceneGraph) -> SceneGraph:
        """What is not in the other graph."""
        objects, relations = {name_key(n) for n in other.objects}, {r.key for r in other.relations}
        return SceneGraph(
            tuple(n for n in self.objects if name_key(n) not in objects),
            tuple(r for r in self.relations if r.key not in relations),
        )

    def lines(self) -> str:
        """One relation a line."""
        return "\n".join(f"{r.source} – {r.relation} – {r.target}" for r in self.relations)

    def plain(self) -> dict[str, Any]:
        """The graph as plain data, in the form in which models are asked for one."""
        return {
            "objects": list(self.objects),
            "scene_graph": [{"source": r.source, "relation": r.relation, "target": r.target} for r in self.relations],
        }


def graph_of(objects: Iterable[str] = (), relations: Iterable[Relation] = ()) -> SceneGraph:
    """A graph without duplicates; the ends of relations are objects too, spelled as they were first."""
    spelled: dict[tuple[str, ...], str] = {}
    kept: dict[tuple[object, ...], Relation] = {}
    for name in objects:
        _spelling(name, spelled)
    for r in relations:
        source, target = _spelling(r.source, spelled), _spelling(r.target, spelled)
        if source and target and source != target and (said := _tidy(r.relation)):
            relation = Relation(source, said, target)
            kept.setdefault(relation.key, relation)
    return SceneGraph(tuple(spelled.values())[:MOST], tuple(kept.values())[:MOST])


def read_plain(data: Mapping[str, Any]) -> SceneGraph:
    """A graph from what `plain` made of it."""
    relations = (Relation(r["source"], r["relation"], r["target"]) for r in data["scene_graph"])
    return SceneGraph(tuple(data["objects"]), tuple(relations))


def name_key(name: str) -> tuple[str, ...]:
    """The words by which two names are compared: “the red book” is “Red books”."""
    return lemmas(name)


def _spelling(name: str, spelled: dict[tuple[str, ...], str]) -> str:
    """How a name was first spelled; empty for what is no name."""
    short = _tidy(name)
    return spelled.setdefault(name_key(short), short) if name_key(short) else ""


def _tidy(words: str) -> str:
    """Words that can be written down: not too long, in one line, without halves of characters."""
    return " ".join(words.replace("_", " ").split())[:LONGEST].encode("utf-8", "replace").decode()
