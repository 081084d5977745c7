"""Looking: one of our own pictures through the providers of a condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from diorama.data import Sample
from diorama.errors import DioramaError
from diorama.perceive.bench.conditions import Condition
from diorama.perceive.bench.exact import Known
from diorama.perceive.construct.inventory import take_inventory
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.naming import plain_label
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.seen import Seen
from diorama.perceive.percepts import Mask, Pixels, Prompt, Provider, Segment
from diorama.perceive.pictures import read_picture
from diorama.perceive.providers.truth import truth_of
from diorama.perceive.registry import ROLES, read_provider
from diorama.sight import draw_shot
from diorama.world import replace as changed

LOOKED_FOR = ("detect", "segment", "depth")
"""Roles that are asked about the picture itself alone."""


def known_of(sample: Sample) -> Known:
    """The picture of a sample, and what it truly shows; before mirror images were taken out, if any were."""
    if not sample.shots or sample.query is None:
        raise DioramaError(f"sample '{sample.id}' has no world: the bench needs a dataset that `diorama build` made")
    shot = sample.shots[0]
    if shot.muted:
        shot = changed(shot, muted=())
        picture = draw_shot(shot)
    else:
        picture = read_picture(sample.media[0].data, sample.id)
    return Known(shot, picture, truth_of(shot, picture).sight)


class Looking:
    """One picture under all conditions: what a provider has found of it is not looked for again."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self._providers: dict[tuple[str, str], Provider] = {}

    def at(self, condition: Condition, limits: Limits) -> Asking:
        """What is perceived; things bear the names of the bodies that they are called like."""
        known, providers = self.known, {role: self._provider(role, condition.provider(role)) for role in ROLES}
        names = tuple(dict.fromkeys(known.world[name].phrase for name in known.world.inventory))
        asked = {**providers, "segment": partial(by_box, providers["segment"])}
        found = take_inventory(known.picture, asked, names, limits)
        return Asking(named(found.seen, known), providers, limits)

    def _provider(self, role: str, text: str) -> Provider:
        if (role, text) not in self._providers:
            made = read_provider(role, text).make(self.known.shot)
            self._providers[role, text] = remembered(made) if role in LOOKED_FOR else made
        return self._providers[role, text]


def remembered(provider: Provider) -> Provider:
    """A provider that is asked about one picture only, and the same thing only once."""
    found: dict[tuple[Any, ...], Any] = {}

    def ask(picture: Pixels, *asked: Sequence[Any]) -> Any:
        key = tuple(map(tuple, asked))
        if key not in found:
            found[key] = provider(picture, *asked)
        return found[key]

    return ask


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
