"""What each kind of stuff looks like: recipes for one physically based shader.

Hues stay those of the colour that questions name: patterns make it lighter and darker, seldom anything
else. Nothing is transparent, and relief is in the shading alone, so outlines are those of the meshes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import patterns
from .look import RECIPES, Look, Rgb, recipe
from .nodes import Graph, Socket


def shader(graph: Graph, spec: Mapping[str, Any], scale: float, pixel: float) -> Socket:
    """The shader of a material on something scaled by `scale`, of which a pixel shows `pixel` metres."""
    look = Look(graph, spec, scale, pixel)
    RECIPES.get(spec["kind"], plain)(look)
    node = graph.add("BsdfPrincipled", Base_Color=look.colour)
    for name, value in look.inputs.items():
        graph.put(node.inputs[name], value)
    return node.outputs[0]


@recipe("plastic")
def plain(look: Look) -> None:
    """One even colour: what is moulded has no pattern."""


@recipe("paint")
def paint(look: Look) -> None:
    look.inputs |= {"Coat Weight": 0.25, "Coat Roughness": 0.12}


@recipe("ceramic")
def ceramic(look: Look) -> None:
    cloud = look.mottle(14.0, 0.05)
    look.roughen(cloud, 0.16, 0.26)
    look.inputs |= {"Coat Weight": 0.5, "Coat Roughness": 0.05}


@recipe("metal")
def metal(look: Look) -> None:
    """Faint brush strokes: plainer ones look like speckle where a face cuts across them."""
    g = look.graph
    x, y, z = g.split(look.at)
    streaks = g.range(g.noise(g.join(g.math("MULTIPLY", x, 0.04), y, z), 300.0, detail=1.0), 0.3, 0.7, 0.0, 1.0)
    look.shade(streaks, 0.97, 1.02, period=0.006)
    rough = look.spec["roughness"]
    look.roughen(streaks, rough + 0.01, rough + 0.05, period=0.006)


@recipe("wood")
def wood(look: Look) -> None:
    g = look.graph
    at = look.at
    joints = None
    if look.spec["texture"] == "planks":
        tone, joints, at = patterns.planks(g, at)
        look.shade(tone, 0.80, 1.14)
    rings, fibre = patterns.grain(g, at)
    fibre = g.range(fibre, 0.3, 0.7, 0.0, 1.0)
    look.shade(rings, 1.12, 0.74, period=0.02)
    look.shade(fibre, 0.86, 1.10, period=0.006)
    look.roughen(rings, 0.42, 0.55)
    look.relief(fibre, 0.0003, 0.5, period=0.006)
    if joints is not None:
        look.shade(joints, 1.0, 0.35)


@recipe("wicker")
def wicker(look: Look) -> None:
    strands = patterns.weave(look.graph, look.on_face, 0.011 * max(1.0, look.scale))
    look.shade(strands, 0.42, 1.28, period=0.022)
    look.mottle(40.0, 0.10)
    look.relief(strands, 0.004, period=0.022)


@recipe("fabric")
def fabric(look: Look) -> None:
    threads = patterns.weave(look.graph, look.on_face, 0.0032)
    look.shade(threads, 0.82, 1.12, period=0.0064)
    look.mottle(11.0, 0.05)
    look.relief(threads, 0.0012, 0.7, period=0.0064)
    look.inputs |= {"Sheen Weight": 0.25, "Sheen Roughness": 0.5, "Specular IOR Level": 0.2}


@recipe("rug")
def rug(look: Look) -> None:
    g = look.graph
    loops = patterns.weave(g, look.on_face, 0.009)
    tufts = g.range(g.noise(look.at, 80.0, detail=1.0), 0.3, 0.7, 0.0, 1.0)
    look.shade(loops, 0.86, 1.10, period=0.012)
    look.shade(tufts, 0.90, 1.08, period=0.012)
    look.mottle(2.2, 0.06)
    look.mottle(16.0, 0.07)
    look.relief(loops, 0.002, 0.6, period=0.010)
    look.inputs |= {"Sheen Weight": 0.15, "Specular IOR Level": 0.1}


@recipe("felt")
def felt(look: Look) -> None:
    g = look.graph
    fuzz = g.range(g.noise(look.at, 200.0, detail=1.0, roughness=0.7), 0.3, 0.7, 0.0, 1.0)
    look.shade(fuzz, 0.88, 1.10, period=0.005)
    look.mottle(3.0, 0.04)
    look.mottle(40.0, 0.04)
    look.relief(fuzz, 0.0008, 0.6, period=0.005)
    look.inputs |= {"Sheen Weight": 0.12, "Specular IOR Level": 0.1}


@recipe("leather")
def leather(look: Look) -> None:
    g = look.graph
    creases = g.cells(look.at, 260.0)
    look.mottle(18.0, 0.13)
    look.shade(g.range(creases, 0.0, 0.7, 0.0, 1.0), 1.08, 0.86, period=0.005)
    look.relief(creases, 0.0011, 0.6, period=0.005)
    look.inputs |= {"Roughness": 0.48}


@recipe("paper")
def paper(look: Look) -> None:
    look.mottle(60.0, 0.025)
    look.inputs |= {"Specular IOR Level": 0.25}


@recipe("cardboard")
def cardboard(look: Look) -> None:
    g = look.graph
    x, y, z = g.split(look.at)
    pulp = g.range(g.noise(g.join(g.math("MULTIPLY", x, 0.15), y, z), 180.0, detail=2.0), 0.3, 0.7, 0.0, 1.0)
    look.shade(pulp, 0.90, 1.07, period=0.008)
    look.mottle(7.0, 0.05)
    look.relief(pulp, 0.0004, 0.5, period=0.008)
    look.inputs |= {"Specular IOR Level": 0.2}


@recipe("rubber")
def rubber(look: Look) -> None:
    dust = look.mottle(45.0, 0.08)
    look.roughen(dust, 0.6, 0.8)
    look.inputs |= {"Specular IOR Level": 0.35}


@recipe("foam")
def foam(look: Look) -> None:
    pores = look.graph.cells(look.at, 190.0)
    look.shade(look.graph.range(pores, 0.0, 0.8, 0.0, 1.0), 0.84, 1.06, period=0.006)
    look.relief(pores, 0.0015, 0.5, period=0.006)
    look.inputs |= {"Specular IOR Level": 0.15}


@recipe("wax")
def wax(look: Look) -> None:
    look.mottle(16.0, 0.05)
    look.inputs |= {
        "Subsurface Weight": 0.35,
        "Subsurface Scale": 0.008 * look.scale,
        "Subsurface Radius": (1.0, 0.7, 0.5),
        "Roughness": 0.38,
    }


@recipe("skin")
def skin(look: Look) -> None:
    g = look.graph
    look.mottle(28.0, 0.14)
    look.mottle(150.0, 0.07, detail=0.0)
    pores = g.cells(look.at, 300.0)
    look.relief(g.range(pores, 0.0, 0.35, 0.0, 1.0), 0.0004, 0.5, period=0.004)
    look.inputs |= {"Roughness": 0.36, "Coat Weight": 0.15, "Coat Roughness": 0.25}


@recipe("leaf")
def leaf(look: Look) -> None:
    veins = patterns.veins(look.graph, look.at, 30.0, 14.0)
    look.mottle(35.0, 0.16)
    look.shade(veins, 0.98, 1.2, period=0.01)
    look.relief(veins, 0.0008, 0.5, period=0.01)
    look.inputs |= {"Roughness": 0.45}


@recipe("terracotta")
def terracotta(look: Look) -> None:
    g = look.graph
    look.mottle(22.0, 0.10)
    sand = g.noise(look.at, 220.0, detail=1.0)
    look.shade(g.range(sand, 0.3, 0.7, 0.0, 1.0), 0.92, 1.07, period=0.005)
    look.relief(sand, 0.0010, 0.6, period=0.005)
    look.inputs |= {"Specular IOR Level": 0.25}


@recipe("marble")
def marble(look: Look) -> None:
    g = look.graph
    at = look.at
    broad, fine = patterns.veins(g, at, 1.7, 26.0), patterns.veins(g, at, 5.0, 40.0)
    look.mottle(3.0, 0.05)
    pale = max(look.rgb) > 0.3
    line: Rgb = tuple(c * 0.34 if pale else 0.34 + 0.5 * c for c in look.rgb)  # type: ignore[assignment]
    strength = 0.75 if pale else 0.55
    both = g.math("MAXIMUM", broad, g.math("MULTIPLY", fine, 0.5))
    look.colour = g.blend(g.math("MULTIPLY", both, strength), look.colour, line)


@recipe("granite")
def granite(look: Look) -> None:
    g = look.graph
    at = look.at
    grains = patterns.speckle(g, at, 110.0)
    look.shade(grains, 0.60, 1.32, period=0.010)
    crystals = g.math("GREATER_THAN", patterns.speckle(g, at, 75.0), 0.86)
    pale: Rgb = tuple(min(0.75, c * 1.8 + 0.03) for c in look.rgb)  # type: ignore[assignment]
    look.colour = g.blend(g.math("MULTIPLY", crystals, 0.3 + 0.4 * look.clarity(0.013)), look.colour, pale)
    look.mottle(6.0, 0.08)


@recipe("asphalt")
def asphalt(look: Look) -> None:
    g = look.graph
    at = look.at
    stones = patterns.speckle(g, at, 45.0)
    look.shade(stones, 0.72, 1.35, period=0.022)
    look.mottle(0.7, 0.12)
    look.mottle(6.0, 0.08)
    look.relief(g.cells(at, 60.0), 0.006, 0.5, period=0.017)
    look.inputs |= {"Specular IOR Level": 0.25}


@recipe("concrete")
def concrete(look: Look) -> None:
    g = look.graph
    look.mottle(1.6, 0.10)
    look.mottle(14.0, 0.06)
    sand = g.noise(look.at, 120.0, detail=2.0, roughness=0.65)
    look.shade(g.range(sand, 0.3, 0.7, 0.0, 1.0), 0.92, 1.06, period=0.008)
    look.relief(sand, 0.0015, 0.5, period=0.008)
    look.inputs |= {"Roughness": 0.8, "Specular IOR Level": 0.3}


@recipe("brick")
def brick(look: Look) -> None:
    g = look.graph
    tone, joints = patterns.courses(g, look.on_face, length=0.225, height=0.075, joint=0.006, offset=0.5)
    look.shade(tone, 0.74, 1.2)
    look.mottle(60.0, 0.12)
    look.colour = g.blend(joints, look.colour, (0.42, 0.40, 0.37))
    look.relief(g.math("SUBTRACT", 1.0, joints), 0.006, period=0.012)


@recipe("tile")
def tile(look: Look) -> None:
    g = look.graph
    tone, joints = patterns.courses(g, look.on_face, length=0.3, height=0.3, joint=0.005, offset=0.0)
    look.shade(tone, 0.94, 1.04)
    look.mottle(6.0, 0.05)
    grout: Rgb = tuple(0.55 * c + 0.04 for c in look.rgb)  # type: ignore[assignment]
    look.colour = g.blend(joints, look.colour, grout)
    look.roughen(joints, look.spec["roughness"], 0.9)
    look.relief(g.math("SUBTRACT", 1.0, joints), 0.002, period=0.01)


@recipe("grass")
def grass(look: Look) -> None:
    g = look.graph
    at = look.at
    blades = g.range(g.noise(at, 60.0, detail=2.0, roughness=0.7), 0.3, 0.7, 0.0, 1.0)
    look.shade(blades, 0.62, 1.34, period=0.02)
    look.mottle(14.0, 0.22)
    look.mottle(3.0, 0.16)
    patches = g.range(g.noise(at, 0.5, detail=3.0), 0.35, 0.7, 0.0, 1.0)
    red, green, blue = look.rgb
    straw: Rgb = (red * 1.9, green * 1.0, blue * 2.2)
    look.colour = g.blend(g.math("MULTIPLY_ADD", patches, 0.4, 0.25), look.colour, straw)
    look.relief(blades, 0.02, 0.8, period=0.02)
    look.inputs |= {"Specular IOR Level": 0.1}


@recipe("plaster")
def plaster(look: Look) -> None:
    look.mottle(1.3, 0.02)
    look.relief(look.graph.noise(look.at, 45.0, detail=0.0), 0.002, 0.2, period=0.015)
    look.inputs |= {"Specular IOR Level": 0.15}


@recipe("glow")
def glow(look: Look) -> None:
    look.inputs |= {"Emission Color": look.rgb, "Emission Strength": 1.1}


@recipe("daylight")
def daylight(look: Look) -> None:
    """A window pane: the sky outside, bright but not blinding."""
    look.inputs |= {"Emission Color": look.rgb, "Emission Strength": 0.55, "Roughness": 0.2}


@recipe("screen")
def screen(look: Look) -> None:
    look.inputs |= {"Roughness": 0.08, "Coat Weight": 0.6, "Coat Roughness": 0.03}
