"""Looking: one of our own pictures through the providers of a condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from diorama.data import Sample
from diorama.perceive.bench.conditions import Condition
from diorama.perceive.bench.exact import Known
from diorama.perceive.construct.inventory import take_inventory
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.naming import plain_label
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.seen import Seen
from diorama.perceive.percepts import Mask, Pixels, Prompt, Segment
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
    asked = {**providers, "segment": partial(by_box, providers["segment"])}
    found = take_inventory(known.picture, asked, names, limits)
    return Asking(named(found.seen, known), providers, limits)


def by_box(segment: Segment, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
    """What is in boxes, whatever it is called: an oracle that is told a wrong label would notice."""
    return segment(picture, [Prompt(box=prompt.box, point=prompt.point) for prompt in prompts])


def named(seen: Seen, known: Known) -> Seen:
    """The same things under the names of the bodies: who is asked about the mug looks at what is called the mug."""
    bodies = {plain_label(known.world[name].phrase): name for name in known.world.inventory}
    others = {thing.name: f"{thing.name} (no body)" for thing in seen.things}
    return Seen(
        seen.picture,
        tuple(replace(thing, name=bodies.get(thing.name, others[thing.name])) for thing in seen.things),
        seen.depth,
    )
