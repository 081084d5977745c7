"""Materials by their words: one shader for each look that a scene needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bpy

from .nodes import Graph, linear


class Wardrobe:
    """The materials of one scene, made when first asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], Any] = {}

    def material(self, spec: Mapping[str, Any], *, scale: float = 1.0, reflectance: float = 0.0) -> Any:
        key = (spec["name"], spec["texture"], spec["along"], scale, reflectance)
        if key not in self._made:
            made = bpy.data.materials.new(f"{spec['name']} {len(self._made)}")
            graph = Graph(made.node_tree)
            skin = graph.add("BsdfPrincipled", Base_Color=linear(spec["rgb"]), Roughness=spec["roughness"], Metallic=spec["metallic"])
            graph.surface(skin.outputs[0])
            self._made[key] = made
        return self._made[key]
