"""Nothing but a floor."""

from __future__ import annotations

import numpy as np

from diorama.errors import DioramaError
from diorama.world.layouts import furniture as f
from diorama.world.layouts.indoor import daylight
from diorama.world.layouts.registry import add_layout, check_seed
from diorama.world.model import Stage, Surface, World


@add_layout
def empty(seed: int = 0, objects: int = 0) -> World:
    """A bare floor and daylight: a place to put bodies by hand."""
    if objects:
        raise DioramaError("the layout 'empty' takes no objects; add bodies yourself")
    rng = np.random.default_rng(check_seed(seed))
    stage = Stage(radius=0.5, spread_deg=180.0, elevation_deg=(10.0, 60.0))
    top = Surface(name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=f.rectangle(20, 20))
    return World(
        layout="empty",
        seed=seed,
        fixtures=(f.floor(20.0, "grey concrete"),),
        surfaces=(top,),
        lights=daylight(rng, stage),
        stage=stage,
    )
