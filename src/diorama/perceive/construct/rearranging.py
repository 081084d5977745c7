"""What T5 and T6 share: things to list, orders to ask for, and the gates of a question about swaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from diorama.kinds import Rearrangement, Swaps
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.ground import Ground
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.question import Asking, Rng
from diorama.perceive.construct.scene_gates import nameable, picture_gates
from diorama.perceive.construct.seen import Gate, Module
from diorama.perceive.construct.swap_search import Order, Stands, SwapSearch, swapped
from diorama.perceive.construct.volumes import Volumes, overlapping

LISTED_PX = 500
"""Pixels that must be seen of a thing for it to be listed, in a picture 480 pixels high."""
CHOICES = 40
"""Choices of things to list that are looked at in a picture."""
SIZE_DOUBTS = (0.05, 0.1, 0.2, 0.3)
"""How much larger and smaller things are tried, until an answer changes."""

Solve = Callable[[SwapSearch, Rearrangement], Swaps | None]
"""The answer to a question; None if it has none."""


def answered(
    query: Rearrangement, asking: Asking, solve: Solve, gates: Callable[[Swaps | None], list[Gate]]
) -> Answered:
    """What the volumes say of a question, with all that can be held against it."""
    volumes, ground = asking.volumes
    if volumes is None:
        return Answered(None, (Gate("the ground is found", False),))
    if without := [name for name in query.order if name not in volumes.by_name]:
        return Answered(None, (Gate("listed things have a volume", False, about=tuple(without)),))
    limits, search = asking.limits, search_of(volumes, asking.limits)
    answer = solve(search, query)
    apart = _columns_apart(search, query.order, answer) / asking.seen.size[0]
    overlap, which = overlapping(volumes, volumes.by_name)
    doubt = _size_doubt(query, volumes, limits, solve, answer)
    on_ground = ground.share if ground is not None else 1.0
    return Answered(
        answer,
        (
            *picture_gates(asking),
            nameable(asking, _named(query, answer, asking)),
            Gate("the ground is one plane", on_ground >= limits.ground_share, on_ground, limits.ground_share),
            Gate("volumes are apart", overlap <= limits.volumes_overlap, overlap, limits.volumes_overlap, which),
            Gate("neighbours are apart", apart >= limits.neighbours_apart, apart, limits.neighbours_apart),
            *gates(answer),
            Gate("stays if sizes are misjudged", doubt >= limits.size_doubt, doubt, limits.size_doubt),
        ),
        (_volumes_note(volumes, ground, limits), _search_note(search, query, answer)),
    )  # fmt: skip


def search_of(volumes: Volumes, limits: Limits) -> SwapSearch:
    return SwapSearch(volumes, limits.slack)


def after(answer: Swaps) -> Stands:
    """Where things stand when the answer has been carried out."""
    stands: Stands = {}
    for pair in answer.pairs:
        stands = swapped(stands, pair)
    return stands


def rows(asking: Asking, count: int, rng: Rng) -> Iterator[tuple[Order, SwapSearch]]:
    """Things of a picture that are plain to see and clearly apart, from left to right, each set once."""
    volumes, _ = asking.volumes
    if volumes is None:
        return
    search = search_of(volumes, asking.limits)
    width, height = asking.seen.size
    least = LISTED_PX * (height / 480) ** 2
    things = [t for t in asking.seen.things if t.name in volumes.by_name and t.phrase]
    plain = [t.name for t in things if np.count_nonzero(t.mask) >= least]
    if len(plain) < count:
        return
    met = set()
    for _ in range(CHOICES):
        order = search.left_to_right([str(name) for name in rng.choice(sorted(plain), size=count, replace=False)])
        if order not in met and np.diff(search.columns(order)).min() / width >= asking.limits.neighbours_apart:
            yield order, search
        met.add(order)


def _named(query: Rearrangement, answer: Swaps | None, asking: Asking) -> tuple[str, ...]:
    """What a question and its answer name, of what was found."""
    moved = () if answer is None else (name for pair in answer.pairs for name in pair)
    return tuple(name for name in dict.fromkeys((*query.order, *moved)) if name in asking.seen.names)


def _columns_apart(search: SwapSearch, order: Sequence[str], answer: Swaps | None) -> float:
    """How far neighbours are apart at least, as they stand and when the answer has been carried out."""
    least = float(np.diff(np.sort(search.columns(order))).min())
    if answer is not None and answer.feasible:
        least = min(least, float(np.diff(np.sort(search.columns(order, after(answer)))).min()))
    return least


def _size_doubt(query: Rearrangement, volumes: Volumes, limits: Limits, solve: Solve, answer: Swaps | None) -> float:
    """The largest share by which all things may be larger or smaller without another answer, of those tried."""
    held = 0.0
    for doubt in SIZE_DOUBTS:
        if any(solve(search_of(volumes.resized(1 + sign * doubt), limits), query) != answer for sign in (1, -1)):
            break
        held = doubt
    return held


def _volumes_note(volumes: Volumes, ground: Ground | None, limits: Limits) -> Module:
    plane = {} if ground is None else {
        "plane": list(ground.slope), "share_on_plane": round(ground.share, 3), "off": round(ground.off, 4)
    }  # fmt: skip
    sizes = {
        name: {
            "middle": [round(x, 4) for x in each.outline.centre],
            "radius": round(each.outline.radius, 4),
            "height": round(each.height, 4),
        }
        for name, each in volumes.by_name.items()
    }
    return Module("volumes", {**plane, "field_of_view_deg": limits.field_of_view_deg, "things": sizes})


def _search_note(search: SwapSearch, query: Rearrangement, answer: Swaps | None) -> Module:
    found: dict[str, object] = {
        "order_before": list(search.left_to_right(query.order)),
        "columns": {name: round(float(x), 1) for name, x in zip(query.order, search.columns(query.order), strict=True)},
    }
    if answer is not None:
        found["solutions"] = [list(map(list, each)) for each in (answer.pairs, *answer.others) if each]
        found["feasible"] = answer.feasible
    return Module("swap search", found)
