"""Arenas: places made for one kind of event, from a billiard table to a street crossing; one file each.

Unlike indoor layouts these choose their bodies themselves, and some begin in motion.
"""

from __future__ import annotations

from diorama.world.layouts.arenas.bare import empty
from diorama.world.layouts.arenas.billiards import billiard_table
from diorama.world.layouts.arenas.conveyor import conveyor
from diorama.world.layouts.arenas.court import ball_court
from diorama.world.layouts.arenas.crossing import crossing
from diorama.world.layouts.arenas.cupboard import cupboard
from diorama.world.layouts.arenas.drive_floor import drive_floor
from diorama.world.layouts.arenas.hiding_floor import hiding_floor
from diorama.world.layouts.arenas.swing import swing
from diorama.world.layouts.arenas.tray import tray

__all__ = [
    "ball_court", "billiard_table", "conveyor", "crossing", "cupboard", "drive_floor", "empty", "hiding_floor", "swing",
    "tray",
]  # fmt: skip
