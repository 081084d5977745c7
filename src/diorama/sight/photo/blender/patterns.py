"""Patterns in metres: heights and shares that the kinds of stuff are made of.

Each takes a graph and coordinates and gives back a socket whose value runs from 0 to 1.
"""

from __future__ import annotations

from typing import Any

from .nodes import Graph, Socket

TURNS = {0: (0, 1, 2), 1: (1, 2, 0), 2: (2, 0, 1)}
"""Axes in the order that puts the one a grain runs along first."""


def metres(graph: Graph, scale: float, along: int = 2) -> Socket:
    """Coordinates of the thing's own frame in metres, x along the grain, each thing at a place of its own."""
    own = graph.add("TexCoord").outputs["Object"]
    axes = graph.split(graph.scaled(own, scale))
    turned = graph.join(*(axes[k] for k in TURNS[along]))
    chance = graph.add("ObjectInfo").outputs["Random"]
    return graph.vector("ADD", turned, graph.scaled((31.0, 17.0, 23.0), chance))


def flat_metres(graph: Graph, scale: float) -> Socket:
    """Coordinates on whichever side of a box is looked at: (x, y) run along its edges."""
    place = graph.add("TexCoord")
    x, y, z = graph.split(graph.scaled(place.outputs["Object"], scale))
    nx, _, nz = graph.split(graph.vector("ABSOLUTE", place.outputs["Normal"]))
    level = graph.math("GREATER_THAN", nz, 0.6)
    sideways = graph.math("GREATER_THAN", nx, 0.6)
    across = _either(graph, graph.math("MULTIPLY", sideways, graph.math("SUBTRACT", 1.0, level)), x, y)
    return graph.join(across, _either(graph, level, z, y), 0.0)


def _either(graph: Graph, second: Socket, a: Socket, b: Socket) -> Socket:
    """`a`, or `b` where `second` is 1."""
    return graph.math("MULTIPLY_ADD", graph.math("SUBTRACT", b, a), second, a)


def grain(graph: Graph, at: Socket) -> tuple[Socket, Socket]:
    """Growth rings cut lengthwise, and fibres."""
    long = graph.vector("MULTIPLY", at, (0.09, 1.0, 1.0))
    field = graph.noise(long, 7.0, detail=1.0, distortion=0.35)
    rings = graph.math("FRACT", graph.math("MULTIPLY", field, 9.0))
    soft = graph.math("POWER", graph.math("ABSOLUTE", graph.math("MULTIPLY_ADD", rings, 2.0, -1.0)), 1.6)
    fibre = graph.noise(graph.vector("MULTIPLY", at, (0.035, 1.0, 1.0)), 190.0, detail=1.0, roughness=0.6)
    return soft, fibre


def planks(graph: Graph, at: Socket, *, length: float = 1.3, width: float = 0.125) -> tuple[Socket, Socket, Socket]:
    """A tone for each board, the joints between boards, and coordinates that start over on each."""
    node = graph.add(
        "TexBrick",
        {"offset": 0.37, "offset_frequency": 2, "squash": 1.0},
        Vector=at,
        Color1=(0, 0, 0),
        Color2=(1, 1, 1),
        Mortar=(0.5, 0.5, 0.5),
        Scale=1.0,
        Mortar_Size=0.0012,
        Mortar_Smooth=0.1,
        Bias=0.0,
        Brick_Width=length,
        Row_Height=width,
    )
    tone = graph.math("ADD", node.outputs["Color"], 0.0)
    return tone, node.outputs["Factor"], graph.vector("ADD", at, graph.scaled((7.0, 3.0, 11.0), tone))


def courses(
    graph: Graph, at: Socket, *, length: float, height: float, joint: float, offset: float
) -> tuple[Socket, Socket]:
    """Bricks or tiles: a tone for each, and where the joints are."""
    node = graph.add(
        "TexBrick",
        {"offset": offset, "squash": 1.0},
        Vector=at,
        Color1=(0, 0, 0),
        Color2=(1, 1, 1),
        Mortar=(0.5, 0.5, 0.5),
        Scale=1.0,
        Mortar_Size=joint,
        Mortar_Smooth=0.15,
        Bias=0.0,
        Brick_Width=length,
        Row_Height=height,
    )
    return graph.math("ADD", node.outputs["Color"], 0.0), node.outputs["Factor"]


def veins(graph: Graph, at: Socket, per_metre: float, sharp: float) -> Socket:
    """Thin crooked lines where a warped noise crosses its middle."""
    bent = graph.vector(
        "ADD",
        at,
        graph.scaled(
            graph.add("TexNoise", Vector=at, Scale=per_metre * 1.6, Detail=1.0).outputs["Color"], 0.55 / per_metre
        ),
    )
    field = graph.noise(bent, per_metre, detail=3.0, roughness=0.55)
    away = graph.math("ABSOLUTE", graph.math("SUBTRACT", field, 0.5))
    return graph.math("POWER", graph.math("SUBTRACT", 1.0, graph.math("MULTIPLY", away, 2.0), clamp=True), sharp)


def weave(graph: Graph, at: Socket, thread: float) -> Socket:
    """Over and under: threads of that width (metres) on the faces of a box."""
    x, y, _ = graph.split(graph.scaled(at, 3.14159 / thread))
    warp = graph.math("SINE", x)
    weft = graph.math("SINE", y)
    over = graph.math("MULTIPLY", warp, weft)
    ridge = graph.math("MULTIPLY", graph.math("ABSOLUTE", warp), graph.math("ABSOLUTE", weft))
    return graph.math("ADD", graph.math("MULTIPLY_ADD", over, 0.3, 0.3), graph.math("MULTIPLY", ridge, 0.4))


def speckle(graph: Graph, at: Socket, per_metre: float) -> Socket:
    """A random tone for each grain of a stone."""
    tones: Any = graph.add("TexVoronoi", Vector=at, Scale=per_metre).outputs["Color"]
    return graph.split(tones)[0]
