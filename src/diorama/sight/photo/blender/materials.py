"""Materials by their words: one shader for each look that a scene needs, and polish where a surface mirrors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bpy

from .kinds import shader
from .nodes import Graph, Socket

LEAST_MIRROR = 0.22
"""Share of mirrored light, looking straight down, at which a person can still tell what is mirrored."""
POLISH = 0.02
"""Roughness of a mirror: next to none, so that each image is clear."""


class Wardrobe:
    """The materials of one scene, made when first asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], Any] = {}

    def material(self, spec: Mapping[str, Any], *, scale: float = 1.0, reflectance: float = 0.0) -> Any:
        """The material of a spec on something scaled by `scale`; it mirrors if `reflectance` is not 0."""
        key = (spec["name"], spec["texture"], spec["along"], scale, reflectance)
        if key not in self._made:
            made = bpy.data.materials.new(f"{spec['name']} {len(self._made)}")
            graph = Graph(made.node_tree)
            stuff, _ = shader(graph, spec, scale)
            graph.surface(_polished(graph, stuff, reflectance) if reflectance > 0 else stuff)
            self._made[key] = made
        return self._made[key]


def _polished(graph: Graph, stuff: Socket, reflectance: float) -> Socket:
    """Stuff under a clear polish: a level mirror, stronger at grazing angles, whatever relief lies below."""
    mirror = graph.add("BsdfGlossy", Color=(1.0, 1.0, 1.0), Roughness=POLISH)
    facing = graph.add("LayerWeight", Blend=0.25).outputs["Facing"]
    least = max(reflectance, LEAST_MIRROR)
    share = graph.range(facing, 0.0, 1.0, least, min(0.85, least + 0.35))
    node = graph.add("MixShader")
    for socket, value in zip(node.inputs, (share, stuff, mirror.outputs[0]), strict=True):
        graph.put(socket, value)
    return node.outputs[0]
