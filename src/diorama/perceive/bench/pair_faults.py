"""Pair faults: why a graph of pairs says something else about who hides whom than the world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import networkx as nx
import numpy as np

from diorama.perceive.bench.exact import Known, exact_graph
from diorama.sight import Sight
from diorama.whatif.visibility import clear_px

LAYER = "layers: it is hidden there itself"
EDGE = "borders: what is seen of the other ends there"
CORNER = "corners: it only meets the other's box"
ORDER = "medians: by them the other is nearer"
UNSEEN = "unseen: too little of one is seen"
FAULTS = {
    LAYER: "what hides a thing is hidden there itself, by a third: no pair of masks shows it",
    EDGE: "what is seen of the hidden thing ends at the border, and so does the box around it",
    UNSEEN: "one of the two is so much hidden that it is not found at all",
    CORNER: "the box around the farther thing is larger than the thing, and something stands before the rest of it",
    ORDER: "by the medians of their depths, what is hidden is the nearer one",
}
"""What an edge that is missing, or too many, comes from: corners are edges too many, medians are edges turned round."""


@dataclass(frozen=True)
class Layer:
    """A thing that hides another where it is hidden itself."""

    front: str
    back: str
    before: str
    """What is seen there."""
    px: int
    """Rays on which it is so."""


def faults(known: Known, pairs: nx.DiGraph, asked: Iterable[str], disputed: Iterable[str]) -> tuple[str, ...]:
    """Why answers differ in the `disputed` names: of the edges to these, and from these to what is asked about."""
    asked, disputed = set(asked), set(disputed)
    decisive = {
        why
        for front, back, why in differing(known.sight, pairs)
        if back in disputed or (back in asked and front in disputed)
    }
    return tuple(why for why in FAULTS if why in decisive)


def counted(known: Known, pairs: nx.DiGraph) -> Counter[str]:
    """How many edges the world has, how many of these the pairs have, and how many differ for each reason."""
    exact = exact_graph(known.sight)
    both = sum(pairs.has_edge(*edge) for edge in exact.edges)
    return Counter(exact=exact.number_of_edges(), found=both) + Counter(w for *_, w in differing(known.sight, pairs))


def differing(sight: Sight, pairs: nx.DiGraph) -> Iterator[tuple[str, str, str]]:
    """The edges that only one of the graphs has, and why; of two that are turned round, the true one."""
    exact = exact_graph(sight)
    for front, back in sorted(set(exact.edges) ^ set(pairs.edges)):
        if not (front in pairs and back in pairs):
            yield front, back, UNSEEN
        elif pairs.has_edge(front, back):
            if not exact.has_edge(back, front):
                yield front, back, CORNER
        elif pairs.has_edge(back, front) and not exact.has_edge(back, front):
            yield front, back, ORDER
        else:
            seen = np.count_nonzero(sight.visible(front) & sight.silhouette(back))
            yield front, back, LAYER if seen <= clear_px(sight, back) else EDGE


def largest_layer(known: Known, pairs: nx.DiGraph) -> Layer | None:
    """The edge that is missing because of layers and is of the most rays; None if there is none."""
    sight, found = known.sight, []
    for front, back, why in differing(sight, pairs):
        if why == LAYER:
            there = sight.silhouette(front) & sight.silhouette(back) & ~sight.visible(front) & ~sight.visible(back)
            seen = sight.ids[there]
            seen = seen[seen >= 0]
            if seen.size:
                before = sight.names[int(np.bincount(seen).argmax())]
                found.append(Layer(front, back, before, sight.in_front_px(front, back)))
    return max(found, key=lambda layer: layer.px, default=None)
