"""What things are made of: a colour and a kind, and the adjectives people would use for them.

A material is written as words, ``"red ceramic"``, wherever it is stored, so that a world's JSON can be
read by people and no table of numbers has to travel with it.

>>> material("red ceramic").adjectives
('red', 'ceramic')
>>> material("dark wood").adjectives
('dark wooden',)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from diorama.errors import DioramaError, UnknownName

Rgb = tuple[float, float, float]

COLOURS: dict[str, Rgb] = {
    "red": (0.72, 0.07, 0.07),
    "orange": (0.93, 0.42, 0.05),
    "yellow": (0.95, 0.78, 0.08),
    "green": (0.10, 0.45, 0.14),
    "teal": (0.05, 0.52, 0.52),
    "blue": (0.08, 0.22, 0.70),
    "purple": (0.38, 0.12, 0.55),
    "pink": (0.93, 0.48, 0.62),
    "brown": (0.36, 0.20, 0.10),
    "beige": (0.83, 0.72, 0.55),
    "black": (0.045, 0.045, 0.05),
    "grey": (0.42, 0.43, 0.45),
    "white": (0.92, 0.91, 0.89),
}
"""Colours that people name alike; sRGB."""

SHADES: dict[str, dict[str, Rgb]] = {
    "wood": {"light": (0.76, 0.58, 0.37), "dark": (0.33, 0.19, 0.10), "reddish": (0.52, 0.24, 0.13)},
    "metal": {
        "silver": (0.72, 0.73, 0.75),
        "gold": (0.83, 0.63, 0.24),
        "copper": (0.72, 0.41, 0.27),
        "black": (0.08, 0.08, 0.09),
    },
    "wicker": {"light": (0.74, 0.57, 0.34), "dark": (0.38, 0.24, 0.13)},
    "cardboard": {"brown": (0.63, 0.46, 0.29)},
    "terracotta": {"orange": (0.70, 0.36, 0.22)},
    "marble": {"white": (0.88, 0.87, 0.85), "black": (0.10, 0.10, 0.11), "green": (0.18, 0.32, 0.25)},
    "granite": {"grey": (0.48, 0.47, 0.46), "black": (0.12, 0.12, 0.13), "brown": (0.40, 0.31, 0.26)},
    "concrete": {"grey": (0.58, 0.57, 0.55)},
    "brick": {"red": (0.55, 0.25, 0.19)},
    "asphalt": {"black": (0.20, 0.20, 0.21)},
    "grass": {"green": (0.25, 0.42, 0.16)},
    "plaster": {
        "white": (0.90, 0.89, 0.86),
        "cream": (0.88, 0.83, 0.72),
        "grey": (0.70, 0.71, 0.72),
        "sage": (0.66, 0.72, 0.62),
        "sky": (0.64, 0.74, 0.82),
        "rose": (0.85, 0.71, 0.68),
    },
    "tile": {"white": (0.87, 0.88, 0.88), "grey": (0.55, 0.56, 0.58), "terracotta": (0.68, 0.40, 0.28)},
    "daylight": {"sky": (0.66, 0.77, 0.90), "dusk": (0.13, 0.16, 0.25)},
    "felt": {"green": (0.06, 0.36, 0.20), "blue": (0.08, 0.25, 0.50)},
    "rug": {
        "beige": (0.74, 0.66, 0.54),
        "grey": (0.52, 0.52, 0.54),
        "blue": (0.28, 0.36, 0.50),
        "red": (0.50, 0.20, 0.18),
    },
}
"""Kinds that come in colours of their own; every other kind takes any of `COLOURS`."""


WOOD_COLOURS = ("brown", "beige", "orange", "yellow", "red", "black")
"""What people call the colours of wood and wicker."""


@dataclass(frozen=True)
class Kind:
    """How a kind of stuff looks and is spoken of."""

    adjective: str | None
    """What people say (``wooden``), or None where nobody says it (the skin of an apple)."""
    roughness: float
    metallic: float = 0.0
    texture: str | None = None
    """The procedural pattern that renderers give it."""


KINDS: dict[str, Kind] = {
    "ceramic": Kind("ceramic", 0.20),
    "plastic": Kind("plastic", 0.40),
    "paint": Kind(None, 0.30),
    "metal": Kind("metal", 0.25, metallic=1.0, texture="brushed"),
    "wood": Kind("wooden", 0.55, texture="grain"),
    "wicker": Kind("wicker", 0.80, texture="weave"),
    "fabric": Kind("fabric", 0.95, texture="weave"),
    "leather": Kind("leather", 0.60, texture="noise"),
    "paper": Kind("paper", 0.90),
    "cardboard": Kind("cardboard", 0.90, texture="noise"),
    "rubber": Kind("rubber", 0.85),
    "wax": Kind("wax", 0.50),
    "skin": Kind(None, 0.45, texture="noise"),
    "leaf": Kind(None, 0.60, texture="noise"),
    "terracotta": Kind("terracotta", 0.90, texture="noise"),
    "marble": Kind("marble", 0.12, texture="veins"),
    "granite": Kind("granite", 0.18, texture="speckle"),
    "concrete": Kind("concrete", 0.90, texture="noise"),
    "brick": Kind("brick", 0.90, texture="brick"),
    "asphalt": Kind("asphalt", 0.95, texture="speckle"),
    "grass": Kind("grass", 1.00, texture="noise"),
    "plaster": Kind(None, 0.95),
    "tile": Kind("tiled", 0.25, texture="tiles"),
    "daylight": Kind(None, 0.30),
    "felt": Kind("felt", 1.00, texture="noise"),
    "rug": Kind("woven", 1.00, texture="weave"),
    "foam": Kind("foam", 0.90),
    "glow": Kind(None, 0.50),
    "screen": Kind(None, 0.10),
}


@dataclass(frozen=True)
class Material:
    """A colour and a kind, resolved to what renderers need."""

    name: str
    colour: str
    kind: str
    rgb: Rgb

    @property
    def roughness(self) -> float:
        return KINDS[self.kind].roughness

    @property
    def metallic(self) -> float:
        return KINDS[self.kind].metallic

    @property
    def texture(self) -> str | None:
        return KINDS[self.kind].texture

    @property
    def adjectives(self) -> tuple[str, ...]:
        """Words that tell this material from others, the colour first."""
        spoken = KINDS[self.kind].adjective
        if self.kind in ("wood", "wicker"):
            return (f"{self.colour} {spoken}",)
        if self.kind == "metal" and self.colour in ("silver", "gold", "copper"):
            return (self.colour,)
        return (self.colour, spoken) if spoken else (self.colour,)


    @property
    def called(self) -> tuple[str, ...]:
        """The colours that people may call it."""
        return WOOD_COLOURS if self.kind in ("wood", "wicker") else (self.colour,)


@cache
def material(name: str) -> Material:
    """Resolve words such as ``"blue plastic"``; an unknown colour or kind names the nearest one."""
    colour, _, kind = name.partition(" ")
    if not kind:
        raise DioramaError(f"a material is a colour and a kind, such as 'red plastic'; got '{name}'")
    if kind not in KINDS:
        raise UnknownName("kind of material", kind, KINDS)
    colours = SHADES.get(kind, COLOURS)
    if colour not in colours:
        raise UnknownName(f"colour of {kind}", colour, colours)
    return Material(name=name, colour=colour, kind=kind, rgb=colours[colour])


Palette = tuple[str, ...]
"""Material names that an asset may be finished in."""


def palette(kinds: str, colours: str | None = None) -> Palette:
    """All combinations of the listed kinds and colours (all colours of each kind if none are given)."""
    if colours is None:
        return tuple(f"{c} {k}" for k in kinds.split() for c in SHADES.get(k, COLOURS))
    return tuple(f"{c} {k}" for k, c in product(kinds.split(), colours.split()))


BRIGHT = "red orange yellow green teal blue purple pink white black"
GLAZES: Palette = palette("ceramic", "red orange yellow green teal blue purple pink white black grey beige")
PLASTICS: Palette = palette("plastic", BRIGHT + " grey")
PAINTS: Palette = palette("paint", BRIGHT + " grey")
FABRICS: Palette = palette("fabric", BRIGHT + " grey beige brown")
LEATHERS: Palette = palette("leather", "brown black red beige")
WOODS: Palette = palette("wood")
METALS: Palette = palette("metal")
STEEL: Palette = ("silver metal",)
RUBBER: Palette = ("black rubber",)
