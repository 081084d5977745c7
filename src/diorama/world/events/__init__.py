"""Kinds of events: one module for each category of scenes."""

from diorama.world.events import driving, factory, life, other, performance, sports
from diorama.world.events.event import CATEGORIES, EVENTS, Event, Zone, make_event

__all__ = ["CATEGORIES", "EVENTS", "Event", "Zone", "make_event"]
_KINDS = (driving, factory, life, other, performance, sports)  # imported, so that each registers its kinds
