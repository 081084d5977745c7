"""The look of a material while a recipe makes it: colour, relief and gloss, in metres and pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import patterns
from .nodes import Graph, Socket, Value, linear

Rgb = tuple[float, float, float]


class Look:
    """The inputs of one principled shader, while a recipe fills them in."""

    def __init__(self, graph: Graph, spec: Mapping[str, Any], scale: float, pixel: float) -> None:
        self.graph = graph
        self.spec = spec
        self.scale = scale
        self.pixel = pixel
        self.rgb: Rgb = linear(spec["rgb"])
        self.colour: Value = self.rgb
        self.inputs: dict[str, Value] = {"Roughness": spec["roughness"], "Metallic": spec["metallic"]}

    @property
    def at(self) -> Socket:
        return patterns.metres(self.graph, self.scale, self.spec["along"])

    @property
    def on_face(self) -> Socket:
        return patterns.flat_metres(self.graph, self.scale)

    def clarity(self, period: float) -> float:
        """How much of a pattern of that period (metres) pixels can show, 0 … 1.

        A lens would blur what is finer than its pixels; a few rays a pixel would make noise of it.
        """
        return min(max((period / self.pixel - 2.0) / 2.5, 0.0), 1.0)

    def shade(self, share: Socket, darkest: float, lightest: float, *, period: float = 1.0) -> None:
        """Multiply the colour so far: by `darkest` where the share is 0, by `lightest` where it is 1."""
        middle, half = (darkest + lightest) / 2, (lightest - darkest) / 2 * self.clarity(period)
        factor = self.graph.range(share, 0.0, 1.0, middle - half, middle + half) if half else middle
        self.colour = self.graph.scaled(self.colour, factor)

    def mottle(self, per_metre: float, amount: float, *, detail: float = 1.0) -> Socket:
        """Cloudy variation by ± `amount`; noise keeps to the middle, so it is stretched."""
        cloud = self.graph.range(self.graph.noise(self.at, per_metre, detail=detail), 0.25, 0.75, 0.0, 1.0)
        self.shade(cloud, 1 - amount, 1 + amount, period=1 / per_metre)
        return cloud

    def relief(self, height: Socket, metres: float, strength: float = 1.0, *, period: float = 1.0) -> None:
        """Hills and hollows in the shading, `metres` high."""
        if clear := self.clarity(period):
            self.inputs["Normal"] = self.graph.bump(height, metres, strength=strength * clear)

    def roughen(self, share: Socket, low: float, high: float, *, period: float = 1.0) -> None:
        """Vary the roughness from `low` where the share is 0 to `high` where it is 1."""
        middle, half = (low + high) / 2, (high - low) / 2 * self.clarity(period)
        varied = self.graph.range(share, 0.0, 1.0, middle - half, middle + half) if half else middle
        self.inputs["Roughness"] = varied


Recipe = Callable[[Look], None]
RECIPES: dict[str, Recipe] = {}


def recipe(*kinds: str) -> Callable[[Recipe], Recipe]:
    def add(make: Recipe) -> Recipe:
        RECIPES.update(dict.fromkeys(kinds, make))
        return make

    return add
