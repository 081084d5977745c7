"""What-if: interventions, the worlds that follow, and what of the answer survives a nudge.

This room imports `world` and `sight`. Every suite asks through it; no task has geometry of its own.

>>> from diorama.whatif import Remove, read_intervention
>>> read_intervention({"kind": "remove", "name": "mug"}) == Remove(name="mug")
True
"""

from __future__ import annotations

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
    Transparent,
    ViewFrom,
    apply,
    apply_all,
    displacement,
    read_intervention,
)
from diorama.whatif.outcome import Outcome, ask
from diorama.whatif.paths import Meeting, Sweep, hidden_along, sweep, width_across
from diorama.whatif.perturb import Nudge, Survival, nudged, nudges, survives
from diorama.whatif.supports import contents, fits_into, inside, moves_without, rests_on
from diorama.whatif.swaps import Reach, left_to_right, reachable_orders, swap_feasible, swap_gap
from diorama.whatif.visibility import (
    Visibility,
    freed_by_removing,
    fully_visible,
    nearness,
    recognisable,
    removals_to_see,
    seen_through,
    sole_occluders,
    visibility,
)

__all__ = [
    "Advance", "Drop", "Intervention", "Launch", "Meeting", "Move", "MuteReflection", "Nudge", "Outcome", "Place",
    "Reach", "Remove", "Rewind", "Survival", "Swap", "Sweep", "Transparent", "ViewFrom", "Visibility", "apply",
    "apply_all", "ask", "contents", "displacement", "fits_into", "freed_by_removing", "fully_visible", "hidden_along",
    "inside", "left_to_right", "moves_without", "nearness", "nudged", "nudges", "reachable_orders", "read_intervention",
    "recognisable",
    "removals_to_see", "rests_on", "seen_through", "sole_occluders", "survives", "swap_feasible", "swap_gap", "sweep",
    "visibility", "width_across",
]  # fmt: skip
