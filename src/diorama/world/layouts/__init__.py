"""Layouts: ways to furnish a world.

Each is a function from a seed to a settled world, found here by its name.

>>> world = kitchen_counter(seed=7, objects=5)
>>> len(world.inventory)
5
"""

from __future__ import annotations

from diorama.world.layouts.arenas import (
    ball_court,
    billiard_table,
    conveyor,
    crossing,
    cupboard,
    drive_floor,
    empty,
    hiding_floor,
    swing,
    tray,
)
from diorama.world.layouts.indoor import (
    bathroom_counter,
    bookshelf,
    coffee_table,
    craft_table,
    dining_table,
    dresser,
    garage_floor,
    hallway_console,
    kitchen_counter,
    kitchen_island,
    laundry_counter,
    living_room_floor,
    mudroom_bench,
    office_desk,
    playroom_floor,
    round_table,
    sideboard,
    workbench,
)
from diorama.world.layouts.registry import Layout, Setting, get_layout, layout, layouts

__all__ = [
    "Layout",
    "Setting",
    "ball_court",
    "bathroom_counter",
    "billiard_table",
    "bookshelf",
    "coffee_table",
    "conveyor",
    "craft_table",
    "crossing",
    "cupboard",
    "dining_table",
    "dresser",
    "drive_floor",
    "empty",
    "garage_floor",
    "get_layout",
    "hallway_console",
    "hiding_floor",
    "kitchen_counter",
    "kitchen_island",
    "laundry_counter",
    "layout",
    "layouts",
    "living_room_floor",
    "mudroom_bench",
    "office_desk",
    "playroom_floor",
    "round_table",
    "sideboard",
    "swing",
    "tray",
    "workbench",
]
