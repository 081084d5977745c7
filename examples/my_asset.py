"""An asset of your own: a recipe for bodies, and what it promises about every one of them."""

import numpy as np

import diorama as d
from diorama.sight.sheet import asset_sheet
from diorama.world.assets.registry import Range, asset
from diorama.world.materials import palette
from diorama.world.modelling import cylinder, sphere
from diorama.world.parts import cylinder_part, sphere_part
from diorama.world.shape import Shape, shape


@asset(
    "toadstool",
    size=Range(0.07, 0.15),
    finishes={"cap": palette("plastic", "red orange"), "stalk": ("white plastic",)},
    density=700,
    tags="kitchen",
)
def toadstool(rng: np.random.Generator) -> Shape:
    """A stalk with a ball on top."""
    tall, wide = rng.uniform(0.06, 0.1), rng.uniform(0.02, 0.035)
    stalk = cylinder(0.4 * wide, tall)
    cap = sphere(wide, (0, 0, tall))
    return shape({"cap": cap, "stalk": stalk - cap}, [cylinder_part(0.4 * wide, tall), sphere_part(wide, (0, 0, tall))])


asset_sheet(["toadstool"], count=1).save("toadstools.png")
world = d.layouts.kitchen_counter(seed=3, nouns=["toadstool", "mug", "bowl"])
print([body.phrase for body in world.bodies])
