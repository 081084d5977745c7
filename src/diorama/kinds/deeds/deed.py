"""What a step does, as data, and when two steps do the same."""

from __future__ import annotations

from dataclasses import dataclass

TAKES = frozenset({"remove", "get", "out"})
"""Deeds that take one thing from where it is; the others have two ends."""
PUTS = frozenset({"place", "put_down"})
"""Deeds that put one thing somewhere."""


@dataclass(frozen=True)
class Deed:
    """What a step does: the deeds that its verb may mean, its objects in their order, and where they were."""

    verbs: frozenset[str]
    objects: tuple[frozenset[str], ...]
    places: tuple[frozenset[str], ...] = ()
    clear: bool = True
    """Each of its objects is one, or all of several."""
    several: str = ""
    """All of its words, if it does more than one thing: only a step in the same words does the same."""


def same(one: Deed, other: Deed) -> bool:
    """Whether two steps do the same to the same objects."""
    return likeness(one, other) > 0


def likeness(one: Deed, other: Deed) -> float:
    """1 if two steps do the same to the same objects, ½ if both take them from their place in some other way, else 0.

    Which word is used for taking a thing is a matter of taste ("pick up", "put aside", "pull out"), unless a plan does
    several of these to one thing.
    """
    if one.several or other.several:
        return 1 if one.several == other.several else 0
    if not one.objects or one.objects != other.objects or not _fits(one, other):
        return 0
    return 1 if one.verbs & other.verbs or not one.verbs else 0.5


def may_be_same(one: Deed, other: Deed) -> bool:
    """Whether they do under some meaning of their words: "the vase", where there are two."""
    if one.several or other.several:
        return one.several == other.several
    if not one.objects or len(one.objects) != len(other.objects) or not _fits(one, other):
        return False
    return all(a & b for a, b in zip(one.objects, other.objects, strict=True))


def _fits(one: Deed, other: Deed) -> bool:
    takes = bool(one.verbs & TAKES and other.verbs & TAKES)
    verbs = takes or bool(one.verbs & other.verbs) or not (one.verbs or other.verbs)
    return verbs and (not one.places or not other.places or any(a & b for a in one.places for b in other.places))
