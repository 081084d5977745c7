"""What the questions of this suite must say, offer and show, from their queries: for `verify`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
from scipy.interpolate import interp1d

from diorama.sight import FPS, Shot
from diorama.suites.meaning import Mismatch, Offer, Said, undecorated
from diorama.suites.suite import Task
from diorama.suites.video.query import Prediction
from diorama.suites.video.questions import TYPES
from diorama.suites.video.tasks import TASKS
from diorama.world import World
from diorama.world.motors import play

NAMES_ONE = ("change", "facing", "heading", "intent", "nearest_to", "standing", "whereabouts")
NAMES_TWO = ("gap", "side")
COUNTS = ("fallen", "moving", "within")
FIRSTS = ("first_falls", "first_in", "first_out", "was_first_in")
THESE: dict[str, frozenset[str]] = {
    "change": frozenset({"faster", "slower", "about as fast"}),
    "facing": frozenset({"to the left", "to the right", "towards the camera", "away from the camera"}),
    "gap": frozenset({"farther apart", "closer together", "about as far apart"}),
    "heading": frozenset({"towards the left", "towards the right", "towards the camera", "away from the camera"}),
    "side": frozenset(
        {
            "to the left of it",
            "to the right of it",
            "in front of it, nearer to the camera",
            "behind it, farther from the camera",
        }
    ),
    "standing": frozenset({"standing where it stood", "standing, but moved", "fallen over"}),
}
"""Forms that always offer the same."""
ASTRAY = 0.05
"""Metres by which a recorded place may differ from where the event takes a body; frames fall between its moments."""


def says(query: Prediction, world: World) -> Mapping[str, Said]:
    """The moment, the bodies that the form names, what is counted, and the place."""
    seconds, later = f"{abs(query.moment - query.cut):.1f} seconds", query.moment > query.cut
    when = f"{seconds} {'after the clip ends' if later else 'before the clip begins'}"
    said: dict[str, Said] = {}
    if query.form != "intent":
        said |= {"span": f"the {when}"} if query.form in FIRSTS else {"when": when}
    if query.form in NAMES_ONE + NAMES_TWO:
        said["a"] = query.about[:1]
    if query.form in NAMES_TWO:
        said["b"] = query.about[1:]
    if query.form in COUNTS:
        said["group"] = query.about if query.form == "moving" else f"{len(query.about)} {query.group}"
    return {**said, "zone": query.zone} if query.zone else said


def offers(query: Prediction, world: World) -> Offer:
    """What the form asks for."""
    named = [world[name].phrase for name in query.about]
    if query.form in THESE:
        return Offer(THESE[query.form])
    if query.form == "intent":
        return Offer(frozenset(query.intents))
    if query.form == "whereabouts":
        return Offer(frozenset({*(zone.phrase for zone in query.zones), "in none of these places"}))
    if query.form in COUNTS:
        return Offer(frozenset("0123"))
    if query.form in FIRSTS:
        return Offer(frozenset({*named, "none of them"}))
    return Offer(frozenset(named[1:] if query.form == "nearest_to" else named))


def draws(task: Task, query: Prediction, shot: Shot) -> Mismatch | None:
    """The clip lies on the seen side of the cut, ends or begins there, and is filmed as the viewpoint says.

    What bodies do in it, and in the unseen part, is what they do in the event.
    """
    if shot.role == "reference":
        return reference(query, shot)
    if shot.role == "outcome":
        return undecorated(query, shot) or happens(query, shot)
    if problem := undecorated(query, shot):
        return problem
    if query.direction != task.level or query.form not in {form.name for form in TYPES[task.name]}:
        return Mismatch(f"a question of {task.label}", f"'{query.form}', {query.direction}")
    if shot.recording is None:
        return Mismatch("a clip", "a still")
    begins = shot.recording.start
    ends = begins + float(shot.recording.seconds[-1])
    at = ends if query.direction == "forward" else begins
    if abs(at - query.cut) > 0.5 / FPS:
        return Mismatch(f"a clip that is cut at {query.cut:.2f} s", f"one from {begins:.2f} to {ends:.2f} s")
    if bool(shot.rides) != query.viewpoint.startswith("ego"):
        return Mismatch(f"a clip filmed {query.viewpoint.partition('-')[0]}", f"a camera on '{shot.rides}'")
    if "-" not in query.viewpoint and (shot.camera, shot.rides) != (query.eye.camera, query.eye.rides):
        return Mismatch("the viewpoint of the clip for the answer", "another one")
    return happens(query, shot)


def happens(query: Prediction, shot: Shot) -> Mismatch | None:
    """Every body of a recording is where the event takes it, frame by frame."""
    if shot.recording is None:
        return Mismatch("a recording", "a still")
    begins = shot.recording.start
    ends = begins + float(shot.recording.seconds[-1])
    if ends > query.seconds + 0.5 / FPS:
        return Mismatch(f"a part of an event of {query.seconds:.2f} s", f"one until {ends:.2f} s")
    event, shown = play(shot.world, query.drives, query.seconds), shot.recording.motion(shot.world)
    then = interp1d(event.times, event.positions, axis=0, fill_value="extrapolate")(begins + shown.times)
    away = np.linalg.norm(shown.positions - then, axis=2)
    frame, body = np.unravel_index(int(away.argmax()), away.shape)
    if away[frame, body] <= ASTRAY:
        return None
    name = shot.world.bodies[int(body)].phrase or shot.world.names[int(body)]
    return Mismatch(f"{name} where the event takes it", f"{away[frame, body]:.2f} m away in frame {frame}")


def reference(query: Prediction, shot: Shot) -> Mismatch | None:
    """A reference picture is taken from where the question is answered."""
    if shot.camera != query.eye.camera:
        return Mismatch("a reference picture from where the question is answered", "one from elsewhere")
    return undecorated(query, shot)


for task in TASKS:
    task.says(says)
    task.offers(offers)
    task.draws(partial(draws, task))
