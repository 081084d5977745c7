"""Mending: one module of perception or construction replaced by the exact one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from diorama.perceive.bench.conditions import ALL_TASKS, Condition
from diorama.perceive.bench.exact import (
    Known,
    exact_back_faces,
    exact_graph,
    exact_things,
    exact_volumes,
    with_depth,
)
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.seen import Seen
from diorama.perceive.providers.truth import exact_depth
from diorama.perceive.registry import read_provider


@dataclass(frozen=True)
class Mend:
    """How a module is replaced, and where that can change anything."""

    name: str
    apply: Callable[[Asking, Known], Asking]
    tasks: tuple[str, ...] = ALL_TASKS
    roles: tuple[str, ...] = ()
    """Providers of which at least one must be other than exact; none if construction itself is replaced."""
    besides: tuple[str, ...] = ()
    """And one of these too."""

    def concerns(self, task: str, condition: Condition) -> bool:
        erring = all(not roles or condition.errs(*roles) for roles in (self.roles, self.besides))
        return task in self.tasks and erring


def things(asking: Asking, known: Known) -> Asking:
    """Exact things and masks, as deep as the depth map of the picture says."""
    depth = asking.seen.depth
    exact = exact_things(known, depth, asking.limits.least_thing_px)
    return replace(asking, seen=Seen(asking.seen.picture, exact, depth))


def depth(asking: Asking, known: Known) -> Asking:
    """Exact depth in the masks that were found."""
    return replace(asking, seen=with_depth(asking.seen, exact_depth(known.sight)))


def perception(asking: Asking, known: Known) -> Asking:
    """Exact things, masks and depth."""
    return things(depth(asking, known), known)


def graph(asking: Asking, known: Known) -> Asking:
    """Who really hides whom, among the things that were found."""
    return replace(asking, given_graph=exact_graph(known.sight))


def back_faces(asking: Asking, known: Known) -> Asking:
    """Where each thing really ends, seen from the camera."""
    return replace(asking, given_back_faces=exact_back_faces(known.world, known.shot.camera))


def volumes(asking: Asking, known: Known) -> Asking:
    """The true outlines from above, the true edge of the surface and the true camera."""
    return replace(asking, given_volumes=exact_volumes(known.world, known.shot.camera))


def provider(*roles: str) -> Callable[[Asking, Known], Asking]:
    """The oracle in some roles."""

    def apply(asking: Asking, known: Known) -> Asking:
        oracles = {role: read_provider(role, "oracle").make(known.shot) for role in roles}
        return replace(asking, providers={**asking.providers, **oracles})

    return apply


MENDS: Mapping[str, Mend] = {
    mend.name: mend
    for mend in (
        Mend("things and masks", things, roles=("detect", "segment")),
        Mend("depth", depth, roles=("depth",)),
        Mend("all perception", perception, roles=("detect", "segment"), besides=("depth",)),
        Mend("occlusion graph", graph, ("T1", "T2")),
        Mend("back faces", back_faces, ("T3",)),
        Mend("materials", provider("materials"), ("T4",), roles=("materials",)),
        Mend("inpainting", provider("inpaint", "quality"), ("T4",), roles=("inpaint", "quality")),
        Mend("volumes", volumes, ("T5", "T6")),
    )
}
