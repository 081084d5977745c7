"""Mirror images in a picture, before any is taken out: on which surface, in which plane, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from diorama.perceive.construct.correspondence import Pair, mirrored_silhouettes, paired
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.mirror_images import Candidate, candidate_images
from diorama.perceive.construct.mirror_plane import Expected, Lens, MirrorPlane, expected_images, fit_plane
from diorama.perceive.construct.seen import Seen
from diorama.perceive.construct.surfaces import ReflectiveSurface, reflective_surfaces
from diorama.perceive.percepts import DepthMap, Mask, Provider

FIELDS_DEG = (22.0, 26.0, 30.0, 34.0, 38.0, 42.0, 46.0, 50.0, 55.0, 60.0, 66.0, 72.0)
"""Fields of view that are tried, from the top to the bottom of the picture."""


@dataclass(frozen=True, eq=False)
class Reflected:
    """All that is found of mirror images in a picture, before any is taken out."""

    surfaces: tuple[ReflectiveSurface, ...] = ()
    surface: Mask | None = None
    field_of_view_deg: float = float("nan")
    """Given, assumed or fitted."""
    plane: MirrorPlane | None = None
    expected: Expected | None = None
    candidates: tuple[Candidate, ...] = ()
    pairs: tuple[Pair, ...] = ()

    @property
    def things(self) -> tuple[str, ...]:
        """Whose mirror images are there."""
        return tuple(dict.fromkeys(pair.thing for pair in self.pairs))


def reflected(seen: Seen, providers: Mapping[str, Provider], limits: Limits) -> Reflected:
    """Look for mirror images on the surest surface."""
    surfaces = reflective_surfaces(seen, providers["segment"], providers["materials"], limits)
    sure = [each for each in surfaces if each.share >= limits.reflective_share]
    if not sure:
        return Reflected(surfaces)
    surface = max(sure, key=lambda each: int(each.mask.sum())).mask
    field = fitted_field_of_view(seen, surface, limits) if limits.fit_field_of_view else limits.field_of_view_deg
    lens = Lens.of(*seen.size, field)
    plane = fit_plane(seen.depth, surface, lens)
    if plane is None:
        return Reflected(surfaces, surface, field)
    expected = expected_images(seen, surface, plane, lens)
    candidates = candidate_images(seen.picture, surface, expected, limits)
    images = [each for each in candidates if each.is_image(limits)]
    pairs = paired(images, mirrored_silhouettes(seen, surface, plane, lens), seen.names, limits)
    return Reflected(surfaces, surface, field, plane, expected, candidates, pairs)


def fitted_field_of_view(seen: Seen, surface: Mask, limits: Limits) -> float:
    """The field of view with which the mirror images of things are best explained; half the pixels are enough."""
    half = slice(None, None, 2)
    depth = DepthMap(seen.depth.values[half, half], seen.depth.metric)
    things = tuple(replace(thing, mask=thing.mask[half, half]) for thing in seen.things)
    small, part = Seen(seen.picture[half, half], things, depth), surface[half, half]

    def explained(field: float) -> float:
        lens = Lens.of(*small.size, field)
        plane = fit_plane(depth, part, lens)
        if plane is None:
            return 0.0
        expected = expected_images(small, part, plane, lens)
        return sum(each.explained for each in candidate_images(small.picture, part, expected, limits))

    return max(FIELDS_DEG, key=explained)
