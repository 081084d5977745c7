"""Every kind of event: sound worlds in which something happens."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.errors import UnknownName
from diorama.world.events import CATEGORIES, EVENTS, Zone, make_event
from diorama.world.motors import play


@pytest.mark.parametrize("kind", EVENTS)
def test_something_happens(kind: str) -> None:
    event = make_event(kind, np.random.default_rng(5))
    assert event.kind == kind == event.world.layout
    assert event.category == CATEGORIES[kind]
    assert 4.0 <= event.seconds <= 16.0
    named = (*event.actors, *event.topples, *event.riders, *(d.name for d in event.drives))
    assert set(named) <= set(event.world.names)
    assert len({event.world[n].phrase for n in event.actors}) == len(event.actors)
    motion = play(event.world, event.drives, 1.5)
    moved = np.abs(motion.positions - motion.positions[0]).max(axis=(0, 2))
    turned = np.abs(motion.quaternions - motion.quaternions[0]).max(axis=(0, 2))
    assert (moved > 0.02).any() or (turned > 0.05).any()


def test_the_same_generator_gives_the_same_event() -> None:
    one, two = (make_event("bowling", np.random.default_rng(8)) for _ in range(2))
    assert one == two
    assert one != make_event("bowling", np.random.default_rng(9))


def test_there_are_events_of_every_category() -> None:
    assert set(CATEGORIES.values()) == {"sports", "driving", "factory", "life", "performance", "other"}
    assert len(EVENTS) >= 15


def test_an_unknown_kind_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="bowling"):
        make_event("bowlin", np.random.default_rng(0))


def test_what_a_vehicle_begins_to_do_falls_into_the_event() -> None:
    for kind in ("crossing_turn", "overtaking", "parking"):
        for seed in range(6):
            event = make_event(kind, np.random.default_rng(seed))
            first, last = event.telling
            assert 0.8 < first < last < event.seconds - 0.5, (kind, seed)
            assert len(set(event.intents)) == len(event.intents) >= 3


def test_how_deep_a_point_is_in_a_zone() -> None:
    zone = Zone(phrase="the mat", low=(0.0, 0.0, 0.0), high=(2.0, 1.0, 1.0))
    assert zone.depth_of(np.array([1.0, 0.4, 0.5])) == pytest.approx(0.4)
    assert zone.depth_of(np.array([2.5, 0.5, 0.5])) == pytest.approx(-0.5)
