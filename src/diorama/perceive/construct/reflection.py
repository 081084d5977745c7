"""T4: whose mirror images are left when some are taken out of the picture; with everything that speaks against it.

The modules are those of the structure paper: which surface mirrors, where images are, whose they are, filling the
chosen ones, and looking again. What is asked is the query of the suite `structure`: the bodies without a mirror image.
One that has none in the picture as it is needs no filling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from diorama.kinds import ObjectSet
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.image_removal import ImageRemoval, without_images
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.question import Asking, ConstructTask, Question, Rng
from diorama.perceive.construct.reflected import Reflected, reflected
from diorama.perceive.construct.reflection_notes import (
    images_note,
    pairs_note,
    plane_note,
    removal_note,
    surfaces_note,
)
from diorama.perceive.construct.scene_gates import nameable, not_found, picture_gates
from diorama.perceive.construct.seen import Gate, Seen
from diorama.suites.structure.t4_reflection import MUTED, Reflections


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
    modules = [surfaces_note(found, limits), plane_note(found, limits), images_note(found, seen), pairs_note(found)]
    gates = [*picture_gates(asking), *_found_gates(found, seen, limits)]
    if unknown := [name for name in query.muted if name not in seen.names]:
        gates.append(not_found(unknown))
    if found.expected is None:
        return Question("T4", query, Answered(None, tuple(gates), tuple(modules)))
    done = without_images(seen, found, query.muted, asking.providers, limits)
    gates += _removal_gates(done, found, query.muted, seen, limits)
    modules.append(removal_note(done, seen))
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


def _removal_gates(
    done: ImageRemoval, found: Reflected, muted: Sequence[str], seen: Seen, limits: Limits
) -> Iterator[Gate]:
    yield Gate("no artefacts", done.artefacts <= limits.artefacts, done.artefacts, limits.artefacts)
    strengths = {seen.names[each.thing]: each for each in done.again}
    still = tuple(n for n in muted if n in strengths and not strengths[n].is_gone(limits))
    most = max((strengths[n].strength for n in muted if n in strengths), default=0.0)
    yield Gate("removed mirror images are gone", not still, most, limits.no_image, still)
    lost = tuple(n for n in found.things if n not in muted and not strengths[n].is_image(limits))
    yield Gate("other mirror images are left", not lost, float(len(lost)), 0.0, lost)


REFLECTION = ConstructTask("T4", derive, ask)
"""Mirror images: taken out of a picture, and which are left."""
