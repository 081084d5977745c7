"""A shorthand for shader nodes, so that a material reads as a recipe and not as wiring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Socket = Any
Value = Any
"""A socket to link, or a number, vector or colour to set."""


class Graph:
    """Nodes of one material or world; every method adds one and gives back its main output."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree
        tree.nodes.clear()

    def add(self, kind: str, settings: dict[str, Any] | None = None, **inputs: Value) -> Any:
        """A node of type `ShaderNode<kind>`; inputs by name, with spaces as underscores."""
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        for name, value in (settings or {}).items():
            setattr(node, name, value)
        for name, value in inputs.items():
            self.put(node.inputs[name.replace("_", " ")], value)
        return node

    def put(self, socket: Socket, value: Value) -> None:
        """Link a socket, or set its value (a colour without alpha gets one)."""
        if hasattr(value, "is_output"):
            self.tree.links.new(value, socket)
        elif socket.type == "RGBA" and len(value) == 3:
            socket.default_value = (*value, 1.0)
        else:
            socket.default_value = value

    def math(self, operation: str, *values: Value, clamp: bool = False) -> Socket:
        node = self.add("Math", {"operation": operation, "use_clamp": clamp})
        for socket, value in zip(node.inputs, values, strict=False):
            self.put(socket, value)
        return node.outputs[0]

    def vector(self, operation: str, *values: Value) -> Socket:
        node = self.add("VectorMath", {"operation": operation})
        for socket, value in zip(node.inputs, values, strict=False):
            self.put(socket, value)
        return node.outputs["Value" if operation in ("DOT_PRODUCT", "LENGTH") else "Vector"]

    def scaled(self, vector: Value, factor: Value) -> Socket:
        return self.add("VectorMath", {"operation": "SCALE"}, Vector=vector, Scale=factor).outputs["Vector"]

    def split(self, vector: Value) -> tuple[Socket, Socket, Socket]:
        x, y, z = self.add("SeparateXYZ", Vector=vector).outputs
        return x, y, z

    def join(self, x: Value, y: Value, z: Value) -> Socket:
        return self.add("CombineXYZ", X=x, Y=y, Z=z).outputs[0]

    def noise(
        self, at: Value, per_metre: float, *, detail: float = 2.0, roughness: float = 0.5, distortion: float = 0.0
    ) -> Socket:
        """Smooth noise about ½."""
        return self.add(
            "TexNoise", Vector=at, Scale=per_metre, Detail=detail, Roughness=roughness, Distortion=distortion
        ).outputs["Factor"]

    def cells(self, at: Value, per_metre: float, *, output: str = "Distance", feature: str = "F1") -> Socket:
        return self.add("TexVoronoi", {"feature": feature}, Vector=at, Scale=per_metre).outputs[output]

    def range(self, value: Value, low: float, high: float, to_low: float, to_high: float) -> Socket:
        """Map one interval to another, clamped."""
        node = self.add("MapRange", {"clamp": True})
        for socket, number in zip(node.inputs, (value, low, high, to_low, to_high), strict=False):
            self.put(socket, number)
        return node.outputs[0]

    def blend(self, factor: Value, a: Value, b: Value) -> Socket:
        """Colour `a` where the factor is 0, `b` where it is 1."""
        node = self.add("Mix", {"data_type": "RGBA"})
        colours = [s for s in node.inputs if s.type == "RGBA"]
        for socket, value in zip((node.inputs[0], *colours), (factor, a, b), strict=True):
            self.put(socket, value)
        return next(s for s in node.outputs if s.type == "RGBA")

    def bump(self, height: Value, metres: float, *, strength: float = 1.0, normal: Value | None = None) -> Socket:
        node = self.add("Bump", Height=height, Distance=metres, Strength=strength)
        if normal is not None:
            self.put(node.inputs["Normal"], normal)
        return node.outputs[0]

    def surface(self, shader: Socket, kind: str = "OutputMaterial") -> None:
        self.put(self.add(kind).inputs["Surface"], shader)


def linear(rgb: Sequence[float]) -> tuple[float, float, float]:
    """sRGB as people write it, to the light it stands for."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    return red, green, blue
