"""Places in data: objects with keys and lists, as JSON gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from diorama.kinds.reading.loose_json import MOST_NESTED, TwiceNamed
from diorama.perceive.spots.spot import Box, Point
from diorama.perceive.spots.written import Written, number_of, numbers_only, of_numbers

BOX_KEYS = ("bbox_2d", "box_2d", "bbox2d", "box2d", "bbox", "box", "bounding_box", "boundingbox", "xyxy", "bboxes",
            "boxes", "bounding_boxes", "rectangle", "rect")  # fmt: skip
MIDDLE_KEYS = ("center", "centre", "center_point", "centre_point", "centroid", "middle")
POINT_KEYS = ("point_2d", "point2d", "point", "points", *MIDDLE_KEYS, "coordinates", "coordinate", "coords",
              "location", "position", "place", "xy")  # fmt: skip
FINAL_KEYS = ("answer", "final_answer", "final", "result")
NO_PLACE_KEYS = ("size", "image_size", "picture_size", "resolution", "dimensions", "image", "shape", "x", "y")
"""Keys under which lists of numbers are no place, but a size or a range."""
CORNERS = (
    ("x_min", "y_min", "x_max", "y_max"),
    ("xmin", "ymin", "xmax", "ymax"),
    ("min_x", "min_y", "max_x", "max_y"),
    ("x0", "y0", "x1", "y1"),
    ("x1", "y1", "x2", "y2"),
    ("left", "top", "right", "bottom"),
    ("x_start", "y_start", "x_end", "y_end"),
)
"""Names of left, top, right and bottom."""
OPPOSITE = (("top_left", "bottom_right"), ("topleft", "bottomright"), ("upper_left", "lower_right"))
CENTRES = (("cx", "cy"), ("x_center", "y_center"), ("center_x", "center_y"), ("x_centre", "y_centre"))
ORIGINS = (("x", "y"), ("left", "top"), ("x_min", "y_min"), ("xmin", "ymin"))
"""Names of a corner that, with a width and a height, make a box."""
EXTENTS = (("width", "height"), ("w", "h"))
_SEPARATORS = re.compile(r"[\s-]+")
KNOWN_KEYS = frozenset({*BOX_KEYS, *POINT_KEYS, *FINAL_KEYS}.union(*CORNERS, *OPPOSITE, *CENTRES, *ORIGINS, *EXTENTS))


def places_in(value: object, depth: int = MOST_NESTED) -> list[Written]:
    """All places in a JSON value, in their order."""
    match value:
        case dict() if depth:
            return _in_object({key_of(key): inner for key, inner in value.items()}, value, depth)
        case list() | tuple() if depth:
            if found := _numbers(value):
                return found
            return [each for inner in value for each in places_in(inner, depth - 1)]
    return []


def key_of(key: object) -> str:
    """A key as the tables here spell it."""
    return _SEPARATORS.sub("_", str(key)[:40].strip().casefold())


def place_of_names(fields: Mapping[str, object]) -> Written | None:
    """A place whose coordinates all bear names; a point, a box, or both."""
    centre = _named(fields, CENTRES, 2)
    origin, extent = _named(fields, ORIGINS, 2), _named(fields, EXTENTS, 2)
    box, point = _named(fields, CORNERS, 4), centre
    if not box and extent and (start := centre or origin):
        back = 0.5 if centre else 0.0
        left, top = start[0] - back * extent[0], start[1] - back * extent[1]
        box = [left, top, left + extent[0], top + extent[1]]
    elif not point:
        point = _named(fields, ORIGINS[:1], 2)
    if not box and not point:
        return None
    percent = any(isinstance(each, str) and "%" in each for each in fields.values())
    return Written(_pair(point), _four(box), point_named=True, box_named=True, percent=percent, keyed=True)


def _in_object(fields: dict[str, Any], value: dict[Any, Any], depth: int) -> list[Written]:
    """The place that an object is, or else those of the objects inside it."""
    if isinstance(value, TwiceNamed) and key_of(value.name) in KNOWN_KEYS:
        return [Written(keyed=True, fault=f"'{value.name[:40]}' stands twice with different values")]
    own = place_of_names(fields) or Written(keyed=True)
    found: list[Written] = []
    for keys in (BOX_KEYS, POINT_KEYS):
        for key in keys:
            for each in _under(key, fields.get(key), depth):
                joined = _joined(own, each)
                own, found = joined or own, found if joined else [*found, each]
    for first, last in OPPOSITE:
        corners = [*_pair_under(fields.get(first)), *_pair_under(fields.get(last))]
        if own.box is None and len(corners) == 4:
            own = replace(own, box=_four(corners))
    own = _centred(own, fields)
    if own.point or own.box:
        return [own, *found]
    for key, inner in fields.items():
        if key in FINAL_KEYS:
            values = of_numbers(numbers_only(inner)) if isinstance(inner, str) else None
            inside = [values] if values else places_in(inner, depth - 1)
            found += [replace(each, final=True, keyed=True) for each in inside]
        elif key not in NO_PLACE_KEYS:
            found += places_in(inner, depth - 1)
    return found


def _centred(own: Written, fields: Mapping[str, object]) -> Written:
    """A middle together with a width and a height is a box."""
    extent = _pair(_named(fields, EXTENTS, 2))
    is_middle = own.point and not own.box and any(key in fields for key in MIDDLE_KEYS)
    return replace(own, extent=extent) if is_middle else own


def _joined(own: Written, other: Written) -> Written | None:
    """Two parts of one place, a point and a box; None if both say the same part."""
    if (own.point and other.point) or (own.box and other.box) or other.fault:
        return None
    percent, keyed = own.percent or other.percent, True
    joined = replace(own, percent=percent, keyed=keyed)
    if other.point:
        joined = replace(joined, point=other.point, point_named=other.point_named)
    return replace(joined, box=other.box, box_named=other.box_named) if other.box else joined


def _under(key: str, value: object, depth: int) -> list[Written]:
    """The places that stand under a key for places."""
    if isinstance(value, str):
        found = of_numbers(numbers_only(value), percent="%" in value)
        return [replace(found, keyed=True)] if found else []
    if key in BOX_KEYS and isinstance(value, list | tuple) and len(value) == 2:
        corners = [*_pair_under(value[0]), *_pair_under(value[1])]
        if len(corners) == 4:
            return [Written(box=_four(corners), keyed=True)]
    return [replace(each, keyed=True) for each in places_in(value, depth - 1)]


def _numbers(values: Iterable[object]) -> list[Written]:
    """A list of two or four numbers as a place; nothing for any other list."""
    listed = list(values)
    numbers = [number_of(each) for each in listed] if len(listed) in (2, 4) else []
    percent = any(isinstance(each, str) and "%" in each for each in listed)
    found = of_numbers([each for each in numbers if each is not None], percent=percent)
    return [found] if found and None not in numbers else []


def _pair_under(value: object) -> list[float]:
    found = _numbers(value) if isinstance(value, list | tuple) else []
    return list(found[0].point) if found and found[0].point else []


def _named(fields: Mapping[str, object], names: Iterable[tuple[str, ...]], count: int) -> list[float] | None:
    """The numbers under the first set of names that is complete."""
    for each in names:
        values = [number for name in each if (number := number_of(fields.get(name))) is not None]
        if len(values) == count:
            return values
    return None


def _pair(values: list[float] | None) -> Point | None:
    return (values[0], values[1]) if values else None


def _four(values: list[float] | None) -> Box | None:
    return (values[0], values[1], values[2], values[3]) if values else None
