"""T3 from a foreign picture: what lies on rays through a thing, behind its back face.

Of the things behind it only the parts are seen that it does not hide. So a thing counts as lying on a ray through the
target if the ray meets the box around what is seen of it. Nobody sees a back face: it is taken to be where nearly all
of what is seen of the target ends in depth. What the target holds is not known of a foreign picture.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diorama.kinds import ObjectSet
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.hiding import by_depth, depths_of, is_found
from diorama.perceive.construct.question import Asking, ConstructTask, Question
from diorama.perceive.construct.scene_gates import ANSWERS, not_found, occlusion_gates, rows_of
from diorama.perceive.construct.seen import Gate, Module, Seen
from diorama.suites.sizes import USUAL
from diorama.suites.structure.t3_transparency import SeeThrough

Rng = np.random.Generator


def derive(query: SeeThrough, asking: Asking) -> Answered:
    """What would show inside the outline of the transparent thing."""
    x = query.transparent
    if not is_found(asking, x):
        return Answered(None, gates=(not_found([x]),))
    seen = asking.seen
    back = (asking.given_back_faces or {}).get(x, back_face(seen, x, asking.limits.back_face))
    rays = rays_meeting(asking, x)
    needed = asking.limits.through_px * (rows_of(asking) / USUAL[1]) ** 2
    met = {name: px for name, px in rays.items() if px and name not in query.contents}
    shown = sorted(name for name, px in met.items() if px >= needed and seen[name].depth > back)
    others = [name for name in by_depth(asking, met) if name not in shown]
    known = Gate("its back face is known", bool(np.isfinite(back)), back, about=(x,))
    return Answered(
        ObjectSet(names=tuple(shown)) if known.passed else None,
        gates=(
            known,
            *occlusion_gates(asking, x, shown, others, links=[(x, name) for name in shown], front=[x]),
        ),
        modules=(
            Module("depth", depths_of(asking, (x, *shown, *others))),
            Module("back face", {"of": x, "depth": round(back, 4) if known.passed else None}),
            Module("rays", {"through": x, "needed": round(needed, 1), "meet": met}),
            Module("behind it", {"shown": shown}),
        ),
    )


def ask(asking: Asking, rng: Rng) -> Iterator[Question]:
    """A question about each thing through which something would show, in an order that the generator draws."""
    for x in rng.permutation(asking.seen.names).tolist():
        query = SeeThrough(transparent=x)
        answered = derive(query, asking)
        if any(gate.name == ANSWERS and gate.passed for gate in answered.gates):
            yield Question("T3", query, answered)


def back_face(seen: Seen, name: str, share: float) -> float:
    """The depth that a share of what is seen of a thing lies before; NaN if its depth is not known."""
    depths = seen.depth.values[seen[name].mask]
    known = depths[np.isfinite(depths)]
    return float(np.quantile(known, share)) if known.size else float("nan")


def rays_meeting(asking: Asking, name: str) -> dict[str, int]:
    """For each other thing how many pixels of the target lie in its box."""
    target = asking.seen[name].mask
    boxes = {other: box for other, box in asking.extents.items() if other != name}
    return {
        other: int(np.count_nonzero(target[top:bottom, left:right]))
        for other, (left, top, right, bottom) in boxes.items()
    }


TRANSPARENCY = ConstructTask("T3", derive, ask)
