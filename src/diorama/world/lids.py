"""Lids: the one that fits a vessel, where it rests.

>>> pot = make_body("pot", seed=3)
>>> lid_for(pot).finish["body"] == pot.finish["body"]
True
"""

from __future__ import annotations

import numpy as np

from diorama.errors import DioramaError
from diorama.world.assets import build_shape, get_asset
from diorama.world.assets.pots import FLANGE, SUNK
from diorama.world.bodies import make_body
from diorama.world.model import Body
from diorama.world.poses import rotation

ROUND = 0.95
"""The least radius of a circle within a round opening, against the distance from its middle to its farthest corner."""


def lid_for(vessel: Body, *, seed: int | None = None) -> Body:
    """A lid for a pot, or for any round vessel with nothing above its rim: of its material, scaled to it, on the rim.

    The variant is that of the vessel unless a seed is given.
    """
    cavity = build_shape(vessel.noun, vessel.seed).cavity
    if cavity is None:
        raise DioramaError(f"no lid fits {vessel.phrase}: it has no opening")
    middle = np.mean(cavity.outline, axis=0)
    reach = float(np.hypot(*(np.asarray(cavity.outline) - middle).T).max())
    if cavity.inner_radius < ROUND * reach:
        raise DioramaError(f"no lid fits {vessel.phrase}: its opening is not round")
    variant = vessel.seed if seed is None else seed
    scale = reach * vessel.scale * FLANGE / (build_shape("lid", variant).size[0] / 2)
    x, y = middle * vessel.scale
    up = rotation(vessel.quaternion) @ np.array([x, y, cavity.opening * vessel.scale - SUNK * scale])
    a, b, c = (np.asarray(vessel.position) + up).tolist()
    return make_body(
        "lid",
        seed=variant,
        finish={"body": vessel.finish[next(iter(get_asset(vessel.noun).finishes))]},
        scale=scale,
        position=(a, b, c),
        quaternion=vessel.quaternion,
    )
