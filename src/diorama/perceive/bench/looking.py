"""Looking: one of our own pictures through the providers of a condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from diorama.data import Sample
from diorama.perceive.bench.conditions import Condition
from diorama.perceive.bench.exact import Known, box_around
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.seen import Seen, Thing, median_depth
from diorama.perceive.percepts import Pixels, Prompt, Provider
from diorama.perceive.pictures import read_picture
from diorama.perceive.providers.truth import truth_of
from diorama.perceive.registry import ROLES, read_provider


def known_of(sample: Sample) -> Known:
    """The stored picture of a sample, and what it truly shows."""
    picture = read_picture(sample.media[0].data, sample.id)
    shot = sample.shots[0]
    return Known(shot, picture, truth_of(shot, picture).sight)


def look(known: Known, condition: Condition, limits: Limits) -> Asking:
    """What is perceived of a picture; things bear the names of the bodies that they are called like."""
    providers = {role: read_provider(role, condition.provider(role)).make(known.shot) for role in ROLES}
    names = tuple(dict.fromkeys(known.world[name].phrase for name in known.world.inventory))
    return Asking(named(inventory(known.picture, names, providers, limits), known), providers, limits)


def inventory(picture: Pixels, names: Sequence[str], providers: Mapping[str, Provider], limits: Limits) -> Seen:
    found = providers["detect"](picture, names)
    masks = providers["segment"](picture, [Prompt(box=each.box) for each in found])
    depth = providers["depth"](picture)
    return Seen(
        picture,
        tuple(
            Thing(f"thing {k}", each.label, box_around(mask), mask, each.confidence, median_depth(depth, mask))
            for k, (each, mask) in enumerate(zip(found, masks, strict=True))
            if int(mask.sum()) >= limits.least_thing_px
        ),
        depth,
    )


def named(seen: Seen, known: Known) -> Seen:
    """The same things under the names of the bodies: who is asked about the mug looks at what is called the mug."""
    bodies = {known.world[name].phrase: name for name in known.world.inventory}
    taken = set(bodies.values())
    names: dict[str, str] = {}
    for thing in seen.things:
        body = bodies.pop(thing.phrase, None) if thing.phrase else None
        names[thing.name] = body or (f"{thing.name} (another)" if thing.name in taken else thing.name)
    return Seen(seen.picture, tuple(replace(t, name=names[t.name]) for t in seen.things), seen.depth)
