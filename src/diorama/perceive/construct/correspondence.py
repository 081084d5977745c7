"""Whose mirror image is it: each thing is mirrored in the plane, and what overlaps a region best owns it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.mirror_images import Candidate
from diorama.perceive.construct.mirror_plane import Lens, MirrorPlane, expected_images
from diorama.perceive.construct.seen import Seen
from diorama.perceive.percepts import Mask


@dataclass(frozen=True, eq=False)
class Pair:
    """A mirror image and the thing that it is of."""

    image: Candidate
    thing: str
    overlap: float
    """Share of the region and the mirrored silhouette together that is both."""
    runner_up: str
    """The thing that fits next best; empty if none overlaps."""
    runner_up_overlap: float

    def is_ambiguous(self, limits: Limits) -> bool:
        """Whether it might as well be the image of another thing."""
        return self.runner_up_overlap >= limits.ambiguous_pair * self.overlap


def mirrored_silhouettes(seen: Seen, surface: Mask, plane: MirrorPlane, lens: Lens) -> tuple[Mask, ...]:
    """For each thing where its image would be on the surface if it were the only thing."""
    alone = (replace(seen, things=(thing,)) for thing in seen.things)
    return tuple(expected_images(each, surface, plane, lens).mask(0) for each in alone)


def paired(
    images: Sequence[Candidate], silhouettes: Sequence[Mask], names: Sequence[str], limits: Limits
) -> tuple[Pair, ...]:
    """Each region with the thing whose mirrored silhouette overlaps it best, if that is enough."""
    pairs = []
    for image in images:
        ranked = sorted(((_overlap(image.region, mask), k) for k, mask in enumerate(silhouettes)), reverse=True)
        (best, number), *others = ranked
        if best >= limits.pair_overlap:
            next_best, runner = others[0] if others else (0.0, number)
            pairs.append(Pair(image, names[number], best, names[runner] if next_best else "", next_best))
    return tuple(pairs)


def _overlap(one: Mask, other: Mask) -> float:
    both = int((one & other).sum())
    return both / int((one | other).sum()) if both else 0.0
