"""Gates of the scene: whether a picture, and the part of it that a question is about, can be trusted at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np

from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.seen import Gate

NOT_SEEN = "what is asked about was found"
ANSWERS = "the answer names something"
NAMEABLE = "all can be named"


def picture_gates(asking: Asking) -> tuple[Gate, ...]:
    """What a picture needs for any question about it."""
    seen, limits = asking.seen, asking.limits
    doubtful = tuple(thing.name for thing in seen.things if thing.confidence < limits.label_confidence)
    least = min((thing.confidence for thing in seen.things), default=float("nan"))
    count = len(seen.things)
    return (
        Gate("at least three things", count >= limits.least_things, count, limits.least_things),
        Gate("label confidence", not doubtful, least, limits.label_confidence, doubtful),
    )


Link = tuple[str, str]
"""What hides, and what it hides."""


def occlusion_gates(
    asking: Asking, asked: str, answer: Sequence[str], others: Iterable[str] = (), *,
    links: Sequence[Link], front: Sequence[str] = (), back: Sequence[str] = (),
) -> tuple[Gate, ...]:  # fmt: skip
    """What a question about who hides whom needs.

    `others` decide the answer too, without being named. The answer says what the `links` say, and that `front` hides
    nothing else, and nothing else hides `back`.
    """
    chain = (asked, *answer)
    return (
        *picture_gates(asking),
        Gate(ANSWERS, bool(answer), len(answer), 1),
        nameable(asking, chain),
        depth_known(asking, (*chain, *others)),
        depth_gradient(asking, chain),
        depth_ties(asking, (*chain, *others)),
        hiders_touch(asking, links),
        touching_decided(asking, front, back),
    )


def not_found(asked: Iterable[str]) -> Gate:
    """The gate that objects to a question about what was not found."""
    return Gate(NOT_SEEN, passed=False, about=tuple(asked))


def nameable(asking: Asking, names: Iterable[str]) -> Gate:
    """Whether a question and its answer can name all of these: of two that are called alike, neither can be."""
    nameless = tuple(name for name in names if not asking.seen[name].phrase)
    return Gate(NAMEABLE, not nameless, len(nameless), 0, nameless)


def depth_known(asking: Asking, names: Iterable[str]) -> Gate:
    """Whether it is known of all of these how far they are."""
    unknown = tuple(dict.fromkeys(name for name in names if not np.isfinite(asking.seen[name].depth)))
    return Gate("depth is known", not unknown, len(unknown), 0, unknown)


def depth_gradient(asking: Asking, chain: Sequence[str]) -> Gate:
    """Whether an occluding chain is deep enough for "in front" to mean something."""
    depths = [d for name in chain if np.isfinite(d := asking.seen[name].depth)]
    step = _step(min(depths), max(depths)) if depths else float("nan")
    limit = asking.limits.depth_gradient
    return Gate("depth gradient", step >= limit, step, limit, tuple(chain))


def depth_ties(asking: Asking, names: Iterable[str]) -> Gate:
    """Whether of any two of these that meet in the picture it is sure which one is nearer."""
    met = list(_meeting(asking, tuple(dict.fromkeys(names))))
    steps = {pair: _step(*sorted(asking.seen[name].depth for name in pair)) for pair in met}
    limit = asking.limits.depth_band
    tied = {name for pair, step in steps.items() if step <= limit for name in pair}
    least = min((step for step in steps.values() if np.isfinite(step)), default=float("nan"))
    return Gate("depth ties", not tied, least, limit, tuple(sorted(tied)))


def order_ties(asking: Asking, ordered: Sequence[str]) -> Gate:
    """Whether an order by depth is sure, step by step."""
    depths = [asking.seen[name].depth for name in ordered]
    steps = [_step(near, far) for near, far in pairwise(depths)]
    limit = asking.limits.order_band
    tied = {name for k, step in enumerate(steps) if step <= limit for name in ordered[k : k + 2]}
    return Gate("order by depth", not tied, min(steps, default=float("nan")), limit, tuple(sorted(tied)))


def hiders_touch(asking: Asking, links: Sequence[Link]) -> Gate:
    """Whether what hides something touches it in the picture: to stand in a corner of its box is not enough."""
    least = asking.limits.touching_px * asking.seen.scale
    number = _numbers(asking)
    touching = {link: int(asking.touching[number[link[0]], number[link[1]]]) for link in links}
    apart = {name for link, px in touching.items() if px < least for name in link}
    measure = min(touching.values(), default=float("nan"))
    return Gate("hiders touch what they hide", not apart, measure, least, tuple(sorted(apart)))


def touching_decided(asking: Asking, front: Sequence[str], back: Sequence[str]) -> Gate:
    """Whether the graph knows of all that is plain at the borders: whatever touches `back` and is nearer hides it."""
    seen, limit = asking.seen, max(1.0, asking.limits.touching_px * asking.seen.scale)
    touches = asking.touching >= limit
    number = _numbers(asking)
    pairs = {(name, other) for name in front for other in seen.names if touches[number[name], number[other]]}
    pairs |= {(other, name) for name in back for other in seen.names if touches[number[name], number[other]]}
    missed = [
        (nearer, farther)
        for nearer, farther in sorted(pairs)
        if seen[nearer].depth < seen[farther].depth and not asking.graph.has_edge(nearer, farther)
    ]
    about = tuple(sorted({name for pair in missed for name in pair}))
    return Gate("what touches is in the graph", not missed, len(missed), 0, about)


def _numbers(asking: Asking) -> dict[str, int]:
    """The row of each thing in tables."""
    return {name: number for number, name in enumerate(asking.seen.names)}


def _meeting(asking: Asking, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of which one would hide the other, whichever is nearer."""
    number = _numbers(asking)
    meets = asking.overlaps > asking.limits.overlap
    for one, other in combinations(names, 2):
        i, j = number[one], number[other]
        if meets[i, j] or meets[j, i]:
            yield one, other


def _step(near: float, far: float) -> float:
    """By which share of its depth the farther one lies behind the nearer one."""
    return (far - near) / far if np.isfinite([near, far]).all() and far > 0 else float("nan")
