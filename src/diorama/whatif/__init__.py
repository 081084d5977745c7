"""What-if: interventions, the worlds that follow, and what of the answer survives a nudge.

This room imports `world` and `sight`. Every suite asks through it; no task has geometry of its own.

>>> from diorama.whatif import Remove, apply
>>> from diorama.world.layouts import kitchen_counter
>>> world = kitchen_counter(seed=7, objects=3)
>>> world.inventory[0] in apply(world, Remove(name=world.inventory[0]))
False
"""

from __future__ import annotations

from diorama.whatif.billiards import BilliardShot, shoot, table_of
from diorama.whatif.containment import all_contents, contents, inside
from diorama.whatif.course import course, drive
from diorama.whatif.fitting import Fit, fits_into
from diorama.whatif.flights import Flight, aimed, fly
from diorama.whatif.handling import Carried, HandMove, Hands, Mishap, PlaceOn, PutDown, Take
from diorama.whatif.interventions import (
    Advance,
    Drop,
    Intervention,
    Launch,
    Move,
    Place,
    Remove,
    Swap,
    Then,
    Transparent,
    apply,
    apply_all,
    displacement,
)
from diorama.whatif.lifting import needed_first
from diorama.whatif.outcome import Outcome, outcome_of
from diorama.whatif.paths import (
    Meeting,
    Sweep,
    floor_ahead,
    gap_along,
    just,
    meetings,
    overlap_across,
    overlap_along,
    room_ahead,
    sweep,
    width_across,
)
from diorama.whatif.perturb import Nudge, Survival, nudged, nudges, survives
from diorama.whatif.supports import Support, SupportGraph, pushed_graph, support_graph
from diorama.whatif.swap_trials import SwapTrials, Trial
from diorama.whatif.swaps import Reach, left_to_right, reachable_orders, swap_feasible
from diorama.whatif.visibility import (
    Visibility,
    covered_share,
    freed_by_removing,
    fully_visible,
    nearness,
    picture_gap,
    recognisable,
    removals_to_see,
    seen_through,
    sole_occluders,
    visibility,
)

__all__ = [
    "Advance", "BilliardShot", "Carried", "Drop", "Fit", "Flight", "HandMove", "Hands", "Intervention", "Launch",
    "Meeting", "Mishap", "Move", "Nudge", "Outcome", "Place", "PlaceOn", "PutDown", "Reach", "Remove", "Support",
    "SupportGraph", "Survival", "Swap", "SwapTrials", "Sweep", "Take", "Then", "Transparent", "Trial", "Visibility",
    "aimed", "all_contents", "apply", "apply_all", "contents", "course", "covered_share", "displacement", "drive",
    "fits_into", "floor_ahead", "fly", "freed_by_removing", "fully_visible", "gap_along", "inside", "just",
    "left_to_right", "meetings", "nearness", "needed_first", "nudged", "nudges", "outcome_of", "overlap_across",
    "overlap_along", "picture_gap", "pushed_graph", "reachable_orders", "recognisable", "removals_to_see", "room_ahead",
    "seen_through", "shoot", "sole_occluders", "support_graph", "survives", "swap_feasible", "sweep", "table_of",
    "visibility", "width_across",
]  # fmt: skip
