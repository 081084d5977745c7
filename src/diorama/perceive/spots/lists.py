"""Lists of places: the boxes of several things, or of several of one kind, in one reply.

Where `read_spot` wants one place and refuses two, everything that is written as data counts here, each with its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from diorama.kinds.reading.cleaning import LONGEST, TAGGED, readable_end, whole_reply
from diorama.kinds.reading.manners import no_answer
from diorama.perceive.spots.conventions import FULL, Convention, Order, Unit
from diorama.perceive.spots.fields import KNOWN_KEYS, key_of, places_in
from diorama.perceive.spots.finding import prepared, values_in, written_in
from diorama.perceive.spots.reader import placed, refuse_wild
from diorama.perceive.spots.spot import Box, NoSpot, Reason, Size
from diorama.perceive.spots.written import Written

MOST_PLACES = 1000
"""A reply with more has lost count."""
LABELS = ("label", "name", "object", "class", "category", "text", "text_content", "item", "thing")
SHORT = 300
"""Characters of a reply in sentences that can say that there is nothing."""
_NOTHING = re.compile(
    r"\b(?:none|nothing|no (?:such|visible|\w+(?: \w+){0,3} (?:is|are|can be|in|visible|present|found))|"
    r"not (?:in|visible|present|shown|found|there)|there (?:is|are|['’]s) no|"
    r"(?:does|do|is|are)(?: not|n['’]t) (?:\w+ )?(?:appear|contain|show|any|visible|present))\b",
    re.I,
)


@dataclass(frozen=True)
class NamedPlace:
    """One of the things that were asked for."""

    name: str
    """As it was asked for."""
    box: Box
    """In pixels, as it was written: it may go beyond the picture."""


def list_request_words(names: Sequence[str], convention: Convention, size: Size) -> str:
    """What to ask for: every box of some things, so that `named_places` can read it.

    >>> from diorama.perceive.spots import CONVENTIONS
    >>> list_request_words(["cup"], CONVENTIONS["thousand"], (960, 640))[:54]
    'Find every one of these in the picture: cup. Write one '
    """
    order = "left, top, right, bottom" if convention.boxes is Order.X_FIRST else "top, left, bottom, right"
    if convention.unit is Unit.PIXELS:
        width, height = convention.size or size
        unit = f"pixels of the picture, which is {width} pixels wide and {height} pixels high"
    else:
        full = f"{FULL[convention.unit]:g}"
        unit = f"from 0 at the left and top edges to {full} at the right and bottom edges of the picture"
    return (
        f"Find every one of these in the picture: {'; '.join(names)}. Write one JSON list with an object for each "
        f'thing that is seen: [{{"label": one of these names, "box": [{order}]}}]. The numbers of a box are {unit}. '
        "Leave out what is not in the picture; if nothing of it is, write []."
    )


def named_places(reply: str, names: Sequence[str], size: Size, convention: Convention) -> list[NamedPlace]:
    """Every box in a reply with the name of what is in it, in pixels; raises `NoSpot` with the reason.

    >>> from diorama.perceive.spots import CONVENTIONS
    >>> named_places('[{"label": "cup", "box": [0, 0, 500, 500]}]', ["cup"], (100, 50), CONVENTIONS["thousand"])
    [NamedPlace(name='cup', box=(0.0, 0.0, 50.0, 25.0))]
    """
    if (readable := readable_end(reply)) is None:
        raise NoSpot(Reason.UNREADABLE, f"longer than {LONGEST:,} characters")
    final = whole_reply(readable)
    text = prepared(final.raw)
    if tags := [next((g for g in tag.groups() if g), "") for tag in TAGGED.finditer(text)]:
        text = tags[-1]
    data = [value for _, _, value in values_in(text)]
    found = [pair for value in data for pair in _items(value, "")]
    if not found:
        found = [("", each) for each in written_in(text) if not each.fault]
    if not found:
        if any(_is_empty(value) for value in data) or (_NOTHING.search(text) and len(text) <= SHORT):
            return []
        raise NoSpot(Reason.NOTHING, no_answer(final).note)
    if len(found) > MOST_PLACES:
        raise NoSpot(Reason.UNREADABLE, f"more than {MOST_PLACES:,} places")
    places = []
    for label, each in found:
        if (name := _meant(label, names)) is not None:
            places.append(NamedPlace(name, _box(each, size, convention)))
    return places


def _items(value: Any, label: str, depth: int = 6) -> Iterator[tuple[str, Written]]:
    """Places in data, each with the label that stands beside or over it."""
    if not isinstance(value, dict):
        nested = isinstance(value, list) and depth and any(isinstance(each, list | dict) for each in value)
        if nested:
            for each in value:
                yield from _items(each, label, depth - 1)
        else:
            yield from ((label, each) for each in places_in(value))
        return
    fields = {key_of(key): inner for key, inner in value.items()}
    label = next((fields[key] for key in LABELS if isinstance(fields.get(key), str)), label)
    own = {key: inner for key, inner in fields.items() if key in KNOWN_KEYS and not _holds_objects(inner)}
    yield from ((label, each) for each in places_in(own))
    for key, inner in value.items() if depth else ():
        if key_of(key) not in own and isinstance(inner, list | dict):
            yield from _items(inner, label if key_of(key) in KNOWN_KEYS else label or str(key), depth - 1)


def _holds_objects(value: Any) -> bool:
    """Whether what stands under a key is objects of its own."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))


def _is_empty(value: Any) -> bool:
    """Data that says that there is nothing: ``[]``, ``{"cup": []}``."""
    if isinstance(value, list):
        return all(_is_empty(each) for each in value)
    return isinstance(value, dict) and all(each is None or each == [] or each == {} for each in value.values())


def _meant(label: str, names: Sequence[str]) -> str | None:
    """The name that a label means; None if nobody asked for it."""
    if not label and len(names) > 1:
        raise NoSpot(Reason.SEVERAL, "a box without a name, and several were asked for")
    said = " ".join(label.replace("_", " ").split()).casefold()
    known = {name.casefold(): name for name in names}
    if said in known:
        return known[said]
    alike = [name for each, name in known.items() if re.search(rf"\b{re.escape(each)}\b", said)]
    alike = alike or [name for each, name in known.items() if said and re.search(rf"\b{re.escape(said)}\b", each)]
    if len(alike) == 1:
        return alike[0]
    return names[0] if len(names) == 1 else None


def _box(written: Written, size: Size, convention: Convention) -> Box:
    refuse_wild(written)
    box = placed(written, size, convention).box
    if box is None:
        raise NoSpot(Reason.NOTHING, "a point, where a box was asked for")
    if box[0] >= box[2] or box[1] >= box[3]:
        reason = Reason.NO_AREA if box[0] == box[2] or box[1] == box[3] else Reason.INSIDE_OUT
        raise NoSpot(reason, "left, top, right, bottom are (" + ", ".join(f"{at:.6g}" for at in box) + ")")
    return box
