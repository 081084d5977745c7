"""What T1, T2 and T3 share: gates on how clearly things hide each other, and surviving nudges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import numpy as np

from diorama.sight import Sight, see
from diorama.suites.answers import AnyAnswer
from diorama.suites.flat import guessed, visible_boxes
from diorama.suites.tasks import Draft, Rejected
from diorama.whatif import Visibility, survives, visibility
from diorama.whatif.visibility import HIDDEN_SHARE, SHOWN_PX, SHOWN_SHARE, THROUGH_PX
from diorama.world import Camera, World

Rng = np.random.Generator

NUDGES = 5


def reject_between(sight: Sight, names: Iterable[str]) -> None:
    """No body that the question touches may be half way between hidden and visible."""
    for name in names:
        if visibility(sight, name) is Visibility.BETWEEN:
            raise Rejected("a neighbour is neither hidden nor clear")


def reject_lost(sight: Sight, names: Iterable[str]) -> None:
    """Nobody could name what cannot be recognised."""
    for name in names:
        if visibility(sight, name) is Visibility.LOST:
            raise Rejected("an answer could not be recognised")


def not_flat(turn: int, sight: Sight, answers: Mapping[str, Collection[str]]) -> list[str]:
    """The bodies whose answer a flat mind would not guess; on every fourth turn all, so that the nearest may be right.

    Without this, the box nearest to X was the answer of T1 in 24 samples of 30.
    """
    if turn % 4 == 0:
        return list(answers)
    boxes = visible_boxes(sight)
    return [x for x, names in answers.items() if frozenset(names) not in guessed(boxes, x)]


def hidden_margin(sight: Sight, names: Iterable[str]) -> float:
    """How far partly hidden bodies are from counting as clear or as lost; 0 is on the edge."""
    margin = np.inf
    for name in names:
        area = max(1, sight.silhouette_px(name))
        hidden, shown = sight.hidden_px(name) / area, sight.visible_px(name) / area
        margin = min(margin, hidden / HIDDEN_SHARE - 1, shown / max(SHOWN_SHARE, SHOWN_PX / area) - 1)
    return float(margin) if np.isfinite(margin) else 1.0


def confirmed(
    draft: Draft, answer: Callable[[Draft, World, Camera], AnyAnswer], margin: Callable[[Sight], float], rng: Rng
) -> tuple[float, dict[str, Any]]:
    """Ask again in nudged worlds: the margin and a note for the trace, or a rejection."""
    result = survives(
        lambda world, camera: (answer(draft, world, camera), margin(see(world, camera))),
        draft.world, draft.camera, rng, count=NUDGES,
    )  # fmt: skip
    if not result.holds:
        raise Rejected("the answer changes under a nudge")
    return result.margin, {"nudges_tried": result.tried, "smallest_margin": round(result.margin, 4)}


def areas(sight: Sight, names: Iterable[str]) -> dict[str, dict[str, int]]:
    """Hidden and visible areas for the trace."""
    return {n: {"hidden_px": sight.hidden_px(n), "visible_px": sight.visible_px(n)} for n in names}


__all__ = ["THROUGH_PX", "areas", "confirmed", "hidden_margin", "not_flat", "reject_between", "reject_lost"]
