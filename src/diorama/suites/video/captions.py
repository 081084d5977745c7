"""Exact captions: what a stretch of an event shows, in a few plain sentences.

They are written from the motion itself, so they hold no error of perception. Times are counted from the beginning of
the stretch, and directions are those of the camera that films it. The same event always gets the same words.
"""

from __future__ import annotations

from collections.abc import Sequence

from diorama.suites.video.facts import DROPS, Course, Deed, Place, Stretch, listed, phrases, places_of
from diorama.suites.video.query import Eye, Prediction
from diorama.suites.video.tracks import Tracks
from diorama.world import Camera, Motion, World
from diorama.world.poses import box_centre

VERSION = 2
"""Raise it when captions or graphs change in wording or content: runs are continued only while it stays the same."""
MOVERS = 4
"""Bodies whose motion gets a sentence of its own; the others share one."""
MOST_DEEDS = 8
"""Things that happen, of a sort, that are told one by one."""
TURNED_DEG = 15.0
"""How far a body must turn for that to be told."""
EDGES = (0.2, 0.4, 0.6, 0.8)
SIDES = ("far left", "left", "middle", "right", "far right")


def seen_part(query: Prediction, motion: Motion, eye: Eye) -> Stretch:
    """The part of an event that the clip shows."""
    start, end = (0.0, query.cut) if query.direction == "forward" else (query.cut, query.seconds)
    return Stretch(motion, eye, start, end, query.zones)


def unseen_part(query: Prediction, motion: Motion, eye: Eye) -> Stretch:
    """The other part: the future, or the past; what the question is about belongs to it, in view or not."""
    start, end = (query.cut, query.seconds) if query.direction == "forward" else (0.0, query.cut)
    always = tuple(name for name in query.about if name != eye.rides)
    return Stretch(motion, eye, start, end, query.zones, always)


def caption(stretch: Stretch) -> str:
    """A stretch of an event in at most a dozen sentences."""
    said = {name: phrase for name, phrase in zip(stretch.names, phrases(stretch.motion, stretch.names), strict=True)}
    courses = [course for name in stretch.names if (course := stretch.course(name)) is not None]
    still = [said[name] for name in stretch.names if name not in {c.name for c in courses}]
    courses.sort(key=lambda course: (-course.metres, course.name))
    sentences = [
        _camera(stretch),
        f"At first, from left to right: {_places(stretch.places(stretch.start), said)}.",
        *(_course(course, said, stretch.end - stretch.start) for course in courses[:MOVERS]),
        _others(courses[MOVERS:], said),
        _stays(still),
        _touches(stretch, said),
        _falls(stretch, said),
        _zones(stretch, said),
        _ending(stretch, courses, said),
    ]
    return " ".join(_capital(sentence) for sentence in sentences if sentence)


def picture_caption(world: World, camera: Camera, names: Sequence[str]) -> str:
    """What a still picture of a world shows of some bodies: where each is."""
    said = {name: world[name].phrase or f"the {world[name].noun}" for name in names}
    places = places_of({name: box_centre(world[name]) for name in names}, camera)
    return f"The picture is taken from another viewpoint. From left to right: {_places(places, said)}."


def _camera(stretch: Stretch) -> str:
    length = f"This part lasts {stretch.end - stretch.start:.1f} seconds"
    if not stretch.eye.rides:
        return f"{length}; the camera stands still."
    (rider,) = phrases(stretch.motion, [stretch.eye.rides])
    course = stretch.course(stretch.eye.rides)
    if course is None:
        return f"{length}; the camera rides on {rider}, which does not move."
    return (
        f"{length}; the camera rides on {rider}, which moves {_speeds(course)}{_turn(course)}; directions are as the "
        "camera looks at that moment, speeds are over the ground."
    )


def _places(places: Sequence[Place], said: dict[str, str]) -> str:
    seen = [f"{said[p.name]} ({_side(p.across)}, {p.metres:.1f} m away)" for p in places if p.in_frame]
    hidden = [said[p.name] for p in places if not p.in_frame]
    words = ", ".join(seen) or "nothing"
    return f"{words}; out of view: {listed(hidden)}" if hidden else words


def _side(across: float) -> str:
    return SIDES[sum(across >= edge for edge in EDGES)]


