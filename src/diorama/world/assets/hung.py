"""Things that hang: their highest point is the axle they swing about."""

from __future__ import annotations

from diorama.world.assets.registry import Range, Rng, asset
from diorama.world.materials import METALS, PAINTS, WOODS
from diorama.world.modelling import box, cylinder, sphere, union
from diorama.world.parts import box_part, cylinder_part, sphere_part
from diorama.world.shape import Shape, shape


@asset("pendulum", size=Range(0.7, 1.2), finishes={"bob": PAINTS, "rod": METALS}, density=1500, tags="hung")
def pendulum(rng: Rng) -> Shape:
    """A heavy ball at the end of a thin rod."""
    length, radius, thin = rng.uniform(0.7, 1.1), rng.uniform(0.08, 0.12), 0.008
    rod = cylinder(thin, length - radius, (0, 0, radius))
    bob = sphere(radius, (0, 0, radius))
    return shape(
        {"bob": bob, "rod": rod - bob},
        [sphere_part(radius, (0, 0, radius)), cylinder_part(thin, length - 2 * radius, (0, 0, 2 * radius))],
    )


@asset(
    "swing",
    size=Range(0.8, 1.4),
    finishes={"seat": (*PAINTS, *WOODS), "rope": ("beige fabric",)},
    density=700,
    tags="hung",
)
def swing(rng: Rng) -> Shape:
    """A plank between two ropes."""
    length, wide, deep, thick, rope = rng.uniform(0.8, 1.2), rng.uniform(0.42, 0.55), 0.2, 0.03, 0.009
    y = wide / 2 - 0.04
    plank = box(deep, wide, thick, edge=0.006)
    ropes = union(*(cylinder(rope, length - thick, (0, s * y, thick)) for s in (-1, 1)))
    return shape(
        {"seat": plank, "rope": ropes},
        [box_part(deep, wide, thick), *(cylinder_part(rope, length - thick, (0, s * y, thick)) for s in (-1, 1))],
    )
