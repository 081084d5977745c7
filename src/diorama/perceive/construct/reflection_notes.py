"""What the modules of T4 did, as plain data for the trace."""

from __future__ import annotations

from diorama.perceive.construct.image_removal import ImageRemoval
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.reflected import Reflected
from diorama.perceive.construct.seen import Module, Seen


def surfaces_note(found: Reflected, limits: Limits) -> Module:
    return Module("reflective surfaces", {
        "shares": [round(each.share, 4) for each in found.surfaces],
        "pixels": [int(each.mask.sum()) for each in found.surfaces],
        "chosen_px": 0 if found.surface is None else int(found.surface.sum()),
    })  # fmt: skip


def plane_note(found: Reflected, limits: Limits) -> Module:
    plane = found.plane
    if plane is None:
        return Module("mirror plane", {})
    return Module("mirror plane", {
        "normal": [round(each, 5) for each in plane.normal], "distance": round(plane.distance, 5),
        "spread": round(plane.spread, 6), "share": round(plane.share, 4),
        "field_of_view_deg": round(found.field_of_view_deg, 2), "fitted": limits.fit_field_of_view,
    })  # fmt: skip


def images_note(found: Reflected, seen: Seen) -> Module:
    return Module("mirror images", {
        seen.names[each.thing]: {
            "expected_px": int(each.expected.sum()), "found_px": int(each.region.sum()),
            "strength": round(each.strength, 4), "fit": round(each.fit, 4), "step": round(each.step, 2),
        }
        for each in found.candidates
    })  # fmt: skip


def pairs_note(found: Reflected) -> Module:
    return Module("pairs", {
        pair.thing: {
            "overlap": round(pair.overlap, 4), "next_best": pair.runner_up,
            "next_best_overlap": round(pair.runner_up_overlap, 4),
        }
        for pair in found.pairs
    })  # fmt: skip


def removal_note(done: ImageRemoval, seen: Seen) -> Module:
    return Module("removal", {
        "hole_px": int(done.hole.sum()), "artefacts": round(done.artefacts, 4),
        "strengths": {seen.names[each.thing]: round(each.strength, 4) for each in done.again},
    })  # fmt: skip
