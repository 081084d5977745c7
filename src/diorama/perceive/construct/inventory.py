"""What is in a picture: things that are found by their names, cut out, told apart, and put at a depth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from diorama.perceive.construct.disjoint import disjoint, doubles
from diorama.perceive.construct.graph import extent
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.naming import unique_names
from diorama.perceive.construct.seen import Module, Seen, Thing, median_depth
from diorama.perceive.percepts import Box, Found, Mask, Pixels, Prompt, Provider
from diorama.perceive.providers.plane import standing
from diorama.perceive.providers.wishes import clipped
from diorama.suites.sizes import USUAL

MOST_THINGS = 100
"""Things that are cut out of a picture; of more, the surest."""
LeaveOut = Callable[[Found, str], None]


@dataclass(frozen=True, eq=False)
class Inventory:
    """What is seen in a picture, and how it was found."""

    seen: Seen
    modules: tuple[Module, ...]
    left_out: Sequence[Mapping[str, object]] = ()
    """What was found and is not among the things, and why."""


def take_inventory(
    picture: Pixels, providers: Mapping[str, Provider], names: Sequence[str], limits: Limits | None = None, *,
    on_ground: bool = False,
) -> Inventory:  # fmt: skip
    """Find, cut out, name and place things; providers of detect, segment and depth are asked once each.

    With `on_ground`, the depth is that of a floor, and each thing is as far as the floor under its foot.
    """
    limits = limits or Limits()
    left_out: list[dict[str, object]] = []

    def leave_out(each: Found, why: str) -> None:
        left_out.append({"label": each.label, "confidence": round(each.confidence, 4), "why": why})

    found = _found(picture, providers["detect"], names, leave_out)
    prompts = [Prompt(box=each.box, text=each.label) for each in found]
    masks: list[Mask] = providers["segment"](picture, prompts) if prompts else []
    found, masks = _once_each(found, masks, limits, leave_out)
    found, masks = _large_enough(found, disjoint(masks), limits, leave_out)
    depth = providers["depth"](picture)
    depth = standing(depth, masks) if on_ground else depth
    things = tuple(
        Thing(name, phrase, Box(*map(float, extent(mask))), mask, each.confidence, median_depth(depth, mask))
        for each, mask, (name, phrase) in zip(found, masks, unique_names(found), strict=True)
    )
    told = {t.name: {"confidence": round(t.confidence, 4), "box": [*map(int, t.box)], "px": int(t.mask.sum()),
                     "may be named": bool(t.phrase)} for t in things}  # fmt: skip
    depths = {t.name: round(t.depth, 4) if np.isfinite(t.depth) else None for t in things}
    return Inventory(
        Seen(picture, things, depth),
        (
            Module("inventory", {"things": told, "left out": left_out}),
            Module("depth", {"metres": depth.metric, "on the ground": on_ground, "median": depths}),
        ),
        left_out,
    )


def _found(picture: Pixels, detect: Provider, names: Sequence[str], leave_out: LeaveOut) -> list[Found]:
    found = sorted(detect(picture, list(names)), key=lambda each: (-each.confidence, each.label, each.box))
    kept: list[Found] = []
    for each in found:
        if clipped(each.box, picture.shape) is None:
            leave_out(each, "its box is smaller than a pixel")
        elif len(kept) == MOST_THINGS:
            leave_out(each, f"there are more than {MOST_THINGS} things")
        else:
            kept.append(each)
    return kept


def _once_each(
    found: Sequence[Found], masks: Sequence[Mask], limits: Limits, leave_out: LeaveOut
) -> tuple[list[Found], list[Mask]]:
    """Of things with nearly one mask, the surest."""
    again: set[int] = set()
    for surer, other in doubles(masks, limits.one_thing):
        if surer not in again and other not in again:
            again.add(other)
            leave_out(found[other], f"it is what was found as '{found[surer].label}'")
    kept = [k for k in range(len(found)) if k not in again]
    return [found[k] for k in kept], [masks[k] for k in kept]


def _large_enough(
    found: Sequence[Found], masks: Sequence[Mask], limits: Limits, leave_out: LeaveOut
) -> tuple[list[Found], list[Mask]]:
    kept = []
    for k, mask in enumerate(masks):
        least = max(1.0, limits.least_thing_px * (mask.shape[0] / USUAL[1]) ** 2)
        if np.count_nonzero(mask) >= least:
            kept.append(k)
        else:
            leave_out(found[k], "too few pixels are its own")
    return [found[k] for k in kept], [masks[k] for k in kept]
