"""What is read off the graph of who hides whom."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from diorama.perceive.construct.question import Asking


def hidden_by(asking: Asking, name: str) -> tuple[str, ...]:
    """What a thing hides a part of, by name."""
    return _found(asking, asking.graph.successors(name)) if name in asking.graph else ()


def hiders_of(asking: Asking, name: str) -> tuple[str, ...]:
    """What hides a part of a thing, by name."""
    return _found(asking, asking.graph.predecessors(name)) if name in asking.graph else ()


def is_found(asking: Asking, name: str) -> bool:
    """Whether a thing was found in the picture; a graph from elsewhere may know more."""
    return name in asking.seen.names


def by_depth(asking: Asking, names: Iterable[str]) -> tuple[str, ...]:
    """Names from the nearest to the farthest, those at equal depth by name; what is at no known depth comes last."""

    def place(name: str) -> tuple[bool, float, str]:
        depth = asking.seen[name].depth
        return (False, depth, name) if np.isfinite(depth) else (True, 0.0, name)

    return tuple(sorted(names, key=place))


def depths_of(asking: Asking, names: Iterable[str]) -> dict[str, object]:
    """Depths for the trace; None where none is known."""
    depths = {name: asking.seen[name].depth for name in names}
    return {name: round(depth, 4) if np.isfinite(depth) else None for name, depth in depths.items()}


def _found(asking: Asking, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(name for name in names if is_found(asking, name)))
