"""Scene graphs: objects and how they stand to each other, in words. Read from replies, merged, drawn, compared.

>>> from diorama.ask.scene_graphs import read_graph
>>> read_graph('<ans>[{"source": "the book", "relation": "on", "target": "laptop"}]</ans>').graph.lines()
'the book – on – laptop'
"""

from __future__ import annotations

from diorama.ask.scene_graphs.drawing import draw_graph
from diorama.ask.scene_graphs.graph import Relation, SceneGraph, graph_of, read_plain
from diorama.ask.scene_graphs.reading import ReadGraph, read_graph
from diorama.ask.scene_graphs.truth import GraphTruth, compare_graph, exact_graph, support_of, truth_for

__all__ = [
    "GraphTruth", "ReadGraph", "Relation", "SceneGraph", "compare_graph", "draw_graph", "exact_graph", "graph_of",
    "read_graph", "read_plain", "support_of", "truth_for",
]  # fmt: skip
