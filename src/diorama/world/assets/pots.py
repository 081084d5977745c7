"""A cooking pot and a lid: any lid fits any round vessel, scaled (see `world.lids`)."""

from __future__ import annotations

from diorama.world.assets.kitchen_vessels import LIFT, ROUND, thin, turned
from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import palette
from diorama.world.modelling import arc, circle, cylinder, revolve, rod, smooth, sphere, sweep, torus, union
from diorama.world.parts import cylinder_part, ring_parts, rods_along, sphere_part, turned_parts
from diorama.world.shape import Cavity, Shape, shape

PLUG, FLANGE = 0.93, 1.055
"""Radii of a lid, in inner radii of the vessel it fits: what goes in, with room to spare, and what lies on the rim."""
SUNK = 0.009
"""How deep the lower part of a lid that is not scaled goes into the vessel."""
_ENAMELS = (*palette("paint", "red orange yellow green teal blue purple white"), "silver metal", "copper metal")


@asset(
    "pot",
    size=Range(0.22, 0.36),
    finishes={"body": _ENAMELS, "grips": ("black plastic",)},
    density=2600,
    container=True,
    tags="pile odd kitchen",
)
def pot(rng: Rng) -> Shape:
    """A cooking pot: straight sides, a rolled rim, a looped handle on either side."""
    radius = rng.uniform(0.085, 0.115)
    height = radius * rng.uniform(1.05, 1.4)
    wall, base = 0.005, 0.007
    inside = radius - wall
    outer = [(radius - 0.006, 0.0), (radius, 0.006), (radius, height)]
    body = revolve([(0, 0), *outer, (inside, height), (inside, base), (0, base)], ROUND)
    body += torus(radius, 0.003, (0, 0, height - 0.003), segments=ROUND) - cylinder(inside, 1, segments=ROUND)
    reach, half = radius * 0.34, radius * 0.4
    loop = [(half * c, radius - 0.003 + reach * min(1.0, 1.5 * s), height * 0.78) for c, s in arc(1.0, 0, 180, steps=9)]
    other = [(-x, -y, z) for x, y, z in loop]
    grips = sweep(loop, 0.0075, segments=10) + sweep(other, 0.0075, segments=10)
    return shape(
        {"body": body, "grips": grips - cylinder(radius, height, segments=ROUND)},
        [
            cylinder_part(radius - 0.001, base),
            *ring_parts([(inside, LIFT), (inside, height)], [(radius, LIFT), (radius, height)]),
            *rods_along(loop[::2], 0.0075),
            *rods_along(other[::2], 0.0075),
        ],
        cavity=Cavity(base, height, tuple(circle(inside, steps=16))),
    )


@asset(
    "lid",
    size=Range(0.17, 0.24),
    finishes={"body": _ENAMELS, "knob": ("black plastic",), "rim": ("silver metal",)},
    density=1500,
    tags="pile odd lid kitchen",
)
def lid(rng: Rng) -> Shape:
    """The round lid of a pot: a low dome with a knob, and below its rim a step that goes into the pot."""
    inside = rng.uniform(0.088, 0.105)
    rise, knob = inside * rng.uniform(0.2, 0.3), inside * rng.uniform(0.17, 0.21)
    rim = inside * FLANGE
    step = [(inside * PLUG, 0.0), (inside * PLUG, SUNK)]
    edge = [(rim, SUNK), (rim, SUNK + 0.005)]
    dome = smooth(
        [
            (rim * 0.96, SUNK + 0.005),
            (rim * 0.72, SUNK + rise * 0.62),
            (rim * 0.36, SUNK + rise * 0.94),
            (0.01, SUNK + rise),
        ]
    )
    top = SUNK + rise + knob * 0.85
    grip = rod((0, 0, SUNK + rise * 0.9), (0, 0, top), knob * 0.5) + sphere(knob, (0, 0, top), segments=24)
    body = union(turned(step), turned(dome))
    return shape(
        {"body": body, "knob": grip - body, "rim": turned(edge) - body},
        [*turned_parts(step), *turned_parts(edge), *turned_parts(thin(dome, 4)), sphere_part(knob, (0, 0, top))],
    )
