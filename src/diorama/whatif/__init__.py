"""What-if: interventions, the worlds that follow, and what of the answer survives a nudge.

This room imports `world` and `sight`. Every suite asks through it; no task has geometry of its own.

>>> from diorama.whatif import Remove, read_intervention
>>> read_intervention({"kind": "remove", "name": "mug"}) == Remove(name="mug")
True
"""

from __future__ import annotations

from diorama.whatif.billiards import Shot, shoot, table_of
from diorama.whatif.course import course, drive
from diorama.whatif.fitting import Fit, fits_into
from diorama.whatif.flights import Flight, aimed, fly
from diorama.whatif.interventions import (
    Advance,
    Drop,
    Intervention,
    Launch,
    Move,
    MuteReflection,
    Place,
    Remove,
    Rewind,
    Swap,
    Then,
    Transparent,
    ViewFrom,
    apply,
    apply_all,
    displacement,
    read_intervention,
)
from diorama.whatif.outcome import Outcome, ask
from diorama.whatif.paths import (
    Meeting,
    Sweep,
    floor_ahead,
    hidden_along,
    just,
    meetings,
    overlap_across,
    overlap_along,
    room_ahead,
    sweep,
    width_across,
)
from diorama.whatif.perturb import Nudge, Survival, nudged, nudges, survives
from diorama.whatif.supports import all_contents, contents, inside, moves_without, rests_on
from diorama.whatif.swaps import Reach, left_to_right, reachable_orders, swap_feasible, swap_gap
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
    "Advance", "Drop", "Fit", "Flight", "Intervention", "Launch", "Meeting", "Move", "MuteReflection", "Nudge",
    "Outcome", "Place", "Reach", "Remove", "Rewind", "Shot", "Survival", "Swap", "Sweep", "Then", "Transparent",
    "ViewFrom", "Visibility", "aimed", "all_contents", "apply", "apply_all", "ask", "contents", "course",
    "covered_share", "displacement", "drive", "fits_into", "floor_ahead", "fly", "freed_by_removing", "fully_visible",
    "hidden_along", "inside", "just", "left_to_right", "meetings", "moves_without", "nearness", "nudged", "nudges",
    "overlap_across", "overlap_along", "picture_gap", "reachable_orders", "read_intervention", "recognisable",
    "removals_to_see", "rests_on", "room_ahead", "seen_through", "shoot", "sole_occluders", "survives",
    "swap_feasible", "swap_gap", "sweep", "table_of", "visibility", "width_across",
]  # fmt: skip
