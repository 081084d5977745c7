"""Materials by their words: one shader for each look that a scene needs, and polish where a surface mirrors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import bpy

from .kinds import shader
from .nodes import Graph, Socket, linear

LEAST_MIRROR = 0.10
"""Share of mirrored light that even the weakest mirror adds, so that a person can tell what is in it."""
GRAZING = 0.10
"""How much more it adds at the flattest angle."""
TINT = 0.3
"""How far mirrored light takes on the hue of what lies below: dark polished wood is not steel."""
POLISH = 0.02
"""Roughness of a mirror: next to none, so that each image is clear."""


class Wardrobe:
    """The materials of one scene, made when first asked for; a pixel shows about `pixel` metres of it."""

    def __init__(self, pixel: float) -> None:
        self._pixel = pixel
        self._made: dict[tuple[Any, ...], Any] = {}

    def material(self, spec: Mapping[str, Any], *, scale: float = 1.0, reflectance: float = 0.0) -> Any:
        """The material of a spec on something scaled by `scale`; it mirrors if `reflectance` is not 0."""
        key = (spec["name"], spec["texture"], spec["along"], scale, reflectance)
        if key not in self._made:
            made = bpy.data.materials.new(f"{spec['name']} {len(self._made)}")
            graph = Graph(made.node_tree)
            stuff = shader(graph, spec, scale, self._pixel)
            graph.surface(_polished(graph, stuff, linear(spec["rgb"]), reflectance) if reflectance > 0 else stuff)
            self._made[key] = made
        return self._made[key]


def _polished(graph: Graph, stuff: Socket, rgb: Sequence[float], reflectance: float) -> Socket:
    """Stuff under a clear polish: a level mirror, stronger at grazing angles, whatever relief lies below."""
    hue = [TINT * c / max(rgb) + 1 - TINT for c in rgb]
    mirror = graph.add("BsdfGlossy", Color=hue, Roughness=POLISH)
    facing = graph.add("LayerWeight", Blend=0.25).outputs["Facing"]
    least = LEAST_MIRROR + 0.5 * reflectance
    share = graph.range(facing, 0.0, 1.0, least, least + GRAZING)
    node = graph.add("MixShader")
    for socket, value in zip(node.inputs, (share, stuff, mirror.outputs[0]), strict=True):
        graph.put(socket, value)
    return node.outputs[0]