def _course(course: Course, said: dict[str, str], length: float) -> str:
    ways = course.first_way
    if course.last_way != course.first_way:
        ways = f"{course.first_way} at first and {course.last_way} in the end"
    words = f"{said[course.name]} moves {ways}, {_metres(course.metres)} in all, {_speeds(course)}{_turn(course)}"
    if course.turns_back:
        words += f", turning back {'once' if course.turns_back == 1 else f'{course.turns_back} times'}"
    if course.dropped > DROPS:
        words += f", dropping by {_metres(course.dropped)}"
    if course.begins > 0.15:
        words += f", beginning at {course.begins:.1f} s"
    if course.ends < length - 0.15:
        words += f", and comes to rest at {course.ends:.1f} s"
    return f"{words}."


def _metres(metres: float) -> str:
    return f"{metres:.1f} m" if metres >= 0.1 else f"{100 * metres:.0f} cm"


def _speeds(course: Course) -> str:
    first, last = f"{course.first_speed:.1f}", f"{course.last_speed:.1f}"
    if abs(course.last_speed - course.first_speed) < max(0.1, 0.15 * course.first_speed) or first == last:
        return f"steadily at about {first} m/s" if first != "0.0" else "very slowly"
    grows = "speeding up" if course.last_speed > course.first_speed else "slowing down"
    return f"{grows} from {first} to {last} m/s"


def _turn(course: Course) -> str:
    if abs(course.turned_deg) < TURNED_DEG:
        return ""
    return (
        f", turning to its own {'left' if course.turned_deg > 0 else 'right'} by {abs(course.turned_deg):.0f} degrees"
    )


def _others(courses: Sequence[Course], said: dict[str, str]) -> str:
    if not courses:
        return ""
    told = [f"{said[c.name]} ({c.last_way}, {_metres(c.metres)})" for c in courses]
    return f"{listed(told)} {'moves' if len(told) == 1 else 'move'} too."


def _stays(still: Sequence[str]) -> str:
    return f"{listed(still)} {'stays' if len(still) == 1 else 'stay'} in place." if still else ""


def _touches(stretch: Stretch, said: dict[str, str]) -> str:
    at_first = [f"{said[a]} and {said[b]} touch from the beginning" for a, b in stretch.touching()]
    return _told([*at_first, *(_deed(deed, said) for deed in stretch.touches())])


def _falls(stretch: Stretch, said: dict[str, str]) -> str:
    down = [said[name] for name in stretch.lying()]
    how = "lies on its side" if len(down) == 1 else "lie on their sides"
    lying = f"{listed(down)} {how} from the beginning"
    return _told([*([lying] if down else []), *(_deed(deed, said) for deed in stretch.falls())])


def _zones(stretch: Stretch, said: dict[str, str]) -> str:
    return _told(
        [*_within(stretch, stretch.start, said, " at first"), *(_deed(deed, said) for deed in stretch.crossings())]
    )


def _within(stretch: Stretch, seconds: float, said: dict[str, str], when: str = "") -> list[str]:
    """Who is in or on each zone at a moment."""
    held: dict[str, list[str]] = {}
    for name, zone in stretch.within(seconds):
        held.setdefault(zone, []).append(said[name])
    return [f"{listed(who)} {'is' if len(who) == 1 else 'are'} in or on {zone}{when}" for zone, who in held.items()]


def _deed(deed: Deed, said: dict[str, str]) -> str:
    to = f" {said.get(deed.to, deed.to)}" if deed.to else ""
    return f"at {deed.seconds:.1f} s {said[deed.name]} {deed.does}{to}"


def _told(deeds: Sequence[str]) -> str:
    more = len(deeds) - MOST_DEEDS
    words = [*deeds[:MOST_DEEDS], *([f"and {more} more"] if more > 0 else [])]
    return f"{'; '.join(words)}." if words else ""


def _ending(stretch: Stretch, courses: Sequence[Course], said: dict[str, str]) -> str:
    length = stretch.end - stretch.start
    going = [said[c.name] for c in courses if c.ends >= length - 0.15]
    words = f"In the end, from left to right: {_places(stretch.places(stretch.end), said)}"
    words = "; ".join([words, *_within(stretch, stretch.end, said)])
    if not going:
        return f"{words}; nothing {'else ' if stretch.eye.rides else ''}moves any more."
    return f"{words}; still moving: {listed(going)}."


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def reference_names(motion: Motion, eye: Eye, seconds: float) -> tuple[str, ...]:
    """The bodies that a still picture of an event at a moment shows."""
    return Stretch(motion, eye, seconds, seconds).names


def reference_caption(query: Prediction, motion: Motion) -> str:
    """What the picture shows from whose viewpoint the question is answered: the event at the cut."""
    tracks = Tracks.of(motion)
    still = Eye(camera=query.eye.camera)
    return picture_caption(tracks.at(query.cut), query.eye.camera, reference_names(motion, still, query.cut))
