"""T4: whose mirror images are left when some are taken out of the picture; with everything that speaks against it.

The modules are those of paper 002: which surface mirrors, where images are, whose they are, filling the chosen ones,
and looking again. What is asked is the query of the suite `structure`: the bodies without a mirror image. One that has
none in the picture as it is needs no filling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy import ndimage

from diorama.kinds import ObjectSet
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.correspondence import Pair, mirrored_silhouettes, paired
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.mirror_images import Candidate, candidate_images
from diorama.perceive.construct.mirror_plane import Expected, Lens, MirrorPlane, expected_images, fit_plane
from diorama.perceive.construct.question import Asking, ConstructTask, Question
from diorama.perceive.construct.scene_gates import nameable, not_found, picture_gates
from diorama.perceive.construct.seen import Gate, Module, Seen
from diorama.perceive.construct.surfaces import ReflectiveSurface, reflective_surfaces
from diorama.perceive.percepts import DepthMap, Mask, Pixels, Provider
from diorama.suites.structure.t4_reflection import MUTED, Reflections

Rng = np.random.Generator

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


@dataclass(frozen=True, eq=False)
class Removal:
    """A picture in which mirror images were filled, and what is found in it then."""

    picture: Pixels
    hole: Mask
    artefacts: float
    again: tuple[Candidate, ...]


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


def removed(
    seen: Seen, found: Reflected, names: Sequence[str], providers: Mapping[str, Provider], limits: Limits
) -> Removal:
    """The picture without the mirror images of some things, and a second look at it."""
    assert found.surface is not None and found.expected is not None
    growth = max(1, round(limits.hole_growth * seen.picture.shape[0]))
    hole = np.zeros(found.surface.shape, bool)
    for pair in found.pairs:
        if pair.thing in names:
            hole |= pair.image.expected
    others = np.zeros_like(hole)
    for pair in found.pairs:
        if pair.thing not in names:
            others |= pair.image.expected
    hole = ndimage.binary_dilation(hole, iterations=growth) & found.surface & ~others
    if not hole.any():
        return Removal(seen.picture, hole, 0.0, found.candidates)
    picture = _filled(seen.picture, hole, found.surface & ~others, providers["inpaint"])
    again = candidate_images(picture, found.surface, found.expected, limits)
    return Removal(picture, hole, float(providers["quality"](picture, hole)), again)


def _filled(picture: Pixels, hole: Mask, bare: Mask, inpaint: Provider) -> Pixels:
    """A picture with a hole filled from bare surface, so that no thing is copied into it.

    For the filling, all else is strewn with pixels of the surface: a plain colour would fit everywhere, and be copied.
    """
    around = picture.copy()
    plain, other = bare & ~hole, ~bare & ~hole
    if plain.any():
        around[other] = np.random.default_rng(0).choice(picture[plain], int(other.sum()))
    done = picture.copy()
    done[hole] = inpaint(around, hole)[hole]
    return done


def derive(query: Reflections, asking: Asking) -> Answered:
    """The things whose mirror images are left."""
    return _question(query, asking, reflected(asking.seen, asking.providers, asking.limits)).answered


def ask(asking: Asking, rng: Rng) -> Iterator[Question]:
    """A question for each choice of mirror images that can be taken out, in random order; at least one is left."""
    found = reflected(asking.seen, asking.providers, asking.limits)
    choices = list(combinations(found.things, MUTED)) if len(found.things) > MUTED else []
    if not choices:
        yield _question(Reflections(muted=()), asking, found)
    for k in rng.permutation(len(choices)):
        yield _question(Reflections(muted=choices[int(k)]), asking, found)


def _question(query: Reflections, asking: Asking, found: Reflected) -> Question:
    seen, limits = asking.seen, asking.limits
    modules = [_of_surfaces(found, limits), _of_plane(found, limits), _of_images(found, seen), _of_pairs(found)]
    gates = [*picture_gates(asking), *_found_gates(found, seen, limits)]
    if unknown := [name for name in query.muted if name not in seen.names]:
        gates.append(not_found(unknown))
    if found.expected is None:
        return Question("T4", query, Answered(None, tuple(gates), tuple(modules)))
    done = removed(seen, found, query.muted, asking.providers, limits)
    gates += _removal_gates(done, found, query.muted, seen, limits)
    modules.append(_of_removal(done, seen))
    left = tuple(name for name in found.things if name not in query.muted)
    gates.append(nameable(asking, left))
    return Question("T4", query, Answered(ObjectSet(names=left), tuple(gates), tuple(modules)), done.picture)


def _found_gates(found: Reflected, seen: Seen, limits: Limits) -> Iterator[Gate]:
    best = max((each.share for each in found.surfaces), default=0.0)
    yield Gate("a reflective surface", best >= limits.reflective_share, best, limits.reflective_share)
    if found.surface is None:
        return
    spread = found.plane.spread if found.plane is not None else float("nan")
    yield Gate("a flat surface", spread <= limits.plane_spread, spread, limits.plane_spread)
    if found.plane is None:
        return
    doubtful = tuple(seen.names[each.thing] for each in found.candidates if each.is_doubtful(limits))
    yield Gate("mirror images in no doubt", not doubtful, float(len(doubtful)), 0.0, doubtful)
    owned = [pair.thing for pair in found.pairs]
    unpaired = [
        seen.names[each.thing]
        for each in found.candidates
        if each.is_image(limits) and not any(pair.image is each for pair in found.pairs)
    ]
    unclear = [
        pair.thing
        for pair in found.pairs
        if pair.is_ambiguous(limits) or owned.count(pair.thing) > 1 or pair.thing != seen.names[pair.image.thing]
    ]
    about = tuple(dict.fromkeys((*unclear, *unpaired)))
    yield Gate("unambiguous pairing", not about, float(len(about)), 0.0, about)
    yield Gate("mirror images", len(found.things) >= limits.least_images, len(found.things), limits.least_images)


def _removal_gates(done: Removal, found: Reflected, muted: Sequence[str], seen: Seen, limits: Limits) -> Iterator[Gate]:
    yield Gate("no artefacts", done.artefacts <= limits.artefacts, done.artefacts, limits.artefacts)
    strengths = {seen.names[each.thing]: each for each in done.again}
    still = tuple(n for n in muted if n in strengths and not strengths[n].is_gone(limits))
    most = max((strengths[n].strength for n in muted if n in strengths), default=0.0)
    yield Gate("removed mirror images are gone", not still, most, limits.no_image, still)
    lost = tuple(n for n in found.things if n not in muted and not strengths[n].is_image(limits))
    yield Gate("other mirror images are left", not lost, float(len(lost)), 0.0, lost)


def _of_surfaces(found: Reflected, limits: Limits) -> Module:
    return Module("reflective surfaces", {
        "shares": [round(each.share, 4) for each in found.surfaces],
        "pixels": [int(each.mask.sum()) for each in found.surfaces],
        "chosen_px": 0 if found.surface is None else int(found.surface.sum()),
    })  # fmt: skip


def _of_plane(found: Reflected, limits: Limits) -> Module:
    plane = found.plane
    if plane is None:
        return Module("mirror plane", {})
    return Module("mirror plane", {
        "normal": [round(each, 5) for each in plane.normal], "distance": round(plane.distance, 5),
        "spread": round(plane.spread, 6), "share": round(plane.share, 4),
        "field_of_view_deg": round(found.field_of_view_deg, 2), "fitted": limits.fit_field_of_view,
    })  # fmt: skip


def _of_images(found: Reflected, seen: Seen) -> Module:
    return Module("mirror images", {
        seen.names[each.thing]: {
            "expected_px": int(each.expected.sum()), "found_px": int(each.region.sum()),
            "strength": round(each.strength, 4), "fit": round(each.fit, 4), "step": round(each.step, 2),
        }
        for each in found.candidates
    })  # fmt: skip


def _of_pairs(found: Reflected) -> Module:
    return Module("pairs", {
        pair.thing: {
            "overlap": round(pair.overlap, 4), "next_best": pair.runner_up,
            "next_best_overlap": round(pair.runner_up_overlap, 4),
        }
        for pair in found.pairs
    })  # fmt: skip


def _of_removal(done: Removal, seen: Seen) -> Module:
    return Module("removal", {
        "hole_px": int(done.hole.sum()), "artefacts": round(done.artefacts, 4),
        "strengths": {seen.names[each.thing]: round(each.strength, 4) for each in done.again},
    })  # fmt: skip


REFLECTION = ConstructTask("T4", derive, ask)
"""Mirror images: taken out of a picture, and which are left."""
